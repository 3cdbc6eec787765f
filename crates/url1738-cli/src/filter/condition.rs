//! Conditions, and whether a line meets them.

use core::cmp::Ordering;

use crate::fields::{Field, Kind, Subject, Value};

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Comparison {
    left: Operand,
    operator: Operator,
    right: Operand,
    /// Whether the case of letters makes no difference, as in hosts and names of schemes.
    ignores_case: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Begins,
    Ends,
    Contains,
}

/// One side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    Field(Field),
    Text(Vec<u8>),
    Number(u64),
    Flag(bool),
}

impl Operand {
    pub(super) fn kind(&self) -> Kind {
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
    pub(super) fn any(mut conditions: Vec<Self>) -> Self {
        if conditions.len() == 1 { conditions.remove(0) } else { Self::Any(conditions) }
    }

    pub(super) fn all(mut conditions: Vec<Self>) -> Self {
        if conditions.len() == 1 { conditions.remove(0) } else { Self::All(conditions) }
    }

    pub(super) fn compare(left: Operand, operator: Operator, right: Operand) -> Self {
        let ignores_case = left.ignores_case() || right.ignores_case();
        Self::Compare(Box::new(Comparison { left, operator, right, ignores_case }))
    }

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
        let Self { left, operator, right, ignores_case } = self;
        match (left.value(subject), right.value(subject)) {
            (Some(Value::Text(left)), Some(Value::Text(right))) => {
                if *ignores_case {
                    let (left, right) = (left.to_ascii_lowercase(), right.to_ascii_lowercase());
                    operator.holds_for_texts(&left, &right)
                } else {
                    operator.holds_for_texts(&left, &right)
                }
            }
            (Some(Value::Number(left)), Some(Value::Number(right))) => {
                operator.holds(left.cmp(&right))
            }
            (Some(Value::Flag(left)), Some(Value::Flag(right))) => operator.holds(left.cmp(&right)),
            _ => false,
        }
    }
}

impl Operator {
    fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::NotEqual => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::LessOrEqual => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::GreaterOrEqual => order.is_ge(),
            Self::Begins | Self::Ends | Self::Contains => false,
        }
    }

    fn holds_for_texts(self, left: &[u8], right: &[u8]) -> bool {
        match self {
            Self::Begins => left.starts_with(right),
            Self::Ends => left.ends_with(right),
            Self::Contains => memchr::memmem::find(left, right).is_some(),
            _ => self.holds(left.cmp(right)),
        }
    }
}
