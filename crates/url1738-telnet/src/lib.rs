#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

use alloc::string::String;

pub use url1738_core::exports::*;
use url1738_core::{
    chars::Class,
    codes, form, impl_builder, impl_login, impl_url,
    part::{HOST, PASSWORD, PORT, USER},
    plan::{Argument, OPTION_LIKE, Plan, Refusal, Step},
    repair::Repairer,
    scheme::{Cursor, Form, LoginSpans, Raw, Scheme, SchemeInfo},
};

/// `telnet://user:password@host:port/` (section 3.8).
///
/// ```
/// use url1738_telnet::TelnetUrl;
///
/// let url = TelnetUrl::parse("telnet://guest@host.dom/")?;
/// assert_eq!(url.path().unwrap(), "");
/// assert_eq!(TelnetUrl::parse("telnet://host.dom")?.path(), None);
/// # Ok::<(), url1738_telnet::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct TelnetUrl<T = String>(Raw<Telnet, T>);
impl_url!(TelnetUrl: Telnet);
impl_login!(TelnetUrl: Telnet, path);
#[cfg(feature = "arbitrary")]
url1738_core::impl_arbitrary!(TelnetUrl);

impl_builder! {
    /// Builder of a [`TelnetUrl`] (section 3.8). Percent-encodes its arguments.
    ///
    /// ```
    /// use url1738_telnet::{Host, TelnetUrl};
    ///
    /// let url = TelnetUrl::builder("host.dom")?.credentials("guest", "a:b").build();
    /// assert_eq!(url, "telnet://guest:a%3Ab@host.dom/");
    /// assert_eq!(url.to_builder().slash(false).build(), "telnet://guest:a%3Ab@host.dom");
    /// # Ok::<(), url1738_telnet::Error>(())
    /// ```
    struct TelnetBuilder: TelnetUrl on host, userinfo
}

impl TelnetBuilder {
    /// Sets whether the URL ends with `/` [default: true]. Both forms have the same meaning.
    pub fn slash(self, slash: bool) -> Self {
        Self { parts: self.parts.ending(if slash { "/" } else { "" }) }
    }
}

/// The text after the `/`, which must be empty.
const NO_PATH: Part = Part::new("urlpath", Class::EMPTY, b"", "3.8")
    .with_production("telneturl")
    .with_label("path")
    .with_rules(const { &[&TELNET_PATH] });

/// Marker type of the scheme (section 3.8).
#[derive(Clone, Copy, Debug)]
pub struct Telnet;

impl Scheme for Telnet {
    const HAS_LOGIN: bool = true;
    const PARTS: &'static [&'static Part] = &[&USER, &PASSWORD, &HOST, &PORT];
    const INFO: &'static SchemeInfo = &SchemeInfo::new("telnet")
        .with_port(23)
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

    /// `telneturl = "telnet://" login [ "/" ]` (section 5).
    #[inline(always)]
    fn parse(cursor: &mut Cursor<'_>) -> Result<LoginSpans, Error> {
        let login = cursor.login()?;
        cursor.eat(b"/");
        // The whole rest is the error, not its first byte: `telnet://host/path` has a path, which means nothing to telnet.
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

    /// Removes all slashes at the end but one.
    fn repair(repairer: &mut Repairer<'_>) {
        repairer.login();
        // Before a `?`, `slash` would insert a `/`, but a telnet URL has no search part either.
        if repairer.peek() == Some(b'?') || !repairer.slash() {
            return;
        }
        let rest = repairer.rest();
        if !rest.is_empty() && rest.iter().all(|byte| *byte == b'/') {
            let rule = Rule::Bnf("telneturl");
            repairer.change(rest.len(), "", &HOST, rule, &TELNET_PATH_REPAIR);
        }
    }

    /// A session. The user is shown the suggested user name and password, which are never sent.
    fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> {
        let (text, login) = (url.as_str(), url.spans());
        let mut plan = Plan::tcp(url.login(), Self::INFO.port);
        if let Some(span) = login.user() {
            let user = Argument::decode(&USER, span, text)?;
            if user.octets().starts_with(b"-") {
                let info = const {
                    &OPTION_LIKE.with_message(
                        "the user name begins with `-`: do not pass it to a telnet program as an argument",
                    )
                };
                plan = plan.warn(&USER, span, info);
            }
            // In `joe%3Apw@`, the user name contains a password.
            let user = if url.redacted().covers(span) { user.secret() } else { user };
            plan = plan.step(Step::AdviseUser(user));
        }
        if let Some(span) = login.password() {
            let password = Argument::decode(&PASSWORD, span, text)?.secret();
            plan = plan.step(Step::AdvisePassword(password));
        }
        Ok(plan.step(Step::Session))
    }

    fn login(spans: &LoginSpans) -> Option<LoginSpans> {
        Some(*spans)
    }
}

codes! {
    /// The codes of this scheme (section 3.8), beyond those of all schemes.
    pub const CODES;

    Error TELNET_PATH "telnet-path" ("3.8"):
        "unexpected text after host and port",
        "A telnet URL names an interactive service and ends with the host and port, or with the `/` after them.",
        "telnet://host.dom/x" => "telnet://host.dom/",
        help "remove the text after the host and port";

    Repair TELNET_PATH_REPAIR of TELNET_PATH:
        "a telnet URL ends with at most one `/`",
        "Removes slashes after the first one.",
        "telnet://host.dom//" => "telnet://host.dom/";
}
