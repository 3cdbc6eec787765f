//! Filters: conditions over the fields of a line, compiled once.

mod parse;

use core::cmp::Ordering;

pub(crate) use parse::parse;

use crate::fields::{Field, Kind, Subject, Value};

/// A condition: returns whether a line meets it.
pub(crate) type Condition = Box<dyn Fn(&Subject<'_>) -> bool + Send + Sync>;

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
    Value(Value<'static>),
}

impl Operand {
    fn kind(&self) -> Kind {
        match self {
            Self::Field(field) => field.kind(),
            Self::Value(Value::Number(_)) => Kind::Number,
            Self::Value(Value::Flag(_)) => Kind::Flag,
            Self::Value(_) => Kind::Text,
        }
    }

    fn ignores_case(&self) -> bool {
        matches!(self, Self::Field(field) if field.ignores_case())
    }

    fn value<'a>(&self, subject: &Subject<'a>) -> Option<Value<'a>> {
        match self {
            Self::Field(field) => subject.value(*field),
            Self::Value(value) => Some(value.clone()),
        }
    }
}

impl Test {
    /// Returns whether a comparison holds. Nothing compares with a value that a line does not have, not even `!=`.
    fn holds(self, left: &Operand, right: &Operand, subject: &Subject<'_>) -> bool {
        // The case of letters makes no difference in hosts and names of schemes.
        let ignores_case = left.ignores_case() || right.ignores_case();
        let order = match (left.value(subject), right.value(subject)) {
            (Some(Value::Text(mut left)), Some(Value::Text(mut right))) => {
                if ignores_case {
                    left.to_mut().make_ascii_lowercase();
                    right.to_mut().make_ascii_lowercase();
                }
                if let Self::Texts(holds) = self {
                    return holds(&left, &right);
                }
                left.cmp(&right)
            }
            (Some(Value::Number(left)), Some(Value::Number(right))) => left.cmp(&right),
            (Some(Value::Flag(left)), Some(Value::Flag(right))) => left.cmp(&right),
            _ => return false,
        };
        matches!(self, Self::Order(holds) if holds(order))
    }
}
