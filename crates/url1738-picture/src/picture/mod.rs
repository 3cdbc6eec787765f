//! The picture as data.

#![allow(
    clippy::arithmetic_side_effects,
    reason = "numbers of parts and offsets, which are not more than the bytes of a text"
)]

mod finding;
mod invalid;
mod pieces;

use alloc::{
    borrow::ToOwned as _,
    format,
    string::{String, ToString as _},
    vec::Vec,
};

use url1738::{AnyUrl, Escaped, Lints, PartSpan, Redacted, SchemeKind};

use crate::{
    Dialogue, LabelledPart, Sanitized,
    layout::{Ends, Skipped, shorten},
    window::Window,
};

pub use finding::Finding;
pub use invalid::title;
pub use pieces::Piece;

/// A picture of one line, whether it is a URL or not: its parts, their meaning, and the access or the error.
///
/// It holds no secret unless passwords are to be shown.
///
/// ```
/// use url1738::Url;
/// use url1738_picture::{Page, Picture};
///
/// let url = Url::parse("gopher://host.dom/1/pub")?;
/// let picture = Picture::of_url(&url, url.lints(), false);
/// assert_eq!(picture.about(), "gopher: Gopher items (RFC 1738 section 3.4)");
/// let mut text = String::new();
/// picture.write_text(&Page::default(), &mut text).unwrap();
/// assert!(text.contains("  gopher://host.dom/1/pub\n"));
/// assert!(text.contains("  1        2        3\n"));
/// # Ok::<(), url1738::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Picture {
    /// The line as it is drawn.
    url: String,
    /// One sentence about the URL, or what is wrong with the line.
    about: String,
    parts: Vec<LabelledPart>,
    skipped: Skipped,
    finding: Finding,
}

/// How many parts are drawn at the start and at the end of a URL.
const FIRST_PARTS: usize = 30;
const LAST_PARTS: usize = 10;
/// The longest text of a part that is drawn, in columns.
const MAX_TEXT: usize = 400;

impl Picture {
    /// Draws a URL of any type: a `Url`, that of one scheme, or one that a `Registry` has parsed. `lints` are those to show.
    /// Passwords are `***` unless they are to be shown.
    ///
    /// ```
    /// use url1738::Url;
    /// use url1738_picture::Picture;
    ///
    /// let url = Url::parse("ftp://joe:secret@host.dom/")?;
    /// assert_eq!(Picture::of_url(&url, url.lints(), false).url(), "ftp://joe:***@host.dom/");
    /// assert_eq!(Picture::of_url(&url, url.lints(), true).url(), "ftp://joe:secret@host.dom/");
    /// # Ok::<(), url1738::Error>(())
    /// ```
    #[must_use]
    pub fn of_url(url: &dyn AnyUrl, lints: Lints, show_passwords: bool) -> Self {
        let text = url.as_str();
        let masked = match show_passwords {
            true => Redacted::revealed(text.as_bytes()),
            false => url.redacted(),
        };
        let window = Window::of_url(&masked);
        let mut number = 0;
        let mut ends = Ends::new(FIRST_PARTS, LAST_PARTS);
        url.each_part(&mut |at| {
            number += 1;
            ends.push((number, at));
        });
        let (parts, skipped) = ends.finish();
        let info = url.scheme_info();
        // The last segment of a path names a file, the others directories.
        let is_last = |(_, at): &&(usize, PartSpan)| at.part.last_meaning().is_some();
        let last = parts.iter().rev().find(is_last).map(|(number, _)| *number);
        let parts = parts
            .into_iter()
            .map(|(number, at)| {
                let decoded = decoded(text, &masked, at).map(|text| shorten(text, MAX_TEXT));
                let written = at.span.slice(text);
                let text = Sanitized::new(masked.slice(at.span)).to_string();
                let (columns, text) = (window.columns(at.span), shorten(text, MAX_TEXT));
                let meaning = info.meaning(at.part, last == Some(number));
                LabelledPart {
                    columns,
                    text,
                    decoded,
                    ..LabelledPart::new(number, at.part, written, meaning)
                }
            })
            .collect();
        let mut dialogue = Dialogue::new(&url.plan(), show_passwords);
        if let Dialogue::Plan { warnings, .. } = &mut dialogue {
            // A finding that is a lint, too, is shown once.
            warnings.retain(|(code, _)| !lints.has(code));
        }
        let finding = Finding::Valid { lints, dialogue };
        Self { url: window.text(), about: about(url), parts, skipped, finding }
    }

    /// Returns whether the line is a URL.
    ///
    /// ```
    /// use url1738::{Lints, Url};
    /// use url1738_picture::Picture;
    ///
    /// assert!(Picture::of_url(&Url::parse("news:*")?, Lints::default(), false).is_valid());
    /// # Ok::<(), url1738::Error>(())
    /// ```
    #[must_use]
    pub const fn is_valid(&self) -> bool {
        matches!(self.finding, Finding::Valid { .. })
    }

    /// Returns the line as it is drawn: secrets masked, and of a long one only pieces with `...` between them.
    ///
    /// ```
    /// use url1738::{Lints, Url};
    /// use url1738_picture::Picture;
    ///
    /// let text = format!("http://h/{}", "a".repeat(10_000));
    /// let picture = Picture::of_url(&Url::parse(&text)?, Lints::default(), false);
    /// assert_eq!(picture.url().len(), 1503);
    /// # Ok::<(), url1738::Error>(())
    /// ```
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns one sentence about the URL, or what is wrong with the line.
    ///
    /// ```
    /// use url1738::{Lints, Url};
    /// use url1738_picture::Picture;
    ///
    /// let picture = Picture::of_url(&Url::parse("x-db:name")?, Lints::default(), false);
    /// assert_eq!(picture.about(), "x-db: an experimental scheme (RFC 1738 section 4)");
    /// # Ok::<(), url1738::Error>(())
    /// ```
    #[must_use]
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Returns the parts in order; of more than 40, the first 30 and the last 10.
    ///
    /// ```
    /// use url1738::{Lints, Url};
    /// use url1738_picture::Picture;
    ///
    /// let picture = Picture::of_url(&Url::parse("news:comp.lang")?, Lints::default(), false);
    /// assert!(picture.parts().iter().map(|part| part.name).eq(["scheme", "group"]));
    /// # Ok::<(), url1738::Error>(())
    /// ```
    #[must_use]
    pub fn parts(&self) -> &[LabelledPart] {
        &self.parts
    }

    /// Returns which parts are left out of [`parts`](Self::parts).
    ///
    /// ```
    /// use url1738::{Lints, Url};
    /// use url1738_picture::Picture;
    ///
    /// let picture = Picture::of_url(&Url::parse("news:*")?, Lints::default(), false);
    /// assert_eq!(picture.skipped().count, 0);
    /// # Ok::<(), url1738::Error>(())
    /// ```
    #[must_use]
    pub const fn skipped(&self) -> Skipped {
        self.skipped
    }

    /// Returns what is drawn below the parts.
    ///
    /// ```
    /// use url1738::{Lints, Url};
    /// use url1738_picture::{Finding, Picture};
    ///
    /// let picture = Picture::of_url(&Url::parse("news:*")?, Lints::default(), false);
    /// assert!(matches!(picture.finding(), Finding::Valid { .. }));
    /// # Ok::<(), url1738::Error>(())
    /// ```
    #[must_use]
    pub const fn finding(&self) -> &Finding {
        &self.finding
    }

    /// Returns the line as the title of a drawing: not longer than a few hundred columns.
    pub(crate) fn short_url(&self) -> String {
        shorten(self.url.clone(), MAX_TEXT)
    }
}

/// Returns the decoded part as it may be shown, if it differs from the part as written and is not a secret.
fn decoded(text: &str, masked: &Redacted<'_>, at: PartSpan) -> Option<String> {
    let written = at.span.slice(text);
    let octets = Escaped::new_validated(written).decode();
    (!masked.covers(at.span) && *octets != *written.as_bytes())
        .then(|| Sanitized::new(Redacted::revealed(&octets)).to_string())
}

fn about(url: &dyn AnyUrl) -> String {
    let (scheme, info) = (url.scheme(), url.scheme_info());
    if !info.name.is_empty() {
        let is_number = info.section.starts_with(|c: char| c.is_ascii_digit());
        let document = if is_number { "RFC 1738 section " } else { "" };
        return format!("{scheme}: {} ({document}{})", info.purpose, info.section);
    }
    let kind = match SchemeKind::of(scheme) {
        SchemeKind::Experimental => "an experimental scheme (RFC 1738 section 4)",
        SchemeKind::Reserved => "a scheme that RFC 1738 reserves without a syntax (section 4)",
        _ => "not a scheme of RFC 1738, read by the generic syntax (section 5)",
    };
    let scheme = shorten(scheme.to_owned(), MAX_TEXT);
    format!("{scheme}: {kind}")
}
