//! Hosts outside US-ASCII, as the codec `idna` of Python writes them (IDNA 2003).

use alloc::{string::String, vec::Vec};

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

/// The dots between labels (RFC 3490, section 3.1).
const DOTS: [char; 4] = ['.', '\u{3002}', '\u{FF0E}', '\u{FF61}'];

/// Returns the host in US-ASCII, or `None` if IDNA rejects it. The package then percent-encodes it.
pub(super) fn to_ascii(host: &[u8]) -> Option<Vec<u8>> {
    // The package drops bytes that are not UTF-8.
    let host: String = host.utf8_chunks().map(|chunk| chunk.valid()).collect();
    if host.is_empty() {
        return Some(Vec::new());
    }
    // An empty label is only allowed at the end.
    let labels = host.strip_suffix(DOTS).unwrap_or(&host);
    let mut out = Vec::with_capacity(host.len());
    for label in labels.split(DOTS) {
        if !out.is_empty() {
            out.push(b'.');
        }
        out.append(&mut label_to_ascii(label)?);
    }
    Some(out)
}

/// Returns a label in punycode, or as it is if it is US-ASCII.
fn label_to_ascii(label: &str) -> Option<Vec<u8>> {
    let label = if label.is_ascii() {
        label.as_bytes().to_vec()
    } else {
        let mapped = mapped(label);
        if !ends_are_of_one_direction(&mapped) {
            return None;
        }
        let ascii = Uts46::new().to_ascii(
            mapped.as_bytes(),
            AsciiDenyList::EMPTY,
            Hyphens::Allow,
            DnsLength::Ignore,
        );
        ascii.ok()?.as_bytes().to_vec()
    };
    (1..64).contains(&label.len()).then_some(label)
}

/// Maps the five characters that IDNA 2003 maps and its successors keep.
fn mapped(label: &str) -> String {
    let mut out = String::with_capacity(label.len());
    for c in label.chars() {
        match c {
            '\u{DF}' | '\u{1E9E}' => out.push_str("ss"),
            '\u{3C2}' => out.push('\u{3C3}'),
            // The zero width joiner and non-joiner.
            '\u{200C}' | '\u{200D}' => {}
            c => out.push(c),
        }
    }
    out
}

/// Returns whether a label with a character that is written from right to left begins and ends with one (RFC 3454, section
/// 6). The successors of IDNA 2003 let it end with a digit or a combining mark.
fn ends_are_of_one_direction(label: &str) -> bool {
    let ends = [label.chars().next(), label.chars().next_back()];
    !label.chars().any(is_right_to_left) || ends.into_iter().flatten().all(is_right_to_left)
}

/// Returns whether a character is written from right to left (RFC 3454, table D.1).
fn is_right_to_left(c: char) -> bool {
    matches!(c,
        '\u{5BE}' | '\u{5C0}' | '\u{5C3}' | '\u{5D0}'..='\u{5EA}' | '\u{5F0}'..='\u{5F4}'
        | '\u{61B}' | '\u{61F}' | '\u{621}'..='\u{63A}' | '\u{640}'..='\u{64A}'
        | '\u{66D}'..='\u{66F}' | '\u{671}'..='\u{6D5}' | '\u{6DD}' | '\u{6E5}'..='\u{6E6}'
        | '\u{6FA}'..='\u{6FE}' | '\u{700}'..='\u{70D}' | '\u{710}' | '\u{712}'..='\u{72C}'
        | '\u{780}'..='\u{7A5}' | '\u{7B1}' | '\u{200F}' | '\u{FB1D}' | '\u{FB1F}'..='\u{FB28}'
        | '\u{FB2A}'..='\u{FB36}' | '\u{FB38}'..='\u{FB3C}' | '\u{FB3E}' | '\u{FB40}'..='\u{FB41}'
        | '\u{FB43}'..='\u{FB44}' | '\u{FB46}'..='\u{FBB1}' | '\u{FBD3}'..='\u{FD3D}'
        | '\u{FD50}'..='\u{FD8F}' | '\u{FD92}'..='\u{FDC7}' | '\u{FDF0}'..='\u{FDFC}'
        | '\u{FE70}'..='\u{FE74}' | '\u{FE76}'..='\u{FEFC}')
}
