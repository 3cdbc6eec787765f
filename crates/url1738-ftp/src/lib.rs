#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod access;
mod builder;

use alloc::{format, string::String, vec::Vec};

pub use builder::{FtpBuilder, NoSuchSegment};
use url1738_core::{
    chars::ALPHA,
    codes, form, impl_login, impl_url,
    part::{HOST, PASSWORD, PORT, USER},
    plan::{Plan, Refusal},
    repair::{LINE_BREAK, Repairer},
    scheme::{Canon, Cursor, Form, LoginSpans, Raw, Scheme, SchemeInfo, Split},
};
pub use url1738_core::{exports::*, part::FSEGMENT};

/// `ftp://user:password@host:port/cwd/.../cwd/name;type=code` (section 3.2).
///
/// ```
/// use url1738_ftp::{FtpUrl, TypeCode};
///
/// let url = FtpUrl::parse("ftp://joe:p%40ss@host.dom/pub/a%2Fb/motd;type=A")?;
/// assert_eq!(url.password().unwrap().decode_utf8(), Ok("p@ss".into()));
/// assert_eq!((url.port(), url.port_or_default()), (None, 21));
/// assert_eq!(url.path().unwrap(), "pub/a%2Fb/motd");
/// assert!(url.cwds().map(|cwd| cwd.decode()).eq([&b"pub"[..], b"a/b"]));
/// assert_eq!((url.segments().count(), url.name().unwrap().as_str()), (3, "motd"));
/// assert_eq!(url.typecode().map(TypeCode::as_str), Some("a"));
/// # Ok::<(), url1738_ftp::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct FtpUrl<T = String>(Raw<Ftp, T>);
impl_url!(FtpUrl: Ftp);
impl_login!(FtpUrl: Ftp, path);
#[cfg(feature = "arbitrary")]
url1738_core::impl_arbitrary!(FtpUrl);

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> FtpUrl<T> {
    /// Returns the directories and the name, or nothing if there is no path.
    #[inline]
    pub fn segments(&'i self) -> impl DoubleEndedIterator<Item = Escaped<'o>> + use<'i, 'o, T> {
        self.0.spans().segments(self.as_str()).escaped()
    }

    /// Returns the directories to change into, one after the other. An empty one is a CWD with an empty argument.
    #[inline]
    pub fn cwds(&'i self) -> impl DoubleEndedIterator<Item = Escaped<'o>> + use<'i, 'o, T> {
        let mut segments = self.segments();
        segments.next_back();
        segments
    }

    /// Returns the name of the file or directory, or `None` if there is no path.
    #[must_use]
    #[inline]
    pub fn name(&'i self) -> Option<Escaped<'o>> {
        self.segments().next_back()
    }

    /// Returns the typecode, or `None` if the URL has none.
    #[must_use]
    #[inline]
    pub fn typecode(&'i self) -> Option<TypeCode> {
        self.0.spans().typecode
    }
}

/// `ftptype = "A" | "I" | "D" | "a" | "i" | "d"` (section 3.2.2).
pub const FTPTYPE: Part = Part::new("ftptype", ALPHA, b"", "3.2.2")
    .with_canon(Canon::LowerCase)
    .with_label("typecode")
    .with_alias("typecode")
    .with_values(&["a", "i", "d"])
    .with_hint("end the URL after the letter of the typecode")
    .with_rules(const { &[&TYPECODE, &TYPECODE_CASE, &TYPECODE_WITHOUT_SLASH] })
    .with_meaning("transfer mode: a text, i binary, d directory listing");
const INVALID: ErrorKind = ErrorKind::Custom(0);
const UPPER_CASE: ErrorKind = ErrorKind::Custom(1);
const WITHOUT_SLASH: ErrorKind = ErrorKind::Custom(2);
const KEYWORD: &[u8] = b";type=";

/// Marker type of the scheme (section 3.2).
#[derive(Clone, Copy, Debug)]
pub struct Ftp;

/// A typecode: how a file is transferred (section 3.2.2). The case of its letter is ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TypeCode {
    /// `a`: the file is text, transferred line by line.
    Ascii,
    /// `i`: the file is an image, transferred octet by octet.
    Image,
    /// `d`: the names in a directory are listed.
    Directory,
}

impl TypeCode {
    /// Returns the letter in lower case.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ascii => "a",
            Self::Image => "i",
            Self::Directory => "d",
        }
    }
}

/// Spans of the parts of an FTP URL (section 3.2).
#[derive(Clone, Copy, Debug)]
pub struct FtpSpans {
    pub(crate) login: LoginSpans,
    /// 0 if there is no path.
    pub(crate) path_end: u32,
    pub(crate) typecode: Option<TypeCode>,
}

impl FtpSpans {
    #[inline]
    const fn path(&self) -> Option<Span> {
        self.login.path(self.path_end)
    }

    #[inline]
    fn segments<'a>(&self, text: &'a str) -> Split<'a> {
        self.path().map_or_else(Split::default, |path| path.split(text, b'/'))
    }
}

impl Scheme for Ftp {
    const HAS_LOGIN: bool = true;
    const PARTS: &'static [&'static Part] = &[&USER, &PASSWORD, &HOST, &PORT, &FSEGMENT, &FTPTYPE];
    const INFO: &'static SchemeInfo = &SchemeInfo::new("ftp")
        .with_title("FTP")
        .with_port(21)
        .with_purpose("files by FTP")
        .with_section("3.2")
        .with_forms(&["ftp://user:password@host:port/cwd/name;type=code"])
        .with_example("ftp://myname@host.dom/%2Fetc/motd;type=a")
        .with_meanings(&[(&FSEGMENT, "a directory to change into")]);
    const FORM: Form = form!((Form::LOGIN) ["/" (FSEGMENT or "") [";type=" FTPTYPE]]);
    type Spans = FtpSpans;

    /// `ftpurl = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]` (section 5).
    #[inline(always)]
    fn parse(cursor: &mut Cursor<'_>) -> Result<FtpSpans, Error> {
        let login = cursor.login().map_err(|error| login_error(error, cursor))?;
        let mut spans = FtpSpans { login, path_end: 0, typecode: None };
        if cursor.eat(b"/") {
            // All segments in one run; they are split on request.
            spans.path_end = cursor.run_of(const { FSEGMENT.class.with(b"/") }).end;
            if cursor.peek() == Some(b';') {
                spans.typecode = Some(typecode(cursor)?);
                cursor.finish(&FTPTYPE)?;
            }
        }
        cursor.finish(&FSEGMENT)?;
        Ok(spans)
    }

    fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
        let spans = url.spans();
        spans.login.each(each);
        spans.segments(url.as_str()).for_each(|span| each(PartSpan { part: &FSEGMENT, span }));
        if spans.typecode.is_some() {
            // `;type=` has six bytes, and the code one: the parser accepts no other length.
            let keyword = Span::of_len(spans.path_end, 6);
            each(PartSpan { part: &FTPTYPE, span: Span::of_len(keyword.end, 1) });
        }
    }

    /// Replaces backslashes between directories, writes `;type=` in lower case, and percent-encodes any other `;`.
    fn repair(repairer: &mut Repairer<'_>) {
        repairer.login();
        match repairer.peek() {
            // A `?` would be part of the name; whether that was intended is unknown.
            Some(b'?') => {}
            // In `ftp://joe:1;a/b@h/` it is part of a password, which would be shown as a path.
            Some(b';') if !repairer.rest().contains(&b'@') => {
                let rule = Rule::Prose("3.1");
                repairer.change(0, "/", &HOST, rule, &TYPECODE_WITHOUT_SLASH_REPAIR);
            }
            _ if repairer.slash() => {}
            _ => return,
        }
        let rest = repairer.rest();
        let Some((path, typecode)) = split_typecode(rest) else {
            return repairer.path(&FSEGMENT, rest.len());
        };
        repairer.path(&FSEGMENT, path.len());
        let written = repairer.rest();
        if written.len() > typecode.len() {
            repairer.change(written.len(), typecode, &FTPTYPE, Rule::Prose("Appendix"), LINE_BREAK);
        } else if !written.starts_with(KEYWORD) {
            let rule = Rule::Bnf("ftptype");
            repairer.change(KEYWORD.len(), ";type=", &FTPTYPE, rule, &TYPECODE_CASE_REPAIR);
        }
        repairer.copy(repairer.rest().len());
    }

    fn path(url: Raw<Self, &str>) -> Option<Span> {
        url.spans().path()
    }

    fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> {
        access::plan(FtpUrl(url))
    }

    fn login(spans: &FtpSpans) -> Option<LoginSpans> {
        Some(spans.login)
    }
}

/// Returns whether `bytes` begin with `;type=` in upper or lower case.
fn is_keyword(bytes: &[u8]) -> bool {
    bytes.get(..KEYWORD.len()).is_some_and(|head| head.eq_ignore_ascii_case(KEYWORD))
}

/// Splits a path that ends with a typecode, whose `;type=` may be in upper case and on two lines, into the path and the
/// typecode.
fn split_typecode(path: &[u8]) -> Option<(&[u8], String)> {
    // From the end, because only there is `;type=a` a typecode. In `a;type=a/b` the `;` is data,
    // and is percent-encoded.
    let (path, written) = path.split_at(path.iter().rposition(|byte| *byte == b';')?);
    let is_divided = written.iter().any(|byte| b"\r\n".contains(byte));
    let mut joined = written.iter().filter(|byte| !(is_divided && byte.is_ascii_whitespace()));
    let keyword: Vec<u8> = joined.by_ref().take(KEYWORD.len()).copied().collect();
    match (is_keyword(&keyword), joined.next(), joined.next()) {
        (true, Some(code @ (b'a' | b'i' | b'd' | b'A' | b'I' | b'D')), None) => {
            Some((path, format!(";type={}", char::from(*code))))
        }
        _ => None,
    }
}

/// Returns the error of a login. If a typecode follows it, the error is that the slash between them is missing.
#[cold]
fn login_error(error: Error, cursor: &Cursor<'_>) -> Error {
    let Span { start, .. } = error.span();
    let rest = Span::new(start, cursor.end()).slice_bytes(cursor.bytes());
    // With an `@` after it, `;type=` is part of a user: `ftp://joe;type=a@h/`.
    if is_keyword(rest) && !rest.contains(&b'@') {
        return Error::bnf(&FTPTYPE, WITHOUT_SLASH, Span::new(start, start));
    }
    error
}

/// Reads `";type=" ftptype`, of which the `;` is next.
fn typecode(cursor: &mut Cursor<'_>) -> Result<TypeCode, Error> {
    let start = cursor.position();
    if !cursor.eat(KEYWORD) {
        // `;TYPE=a` has a message of this rule, because its case is all that is wrong.
        if is_keyword(cursor.rest()) {
            return Err(Error::bnf(&FTPTYPE, UPPER_CASE, Span::of_len(start, 6)));
        }
        return Err(cursor.unexpected(&FSEGMENT));
    }
    let at = cursor.position();
    let code = match cursor.peek() {
        Some(b'a' | b'A') => TypeCode::Ascii,
        Some(b'i' | b'I') => TypeCode::Image,
        Some(b'd' | b'D') => TypeCode::Directory,
        other => {
            let span = match other {
                // The span covers the whole character, of which this is the first byte.
                Some(0x80..) => cursor.unexpected(&FTPTYPE).span(),
                Some(_) => Span::of_len(at, 1),
                None => Span::new(at, at),
            };
            return Err(Error::bnf(&FTPTYPE, INVALID, span));
        }
    };
    cursor.bump();
    Ok(code)
}

codes! {
    /// The codes of this scheme (section 3.2), beyond those of all schemes.
    pub const CODES;

    Error TYPECODE "typecode" ("3.2.2"):
        "invalid typecode: expected `a`, `i` or `d`",
        "The typecode of an ftp URL is `a` for text, `i` for other data and `d` for a list of names.",
        "ftp://host.dom/motd;type=x" => "ftp://host.dom/motd;type=i",
        help "write `a` for text, `i` for octets or `d` for a directory listing";

    Error TYPECODE_CASE "typecode-case" ("3.2.2"):
        "`;type=` must be in lower case",
        "`;type=` is part of the grammar and is written in lower case; the code may be in upper case.",
        "ftp://host.dom/motd;TYPE=a" => "ftp://host.dom/motd;type=a",
        help "write `;type=`",
        fix ";type=";

    Error TYPECODE_WITHOUT_SLASH "typecode-without-slash" ("3.2.2"):
        "missing `/` before `;type=`",
        "The typecode belongs to the path, which begins with the `/` after the host.",
        "ftp://host.dom;type=d" => "ftp://host.dom/;type=d",
        help "write a `/` before `;type=`",
        fix "/";

    Repair TYPECODE_CASE_REPAIR of TYPECODE_CASE:
        TYPECODE_CASE.message,
        "Writes `;type=` in lower case.";

    Repair TYPECODE_WITHOUT_SLASH_REPAIR of TYPECODE_WITHOUT_SLASH:
        "a `/` must precede `;type=`",
        "Inserts the `/` before a typecode.";

    Warning BLANK_ARGUMENT "blank-argument" ("3.2.2"):
        "contains only spaces, which servers may drop from the line",
        "The argument of a command is only spaces. Servers drop them and read no argument.",
        "ftp://host.dom/%20" => "ftp://host.dom/a";

    Warning EMPTY_PASSWORD "empty-password" ("3.2.1"):
        "an empty password differs from none: PASS is sent with an empty argument and the user is not asked",
        "An empty password is sent as `PASS` with an empty argument, and the user is not asked for one.",
        "ftp://joe:@host.dom/a" => "ftp://joe@host.dom/a";

    Warning NO_FILE_NAME "no-file-name" ("3.2.2"):
        "no file name: servers refuse RETR with an empty argument",
        "The URL asks for a file and has no name for it. Servers refuse the command.",
        "ftp://host.dom/;type=a" => "ftp://host.dom/motd;type=a";

    Warning NO_NAME_NO_TYPECODE "no-name-no-typecode" ("3.2.2"):
        "no file name and no typecode: RFC 1738 does not cover this, so the directory is listed",
        "RFC 1738 does not say what an ftp URL with neither a name nor a typecode leads to. The plan lists the directory.",
        "ftp://host.dom/" => "ftp://host.dom/motd";

    Warning ROOT_AS_FILE "root-as-file" ("3.2.2"):
        "file name `/`: write `%2F/` or `%2F/;type=d` to list the root",
        "The name is `/` itself: the plan retrieves the root directory as if it were a file.",
        "ftp://host.dom/%2F" => "ftp://host.dom/%2F/motd";

    Warning SHELL_LIKE "shell-like" ("6"):
        "begins with `|`: some clients run a local file name like this as a command",
        "Some clients run a local file name that begins with `|` as a command.",
        "ftp://host.dom/%7Cls" => "ftp://host.dom/ls";

    Warning TELNET_IAC "telnet-iac" ("3.2.2"):
        "octet FF is sent twice, as Telnet requires: some servers read two octets",
        "The control connection of FTP is a Telnet connection, in which octet FF is sent twice. Some servers take both.",
        "ftp://host.dom/%FF" => "ftp://host.dom/a";

    Refusal TOO_MANY_DIRECTORIES "too-many-directories" ("3.2.2"):
        "too many directories for a client to enter",
        "Each directory of an ftp URL is a separate command. A plan has at most 256 steps, so that no URL keeps a client busy without end.",
        "ftp://host.dom/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/b" => "ftp://host.dom/a/b";
}
