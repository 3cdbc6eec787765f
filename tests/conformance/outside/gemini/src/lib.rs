//! `gemini://host[:port][/path][?query]`: a custom scheme with segments and a query.

pub use url1738_core::exports::*;
use url1738_core::{
    chars::UCHAR,
    codes::CodeKind,
    form, impl_login, impl_url,
    part::{HOST, PORT},
    plan::{Argument, Plan, Refusal, Step},
    scheme::{Cursor, Form, LoginSpans, Raw, Scheme, SchemeInfo},
};

/// `segment = *[ uchar | ";" | ":" | "@" | "&" | "=" ]`.
pub const SEGMENT: Part = Part::new("segment", UCHAR.with(b";:@&="), b"/?", "Gemini")
    .repeated()
    .in_hierarchy()
    .with_meaning("a step of the path");
/// `query = *[ uchar | ";" | ":" | "@" | "&" | "=" | "/" | "?" ]`.
pub const QUERY: Part = Part::new("query", UCHAR.with(b";:@&=/?"), b"", "Gemini")
    .with_meaning("the answer to a question of the server");

static TOO_LONG: CodeInfo =
    CodeInfo::new(CodeKind::Refusal, "gemini-too-long", "more than the 1024 bytes of a request")
        .with_section("Gemini");

/// The codes of the scheme, for lists of codes.
pub const CODES: &[&CodeInfo] = &[&TOO_LONG];

/// The marker of the scheme.
#[derive(Clone, Copy, Debug)]
pub struct Gemini;

/// A Gemini URL.
#[derive(Clone, Copy)]
pub struct GeminiUrl<T = String>(Raw<Gemini, T>);
impl_url!(GeminiUrl: Gemini);
impl_login!(GeminiUrl: Gemini);

impl Scheme for Gemini {
    const PARTS: &'static [&'static Part] = &[&HOST, &PORT, &SEGMENT, &QUERY];
    const FORM: Form = form!((Form::HOSTPORT) ["/" (SEGMENT or "")] ["?" QUERY]);
    const INFO: &'static SchemeInfo = &SchemeInfo::new("gemini")
        .with_title("Gemini")
        .with_port(1965)
        .with_purpose("pages by Gemini")
        .with_section("Gemini")
        .with_forms(&["gemini://host:port/segment/segment?query"])
        .with_example("gemini://host.dom/docs/faq?words");
    type Spans = (LoginSpans, Option<Span>, Option<Span>);

    fn parse(cursor: &mut Cursor<'_>) -> Result<Self::Spans, Error> {
        let login = cursor.hostport()?;
        let path = cursor.eat(b"/").then(|| cursor.run_of(const { SEGMENT.class.with(b"/") }));
        let query = cursor.eat(b"?").then(|| cursor.run(&QUERY));
        cursor.finish(if query.is_some() { &QUERY } else { &SEGMENT })?;
        Ok((login, path, query))
    }

    fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
        let (login, path, query) = url.spans();
        login.each(each);
        for span in path.iter().flat_map(|path| path.split(url.as_str(), b'/')) {
            each(PartSpan { part: &SEGMENT, span });
        }
        query.iter().for_each(|span| each(PartSpan { part: &QUERY, span: *span }));
    }

    fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> {
        let whole = Span::new(0, url.as_str().len() as u32);
        if whole.len() > 1024 {
            return Err(Refusal::new(&SEGMENT, whole, &TOO_LONG));
        }
        let line = Argument::of_part(&SEGMENT, whole, url.as_str().as_bytes())?;
        Ok(Plan::tcp(url.login(), Self::INFO.port).step(Step::send_line(&line)))
    }

    fn login(spans: &Self::Spans) -> Option<LoginSpans> {
        Some(spans.0)
    }

    fn path(url: Raw<Self, &str>) -> Option<Span> {
        url.spans().1
    }
}

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> GeminiUrl<T> {
    /// The text after the `?`.
    pub fn query(&'i self) -> Option<Escaped<'o>> {
        let span = self.0.spans().2?;
        Some(Escaped::new_validated(span.slice(self.as_str())))
    }
}
