//! The codes that options, settings and `url1738 rules` name: the catalogue of the library, and what this program adds.

use std::sync::LazyLock;

use url1738::codes::{self, CodeInfo, CodeKind};

use crate::scheme_names::UNKNOWN_SCHEME;

/// A code with its explanation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Code {
    pub(crate) kind: CodeKind,
    pub(crate) name: &'static str,
    /// What is reported, in one line.
    pub(crate) message: &'static str,
    /// Why it is reported.
    pub(crate) explanation: &'static str,
    pub(crate) bad: &'static str,
    pub(crate) good: &'static str,
    /// The section of RFC 1738.
    pub(crate) section: &'static str,
}

impl Code {
    pub(crate) fn is_lint(self) -> bool {
        self.kind == CodeKind::Lint
    }

    /// Returns the section as it is cited.
    pub(crate) fn cited_section(&self) -> String {
        match self.section.starts_with(|c: char| c.is_ascii_digit()) {
            true => format!("section {} of RFC 1738", self.section),
            false => format!("{} of RFC 1738", self.section),
        }
    }
}

impl From<&CodeInfo> for Code {
    fn from(info: &CodeInfo) -> Self {
        let CodeInfo { kind, code: name, message, explanation, bad, good, section, .. } = *info;
        Self { kind, name, message, explanation, bad, good, section }
    }
}

/// The lint of this program.
const OWN: Code = Code {
    kind: CodeKind::Lint,
    name: UNKNOWN_SCHEME,
    message: "unknown scheme that resembles a known one, or host and port without a scheme",
    explanation: "Any name is a valid scheme, so a typo such as `htp` gives a valid URL that nothing can open. \
        `localhost:8080` is a URL of the scheme `localhost`. Schemes that IANA has registered, others in common use and \
        names that begin with `x-` are never reported.",
    bad: "htp://host.dom/",
    good: "http://host.dom/",
    section: "2.1",
};

/// All codes by kind, in alphabetical order.
static ALL: LazyLock<Vec<Code>> = LazyLock::new(|| {
    let mut all: Vec<Code> = codes::ALL.iter().map(Code::from).chain([OWN]).collect();
    all.sort_by_key(|code| (code.kind, code.name));
    all
});

/// Returns the codes of `check`: errors and lints.
pub(crate) fn all() -> impl Iterator<Item = Code> + Clone {
    catalog().iter().copied().filter(|code| matches!(code.kind, CodeKind::Error | CodeKind::Lint))
}

/// Returns the codes of all kinds.
pub(crate) fn catalog() -> &'static [Code] {
    &ALL
}
