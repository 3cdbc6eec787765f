//! The lint `unknown-scheme`: names of schemes that look like typos, and hosts in place of a scheme.
//!
//! It belongs to the program, since which names are known is a list that changes.

use std::sync::LazyLock;

use url1738::{
    Lints, PartSpan, SCHEMES, Span, Url,
    codes::{CodeInfo, CodeKind},
    scheme_names::{is_host_and_port, is_known, resembled},
    syntax::part::SCHEME,
};

pub(crate) static UNKNOWN_SCHEME: CodeInfo = CodeInfo::new(
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

/// What a typo may be for, with the lint. `http` comes first: it is suggested if several are as close.
static SUGGESTIONS: LazyLock<Vec<(&'static str, CodeInfo)>> = LazyLock::new(|| {
    let others = SCHEMES.iter().map(|scheme| scheme.name).filter(|name| *name != "http");
    let names = ["http", "https"].into_iter().chain(others);
    // The list is made once, and codes refer to their texts for as long as the program runs.
    let message = |name| format!("unknown scheme: did you mean `{name}`?").leak();
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

/// Returns the lints of a URL with this one before them, or none if it is too long to be linted.
pub(crate) fn lints(url: &Url<&str>) -> Lints {
    if url.as_str().len() > MAX_LEN {
        return Lints::default();
    }
    let lints = url.lints();
    let Url::Other(other) = url else { return lints };
    let scheme = other.scheme();
    let Some((_, rest)) = url.as_str().split_once(':') else { return lints };
    let Some(info) = lint(scheme, rest) else { return lints };
    let span = Span::from(0..scheme.len());
    let mut all = Lints::default();
    all.push(PartSpan { part: &SCHEME, span }, info);
    for lint in lints.iter() {
        all.push(PartSpan { part: lint.part, span: lint.span }, lint.info);
    }
    all
}
