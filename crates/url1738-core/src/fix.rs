//! The change that mends one error.

use alloc::{
    borrow::{Cow, ToOwned},
    string::String,
    vec::Vec,
};
use core::{fmt, ops::Range};

use percent_encoding::percent_encode_byte;

use crate::{
    error::{Error, ErrorKind as Kind, Token},
    host,
    part::Parser,
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

/// How many errors a text may have that a fix leads out of. A text that has more would be parsed too often.
const MOST_ERRORS: usize = 32;

/// The change to `text` that repairs `error`, if a URL comes of it.
pub(crate) fn fix(error: &Error, text: &[u8]) -> Option<Fix> {
    let fix = edit(error, text)?;
    match error.part().parser() {
        Some(parse) => leads_to_url(&fix, text, parse).then_some(fix),
        // An error that was not made by parsing: nobody has said what the text is a URL of.
        None => Some(fix),
    }
}

/// The longest text whose fixes are tried, each of which takes a copy of the text; a longer one gets none.
const LONGEST_TRIED: usize = 64 * 1024;

/// Whether `fix` and the fixes of the errors behind it make a URL of `text`.
fn leads_to_url(fix: &Fix, text: &[u8], parse: Parser) -> bool {
    if text.len() > LONGEST_TRIED {
        return false;
    }
    let mut fixed = applied(fix, text);
    for _ in 0..MOST_ERRORS {
        let Err(error) = parse(&fixed) else { return true };
        let Some(next) = edit(&error, &fixed) else { return false };
        fixed = applied(&next, &fixed);
    }
    false
}

fn applied(fix: &Fix, text: &[u8]) -> Vec<u8> {
    let Range { start, end } = fix.span.range();
    let (before, behind) = (text.get(..start), text.get(end..));
    [before.unwrap_or_default(), fix.text.as_bytes(), behind.unwrap_or_default()].concat()
}

/// The change that repairs `error` alone, if one is known not to change what was meant.
fn edit(error: &Error, text: &[u8]) -> Option<Fix> {
    let Span { start, end } = error.span();
    let replace = |new: &'static str| Some(Fix { span: Span::new(start, end), text: new.into() });
    let escapes = error.part().class().allows_escapes();
    match error.kind() {
        Kind::UnexpectedByte(_) if escapes => {
            let octets = error.span().of_bytes(text).iter();
            let escaped: String = octets.map(|octet| percent_encode_byte(*octet)).collect();
            Some(Fix { span: error.span(), text: escaped.into() })
        }
        Kind::BadEscape if escapes => {
            Some(Fix { span: Span::new(start, start.saturating_add(1)), text: "%25".into() })
        }
        Kind::Fragment if escapes => replace("%23"),
        Kind::BracketedIpv4 => {
            let address = host::bracketed_ipv4(error.span().of_bytes(text))?;
            let text = core::str::from_utf8(address).ok()?.to_owned();
            Some(Fix { span: error.span(), text: text.into() })
        }
        Kind::CredentialsNotAllowed | Kind::EmptyPort => replace(""),
        // Where a scheme name ends that has no colon nobody can tell.
        Kind::Expected(Token::Colon) => None,
        Kind::Expected(token) => replace(token.as_str()),
        Kind::Special(_) => error.fault()?.fix.and_then(replace),
        _ => None,
    }
}
