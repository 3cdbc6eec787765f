//! The two grammars: section 5 as published, and section 5 narrowed by the decisions.

use std::collections::BTreeMap;

use crate::notation::{self, Expr, Production, ReadError};

/// Section 5 of RFC 1738.
pub const BNF: &str = include_str!("../grammar/rfc1738.bnf");
/// The productions that the decisions narrow.
pub const NARROWED: &str = include_str!("../grammar/strict.bnf");

/// Productions by name.
#[derive(Clone, Debug)]
pub struct Grammar(BTreeMap<String, Production>);

impl Grammar {
    /// Reads a grammar.
    ///
    /// # Errors
    ///
    /// Returns an error if `text` is not in the notation, or defines a production twice.
    pub fn read(text: &str) -> Result<Self, ReadError> {
        let mut grammar = BTreeMap::new();
        for production in notation::read(text)? {
            if let Some(twice) = grammar.insert(production.name.clone(), production) {
                return Err(ReadError {
                    line: 0,
                    message: format!("{} is there twice", twice.name),
                });
            }
        }
        Ok(Self(grammar))
    }

    fn of_this_package(text: &str) -> Self {
        Self::read(text).expect("the package's own files are in the notation")
    }

    /// Returns the grammar of section 5.
    #[must_use]
    pub fn bnf() -> Self {
        Self::of_this_package(BNF)
    }

    /// Returns the grammar that the parsers must follow: section 5 narrowed by the decisions.
    #[must_use]
    pub fn strict() -> Self {
        Self::bnf().replaced_by(&Self::narrowings())
    }

    /// Returns the productions of `strict.bnf` only.
    #[must_use]
    pub fn narrowings() -> Self {
        Self::of_this_package(NARROWED)
    }

    /// This grammar with the productions of `other` in place of those of the same names.
    #[must_use]
    pub fn replaced_by(&self, other: &Self) -> Self {
        let mut both = self.0.clone();
        both.extend(other.0.clone());
        Self(both)
    }

    /// Only the productions of those names.
    #[must_use]
    pub fn with_only(&self, names: &[&str]) -> Self {
        let kept = self.0.iter().filter(|(name, _)| names.contains(&name.as_str()));
        Self(kept.map(|(name, production)| (name.clone(), production.clone())).collect())
    }

    /// Returns all productions but those of the names.
    #[must_use]
    pub fn without(&self, names: &[&str]) -> Self {
        let kept = self.0.iter().filter(|(name, _)| !names.contains(&name.as_str()));
        Self(kept.map(|(name, production)| (name.clone(), production.clone())).collect())
    }

    /// Returns the production of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Production> {
        self.0.get(name)
    }

    /// Returns all productions, by name.
    pub fn iter(&self) -> impl Iterator<Item = &Production> {
        self.0.values()
    }

    /// Returns the names of `entry` and of all productions that its text can be made of.
    #[must_use]
    pub fn reachable(&self, entry: &str) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        let mut open = vec![entry];
        while let Some(name) = open.pop() {
            let Some(production) = self.0.get(name) else { continue };
            if !names.contains(&production.name.as_str()) {
                names.push(&production.name);
                names_in(&production.body, &mut open);
            }
        }
        names.sort_unstable();
        names
    }

    /// Returns the names of the productions that `entry` is not made of.
    #[must_use]
    pub fn unreachable(&self, entry: &str) -> Vec<&str> {
        let reachable = self.reachable(entry);
        self.0.keys().map(String::as_str).filter(|name| !reachable.contains(name)).collect()
    }

    /// Returns the literals of all productions that `entry` is made of, without repeats.
    #[must_use]
    pub fn literals(&self, entry: &str) -> Vec<&str> {
        let mut found = Vec::new();
        for name in self.reachable(entry) {
            if let Some(production) = self.0.get(name) {
                literals_in(&production.body, &mut found);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

fn names_in<'a>(body: &'a Expr, names: &mut Vec<&'a str>) {
    match body {
        Expr::Literal(_) => {}
        Expr::Name(name) => names.push(name),
        Expr::Sequence(items) | Expr::Choice(items) => {
            items.iter().for_each(|item| names_in(item, names));
        }
        Expr::Repeat { item, .. } => names_in(item, names),
    }
}

fn literals_in<'a>(body: &'a Expr, literals: &mut Vec<&'a str>) {
    match body {
        Expr::Literal(text) => literals.push(text),
        Expr::Name(_) => {}
        Expr::Sequence(items) | Expr::Choice(items) => {
            items.iter().for_each(|item| literals_in(item, literals));
        }
        Expr::Repeat { item, .. } => literals_in(item, literals),
    }
}
