#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

use alloc::{borrow::Cow, format, string::String};

use url1738_core::{
    chars::{Class, UCHAR},
    codes, form, impl_login, impl_url,
    part::HOST,
    plan::{Argument, Endpoint, Plan, Refusal, Step, mode_reader},
    repair::Repairer,
    scheme::{Canon, Cursor, Form, Raw, Scheme, SchemeInfo},
};
pub use url1738_core::{exports::*, part::GROUP};

/// `news:` and a group, a message-id, or `*` (section 3.6).
///
/// ```
/// use url1738_news::{Grouppart, NewsUrl};
///
/// let url = NewsUrl::parse("news:a%25b@host.dom")?;
/// let Grouppart::Article { unique, host } = url.grouppart() else { panic!() };
/// assert_eq!((&*unique.decode(), host), (&b"a%b"[..], "host.dom"));
///
/// assert_eq!(NewsUrl::article("a%b", "host.dom")?, url);
/// assert!(matches!(NewsUrl::group("comp.lang.c")?.grouppart(), Grouppart::Group("comp.lang.c")));
/// assert!(matches!(NewsUrl::all().grouppart(), Grouppart::All));
/// # Ok::<(), url1738_news::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct NewsUrl<T = String>(Raw<News, T>);
impl_url!(NewsUrl: News);
impl_login!(NewsUrl: News, opaque);

impl NewsUrl {
    /// Returns the URL of all available groups, `news:*`.
    #[must_use]
    pub fn all() -> Self {
        Self(Raw::built("news:*".into()))
    }

    /// Returns the URL of a group.
    ///
    /// # Errors
    ///
    /// Returns an error if `name` is not a group name, or longer than 4 GiB - 1. The span of the error is relative to
    /// `name`.
    pub fn group(name: &str) -> Result<Self, Error> {
        GROUP.read_group(name)?;
        Self::try_from(format!("news:{name}"))
    }

    /// Returns the URL of the article `<unique@host>` of a [`Host`], or its text. `unique` is percent-encoded.
    ///
    /// # Errors
    ///
    /// Returns an error if `unique` is empty, if `host` is a text that is not a host name or IPv4 address, or if the URL is
    /// longer than 4 GiB - 1. The span of the error is relative to the argument.
    pub fn article<'a>(
        unique: impl AsRef<[u8]>,
        host: impl TryInto<Host<'a>, Error: Into<Error>>,
    ) -> Result<Self, Error> {
        let (unique, host) = (unique.as_ref(), host.try_into().map_err(Into::into)?);
        if unique.is_empty() {
            return Err(Error::bnf(&ARTICLE, ErrorKind::Empty, Span::new(0, 0)));
        }
        let id = [unique, format!("@{host}").as_bytes()].concat();
        Self::try_from(format!("news:{}", encode_id(&id)))
    }
}

/// The resource that a news URL names (section 3.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Grouppart<'a> {
    /// `*`: all available groups.
    All,
    /// A group, by its name.
    Group(&'a str),
    /// An article, by its message-id without angle brackets (RFC 1036, section 2.1.5).
    Article {
        /// The text before the `@`, which is case-sensitive.
        unique: Escaped<'a>,
        /// The text after the `@`, as written.
        host: &'a str,
    },
}

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> NewsUrl<T> {
    /// Returns the resource that the URL names.
    #[must_use]
    #[inline]
    pub fn grouppart(&'i self) -> Grouppart<'o> {
        let (text, spans) = (self.as_str(), self.0.spans());
        let written = spans.grouppart(text).slice(text);
        // A unique part contains no `@`, so that the first one divides a message-id.
        match written.split_once('@') {
            Some((unique, host)) => {
                Grouppart::Article { unique: Escaped::new_validated(unique), host }
            }
            None if written == "*" => Grouppart::All,
            None => Grouppart::Group(written),
        }
    }
}

/// The characters before the `@` of a message-id.
const UNIQUE: Class = UCHAR.with(b";/?:&=");
/// `article = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host`; the `@` that divides it is reserved
/// (section 3.6).
pub const ARTICLE: Part = Part::new("article", UNIQUE.with(b"@"), b"@", "3.6")
    .with_label("message-id")
    .with_hint("write a message-id, `local@host.dom`")
    .with_rules(const { &[&BRACKETED_ID, &NEWS_SERVER] })
    .with_meaning("the Message-ID of an article, without angle brackets");
/// `grouppart` if it is `*`: all available groups (section 3.6).
pub const GROUPPART: Part = Part::new("grouppart", Class::of(b"*"), b"", "3.6")
    .with_label("newsgroup")
    .with_alias("all")
    .with_canon(Canon::Verbatim)
    .with_meaning("all newsgroups of the server");

const ANGLE_BRACKETS: ErrorKind = ErrorKind::Custom(0);
const SERVER: ErrorKind = ErrorKind::Custom(1);

/// Marker type of the scheme (section 3.6).
#[derive(Clone, Copy, Debug)]
pub struct News;

/// Spans of the parts of a news URL (section 3.6).
#[derive(Clone, Copy, Debug)]
pub struct NewsSpans {
    start: u32,
    /// Whether the URL names an article.
    is_article: bool,
}

impl NewsSpans {
    #[inline]
    fn grouppart(&self, text: &str) -> Span {
        Span::to_end(self.start, text)
    }
}

/// Percent-encodes a message-id `unique@host`. Only the text before the last `@` can contain escapes.
fn encode_id(id: &[u8]) -> String {
    // The last one, because a host contains no `@`. All before it are data of the unique part.
    let at = id.iter().rposition(|octet| *octet == b'@');
    // Without any, the host is missing, and a parser would see a group.
    let (unique, host) = at.and_then(|at| id.split_at_checked(at)).unwrap_or((id, b"@"));
    let mut text = ARTICLE.encode(unique).into_owned();
    // Two slashes at the beginning would name a server.
    if text.starts_with("//") {
        text.replace_range(..1, "%2F");
    }
    text.push_str(&String::from_utf8_lossy(host));
    text
}

/// Parses everything but a valid group. Not inlined, so that [`Scheme::parse`] stays small.
#[inline(never)]
fn other(cursor: &mut Cursor<'_>) -> Result<NewsSpans, Error> {
    let start = cursor.position();
    let mut spans = NewsSpans { start, is_article: false };
    // In this order: `<a@h>` has an `@`, too, and its bracket is the error. `//h/a@b` is an article
    // to the BNF, and `//h/a` is nothing but a server.
    let rest = cursor.rest();
    if rest == b"*" {
        cursor.bump();
    } else if rest.starts_with(b"<") {
        return Err(angle_bracket(cursor));
    } else if rest.contains(&b'@') {
        article(cursor)?;
        spans.is_article = true;
    } else if rest.starts_with(b"//") {
        return Err(Error::bnf(&ARTICLE, SERVER, Span::of_len(start, 2)));
    } else {
        cursor.group()?;
    }
    cursor.finish(&GROUP)?;
    Ok(spans)
}

impl Scheme for News {
    const PARTS: &'static [&'static Part] = &[&GROUP, &ARTICLE, &GROUPPART];
    const INFO: &'static SchemeInfo = &SchemeInfo::new("news")
        .with_port(119)
        .with_purpose("USENET news of any server")
        .with_section("3.6")
        .with_forms(&["news:group", "news:article@host", "news:*"])
        .with_example("news:comp.infosystems.www.misc");
    const FORM: Form = form!((one of [GROUP] [(ARTICLE by encode_id)] [(GROUPPART or "*")]));
    type Spans = NewsSpans;

    /// `newsurl = "news:" grouppart`, `grouppart = "*" | group | article` (section 5).
    #[inline(always)]
    fn parse(cursor: &mut Cursor<'_>) -> Result<NewsSpans, Error> {
        let start = cursor.position();
        // Most URLs name a group, which is not an article if nothing follows: a second way, as in mailto.
        if cursor.group().is_ok() && cursor.peek().is_none() {
            return Ok(NewsSpans { start, is_article: false });
        }
        cursor.move_to(start);
        other(cursor)
    }

    fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
        let span = url.spans().grouppart(url.as_str());
        let part = match span.slice(url.as_str()) {
            "*" => &GROUPPART,
            _ if url.spans().is_article => &ARTICLE,
            _ => &GROUP,
        };
        each(PartSpan { part, span });
    }

    /// Removes the angle brackets around a message-id, raw or percent-encoded.
    fn repair(repairer: &mut Repairer<'_>) {
        const OPENING: [&[u8]; 3] = [b"<", b"%3C", b"%3c"];
        const CLOSING: [&[u8]; 3] = [b">", b"%3E", b"%3e"];
        let rule = Rule::Prose("3.6");
        if !repairer.rest().contains(&b'@') {
            return repairer.part(&ARTICLE, repairer.rest().len());
        }
        if let Some(opening) = OPENING.iter().find(|it| repairer.rest().starts_with(it)) {
            repairer.change(opening.len(), "", &ARTICLE, rule, &BRACKETED_ID_REPAIR);
        }
        let id = CLOSING.iter().find_map(|closing| repairer.rest().strip_suffix(*closing));
        repairer.part(&ARTICLE, id.unwrap_or(repairer.rest()).len());
        let closing = repairer.rest().len();
        if closing > 0 {
            repairer.change(closing, "", &ARTICLE, rule, &BRACKETED_ID_REPAIR);
        }
    }

    /// Returns a plan for the server that the client is configured with, because a news URL names none (RFC 977).
    fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> {
        let span = url.spans().grouppart(url.as_str());
        let plan = Plan::new(Endpoint::Configured { service: "news server", port: 119 });
        let plan = plan.step(mode_reader());
        Ok(match NewsUrl(url).grouppart() {
            Grouppart::All => plan.warn(&GROUPPART, span, &ALL_GROUPS).step(Step::bare("LIST")),
            Grouppart::Group(name) => {
                plan.step(Step::command("GROUP", Argument::of_part(&GROUP, span, name.as_bytes())?))
            }
            Grouppart::Article { unique, .. } => {
                plan.step(Step::command("ARTICLE", message_id(url, span, unique)?))
            }
        })
    }

    /// Keeps the escape in `%2F/` at the beginning: two slashes would name a server.
    fn finish_normal_form(_url: Raw<Self, &str>, form: &mut Cow<'_, str>) {
        if let Some(rest) = form.strip_prefix("news://") {
            *form = Cow::Owned(format!("news:%2F/{rest}"));
        }
    }

    fn lint(url: Raw<Self, &str>, lints: &mut Lints) {
        if !url.spans().is_article {
            let span = url.spans().grouppart(url.as_str());
            lints.group(PartSpan { part: &GROUP, span }, url.as_str());
        }
    }
}

/// Parses a message-id, in text with an `@` somewhere.
fn article(cursor: &mut Cursor<'_>) -> Result<(), Error> {
    let start = cursor.position();
    if cursor.rest().starts_with(b"//") {
        // In the BNF the slashes belong to the unique part. In the prose they indicate a host (section 3.1), and a news URL
        // has none (section 3.6): decision 38.
        cursor.defer(Error::prose(&ARTICLE, SERVER, Span::of_len(start, 2)));
    }
    let unique = cursor.run_of(UNIQUE);
    match cursor.peek() {
        Some(b'@') if unique.is_empty() => {
            return Err(Error::bnf(&ARTICLE, ErrorKind::Empty, unique));
        }
        Some(b'@') => cursor.bump(),
        _ => return Err(cursor.unexpected(&ARTICLE)),
    }
    match cursor.host() {
        Err(error) if error.span().start != cursor.position() => return Err(error),
        // A `>` where a host should begin belongs to brackets around the message-id, which are the
        // better error.
        Err(error) if cursor.peek() != Some(b'>') => return Err(error),
        _ => {}
    }
    match cursor.peek() {
        None => Ok(()),
        Some(b'>') => Err(angle_bracket(cursor)),
        Some(b'?') => Err(cursor.unexpected(&HOST)),
        Some(_) => Err(cursor.host_byte()),
    }
}

fn angle_bracket(cursor: &Cursor<'_>) -> Error {
    Error::bnf(&ARTICLE, ANGLE_BRACKETS, Span::of_len(cursor.position(), 1))
}

/// Returns the message-id in its angle brackets. `unique` is any string of printing US-ASCII without `<`, `>` and `@`
/// (RFC 1036, section 2.1.5), and a space would end the argument.
fn message_id(url: Raw<News, &str>, span: Span, unique: Escaped<'_>) -> Result<Argument, Refusal> {
    // Decoded, because the article is looked up by its octets: `%20` is sent as a space, which ends
    // the argument.
    let is_foreign = |octet: &u8| !octet.is_ascii_graphic() || b"<>@".contains(octet);
    if unique.decode().iter().any(is_foreign) {
        return Err(Refusal::new(&ARTICLE, span, &MESSAGE_ID_OCTETS));
    }
    let id = url.part(span).decode();
    let argument = Argument::of_part(&ARTICLE, span, &[b"<", &*id, b">"].concat())?;
    // `password=x@h` has a secret after a colon, and none after `<`.
    Ok(if url.redacted().covers(span) { argument.secret() } else { argument })
}

codes! {
    /// The codes of this scheme (section 3.6), beyond those of all schemes.
    pub const CODES;

    Error BRACKETED_ID "angle-brackets" ("3.6"):
        "angle brackets around message-id",
        "A message-id in a news URL is written without the angle brackets that surround it in an article. The scheme adds them where the protocol needs them.",
        "news:<foo@host.dom>" => "news:foo@host.dom",
        help "remove `<` and `>`",
        fix "";

    Error NEWS_SERVER "news-server" ("3.6"):
        "news URLs cannot name a server",
        "A news URL names a group or an article, and no server: the reader is configured with one. An nntp URL names the server.",
        "news://host.dom/comp.test" => "nntp://host.dom/comp.test/1",
        help "write `nntp://host/group/number`: RFC 5538 allows `news://host/...`";

    Warning ALL_GROUPS "all-groups" ("3.6"):
        "a server may list tens of thousands of groups",
        "The plan asks for the list of all groups, which is long on large servers.",
        "news:*" => "news:comp.test";

    Refusal MESSAGE_ID_OCTETS "message-id-octets" ("3.6"):
        "escaped octet that a message-id cannot contain: a space, `<`, `>`, `@`, a control octet, or one outside US-ASCII",
        "What precedes the `@` of a message-id is printing US-ASCII without `<`, `>` and `@` (RFC 1036, section 2.1.5), and a space would end the argument of the command.",
        "news:a%20b@host.dom" => "news:a@host.dom";

    Repair BRACKETED_ID_REPAIR of BRACKETED_ID:
        "message-ids in news URLs have no angle brackets",
        "Removes the angle brackets around a message-id.";
}

#[cfg(feature = "arbitrary")]
url1738_core::impl_arbitrary!(NewsUrl, |draft, part| {
    let is_article = *part == ARTICLE;
    if is_article {
        // Two slashes at the beginning would name a server.
        draft.one_of(UNIQUE.without(Class::of(b"/")));
        draft.run_but(UNIQUE, b"");
        draft.push("@");
        draft.host();
    }
    is_article
});
