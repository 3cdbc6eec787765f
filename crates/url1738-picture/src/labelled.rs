//! A part and its explanation.

use alloc::{
    format,
    string::{String, ToString as _},
    vec::Vec,
};

use url1738::{Host, Part, PartSpan, Role};

use crate::layout::{MAX_TEXT, Window, shorten, width, wrap};

/// A part and its explanation, with the section of the RFC that defines it.
///
/// ```
/// use url1738::{Lints, Url};
/// use url1738_picture::Picture;
///
/// let picture = Picture::of_url(&Url::parse("ftp://host.dom/%2Fetc")?, Lints::default(), false);
/// let [.., path] = &picture.parts[..] else { panic!() };
/// assert_eq!((path.number, path.name, path.text.as_str()), (3, "fsegment", "%2Fetc"));
/// assert_eq!(path.label, "path segment");
/// assert_eq!(path.decoded.as_deref(), Some("/etc"));
/// assert_eq!(path.whole_text(), "%2Fetc = /etc");
/// assert_eq!(path.meaning, "the file to retrieve, or the directory to list");
/// assert_eq!(path.rule, "section\u{a0}3.2.2");
/// assert!(!path.is_error);
/// # Ok::<(), url1738::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LabelledPart {
    /// The number of the part in the line, from 1.
    pub number: usize,
    /// Columns of [`Picture::url`](crate::Picture::url): the first one, and the one after the last. `None` if the part is
    /// left out there.
    pub columns: Option<(usize, usize)>,
    /// The name of the part in the BNF.
    pub name: &'static str,
    /// The name of the part in messages, such as `path segment`.
    pub label: &'static str,
    /// The part as written, with secrets masked. Long texts end in `...`.
    pub text: String,
    /// The decoded part, if it differs from the part as written.
    pub decoded: Option<String>,
    /// The purpose of the part.
    pub meaning: &'static str,
    /// Where RFC 1738 describes the part, with no-break spaces within a reference.
    pub rule: String,
    /// Whether the error of the line is here.
    pub is_error: bool,
}

/// Returns the production of the BNF (section 5) that a part matches. A host is a `hostname` or a `hostnumber`, also one with
/// leading zeros, which are decimal.
///
/// ```
/// use url1738::{Part, Url};
/// use url1738_picture::production;
///
/// let host = |text: &str| {
///     let url = Url::parse(text).unwrap();
///     let at = url.parts().into_iter().find(|at| at.part.name() == "host").unwrap();
///     production(at.part, at.span.slice(text))
/// };
/// assert_eq!(host("http://host.dom/"), "hostname");
/// assert_eq!(host("http://010.0.0.1/"), "hostnumber");
/// ```
#[must_use]
pub fn production(part: &Part, text: &str) -> &'static str {
    let is_address = || Host::parse(text).is_ok_and(|host| host.ipv4().is_some());
    match part.role {
        Role::Host if is_address() => "hostnumber",
        _ => part.production,
    }
}

impl LabelledPart {
    /// Labels a part of a line.
    pub(crate) fn new(
        number: usize,
        PartSpan { part, span }: PartSpan,
        meaning: &'static str,
        window: &Window<'_, '_>,
    ) -> Self {
        // The parts that no section describes are those of the grammar alone.
        let section = match part.section {
            "" => "5",
            section => section,
        };
        // The place of an error is labelled, too, and may be at a byte that is not text.
        let written = core::str::from_utf8(span.slice_bytes(window.line.bytes())).unwrap_or("");
        let rule = match production(part, written) {
            production if production == part.name() => format!("section\u{a0}{section}"),
            production => format!("BNF\u{a0}{production}, section\u{a0}{section}"),
        };
        Self {
            number,
            columns: window.columns(span),
            name: part.name(),
            label: part.label(),
            text: shorten(window.shown(span), MAX_TEXT),
            decoded: None,
            meaning,
            rule,
            is_error: false,
        }
    }

    /// Returns the part as written, and decoded if that differs.
    #[must_use]
    pub fn whole_text(&self) -> String {
        match &self.decoded {
            Some(decoded) => format!("{} = {decoded}", self.text),
            None => self.text.to_string(),
        }
    }

    /// Returns rows of the text of the part, and of its meaning with the section of the RFC in `notes` columns. A text that is
    /// wider than `texts` columns takes whole rows of `room` columns above the meaning.
    pub(crate) fn rows(&self, texts: usize, room: usize, notes: usize) -> Vec<(String, String)> {
        let note = format!("{} ({})", self.meaning, self.rule);
        // The spaces within a reference do not break.
        let mut notes = wrap(&note, notes).into_iter().map(|line| line.replace('\u{a0}', " "));
        let (whole, mut rows) = (self.whole_text(), Vec::new());
        if width(&whole) <= texts {
            rows.push((whole, notes.next().unwrap_or_default()));
        } else {
            let decoded = self.decoded.iter().flat_map(|text| wrap(&format!("= {text}"), room));
            let texts = wrap(&self.text, room).into_iter().chain(decoded);
            rows.extend(texts.map(|text| (text, String::new())));
        }
        rows.extend(notes.map(|note| (String::new(), note)));
        rows
    }
}

/// Returns the widths of the columns of names and of texts. Texts that are wider than `most` do not count.
pub(crate) fn widths(parts: &[LabelledPart], most: usize) -> (usize, usize) {
    let names = parts.iter().map(|part| part.name.len()).max().unwrap_or(0);
    let texts = parts.iter().map(|part| width(&part.whole_text()));
    (names, texts.filter(|width| *width <= most).max().unwrap_or(most / 2))
}
