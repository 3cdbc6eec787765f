//! The change that mends one error.

use alloc::{borrow::Cow, string::String};
use core::fmt;

use percent_encoding::percent_encode_byte;

use crate::{
    error::{Error, ErrorKind as Kind},
    span::Span,
};

/// A change to a text: what takes the place of the bytes of `span`.
///
/// Displayed, it is the new text alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The bytes to replace; empty where something is put in.
    pub span: Span,
    /// What stands there afterwards.
    pub text: Cow<'static, str>,
}

impl fmt::Display for Fix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The change to `text` that mends `error`, where one is known not to change what was meant.
pub(crate) fn fix(error: &Error, text: &[u8]) -> Option<Fix> {
    let Span { start, end } = error.span();
    let replace = |new: &'static str| Some(Fix { span: Span::new(start, end), text: new.into() });
    match error.kind() {
        Kind::UnexpectedByte(_) if error.part().class().allows_escapes() => {
            let mut escaped = String::new();
            error
                .span()
                .of_bytes(text)
                .iter()
                .for_each(|b| escaped.push_str(percent_encode_byte(*b)));
            Some(Fix { span: error.span(), text: escaped.into() })
        }
        Kind::BadEscape => {
            Some(Fix { span: Span::new(start, start.saturating_add(1)), text: "%25".into() })
        }
        Kind::Fragment if error.part().class().allows_escapes() => replace("%23"),
        Kind::CredentialsNotAllowed | Kind::EmptyPort => replace(""),
        Kind::Expected(token) => replace(token.as_str()),
        Kind::Special(_) => error.fault()?.fix.and_then(replace),
        _ => None,
    }
}
