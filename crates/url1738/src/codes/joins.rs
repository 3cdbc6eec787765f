//! Errors of relative references: why a reference cannot be resolved.

use super::{CodeInfo, CodeKind};

pub(super) const JOINS: &[CodeInfo] = &[
    CodeInfo {
        kind: CodeKind::Join,
        code: "never-a-base",
        message: "mailto URLs cannot be the base of relative references",
        explanation: "URLs of mailto, news and telnet have no hierarchy that a relative reference could refer to (RFC 1808, section 2.3).",
        bad: "mailto:joe@host.dom x",
        good: "http://host.dom/a x",
        section: "2.3",
    },
    CodeInfo {
        kind: CodeKind::Join,
        code: "opaque-base",
        message: "the base has no path that a relative reference could be appended to",
        explanation: "A URL whose scheme-part does not begin with `//` has no path that a relative reference could refer to.",
        bad: "x-any:a x",
        good: "x-any://host.dom/a x",
        section: "2.3",
    },
    CodeInfo {
        kind: CodeKind::Join,
        code: "path-as-host",
        message: "the path of the result begins with `//` and would be read as a host",
        explanation: "The base has no host, and the path of the result would begin with `//`, so that its first segment would be read as one.",
        bad: "x-any:/a .//b",
        good: "x-any:/a ./b",
        section: "2.3",
    },
];
