#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

use alloc::{borrow::Cow, format, string::String, vec};

pub use url1738_core::exports::*;
use url1738_core::{
    BorrowOrShare,
    chars::UCHAR,
    form, impl_builder, impl_login, impl_url,
    part::{HOST, PORT},
    plan::{Argument, Chunk, Endpoint, Plan, Refusal, Step},
    repair::Repairer,
    scheme::{Cursor, Form, FormBuilder, LoginSpans, Raw, Scheme, SchemeInfo, Split},
};

/// `http://host:port/path?search` (section 3.3).
#[derive(Clone, Copy)]
pub struct HttpUrl<T = String>(Raw<Http, T>);
impl_url!(HttpUrl: Http);
impl_login!(HttpUrl: Http);
#[cfg(feature = "arbitrary")]
url1738_core::impl_arbitrary!(HttpUrl);

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> HttpUrl<T> {
    /// Returns the path as written, without the `/` before it. Returns `None` if the URL ends with the host or port, and
    /// an empty path if it ends with that `/`.
    #[must_use]
    #[inline]
    pub fn path(&'i self) -> Option<Escaped<'o>> {
        self.0.path()
    }

    /// Returns the search part as written: `None` if there is no `?`, empty if nothing follows it.
    #[must_use]
    #[inline]
    pub fn search(&'i self) -> Option<Escaped<'o>> {
        self.0.spans().search(self.as_str()).map(|span| self.0.part(span))
    }

    /// Returns the segments of the path; none if there is no path.
    ///
    /// ```
    /// use url1738_http::HttpUrl;
    ///
    /// let url = HttpUrl::parse("http://host.dom/%7Ejoe/a%2Fb/")?;
    /// assert!(url.segments().map(|s| s.decode()).eq([&b"~joe"[..], b"a/b", b""]));
    /// # Ok::<(), url1738_http::Error>(())
    /// ```
    #[inline]
    pub fn segments(&'i self) -> impl DoubleEndedIterator<Item = Escaped<'o>> + use<'i, 'o, T> {
        self.0.spans().segments(self.as_str()).escaped()
    }
}

impl_builder! {
    /// Builder of an [`HttpUrl`] (section 3.3). Percent-encodes its arguments.
    ///
    /// ```
    /// use url1738_http::{Host, HttpUrl};
    ///
    /// let url = HttpUrl::builder(Host::parse("host.dom")?).path(["~joe", "a/b"]).search("to be?").build();
    /// assert_eq!(url, "http://host.dom/%7Ejoe/a%2Fb?to%20be%3F");
    /// assert_eq!(url.to_builder().without_search().build(), "http://host.dom/%7Ejoe/a%2Fb");
    /// # Ok::<(), url1738_http::Error>(())
    /// ```
    struct HttpBuilder: HttpUrl, hostport
}

impl HttpUrl {
    /// Returns a builder of a URL on `host`.
    pub fn builder(host: Host<'_>) -> HttpBuilder {
        HttpBuilder { parts: FormBuilder::new::<Http>().host(host) }
    }
}

impl HttpBuilder {
    /// Sets the segments of the path. An empty list removes the path; if a search part is set, an empty path is written.
    pub fn path<S: AsRef<[u8]>>(self, segments: impl IntoIterator<Item = S>) -> Self {
        Self { parts: self.parts.set(&HSEGMENT, segments) }
    }

    /// Sets the search part. Only the server interprets it, so that it is percent-encoded as a whole.
    pub fn search(self, search: impl AsRef<[u8]>) -> Self {
        Self { parts: self.parts.set(&SEARCH, [search]) }
    }

    /// Removes the search part.
    pub fn without_search(self) -> Self {
        Self { parts: self.parts.without(&[&SEARCH]) }
    }
}

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
    login: LoginSpans,
    /// 0 if there is no path. A `?` and the search part may follow it.
    path_end: u32,
}

impl HttpSpans {
    #[inline]
    const fn path(&self) -> Option<Span> {
        self.login.path(self.path_end)
    }

    #[inline]
    fn search(&self, text: &str) -> Option<Span> {
        let path = self.path()?;
        Span::after(path.end, text)
    }

    /// Returns the spans between the slashes of the path.
    #[inline]
    fn segments<'a>(&self, text: &'a str) -> Split<'a> {
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

/// The codes of this scheme (section 3.3), beyond those of all schemes: none.
pub const CODES: &[&CodeInfo] = &[];
