//! The grammar of conditions:
//!
//! ```text
//! condition  = all *( "||" all )
//! all        = one *( "&&" one )
//! one        = "!" one | "(" condition ")" | function | operand [ operator operand ]
//! function   = "lint" "(" text ")"
//! operator   = "==" | "!=" | "<" | "<=" | ">" | ">=" | "begins" | "ends" | "contains"
//! operand    = field | text | number | "true" | "false"
//! ```

use core::fmt;

use url1738::codes::CodeKind;

use super::{Condition, Operand, Test, holds};
use crate::{
    codes,
    codes::Code,
    diagnostics::suggest,
    fields::{Field, Kind, Value, quoted},
};

/// The operators. `=` is an error that names `==`.
const OPERATORS: [(&str, Test); 9] = [
    ("==", |order, _, _| order.is_eq()),
    ("!=", |order, _, _| order.is_ne()),
    ("<", |order, _, _| order.is_lt()),
    ("<=", |order, _, _| order.is_le()),
    (">", |order, _, _| order.is_gt()),
    (">=", |order, _, _| order.is_ge()),
    ("begins", |_, left, right| left.starts_with(right)),
    ("ends", |_, left, right| left.ends_with(right)),
    ("contains", |_, left, right| memchr::memmem::find(left, right).is_some()),
];

/// Conditions in conditions that are parsed; more are an error, since each takes some of the stack.
const DEPTH: usize = 100;

/// Compiles a condition.
///
/// # Errors
/// Returns a message with the place of the error.
pub(crate) fn parse(text: &str) -> Result<Condition, String> {
    let annotated = |(at, message): SyntaxError| {
        // Places are bytes; a reader counts characters.
        let column = text.get(..at).unwrap_or(text).chars().count() + 1;
        format!("character {column}: {message}")
    };
    let mut parser = Parser { tokens: tokens(text).map_err(annotated)?, next: 0, end: text.len() };
    let condition = parser.any(DEPTH).map_err(annotated)?;
    match parser.peek() {
        None => Ok(condition),
        Some(token) => {
            let hint = match token {
                Token::Name(word) if word == "and" => ": did you mean `&&`?",
                Token::Name(word) if word == "or" => ": did you mean `||`?",
                _ => "",
            };
            Err(annotated((parser.place(), format!("unexpected {token}{hint}"))))
        }
    }
}

struct Parser {
    tokens: Vec<(usize, Token)>,
    next: usize,
    end: usize,
}

impl Parser {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|(_, token)| token)
    }

    /// Returns the place of the next word.
    fn place(&self) -> usize {
        self.tokens.get(self.next).map_or(self.end, |(at, _)| *at)
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, SyntaxError> {
        Err((self.place(), message.into()))
    }

    fn take_sign(&mut self, sign: &str) -> bool {
        let is_next = matches!(self.peek(), Some(Token::Sign(next)) if *next == sign);
        self.next += usize::from(is_next);
        is_next
    }

    fn need_sign(&mut self, sign: &str) -> Result<(), SyntaxError> {
        if self.take_sign(sign) {
            return Ok(());
        }
        match self.peek() {
            None => self.error(format!("missing `{sign}` at the end")),
            Some(token) => self.error(format!("expected `{sign}`, found {token}")),
        }
    }

    fn any(&mut self, depth: usize) -> Result<Condition, SyntaxError> {
        let mut conditions = vec![self.all(depth)?];
        while self.take_sign("||") {
            conditions.push(self.all(depth)?);
        }
        Ok(Box::new(move |subject| conditions.iter().any(|condition| condition(subject))))
    }

    fn all(&mut self, depth: usize) -> Result<Condition, SyntaxError> {
        let mut conditions = vec![self.one(depth)?];
        while self.take_sign("&&") {
            conditions.push(self.one(depth)?);
        }
        Ok(Box::new(move |subject| conditions.iter().all(|condition| condition(subject))))
    }

    fn one(&mut self, depth: usize) -> Result<Condition, SyntaxError> {
        let Some(inner) = depth.checked_sub(1) else {
            return self.error("too many conditions in conditions");
        };
        if self.take_sign("!") {
            let condition = self.one(inner)?;
            return Ok(Box::new(move |subject| !condition(subject)));
        }
        if self.take_sign("(") {
            let condition = self.any(inner)?;
            self.need_sign(")")?;
            return Ok(condition);
        }
        let is_function = matches!(self.tokens.get(self.next + 1), Some((_, Token::Sign("("))));
        if let (Some(Token::Name(name)), true) = (self.peek(), is_function) {
            if name != "lint" {
                let message = format!("unknown function `{name}`: the only one is `lint`");
                return self.error(message);
            }
            self.next += 2;
            let code = self.lint()?;
            self.need_sign(")")?;
            return Ok(code);
        }
        self.comparison()
    }

    fn lint(&mut self) -> Result<Condition, SyntaxError> {
        let Some(Token::Text(code)) = self.peek() else {
            return self.error("expected the code of a lint in quotation marks");
        };
        let is_reported = |code: &&Code| matches!(code.kind, CodeKind::Lint | CodeKind::Warning);
        let reported = codes::catalog().iter().filter(is_reported);
        let Some(known) = reported.clone().find(|known| known.code == code) else {
            let other = suggest::code(code, reported.map(|known| known.code));
            let other = other.map(|other| format!(": did you mean `{other}`?"));
            let other = other.unwrap_or_else(|| ": `url1738 rules` lists them".to_owned());
            return self.error(format!("unknown lint `{code}`{other}"));
        };
        self.next += 1;
        Ok(match known.kind {
            CodeKind::Lint => {
                Box::new(|subject| subject.lints().iter().any(|lint| lint.code() == known.code))
            }
            _ => Box::new(|subject| subject.has_warning(known.code)),
        })
    }

    fn comparison(&mut self) -> Result<Condition, SyntaxError> {
        let left = self.operand(false)?;
        let operator = match self.peek() {
            Some(Token::Sign("=")) => return self.error("`=` is not an operator: write `==`"),
            Some(Token::Sign(sign)) => OPERATORS.iter().find(|(known, _)| known == sign),
            Some(Token::Name(word)) => {
                let found = OPERATORS.iter().find(|(known, _)| known == word);
                if found.is_none() && !matches!(word.as_str(), "and" | "or") {
                    let words = OPERATORS.iter().map(|(word, _)| *word);
                    let words = words.filter(|word| word.starts_with(char::is_alphabetic));
                    let known = suggest::code(word, words).or(match word.as_str() {
                        "is" | "eq" => Some("=="),
                        "starts" | "startswith" | "starts_with" => Some("begins"),
                        "endswith" | "ends_with" => Some("ends"),
                        _ => None,
                    });
                    let known = known.map(|known| format!(": did you mean `{known}`?"));
                    let known = known.unwrap_or_default();
                    return self.error(format!("unknown operator `{word}`{known}"));
                }
                found
            }
            _ => None,
        };
        let Some((name, test)) = operator else {
            return match left {
                // The line has the field, or the field is true.
                Operand::Field(field) => Ok(Box::new(move |subject| {
                    !matches!(subject.value(field), None | Some(Value::Flag(false)))
                })),
                Operand::Value(Value::Flag(flag)) => Ok(Box::new(move |_| flag)),
                _ => self.error("expected an operator, such as `==`"),
            };
        };
        let at = self.place();
        self.next += 1;
        let right = self.operand(true)?;
        // Texts are not ordered against numbers, and numbers have no beginning.
        let is_of_text = name.starts_with(char::is_alphabetic);
        let (a, b) = (left.kind(), right.kind());
        let wrong = if a != b {
            Some(format!("`{name}` compares {} with {}", shown(a), shown(b)))
        } else if is_of_text && a != Kind::Text {
            Some(format!("`{name}` compares texts, not {}s", shown(a)))
        } else if a == Kind::Flag && !matches!(*name, "==" | "!=") {
            Some(format!("`{name}` does not compare true and false"))
        } else {
            None
        };
        match wrong {
            Some(message) => Err((at, message)),
            None => Ok(Box::new(move |subject| holds(*test, &left, &right, subject))),
        }
    }

    /// Parses an operand. What is compared with a field is usually a text, whose quotation marks may be missing.
    fn operand(&mut self, is_right: bool) -> Result<Operand, SyntaxError> {
        let operand = match self.peek() {
            Some(Token::Text(text)) => Operand::Value(text.clone().into()),
            Some(Token::Number(number)) => Operand::Value(Value::Number(*number)),
            Some(Token::Name(name)) => match name.as_str() {
                "true" => Operand::Value(Value::Flag(true)),
                "false" => Operand::Value(Value::Flag(false)),
                name => match Field::parse(name) {
                    Ok(field) => Operand::Field(field),
                    Err(_) if name == "not" => {
                        return self.error("unknown field `not`: did you mean `!`?");
                    }
                    Err(message) if is_right => {
                        let known = message.strip_suffix('?');
                        let known =
                            known.map(|message| format!("{message}, or the text \"{name}\"?"));
                        let quoted =
                            || format!("unknown field `{name}`: did you mean the text \"{name}\"?");
                        return self.error(known.unwrap_or_else(quoted));
                    }
                    Err(message) => return self.error(message),
                },
            },
            Some(token) => {
                return self.error(format!("expected a field, a text or a number, found {token}"));
            }
            None => return self.error("expected a field, a text or a number at the end"),
        };
        self.next += 1;
        Ok(operand)
    }
}

fn shown(kind: Kind) -> &'static str {
    match kind {
        Kind::Text => "text",
        Kind::Number => "number",
        Kind::Flag => "truth value",
    }
}

/// The place of an error of a condition, and its message.
type SyntaxError = (usize, String);

/// A word of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    /// A field, a function, or one of the words of operators.
    Name(String),
    Text(String),
    Number(u64),
    /// `==`, `&&`, `(` and so on.
    Sign(&'static str),
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "`{name}`"),
            Self::Text(text) => write!(f, "text \"{text}\""),
            Self::Number(number) => write!(f, "number {number}"),
            Self::Sign(sign) => write!(f, "`{sign}`"),
        }
    }
}

/// The signs, longer ones before those that they begin with.
const SIGNS: [&str; 13] = ["==", "!=", "<=", ">=", "&&", "||", "<", ">", "!", "(", ")", ",", "="];

/// Divides a condition into its words, each with its place.
fn tokens(text: &str) -> Result<Vec<(usize, Token)>, SyntaxError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let (token, len) = match c {
            _ if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            '"' | '\'' => {
                let unclosed = || (at, format!("missing {c} at the end of the text"));
                let (text, after) = quoted(rest).ok_or_else(unclosed)?;
                (Token::Text(text), rest.len() - after.len())
            }
            '0'..='9' => {
                let len = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
                let number = rest[..len].parse();
                let number =
                    number.map_err(|_| (at, format!("`{}` is not a number", &rest[..len])))?;
                (Token::Number(number), len)
            }
            _ if is_of_name(c) => {
                let len = rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
                (Token::Name(rest[..len].to_owned()), len)
            }
            _ => {
                let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
                let sign = sign.ok_or_else(|| (at, format!("unexpected `{c}`")))?;
                (Token::Sign(sign), sign.len())
            }
        };
        tokens.push((at, token));
        at += len;
    }
    Ok(tokens)
}

/// Modifiers and parts of the BNF have `:`, `+`, `-` and `.` in their names.
fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '+' | '-' | '.')
}
