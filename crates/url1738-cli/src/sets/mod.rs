//! Lines as a set: sorted and unique, in bounded memory.

mod bloom;
mod sorter;

pub(crate) use bloom::Bloom;
pub(crate) use sorter::{Error, Order, Sorter};

use crate::{
    diagnostics::Passwords,
    fields::{Field, Subject, Value},
};

/// The fields to sort by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Keys(Vec<Key>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    field: Field,
    /// Whether higher values come first.
    descending: bool,
}

impl Keys {
    /// Parses fields, separated by commas; `-` before one reverses its order.
    ///
    /// # Errors
    /// Returns a message if a field is unknown.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let key = |text: &str| {
            let text = text.trim();
            let (name, descending) = match text.strip_prefix('-') {
                Some(name) => (name, true),
                None => (text, false),
            };
            Ok(Key { field: Field::parse(name)?, descending })
        };
        text.split(',').map(key).collect::<Result<_, String>>().map(Self)
    }

    /// Appends the key of a URL. Lines without a field precede those with it; numbers and truth values are in their
    /// order, and texts in the order of their bytes, in lower case if their case makes no difference.
    pub(crate) fn write(&self, subject: &Subject<'_, '_>, out: &mut Vec<u8>) {
        for Key { field, descending } in &self.0 {
            let start = out.len();
            match subject.value(*field) {
                None | Some(Value::Masked(_)) => out.push(0),
                Some(Value::Number(number)) => {
                    out.push(1);
                    out.extend_from_slice(&number.to_be_bytes());
                }
                Some(Value::Flag(flag)) => out.extend_from_slice(&[1, flag.into()]),
                Some(Value::Text(mut text)) => {
                    out.push(1);
                    if field.ignores_case() {
                        text.to_mut().make_ascii_lowercase();
                    }
                    // A NUL ends the text, so that `a` precedes `a!`; a NUL in the text gets a byte that no end has.
                    match text.contains(&0) {
                        false => out.extend_from_slice(&text),
                        true => text.iter().for_each(|byte| match byte {
                            0 => out.extend_from_slice(&[0, 1]),
                            byte => out.push(*byte),
                        }),
                    }
                    out.extend_from_slice(&[0, 0]);
                }
            }
            if *descending {
                out.iter_mut().skip(start).for_each(|byte| *byte = !*byte);
            }
        }
    }

    /// Appends the key by which lines are unique. The key of an invalid line contains the line, unless it has all fields, and
    /// so does one with a masked secret: two URLs are not equal because they are masked, unless that is asked for with
    /// `redacted`.
    pub(crate) fn write_unique(&self, subject: &Subject<'_, '_>, out: &mut Vec<u8>) {
        self.write(subject, out);
        let is_masked =
            |key: &Key| !key.field.is_redacted() && subject.is_masked(key.field, Passwords::Keep);
        let is_whole = || {
            let mut fields = self.0.iter().map(|key| key.field);
            fields.all(|it| it.has_key_of_any_text() && subject.value(it).is_some())
        };
        // The length comes first, so that no key begins with another one.
        let is_line = subject.url.is_err() && !is_whole() || self.0.iter().any(is_masked);
        let line = if is_line { subject.line.bytes } else { &[] };
        out.extend_from_slice(&(line.len() as u64).to_be_bytes());
        out.extend_from_slice(line);
    }
}
