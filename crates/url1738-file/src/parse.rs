//! `fileurl = "file://" [ host | "localhost" ] "/" fpath` (sections 3.10 and 5).

use url1738_core::{
    Error, ErrorKind, Lints, PartSpan, Span,
    codes::{CodeInfo, CodeKind},
    form,
    part::{FSEGMENT, HOST},
    plan,
    repair::Repairer,
    scheme::{Cursor, Form, Part, PartRule, Raw, Scheme, SchemeInfo},
};

/// `host`, or what is written in its place in file URLs.
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
            PartRule::new(&FILE_WITHOUT_PATH, "write a `/` after the host").with_fix("/"),
        ]
    },
);

/// The marker of the scheme (section 3.10).
#[derive(Clone, Copy, Debug)]
pub struct File;

/// The places of the parts of a file URL (section 3.10).
#[derive(Clone, Copy, Debug)]
pub struct FileSpans {
    host_start: u32,
    host_end: u32,
}

impl FileSpans {
    #[inline]
    pub(crate) const fn host(&self) -> Option<Span> {
        let span = Span::new(self.host_start, self.host_end);
        if span.is_empty() { None } else { Some(span) }
    }

    #[inline]
    pub(crate) fn path(&self, text: &str) -> Span {
        Span::after(self.host_end, text).unwrap_or_default()
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
                cursor.host_without_port().map_err(|error| with_faults(error, cursor))?;
            }
        }
        let host_end = cursor.position();
        let at = Span::new(host_end, host_end);
        match cursor.peek() {
            Some(b'/') => cursor.bump(),
            Some(b':') => {
                let colon = Span::new(host_end, host_end.saturating_add(1));
                return Err(Error::bnf(&FILE_HOST, ErrorKind::Custom(1), colon));
            }
            // The end: what reads a host stops at nothing else.
            _ => return Err(Error::bnf(&FILE_HOST, ErrorKind::Custom(2), at)),
        }
        cursor.run_of(const { FSEGMENT.class().with(b"/") });
        cursor.finish(&FSEGMENT)?;
        Ok(FileSpans { host_start, host_end })
    }

    fn lint(url: Raw<Self, &str>, lints: &mut Lints) {
        let host = Span::new(url.spans().host_start, url.spans().host_end);
        let written = host.slice(url.as_str());
        if written.is_empty() || written.eq_ignore_ascii_case("localhost") {
            lints.push(PartSpan { part: &FILE_HOST, span: host }, &LOCAL_FILE);
        }
    }

    fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
        let (text, spans) = (url.as_str(), url.spans());
        if let Some(span) = spans.host() {
            each(PartSpan { part: &HOST, span });
        }
        let path = Span::after(spans.host_end, text).unwrap_or_default();
        path.split(text, b'/').for_each(|span| each(PartSpan { part: &FSEGMENT, span }));
    }

    fn repair(repairer: &mut Repairer<'_>) {
        crate::repair::repair(repairer);
    }

    fn lone_host(spans: &FileSpans) -> Option<Span> {
        Some(Span::new(spans.host_start, spans.host_end))
    }

    fn plan(url: Raw<Self, &str>) -> Result<plan::Plan, plan::Refusal> {
        crate::access::plan(crate::FileUrl(url))
    }
}

/// Returns the place where the first of the two slashes is missing.
fn no_slashes(cursor: &Cursor<'_>) -> Error {
    let here = cursor.position();
    let at = here.saturating_add(u32::from(cursor.peek() == Some(b'/')));
    Error::bnf(&FILE_HOST, ErrorKind::Custom(0), Span::new(at, at))
}

/// Returns an empty host that something else than a path follows is reported with the words of file URLs.
fn with_faults(error: Error, cursor: &Cursor<'_>) -> Error {
    match (error.kind(), cursor.peek()) {
        (ErrorKind::Empty, None) => Error::bnf(&FILE_HOST, ErrorKind::Custom(2), error.span()),
        _ => error,
    }
}

pub(crate) static FILE_WITHOUT_SLASHES: CodeInfo = CodeInfo::new(CodeKind::Error, "file-without-slashes", "missing `//` before host or path")
    .with_explanation("A host, which may be empty, comes between `//` and the path. The short form `file:/path` came with RFC 8089.")
    .with_examples("file:/etc/motd", "file:///etc/motd")
    .with_section("3.10");

pub(crate) static FILE_PORT: CodeInfo = CodeInfo::new(CodeKind::Error, "file-port", "file URLs cannot contain a port")
    .with_explanation("A file URL names no protocol, so that there is nothing that a port could belong to. A drive letter is the first segment of the path: `file:///C:/`.")
    .with_examples("file://host.dom:80/etc/motd", "file://host.dom/etc/motd")
    .with_section("3.10");

pub(crate) static FILE_WITHOUT_PATH: CodeInfo =
    CodeInfo::new(CodeKind::Error, "file-without-path", "missing `/` after host")
        .with_explanation(
            "In a file URL the `/` after the host is required, even if the path is empty.",
        )
        .with_examples("file://host.dom", "file://host.dom/")
        .with_section("3.10");

pub(crate) static LOCAL_FILE: CodeInfo = CodeInfo::new(
    CodeKind::Lint,
    "local-file",
    "file of the reader's own machine: elsewhere the URL leads to another file, or to none (section 3.10)",
)
.with_explanation("A file URL without a host, or with `localhost`, names a file of the machine that follows it. Published, it leads to another file everywhere, or to none, and it shows the folders of its author.")
.with_examples("file:///etc/motd", "file://host.dom/etc/motd")
.with_section("3.10");
