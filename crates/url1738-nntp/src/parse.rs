//! `nntpurl = "nntp://" hostport "/" group [ "/" digits ]` (sections 3.7 and 5).

use url1738_core::{
    Canon, Cursor, Error, ErrorKind, Lints, LoginSpans, Part, PartSpan, Raw, Scheme, Span, Token,
    chars::DIGIT,
    part::{GROUP, HOST, PORT},
    plan,
    repair::Mender,
};

/// `digits = 1*digit`: the number of the article (section 3.7).
pub const DIGITS: Part = Part::new("digits", DIGIT, b"", "3.7")
    .canon_is(Canon::Verbatim)
    .form_is("write the decimal number of an article, or leave it out with its slash");

/// The highest number that RFC 3977 gives an article.
const MOST_ARTICLES: u64 = 0x7FFF_FFFF;
/// How many digits it has.
const MOST_DIGITS: u32 = 10;

/// The marker of the scheme (section 3.7).
#[derive(Clone, Copy, Debug)]
pub struct Nntp;

/// Where the parts of an nntp URL are (section 3.7).
#[derive(Clone, Copy, Debug)]
pub struct NntpSpans {
    pub(crate) login: LoginSpans,
    group_end: u32,
}

impl NntpSpans {
    pub(crate) const fn group(&self) -> Span {
        Span::new(self.login.end().saturating_add(1), self.group_end)
    }

    pub(crate) fn digits(&self, text: &str) -> Option<Span> {
        Span::after(self.group_end, text)
    }
}

impl Scheme for Nntp {
    const NAME: &'static str = "nntp";
    const DEFAULT_PORT: Option<u16> = Some(119);
    const PARTS: &'static [&'static Part] = &[&HOST, &PORT, &GROUP, &DIGITS];
    type Spans = NntpSpans;

    #[inline(always)]
    fn parse(cursor: &mut Cursor<'_>) -> Result<NntpSpans, Error> {
        let login = cursor.hostport()?;
        cursor.expect(&GROUP, Token::Slash)?;
        let group_end = cursor.group()?.end;
        if cursor.eat(b"/") {
            let digits = cursor.run(&DIGITS);
            if digits.is_empty() && cursor.peek().is_none() {
                return Err(Error::bnf(&DIGITS, ErrorKind::Empty, digits));
            }
            cursor.finish(&DIGITS)?;
        }
        cursor.finish(&GROUP)?;
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

    fn repair(mender: &mut Mender<'_>) {
        crate::repair::repair(mender);
    }

    fn access(url: Raw<Self, &str>) -> Result<plan::Plan, plan::Refusal> {
        crate::access::access(url)
    }

    fn login(spans: &NntpSpans) -> Option<LoginSpans> {
        Some(spans.login)
    }

    fn lint(url: Raw<Self, &str>, lints: &mut Lints) {
        let text = url.as_str();
        lints.group(PartSpan { part: &GROUP, span: url.spans().group() }, text);
        if let Some(span) = url.spans().digits(text) {
            let is_small =
                || span.of(text).parse().is_ok_and(|number: u64| number <= MOST_ARTICLES);
            if span.len() < MOST_DIGITS || is_small() {
                return;
            }
            lints.push(
                PartSpan { part: &DIGITS, span },
                "large-article-number",
                "article numbers end at 2147483647 (RFC 3977); software that counts in 32 bits wraps around",
            );
        }
    }
}
