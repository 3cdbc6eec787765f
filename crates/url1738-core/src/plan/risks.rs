//! The findings that are both a lint of a URL and a warning of its plan: one declaration each.

use crate::syntax::code::{CodeInfo, CodeKind};

pub(crate) static PORT_ZERO: CodeInfo = CodeInfo::new(
    CodeKind::Lint,
    "port-zero",
    "no server listens on port 0: clients fail or choose another port",
)
.with_explanation(
    "Port 0 is reserved, and no server can listen on it. Clients fail or choose another port.",
)
.with_examples("http://host.dom:0/", "http://host.dom/")
.with_section("3.1");

pub(crate) static RESERVED_PORT: CodeInfo = CodeInfo::new(
    CodeKind::Lint,
    "reserved-port",
    "non-default port below 1024: it belongs to another protocol, and browsers block many of them (section 6)",
)
.with_explanation("Ports below 1024 belong to other protocols, whose servers may read the request as commands: mail can be sent by a Gopher URL for port 25.")
.with_examples("gopher://host.dom:25/1", "gopher://host.dom:70/1")
.with_section("6");

pub(crate) static NON_DEFAULT_PORT: CodeInfo = CodeInfo::new(
    CodeKind::Lint,
    "non-default-port",
    "non-default port: another protocol may be listening there (section 6)",
)
.with_explanation("A server of another protocol may be listening on this port and may read the request as its own commands.")
.with_examples("http://host.dom:8080/", "http://host.dom/")
.with_section("6");

/// User name that is empty, and not absent (section 3.2.1).
pub static EMPTY_USER: CodeInfo = CodeInfo::new(
    CodeKind::Lint,
    "empty-user",
    "an empty user name differs from none, but most clients log in as anonymous",
)
.with_explanation("An empty user name is sent as `USER` with an empty argument. Without a user name the client logs in as anonymous.")
.with_examples("ftp://@host.dom/", "ftp://host.dom/")
.with_section("3.2.1");

/// Name `.` or `..` in a path (section 3.2.2).
pub static DOT_SEGMENT: CodeInfo = CodeInfo::new(
    CodeKind::Lint,
    "dot-segment",
    "dot segment: RFC 3986 and WHATWG parsers resolve it, RFC 1738 sends it as a name",
)
.with_explanation("`.` and `..` have no special meaning in RFC 1738: a client sends them as names. RFC 3986 and WHATWG parsers resolve them first, and a server may go up a directory.")
.with_examples("ftp://host.dom/a/../b", "ftp://host.dom/b")
.with_section("3.2.2");

/// Name that begins with a hyphen (section 6).
pub static OPTION_LIKE: CodeInfo = CodeInfo::new(
    CodeKind::Lint,
    "option-like",
    "begins with `-`: programs read it as an option if it is passed as an argument",
)
.with_explanation("A name that begins with a hyphen becomes an option if a program passes it to another one as an argument.")
.with_examples("ftp://host.dom/-la", "ftp://host.dom/la")
.with_section("6");

/// Control character as an escape (section 6).
pub static ESCAPED_CONTROL: CodeInfo = CodeInfo::new(
    CodeKind::Lint,
    "escaped-control",
    "escaped control character: clients that decode it into a command let the URL inject commands",
)
.with_explanation("A client that decodes the URL into a line of a protocol would end the line here and send what follows as another command.")
.with_examples("http://host.dom/a%0D%0Ab", "http://host.dom/a%20b")
.with_section("6");

pub(crate) const CODES: &[&CodeInfo] = &[
    &DOT_SEGMENT,
    &EMPTY_USER,
    &ESCAPED_CONTROL,
    &NON_DEFAULT_PORT,
    &OPTION_LIKE,
    &PORT_ZERO,
    &RESERVED_PORT,
];
