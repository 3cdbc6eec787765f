//! The names that select codes: a code, a group of codes, or all of a kind, in every part or in one.

use core::fmt;

use url1738::{PARTS, Part};

use crate::{
    codes::{self, Code, is_prefix},
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
    /// A code, a group, or the prefix of several: `port` selects `port`, `port-zero` and `port-out-of-range`.
    Named(String),
    /// What a selector selects, in one part: `tilde:path`.
    In(Box<Self>, String),
}

/// Where all codes are.
pub(crate) const ALL_CODES: &str = "`url1738 rules` lists all codes";

/// A name that selects nothing, with what to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unknown {
    Code(Option<String>),
    Part(Option<String>),
}

impl Unknown {
    /// Returns what is unknown, what to write instead, and where to find all if that is not known.
    pub(crate) fn describe(self) -> (&'static str, Option<String>, &'static str) {
        match self {
            Self::Code(suggestion) => ("code", suggestion, ALL_CODES),
            Self::Part(suggestion) => ("part", suggestion, "name one, as in `tilde:path`"),
        }
    }
}

/// How precisely a selector selects: the length of the name, and whether it names a part.
pub(super) type Specificity = (usize, bool);

/// Returns whether a name is that of a part in the BNF, or what messages call it: `path` names a path segment.
pub(crate) fn is_part(name: &str, part: &Part) -> bool {
    name == part.name() || is_prefix(name, &part.label().replace(' ', "-"))
}

/// The names of groups that are not prefixes.
pub(crate) const GROUPS: [&str; 3] = ["all", "errors", "warnings"];

impl Selector {
    /// Returns the selector of this name.
    ///
    /// # Errors
    /// Returns an error with the nearest name if the name selects nothing.
    pub(crate) fn parse(name: &str) -> Result<Self, Unknown> {
        if let Some((codes, part)) = name.split_once(':') {
            let selector = Self::parse(codes)?;
            if PARTS.iter().any(|known| is_part(part, known)) {
                return Ok(Self::In(Box::new(selector), part.to_owned()));
            }
            let known = suggest::code(part, PARTS.iter().map(Part::name));
            return Err(Unknown::Part(known.map(|known| format!("{codes}:{known}"))));
        }
        match name {
            "all" => Ok(Self::All),
            "errors" => Ok(Self::Errors),
            "warnings" => Ok(Self::Warnings),
            _ => {
                let named = Self::Named(name.to_owned());
                if codes::all().any(|code| named.selects(code)) {
                    return Ok(named);
                }
                let known = codes::all().map(|code| code.code).chain(GROUPS);
                Err(Unknown::Code(suggest::code(name, known).map(str::to_owned)))
            }
        }
    }

    /// Returns whether this selects a code, in any part.
    fn selects(&self, code: Code) -> bool {
        match self {
            Self::In(codes, _) => codes.selects(code),
            _ => self.specificity(code, None).is_some(),
        }
    }

    /// Returns how precisely this selects a code in a part, or `None` if it does not: a longer name is more precise, and
    /// groups are the least precise.
    pub(super) fn specificity(&self, code: Code, part: Option<&Part>) -> Option<Specificity> {
        let precision = match self {
            Self::All => Some(0),
            Self::Errors => (!code.is_lint()).then_some(1),
            Self::Warnings => code.is_lint().then_some(1),
            // `all`, `errors` and `warnings` come before every name, and a group before the codes in it.
            Self::Named(name) if is_prefix(name, code.code) => Some(3 + name.len()),
            Self::Named(name) => code.is_named(name).then_some(2),
            Self::In(codes, name) => {
                let (precision, _) = codes.specificity(code, part)?;
                return part.filter(|part| is_part(name, part)).map(|_| (precision, true));
            }
        };
        precision.map(|precision| (precision, false))
    }

    /// Returns the part that it names.
    pub(super) fn part(&self) -> Option<&str> {
        match self {
            Self::In(_, part) => Some(part),
            _ => None,
        }
    }

    /// Returns whether this selects an error.
    pub(crate) fn has_errors(&self) -> bool {
        codes::all().any(|code| !code.is_lint() && self.selects(code))
    }

    /// Returns whether this selects a lint.
    pub(crate) fn has_lints(&self) -> bool {
        codes::all().any(|code| code.is_lint() && self.selects(code))
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::All => "all",
            Self::Errors => "errors",
            Self::Warnings => "warnings",
            Self::Named(name) => name,
            Self::In(codes, part) => return write!(f, "{codes}:{part}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selected(name: &str) -> Vec<&'static str> {
        let selector = Selector::parse(name).unwrap();
        codes::all().filter(|code| selector.selects(*code)).map(|code| code.code).collect()
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
    fn a_group_and_a_part_select_codes() {
        let bytes = selected("unexpected-byte");
        assert_eq!(bytes.len(), 9);
        assert!(bytes.contains(&"tilde") && bytes.contains(&"unexpected-byte"));
        let selector = Selector::parse("unexpected-byte:path").unwrap();
        let tilde = codes::all().find(|code| code.code == "tilde").unwrap();
        let part = |name| PARTS.iter().find(|part| part.name() == name);
        assert_eq!(selector.specificity(tilde, part("hsegment")), Some((2, true)));
        assert_eq!(selector.specificity(tilde, part("host")), None);
        assert_eq!(selector.specificity(tilde, None), None);
        assert_eq!(selector.to_string(), "unexpected-byte:path");
    }

    #[test]
    fn a_name_that_selects_nothing_gets_a_suggestion() {
        let cases = [
            ("fragmnet", Some("fragment")),
            ("portzero", Some("port-zero")),
            ("zero-port", Some("port-zero")),
            ("unexpected_byte", Some("unexpected-byte")),
            ("FRAGMENT", Some("fragment")),
            ("warning", Some("warnings")),
            ("teapot", None),
            ("", None),
        ];
        for (name, suggestion) in cases {
            let suggestion = suggestion.map(str::to_owned);
            assert_eq!(Selector::parse(name), Err(Unknown::Code(suggestion)), "{name}");
        }
        let part = |suggestion: &str| Err(Unknown::Part(Some(suggestion.to_owned())));
        assert_eq!(Selector::parse("tilde:hots"), part("tilde:host"));
        assert_eq!(Selector::parse("tilde:HSEGMENT"), part("tilde:hsegment"));
        assert_eq!(Selector::parse("tilde:teapot"), Err(Unknown::Part(None)));
    }
}
