//! The codes that options, settings and `url1738 list rules` name: the catalogue of the library, and what this program adds.

use std::sync::LazyLock;

use url1738::{
    Lints, PartSpan, SCHEMES, Span, Url,
    codes::{self, CodeInfo, CodeKind},
    scheme_names::{is_host_and_port, is_known, resembled},
    syntax::part::SCHEME,
};

/// A code of the catalogue.
pub(crate) type Code = &'static CodeInfo;

pub(crate) fn is_lint(code: Code) -> bool {
    code.kind == CodeKind::Lint
}

/// Returns whether a name is the code, its group, or a prefix of it: `port` names `port-zero`.
pub(crate) fn is_named(code: Code, name: &str) -> bool {
    is_prefix(name, code.code) || is_prefix(name, code.group)
}

/// Returns the section of a code as it is cited.
pub(crate) fn cited_section(code: Code) -> String {
    let section = code.section;
    match section.starts_with(|c: char| c.is_ascii_digit()) {
        true => format!("section {section} of RFC 1738"),
        false => format!("{section} of RFC 1738"),
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

/// The code of URLs in texts whose end is not known.
pub(crate) static TRUNCATED: CodeInfo =
    CodeInfo::new(CodeKind::Error, "truncated", "the text may continue the URL")
        .with_explanation(
            "The text after the URL may be part of it, or the URL is longer than 64 KiB. Angle brackets delimit a URL.",
        )
        .with_examples("http://host.dom/a—or", "<http://host.dom/a>—or")
        .with_section("Appendix");

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

/// The codes of all kinds, by kind and in alphabetical order.
pub(crate) static CATALOG: LazyLock<Vec<Code>> = LazyLock::new(|| {
    let own = [&UNKNOWN_SCHEME, &MISSING_TARGET, &TRUNCATED, &UNUSED_IGNORE];
    let mut all: Vec<_> = codes::all().chain(own).collect();
    all.sort_by_key(|code| (code.kind, code.code));
    all
});

/// Returns the codes of `check`: errors and lints.
pub(crate) fn all() -> impl Iterator<Item = Code> + Clone {
    CATALOG.iter().copied().filter(|code| matches!(code.kind, CodeKind::Error | CodeKind::Lint))
}

/// Returns the names of all codes, each once, in alphabetical order.
pub(crate) fn names() -> Vec<&'static str> {
    let mut names: Vec<_> = CATALOG.iter().map(|code| code.code).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The lint of names of schemes that look like typos, and of hosts in place of a scheme. It belongs to the program, since which
/// names are known is a list that changes.
static UNKNOWN_SCHEME: CodeInfo = CodeInfo::new(
    CodeKind::Lint,
    "unknown-scheme",
    "unknown scheme that resembles a known one, or host and port without a scheme",
)
.with_explanation(
    "Any name is a valid scheme, so a typo such as `htp` gives a valid URL that nothing can open. \
     `localhost:8080` is a URL of the scheme `localhost`. Schemes that IANA has registered, others in common use and \
     names that begin with `x-` are never reported.",
)
.with_examples("htp://host.dom/", "http://host.dom/")
.with_section("2.1");

/// What a typo may be for, with the lint.
static SUGGESTIONS: LazyLock<Vec<(&'static str, CodeInfo)>> = LazyLock::new(|| {
    // The list is made once, and codes refer to their texts for as long as the program runs.
    let message = |name| format!("unknown scheme: did you mean `{name}`?").leak();
    let names = SCHEMES.iter().map(|scheme| scheme.name);
    names.map(|name| (name, UNKNOWN_SCHEME.with_message(message(name)))).collect()
});

static HOST_AND_PORT: CodeInfo = UNKNOWN_SCHEME
    .with_message("host and port without a scheme: did you mean `http://` and these?");
static DRIVE: CodeInfo =
    UNKNOWN_SCHEME.with_message("path of Windows: did you mean `file:///` and the path?");

/// Returns the lint of a URL outside the ten schemes, or `None` if its scheme is known or resembles none.
fn lint(scheme: &str, rest: &str) -> Option<&'static CodeInfo> {
    let name = scheme.to_ascii_lowercase();
    // Section 4 of RFC 1738 reserves `x-` for experiments.
    if name.starts_with("x-") || is_known(&name) {
        return None;
    }
    if name.len() == 1 && rest.starts_with('/') && !rest.starts_with("//") {
        return Some(&DRIVE);
    }
    if is_host_and_port(&name, rest) {
        return Some(&HOST_AND_PORT);
    }
    let near = resembled(&name)?;
    SUGGESTIONS.iter().find(|(known, _)| *known == near).map(|(_, info)| info)
}

/// The length of the longest URL that is linted. A lint takes more memory than the byte that it is about.
const MAX_LEN: usize = 8 * 1024;

/// Returns the lints of a URL and of its fragment.
pub(crate) fn lints(url: &Url<&str>, fragment: Option<&[u8]>) -> Lints {
    let text = url.as_str();
    let mut all = if text.len() > MAX_LEN { Lints::default() } else { url.lints() };
    if let Url::Other(_) = url
        && let Some((scheme, rest)) = text.split_once(':')
        && let Some(info) = lint(scheme, rest).filter(|_| text.len() <= MAX_LEN)
    {
        let others = core::mem::take(&mut all);
        all.push(PartSpan { part: &SCHEME, span: Span::from(0..scheme.len()) }, info);
        for lint in others.iter() {
            all.push(PartSpan { part: lint.part, span: lint.span }, lint.info);
        }
    }
    if let Some(fragment) = fragment {
        all.fragment(text, fragment);
    }
    all
}
