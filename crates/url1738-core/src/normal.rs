//! Normalization of URLs (section 2.2), according to the declarations of their parts.

use alloc::string::String;
use core::fmt::Write as _;

use crate::{
    syntax::{
        chars::{Class, ESCAPE},
        part::{Canon, Part},
    },
    url::{host::Host, raw::Raw, scheme::Scheme},
};

/// Returns the URL in normal form. Called by [`impl_url!`](crate::impl_url).
#[must_use]
pub fn normalize<S: Scheme>(url: Raw<S, &str>) -> Raw<S, String> {
    // The tests check that every normal form parses. If that of another crate's scheme does not, the URL is returned
    // unchanged, because this function must not panic.
    Raw::parse(form(url)).unwrap_or_else(|_| url.to_owned())
}

/// Returns the text of the normal form: the delimiters are kept, and each part is normalized by the rule of its
/// declaration.
#[must_use]
pub fn form<S: Scheme>(url: Raw<S, &str>) -> String {
    let text = url.as_str();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    url.each_part(&mut |piece| {
        out.push_str(text.get(at..piece.span.start as usize).unwrap_or_default());
        at = piece.span.end as usize;
        write_part(piece.part, piece.span.slice(text), S::DEFAULT_PORT, &mut out);
    });
    out.push_str(text.get(at..).unwrap_or_default());
    S::finish_normal_form(url, &mut out);
    out
}

fn write_part(part: &Part, text: &str, default_port: Option<u16>, out: &mut String) {
    match part.canon() {
        Canon::Verbatim => out.push_str(text),
        Canon::LowerCase => out.extend(text.chars().map(|c| c.to_ascii_lowercase())),
        Canon::Escapes => write_escapes(plain(part), text, out),
        Canon::HexCase => write_escapes(Class::EMPTY, text, out),
        Canon::Host => {
            let start = out.len();
            let _ = write!(out, "{}", Host::new_validated(text));
            if let Some(host) = out.get_mut(start..) {
                host.make_ascii_lowercase();
            }
        }
        Canon::Port => {
            let digits = text.trim_start_matches('0');
            if default_port.is_some() && digits.parse().ok() == default_port {
                // Remove the colon together with the port (section 3.1).
                out.pop();
            } else {
                out.push_str(if digits.is_empty() { "0" } else { digits });
            }
        }
    }
}

/// Returns the characters that a part may contain unescaped and that have the same meaning escaped.
const fn plain(part: &Part) -> Class {
    part.class().without(part.reserved()).without(ESCAPE)
}

/// Decodes the escapes of `plain` characters, and writes all others in upper-case hexadecimal.
fn write_escapes(plain: Class, text: &str, out: &mut String) {
    let mut pieces = text.split('%');
    out.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        let (digits, rest) = piece.split_at_checked(2).unwrap_or((piece, ""));
        match u8::from_str_radix(digits, 16) {
            Ok(octet) if plain.contains(octet) => out.push(char::from(octet)),
            _ => {
                out.push('%');
                out.extend(digits.chars().map(|c| c.to_ascii_uppercase()));
            }
        }
        out.push_str(rest);
    }
}
