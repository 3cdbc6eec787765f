//! The parts, the grammar, the plan and the repairs of file URLs (section 3.10).

use alloc::vec::Vec;

use url1738_core::{
    __private::{LONG, SLASH_AFTER_HOST},
    Error, ErrorKind, Lints, PartSpan, Rule, Span, form,
    part::{FSEGMENT, HOST},
    plan::{DOT_SEGMENT, ESCAPED_CONTROL, Endpoint, Plan, Refusal, Step},
    repair::{EXPECTED_DELIMITER, Repairer},
    scheme::{Cursor, Form, Part, PartRule, Raw, Scheme, SchemeInfo},
};

use crate::{
    FileHost, FileUrl,
    codes::{
        FILE_PORT, FILE_PORT_REPAIR, FILE_WITHOUT_PATH, FILE_WITHOUT_PATH_REPAIR,
        FILE_WITHOUT_SLASHES, FILE_WITHOUT_SLASHES_REPAIR, LOCAL_FILE, OTHER_HOST,
        SEPARATOR_IN_NAME,
    },
};

/// `host`, with the rules that texts in its place often break.
const FILE_HOST: Part = HOST.with_rules(
    const {
        &[
            PartRule::new(
                &FILE_WITHOUT_SLASHES,
                "write `file:///path`: `file:/path` came with RFC 8089",
            )
            .with_fix("//"),
            PartRule::new(
                &FILE_PORT,
                "remove the port, or write a drive letter as in `file:///C:/path`",
            ),
            PartRule::new(&FILE_WITHOUT_PATH, SLASH_AFTER_HOST).with_fix("/"),
        ]
    },
);

/// The rules of [`FILE_HOST`], in the order of its declaration.
const NO_SLASHES: ErrorKind = ErrorKind::Custom(0);
const PORT: ErrorKind = ErrorKind::Custom(1);
const NO_PATH: ErrorKind = ErrorKind::Custom(2);

/// Marker type of the scheme (section 3.10).
#[derive(Clone, Copy, Debug)]
pub struct File;

/// Spans of the parts of a file URL (section 3.10).
#[derive(Clone, Copy, Debug)]
pub struct FileSpans {
    host_start: u32,
    host_end: u32,
}

impl FileSpans {
    /// Returns the span of the host, which is empty if there is none.
    #[inline]
    pub(crate) const fn host(&self) -> Span {
        Span::new(self.host_start, self.host_end)
    }

    #[inline]
    pub(crate) fn path(&self, text: &str) -> Span {
        // One `/` separates the host and the path.
        Span::to_end(Span::of_len(self.host_end, 1).end, text)
    }
}

impl Scheme for File {
    const NAME: &'static str = "file";
    const PARTS: &'static [&'static Part] = &[&HOST, &FSEGMENT];
    const INFO: &'static SchemeInfo = &SchemeInfo::of::<Self>()
        .with_purpose("files of one host")
        .with_section("3.10")
        .with_forms(&["file://host/path"])
        .with_example("file://host.dom/etc/motd")
        .with_meanings(&[(&HOST, "the machine with the file; empty for this machine")]);
    const FORM: Form = form!("//" [HOST] "/" (FSEGMENT or ""));
    type Spans = FileSpans;

    /// `fileurl = "file://" [ host | "localhost" ] "/" fpath` (section 5).
    #[inline(always)]
    fn parse(cursor: &mut Cursor<'_>) -> Result<FileSpans, Error> {
        if !cursor.eat(b"//") {
            return Err(no_slashes(cursor));
        }
        let host_start = cursor.position();
        if cursor.peek() != Some(b'/') {
            let before = cursor.position();
            let plain = cursor.host_name().is_some() && cursor.peek() == Some(b'/');
            if !plain {
                cursor.back_to(before);
                cursor.host_without_port().map_err(|error| match error.kind() {
                    ErrorKind::Empty if cursor.peek().is_none() => {
                        Error::bnf(&FILE_HOST, NO_PATH, error.span())
                    }
                    _ => error,
                })?;
            }
        }
        let host_end = cursor.position();
        match cursor.peek() {
            Some(b'/') => cursor.bump(),
            Some(b':') => return Err(Error::bnf(&FILE_HOST, PORT, Span::of_len(host_end, 1))),
            // The end of the text: a host is followed by nothing else.
            _ => return Err(Error::bnf(&FILE_HOST, NO_PATH, Span::of_len(host_end, 0))),
        }
        cursor.run_of(const { FSEGMENT.class().with(b"/") });
        cursor.finish(&FSEGMENT)?;
        Ok(FileSpans { host_start, host_end })
    }

    fn lint(url: Raw<Self, &str>, lints: &mut Lints) {
        let host = url.spans().host();
        let written = host.slice(url.as_str());
        if written.is_empty() || written.eq_ignore_ascii_case("localhost") {
            lints.push(PartSpan { part: &FILE_HOST, span: host }, &LOCAL_FILE);
        }
    }

    fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
        let (text, spans) = (url.as_str(), url.spans());
        if !spans.host().is_empty() {
            each(PartSpan { part: &HOST, span: spans.host() });
        }
        spans
            .path(text)
            .split(text, b'/')
            .for_each(|span| each(PartSpan { part: &FSEGMENT, span }));
    }

    /// Inserts the empty host before a path or a drive letter, and the `/` after a host. Removes a user before a host.
    fn repair(repairer: &mut Repairer<'_>) {
        let rule = || Rule::Bnf("fileurl");
        let rest = repairer.rest();
        let slashes = rest.iter().take_while(|byte| b"/\\".contains(byte)).count();
        let after = rest.get(slashes..).unwrap_or_default();
        let drive = match after {
            [letter, b':' | b'|'] | [letter, b':' | b'|', b'/' | b'\\', ..] => {
                letter.is_ascii_alphabetic()
            }
            _ => false,
        };
        match slashes {
            // A relative path depends on a directory that the URL cannot name.
            0 if !drive => return,
            0 if drive => repairer.change(0, "///", &HOST, rule(), &FILE_WITHOUT_SLASHES_REPAIR),
            2 if drive => repairer.change(2, "///", &HOST, rule(), &FILE_PORT_REPAIR),
            1 => repairer.change(1, "///", &HOST, rule(), &FILE_WITHOUT_SLASHES_REPAIR),
            2 => {
                let info =
                    const { &FILE_WITHOUT_SLASHES_REPAIR.with_message(EXPECTED_DELIMITER.message) };
                repairer.slashes_of(2, info);
                repairer.credentials();
                repairer.part(&HOST, repairer.until(b"/\\?"));
                if !repairer.slash() {
                    repairer.missing_slash(&FILE_WITHOUT_PATH_REPAIR);
                }
            }
            _ => {
                repairer.slashes_of(2, &EXPECTED_DELIMITER);
                repairer.slash();
            }
        }
        repairer.path(&FSEGMENT, repairer.rest().len());
    }

    fn lone_host(spans: &FileSpans) -> Option<Span> {
        Some(spans.host())
    }

    /// Opens the local file if the URL is for the machine that interprets it. There is no access method for files of another
    /// host: neither FTP nor the local file with the same path is one.
    fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> {
        let (text, spans) = (url.as_str(), url.spans());
        if let FileHost::Remote(_) = FileUrl(url).file_host() {
            return Err(Refusal::new(&HOST, spans.host(), &OTHER_HOST));
        }
        let mut plan = Plan::new(Endpoint::ThisMachine);
        let path = spans.path(text);
        // A list that doubles would take up to twice the memory of a path of slashes.
        let mut segments: Vec<Vec<u8>> = Vec::new();
        if text.len() >= LONG {
            segments.reserve_exact(path.split(text, b'/').count());
        }
        for at in path.split(text, b'/') {
            let octets = url.part(at).decode();
            if octets.iter().any(|octet| b"/\0".contains(octet)) {
                return Err(Refusal::new(&FSEGMENT, at, &SEPARATOR_IN_NAME));
            }
            if *octets == *b".." {
                let info = const { &DOT_SEGMENT.with_message("`..` goes up a directory") };
                plan = plan.warn(&FSEGMENT, at, info);
            }
            if octets.iter().any(u8::is_ascii_control) {
                let info = const {
                    &ESCAPED_CONTROL.with_message("escaped control octets in a file name")
                };
                plan = plan.warn(&FSEGMENT, at, info);
            }
            segments.push(octets.into_owned());
        }
        Ok(plan.step(Step::Open(segments)))
    }
}

/// Returns the error that `//` is missing, where the first missing slash would be.
fn no_slashes(cursor: &Cursor<'_>) -> Error {
    let here = cursor.position();
    let at = Span::of_len(here, u32::from(cursor.peek() == Some(b'/'))).end;
    Error::bnf(&FILE_HOST, NO_SLASHES, Span::new(at, at))
}
