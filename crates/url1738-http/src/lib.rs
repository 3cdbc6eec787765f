#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

use alloc::{
    borrow::Cow,
    string::{String, ToString as _},
    vec,
};

pub use url1738_core::exports::*;
use url1738_core::{
    chars::UCHAR,
    form, impl_builder, impl_login, impl_url,
    part::{Canon, HOST, PORT},
    plan::{Argument, Chunk, Endpoint, Plan, Question, Refusal, Step},
    repair::Repairer,
    scheme::{Cursor, Form, LoginSpans, Raw, Scheme, SchemeInfo, Split},
};

/// Writes the URL type, the builder and the marker of a scheme with the syntax of http. The rows say what differs.
///
/// RFC 2818 and RFC 6455 define their schemes by the same syntax with another port and another exchange.
macro_rules! like_http {
    ($(
        $(#[$about_url:meta])* $Url:ident;
        $(#[$about_builder:meta])* $Builder:ident;
        $(#[$about_marker:meta])* $Marker:ident: $name:literal, $title:literal, port $port:literal,
        $purpose:literal, in $section:literal, search $search:ident, example $example:literal,
        |$plan:ident, $target:ident, $host:ident| $exchange:expr;
    )*) => { $(
        $(#[$about_url])*
        #[derive(Clone, Copy)]
        pub struct $Url<T = String>(Raw<$Marker, T>);
        impl_url!($Url: $Marker);
        impl_login!($Url: $Marker, path);
        #[cfg(feature = "arbitrary")]
        url1738_core::impl_arbitrary!($Url);

        impl<'i, 'o, T: BorrowOrShare<'i, 'o>> $Url<T> {
            /// Returns the search part as written: `None` if there is no `?`, empty if nothing follows it.
            #[must_use]
            #[inline]
            #[doc(alias = "query")]
            pub fn search(&'i self) -> Option<Escaped<'o>> {
                self.0.spans().search(self.as_str()).map(|span| self.0.part(span))
            }

            /// Returns the segments of the path; none if there is no path.
            #[doc(alias = "path_segments")]
            #[inline]
            pub fn segments(&'i self) -> impl DoubleEndedIterator<Item = Escaped<'o>> + use<'i, 'o, T> {
                self.0.spans().segments(self.as_str()).escaped()
            }
        }

        impl_builder! {
            $(#[$about_builder])*
            struct $Builder: $Url on host, hostport
        }

        impl $Builder {
            /// Sets the segments of the path. An empty list removes the path; if a search part is set, an empty path is
            /// written.
            #[doc(alias = "set_path")]
            pub fn path<S: AsRef<[u8]>>(self, segments: impl IntoIterator<Item = S>) -> Self {
                Self { parts: self.parts.with(&HSEGMENT, segments) }
            }

            /// Sets the search part. Only the server interprets it, so that it is percent-encoded as a whole:
            /// [`pairs`](Self::pairs) sets names and values.
            #[doc(alias = "query")]
            pub fn search(self, search: impl AsRef<[u8]>) -> Self {
                Self { parts: self.parts.with(&$search, [search]) }
            }

            /// Sets the search part to `name=value&name=value`: `&`, `=`, `+` and `%` within a name or a value are
            /// percent-encoded. Without a pair, the search part is removed.
            #[doc(alias = "query_pairs_mut")]
            pub fn pairs<N: AsRef<[u8]>, V: AsRef<[u8]>>(
                self,
                pairs: impl IntoIterator<Item = (N, V)>,
            ) -> Self {
                let pairs = pairs.into_iter().map(|(name, value)| (name, Some(value)));
                Self { parts: self.parts.with_pairs(&$search, pairs) }
            }

            /// Removes the search part.
            pub fn without_search(self) -> Self {
                Self { parts: self.parts.without(&[&$search]) }
            }
        }

        $(#[$about_marker])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Marker;

        impl Scheme for $Marker {
            const PARTS: &'static [&'static Part] = &[&HOST, &PORT, &HSEGMENT, &$search];
            const INFO: &'static SchemeInfo = &SchemeInfo::new($name)
                .with_title($title)
                .with_port($port)
                .with_purpose($purpose)
                .with_section($section)
                .with_forms(&[concat!($name, "://host:port/path?search")])
                .with_example($example);
            const FORM: Form = form!((Form::HOSTPORT) ["/" (HSEGMENT or "") ["?" $search]]);
            type Spans = HttpSpans;

            #[inline(always)]
            fn parse(cursor: &mut Cursor<'_>) -> Result<HttpSpans, Error> {
                HttpSpans::parse(cursor, &$search)
            }

            fn login(spans: &HttpSpans) -> Option<LoginSpans> {
                Some(spans.login)
            }

            fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
                url.spans().each_part(url.as_str(), &$search, each);
            }

            fn repair(repairer: &mut Repairer<'_>) {
                repair(repairer, &$search);
            }

            fn path(url: Raw<Self, &str>) -> Option<Span> {
                url.spans().path()
            }

            fn lint(url: Raw<Self, &str>, lints: &mut Lints) {
                if let Some(span) = url.spans().search(url.as_str()) {
                    lints.secrets(PartSpan { part: &$search, span }, url.as_str());
                }
            }

            fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> {
                let $plan = Plan::tcp(url.login(), Self::INFO.port);
                let $target = url.spans().target(url.as_str());
                let $host = host_field(&$plan, $port);
                Ok($exchange)
            }

            /// Adds the `/` to `http://host`, which requests the same as `http://host/`. In schemes of another syntax they
            /// differ.
            fn finish_normal_form(url: Raw<Self, &str>, form: &mut Cow<'_, str>) {
                if url.spans().path().is_none() {
                    form.to_mut().push('/');
                }
            }
        }
    )* };
}

like_http! {
    /// `http://host:port/path?search` (section 3.3).
    ///
    /// ```
    /// use url1738_http::HttpUrl;
    ///
    /// let url = HttpUrl::parse("http://host.dom/%7Ejoe/a%2Fb/")?;
    /// assert!(url.segments().map(|s| s.decode()).eq([&b"~joe"[..], b"a/b", b""]));
    /// # Ok::<(), url1738_http::Error>(())
    /// ```
    HttpUrl;
    /// Builder of an [`HttpUrl`] (section 3.3). Percent-encodes its arguments.
    ///
    /// ```
    /// use url1738_http::HttpUrl;
    ///
    /// let url = HttpUrl::builder("host.dom")?.path(["~joe", "a/b"]).search("to be?").build();
    /// assert_eq!(url, "http://host.dom/%7Ejoe/a%2Fb?to%20be%3F");
    /// assert_eq!(url.to_builder().without_search().build(), "http://host.dom/%7Ejoe/a%2Fb");
    ///
    /// let url = url.to_builder().pairs([("q", "R&D=1+1"), ("page", "2")]).build();
    /// assert_eq!(url, "http://host.dom/%7Ejoe/a%2Fb?q=R%26D%3D1%2B1&page=2");
    /// let mut pairs = url.search().unwrap().pairs();
    /// assert_eq!(pairs.next().unwrap().1.unwrap().decode_utf8().unwrap(), "R&D=1+1");
    /// # Ok::<(), url1738_http::Error>(())
    /// ```
    HttpBuilder;
    /// Marker type of the scheme (section 3.3).
    Http: "http", "HTTP", port 80, "documents by HTTP", in "3.3", search SEARCH,
    example "http://www.host.dom:8080/pub/list.html?name=value",
    |plan, target, host| plan.step(get(target, &host));

    /// `https://host:port/path?search` (RFC 2818): http over TLS.
    ///
    /// ```
    /// use url1738_http::HttpsUrl;
    ///
    /// let url = HttpsUrl::parse("https://host.dom/a?b=c")?;
    /// assert_eq!((url.port_or_default(), url.search().unwrap().as_str()), (443, "b=c"));
    /// assert_eq!(url.plan()?.endpoint.to_string(), "host.dom:443/tls");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    HttpsUrl;
    /// Builder of an [`HttpsUrl`] (RFC 2818). Percent-encodes its arguments.
    ///
    /// ```
    /// use url1738_http::HttpsUrl;
    ///
    /// let url = HttpsUrl::builder("host.dom")?.path(["a b"]).build();
    /// assert_eq!(url, "https://host.dom/a%20b");
    /// # Ok::<(), url1738_http::Error>(())
    /// ```
    HttpsBuilder;
    /// Marker type of the scheme (RFC 2818).
    Https: "https", "HTTPS", port 443, "documents by HTTP over TLS", in "RFC 2818", search QUERY,
    example "https://www.host.dom:8443/pub/list.html?name=value",
    |plan, target, host| plan.over_tls().step(get(target, &host));

    /// `ws://host:port/path?search` (RFC 6455): messages in both directions, after a request of http.
    ///
    /// ```
    /// use url1738_http::WsUrl;
    ///
    /// let url = WsUrl::parse("ws://host.dom/chat")?;
    /// assert_eq!(url.plan()?.endpoint.to_string(), "host.dom:80");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    WsUrl;
    /// Builder of a [`WsUrl`] (RFC 6455). Percent-encodes its arguments.
    ///
    /// ```
    /// use url1738_http::WsUrl;
    ///
    /// assert_eq!(WsUrl::builder("host.dom")?.path(["chat"]).build(), "ws://host.dom/chat");
    /// # Ok::<(), url1738_http::Error>(())
    /// ```
    WsBuilder;
    /// Marker type of the scheme (RFC 6455).
    Ws: "ws", "WebSocket", port 80, "messages in both directions", in "RFC 6455", search QUERY,
    example "ws://www.host.dom:8080/chat?room=1",
    |plan, target, host| plan.step(upgrade(target, &host)).step(Step::Session);

    /// `wss://host:port/path?search` (RFC 6455): [`WsUrl`] over TLS.
    ///
    /// ```
    /// use url1738_http::WssUrl;
    ///
    /// let url = WssUrl::parse("wss://host.dom:443/chat")?;
    /// assert_eq!(url.normalize(), "wss://host.dom/chat");
    /// # Ok::<(), url1738_http::Error>(())
    /// ```
    WssUrl;
    /// Builder of a [`WssUrl`] (RFC 6455). Percent-encodes its arguments.
    ///
    /// ```
    /// use url1738_http::WssUrl;
    ///
    /// assert_eq!(WssUrl::builder("host.dom")?.port(8443).build(), "wss://host.dom:8443");
    /// # Ok::<(), url1738_http::Error>(())
    /// ```
    WssBuilder;
    /// Marker type of the scheme (RFC 6455).
    Wss: "wss", "WebSocket", port 443, "messages in both directions over TLS", in "RFC 6455", search QUERY,
    example "wss://www.host.dom:8443/chat?room=1",
    |plan, target, host| plan.over_tls().step(upgrade(target, &host)).step(Step::Session);
}

/// `hsegment = *[ uchar | ";" | ":" | "@" | "&" | "=" ]` (section 3.3).
pub const HSEGMENT: Part = Part::new("hsegment", UCHAR.with(b";:@&="), b"/;?", "3.3")
    .in_hierarchy()
    .with_meaning("a segment of the path; its meaning is up to the server");
/// `search = *[ uchar | ";" | ":" | "@" | "&" | "=" ]` (section 3.3).
pub const SEARCH: Part = Part::new("search", UCHAR.with(b";:@&="), b"/;?", "3.3")
    .with_label("query string")
    .with_meaning("the query for the resource that the path names");
/// The search part of the successors of http. It may contain `/` and `?` as they are: RFC 2818 and RFC 6455 follow RFC 2396
/// there, section 3.4.
pub const QUERY: Part = Part::new("search", UCHAR.with(b";:@&=/?"), b"/;?", "3.3")
    .with_canon(Canon::Pairs)
    .with_label("query string")
    .with_meaning("the query for the resource that the path names");

/// Spans of the parts of an HTTP URL (section 3.3).
#[derive(Clone, Copy, Debug)]
pub struct HttpSpans {
    login: LoginSpans,
    /// 0 if there is no path. A `?` and the search part may follow it.
    path_end: u32,
}

impl HttpSpans {
    /// `httpurl = "http://" hostport [ "/" hpath [ "?" search ]]` (section 5), after the name of the scheme.
    #[inline(always)]
    fn parse(cursor: &mut Cursor<'_>, search: &'static Part) -> Result<Self, Error> {
        // The search needs no span: it is what follows the `?` at `path_end`, up to the end of the
        // text.
        let mut spans = Self { login: cursor.hostport()?, path_end: 0 };
        if cursor.eat(b"/") {
            // All segments in one run: they are split on request, so that parsing allocates nothing.
            spans.path_end = cursor.run_of(const { HSEGMENT.class.with(b"/") }).end;
            if cursor.eat(b"?") {
                cursor.run(search);
                cursor.finish(search)?;
            }
        }
        cursor.finish(&HSEGMENT)?;
        Ok(spans)
    }

    #[inline]
    const fn path(&self) -> Option<Span> {
        self.login.path(self.path_end)
    }

    #[inline]
    fn search(&self, text: &str) -> Option<Span> {
        let path = self.path()?;
        Span::after(path.end, text)
    }

    #[inline]
    fn segments<'a>(&self, text: &'a str) -> Split<'a> {
        self.path().map_or_else(Split::default, |path| path.split(text, b'/'))
    }

    fn each_part(&self, text: &str, part: &'static Part, each: &mut dyn FnMut(PartSpan)) {
        self.login.each(each);
        self.segments(text).for_each(|span| each(PartSpan { part: &HSEGMENT, span }));
        if let Some(span) = self.search(text) {
            each(PartSpan { part, span });
        }
    }

    /// Returns what a request names: path and search part, as written.
    fn target<'a>(&self, text: &'a str) -> &'a str {
        match Span::to_end(self.login.end(), text).slice(text) {
            // HTTP has no empty target: `http://host` requests the same as `http://host/`.
            "" => "/",
            target => target,
        }
    }
}

/// Replaces backslashes in the path by slashes, and percent-encodes characters that are reserved in the search part.
/// Inserts the `/` before a search part without a path.
fn repair(repairer: &mut Repairer<'_>, search: &'static Part) {
    repairer.hostport();
    // `http://host` ends here, and so does a host that cannot be repaired: `slash` inserts a `/` only before a `?`.
    if !repairer.slash() {
        return;
    }
    repairer.path(&HSEGMENT, repairer.until(b"?"));
    if repairer.copy_any(b"?") {
        repairer.part(search, repairer.rest().len());
    }
}

/// Returns the field `Host` of a request: without a port, it names the default one (RFC 2616, section 14.23).
fn host_field(plan: &Plan, default_port: u16) -> String {
    match &plan.endpoint {
        Endpoint::Tcp { host, port } if *port == default_port => host.clone(),
        // Its address has no leading zeros: other software reads those as octal.
        endpoint => endpoint.to_string(),
    }
}

/// Returns a request that names `target`, which is sent as written. No escape in it is decoded into the request, so that no
/// URL has to be refused.
fn request(target: &str, version_and_host: &'static [u8], host: &str, fields: &[Chunk]) -> Step {
    // Printable, so that nothing in a text of another crate could end the line: a parsed URL has no
    // other characters.
    let as_written = |text: &str| Chunk::Octets(Argument::printable(text));
    let mut chunks = vec![
        Chunk::Protocol(b"GET "),
        as_written(target),
        Chunk::Protocol(version_and_host),
        as_written(host),
    ];
    chunks.extend_from_slice(fields);
    Step::Send(chunks)
}

/// `GET path?search HTTP/1.0` and the field Host.
fn get(target: &str, host: &str) -> Step {
    // Version 1.0 closes the connection after the response. Host came with 1.1, and servers with
    // several names need it.
    request(target, b" HTTP/1.0\r\nHost: ", host, &[Chunk::Protocol(b"\r\n\r\n")])
}

/// The request that opens a connection for messages (RFC 6455, section 4.1). The key is for the client to choose.
fn upgrade(target: &str, host: &str) -> Step {
    const FIELDS: &[u8] =
        b"\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ";
    let fields =
        [Chunk::Protocol(FIELDS), Chunk::Answer(Question::Key), Chunk::Protocol(b"\r\n\r\n")];
    request(target, b" HTTP/1.1\r\nHost: ", host, &fields)
}

/// The codes of this scheme (section 3.3), beyond those of all schemes: none.
pub const CODES: &[&CodeInfo] = &[];
