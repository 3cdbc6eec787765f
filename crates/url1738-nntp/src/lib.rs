#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

use alloc::string::{String, ToString as _};

use url1738_core::{
    chars::DIGIT,
    codes, form, impl_builder, impl_login, impl_url,
    part::{HOST, PORT},
    plan::{Argument, Plan, Refusal, Step, mode_reader},
    repair::{EMPTY, Repairer},
    scheme::{Canon, Cursor, Form, LoginSpans, Raw, Scheme, SchemeInfo},
};
pub use url1738_core::{exports::*, part::GROUP};

/// `nntp://host:port/group/number` (section 3.7).
///
/// ```
/// use url1738_nntp::NntpUrl;
///
/// let url = NntpUrl::parse("nntp://host.dom/comp.lang.c/10")?;
/// assert_eq!((url.path().as_str(), url.group(), url.article()), ("comp.lang.c/10", "comp.lang.c", Some(10)));
/// let url = NntpUrl::parse("nntp://host.dom/comp.test/0099999999999999999999")?;
/// assert_eq!((url.article(), url.article_str()), (None, Some("0099999999999999999999")));
/// # Ok::<(), url1738_nntp::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct NntpUrl<T = String>(Raw<Nntp, T>);
impl_url!(NntpUrl: Nntp);
impl_login!(NntpUrl: Nntp);
#[cfg(feature = "arbitrary")]
url1738_core::impl_arbitrary!(NntpUrl);

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> NntpUrl<T> {
    /// Returns the path as written: the group, and the number of the article after a `/`.
    #[must_use]
    #[inline]
    pub fn path(&'i self) -> Escaped<'o> {
        let login = self.0.spans().login;
        self.0.part(Span::to_end(login.span_to(0).start, self.as_str()))
    }

    /// Returns the name of the group.
    #[must_use]
    #[inline]
    pub fn group(&'i self) -> &'o str {
        self.0.spans().group().slice(self.as_str())
    }

    /// Returns the number of the article in the group, if the URL names one and it is below 2^64.
    #[must_use]
    #[inline]
    pub fn article(&'i self) -> Option<u64> {
        self.article_str()?.parse().ok()
    }

    /// Returns the number of the article as written: digits, as many as there are.
    #[must_use]
    #[inline]
    pub fn article_str(&'i self) -> Option<&'o str> {
        let text = self.as_str();
        self.0.spans().digits(text).map(|span| span.slice(text))
    }
}

impl_builder! {
    /// Builder of an [`NntpUrl`] (section 3.7).
    ///
    /// ```
    /// use url1738_nntp::{Host, NntpUrl};
    ///
    /// let url = NntpUrl::builder("host.dom", "comp.lang.c")?.article(10).build();
    /// assert_eq!(url, "nntp://host.dom/comp.lang.c/10");
    /// assert_eq!(url.to_builder().without_article().build(), "nntp://host.dom/comp.lang.c");
    /// # Ok::<(), url1738_nntp::Error>(())
    /// ```
    struct NntpBuilder: NntpUrl, hostport
}

impl NntpUrl {
    /// Returns a builder of a URL of a group of the server `host`: a [`Host`], or its text.
    ///
    /// # Errors
    ///
    /// Returns an error if `host` is a text that is not a host name or IPv4 address, or if `group` is not a group name. The
    /// span of the error is relative to the argument.
    pub fn builder<'a>(
        host: impl TryInto<Host<'a>, Error: Into<Error>>,
        group: &str,
    ) -> Result<NntpBuilder, Error> {
        NntpBuilder { parts: Editor::on::<Nntp>(host)? }.group(group)
    }
}

impl NntpBuilder {
    /// Sets the group.
    ///
    /// # Errors
    ///
    /// Returns an error if `name` is not a group name. The span of the error is relative to `name`.
    pub fn group(self, name: &str) -> Result<Self, Error> {
        GROUP.read_group(name)?;
        Ok(Self { parts: self.parts.with(&GROUP, [name]) })
    }

    /// Sets the number of the article.
    pub fn article(self, number: u64) -> Self {
        Self { parts: self.parts.with(&DIGITS, [number.to_string()]) }
    }

    /// Removes the article. The URL then names the group.
    pub fn without_article(self) -> Self {
        Self { parts: self.parts.without(&[&DIGITS]) }
    }
}

/// `digits = 1*digit`: the number of the article (section 3.7).
pub const DIGITS: Part = Part::new("digits", DIGIT, b"", "3.7")
    .with_label("article number")
    .with_alias("number")
    .with_canon(Canon::Verbatim)
    .with_hint("write the number of an article, or remove the `/` before it")
    .with_rules(const { &[&NNTP_MESSAGE_ID, &NNTP_PATH] })
    .with_meaning("the number of the article on this server");
/// A group, with the rule about a message-id in its place.
const GROUP_OR_ID: Part = GROUP.with_rules(const { &[&NNTP_MESSAGE_ID] });
/// A missing group.
const NO_GROUP: Part = GROUP.with_hint("write a group after the host: `nntp://host/group`");

/// Of [`GROUP_OR_ID`] and of [`DIGITS`].
const HAS_MESSAGE_ID: ErrorKind = ErrorKind::Custom(0);
/// Of [`DIGITS`].
const PATH: ErrorKind = ErrorKind::Custom(1);

/// The highest number of an article in RFC 3977.
const MAX_ARTICLE: u64 = 0x7FFF_FFFF;

/// Marker type of the scheme (section 3.7).
#[derive(Clone, Copy, Debug)]
pub struct Nntp;

/// Spans of the parts of an nntp URL (section 3.7).
#[derive(Clone, Copy, Debug)]
pub struct NntpSpans {
    login: LoginSpans,
    group_end: u32,
}

impl NntpSpans {
    #[inline]
    const fn group(&self) -> Span {
        self.login.span_to(self.group_end)
    }

    #[inline]
    fn digits(&self, text: &str) -> Option<Span> {
        Span::after(self.group_end, text)
    }
}

/// Returns the error of a group. A missing group and a message-id in its place have other messages.
#[cold]
fn group_error(error: Error, cursor: &Cursor<'_>) -> Error {
    match (error.kind(), error.span()) {
        (ErrorKind::Empty, span) => Error::bnf(&NO_GROUP, ErrorKind::Empty, span),
        // Other software writes `nntp://host/<id@host>` or `nntp://host/id@host`, so that the help names the form that RFC
        // 1738 has for it.
        (_, span) if cursor.rest().contains(&b'@') => {
            Error::bnf(&GROUP_OR_ID, HAS_MESSAGE_ID, span)
        }
        _ => error,
    }
}

/// Returns the error of the digits. A message-id in their place and a path after them have other messages.
#[cold]
fn digits_error(error: Error, digits: Span, cursor: &Cursor<'_>) -> Error {
    match error.kind() {
        ErrorKind::UnexpectedByte(_) if cursor.rest().contains(&b'@') => {
            Error::bnf(&DIGITS, HAS_MESSAGE_ID, error.span())
        }
        // All of the text after the number is wrong, not its slash alone.
        ErrorKind::UnexpectedByte(b'/') if !digits.is_empty() => {
            Error::bnf(&DIGITS, PATH, Span::new(error.span().start, cursor.end()))
        }
        _ => error,
    }
}

impl Scheme for Nntp {
    const PARTS: &'static [&'static Part] = &[&HOST, &PORT, &GROUP, &DIGITS];
    const INFO: &'static SchemeInfo = &SchemeInfo::new("nntp")
        .with_title("NNTP")
        .with_port(119)
        .with_purpose("USENET news of one server")
        .with_section("3.7")
        .with_forms(&["nntp://host:port/group/number"])
        .with_example("nntp://news.host.dom/comp.infosystems/1234");
    const FORM: Form = form!((Form::HOSTPORT) "/" GROUP ["/" DIGITS]);
    type Spans = NntpSpans;

    /// `nntpurl = "nntp://" hostport "/" group [ "/" digits ]` (section 5).
    #[inline(always)]
    fn parse(cursor: &mut Cursor<'_>) -> Result<NntpSpans, Error> {
        let login = cursor.hostport()?;
        cursor.expect(&NO_GROUP, Token::Slash)?;
        let group_end = cursor.group().map_err(|error| group_error(error, cursor))?.end;
        if cursor.eat(b"/") {
            let digits = cursor.run(&DIGITS);
            // Only at the end is the number missing. Before another byte, the byte is the error.
            if digits.is_empty() && cursor.peek().is_none() {
                return Err(Error::bnf(&DIGITS, ErrorKind::Empty, digits));
            }
            cursor.finish(&DIGITS).map_err(|error| digits_error(error, digits, cursor))?;
        }
        cursor.finish(&GROUP).map_err(|error| group_error(error, cursor))?;
        Ok(NntpSpans { login, group_end })
    }

    fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
        let spans = url.spans();
        spans.login.each(each);
        each(PartSpan { part: &GROUP, span: spans.group() });
        if let Some(span) = spans.digits(url.as_str()) {
            each(PartSpan { part: &DIGITS, span });
        }
    }

    /// Removes a slash after the group if no number follows it.
    fn repair(repairer: &mut Repairer<'_>) {
        repairer.hostport();
        if !repairer.slash() {
            return;
        }
        let group = repairer.until(b"/");
        repairer.part(&GROUP, group);
        if group > 0 && repairer.rest() == b"/" {
            repairer.change(1, "", &GROUP, Rule::Bnf("nntpurl"), &EMPTY);
        }
    }

    /// GROUP, and ARTICLE if the URL has a number (RFC 977). Neither contains escapes, so that nothing can end a line.
    fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> {
        let (text, spans) = (url.as_str(), url.spans());
        let group = Argument::decode(&GROUP, spans.group(), text)?;
        let plan = Plan::tcp(url.login(), Self::INFO.port)
            .step(mode_reader())
            .step(Step::command("GROUP", group));
        let Some(span) = spans.digits(text) else { return Ok(plan) };
        Ok(plan.step(Step::command("ARTICLE", Argument::decode(&DIGITS, span, text)?)))
    }

    fn login(spans: &NntpSpans) -> Option<LoginSpans> {
        Some(spans.login)
    }

    fn lint(url: Raw<Self, &str>, lints: &mut Lints) {
        let text = url.as_str();
        lints.group(PartSpan { part: &GROUP, span: url.spans().group() }, text);
        let Some(span) = url.spans().digits(text) else { return };
        // A number of more than 64 bits is large, too.
        if span.slice(text).parse().is_ok_and(|number: u64| number <= MAX_ARTICLE) {
            return;
        }
        lints.push(PartSpan { part: &DIGITS, span }, &LARGE_ARTICLE_NUMBER);
    }
}

codes! {
    /// The codes of this scheme (section 3.7), beyond those of all schemes.
    pub const CODES;

    Error NNTP_PATH "nntp-path" ("3.7"):
        "unexpected text after article number",
        "Nothing follows the number of an article.",
        "nntp://host.dom/comp.test/1/2" => "nntp://host.dom/comp.test/1",
        help "remove the text after the number";

    Error NNTP_MESSAGE_ID "nntp-message-id" ("3.7"):
        "nntp URLs cannot contain a message-id",
        "An nntp URL names an article by its group and number, since a number is only known to one server. A message-id is the same on all: a news URL names it.",
        "nntp://host.dom/foo@host.dom" => "nntp://host.dom/comp.test/1",
        help "name the article by group and number, or write `news:` and the message-id";

    Lint LARGE_ARTICLE_NUMBER "large-article-number" ("3.7"):
        "article number over 2147483647, the limit of RFC 3977: software that counts in 32 bits wraps around",
        "RFC 3977 limits article numbers to 31 bits. Software that counts with fewer bits than the number has reads another article.",
        "nntp://host.dom/comp.test/2147483648" => "nntp://host.dom/comp.test/2147483647";
}
