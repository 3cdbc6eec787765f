//! Filters: conditions over the fields of a line, compiled once. Their grammar:
//!
//! ```text
//! condition  = all *( "||" all )
//! all        = one *( "&&" one )
//! one        = "!" one | "(" condition ")" | function | operand [ operator operand ]
//! function   = "lint" "(" text ")"
//! operator   = "==" | "!=" | "<" | "<=" | ">" | ">=" | "begins" | "ends" | "contains"
//! operand    = field | text | number | "true" | "false"
//! ```

use core::cmp::Ordering;

use url1738::codes::CodeKind;

use crate::{
    codes,
    codes::Code,
    diagnostics::suggest,
    fields::{Field, Kind, Subject, Value, quoted},
};

/// A condition: returns whether a line meets it.
pub(crate) type Condition = Box<dyn Fn(&Subject<'_>) -> bool + Send + Sync>;

/// Returns whether a comparison holds, given the order of the values, and texts as they are.
type Test = fn(Ordering, &[u8], &[u8]) -> bool;

/// One side of a comparison.
#[derive(Clone, Debug)]
enum Operand {
    Field(Field),
    Value(Value<'static>),
}

impl Operand {
    fn kind(&self) -> Kind {
        match self {
            Self::Field(field) => field.kind(),
            Self::Value(value) => value.kind(),
        }
    }

    fn ignores_case(&self) -> bool {
        matches!(self, Self::Field(field) if field.row.ignores_case)
    }

    fn value<'a>(&self, subject: &Subject<'a>) -> Option<Value<'a>> {
        match self {
            Self::Field(field) => subject.value(*field),
            Self::Value(value) => Some(value.clone()),
        }
    }
}

/// Returns whether a comparison holds. Nothing compares with a value that a line does not have, not even `!=`.
fn holds(test: Test, left: &Operand, right: &Operand, subject: &Subject<'_>) -> bool {
    // The case of letters makes no difference in hosts and names of schemes.
    let ignores_case = left.ignores_case() || right.ignores_case();
    let key = |operand: &Operand| Some(operand.value(subject)?.into_key(ignores_case));
    match (key(left), key(right)) {
        (Some(left), Some(right)) => test(left.cmp(&right), &left, &right),
        _ => false,
    }
}

/// The operators.
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
    let hint = match parser.peek() {
        "" => return Ok(condition),
        "and" => ": did you mean `&&`?",
        "or" => ": did you mean `||`?",
        _ => "",
    };
    Err(annotated((parser.place(), format!("unexpected {}{hint}", shown(parser.peek())))))
}

struct Parser<'t> {
    /// The words of the condition, each with its place.
    tokens: Vec<(usize, &'t str)>,
    next: usize,
    end: usize,
}

impl<'t> Parser<'t> {
    /// Returns the next word, or an empty text at the end.
    fn peek(&self) -> &'t str {
        self.tokens.get(self.next).map_or("", |(_, token)| token)
    }

    /// Returns the place of the next word.
    fn place(&self) -> usize {
        self.tokens.get(self.next).map_or(self.end, |(at, _)| *at)
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, SyntaxError> {
        Err((self.place(), message.into()))
    }

    fn take(&mut self, sign: &str) -> bool {
        let is_next = self.peek() == sign;
        self.next += usize::from(is_next);
        is_next
    }

    fn need(&mut self, sign: &str) -> Result<(), SyntaxError> {
        match self.peek() {
            _ if self.take(sign) => Ok(()),
            "" => self.error(format!("missing `{sign}` at the end")),
            token => self.error(format!("expected `{sign}`, found {}", shown(token))),
        }
    }

    fn any(&mut self, depth: usize) -> Result<Condition, SyntaxError> {
        let mut conditions = vec![self.all(depth)?];
        while self.take("||") {
            conditions.push(self.all(depth)?);
        }
        Ok(Box::new(move |subject| conditions.iter().any(|condition| condition(subject))))
    }

    fn all(&mut self, depth: usize) -> Result<Condition, SyntaxError> {
        let mut conditions = vec![self.one(depth)?];
        while self.take("&&") {
            conditions.push(self.one(depth)?);
        }
        Ok(Box::new(move |subject| conditions.iter().all(|condition| condition(subject))))
    }

    fn one(&mut self, depth: usize) -> Result<Condition, SyntaxError> {
        let Some(inner) = depth.checked_sub(1) else {
            return self.error("too many conditions in conditions");
        };
        if self.take("!") {
            let condition = self.one(inner)?;
            return Ok(Box::new(move |subject| !condition(subject)));
        }
        if self.take("(") {
            let condition = self.any(inner)?;
            self.need(")")?;
            return Ok(condition);
        }
        let name = self.peek();
        if is_name(name) && self.tokens.get(self.next + 1).is_some_and(|(_, next)| *next == "(") {
            if name != "lint" {
                return self.error(format!("unknown function `{name}`: the only one is `lint`"));
            }
            self.next += 2;
            let code = self.lint()?;
            self.need(")")?;
            return Ok(code);
        }
        self.comparison()
    }

    fn lint(&mut self) -> Result<Condition, SyntaxError> {
        let Some(code) = &text(self.peek()) else {
            return self.error("expected the code of a lint in quotation marks");
        };
        let is_reported = |code: &&Code| matches!(code.kind, CodeKind::Lint | CodeKind::Warning);
        let reported = codes::CATALOG.iter().filter(is_reported);
        let Some(known) = reported.clone().find(|known| known.code == code) else {
            let other = suggest::name(code, reported.map(|known| known.code));
            let other = other.map(|other| format!(": did you mean `{other}`?"));
            let other = other.unwrap_or_else(|| ": `url1738 list rules` lists them".to_owned());
            return self.error(format!("unknown lint `{code}`{other}"));
        };
        self.next += 1;
        Ok(match known.kind {
            CodeKind::Lint => {
                Box::new(|subject| subject.lints().iter().any(|lint| lint.code() == known.code))
            }
            _ => Box::new(|subject| {
                let plan = subject.url.as_ref().ok().and_then(|url| url.plan().ok());
                plan.is_some_and(|plan| plan.warnings.iter().any(|it| it.code() == known.code))
            }),
        })
    }

    fn comparison(&mut self) -> Result<Condition, SyntaxError> {
        let left = self.operand(false)?;
        let word = self.peek();
        let operator = OPERATORS.iter().find(|(known, _)| *known == word);
        if word == "=" {
            return self.error("`=` is not an operator: write `==`");
        }
        if operator.is_none() && is_name(word) && !matches!(word, "and" | "or") {
            let words = OPERATORS.iter().map(|(word, _)| *word).filter(|word| is_name(word));
            let known = suggest::name(word, words).or(match word {
                "is" | "eq" => Some("=="),
                "starts" | "startswith" | "starts_with" => Some("begins"),
                "endswith" | "ends_with" => Some("ends"),
                _ => None,
            });
            let known = known.map(|known| format!(": did you mean `{known}`?"));
            let known = known.unwrap_or_default();
            return self.error(format!("unknown operator `{word}`{known}"));
        }
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
        let is_of_text = is_name(name);
        let (a, b) = (left.kind(), right.kind());
        let wrong = if a != b {
            Some(format!("`{name}` compares {} with {}", kind(a), kind(b)))
        } else if is_of_text && a != Kind::Text {
            Some(format!("`{name}` compares texts, not {}s", kind(a)))
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
            "" => return self.error("expected a field, a text or a number at the end"),
            "true" => Operand::Value(Value::Flag(true)),
            "false" => Operand::Value(Value::Flag(false)),
            name if is_name(name) => match Field::parse(name) {
                Ok(field) => Operand::Field(field),
                Err(_) if name == "not" => {
                    return self.error("unknown field `not`: did you mean `!`?");
                }
                Err(message) if is_right => {
                    let known = message.strip_suffix('?');
                    let known = known.map(|message| format!("{message}, or the text \"{name}\"?"));
                    let quoted =
                        || format!("unknown field `{name}`: did you mean the text \"{name}\"?");
                    return self.error(known.unwrap_or_else(quoted));
                }
                Err(message) => return self.error(message),
            },
            token => match (text(token), token.parse()) {
                (Some(text), _) => Operand::Value(text.into()),
                (None, Ok(number)) => Operand::Value(Value::Number(number)),
                (None, Err(_)) => {
                    let found = shown(token);
                    return self
                        .error(format!("expected a field, a text or a number, found {found}"));
                }
            },
        };
        self.next += 1;
        Ok(operand)
    }
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Text => "text",
        Kind::Number => "number",
        Kind::Flag => "truth value",
    }
}

/// Returns a word as messages name it.
fn shown(token: &str) -> String {
    match text(token) {
        Some(text) => format!("text \"{text}\""),
        None if token.starts_with(|c: char| c.is_ascii_digit()) => format!("number {token}"),
        None => format!("`{token}`"),
    }
}

/// Returns the text that a word in quotation marks is.
fn text(token: &str) -> Option<String> {
    quoted(token).map(|(text, _)| text)
}

/// Returns whether a word is a field, a function, or one of the words of operators.
fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| is_of_name(c) && !c.is_ascii_digit())
}

/// Modifiers and parts of the BNF have `:`, `+`, `-` and `.` in their names.
fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '+' | '-' | '.')
}

/// The place of an error of a condition, and its message.
type SyntaxError = (usize, String);

/// The signs, longer ones before those that they begin with.
const SIGNS: [&str; 13] = ["==", "!=", "<=", ">=", "&&", "||", "<", ">", "!", "(", ")", ",", "="];

/// Divides a condition into its words, each with its place: names, numbers, signs, and texts in quotation marks.
fn tokens(text: &str) -> Result<Vec<(usize, &str)>, SyntaxError> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(c) = rest.chars().next() {
        let at = text.len() - rest.len();
        let run = |is_in: fn(char) -> bool| rest.find(|c| !is_in(c)).unwrap_or(rest.len());
        let len = match c {
            '"' | '\'' => {
                let unclosed = || (at, format!("missing {c} at the end of the text"));
                let (_, after) = quoted(rest).ok_or_else(unclosed)?;
                rest.len() - after.len()
            }
            '0'..='9' => run(|c| c.is_ascii_alphanumeric()),
            _ if is_of_name(c) => {
                let (name, after) = rest.split_at(run(is_of_name));
                // A column may have any name: `row:"Page URL"`.
                let column = quoted(after).filter(|_| name.ends_with(':'));
                rest.len() - column.map_or(after, |(_, after)| after).len()
            }
            _ => {
                let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
                sign.ok_or_else(|| (at, format!("unexpected `{c}`")))?.len()
            }
        };
        let (token, after) = rest.split_at(len);
        let token = token.trim_end();
        if c.is_ascii_digit() && token.parse::<u64>().is_err() {
            return Err((at, format!("`{token}` is not a number")));
        }
        tokens.push((at, token));
        rest = after.trim_start();
    }
    Ok(tokens)
}
