//! One URL drawn so that it can be understood without having read the RFC.
//!
//! The picture is made once, as data; [`text`] and [`svg`] draw it.

mod dialogue;
mod meaning;
pub(crate) mod svg;
pub(crate) mod text;

use url1738::{Lint, PartSpan, SchemeKind, Url};

pub(crate) use dialogue::{Dialogue, Speaker};

use crate::{
    commands::{scheme_meant, scheme_rows},
    good::Good,
    line::Line,
    lints,
    session::Session,
};

/// What is to be seen of one URL.
#[derive(Debug)]
pub(crate) struct Picture {
    /// The URL as it may be shown; US-ASCII.
    pub(crate) url: String,
    /// One sentence about the whole.
    pub(crate) about: String,
    pub(crate) parts: Vec<Labelled>,
    pub(crate) lints: Vec<Lint>,
    pub(crate) dialogue: Dialogue,
}

/// A part and what to say of it.
#[derive(Clone, Debug)]
pub(crate) struct Labelled {
    /// Columns of [`Picture::url`].
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Its name in the grammar.
    pub(crate) name: &'static str,
    /// What it decodes to, where that is not what is written.
    pub(crate) decoded: Option<String>,
    /// What it is for.
    pub(crate) meaning: &'static str,
    /// Where the RFC describes it.
    pub(crate) rule: String,
}

/// The most parts that are drawn: nobody looks at more.
const MOST: usize = 40;
/// The longest URL that is drawn.
pub(crate) const LONGEST: usize = 2000;

impl Picture {
    pub(crate) fn new(line: Line<'_>, url: Url<&str>, session: &Session) -> Self {
        let good = Good::new(line, url, session);
        let shown = good.masked;
        let mut parts = Vec::new();
        good.each_part(&mut |PartSpan { part, span }| {
            if parts.len() < MOST {
                let (start, width) = shown.columns(span);
                parts.push(Labelled {
                    start,
                    end: start + width,
                    name: part.name(),
                    decoded: good.decoded(PartSpan { part, span }),
                    meaning: meaning::of(good.scheme(), part.name()),
                    rule: format!("BNF {}, section {}", part.production(), part.section()),
                });
            }
        });
        // The last segment of a path is not like the others.
        if let Some(last) = parts.iter_mut().rev().find(|part| part.name == "fsegment") {
            last.meaning = meaning::LAST_SEGMENT;
        }
        Self {
            url: shown.to_string(),
            about: about(&good),
            parts,
            lints: lints::of(&url).into_iter().collect(),
            dialogue: Dialogue::new(&url, session),
        }
    }
}

fn about(good: &Good<'_>) -> String {
    let scheme = good.scheme();
    if let Some(row) = scheme_rows().iter().find(|row| row.scheme == scheme) {
        return format!("{}: {} (RFC 1738 section {})", row.scheme, row.title, row.section);
    }
    let kind = match good.url.scheme_kind() {
        SchemeKind::Experimental => "an experimental scheme (RFC 1738 section 4)",
        SchemeKind::Reserved => "a scheme that RFC 1738 reserves without a syntax (section 4)",
        _ => "not one of the ten schemes of RFC 1738, read by the generic syntax (section 5)",
    };
    let meant =
        scheme_meant(scheme).map(|meant| format!("; did you mean `{meant}`?")).unwrap_or_default();
    format!("{scheme}: {kind}{meant}")
}
