//! The names that select codes: a code, a group of codes with a common prefix, or all of a kind.

use core::fmt;

use crate::{
    codes::{self, Code},
    diagnostics::suggest,
};

/// A name that selects codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Selector {
    /// `all`
    All,
    /// `errors`
    Errors,
    /// `warnings`: all lints.
    Warnings,
    /// A code, or the prefix of several: `port` selects `port`, `port-zero` and `port-out-of-range`.
    Named(String),
}

/// A name that selects nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnknownCode {
    pub(crate) suggestion: Option<&'static str>,
}

/// The names of groups that are not prefixes.
pub(crate) const GROUPS: [&str; 3] = ["all", "errors", "warnings"];

impl Selector {
    /// Returns the selector of this name.
    ///
    /// # Errors
    /// Returns an error with the nearest name if the name selects nothing.
    pub(crate) fn parse(name: &str) -> Result<Self, UnknownCode> {
        match name {
            "all" => Ok(Self::All),
            "errors" => Ok(Self::Errors),
            "warnings" => Ok(Self::Warnings),
            _ => {
                let named = Self::Named(name.to_owned());
                if codes::all().any(|code| named.specificity(code).is_some()) {
                    return Ok(named);
                }
                let known = codes::all().map(|code| code.code).chain(GROUPS);
                Err(UnknownCode { suggestion: suggest::code(name, known) })
            }
        }
    }

    /// Returns how precisely this selects a code, or `None` if it does not: a longer name is more precise, and groups
    /// are the least precise.
    pub(crate) fn specificity(&self, code: Code) -> Option<usize> {
        match self {
            Self::All => Some(0),
            Self::Errors => (!code.is_lint()).then_some(1),
            Self::Warnings => code.is_lint().then_some(1),
            Self::Named(name) => {
                let rest = code.code.strip_prefix(name.as_str())?;
                // `all`, `errors` and `warnings` come before every name.
                (rest.is_empty() || rest.starts_with('-')).then_some(2 + name.len())
            }
        }
    }

    /// Returns whether this selects an error.
    pub(crate) fn has_errors(&self) -> bool {
        codes::all().any(|code| !code.is_lint() && self.specificity(code).is_some())
    }

    /// Returns whether this selects a lint.
    pub(crate) fn has_lints(&self) -> bool {
        codes::all().any(|code| code.is_lint() && self.specificity(code).is_some())
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::All => "all",
            Self::Errors => "errors",
            Self::Warnings => "warnings",
            Self::Named(name) => name,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selected(name: &str) -> Vec<&'static str> {
        let selector = Selector::parse(name).unwrap();
        codes::all()
            .filter(|code| selector.specificity(*code).is_some())
            .map(|code| code.code)
            .collect()
    }

    #[test]
    fn names_select_codes() {
        assert_eq!(selected("fragment"), ["fragment"]);
        assert_eq!(selected("typecode"), ["typecode", "typecode-case", "typecode-without-slash"]);
        assert_eq!(selected("port"), ["port-out-of-range", "port-leading-zero", "port-zero"]);
        assert_eq!(selected("all").len(), selected("errors").len() + selected("warnings").len());
        assert!(!selected("warnings").contains(&"fragment"));
    }

    #[test]
    fn a_name_that_selects_nothing_gets_a_suggestion() {
        let suggestion = |name| Selector::parse(name).unwrap_err().suggestion;
        assert_eq!(suggestion("fragmnet"), Some("fragment"));
        assert_eq!(suggestion("portzero"), Some("port-zero"));
        assert_eq!(suggestion("zero-port"), Some("port-zero"));
        assert_eq!(suggestion("unexpected_byte"), Some("unexpected-byte"));
        assert_eq!(suggestion("FRAGMENT"), Some("fragment"));
        assert_eq!(suggestion("warning"), Some("warnings"));
        assert_eq!(suggestion("teapot"), None);
        assert_eq!(suggestion(""), None);
    }
}
