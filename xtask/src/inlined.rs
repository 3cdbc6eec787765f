//! The modules of core that a program compiles only if it uses them.
//!
//! A crate compiles its functions for itself unless they are generic or `#[inline]`; these it compiles where they are
//! called. One function without the attribute takes everything that it calls with it.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    cargo::{Failure, top},
    source::{Token, tokens},
};

/// Plans, lints, URLs of unknown schemes and the values in a part: what a first program does not use.
const MODULES: [&str; 5] = ["lint", "plan", "syntax/values.rs", "url/generic", "url/registry.rs"];

/// Returns a line for each function of these modules that is neither `#[inline]` nor `#[cold]`.
pub(crate) fn faults() -> Result<Vec<String>, Failure> {
    let core = Path::new("crates/url1738-core/src");
    let mut faults = Vec::new();
    for module in MODULES {
        for path in sources(&core.join(module))? {
            let tokens = tokens(&fs::read_to_string(top().join(&path))?);
            for name in not_inlined(&tokens) {
                faults.push(format!("{}: fn {name} lacks #[inline]", path.display()));
            }
        }
    }
    Ok(faults)
}

fn sources(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if path.extension().is_some() {
        return Ok(vec![path.to_owned()]);
    }
    let mut sources = Vec::new();
    for entry in fs::read_dir(top().join(path))? {
        sources.extend(self::sources(&path.join(entry?.file_name()))?);
    }
    Ok(sources)
}

/// Returns the names of the functions with a body and without the attribute.
fn not_inlined(tokens: &[Token]) -> impl Iterator<Item = &str> {
    let mut has_attribute = false;
    tokens.iter().enumerate().filter_map(move |(at, token)| {
        let rest = tokens.get(at + 1..).unwrap_or_default();
        match token.word() {
            Some("inline" | "cold") => has_attribute = true,
            Some("fn") => {
                // The type of a function pointer has no name, the function of a trait may have no body.
                let name = rest.first().and_then(Token::word)?;
                // An array type has a semicolon, too.
                let mut depth = 0_usize;
                let end = rest.iter().find(|token| {
                    depth += usize::from(token.is('['));
                    depth -= usize::from(token.is(']'));
                    token.is('{') || token.is(';') && depth == 0
                })?;
                let lacks = !core::mem::take(&mut has_attribute) && end.is('{');
                return lacks.then_some(name);
            }
            _ => {}
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_without_the_attribute_is_found() {
        let source = "
            #[inline]
            #[must_use]
            pub(crate) const fn of(run: fn(u8) -> u8) {}
            trait Other { fn required(&self); }
            pub(super) fn slow(of: [u8; 2]) {}
            #[cold]
            fn failed() {}
            #[cfg(test)]
            mod tests { fn checked() {} }
        ";
        assert_eq!(not_inlined(&tokens(source)).collect::<Vec<_>>(), ["slow"]);
    }
}
