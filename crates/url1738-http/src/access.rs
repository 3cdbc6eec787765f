//! The request that a URL stands for (section 3.3; HTTP/1.0).

use alloc::format;

use url1738_core::{
    plan::{Argument, Chunk, Endpoint, Plan, Step},
    scheme::Scheme,
};

use crate::{Http, HttpUrl};

/// `GET path?search HTTP/1.0` with a Host field. The path goes out as written, so nothing escaped in it
/// is ever decoded into the request, and no URL needs to be refused.
pub(crate) fn plan(url: HttpUrl<&str>) -> Plan {
    let text = url.as_str();
    let target = text.get(url.login().spans().end() as usize..).unwrap_or_default();
    let target = if target.is_empty() { "/" } else { target };
    let plan = Plan::tcp(url.0.login(), Http::DEFAULT_PORT);
    let host = match plan.endpoint() {
        Endpoint::Tcp { host, .. } => &**host,
        _ => "",
    };
    let written = |text: &str| Chunk::Octets(Argument::printable(text));
    let field = match url.port() {
        Some(port) if Some(port) != Http::DEFAULT_PORT => written(&format!("{host}:{port}")),
        _ => written(host),
    };
    plan.step(Step::Send(alloc::vec![
        Chunk::Protocol(b"GET "),
        written(target),
        Chunk::Protocol(b" HTTP/1.0\r\nHost: "),
        field,
        Chunk::Protocol(b"\r\n\r\n"),
    ]))
}
