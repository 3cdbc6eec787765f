//! The picture as data.

use url1738::{Lint, PartSpan, SchemeKind, Url};

use super::{dialogue::Dialogue, meaning};
use crate::{
    diagnostics::{Masking, suggest},
    line::Line,
    records::{ValidLine, lint},
    schemes::SCHEMES,
};

/// A picture of one URL.
#[derive(Debug)]
pub(crate) struct Picture {
    /// The URL as it may be shown. US-ASCII.
    pub(super) url: String,
    /// One sentence about the URL.
    pub(super) about: String,
    pub(super) parts: Vec<LabelledPart>,
    pub(super) lints: Vec<Lint>,
    pub(super) dialogue: Dialogue,
}

/// A part and its explanation.
#[derive(Clone, Debug)]
pub(super) struct LabelledPart {
    /// Columns of [`Picture::url`].
    pub(super) start: usize,
    pub(super) end: usize,
    /// The name of the part in the grammar.
    pub(super) name: &'static str,
    /// The decoded part, if it differs from the part as written.
    pub(super) decoded: Option<String>,
    /// The purpose of the part.
    pub(super) meaning: &'static str,
    /// Where the RFC describes the part.
    pub(super) rule: String,
}

/// The most parts that are drawn.
const MAX_PARTS: usize = 40;
/// The length of the longest URL that is drawn.
pub(crate) const MAX_LEN: usize = 2000;

impl Picture {
    pub(crate) fn new(line: Line<'_>, url: Url<&str>, masking: Masking) -> Self {
        let valid = ValidLine::new(line, url, masking);
        let shown = valid.masked();
        let mut parts = Vec::new();
        url.each_part(&mut |PartSpan { part, span }| {
            if parts.len() < MAX_PARTS {
                let (start, width) = shown.columns(span);
                parts.push(LabelledPart {
                    start,
                    end: start + width,
                    name: part.name(),
                    decoded: valid.decoded(PartSpan { part, span }),
                    meaning: meaning::of(valid.scheme(), part.name()),
                    rule: format!("BNF {}, section {}", part.production(), part.section()),
                });
            }
        });
        // The last segment of a path names a file, the others directories.
        if let Some(last) = parts.iter_mut().rev().find(|part| part.name == "fsegment") {
            last.meaning = meaning::LAST_SEGMENT;
        }
        Self {
            url: shown.to_string(),
            about: about(&valid),
            parts,
            lints: lint::of(&url).into_iter().collect(),
            dialogue: Dialogue::new(&url, masking),
        }
    }
}

fn about(valid: &ValidLine<'_>) -> String {
    let scheme = valid.scheme();
    if let Some(known) = SCHEMES.iter().find(|known| known.name == scheme) {
        return format!("{scheme}: {} (RFC 1738 section {})", known.title, known.section);
    }
    let kind = match valid.url.scheme_kind() {
        SchemeKind::Experimental => "an experimental scheme (RFC 1738 section 4)",
        SchemeKind::Reserved => "a scheme that RFC 1738 reserves without a syntax (section 4)",
        _ => "not a scheme of RFC 1738, read by the generic syntax (section 5)",
    };
    let known = suggest::scheme(scheme);
    let suggestion = known.map(|known| format!("; did you mean `{known}`?")).unwrap_or_default();
    format!("{scheme}: {kind}{suggestion}")
}
