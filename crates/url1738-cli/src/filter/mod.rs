//! Filters: conditions over the fields of a line, compiled once.

mod parse;

use core::cmp::Ordering;

pub(crate) use parse::parse;

use crate::fields::{Field, Kind, Subject, Value};

/// A condition.
#[derive(Clone, Debug)]
pub(crate) enum Condition {
    Any(Vec<Self>),
    All(Vec<Self>),
    Not(Box<Self>),
    Constant(bool),
    /// The line has the field, or the field is true.
    Present(Field),
    /// The lint of this code is reported.
    Lint(&'static str),
    /// The plan of the URL has this warning.
    Warning(&'static str),
    Compare(Box<Comparison>),
}

/// A comparison of two values.
#[derive(Clone, Debug)]
pub(crate) struct Comparison {
    left: Operand,
    test: Test,
    right: Operand,
}

/// What a comparison is about.
#[derive(Clone, Copy, Debug)]
enum Test {
    Order(fn(Ordering) -> bool),
    Texts(fn(&[u8], &[u8]) -> bool),
}

/// One side of a comparison.
#[derive(Clone, Debug)]
enum Operand {
    Field(Field),
    Text(Vec<u8>),
    Number(u64),
    Flag(bool),
}

impl Operand {
    fn kind(&self) -> Kind {
        match self {
            Self::Field(field) => field.kind(),
            Self::Text(_) => Kind::Text,
            Self::Number(_) => Kind::Number,
            Self::Flag(_) => Kind::Flag,
        }
    }

    fn ignores_case(&self) -> bool {
        matches!(self, Self::Field(field) if field.ignores_case())
    }

    fn value<'v>(&'v self, subject: &Subject<'_, 'v>) -> Option<Value<'v>> {
        Some(match self {
            Self::Field(field) => return subject.value(*field),
            Self::Text(text) => Value::Text(text.into()),
            Self::Number(number) => Value::Number(*number),
            Self::Flag(flag) => Value::Flag(*flag),
        })
    }
}

impl Condition {
    /// Returns whether a line meets the condition.
    pub(crate) fn holds<'a>(&'a self, subject: &Subject<'_, 'a>) -> bool {
        match self {
            Self::Any(conditions) => conditions.iter().any(|condition| condition.holds(subject)),
            Self::All(conditions) => conditions.iter().all(|condition| condition.holds(subject)),
            Self::Not(condition) => !condition.holds(subject),
            Self::Constant(value) => *value,
            Self::Present(field) => {
                !matches!(subject.value(*field), None | Some(Value::Flag(false)))
            }
            Self::Lint(code) => subject.has_lint(code),
            Self::Warning(code) => subject.has_warning(code),
            Self::Compare(comparison) => comparison.holds(subject),
        }
    }
}

impl Comparison {
    /// Returns whether the comparison holds. Nothing compares with a value that a line does not have, not even `!=`.
    fn holds<'a>(&'a self, subject: &Subject<'_, 'a>) -> bool {
        let Self { left, test, right } = self;
        let ignores_case = left.ignores_case() || right.ignores_case();
        match (left.value(subject), right.value(subject)) {
            (Some(Value::Text(mut left)), Some(Value::Text(mut right))) => {
                // The case of letters makes no difference in hosts and names of schemes.
                if ignores_case {
                    left.to_mut().make_ascii_lowercase();
                    right.to_mut().make_ascii_lowercase();
                }
                match test {
                    Test::Order(holds) => holds(left.cmp(&right)),
                    Test::Texts(holds) => holds(&left, &right),
                }
            }
            (Some(Value::Number(left)), Some(Value::Number(right))) => test.holds(left.cmp(&right)),
            (Some(Value::Flag(left)), Some(Value::Flag(right))) => test.holds(left.cmp(&right)),
            _ => false,
        }
    }
}

impl Test {
    /// Returns whether the values have this order, as the parser asks for of numbers and flags.
    fn holds(self, order: Ordering) -> bool {
        matches!(self, Self::Order(holds) if holds(order))
    }
}
