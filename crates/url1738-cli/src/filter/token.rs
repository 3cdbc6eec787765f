//! The words of a condition.

/// An error of a condition, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SyntaxError {
    pub(super) at: usize,
    pub(super) message: String,
}

impl SyntaxError {
    pub(super) fn new(at: usize, message: impl Into<String>) -> Self {
        Self { at, message: message.into() }
    }
}

/// A word of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A field, a function, or one of the words of operators.
    Name(String),
    Text(String),
    Number(u64),
    /// `==`, `&&`, `(` and so on.
    Sign(&'static str),
}

/// The signs, longer ones before those that they begin with.
const SIGNS: [&str; 13] = ["==", "!=", "<=", ">=", "&&", "||", "<", ">", "!", "(", ")", ",", "="];

/// Divides a condition into its words, each with its place.
pub(super) fn tokens(text: &str) -> Result<Vec<(usize, Token)>, SyntaxError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let (token, len) = match c {
            _ if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            '"' | '\'' => quoted(rest, c).ok_or_else(|| {
                SyntaxError::new(at, format!("missing {c} at the end of the text"))
            })?,
            '0'..='9' => {
                let len = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
                let number = rest[..len].parse();
                let number = number.map_err(|_| {
                    SyntaxError::new(at, format!("`{}` is not a number", &rest[..len]))
                })?;
                (Token::Number(number), len)
            }
            _ if is_of_name(c) => {
                let len = rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
                (Token::Name(rest[..len].to_owned()), len)
            }
            _ => {
                let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
                let sign = sign.ok_or_else(|| SyntaxError::new(at, format!("unexpected `{c}`")))?;
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

/// Returns a text in quotation marks, and its length with them.
fn quoted(text: &str, mark: char) -> Option<(Token, usize)> {
    let mut out = String::new();
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            _ if c == mark => return Some((Token::Text(out), at + 1)),
            '\\' => out.push(match chars.next()?.1 {
                't' => '\t',
                'n' => '\n',
                'r' => '\r',
                other => other,
            }),
            _ => out.push(c),
        }
    }
    None
}
