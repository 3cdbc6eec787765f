//! The parts, the grammar, the plan and the repairs of Prospero URLs (section 3.11).

use alloc::vec::Vec;

use url1738_core::{
    __private::LONG,
    Error, Lints, PartSpan, Rule, Span, Token,
    chars::UCHAR,
    codes::{CodeInfo, CodeKind},
    form,
    part::{HOST, PORT},
    plan::{Argument, Plan, Refusal, Step},
    repair::{EXPECTED_DELIMITER, MISSING_SLASH, Repairer},
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

/// Marker type of the scheme (section 3.11).
#[derive(Clone, Copy, Debug)]
pub struct Prospero;

/// Spans of the parts of a Prospero URL (section 3.11).
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

    /// Returns the names and values. The parser requires both in each field.
    #[inline]
    pub(crate) fn fields<'a>(&self, text: &'a str) -> impl Iterator<Item = (Span, Span)> + use<'a> {
        let all = Span::after(self.path_end, text);
        all.into_iter().flat_map(move |all| all.split(text, b';')).filter_map(move |field| {
            let mut pieces = field.split(text, b'=');
            Some((pieces.next()?, pieces.next()?))
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

    /// `prosperourl = "prospero://" hostport "/" ppath *[ fieldspec ]` (section 5).
    #[inline(always)]
    fn parse(cursor: &mut Cursor<'_>) -> Result<ProsperoSpans, Error> {
        let login = cursor.hostport()?;
        cursor.expect(&PPATH, Token::Slash)?;
        let path_end = cursor.run(&PPATH).end;
        // The part that an unexpected byte at the end is reported in.
        let mut last = &PPATH;
        while cursor.eat(b";") {
            cursor.run(&FIELDNAME);
            // A byte that no name can contain is reported as such. Before `;` or the end, the `=` is missing.
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

    /// Percent-encodes a `;` that no field follows, as data of the part before it. Inserts the `/` before an empty object
    /// name.
    fn repair(repairer: &mut Repairer<'_>) {
        repairer.hostport();
        if !repairer.slash() {
            return repairer.missing_slash(MISSING_SLASH);
        }
        repairer.part(&PPATH, repairer.until(b";"));
        // The part that a `;` without a field belongs to.
        let mut last = &PPATH;
        while let [b';', after @ ..] = repairer.rest() {
            let field = after.split(|byte| *byte == b';').next().unwrap_or(after);
            let mut pieces = field.splitn(2, |byte| *byte == b'=');
            if let (Some(name), Some(value)) = (pieces.next(), pieces.next()) {
                repairer.copy(1);
                repairer.part(&FIELDNAME, name.len());
                repairer.copy(1);
                repairer.part(&FIELDVALUE, value.len());
                last = &FIELDVALUE;
            } else {
                let info = const {
                    &EXPECTED_DELIMITER.with_message(
                        "`;` begins a field `name=value`, and must be percent-encoded in data",
                    )
                };
                repairer.change(1, "%3B", last, Rule::Bnf("fieldspec"), info);
                repairer.part(last, field.len());
            }
        }
    }

    fn path(url: Raw<Self, &str>) -> Option<Span> {
        Some(url.spans().hsoname())
    }

    /// A request to the directory server, which answers how to reach the object. Its protocol consists of lines, so that an
    /// escaped CR, LF or NUL is refused. No server is left to test the plan with.
    fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> {
        let (text, spans) = (url.as_str(), url.spans());
        let octets = |part: &'static Part, span: Span| {
            Argument::decode(part, span, text).map(|argument| argument.octets().to_vec())
        };
        let hsoname = octets(&PPATH, spans.hsoname())?;
        // A list that doubles would take up to twice the memory of a URL of short fields.
        let mut fields = Vec::new();
        if text.len() >= LONG {
            fields.reserve_exact(spans.fields(text).count());
        }
        for (name, value) in spans.fields(text) {
            fields.push((octets(&FIELDNAME, name)?, octets(&FIELDVALUE, value)?));
        }
        Ok(Plan::udp(url.login(), Self::DEFAULT_PORT).step(Step::Resolve { hsoname, fields }))
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
