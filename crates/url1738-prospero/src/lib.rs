#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

use alloc::{string::String, vec::Vec};

pub use url1738_core::exports::*;
use url1738_core::{
    chars::UCHAR,
    codes, form, impl_builder, impl_login, impl_url,
    part::{HOST, PORT},
    plan::{Argument, Plan, Refusal, Step},
    repair::{EXPECTED_DELIMITER, MISSING_SLASH, Repairer},
    scheme::{Cursor, Form, LoginSpans, Raw, Scheme, SchemeInfo},
};

/// `prospero://host:port/hsoname;field=value` (section 3.11).
///
/// ```
/// use url1738_prospero::ProsperoUrl;
///
/// let url = ProsperoUrl::parse("prospero://host.dom//pros/name;VERSION=1;VERSION=2")?;
/// assert_eq!((url.hsoname().as_str(), url.path().as_str()), ("/pros/name", "/pros/name"));
/// assert!(url.segments().map(|segment| segment.as_str()).eq(["", "pros", "name"]));
/// assert!(url.fields().map(|(_, value)| value.as_str()).eq(["1", "2"]));
/// # Ok::<(), url1738_prospero::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct ProsperoUrl<T = String>(Raw<Prospero, T>);
impl_url!(ProsperoUrl: Prospero);
impl_login!(ProsperoUrl: Prospero);
#[cfg(feature = "arbitrary")]
url1738_core::impl_arbitrary!(ProsperoUrl);

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> ProsperoUrl<T> {
    /// Returns the path as written: the [`hsoname`](Self::hsoname), without the fields.
    #[must_use]
    #[inline]
    pub fn path(&'i self) -> Escaped<'o> {
        self.hsoname()
    }

    /// Returns the host-specific object name: one opaque string, even if it contains slashes.
    #[must_use]
    #[inline]
    pub fn hsoname(&'i self) -> Escaped<'o> {
        self.0.part(self.0.spans().hsoname())
    }

    /// Returns the segments between the slashes of the hsoname. Only the server knows whether they are a hierarchy.
    #[inline]
    pub fn segments(&'i self) -> impl DoubleEndedIterator<Item = Escaped<'o>> + use<'i, 'o, T> {
        self.0.spans().hsoname().split(self.as_str(), b'/').escaped()
    }

    /// Returns the names and values of the fields, which serve to identify the target of the link, in order; names may be empty
    /// and repeat.
    #[inline]
    pub fn fields(&'i self) -> impl Iterator<Item = (Escaped<'o>, Escaped<'o>)> + use<'i, 'o, T> {
        let part = |span| self.0.part(span);
        self.0.spans().fields(self.as_str()).map(move |(name, value)| (part(name), part(value)))
    }
}

impl_builder! {
    /// Builder of a [`ProsperoUrl`] (section 3.11). Percent-encodes its arguments.
    ///
    /// ```
    /// use url1738_prospero::{Host, ProsperoUrl};
    ///
    /// let builder = ProsperoUrl::builder("host.dom", "/pros/name;1")?.field("OBJECT-VERSION", "2");
    /// assert_eq!(builder.clone().build(), "prospero://host.dom//pros/name%3B1;OBJECT-VERSION=2");
    /// assert_eq!(builder.hsoname("a").without_fields().build(), "prospero://host.dom/a");
    /// # Ok::<(), url1738_prospero::Error>(())
    /// ```
    struct ProsperoBuilder: ProsperoUrl, hostport
}

impl ProsperoUrl {
    /// Returns a builder of a URL of the object `hsoname` of the server `host`: a [`Host`], or its text.
    ///
    /// # Errors
    ///
    /// Returns an error if `host` is a text that is not a host name or IPv4 address.
    pub fn builder<'a>(
        host: impl TryInto<Host<'a>, Error: Into<Error>>,
        hsoname: impl AsRef<[u8]>,
    ) -> Result<ProsperoBuilder, Error> {
        Ok(ProsperoBuilder { parts: Editor::on::<Prospero>(host)? }.hsoname(hsoname))
    }
}

impl ProsperoBuilder {
    /// Sets the object name.
    pub fn hsoname(self, hsoname: impl AsRef<[u8]>) -> Self {
        Self { parts: self.parts.with(&PPATH, [hsoname]) }
    }

    /// Adds a field after the others.
    pub fn field(self, name: impl AsRef<[u8]>, value: impl AsRef<[u8]>) -> Self {
        Self { parts: self.parts.add(&FIELDNAME, name.as_ref()).add(&FIELDVALUE, value.as_ref()) }
    }

    /// Removes all fields.
    pub fn without_fields(self) -> Self {
        Self { parts: self.parts.without(&[&FIELDNAME, &FIELDVALUE]) }
    }
}

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
    login: LoginSpans,
    path_end: u32,
}

impl ProsperoSpans {
    #[inline]
    const fn hsoname(&self) -> Span {
        self.login.span_to(self.path_end)
    }

    /// Returns the names and values. The parser requires both in each field.
    #[inline]
    fn fields<'a>(&self, text: &'a str) -> impl Iterator<Item = (Span, Span)> + use<'a> {
        let all = Span::after(self.path_end, text);
        all.into_iter().flat_map(move |all| all.split(text, b';')).filter_map(move |field| {
            // Neither side contains a raw `=`, so that there are two pieces.
            let mut pieces = field.split(text, b'=');
            Some((pieces.next()?, pieces.next()?))
        })
    }
}

impl Scheme for Prospero {
    const PARTS: &'static [&'static Part] = &[&HOST, &PORT, &PPATH, &FIELDNAME, &FIELDVALUE];
    const INFO: &'static SchemeInfo = &SchemeInfo::new("prospero")
        .with_title("Prospero")
        .with_port(1525)
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
            // Up to the next `;`: with a `=` it is a field, without one it is text in which the `;`
            // should have been escaped.
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
        // Counted, because a list that doubles would take up to twice the memory of a URL of short fields.
        let mut fields = Vec::with_capacity(spans.fields(text).count());
        for (name, value) in spans.fields(text) {
            fields.push((octets(&FIELDNAME, name)?, octets(&FIELDVALUE, value)?));
        }
        Ok(Plan::udp(url.login(), Self::INFO.port).step(Step::Resolve { hsoname, fields }))
    }

    fn lint(url: Raw<Self, &str>, lints: &mut Lints) {
        for (name, _) in url.spans().fields(url.as_str()).filter(|(name, _)| name.is_empty()) {
            lints.push(PartSpan { part: &FIELDNAME, span: name }, &EMPTY_FIELD_NAME);
        }
    }
}

codes! {
    /// The codes of this scheme (section 3.11), beyond those of all schemes.
    pub const CODES;

    Lint EMPTY_FIELD_NAME "empty-field-name" ("3.11"):
        "empty field name: the BNF allows it, but no Prospero link has one",
        "The grammar allows a field without a name, but no Prospero link has one.",
        "prospero://host.dom/x;=1" => "prospero://host.dom/x;a=1";
}
