//! `telneturl = "telnet://" login [ "/" ]` (sections 3.8 and 5).

use url1738_core::{
    Error, ErrorKind, PartSpan, Span,
    chars::Class,
    codes::{CodeInfo, CodeKind},
    form,
    part::{HOST, PASSWORD, PORT, USER},
    plan,
    repair::Repairer,
    scheme::{Cursor, Form, LoginSpans, Part, PartRule, Raw, Scheme, SchemeInfo},
};

/// What follows the `/`: nothing may.
const NO_PATH: Part = Part::new("urlpath", Class::EMPTY, b"", "3.8")
    .with_production("telneturl")
    .with_label("path")
    .with_rules(
        const { &[PartRule::new(&TELNET_PATH, "remove the text after the host and port")] },
    );

/// The marker of the scheme (section 3.8).
#[derive(Clone, Copy, Debug)]
pub struct Telnet;

impl Scheme for Telnet {
    const NAME: &'static str = "telnet";
    const DEFAULT_PORT: Option<u16> = Some(23);
    const HAS_LOGIN: bool = true;
    const PARTS: &'static [&'static Part] = &[&USER, &PASSWORD, &HOST, &PORT];
    const INFO: &'static SchemeInfo = &SchemeInfo::of::<Self>()
        .with_purpose("interactive sessions")
        .with_section("3.8")
        .with_forms(&["telnet://user:password@host:port/"])
        .with_example("telnet://guest@host.dom:2323/")
        .with_meanings(&[
            (&USER, "the user name to log in with; shown to you, never sent"),
            (&PASSWORD, "the password to type; shown to you, never sent"),
        ]);
    const FORM: Form = form!((Form::LOGIN)["/"]);
    type Spans = LoginSpans;

    #[inline(always)]
    fn parse(cursor: &mut Cursor<'_>) -> Result<LoginSpans, Error> {
        let login = cursor.login()?;
        cursor.eat(b"/");
        if cursor.peek().is_some() {
            let span = Span::new(cursor.position(), cursor.end());
            return Err(Error::bnf(&NO_PATH, ErrorKind::Custom(0), span));
        }
        cursor.finish(&NO_PATH)?;
        Ok(login)
    }

    fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
        url.spans().each(each);
    }

    fn repair(repairer: &mut Repairer<'_>) {
        crate::repair::repair(repairer);
    }

    fn plan(url: Raw<Self, &str>) -> Result<plan::Plan, plan::Refusal> {
        crate::access::plan(url)
    }

    fn login(spans: &LoginSpans) -> Option<LoginSpans> {
        Some(*spans)
    }
}

pub(crate) static TELNET_PATH: CodeInfo = CodeInfo::new(CodeKind::Error, "telnet-path", "unexpected text after host and port")
    .with_explanation("A telnet URL names an interactive service and ends with the host and port, or with the `/` after them.")
    .with_examples("telnet://host.dom/x", "telnet://host.dom/")
    .with_section("3.8");
