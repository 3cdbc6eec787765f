//! `newsurl = "news:" grouppart`, `grouppart = "*" | group | article` (sections 3.6 and 5).

use alloc::{borrow::Cow, string::String};

use url1738_core::{
    Error, ErrorKind, Lints, PartSpan, Span,
    chars::{Class, UCHAR},
    codes::{CodeInfo, CodeKind},
    form,
    part::{GROUP, HOST},
    plan,
    repair::Repairer,
    scheme::{Canon, Cursor, Form, Part, PartRule, Raw, Scheme, SchemeInfo},
};

/// `article = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host`; the `@` that divides it is reserved
/// (section 3.6).
pub const ARTICLE: Part = Part::new("article", UCHAR.with(b";/?:&=@"), b"@", "3.6")
    .with_label("message-id")
    .with_hint("write a message-id, `local@host.dom`")
    .with_rules(
        const {
            &[
                PartRule::new(&BRACKETED_ID, "remove `<` and `>`").with_fix(""),
                PartRule::new(
                    &NEWS_SERVER,
                    "write `nntp://host/group/number`: RFC 5538 allows `news://host/...`",
                ),
            ]
        },
    )
    .with_meaning("the Message-ID of an article, without angle brackets");
/// `grouppart`, where it is `*`: all available groups (section 3.6).
pub const GROUPPART: Part = Part::new("grouppart", Class::of(b"*"), b"", "3.6")
    .with_label("newsgroup")
    .with_alias("all")
    .with_canon(Canon::Verbatim)
    .with_meaning("all newsgroups of the server");

const ANGLE_BRACKETS: ErrorKind = ErrorKind::Custom(0);
const SERVER: ErrorKind = ErrorKind::Custom(1);

/// The marker of the scheme (section 3.6).
#[derive(Clone, Copy, Debug)]
pub struct News;

/// The places of the parts of a news URL (section 3.6).
#[derive(Clone, Copy, Debug)]
pub struct NewsSpans {
    start: u32,
    /// Where the `@` is; 0 where there is none, and so no article.
    at: u32,
}

impl NewsSpans {
    #[inline]
    pub(crate) fn grouppart(&self, text: &str) -> Span {
        Span::after(self.start.saturating_sub(1), text).unwrap_or_default()
    }

    /// Returns how long the unique part of a message-id is.
    #[inline]
    pub(crate) const fn unique_end(&self) -> Option<usize> {
        match self.at {
            0 => None,
            at => Some(at.saturating_sub(self.start) as usize),
        }
    }
}

/// Percent-encodes a message-id `unique@host`, of which only what precedes the last `@` can contain escapes.
fn encode_id(id: &[u8]) -> String {
    let at = id.iter().rposition(|octet| *octet == b'@').unwrap_or(id.len());
    let (unique, host) = id.split_at_checked(at).unwrap_or((id, b""));
    let mut text = String::new();
    ARTICLE.encode_into(unique, &mut text);
    // Two slashes at the start would read as a server.
    if text.starts_with("//") {
        text.replace_range(..1, "%2F");
    }
    text.push_str(&String::from_utf8_lossy(host));
    text
}

impl Scheme for News {
    const NAME: &'static str = "news";
    const PARTS: &'static [&'static Part] = &[&GROUP, &ARTICLE, &GROUPPART];
    const DEFAULT_PORT: Option<u16> = Some(119);
    const INFO: &'static SchemeInfo = &SchemeInfo::of::<Self>()
        .with_purpose("USENET news of any server")
        .with_section("3.6")
        .with_forms(&["news:group", "news:article@host", "news:*"])
        .with_example("news:comp.infosystems.www.misc");
    const FORM: Form = form!((one of [GROUP] [(ARTICLE by encode_id)] [(GROUPPART or "*")]));
    type Spans = NewsSpans;

    #[inline(always)]
    fn parse(cursor: &mut Cursor<'_>) -> Result<NewsSpans, Error> {
        let start = cursor.position();
        // Most URLs name a group, which is not an article if nothing follows.
        if cursor.group().is_ok() && cursor.peek().is_none() {
            return Ok(NewsSpans { start, at: 0 });
        }
        cursor.back_to(start);
        other(cursor)
    }

    fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
        let span = url.spans().grouppart(url.as_str());
        let part = match span.slice(url.as_str()) {
            "*" => &GROUPPART,
            _ if url.spans().at != 0 => &ARTICLE,
            _ => &GROUP,
        };
        each(PartSpan { part, span });
    }

    fn repair(repairer: &mut Repairer<'_>) {
        crate::repair::repair(repairer);
    }

    fn plan(url: Raw<Self, &str>) -> Result<plan::Plan, plan::Refusal> {
        crate::access::plan(url)
    }

    /// `%2F/` at the start stays one escape: two slashes would read as a server.
    fn finish_normal_form(url: Raw<Self, &str>, form: &mut Cow<'_, str>) {
        let start = url.spans().start as usize;
        if form.get(start..).is_some_and(|rest| rest.starts_with("//")) {
            form.to_mut().replace_range(start..start.saturating_add(1), "%2F");
        }
    }

    fn lint(url: Raw<Self, &str>, lints: &mut Lints) {
        if url.spans().at == 0 {
            let span = url.spans().grouppart(url.as_str());
            lints.group(PartSpan { part: &GROUP, span }, url.as_str());
        }
    }
}

/// Returns what is not a group without a fault.
#[inline(never)]
fn other(cursor: &mut Cursor<'_>) -> Result<NewsSpans, Error> {
    let start = cursor.position();
    let mut spans = NewsSpans { start, at: 0 };
    let rest = cursor.rest();
    if rest == b"*" {
        cursor.bump();
    } else if rest.starts_with(b"<") {
        return Err(angle_bracket(cursor));
    } else if rest.contains(&b'@') {
        spans.at = article(cursor)?;
    } else if rest.starts_with(b"//") {
        return Err(Error::bnf(&ARTICLE, SERVER, server(start)));
    } else {
        cursor.group()?;
    }
    cursor.finish(&GROUP)?;
    Ok(spans)
}

const fn server(start: u32) -> Span {
    Span::new(start, start.saturating_add(2))
}

/// Reads a message-id that has an `@` somewhere, and gives the place of that.
fn article(cursor: &mut Cursor<'_>) -> Result<u32, Error> {
    let start = cursor.position();
    if cursor.rest().starts_with(b"//") {
        // The BNF takes the slashes for a unique part. The prose says that they indicate a host (section 3.1), and that a news
        // URL has none (section 3.6): decision 38.
        cursor.defer(Error::prose(&ARTICLE, SERVER, server(start)));
    }
    let unique = cursor.run_of(const { ARTICLE.class().without(Class::of(b"@")) });
    match cursor.peek() {
        Some(b'@') if unique.is_empty() => {
            return Err(Error::bnf(&ARTICLE, ErrorKind::Empty, unique));
        }
        Some(b'@') => cursor.bump(),
        _ => return Err(cursor.unexpected(&ARTICLE)),
    }
    match cursor.host() {
        Err(error) if error.span().start != cursor.position() => return Err(error),
        Err(error) if cursor.peek() != Some(b'>') => return Err(error),
        _ => {}
    }
    match cursor.peek() {
        None => Ok(unique.end),
        Some(b'>') => Err(angle_bracket(cursor)),
        Some(b'?') => Err(cursor.unexpected(&HOST)),
        Some(_) => Err(cursor.host_byte()),
    }
}

fn angle_bracket(cursor: &Cursor<'_>) -> Error {
    let at = cursor.position();
    Error::bnf(&ARTICLE, ANGLE_BRACKETS, Span::new(at, at.saturating_add(1)))
}

pub(crate) static BRACKETED_ID: CodeInfo = CodeInfo::new(CodeKind::Error, "angle-brackets", "angle brackets around message-id")
    .with_explanation("A message-id in a news URL is written without the angle brackets that surround it in an article. The scheme adds them where the protocol needs them.")
    .with_examples("news:<foo@host.dom>", "news:foo@host.dom")
    .with_section("3.6");

pub(crate) static NEWS_SERVER: CodeInfo = CodeInfo::new(CodeKind::Error, "news-server", "news URLs cannot name a server")
    .with_explanation("A news URL names a group or an article, and no server: the reader is configured with one. An nntp URL names the server.")
    .with_examples("news://host.dom/comp.test", "nntp://host.dom/comp.test/1")
    .with_section("3.6");
