//! The codes that options, settings and `url1738 rules` name: the catalogue of the library, and what this program adds.

use core::ops::Deref;
use std::sync::LazyLock;

use url1738::codes::{self, CodeInfo, CodeKind};

use crate::scheme_names::UNKNOWN_SCHEME;

/// A code of the catalogue.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Code(pub(crate) &'static CodeInfo);

impl Deref for Code {
    type Target = CodeInfo;

    fn deref(&self) -> &CodeInfo {
        self.0
    }
}

impl Code {
    pub(crate) fn is_lint(self) -> bool {
        self.kind == CodeKind::Lint
    }

    /// Returns whether a name is the code, its group, or a prefix of it: `port` names `port-zero`.
    pub(crate) fn is_named(self, name: &str) -> bool {
        is_prefix(name, self.code) || is_prefix(name, self.group)
    }

    /// Returns the section as it is cited.
    pub(crate) fn cited_section(self) -> String {
        match self.section.starts_with(|c: char| c.is_ascii_digit()) {
            true => format!("section {} of RFC 1738", self.section),
            false => format!("{} of RFC 1738", self.section),
        }
    }
}

/// Returns whether `words`, with hyphens between them, begin with `prefix`.
pub(crate) fn is_prefix(prefix: &str, words: &str) -> bool {
    let rest = words.strip_prefix(prefix);
    !prefix.is_empty() && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// The code of links to files that do not exist.
pub(crate) static MISSING_TARGET: CodeInfo = CodeInfo::new(
    CodeKind::Error,
    "missing-target",
    "the link leads to a file that does not exist",
)
.with_explanation(
    "With --base, links without a scheme are resolved (RFC 1808) and looked for as files. Fragments and queries are left out.",
)
.with_examples("[guide](guides.md)", "[guide](guide.md)")
.with_section("2.1");

/// The lint of comments that accept nothing.
pub(crate) static UNUSED_IGNORE: CodeInfo = CodeInfo::new(
    CodeKind::Lint,
    "unused-ignore",
    "the comment ignores nothing",
)
.with_explanation(
    "A comment `url1738: ignore` or `url1738: ignore[code]` accepts what is found on its line, or on the next one if the \
     line has nothing else. One that accepts nothing was for a URL that is gone, and would hide the next one.",
)
.with_examples("# url1738: ignore", "http://host.dom/~joe  # url1738: ignore[tilde]")
.with_section("2.1");

/// All codes by kind, in alphabetical order.
static ALL: LazyLock<Vec<Code>> = LazyLock::new(|| {
    let own = [&UNKNOWN_SCHEME, &MISSING_TARGET, &UNUSED_IGNORE];
    let mut all: Vec<_> = codes::ALL.iter().copied().chain(own).map(Code).collect();
    all.sort_by_key(|code| (code.kind, code.code));
    all
});

/// Returns the codes of `check`: errors and lints.
pub(crate) fn all() -> impl Iterator<Item = Code> + Clone {
    catalog().iter().copied().filter(|code| matches!(code.kind, CodeKind::Error | CodeKind::Lint))
}

/// Returns the names of all codes, each once, in alphabetical order.
pub(crate) fn names() -> Vec<&'static str> {
    let mut names: Vec<_> = catalog().iter().map(|code| code.code).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Returns the codes of all kinds.
pub(crate) fn catalog() -> &'static [Code] {
    &ALL
}
