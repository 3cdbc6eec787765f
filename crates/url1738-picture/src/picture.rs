//! The picture as data.

#![allow(
    clippy::arithmetic_side_effects,
    reason = "numbers of parts and offsets, which are not more than the bytes of a text"
)]

use alloc::{
    borrow::{Cow, ToOwned as _},
    format,
    string::{String, ToString as _},
    vec,
    vec::Vec,
};
use core::fmt;

use url1738::{
    Error, ErrorKind, Escaped, Lints, PartSpan, Redacted, SchemeKind, Span, Url, syntax::part,
};

use crate::{
    Dialogue, LabelledPart, Page, SCHEMES, Sanitized,
    layout::{Ends, Skipped, shorten, split, width},
    meaning, svg, text,
    window::{Window, whole_characters},
};

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

/// What is drawn below the parts.
///
/// ```
/// use url1738::Url;
/// use url1738_picture::{Finding, Picture};
///
/// let text = "http://h/a~b";
/// let error = Url::parse(text).unwrap_err();
/// let picture = Picture::of_error(text.as_bytes(), &error, false);
/// let Finding::Invalid { code, help, .. } = picture.finding() else { panic!() };
/// assert_eq!((code.as_str(), help.as_str()), ("unexpected-byte", "percent-encode it as `%7E`"));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Finding {
    /// The line is a URL.
    #[non_exhaustive]
    Valid {
        /// The lints that are shown.
        lints: Lints,
        /// The access plan as a dialogue.
        dialogue: Dialogue,
    },
    /// The line is not a URL.
    #[non_exhaustive]
    Invalid {
        /// The code of the error.
        code: String,
        /// Where the error is: file, line and column, for example. Empty if that is unknown.
        place: String,
        /// What to do; empty if there is nothing to suggest.
        help: String,
        /// A note for readers who want to know more; may be empty.
        note: String,
    },
}

/// A piece of the line as it is drawn.
///
/// ```
/// use url1738::{Lints, Url};
/// use url1738_picture::Picture;
///
/// let picture = Picture::of_url(&Url::parse("http://host.dom/")?, Lints::default(), false);
/// let pieces: Vec<_> = picture.pieces().into_iter().map(|it| (it.text, it.part)).collect();
/// assert_eq!(pieces[0], ("http".to_owned(), Some(1)));
/// assert_eq!(pieces[1], ("://".to_owned(), None));
/// assert_eq!(pieces[2], ("host.dom".to_owned(), Some(2)));
/// # Ok::<(), url1738::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Piece {
    /// The text; empty for an empty part.
    pub text: String,
    /// The number of the part, or `None` between parts.
    pub part: Option<usize>,
}

/// How many parts are drawn at the start and at the end of a URL.
const FIRST_PARTS: usize = 30;
const LAST_PARTS: usize = 10;
/// The longest text of a part that is drawn, in columns.
const MAX_TEXT: usize = 400;

impl Picture {
    /// Draws a URL. `lints` are those to show. Passwords are `***` unless they are to be shown.
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
    pub fn of_url(url: &Url<&str>, lints: Lints, show_passwords: bool) -> Self {
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
        let scheme = url.scheme();
        let mut parts: Vec<LabelledPart> = parts
            .into_iter()
            .map(|(number, at)| {
                let decoded = decoded(text, &masked, at).map(|text| shorten(text, MAX_TEXT));
                let text = Sanitized::new(masked.slice(at.span)).to_string();
                let (columns, text) = (window.columns(at.span), shorten(text, MAX_TEXT));
                LabelledPart {
                    columns,
                    text,
                    decoded,
                    ..LabelledPart::new(number, at.part, scheme)
                }
            })
            .collect();
        // The last segment of a path names a file, the others directories.
        if let Some(last) = parts.iter_mut().rev().find(|part| part.name == "fsegment") {
            last.meaning = meaning(scheme, "fsegment", true);
        }
        let dialogue = Dialogue::new(&url.plan(), show_passwords);
        let finding = Finding::Valid { lints, dialogue };
        Self { url: window.text(), about: about(url), parts, skipped, finding }
    }

    /// Draws a text that is not a URL, with the parts that are certain and the place of the error. Passwords are `***`
    /// unless they are to be shown.
    ///
    /// ```
    /// use url1738::Url;
    /// use url1738_picture::Picture;
    ///
    /// let text = "ftp://host.dom/a~b";
    /// let picture = Picture::of_error(text.as_bytes(), &Url::parse(text).unwrap_err(), false);
    /// assert_eq!(picture.about(), "unexpected `~` in path segment");
    /// let [.., error] = picture.parts() else { panic!() };
    /// assert_eq!((error.name, error.columns, error.is_error), ("fsegment", Some((16, 17)), true));
    /// ```
    #[must_use]
    pub fn of_error(bytes: &[u8], error: &Error, show_passwords: bool) -> Self {
        let masked = match show_passwords {
            true => Redacted::revealed(bytes),
            false => Redacted::new(bytes),
        };
        let window = Window::around(&masked, error.span());
        let before = parts_before(bytes, error);
        let scheme = before.first().map(|at| at.span.slice_bytes(bytes));
        let scheme = scheme.and_then(|name| core::str::from_utf8(name).ok()).unwrap_or_default();
        let scheme = scheme.to_ascii_lowercase();
        let Span { mut start, mut end } = error.span();
        // All of a secret is marked if the error is in it.
        let is_around = |secret: &&Span| secret.start <= start && start < secret.end;
        if let Some(secret) = masked.secrets().iter().find(is_around) {
            (start, end) = (secret.start, end.max(secret.end));
        }
        let span = whole_characters(bytes, start as usize, end as usize);
        let text = |span: Span| shorten(Sanitized::new(masked.slice(span)).to_string(), MAX_TEXT);
        let mut ends = Ends::new(FIRST_PARTS, LAST_PARTS);
        for (number, at) in (1..).zip(&before) {
            let (columns, text) = (window.columns(at.span), text(at.span));
            ends.push(LabelledPart {
                columns,
                text,
                ..LabelledPart::new(number, at.part, &scheme)
            });
        }
        ends.push(LabelledPart {
            columns: window.columns(span),
            text: text(span),
            meaning: "the error is here",
            is_error: true,
            ..LabelledPart::new(before.len() + 1, error.part(), &scheme)
        });
        let (parts, skipped) = ends.finish();
        let known = Some(error).filter(|error| !masked.covers(error.span()));
        let finding = Finding::Invalid {
            code: error.code().to_owned(),
            place: String::new(),
            // The help for a byte of a secret names no more than that byte.
            help: known.map_or_else(|| error.help().to_string(), |error| error.help_for(bytes)),
            note: String::new(),
        };
        let about = title(error, &masked);
        let about = Sanitized::new(Redacted::revealed(about.as_bytes())).to_string();
        Self { url: window.text(), about, parts, skipped, finding }
    }

    /// Sets where the error is, for the text: file, line and column. Has no effect on the picture of a URL.
    ///
    /// ```
    /// use url1738::Url;
    /// use url1738_picture::{Page, Picture};
    ///
    /// let picture = Picture::of_error(b"http://h/~", &Url::parse("http://h/~").unwrap_err(), false);
    /// let mut text = String::new();
    /// picture.with_place("list.txt:1:10").write_text(&Page::default(), &mut text).unwrap();
    /// assert!(text.contains("--> list.txt:1:10"));
    /// ```
    #[must_use]
    pub fn with_place(mut self, new: impl Into<String>) -> Self {
        if let Finding::Invalid { place, .. } = &mut self.finding {
            *place = new.into();
        }
        self
    }

    /// Replaces what to do about the error. Has no effect on the picture of a URL.
    ///
    /// ```
    /// use url1738::Url;
    /// use url1738_picture::Picture;
    ///
    /// let picture = Picture::of_error(b"http://h/~", &Url::parse("http://h/~").unwrap_err(), false);
    /// assert!(picture.with_help("try http://h/%7E").to_svg().contains("help: try http://h/%7E"));
    /// ```
    #[must_use]
    pub fn with_help(mut self, new: impl Into<String>) -> Self {
        if let Finding::Invalid { help, .. } = &mut self.finding {
            *help = new.into();
        }
        self
    }

    /// Sets a note that [verbose](Page::verbose) texts have. Has no effect on the picture of a URL.
    ///
    /// ```
    /// use url1738::Url;
    /// use url1738_picture::{Page, Picture};
    ///
    /// let picture = Picture::of_error(b"http://h/~", &Url::parse("http://h/~").unwrap_err(), false);
    /// let mut page = Page::default();
    /// page.verbose = true;
    /// let mut text = String::new();
    /// picture.with_note("see section 3.3 of RFC 1738").write_text(&page, &mut text).unwrap();
    /// assert!(text.contains("note: see section 3.3 of RFC 1738"));
    /// ```
    #[must_use]
    pub fn with_note(mut self, new: impl Into<String>) -> Self {
        if let Finding::Invalid { note, .. } = &mut self.finding {
            *note = new.into();
        }
        self
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

    /// Returns the line as it is drawn, divided at the bounds of the parts. Joined, the texts are [`url`](Self::url).
    ///
    /// ```
    /// use url1738::{Lints, Url};
    /// use url1738_picture::Picture;
    ///
    /// let picture = Picture::of_url(&Url::parse("nntp://h/a.b/12")?, Lints::default(), false);
    /// let pieces = picture.pieces();
    /// let texts: Vec<&str> = pieces.iter().map(|piece| piece.text.as_str()).collect();
    /// assert_eq!(texts, ["nntp", "://", "h", "/", "a.b", "/", "12"]);
    /// assert_eq!(pieces[6].part, Some(4));
    /// # Ok::<(), url1738::Error>(())
    /// ```
    #[must_use]
    pub fn pieces(&self) -> Vec<Piece> {
        let (mut at, mut rest) = (0, self.url.as_str());
        let mut pieces = Vec::new();
        let mut cut = |to: usize, part: Option<usize>| {
            let (text, tail) = match to.saturating_sub(at) {
                0 => ("", rest),
                room => split(rest, room),
            };
            (at, rest) = (at + width(text), tail);
            if part.is_some() || !text.is_empty() {
                pieces.push(Piece { text: text.to_owned(), part });
            }
        };
        for part in &self.parts {
            if let Some((start, end)) = part.columns {
                cut(start, None);
                cut(end, Some(part.number));
            }
        }
        cut(usize::MAX, None);
        pieces
    }

    /// Writes the picture as text: the line with its parts underlined and numbered, a list of the numbers, and the
    /// dialogue or the help.
    ///
    /// # Errors
    ///
    /// Returns an error if `out` does.
    ///
    /// ```
    /// use url1738::Url;
    /// use url1738_picture::{Page, Picture};
    ///
    /// let picture = Picture::of_error(b"http://h/~", &Url::parse("http://h/~").unwrap_err(), false);
    /// let mut text = String::new();
    /// picture.write_text(&Page::default(), &mut text)?;
    /// assert!(text.starts_with("error[unexpected-byte]: unexpected `~` in path segment\n"));
    /// # Ok::<(), core::fmt::Error>(())
    /// ```
    pub fn write_text(&self, page: &Page, out: &mut dyn fmt::Write) -> fmt::Result {
        text::draw(self, page, out)
    }

    /// Returns the picture as a whole SVG document, with a description for screen readers and colors for light and
    /// dark pages.
    ///
    /// ```
    /// use url1738::Url;
    /// use url1738_picture::Picture;
    ///
    /// let url = Url::parse("http://host.dom/")?;
    /// let svg = Picture::of_url(&url, url.lints(), false).to_svg();
    /// assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    /// assert!(svg.contains("<title id=\"title\">http://host.dom/</title>"));
    /// # Ok::<(), url1738::Error>(())
    /// ```
    #[must_use]
    pub fn to_svg(&self) -> String {
        svg::draw(self)
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

/// Returns what is wrong in a line: the message of the error, which shows a character outside US-ASCII instead of its first
/// octet. Nothing of a secret of `line` is shown.
///
/// ```
/// use url1738::{Redacted, Url};
/// use url1738_picture::title;
///
/// let text = "http://h/caf\u{e9}";
/// let line = Redacted::new(text.as_bytes());
/// let title = title(&Url::parse(text).unwrap_err(), &line);
/// assert_eq!(title, "unexpected `\u{e9}` in path segment");
/// ```
#[must_use]
pub fn title(error: &Error, line: &Redacted<'_>) -> Cow<'static, str> {
    let message = error.message().to_string();
    let ErrorKind::UnexpectedByte(octet @ 0x80..) = error.kind() else { return message.into() };
    if line.covers(error.span()) {
        return message.into();
    }
    let Ok(shown) = core::str::from_utf8(error.span().slice_bytes(line.bytes())) else {
        return message.into();
    };
    let shown: String = shown.chars().take(24).collect();
    let shown = format!("`{}`", Sanitized::new(Redacted::revealed(shown.as_bytes())));
    message.replace(&format!("non-ASCII byte 0x{octet:02X}"), &shown).into()
}

/// Returns the parts before an error, as far as they are certain: those of the text before the error that end before it.
///
/// Before an error in the login only the scheme is, since in `ftp://joe:se cret@h/` the `joe` is a user although
/// `ftp://joe:se` has a host `joe`.
fn parts_before(text: &[u8], error: &Error) -> Vec<PartSpan> {
    let end = error.span().start as usize;
    let Some(head) = text.get(..end).and_then(|head| core::str::from_utf8(head).ok()) else {
        return Vec::new();
    };
    let Some((scheme, rest)) = head.split_once(':') else { return Vec::new() };
    if !is_login_uncertain(rest, text.get(end..).unwrap_or_default()) {
        // An error may follow a delimiter: the text before it may be a URL, or the text with something after it.
        let shorter = head.get(..head.len() - 1).unwrap_or_default();
        let longer = format!("{head}h");
        let heads = [head, shorter, &longer];
        if let Some(url) = heads.iter().find_map(|head| Url::parse_bytes(head.as_bytes()).ok()) {
            let mut parts = url.parts();
            parts.retain(|at| (at.span.end as usize) < end);
            return parts;
        }
    }
    let len = u32::try_from(scheme.len()).unwrap_or(u32::MAX);
    let is_scheme = ["", "//h/"]
        .iter()
        .any(|rest| Url::parse_bytes(format!("{scheme}:{rest}").as_bytes()).is_ok());
    match is_scheme {
        true => vec![PartSpan { part: &part::SCHEME, span: Span::new(0, len) }],
        false => Vec::new(),
    }
}

/// Returns whether an error between these texts is in an authority that goes on with an `@`. The first text begins after
/// the colon of the scheme.
fn is_login_uncertain(before: &str, after: &[u8]) -> bool {
    let Some(authority) = before.strip_prefix("//") else { return false };
    let rest = after.split(|byte| *byte == b'/').next().unwrap_or_default();
    !authority.contains('/') && rest.contains(&b'@')
}

fn about(url: &Url<&str>) -> String {
    let scheme = url.scheme();
    if let Some(known) = SCHEMES.iter().find(|known| known.name == scheme) {
        return format!("{scheme}: {} (RFC 1738 section {})", known.title, known.section);
    }
    let kind = match url.scheme_kind() {
        SchemeKind::Experimental => "an experimental scheme (RFC 1738 section 4)",
        SchemeKind::Reserved => "a scheme that RFC 1738 reserves without a syntax (section 4)",
        _ => "not a scheme of RFC 1738, read by the generic syntax (section 5)",
    };
    let scheme = shorten(scheme.to_owned(), MAX_TEXT);
    format!("{scheme}: {kind}")
}
