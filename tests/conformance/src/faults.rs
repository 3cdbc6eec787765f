//! Seeded faults: wrong readings that the suites have to detect.
//!
//! Most are wrong productions in `faults.bnf`, compiled to the same tables as the right ones. The others are
//! faults that a table cannot express: in counts, splits and errors.

use crate::{
    check::Check,
    dfa::Dfa,
    grammar::Grammar,
    nfa::Nfa,
    oracle::{LONGEST_NAME, Oracle, Truth},
    reader::{Reader, Refused, RuleNamed, TableReader},
    split::Piece,
};

/// The wrong productions.
pub const FAULTS: &str = include_str!("../grammar/faults.bnf");

/// A wrong reading of one scheme.
#[derive(Clone, Debug)]
pub struct Fault {
    /// What was misread.
    pub title: &'static str,
    /// Whether the language stays the same.
    pub equivalent: bool,
    /// The first text that revealed the fault.
    pub killed_by: Option<Vec<u8>>,
    reading: Reading,
}

#[derive(Clone, Debug)]
enum Reading {
    /// Other productions.
    Table(Box<Dfa>),
    /// The right tables, and an answer that is changed.
    Twisted(Twist),
}

/// Changes the right answer to a text.
type Twist = fn(&[u8], Result<(), Refused>, &mut Vec<Piece>) -> Result<(), Refused>;

/// Returns all faults of the scheme.
#[must_use]
pub fn of_scheme(oracle: &Oracle) -> Vec<Fault> {
    let tables = tables().into_iter().filter(|(scheme, ..)| *scheme == oracle.title);
    let mut faults: Vec<Fault> = tables
        .map(|(_, title, productions)| {
            let grammar = Grammar::strict().replaced_by(&productions);
            let table = Dfa::new(&Nfa::new(&grammar, oracle.entry, false));
            let equivalent = table.difference(&oracle.strict).is_none();
            let reading = Reading::Table(Box::new(table));
            Fault { title, equivalent, killed_by: None, reading }
        })
        .collect();
    let twists = TWISTS.iter().filter(|(scheme, ..)| *scheme == oracle.title);
    faults.extend(twists.map(|(_, title, twist)| Fault {
        title,
        equivalent: false,
        killed_by: None,
        reading: Reading::Twisted(*twist),
    }));
    faults
}

/// Returns the faults of `faults.bnf`: scheme, title, productions.
fn tables() -> Vec<(&'static str, &'static str, Grammar)> {
    let mut blocks = FAULTS.split("\n;; ");
    blocks.next();
    blocks
        .map(|block| {
            let (head, productions) = block.split_once('\n').expect("a fault has productions");
            let (scheme, title) = head.split_once(" | ").expect("a fault has a scheme and a title");
            (scheme, title, Grammar::read(productions).expect("a fault is in the notation"))
        })
        .collect()
}

/// Tries the faults on a text with the verdict `truth`. `check` compares with the same oracle, and its counts are
/// spoiled by the trial.
pub fn try_on(
    faults: &mut [Fault],
    oracle: &Oracle,
    text: &[u8],
    truth: Truth,
    check: &mut Check<'_>,
) {
    for fault in faults.iter_mut().filter(|fault| fault.killed_by.is_none()) {
        let killed = match &fault.reading {
            Reading::Table(table) => table.accepts(text) != truth.in_table,
            Reading::Twisted(twist) => {
                let reader = Twisted { right: TableReader(oracle), twist: *twist };
                !check.text(&reader, text).1
            }
        };
        if killed {
            fault.killed_by = Some(text.to_vec());
        }
    }
}

/// Answers like the right tables, but with a change.
struct Twisted<'o> {
    right: TableReader<'o>,
    twist: Twist,
}

impl Reader for Twisted<'_> {
    fn read(&self, text: &[u8], pieces: &mut Vec<Piece>) -> Result<(), Refused> {
        let answer = self.right.read(text, pieces);
        (self.twist)(text, answer, pieces)
    }
}

/// Replaces the rule of the answer by `rule` if `holds`.
fn renamed(
    answer: Result<(), Refused>,
    holds: fn(RuleNamed) -> bool,
    rule: RuleNamed,
) -> Result<(), Refused> {
    answer
        .map_err(|refused| if holds(refused.rule) { Refused { rule, ..refused } } else { refused })
}

/// Returns the host, if there is one.
fn host<'t>(text: &'t [u8], pieces: &[Piece]) -> &'t [u8] {
    let host = pieces.iter().find(|piece| piece.part == "host");
    host.map_or(&[], |piece| &text[piece.start..piece.end])
}

/// Refuses hosts of `len` bytes and more.
fn shorter(
    len: usize,
    text: &[u8],
    answer: Result<(), Refused>,
    pieces: &[Piece],
) -> Result<(), Refused> {
    if answer.is_ok() && host(text, pieces).len() >= len {
        let end = text.len();
        return Err(Refused {
            part: "host",
            code: "",
            rule: RuleNamed::Prose("3.1"),
            start: end,
            end,
        });
    }
    answer
}

/// The faults that no production can express.
const TWISTS: &[(&str, &str, Twist)] = &[
    ("http", "names up to 254", |text, answer, pieces| shorter(LONGEST_NAME, text, answer, pieces)),
    ("http", "addresses as long as names only", |text, answer, pieces| {
        shorter(LONGEST_NAME + 1, text, answer, pieces)
    }),
    ("http", "names of any length", |text, answer, pieces| match answer {
        // The parts are there although the count refused.
        Err(refused) if !pieces.is_empty() && refused.end == text.len() => Ok(()),
        answer => answer,
    }),
    ("http", "a number out of range taken for prose", |_, answer, _| {
        renamed(answer, |rule| rule == RuleNamed::Range, RuleNamed::Prose("3.1"))
    }),
    ("http", "prose taken for the BNF", |_, answer, _| {
        renamed(answer, |rule| matches!(rule, RuleNamed::Prose(_)), RuleNamed::Bnf("hostname"))
    }),
    ("http", "the BNF taken for prose", |_, answer, _| {
        renamed(answer, |rule| matches!(rule, RuleNamed::Bnf(_)), RuleNamed::Prose("3.1"))
    }),
    ("http", "a production of another scheme named", |_, answer, _| {
        renamed(answer, |rule| matches!(rule, RuleNamed::Bnf(_)), RuleNamed::Bnf("fsegment"))
    }),
    ("http", "errors one byte late", |text, answer, _| {
        answer.map_err(|refused| {
            let start = text.len().min(refused.start + 1);
            Refused { start, end: text.len(), ..refused }
        })
    }),
    ("http", "errors one byte early", |_, answer, _| {
        answer.map_err(|refused| Refused { start: refused.start.saturating_sub(1), ..refused })
    }),
    ("http", "errors beyond the end", |text, answer, _| {
        answer.map_err(|refused| Refused { end: text.len() + 1, ..refused })
    }),
    ("http", "an empty search left out", |_, answer, pieces| {
        pieces.retain(|piece| piece.part != "search" || piece.start < piece.end);
        answer
    }),
    ("http", "the port split off with its colon", |_, answer, pieces| {
        pieces.iter_mut().filter(|piece| piece.part == "port").for_each(|port| port.start -= 1);
        answer
    }),
    ("ftp", "an empty user left out", |_, answer, pieces| {
        pieces.retain(|piece| piece.part != "user" || piece.start < piece.end);
        answer
    }),
    ("ftp", "an empty password left out", |_, answer, pieces| {
        pieces.retain(|piece| piece.part != "password" || piece.start < piece.end);
        answer
    }),
    ("ftp", "an empty last segment left out", |_, answer, pieces| {
        if pieces.last().is_some_and(|piece| piece.part == "fsegment" && piece.start == piece.end) {
            pieces.pop();
        }
        answer
    }),
    ("ftp", "the typecode split off with its key", |_, answer, pieces| {
        pieces.iter_mut().filter(|piece| piece.part == "ftptype").for_each(|code| code.start -= 6);
        answer
    }),
    ("ftp", "the host before the user", |_, answer, pieces| {
        pieces.sort_by_key(|piece| piece.part == "user");
        answer
    }),
    ("gopher", "the selector ends at the last TAB", |text, answer, pieces| {
        match pieces.as_mut_slice() {
            [.., selector, search, plus] if selector.part == "selector" => {
                selector.end = search.end;
                *search = Piece { part: "search", ..*plus };
                pieces.pop();
            }
            _ => {}
        }
        let _ = text;
        answer
    }),
    ("gopher", "the type counted to the selector", |_, answer, pieces| {
        let gtype = pieces.iter().find(|piece| piece.part == "gtype").map(|piece| piece.start);
        for selector in pieces.iter_mut().filter(|piece| piece.part == "selector") {
            selector.start = gtype.unwrap_or(selector.start);
        }
        answer
    }),
    ("gopher", "an empty selector left out", |_, answer, pieces| {
        pieces.retain(|piece| piece.part != "selector" || piece.start < piece.end);
        answer
    }),
    ("wais", "an empty database left out", |_, answer, pieces| {
        pieces.retain(|piece| piece.part != "database" || piece.start < piece.end);
        answer
    }),
    ("wais", "type and path exchanged", |_, answer, pieces| {
        match pieces.as_mut_slice() {
            [.., wtype, wpath] if wpath.part == "wpath" => {
                core::mem::swap(&mut wtype.part, &mut wpath.part);
            }
            _ => {}
        }
        answer
    }),
    ("prospero", "a value without its field's name", |_, answer, pieces| {
        pieces.retain(|piece| piece.part != "fieldname" || piece.start < piece.end);
        answer
    }),
    ("prospero", "fields in another order", |_, answer, pieces| {
        match pieces.as_mut_slice() {
            [.., first, _, second, _] if first.part == "fieldname" => {
                core::mem::swap(first, second);
            }
            _ => {}
        }
        answer
    }),
    ("news", "an article split at its \"@\"", |text, answer, pieces| {
        if let Some(article) = pieces.iter_mut().find(|piece| piece.part == "article") {
            article.end = text.iter().position(|byte| *byte == b'@').unwrap_or(article.end);
        }
        answer
    }),
    ("nntp", "the number split off with its slash", |_, answer, pieces| {
        pieces
            .iter_mut()
            .filter(|piece| piece.part == "digits")
            .for_each(|number| number.start -= 1);
        answer
    }),
    ("file", "an empty host put in", |_, answer, pieces| {
        if pieces.get(1).is_some_and(|piece| piece.part != "host") {
            pieces.insert(1, Piece { part: "host", start: 7, end: 7 });
        }
        answer
    }),
    ("mailto", "a host name of any length", |_, answer, pieces| match answer {
        Err(_) if !pieces.is_empty() => Ok(()),
        answer => answer,
    }),
];
