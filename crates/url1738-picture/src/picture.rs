//! The picture as data.

use alloc::{
    borrow::ToOwned as _,
    format,
    string::{String, ToString as _},
    vec,
    vec::Vec,
};

use url1738::{
    AnyUrl, Error, ErrorKind, Escaped, Host, Lints, PartSpan, Redacted, Role, SCHEMES, SchemeKind,
    Span, Url,
    syntax::{
        international, part,
        scheme::{Generic, Scheme as _},
    },
};

use crate::{
    Dialogue, LabelledPart, Sanitized,
    layout::{MAX_TEXT, Skipped, Window, ends, pieces, shorten},
};

/// A picture of one line, whether it is a URL or not: its parts, their meaning, and the access or the error.
///
/// It contains no secret unless it was drawn with passwords.
///
/// ```
/// use url1738::Url;
/// use url1738_picture::{Page, Picture, about};
///
/// let url = Url::parse("gopher://host.dom/1/pub")?;
/// let picture = Picture::of_url(&url, url.lints(), false);
/// assert_eq!(picture.about, "gopher: Gopher items (RFC 1738 section 3.4)");
/// assert_eq!(picture.about, about(&url));
/// let mut text = String::new();
/// picture.write_text(&Page::default(), &mut text).unwrap();
/// assert!(text.contains("  gopher://host.dom/1/pub\n"));
/// assert!(text.contains("  1        2        3\n"));
/// # Ok::<(), url1738::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Picture {
    /// The line as it is drawn: secrets masked, and of a long one only pieces with `...` between them.
    pub url: String,
    /// One sentence about the URL, or the message of the error.
    pub about: String,
    /// The parts in order. Of more than 40, the first 30 and the last 10.
    pub parts: Vec<LabelledPart>,
    /// The parts that are left out.
    pub skipped: Skipped,
    /// The text below the parts.
    pub finding: Finding,
}

/// The text below the parts of a [`Picture`].
///
/// ```
/// use url1738::Url;
/// use url1738_picture::{Finding, Picture};
///
/// let text = "http://h/a~b";
/// let error = Url::parse(text).unwrap_err();
/// let picture = Picture::of_error(text.as_bytes(), &error, false);
/// let Finding::Invalid { code, help, .. } = picture.finding else { panic!() };
/// assert_eq!((code.as_str(), help.as_str()), ("tilde", "percent-encode it as `%7E`"));
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
        /// The place of the error, such as file, line and column. Empty unless the caller sets it.
        place: String,
        /// A suggestion; empty if there is none.
        help: String,
        /// A note that texts with [`verbose`](crate::Page::verbose) have. Empty unless the caller sets it.
        note: String,
    },
}

/// A piece of the line as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Piece {
    /// The text; empty for an empty part.
    pub text: String,
    /// The number of the part, or `None` between parts.
    pub part: Option<usize>,
}

/// How many parts are drawn at the start and at the end of a URL.
// The first parts of a long path say where it is, the last ones what it names.
const FIRST_PARTS: usize = 30;
const LAST_PARTS: usize = 10;

impl Picture {
    /// Draws a URL of any type: a `Url`, a URL of one scheme, or one that a `Registry` has parsed. Shows `lints`. Passwords are
    /// masked as `***` if `show_passwords` is false.
    #[must_use]
    pub fn of_url(url: &dyn AnyUrl, lints: Lints, show_passwords: bool) -> Self {
        let text = url.as_str();
        let masked = match show_passwords {
            true => Redacted::revealed(text.as_bytes()),
            false => url.redacted(),
        };
        let window = Window::of_url(&masked);
        // A URL may have a million parts, of which only those that are drawn are kept.
        let mut number = 0;
        let (parts, skipped) = ends(FIRST_PARTS, LAST_PARTS, |push| {
            url.each_part(&mut |at| {
                number += 1;
                push((number, at));
            });
        });
        let info = url.scheme_info();
        // The last segment of a path names a file, the others directories.
        let is_last = |(_, at): &&(usize, PartSpan)| at.part.last_meaning.is_some();
        let last = parts.iter().rev().find(is_last).map(|(number, _)| *number);
        let label = |(number, at): (usize, PartSpan)| LabelledPart {
            decoded: decoded(text, &masked, at).map(|text| shorten(text, MAX_TEXT)),
            ..LabelledPart::new(number, at, info.meaning(at.part, last == Some(number)), &window)
        };
        let parts = parts.into_iter().map(label).collect();
        // A plan of a long path has a message for each directory, and is shortened on its own.
        let mut dialogue = Dialogue::new(&url.plan(), show_passwords);
        if let Dialogue::Plan { warnings, .. } = &mut dialogue {
            // A finding that is a lint, too, is shown once.
            warnings.retain(|(code, _)| !lints.has(code));
        }
        let finding = Finding::Valid { lints, dialogue };
        Self { url: window.text(), about: about(url), parts, skipped, finding }
    }

    /// Draws a text that is not a URL, with the parts that are certain and the place of the error. Passwords are masked as
    /// `***` if `show_passwords` is false.
    #[must_use]
    pub fn of_error(bytes: &[u8], error: &Error, show_passwords: bool) -> Self {
        let masked = match show_passwords {
            true => Redacted::revealed(bytes),
            false => Redacted::new(bytes),
        };
        // Columns are those of the masked text, so that the caret is under what is shown.
        let window = Window::around(&masked, error.span());
        let before = parts_before(bytes, error);
        let scheme = before.first().map_or(&b""[..], |at| at.span.slice_bytes(bytes));
        let mut known = SCHEMES.iter().copied();
        let info = known.find(|info| info.name.as_bytes().eq_ignore_ascii_case(scheme));
        let info = info.unwrap_or(Generic::INFO);
        let Span { mut start, mut end } = error.span();
        // All of a secret is marked if the error is in it.
        let is_around = |secret: &&Span| secret.start <= start && start < secret.end;
        if let Some(secret) = masked.secrets().iter().find(is_around) {
            (start, end) = (secret.start, end.max(secret.end));
        }
        let span = Span::new(start, end);
        let (parts, skipped) = ends(FIRST_PARTS, LAST_PARTS, |push| {
            for (number, at) in (1..).zip(&before) {
                push(LabelledPart::new(number, *at, info.meaning(at.part, false), &window));
            }
            let (number, at) = (before.len() + 1, PartSpan { part: error.part(), span });
            let error_at = LabelledPart::new(number, at, "the error is here", &window);
            let text = shorten(Sanitized::new(masked.slice(span)).alone().to_string(), MAX_TEXT);
            push(LabelledPart { is_error: true, text, ..error_at });
        });
        let known = Some(error).filter(|error| !masked.covers(error.span()));
        let finding = Finding::Invalid {
            code: error.code().to_owned(),
            place: String::new(),
            // The help for a byte of a secret names no more than that byte.
            help: known.map_or_else(|| error.help().to_string(), |error| Url::help(bytes, error)),
            note: String::new(),
        };
        let about = title(error, &masked);
        let about = Sanitized::new(Redacted::revealed(about.as_bytes())).to_string();
        Self { url: window.text(), about, parts, skipped, finding }
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
        let parts = self.parts.iter().filter_map(|part| Some((part.columns?, part.number)));
        let pieces = pieces(&self.url, parts).into_iter();
        pieces.map(|(text, part)| Piece { text: text.to_owned(), part }).collect()
    }
}

/// Returns the decoded part as it may be shown, if it differs from the part as written and is not a secret.
fn decoded(text: &str, masked: &Redacted<'_>, at: PartSpan) -> Option<String> {
    let written = at.span.slice(text);
    if at.part.role == Role::Host {
        return other_form(written);
    }
    // Decoding shows what the server receives: the `%0D%0A` in a path is a line break. A secret stays `***`.
    let octets = Escaped::new_validated(written).decode();
    (!masked.covers(at.span) && *octets != *written.as_bytes())
        .then(|| Sanitized::new(Redacted::revealed(&octets)).to_string())
}

/// Returns a host as a person reads it, or the address that other software reaches by it.
fn other_form(host: &str) -> Option<String> {
    let own = Host::parse(host).ok().and_then(Host::ipv4);
    let other = Host::inet_aton(host).filter(|address| Some(*address) != own);
    let other = other.map(|address| format!("{address} to inet_aton and WHATWG parsers"));
    other.or_else(|| international::to_unicode(host))
}

/// Returns one sentence about a URL: the purpose of its scheme, and where RFC 1738 describes it.
#[must_use]
pub fn about(url: &dyn AnyUrl) -> String {
    let (scheme, info) = (url.scheme(), url.scheme_info());
    if !info.name.is_empty() {
        // The successors of http have no section in RFC 1738, and name their document instead.
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

/// Returns the message of the error in a line. For a character outside US-ASCII, the message has the character instead of its
/// first byte. It contains no secret of the line.
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
pub fn title(error: &Error, line: &Redacted<'_>) -> String {
    let is_part_of_character = matches!(error.kind(), ErrorKind::UnexpectedByte(0x80..));
    match core::str::from_utf8(error.span().slice_bytes(line.bytes())) {
        Ok(shown) if is_part_of_character && !line.covers(error.span()) => {
            let shown: String = shown.chars().take(24).collect();
            let shown = Sanitized::new(Redacted::revealed(shown.as_bytes())).alone();
            error.message_naming(&format!("`{shown}`")).to_string()
        }
        _ => error.message().to_string(),
    }
}

/// Returns the parts that end before an error, and that are certain.
///
/// Before an error in the login, only the scheme is certain: in `ftp://joe:se cret@h/` the `joe` is a user, although
/// `ftp://joe:se` has a host `joe`.
fn parts_before(text: &[u8], error: &Error) -> Vec<PartSpan> {
    let end = error.span().start as usize;
    let Some(head) = text.get(..end).and_then(|head| core::str::from_utf8(head).ok()) else {
        return Vec::new();
    };
    let Some((scheme, rest)) = head.split_once(':') else { return Vec::new() };
    if !is_login_uncertain(rest, &text[end..]) {
        // An error may follow a delimiter: the text with something after it may be a URL, or the text before it. Before
        // the `~`, `ftp://joe@~/` has a URL without its host, and `http://h:~/` a URL and a colon. The longer text comes
        // first, because `ftp://joe` is a URL, too, in which `joe` is the host.
        let (longer, shorter) = (format!("{head}h"), head.strip_suffix(|_: char| true));
        let mut heads = [Some(head), Some(&longer), shorter].into_iter().flatten();
        // By bytes, as callers parse the line: each parser is compiled where it is called, and takes 25 kB of the page.
        if let Some(url) = heads.find_map(|head| Url::parse_bytes(head.as_bytes()).ok()) {
            let mut parts = url.parts();
            parts.retain(|at| (at.span.end as usize) < end);
            return parts;
        }
    }
    let len = part::SCHEME.class.run(scheme.as_bytes());
    match len > 0 && len == scheme.len() {
        true => vec![PartSpan { part: &part::SCHEME, span: (0..scheme.len()).into() }],
        false => Vec::new(),
    }
}

/// Returns whether an error between these texts is in an authority with an `@` after the error. `before` begins after the
/// colon of the scheme.
fn is_login_uncertain(before: &str, after: &[u8]) -> bool {
    let Some(authority) = before.strip_prefix("//") else { return false };
    let mut rest = after.iter().take_while(|byte| **byte != b'/');
    !authority.contains('/') && rest.any(|byte| *byte == b'@')
}
