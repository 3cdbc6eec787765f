//! The parts that several schemes have.

use super::{Canon, Part, Role};
use crate::{
    scan::chars::{ALPHADIGIT, DIGIT, UCHAR, XCHAR},
    syntax::code::{CodeInfo, CodeKind},
};

/// `scheme = 1*[ lowalpha | digit | "+" | "-" | "." ]`, with upper case equivalent to lower case (section 2.1).
pub const SCHEME: Part = Part::new("scheme", ALPHADIGIT.with(b"+-."), b"", "2.1")
    .with_canon(Canon::LowerCase)
    .with_hint("use only letters, digits, `+`, `-` and `.`")
    .with_role(Role::Scheme)
    .with_meaning("the protocol, and the syntax of the rest");
/// `user = *[ uchar | ";" | "?" | "&" | "=" ]` (section 3.1).
pub const USER: Part = Part::new("user", UCHAR.with(b";?&="), b":@/", "3.1")
    .with_role(Role::User)
    .with_meaning("the user name to log in with");
/// `password = *[ uchar | ";" | "?" | "&" | "=" ]` (section 3.1).
pub const PASSWORD: Part = Part::new("password", UCHAR.with(b";?&="), b":@/", "3.1")
    .with_role(Role::Password)
    .with_meaning("the password to log in with");
/// `host = hostname | hostnumber` (section 3.1).
pub const HOST: Part = Part::new("host", ALPHADIGIT.with(b"-."), b"", "3.1")
    .with_production("hostname")
    .with_canon(Canon::Host)
    .with_hint("use only letters, digits, `-` and `.`")
    .with_role(Role::Host)
    .with_meaning("the machine to connect to");
/// `port = digits` (section 3.1).
pub const PORT: Part = Part::new("port", DIGIT, b"", "3.1")
    .with_canon(Canon::Port)
    .with_hint("write a decimal number")
    .with_role(Role::Port)
    .with_meaning("the port to connect to");
/// `urlpath = *xchar` (section 3.1). Its scheme defines its meaning, so that all seven characters are reserved.
pub const URLPATH: Part = Part::new("urlpath", XCHAR, b";/?:@&=", "3.1")
    .with_role(Role::Path)
    .with_meaning("the rest, with a meaning that the scheme defines");
/// `schemepart = *xchar | ip-schemepart`, the first alternative (section 2.1).
pub const SCHEMEPART: Part = Part::new("schemepart", XCHAR, b";/?:@&=", "2.1")
    .with_role(Role::Opaque)
    .with_meaning("all the rest, with a meaning that the scheme defines");
/// `group = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]`, in news and nntp URLs (section 3.6).
pub const GROUP: Part = Part::new("group", ALPHADIGIT.with(b"-.+_"), b"", "3.6")
    .with_label("group name")
    .with_canon(Canon::Verbatim)
    .with_hint("use only letters, digits, `-`, `.`, `+`, `_`: RFC 5538 allows more")
    .with_rules(const { &[&GROUP_FIRST_LETTER] })
    .with_meaning("a newsgroup");

pub(crate) static GROUP_FIRST_LETTER: CodeInfo =
    CodeInfo::new(CodeKind::Error, "group-first-letter", "group name begins with a digit")
        .with_explanation("A group name begins with a letter.")
        .with_help("begin the name with a letter: RFC 5538 also allows a digit")
        .with_examples("news:3com.test", "news:com.test")
        .with_section("3.6");
/// `fsegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]`, in ftp and file URLs (section 3.2.2).
pub const FSEGMENT: Part = Part::new("fsegment", UCHAR.with(b"?:@&="), b"/;", "3.2.2")
    .in_hierarchy()
    .with_role(Role::FileSegment)
    .with_meaning("a directory")
    .with_last_meaning("the file to retrieve, or the directory to list");
/// `fragment = *[ uchar | reserved ]`, after the `#` of a reference (RFC 1808, section 2.2).
pub const FRAGMENT: Part = Part::new("fragment", XCHAR, b"", "2.2")
    .with_meaning("a place within the document, which is not sent to the server");
