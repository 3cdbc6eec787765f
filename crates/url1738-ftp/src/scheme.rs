//! The parts, the grammar and the repairs of FTP URLs (section 3.2).

use url1738_core::{
    Error, ErrorKind, PartSpan, Rule, Span,
    chars::ALPHA,
    codes::{CodeInfo, CodeKind},
    form,
    part::{FSEGMENT, HOST, PASSWORD, PORT, USER},
    plan::{Plan, Refusal},
    repair::Repairer,
    scheme::{Canon, Cursor, Form, LoginSpans, Part, PartRule, Raw, Scheme, SchemeInfo, Split},
};

/// `ftptype = "A" | "I" | "D" | "a" | "i" | "d"` (section 3.2.2).
pub const FTPTYPE: Part = Part::new("ftptype", ALPHA, b"", "3.2.2")
    .with_canon(Canon::LowerCase)
    .with_label("typecode")
    .with_alias("typecode")
    .with_values(&["a", "i", "d"])
    .with_hint("end the URL after the letter of the typecode")
    .with_rules(
        const {
            &[
                PartRule::new(
                    &TYPECODE,
                    "write `a` for text, `i` for octets or `d` for a directory listing",
                ),
                PartRule::new(&TYPECODE_CASE, "write `;type=`").with_fix(";type="),
                PartRule::new(&TYPECODE_WITHOUT_SLASH, "write a `/` before `;type=`").with_fix("/"),
            ]
        },
    )
    .with_meaning("transfer mode: a text, i binary, d directory listing");
const INVALID: ErrorKind = ErrorKind::Custom(0);
const UPPER_CASE: ErrorKind = ErrorKind::Custom(1);
const WITHOUT_SLASH: ErrorKind = ErrorKind::Custom(2);
/// The delimiter before a typecode.
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
    /// Returns the path after the `/` that follows the login.
    #[inline]
    pub(crate) const fn path(&self) -> Option<Span> {
        self.login.path(self.path_end)
    }

    /// Returns the spans between the slashes of the path.
    #[inline]
    pub(crate) fn segments<'a>(&self, text: &'a str) -> Split<'a> {
        self.path().map_or_else(Split::default, |path| path.split(text, b'/'))
    }
}

impl Scheme for Ftp {
    const NAME: &'static str = "ftp";
    const TITLE: &'static str = "FTP";
    const DEFAULT_PORT: Option<u16> = Some(21);
    const HAS_LOGIN: bool = true;
    const PARTS: &'static [&'static Part] = &[&USER, &PASSWORD, &HOST, &PORT, &FSEGMENT, &FTPTYPE];
    const INFO: &'static SchemeInfo = &SchemeInfo::of::<Self>()
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
            spans.path_end = cursor.run_of(const { FSEGMENT.class().with(b"/") }).end;
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
            Some(b';') => {
                let rule = Rule::Prose("3.1");
                repairer.change(0, "/", &HOST, rule, &TYPECODE_WITHOUT_SLASH_REPAIR);
            }
            _ if repairer.slash() => {}
            _ => return,
        }
        let rest = repairer.rest();
        let Some((path, keyword)) = split_typecode(rest) else {
            return repairer.path(&FSEGMENT, rest.len());
        };
        repairer.path(&FSEGMENT, path.len());
        if keyword != KEYWORD {
            let rule = Rule::Bnf("ftptype");
            repairer.change(KEYWORD.len(), ";type=", &FTPTYPE, rule, &TYPECODE_CASE_REPAIR);
        }
        repairer.copy(repairer.rest().len());
    }

    fn path(url: Raw<Self, &str>) -> Option<Span> {
        url.spans().path()
    }

    fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> {
        crate::access::plan(crate::FtpUrl(url))
    }

    fn login(spans: &FtpSpans) -> Option<LoginSpans> {
        Some(spans.login)
    }
}

/// Returns whether `bytes` begin with `;type=` in upper or lower case.
fn is_keyword(bytes: &[u8]) -> bool {
    bytes.get(..KEYWORD.len()).is_some_and(|head| head.eq_ignore_ascii_case(KEYWORD))
}

/// Splits a path that ends with a typecode into the path and the `;type=`, in upper or lower case, before its letter.
fn split_typecode(path: &[u8]) -> Option<(&[u8], &[u8])> {
    let (code, before) = path.split_last()?;
    let (path, keyword) = before.split_at_checked(before.len().checked_sub(KEYWORD.len())?)?;
    (is_keyword(keyword) && b"aidAID".contains(code)).then_some((path, keyword))
}

/// Returns the error of a login. If a typecode follows it, the error is that the slash between them is missing.
#[cold]
fn login_error(error: Error, cursor: &Cursor<'_>) -> Error {
    let Span { start, .. } = error.span();
    let rest = Span::new(start, cursor.end()).slice_bytes(cursor.bytes());
    if is_keyword(rest) && !rest.contains(&b'@') {
        return Error::bnf(&FTPTYPE, WITHOUT_SLASH, Span::new(start, start));
    }
    error
}

/// Reads `";type=" ftptype`, of which the `;` is next.
fn typecode(cursor: &mut Cursor<'_>) -> Result<TypeCode, Error> {
    let start = cursor.position();
    if !cursor.eat(KEYWORD) {
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

pub(crate) static TYPECODE: CodeInfo = CodeInfo::new(
    CodeKind::Error,
    "typecode",
    "invalid typecode: expected `a`, `i` or `d`",
)
.with_explanation(
    "The typecode of an ftp URL is `a` for text, `i` for other data and `d` for a list of names.",
)
.with_examples("ftp://host.dom/motd;type=x", "ftp://host.dom/motd;type=i")
.with_section("3.2.2");

pub(crate) static TYPECODE_CASE: CodeInfo = CodeInfo::new(
    CodeKind::Error,
    "typecode-case",
    "`;type=` must be in lower case",
)
.with_explanation(
    "`;type=` is part of the grammar and is written in lower case; the code may be in upper case.",
)
.with_examples("ftp://host.dom/motd;TYPE=a", "ftp://host.dom/motd;type=a")
.with_section("3.2.2");

pub(crate) static TYPECODE_WITHOUT_SLASH: CodeInfo =
    CodeInfo::new(CodeKind::Error, "typecode-without-slash", "missing `/` before `;type=`")
        .with_explanation(
            "The typecode belongs to the path, which begins with the `/` after the host.",
        )
        .with_examples("ftp://host.dom;type=d", "ftp://host.dom/;type=d")
        .with_section("3.2.2");

pub(crate) static TYPECODE_CASE_REPAIR: CodeInfo =
    TYPECODE_CASE.repair(TYPECODE_CASE.message).with_explanation("Writes `;type=` in lower case.");

pub(crate) static TYPECODE_WITHOUT_SLASH_REPAIR: CodeInfo = TYPECODE_WITHOUT_SLASH
    .repair("a `/` must precede `;type=`")
    .with_explanation("Inserts the `/` before a typecode.");
