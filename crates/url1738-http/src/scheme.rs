//! The parts, the grammar, the plan and the repairs of HTTP URLs (section 3.3).

use alloc::{borrow::Cow, format, vec};

use url1738_core::{
    Error, PartSpan, Span,
    chars::UCHAR,
    form,
    part::{HOST, PORT},
    plan::{Argument, Chunk, Endpoint, Plan, Refusal, Step},
    repair::Repairer,
    scheme::{Cursor, Form, LoginSpans, Part, Raw, Scheme, SchemeInfo, Split},
};

/// `hsegment = *[ uchar | ";" | ":" | "@" | "&" | "=" ]` (section 3.3).
pub const HSEGMENT: Part = Part::new("hsegment", UCHAR.with(b";:@&="), b"/;?", "3.3")
    .in_hierarchy()
    .with_meaning("a segment of the path; its meaning is up to the server");
/// `search = *[ uchar | ";" | ":" | "@" | "&" | "=" ]` (section 3.3).
pub const SEARCH: Part = Part::new("search", UCHAR.with(b";:@&="), b"/;?", "3.3")
    .with_label("query string")
    .with_meaning("the query for the resource that the path names");

/// Marker type of the scheme (section 3.3).
#[derive(Clone, Copy, Debug)]
pub struct Http;

/// Spans of the parts of an HTTP URL (section 3.3).
#[derive(Clone, Copy, Debug)]
pub struct HttpSpans {
    pub(crate) login: LoginSpans,
    /// 0 if there is no path. A `?` and the search part may follow it.
    path_end: u32,
}

impl HttpSpans {
    #[inline]
    pub(crate) const fn path(&self) -> Option<Span> {
        self.login.path(self.path_end)
    }

    #[inline]
    pub(crate) fn search(&self, text: &str) -> Option<Span> {
        let path = self.path()?;
        Span::after(path.end, text)
    }

    /// Returns the spans between the slashes of the path.
    #[inline]
    pub(crate) fn segments<'a>(&self, text: &'a str) -> Split<'a> {
        self.path().map_or_else(Split::default, |path| path.split(text, b'/'))
    }
}

impl Scheme for Http {
    const NAME: &'static str = "http";
    const TITLE: &'static str = "HTTP";
    const DEFAULT_PORT: Option<u16> = Some(80);
    const PARTS: &'static [&'static Part] = &[&HOST, &PORT, &HSEGMENT, &SEARCH];
    const INFO: &'static SchemeInfo = &SchemeInfo::of::<Self>()
        .with_purpose("documents by HTTP")
        .with_section("3.3")
        .with_forms(&["http://host:port/path?search"])
        .with_example("http://www.host.dom:8080/pub/list.html?name=value");
    const FORM: Form = form!((Form::HOSTPORT) ["/" (HSEGMENT or "") ["?" SEARCH]]);
    type Spans = HttpSpans;

    /// `httpurl = "http://" hostport [ "/" hpath [ "?" search ]]` (section 5).
    #[inline(always)]
    fn parse(cursor: &mut Cursor<'_>) -> Result<HttpSpans, Error> {
        let mut spans = HttpSpans { login: cursor.hostport()?, path_end: 0 };
        if cursor.eat(b"/") {
            // All segments in one run: they are split on request, so that parsing allocates nothing.
            spans.path_end = cursor.run_of(const { HSEGMENT.class().with(b"/") }).end;
            if cursor.eat(b"?") {
                cursor.run(&SEARCH);
                cursor.finish(&SEARCH)?;
            }
        }
        cursor.finish(&HSEGMENT)?;
        Ok(spans)
    }

    fn login(spans: &HttpSpans) -> Option<LoginSpans> {
        Some(spans.login)
    }

    fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
        let spans = url.spans();
        spans.login.each(each);
        spans.segments(url.as_str()).for_each(|span| each(PartSpan { part: &HSEGMENT, span }));
        if let Some(span) = spans.search(url.as_str()) {
            each(PartSpan { part: &SEARCH, span });
        }
    }

    /// Replaces backslashes in the path by slashes, and percent-encodes characters that are reserved in the search part.
    /// Inserts the `/` before a search part without a path.
    fn repair(repairer: &mut Repairer<'_>) {
        repairer.hostport();
        // `http://host` ends here, and so does a host that cannot be repaired: `slash` inserts a `/` only before a `?`.
        if !repairer.slash() {
            return;
        }
        repairer.path(&HSEGMENT, repairer.until(b"?"));
        if repairer.copy_any(b"?") {
            repairer.part(&SEARCH, repairer.rest().len());
        }
    }

    fn path(url: Raw<Self, &str>) -> Option<Span> {
        url.spans().path()
    }

    /// `GET path?search HTTP/1.0` and the field Host (HTTP/1.0). The path is sent as written. No escape in it is decoded
    /// into the request, so that no URL has to be refused.
    fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> {
        let login = url.spans().login;
        let target = Span::to_end(login.end(), url.as_str()).slice(url.as_str());
        // HTTP has no empty target: `http://host` requests the same as `http://host/`.
        let target = if target.is_empty() { "/" } else { target };
        let plan = Plan::tcp(url.login(), Self::DEFAULT_PORT);
        // The field has the host of the endpoint, whose address has no leading zeros: other software reads those as octal.
        let host = match plan.endpoint() {
            Endpoint::Tcp { host, .. } => &**host,
            _ => "",
        };
        let as_written = |text: &str| Chunk::Octets(Argument::printable(text));
        let host_field = match login.view(url.as_str()).port() {
            Some(port) if Some(port) != Self::DEFAULT_PORT => as_written(&format!("{host}:{port}")),
            _ => as_written(host),
        };
        Ok(plan.step(Step::Send(vec![
            Chunk::Protocol(b"GET "),
            as_written(target),
            Chunk::Protocol(b" HTTP/1.0\r\nHost: "),
            host_field,
            Chunk::Protocol(b"\r\n\r\n"),
        ])))
    }

    /// Adds the `/` to `http://host`, which requests the same as `http://host/`. In the other schemes they differ.
    fn finish_normal_form(url: Raw<Self, &str>, form: &mut Cow<'_, str>) {
        if url.spans().path().is_none() {
            form.to_mut().push('/');
        }
    }
}
