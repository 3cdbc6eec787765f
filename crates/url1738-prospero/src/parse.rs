//! `prosperourl = "prospero://" hostport "/" ppath *[ fieldspec ]` (sections 3.11 and 5).

use url1738_core::{
    Error, Lints, PartSpan, Span, Token,
    chars::UCHAR,
    codes::{CodeInfo, CodeKind},
    form,
    part::{HOST, PORT},
    plan,
    repair::Repairer,
    scheme::{Cursor, Form, LoginSpans, Part, Raw, Scheme, SchemeInfo},
};

/// `ppath = psegment *[ "/" psegment ]`: the hsoname, of which the client knows no parts (section 3.11).
pub const PPATH: Part = Part::new("ppath", UCHAR.with(b"?:@&=/"), b";=", "3.11")
    .with_label("path")
    .with_alias("name")
    .with_hint("write a path after the host: `prospero://host/path`")
    .with_meaning("the object, as its server names it");
/// `fieldname = *[ uchar | "?" | ":" | "@" | "&" ]` (section 3.11).
pub const FIELDNAME: Part = Part::new("fieldname", UCHAR.with(b"?:@&"), b";=", "3.11")
    .repeated()
    .with_label("field name")
    .with_hint("write a field as `;name=value`")
    .with_meaning("a field that the object must have ...");
/// `fieldvalue = *[ uchar | "?" | ":" | "@" | "&" ]` (section 3.11).
pub const FIELDVALUE: Part = Part::new("fieldvalue", UCHAR.with(b"?:@&"), b";=", "3.11")
    .repeated()
    .with_label("field value")
    .with_meaning("... with this value");

/// The marker of the scheme (section 3.11).
#[derive(Clone, Copy, Debug)]
pub struct Prospero;

/// The places of the parts of a Prospero URL (section 3.11).
#[derive(Clone, Copy, Debug)]
pub struct ProsperoSpans {
    pub(crate) login: LoginSpans,
    path_end: u32,
}

impl ProsperoSpans {
    #[inline]
    pub(crate) const fn hsoname(&self) -> Span {
        self.login.span_to(self.path_end)
    }

    /// Names and values.
    #[inline]
    pub(crate) fn fields<'a>(&self, text: &'a str) -> impl Iterator<Item = (Span, Span)> + use<'a> {
        let all = Span::after(self.path_end, text);
        all.into_iter().flat_map(move |all| all.split(text, b';')).map(move |field| {
            let mut pieces = field.split(text, b'=');
            (pieces.next().unwrap_or_default(), pieces.next().unwrap_or_default())
        })
    }
}

impl Scheme for Prospero {
    const NAME: &'static str = "prospero";
    const TITLE: &'static str = "Prospero";
    const DEFAULT_PORT: Option<u16> = Some(1525);
    const PARTS: &'static [&'static Part] = &[&HOST, &PORT, &PPATH, &FIELDNAME, &FIELDVALUE];
    const INFO: &'static SchemeInfo = &SchemeInfo::of::<Self>()
        .with_purpose("Prospero directories")
        .with_section("3.11")
        .with_forms(&["prospero://host:port/hsoname;field=value"])
        .with_example("prospero://host.dom/pub/papers;version=2");
    const FORM: Form =
        form!((Form::HOSTPORT) "/" PPATH (any number of ";" FIELDNAME "=" FIELDVALUE));
    type Spans = ProsperoSpans;

    #[inline(always)]
    fn parse(cursor: &mut Cursor<'_>) -> Result<ProsperoSpans, Error> {
        let login = cursor.hostport()?;
        cursor.expect(&PPATH, Token::Slash)?;
        let path_end = cursor.run(&PPATH).end;
        let mut last = &PPATH;
        while cursor.eat(b";") {
            cursor.run(&FIELDNAME);
            if cursor.peek().is_some_and(|byte| byte != b'=' && byte != b';') {
                return Err(cursor.unexpected(&FIELDNAME));
            }
            cursor.expect(&FIELDNAME, Token::Equals)?;
            cursor.run(&FIELDVALUE);
            last = &FIELDVALUE;
        }
        cursor.finish(last)?;
        Ok(ProsperoSpans { login, path_end })
    }

    fn login(spans: &ProsperoSpans) -> Option<LoginSpans> {
        Some(spans.login)
    }

    fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
        let spans = url.spans();
        spans.login.each(each);
        each(PartSpan { part: &PPATH, span: spans.hsoname() });
        for (name, value) in spans.fields(url.as_str()) {
            each(PartSpan { part: &FIELDNAME, span: name });
            each(PartSpan { part: &FIELDVALUE, span: value });
        }
    }

    fn repair(repairer: &mut Repairer<'_>) {
        crate::repair::repair(repairer);
    }

    fn path(url: Raw<Self, &str>) -> Option<Span> {
        Some(url.spans().hsoname())
    }

    fn plan(url: Raw<Self, &str>) -> Result<plan::Plan, plan::Refusal> {
        crate::access::plan(url)
    }

    fn lint(url: Raw<Self, &str>, lints: &mut Lints) {
        for (name, _) in url.spans().fields(url.as_str()).filter(|(name, _)| name.is_empty()) {
            lints.push(PartSpan { part: &FIELDNAME, span: name }, &EMPTY_FIELD_NAME);
        }
    }
}

pub(crate) static EMPTY_FIELD_NAME: CodeInfo = CodeInfo::new(
    CodeKind::Lint,
    "empty-field-name",
    "empty field name: the BNF allows it, but no Prospero link has one",
)
.with_explanation("The grammar allows a field without a name, but no Prospero link has one.")
.with_examples("prospero://host.dom/x;=1", "prospero://host.dom/x;a=1")
.with_section("3.11");
