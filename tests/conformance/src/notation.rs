//! A reader of the notation in which section 5 is written.
//!
//! It is that of RFC 822 with `|` between alternatives and `[ ]` around optional or repeated
//! elements: `"literal"` and `<">`, names, `n*m` before an element (`n` is 0 if it is left
//! out, `m` without bound), `( )` for grouping, `;` before a comment. A production begins in
//! the first column; a line that begins with a space continues it.

use core::fmt;

/// The right side of a production.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A quoted text. Its case matters (decision 5).
    Literal(String),
    /// Another production.
    Name(String),
    /// A sequence.
    Sequence(Vec<Self>),
    /// Alternatives.
    Choice(Vec<Self>),
    /// Between `min` and `max` times, or any number from `min` on. `[x]` alone is 0 to 1.
    Repeat {
        /// The lowest number of repetitions.
        min: u32,
        /// The highest number of repetitions.
        max: Option<u32>,
        /// The repeated body.
        item: Box<Self>,
    },
}

/// One production with what a comment directly above it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Production {
    /// Its name.
    pub name: String,
    /// Its right side.
    pub body: Expr,
    /// The comment lines directly above it, joined.
    pub note: String,
}

/// An error in the notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The line the production begins at, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl core::error::Error for ReadError {}

/// Reads all productions of a file, in its order.
///
/// # Errors
///
/// Returns the first production that is not in the notation.
pub fn read(text: &str) -> Result<Vec<Production>, ReadError> {
    let mut productions = Vec::new();
    let mut note = String::new();
    let mut lines = text.lines().enumerate().peekable();
    while let Some((at, line)) = lines.next() {
        if let Some(comment) = line.strip_prefix(';') {
            note.push_str(comment);
            continue;
        }
        if line.trim().is_empty() {
            note.clear();
            continue;
        }
        let mut whole = line.to_owned();
        while let Some((_, more)) = lines.next_if(|(_, next)| next.starts_with(' ')) {
            whole.push('\n');
            whole.push_str(more);
        }
        let (name, body) =
            production(&whole).map_err(|m| ReadError { line: at + 1, message: m })?;
        let note = core::mem::take(&mut note).trim().to_owned();
        productions.push(Production { name, body, note });
    }
    Ok(productions)
}

fn production(text: &str) -> Result<(String, Expr), String> {
    let tokens = tokens(text)?;
    let [Token::Name(name), Token::Sign('='), rest @ ..] = tokens.as_slice() else {
        return Err("a production begins with its name and \"=\"".into());
    };
    let mut reader = Reader { rest };
    let body = reader.choice()?;
    match reader.rest {
        [] => Ok((name.clone(), body)),
        [token, ..] => Err(format!("{token:?} does not continue {name}")),
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Name(String),
    Literal(String),
    Number(u32),
    Sign(char),
}

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let len = |more: fn(char) -> bool| rest.find(|c| !more(c)).unwrap_or(rest.len());
        let len = match first {
            ';' => len(|c| c != '\n'),
            c if c.is_whitespace() => len(char::is_whitespace),
            '"' => {
                let end = rest[1..].find('"').ok_or("a quote mark without its pair")?;
                tokens.push(Token::Literal(rest[1..=end].to_owned()));
                end + 2
            }
            '<' if rest.starts_with("<\">") => {
                tokens.push(Token::Literal("\"".to_owned()));
                3
            }
            '0'..='9' => {
                let len = len(|c| c.is_ascii_digit());
                tokens.push(Token::Number(rest[..len].parse().map_err(|_| "a number too large")?));
                len
            }
            'a'..='z' | 'A'..='Z' => {
                let len = len(|c| c.is_ascii_alphanumeric() || "-+_".contains(c));
                tokens.push(Token::Name(rest[..len].to_owned()));
                len
            }
            '=' | '|' | '*' | '[' | ']' | '(' | ')' => {
                tokens.push(Token::Sign(first));
                1
            }
            other => return Err(format!("{other:?} is not in the notation")),
        };
        rest = &rest[len..];
    }
    Ok(tokens)
}

struct Reader<'a> {
    rest: &'a [Token],
}

impl Reader<'_> {
    fn eat(&mut self, sign: char) -> bool {
        let found = matches!(self.rest, [Token::Sign(next), ..] if *next == sign);
        if found {
            self.rest = &self.rest[1..];
        }
        found
    }

    fn number(&mut self) -> Option<u32> {
        let [Token::Number(number), rest @ ..] = self.rest else { return None };
        self.rest = rest;
        Some(*number)
    }

    fn choice(&mut self) -> Result<Expr, String> {
        let mut items = vec![self.sequence()?];
        while self.eat('|') {
            items.push(self.sequence()?);
        }
        Ok(if items.len() == 1 { items.remove(0) } else { Expr::Choice(items) })
    }

    fn sequence(&mut self) -> Result<Expr, String> {
        let mut items = Vec::new();
        while !matches!(self.rest, [] | [Token::Sign('|' | ']' | ')'), ..]) {
            items.push(self.repetition()?);
        }
        match items.len() {
            0 => Err("an alternative is empty".into()),
            1 => Ok(items.remove(0)),
            _ => Ok(Expr::Sequence(items)),
        }
    }

    fn repetition(&mut self) -> Result<Expr, String> {
        let min = self.number();
        let star = self.eat('*');
        if min.is_some() && !star {
            return Err("a number without its \"*\"".into());
        }
        let max = if star { self.number() } else { None };
        let (item, bracketed) = self.element()?;
        let item = Box::new(item);
        Ok(match (star, bracketed) {
            (true, _) => Expr::Repeat { min: min.unwrap_or(0), max, item },
            (false, true) => Expr::Repeat { min: 0, max: Some(1), item },
            (false, false) => *item,
        })
    }

    /// Reads an element and returns whether it is in `[ ]`.
    fn element(&mut self) -> Result<(Expr, bool), String> {
        let (first, rest) = self.rest.split_first().ok_or("an element is missing")?;
        self.rest = rest;
        match first {
            Token::Literal(text) => Ok((Expr::Literal(text.clone()), false)),
            Token::Name(name) => Ok((Expr::Name(name.clone()), false)),
            Token::Sign('[') => Ok((self.enclosed(']')?, true)),
            Token::Sign('(') => Ok((self.enclosed(')')?, false)),
            other => Err(format!("{other:?} is not an element")),
        }
    }

    fn enclosed(&mut self, end: char) -> Result<Expr, String> {
        let inner = self.choice()?;
        if self.eat(end) { Ok(inner) } else { Err(format!("{end:?} is missing")) }
    }
}
