//! `telneturl = "telnet://" login [ "/" ]` (sections 3.8 and 5).

use url1738_core::{
    Cursor, Error, LoginSpans, PartSpan, Raw, Scheme, part::HOST, plan, repair::Mender,
};

/// The marker of the scheme.
#[derive(Clone, Copy, Debug)]
pub struct Telnet;

impl Scheme for Telnet {
    const NAME: &'static str = "telnet";
    const DEFAULT_PORT: Option<u16> = Some(23);
    const HAS_LOGIN: bool = true;
    type Spans = LoginSpans;

    fn parse(cursor: &mut Cursor<'_>) -> Result<LoginSpans, Error> {
        let login = cursor.login()?;
        cursor.eat(b"/");
        cursor.finish(&HOST)?;
        Ok(login)
    }

    fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
        url.spans().each(each);
    }

    fn repair(mender: &mut Mender<'_>) {
        crate::repair::repair(mender);
    }

    fn access(url: Raw<Self, &str>) -> Result<plan::Plan, plan::Refusal> {
        crate::access::access(url)
    }

    fn login(spans: &LoginSpans) -> Option<LoginSpans> {
        Some(*spans)
    }
}
