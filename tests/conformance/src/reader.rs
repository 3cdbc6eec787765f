//! What is compared with the grammar: anything that reads a text and splits or refuses it. The crates are one, tables of the
//! grammar or of a fault in it another.

use url1738::{
    Error, FileUrl, FtpUrl, GenericUrl, GopherUrl, HttpUrl, MailtoUrl, NewsUrl, NntpUrl, PartSpan,
    ProsperoUrl, Rule, TelnetUrl, Url, WaisUrl,
};

use crate::{
    oracle::{Oracle, Verdict},
    split::Piece,
};

/// The rule a reader names when it refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleNamed {
    /// A production of the BNF.
    Bnf(&'static str),
    /// A section of the prose.
    Prose(&'static str),
    /// A range.
    Range,
}

/// How a reader refuses a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The name of the part.
    pub part: &'static str,
    /// What is wrong, in lower case with hyphens.
    pub code: &'static str,
    /// Why.
    pub rule: RuleNamed,
    /// Offset of the first byte that is marked.
    pub start: usize,
    /// Offset after the last marked byte.
    pub end: usize,
}

/// A parser, or a copy of one.
pub trait Reader {
    /// Reads the whole `text`, and writes its parts in order into `pieces`.
    ///
    /// # Errors
    ///
    /// Returns why the text is not a URL of the reader's scheme.
    fn read(&self, text: &[u8], pieces: &mut Vec<Piece>) -> Result<(), Refused>;
}

/// The parts of a URL, or why the text is not one.
type Parts = Result<Vec<PartSpan>, Error>;

/// A URL type: its `parse_bytes` and its `parse`, which have to agree, and its `parts`.
#[derive(Clone, Copy, Debug)]
pub struct Parser {
    bytes: fn(&[u8]) -> Parts,
    text: Option<fn(&str) -> Parts>,
}

macro_rules! parser {
    ($Url:ident) => {
        Parser {
            bytes: |text| $Url::parse_bytes(text).map(|url| url.parts()),
            text: Some(|text| $Url::parse(text).map(|url| url.parts())),
        }
    };
}

impl Parser {
    /// Returns the type of a scheme; that of the general syntax for "generic", the umbrella's for "union".
    #[must_use]
    pub fn of(title: &str) -> Option<Self> {
        Some(match title {
            "ftp" => parser!(FtpUrl),
            "file" => parser!(FileUrl),
            "http" => parser!(HttpUrl),
            "gopher" => parser!(GopherUrl),
            "mailto" => parser!(MailtoUrl),
            "news" => parser!(NewsUrl),
            "nntp" => parser!(NntpUrl),
            "telnet" => parser!(TelnetUrl),
            "wais" => parser!(WaisUrl),
            "prospero" => parser!(ProsperoUrl),
            "generic" => parser!(GenericUrl),
            "union" => Self {
                bytes: |text| match is_of_successor(text) {
                    true => GenericUrl::parse_bytes(text).map(|url| url.parts()),
                    false => Url::parse_bytes(text).map(|url| url.parts()),
                },
                text: Some(|text| match is_of_successor(text.as_bytes()) {
                    true => GenericUrl::parse(text).map(|url| url.parts()),
                    false => Url::parse(text).map(|url| url.parts()),
                }),
            },
            _ => return None,
        })
    }

    /// Returns the parser without its `parse`.
    #[must_use]
    pub const fn of_bytes(self) -> Self {
        Self { text: None, ..self }
    }
}

/// Returns whether a text names a successor of http. By the grammar of RFC 1738, the general syntax reads it; the umbrella has a
/// type for it if the program is built beside these tests.
fn is_of_successor(text: &[u8]) -> bool {
    ["https:", "ws:", "wss:"].iter().any(|name| {
        text.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name.as_bytes()))
    })
}

impl Reader for Parser {
    fn read(&self, text: &[u8], pieces: &mut Vec<Piece>) -> Result<(), Refused> {
        let read = (self.bytes)(text);
        let of_text = self.text.zip(core::str::from_utf8(text).ok());
        if of_text.is_some_and(|(parse, text)| parse(text) != read) {
            let (rule, end) = (RuleNamed::Range, text.len());
            return Err(Refused {
                part: "",
                code: "parse-differs-from-parse-bytes",
                rule,
                start: end + 1,
                end,
            });
        }
        let parts = read.map_err(|error| refused(&error))?;
        pieces.extend(parts.into_iter().map(|PartSpan { part, span }| {
            let range = span.range();
            Piece { part: part.name(), start: range.start, end: range.end }
        }));
        Ok(())
    }
}

fn refused(error: &Error) -> Refused {
    let rule = match error.rule() {
        Rule::Bnf(production) => RuleNamed::Bnf(production),
        Rule::Prose(section) => RuleNamed::Prose(section),
        // The enum may grow.
        _ => RuleNamed::Range,
    };
    let span = error.span().range();
    Refused {
        part: error.part().name(),
        code: error.code(),
        rule,
        start: span.start,
        end: span.end,
    }
}

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
