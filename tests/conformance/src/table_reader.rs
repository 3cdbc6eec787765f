//! A reader that consists of tables: of the grammar, or of a fault in it.

use crate::{
    oracle::{Oracle, Verdict},
    parts::Piece,
    reader::{Reader, Refused, RuleNamed},
};

/// Reads by the tables of an oracle.
#[derive(Clone, Copy, Debug)]
pub struct TableReader<'o>(pub &'o Oracle);

impl Reader for TableReader<'_> {
    fn read(&self, text: &[u8], pieces: &mut Vec<Piece>) -> Result<(), Refused> {
        let truth = self.0.judge(text, pieces);
        let rule = match truth.verdict {
            Verdict::Valid => return Ok(()),
            Verdict::Bnf => RuleNamed::Bnf(self.0.entry),
            Verdict::Prose | Verdict::ProseAndRange => RuleNamed::Prose("3.1"),
            Verdict::Range => RuleNamed::Range,
        };
        let start = truth.death;
        Err(Refused { part: "scheme", code: "table", rule, start, end: start })
    }
}
