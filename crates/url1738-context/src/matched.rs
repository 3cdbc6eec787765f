//! What a search returns.

use alloc::{borrow::Cow, boxed::Box, format, string::String, vec::Vec};
use core::{fmt, ops::Range};

use url1738_core::Redacted;

/// A URL in a text (Appendix). `Debug` masks passwords.
///
/// ```
/// use url1738_context::{Form, find_iter};
///
/// let text = b"see <URL:http://ds.internic.\n  net/instructions/overview.html#WARNING>.";
/// let found = find_iter(text).next().unwrap();
/// assert_eq!(found.url, "http://ds.internic.net/instructions/overview.html");
/// assert_eq!(found.fragment.as_deref(), Some("WARNING"));
/// assert_eq!(found.form, Form::Wrapped);
/// assert!(found.is_joined());
/// assert_eq!(&text[found.span.clone()][..7], b"http://");
/// assert_eq!(&text[found.whole.clone()][..5], b"<URL:");
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Match<'t> {
    /// The bytes of the text from the URL's first to its last, including a fragment and whatever breaks the URL. In a stream
    /// they are counted from its beginning.
    pub span: Range<usize>,
    /// Like `span`, but with what surrounds the URL and belongs to it: `<URL:` and `>`, `URL:`, quotation marks. A mark
    /// that touches two URLs belongs to both.
    pub whole: Range<usize>,
    /// The URL, joined where the text breaks it. It is the one that a careful reader takes, and need not be valid: a raw `~`
    /// is common. Parse it to know.
    ///
    /// Octets that are not UTF-8 become U+FFFD, which no URL may contain. The reference `&#38;` of HTML becomes `&`; other
    /// numeric references are kept with their `#`, so that the URL is not valid.
    pub url: Cow<'t, str>,
    /// The text after the first `#`, which is not part of a URL (section 2.2) but goes with it (Appendix).
    pub fragment: Option<Cow<'t, str>>,
    /// How the text sets the URL off.
    pub form: Form,
    /// Breaks and other readings, which few URLs have. Boxed, so that a match stays small.
    pub(crate) breaks: Option<Box<Breaks>>,
}

/// How the text breaks a URL, and how else it may be read.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Breaks {
    pub(crate) alternatives: Vec<Alternative>,
    /// Where the joined text comes from: pairs of an offset in it and one in the text, ascending. Empty if nothing was
    /// joined.
    pub(crate) origins: Vec<(usize, usize)>,
    /// Whether the URL was cut where it may go on.
    pub(crate) truncated: bool,
}

/// How a text sets a URL off from the text around it (Appendix).
///
/// ```
/// use url1738_context::{Form, find_iter};
///
/// let forms: Vec<_> = find_iter(b"<URL:ftp://a/> <ftp://b/> 'ftp://c/' ftp://d/").map(|it| it.form).collect();
/// assert_eq!(forms, [Form::Wrapped, Form::Angle, Form::Quoted, Form::Bare]);
/// assert_eq!(forms[0].as_str(), "wrapped");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// `<URL:...>`, as the Appendix recommends.
    Wrapped,
    /// `<...>`, or `\u{27e8}...\u{27e9}` as groff prints.
    Angle,
    /// `URL:...` without brackets, or with one that never closes.
    Prefixed,
    /// In quotation marks that touch it.
    Quoted,
    /// White space and punctuation end it.
    Bare,
}

impl Form {
    /// Returns the name of the form in one lower-case word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Wrapped => "wrapped",
            Self::Angle => "angle",
            Self::Prefixed => "prefixed",
            Self::Quoted => "quoted",
            Self::Bare => "bare",
        }
    }
}

/// Another reading of a URL that the text breaks (Appendix).
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Alternative {
    /// The URL in this reading.
    pub url: String,
    /// The text after the `#` in this reading.
    pub fragment: Option<String>,
    /// Why the text has this reading, too.
    pub ambiguity: Ambiguity,
}

/// Why a URL in running text has another reading (Appendix).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ambiguity {
    /// The hyphen at the end of a line is the typesetter's (Appendix). [`Match::url`] keeps it, as it nearly always belongs
    /// to the URL.
    HyphenDropped,
    /// A blank within a line ends the URL. [`Match::url`] ignores it, as the Appendix demands inside a wrapper, unless `<`
    /// alone opened that and only words follow.
    EndsAtBlank,
    /// The URL ends with its line. [`Match::url`] goes on, as the next line does not begin with a word.
    EndsAtLine,
    /// The URL goes on after the blank at which [`Match::url`] ends.
    BlankIgnored,
    /// The blanks within a line are part of the URL, percent-encoded. [`Match::url`] leaves them out, or ends before them.
    BlankEncoded,
    /// The URL ends before a letter outside US-ASCII that touches its host, as in a script without blanks between words.
    /// [`Match::url`] includes the letter, which may be part of the host's name, and is not valid.
    EndsAtLetter,
    /// A typographic character is read as the one that it replaces: U+203E as `~`, U+2019 as `'`, U+2010 as `-`.
    /// [`Match::url`] has it as it is in the text, and is not valid, or leaves it out at the end of a line.
    Retyped,
}

impl fmt::Debug for Match<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Match")
            .field("span", &self.span)
            .field("whole", &self.whole)
            .field("url", &Masked(&self.url, self.fragment.as_deref()))
            .field("form", &self.form)
            .field("alternatives", &self.alternatives())
            .field("origins", &self.origins())
            .field("truncated", &self.is_truncated())
            .finish()
    }
}

impl fmt::Debug for Alternative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Alternative")
            .field("url", &Masked(&self.url, self.fragment.as_deref()))
            .field("ambiguity", &self.ambiguity)
            .finish()
    }
}

/// Returns a URL with its fragment.
fn target<'a>(url: &'a str, fragment: Option<&str>) -> Cow<'a, str> {
    fragment.map_or(Cow::Borrowed(url), |fragment| format!("{url}#{fragment}").into())
}

/// A URL and its fragment as one text without passwords: the `#` may be part of one.
struct Masked<'a>(&'a str, Option<&'a str>);

impl fmt::Debug for Masked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Redacted::of_cut(target(self.0, self.1).as_bytes()).fmt(f)
    }
}

impl Match<'_> {
    /// Returns the URL with its fragment: what a link points to.
    ///
    /// ```
    /// # use url1738_context::find_iter;
    /// let found = find_iter(b"see <URL:http://host.\n  dom/rfc#s2>").next().unwrap();
    /// assert_eq!((&*found.url, &*found.target()), ("http://host.dom/rfc", "http://host.dom/rfc#s2"));
    /// ```
    #[must_use]
    pub fn target(&self) -> Cow<'_, str> {
        target(&self.url, self.fragment.as_deref())
    }

    /// Returns the other readings of a URL that the text breaks, the likeliest first.
    ///
    /// ```
    /// # use url1738_context::find_iter;
    /// let found = find_iter(b"<URL:ftp://h/a-\n   b>").next().unwrap();
    /// assert_eq!(found.url, "ftp://h/a-b");
    /// assert_eq!(found.alternatives()[0].url, "ftp://h/ab");
    /// ```
    #[must_use]
    pub fn alternatives(&self) -> &[Alternative] {
        self.breaks.as_ref().map_or(&[], |breaks| &breaks.alternatives)
    }

    /// Returns whether the URL was cut, so that [`url`](Match::url) and [`fragment`](Match::fragment) may be only its
    /// beginning. They may parse as another URL than the text has.
    ///
    /// A URL is cut after 64 KiB, and if it may go on after a character that ends it: a dash between words, a backslash that
    /// may begin a command or a folder, a control character, a letter after the extension of a file, an expression of a
    /// template or a shell with blanks in it.
    ///
    /// ```
    /// # use url1738_context::find_iter;
    /// let text = format!("http://host.dom/{}", "a/".repeat(40_000));
    /// let found = find_iter(text.as_bytes()).next().unwrap();
    /// assert!(found.is_truncated());
    /// assert!(found.url.len() < text.len());
    /// ```
    #[must_use]
    pub fn is_truncated(&self) -> bool {
        self.breaks.as_ref().is_some_and(|breaks| breaks.truncated)
    }

    fn origins(&self) -> &[(usize, usize)] {
        self.breaks.as_ref().map_or(&[], |breaks| &breaks.origins)
    }

    pub(crate) fn breaks_mut(&mut self) -> &mut Breaks {
        self.breaks.get_or_insert_default()
    }

    /// Returns the offset in the text for an offset in `url`, `#` and fragment as one string.
    fn origin(&self, offset: usize) -> usize {
        let origins = self.origins();
        let (before, after) =
            origins.split_at(origins.partition_point(|(joined, _)| *joined <= offset));
        let (joined, original) = before.last().copied().unwrap_or((0, self.span.start));
        // U+FFFD has more bytes than the octet that it stands for.
        let next = after.first().map_or(self.span.end, |(_, next)| next - 1);
        // The offset may be any number.
        original.saturating_add(offset - joined).min(next.max(original))
    }

    /// Returns the bytes of the text for a range of `url`, `#` and fragment as one string: so an error in a joined URL is shown in
    /// the text that breaks it. Their end is that of the range's last byte, before a break that may follow it. An empty range where
    /// two parts were joined is at the beginning of the second.
    ///
    /// ```
    /// # use url1738_context::find_iter;
    /// let text = b"<URL:ftp://host.\n   dom/~joe>";
    /// let found = find_iter(text).next().unwrap().into_owned();
    /// let tilde = found.url.find('~').unwrap();
    /// assert_eq!(&text[found.origin_of(tilde..tilde + 1)], b"~");
    /// ```
    #[must_use]
    pub fn origin_of(&self, range: Range<usize>) -> Range<usize> {
        let start = self.origin(range.start);
        let end = if range.is_empty() { start } else { self.origin(range.end - 1) + 1 };
        start..end.min(self.span.end)
    }

    /// Returns whether the text breaks the URL, so that `url` is not what is at `span`.
    #[must_use]
    pub fn is_joined(&self) -> bool {
        !self.origins().is_empty()
    }

    /// Copies the texts, so that the match does not borrow.
    #[must_use]
    pub fn into_owned(self) -> Match<'static> {
        Match {
            span: self.span,
            whole: self.whole,
            url: Cow::Owned(self.url.into_owned()),
            fragment: self.fragment.map(|fragment| Cow::Owned(fragment.into_owned())),
            form: self.form,
            breaks: self.breaks,
        }
    }

    /// Returns the match in a text that begins `base` bytes earlier.
    pub(crate) fn moved_by(mut self, base: usize) -> Self {
        // A stream may be longer than `usize` counts on a target with 32 bits.
        let by = |offset: &mut usize| *offset = offset.saturating_add(base);
        let Self { span, whole, .. } = &mut self;
        [&mut span.start, &mut span.end, &mut whole.start, &mut whole.end].into_iter().for_each(by);
        if let Some(breaks) = &mut self.breaks {
            breaks.origins.iter_mut().for_each(|(_, original)| by(original));
        }
        self
    }
}
