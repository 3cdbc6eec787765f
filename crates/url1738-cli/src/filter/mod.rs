//! Filters: conditions over the fields of a line, compiled once.

mod parse;

use core::cmp::Ordering;

pub(crate) use parse::parse;

use crate::fields::{Field, Kind, Subject, Value};

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

/// Returns whether a comparison holds. Nothing compares with a value that a line does not have, not even `!=`.
fn holds(test: Test, left: &Operand, right: &Operand, subject: &Subject<'_>) -> bool {
    // The case of letters makes no difference in hosts and names of schemes.
    let ignores_case = left.ignores_case() || right.ignores_case();
    match (left.value(subject), right.value(subject)) {
        (Some(Value::Text(mut left)), Some(Value::Text(mut right))) => {
            if ignores_case {
                left.to_mut().make_ascii_lowercase();
                right.to_mut().make_ascii_lowercase();
            }
            test(left.cmp(&right), &left, &right)
        }
        (Some(Value::Number(left)), Some(Value::Number(right))) => test(left.cmp(&right), &[], &[]),
        (Some(Value::Flag(left)), Some(Value::Flag(right))) => test(left.cmp(&right), &[], &[]),
        _ => false,
    }
}
