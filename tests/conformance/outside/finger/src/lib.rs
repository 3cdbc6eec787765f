//! `finger://host[:port][/query]`: a complete custom scheme.

pub use url1738_core::exports::*;
use url1738_core::{
    chars::UCHAR,
    codes::CodeKind,
    form, impl_login, impl_url,
    part::{HOST, PORT},
    plan::{Argument, Plan, Refusal, Step},
    repair::Repairer,
    scheme::{Cursor, Form, LoginSpans, Raw, Scheme, SchemeInfo},
};

/// `query = *uchar`: whom to ask about.
pub const QUERY: Part = Part::new("query", UCHAR, b"", "RFC 1288, 2.3");

static ALL_USERS: CodeInfo =
    CodeInfo::new(CodeKind::Lint, "all-users", "asks for all users, which servers refuse")
        .with_examples("finger://host.dom/", "finger://host.dom/joe");
static USER_BEFORE_HOST: CodeInfo =
    CodeInfo::new(CodeKind::Repair, "user-before-host", "the user follows the host")
        .with_examples("finger:joe@host.dom", "finger://host.dom/joe");

/// The codes of the scheme, for lists of codes.
pub const CODES: &[&CodeInfo] = &[&ALL_USERS, &USER_BEFORE_HOST];

/// The marker of the scheme.
#[derive(Clone, Copy, Debug)]
pub struct Finger;

/// A finger URL.
#[derive(Clone, Copy)]
pub struct FingerUrl<T = String>(Raw<Finger, T>);
impl_url!(FingerUrl: Finger);
impl_login!(FingerUrl: Finger);

impl Scheme for Finger {
    const PARTS: &'static [&'static Part] = &[&HOST, &PORT, &QUERY];
    const FORM: Form = form!((Form::HOSTPORT) ["/" QUERY]);
    const INFO: &'static SchemeInfo = &SchemeInfo::new("finger")
        .with_port(79)
        .with_purpose("information on users")
        .with_section("RFC 1288")
        .with_forms(&["finger://host:port/query"])
        .with_example("finger://host.dom/joe")
        .with_meanings(&[(&QUERY, "the user to ask about")]);
    type Spans = (LoginSpans, Option<Span>);

    fn parse(cursor: &mut Cursor<'_>) -> Result<Self::Spans, Error> {
        let login = cursor.hostport()?;
        let query = cursor.eat(b"/").then(|| cursor.run(&QUERY));
        cursor.finish(&QUERY)?;
        Ok((login, query))
    }

    fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
        url.spans().0.each(each);
        url.spans().1.into_iter().for_each(|span| each(PartSpan { part: &QUERY, span }));
    }

    fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> {
        let query = url.spans().1.unwrap_or_default();
        let line = Argument::decode(&QUERY, query, url.as_str())?;
        Ok(Plan::tcp(url.login(), Self::INFO.port).step(Step::send_line(&line)))
    }

    fn login(spans: &Self::Spans) -> Option<LoginSpans> {
        Some(spans.0)
    }

    fn lint(url: Raw<Self, &str>, lints: &mut Lints) {
        if let Some(span) = url.spans().1.filter(|span| span.is_empty()) {
            lints.push(PartSpan { part: &QUERY, span }, &ALL_USERS);
        }
    }

    fn repair(repairer: &mut Repairer<'_>) {
        let rest = repairer.rest();
        if let Some((user, host)) =
            core::str::from_utf8(rest).ok().and_then(|it| it.split_once('@'))
            && !user.contains('/')
        {
            let moved = format!("//{host}/{}", QUERY.encode(user.as_bytes()));
            let rule = Rule::Prose("RFC 1288, 2.3");
            return repairer.change(rest.len(), moved, &QUERY, rule, &USER_BEFORE_HOST);
        }
        repairer.hostport();
        if repairer.slash() {
            repairer.part(&QUERY, repairer.rest().len());
        }
    }
}

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> FingerUrl<T> {
    /// Whom to ask about.
    pub fn query(&'i self) -> Option<Escaped<'o>> {
        self.0.path()
    }
}
