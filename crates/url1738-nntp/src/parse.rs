//! `nntpurl = "nntp://" hostport "/" group [ "/" digits ]` (sections 3.7 and 5).

use url1738_core::{
    Error, ErrorKind, Lints, PartSpan, Span, Token,
    chars::DIGIT,
    codes::{CodeInfo, CodeKind},
    form,
    part::{GROUP, HOST, PORT},
    plan,
    repair::Repairer,
    scheme::{Canon, Cursor, Form, LoginSpans, Part, PartRule, Raw, Scheme, SchemeInfo},
};

/// `digits = 1*digit`: the number of the article (section 3.7).
pub const DIGITS: Part = Part::new("digits", DIGIT, b"", "3.7")
    .with_label("article number")
    .with_alias("number")
    .with_canon(Canon::Verbatim)
    .with_hint("write the number of an article, or remove the `/` before it")
    .with_rules(
        const { &[MESSAGE_ID, PartRule::new(&NNTP_PATH, "remove the text after the number")] },
    )
    .with_meaning("the number of the article on this server");
/// A group, with what is written in its place.
const GROUP_OR_ID: Part = GROUP.with_rules(const { &[MESSAGE_ID] });
/// A group that is not there.
const NO_GROUP: Part = GROUP.with_hint("write a group after the host: `nntp://host/group`");

const MESSAGE_ID: PartRule = PartRule::new(
    &NNTP_MESSAGE_ID,
    "name the article by group and number, or write `news:` and the message-id",
);
/// Of [`GROUP_OR_ID`] and of [`DIGITS`].
const HAS_MESSAGE_ID: ErrorKind = ErrorKind::Custom(0);
/// Of [`DIGITS`].
const PATH: ErrorKind = ErrorKind::Custom(1);

/// The highest number that RFC 3977 gives an article.
const MOST_ARTICLES: u64 = 0x7FFF_FFFF;
/// How many digits it has.
const MOST_DIGITS: u32 = 10;

/// The marker of the scheme (section 3.7).
#[derive(Clone, Copy, Debug)]
pub struct Nntp;

/// The places of the parts of an nntp URL (section 3.7).
#[derive(Clone, Copy, Debug)]
pub struct NntpSpans {
    pub(crate) login: LoginSpans,
    group_end: u32,
}

impl NntpSpans {
    #[inline]
    pub(crate) const fn group(&self) -> Span {
        self.login.span_to(self.group_end)
    }

    #[inline]
    pub(crate) fn digits(&self, text: &str) -> Option<Span> {
        Span::after(self.group_end, text)
    }
}

/// Returns the error of a group, unless there is none or a message-id is in its place.
#[cold]
fn group_error(error: Error, cursor: &Cursor<'_>) -> Error {
    match (error.kind(), error.span()) {
        (ErrorKind::Empty, span) => Error::bnf(&NO_GROUP, ErrorKind::Empty, span),
        (ErrorKind::UnexpectedByte(_), span) if is_message_id(cursor.rest()) => {
            Error::bnf(&GROUP_OR_ID, HAS_MESSAGE_ID, span)
        }
        _ => error,
    }
}

/// Returns the error of the digits, unless a message-id is in their place, or a path after them.
#[cold]
fn digits_error(error: Error, digits: Span, cursor: &Cursor<'_>) -> Error {
    match error.kind() {
        ErrorKind::UnexpectedByte(_) if cursor.rest().contains(&b'@') => {
            Error::bnf(&DIGITS, HAS_MESSAGE_ID, error.span())
        }
        ErrorKind::UnexpectedByte(b'/') if !digits.is_empty() => {
            Error::bnf(&DIGITS, PATH, Span::new(error.span().start, cursor.end()))
        }
        _ => error,
    }
}

/// Returns whether what is left of a group is a message-id or the rest of one.
const fn is_message_id(rest: &[u8]) -> bool {
    matches!(rest, [b'<' | b'@', ..])
}

impl Scheme for Nntp {
    const NAME: &'static str = "nntp";
    const TITLE: &'static str = "NNTP";
    const DEFAULT_PORT: Option<u16> = Some(119);
    const PARTS: &'static [&'static Part] = &[&HOST, &PORT, &GROUP, &DIGITS];
    const INFO: &'static SchemeInfo = &SchemeInfo::of::<Self>()
        .with_purpose("USENET news of one server")
        .with_section("3.7")
        .with_forms(&["nntp://host:port/group/number"])
        .with_example("nntp://news.host.dom/comp.infosystems/1234");
    const FORM: Form = form!((Form::HOSTPORT) "/" GROUP ["/" DIGITS]);
    type Spans = NntpSpans;

    #[inline(always)]
    fn parse(cursor: &mut Cursor<'_>) -> Result<NntpSpans, Error> {
        let login = cursor.hostport()?;
        cursor.expect(&NO_GROUP, Token::Slash)?;
        let group_end = cursor.group().map_err(|error| group_error(error, cursor))?.end;
        if cursor.eat(b"/") {
            let digits = cursor.run(&DIGITS);
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

    fn repair(repairer: &mut Repairer<'_>) {
        crate::repair::repair(repairer);
    }

    fn plan(url: Raw<Self, &str>) -> Result<plan::Plan, plan::Refusal> {
        crate::access::plan(url)
    }

    fn login(spans: &NntpSpans) -> Option<LoginSpans> {
        Some(spans.login)
    }

    fn lint(url: Raw<Self, &str>, lints: &mut Lints) {
        let text = url.as_str();
        lints.group(PartSpan { part: &GROUP, span: url.spans().group() }, text);
        if let Some(span) = url.spans().digits(text) {
            let is_small =
                || span.slice(text).parse().is_ok_and(|number: u64| number <= MOST_ARTICLES);
            if span.len() < MOST_DIGITS || is_small() {
                return;
            }
            lints.push(PartSpan { part: &DIGITS, span }, &LARGE_ARTICLE_NUMBER);
        }
    }
}

pub(crate) static NNTP_PATH: CodeInfo =
    CodeInfo::new(CodeKind::Error, "nntp-path", "unexpected text after article number")
        .with_explanation("Nothing follows the number of an article.")
        .with_examples("nntp://host.dom/comp.test/1/2", "nntp://host.dom/comp.test/1")
        .with_section("3.7");

pub(crate) static NNTP_MESSAGE_ID: CodeInfo = CodeInfo::new(CodeKind::Error, "nntp-message-id", "nntp URLs cannot contain a message-id")
    .with_explanation("An nntp URL names an article by its group and number, since a number is only known to one server. A message-id is the same on all: a news URL names it.")
    .with_examples("nntp://host.dom/foo@host.dom", "nntp://host.dom/comp.test/1")
    .with_section("3.7");

pub(crate) static LARGE_ARTICLE_NUMBER: CodeInfo = CodeInfo::new(
    CodeKind::Lint,
    "large-article-number",
    "article number over 2147483647, the limit of RFC 3977: software that counts in 32 bits wraps around",
)
.with_explanation("RFC 3977 limits article numbers to 31 bits. Software that counts with fewer bits than the number has reads another article.")
.with_examples(
    "nntp://host.dom/comp.test/2147483648",
    "nntp://host.dom/comp.test/2147483647",
)
.with_section("3.7");
