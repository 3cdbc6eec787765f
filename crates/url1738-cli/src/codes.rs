//! The codes of errors and lints: what options and settings can name.

/// What a code names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodeKind {
    Error,
    Lint,
}

/// An error or a lint.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Code {
    pub(crate) name: &'static str,
    pub(crate) kind: CodeKind,
}

impl Code {
    pub(crate) fn is_lint(self) -> bool {
        self.kind == CodeKind::Lint
    }
}

/// Returns all codes.
pub(crate) fn all() -> impl Iterator<Item = Code> + Clone {
    let of =
        |names: &'static [&'static str], kind| names.iter().map(move |name| Code { name, kind });
    of(ERRORS, CodeKind::Error).chain(of(LINTS, CodeKind::Lint))
}

const ERRORS: &[&str] = &[
    "angle-brackets",
    "bad-escape",
    "bracketed-ipv4",
    "credentials-not-allowed",
    "empty",
    "empty-label",
    "empty-port",
    "expected-delimiter",
    "file-port",
    "file-without-path",
    "file-without-slashes",
    "forbidden-octet",
    "form-end",
    "fragment",
    "future-address",
    "group-count",
    "group-first-letter",
    "group-out-of-range",
    "international-name",
    "ipv6-literal",
    "ipv6-unbracketed",
    "label-hyphen",
    "label-too-long",
    "mailto-domain",
    "mailto-headers",
    "mailto-list",
    "name-too-long",
    "news-server",
    "nntp-message-id",
    "nntp-path",
    "not-an-addr-spec",
    "port-out-of-range",
    "selector-control",
    "telnet-path",
    "too-long",
    "top-label-digit",
    "typecode",
    "typecode-case",
    "typecode-without-slash",
    "unexpected-byte",
    "unexpected-end",
    "wrong-scheme",
];

const LINTS: &[&str] = &[
    "address-lookalike",
    "dot-segment",
    "double-escape",
    "empty-component",
    "empty-field-name",
    "empty-segment",
    "empty-user",
    "empty-wais-name",
    "escaped-control",
    "gopher-nul",
    "gopher-question-search",
    "host-like-user",
    "large-article-number",
    "local-host",
    "needless-escape",
    "non-default-port",
    "octal-ambiguity",
    "option-like",
    "overlong-utf-8",
    "password-in-url",
    "percent-hack",
    "port-leading-zero",
    "port-zero",
    "question-mark-in-fsegment",
    "question-mark-in-user",
    "reserved-port",
    "scheme-first-char",
    "unknown-scheme",
    "upper-case-scheme",
    "wrapper-prefix",
];
