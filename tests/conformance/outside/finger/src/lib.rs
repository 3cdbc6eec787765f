//! `finger://host[:port][/query]`: a complete custom scheme.

use url1738_core::{
    Error, Escaped, PartSpan, Span, BorrowOrShare,
    chars::UCHAR,
    form, impl_url,
    plan::{Argument, Plan, Refusal, Step},
    scheme::{Cursor, Form, LoginSpans, Part, Raw, Scheme},
};

/// `query = *uchar`: whom to ask about.
pub const QUERY: Part = Part::new("query", UCHAR, b"", "RFC 1288, 2.3");

/// The marker of the scheme.
#[derive(Clone, Copy, Debug)]
pub struct Finger;

/// A finger URL.
#[derive(Clone, Copy)]
pub struct FingerUrl<T = String>(Raw<Finger, T>);
impl_url!(FingerUrl: Finger);

impl Scheme for Finger {
    const NAME: &'static str = "finger";
    const DEFAULT_PORT: Option<u16> = Some(79);
    const FORM: Form = form!((Form::HOSTPORT) ["/" QUERY]);
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
        Ok(Plan::tcp(url.login(), Self::DEFAULT_PORT).step(Step::send_line(&line)))
    }

    fn login(spans: &Self::Spans) -> Option<LoginSpans> {
        Some(spans.0)
    }
}

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> FingerUrl<T> {
    /// Whom to ask about.
    pub fn query(&'i self) -> Option<Escaped<'o>> {
        self.0.spans().1.map(|span| Escaped::new_validated(span.slice(self.as_str())))
    }
}
