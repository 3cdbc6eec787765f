//! Rust source as tokens: comments, texts and test modules left out.

/// One token of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// An identifier or keyword.
    Word(String),
    /// `::`
    Path,
    /// Any other character that is not white space.
    Sign(char),
}

impl Token {
    pub(crate) fn word(&self) -> Option<&str> {
        match self {
            Self::Word(word) => Some(word),
            _ => None,
        }
    }

    pub(crate) fn is(&self, sign: char) -> bool {
        *self == Self::Sign(sign)
    }
}

/// Returns the tokens of a source file without comments, literals and items under `#[cfg(test)]`.
pub(crate) fn tokens(source: &str) -> Vec<Token> {
    without_tests(scan(source))
}

fn scan(source: &str) -> Vec<Token> {
    let chars: Vec<char> = source.chars().collect();
    let at = |index: usize| chars.get(index).copied().unwrap_or('\0');
    let mut tokens = Vec::new();
    let mut here = 0;
    while here < chars.len() {
        match at(here) {
            '/' if at(here + 1) == '/' => {
                while here < chars.len() && at(here) != '\n' {
                    here += 1;
                }
            }
            '/' if at(here + 1) == '*' => here = comment_end(&chars, here),
            '"' => here = text_end(&chars, here),
            '\'' => here = quote_end(&chars, here),
            ':' if at(here + 1) == ':' => {
                tokens.push(Token::Path);
                here += 2;
            }
            first if first.is_alphabetic() || first == '_' => {
                let start = here;
                while at(here).is_alphanumeric() || at(here) == '_' {
                    here += 1;
                }
                let word: String = chars[start..here].iter().collect();
                let begins_raw = ["r", "br", "cr"].contains(&word.as_str())
                    && (at(here) == '"' || at(here) == '#' && ['"', '#'].contains(&at(here + 1)));
                if begins_raw {
                    here = raw_end(&chars, here);
                } else {
                    // `b"..."` and `c"..."` go on as texts; the prefix alone means nothing.
                    tokens.push(Token::Word(word));
                }
            }
            sign => {
                if !sign.is_whitespace() {
                    tokens.push(Token::Sign(sign));
                }
                here += 1;
            }
        }
    }
    tokens
}

/// Returns the index after a block comment, which may hold others.
fn comment_end(chars: &[char], start: usize) -> usize {
    let (mut here, mut depth) = (start, 0_usize);
    while here < chars.len() {
        match (chars[here], chars.get(here + 1)) {
            ('/', Some('*')) => (here, depth) = (here + 2, depth + 1),
            ('*', Some('/')) => {
                (here, depth) = (here + 2, depth - 1);
                if depth == 0 {
                    break;
                }
            }
            _ => here += 1,
        }
    }
    here
}

/// Returns the index after a text in quotation marks.
fn text_end(chars: &[char], start: usize) -> usize {
    let mut here = start + 1;
    while here < chars.len() && chars[here] != '"' {
        here += if chars[here] == '\\' { 2 } else { 1 };
    }
    here + 1
}

/// Returns the index after a raw text, whose `#` begin at `start`.
fn raw_end(chars: &[char], start: usize) -> usize {
    let hashes = chars[start..].iter().take_while(|it| **it == '#').count();
    let mut here = start + hashes + 1;
    while here < chars.len() {
        let closes = chars[here] == '"'
            && chars[here + 1..].iter().take(hashes).filter(|it| **it == '#').count() == hashes;
        if closes {
            return here + 1 + hashes;
        }
        here += 1;
    }
    here
}

/// Returns the index after a character literal, or after the mark of a lifetime: `'a'` is a literal, `'a` is none.
fn quote_end(chars: &[char], start: usize) -> usize {
    match (chars.get(start + 1), chars.get(start + 2)) {
        (Some('\\'), _) => {
            // The escaped character may be a quotation mark itself.
            let mut here = start + 3;
            while here < chars.len() && chars[here] != '\'' {
                here += 1;
            }
            here + 1
        }
        (Some(_), Some('\'')) => start + 3,
        _ => start + 1,
    }
}

/// Leaves out every item that `#[cfg(test)]` precedes.
fn without_tests(tokens: Vec<Token>) -> Vec<Token> {
    let mark: Vec<Token> = scan("#[cfg(test)]");
    let mut kept = Vec::with_capacity(tokens.len());
    let mut here = 0;
    while here < tokens.len() {
        if tokens[here..].starts_with(&mark) {
            here = item_end(&tokens, here + mark.len());
        } else {
            kept.push(tokens[here].clone());
            here += 1;
        }
    }
    kept
}

/// Returns the index after an item: after its `;`, or after the braces that close it.
fn item_end(tokens: &[Token], start: usize) -> usize {
    let mut depth = 0_usize;
    for (index, token) in tokens.iter().enumerate().skip(start) {
        match token {
            Token::Sign('{' | '(' | '[') => depth += 1,
            Token::Sign(close @ ('}' | ')' | ']')) => {
                depth = depth.saturating_sub(1);
                // `use a::{b};` ends with its `;`.
                let last = tokens.get(index + 1).is_none_or(|next| !next.is(';'));
                if depth == 0 && *close == '}' && last {
                    return index + 1;
                }
            }
            Token::Sign(';') if depth == 0 => return index + 1,
            _ => {}
        }
    }
    tokens.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(source: &str) -> Vec<String> {
        tokens(source).iter().filter_map(|token| token.word().map(str::to_owned)).collect()
    }

    #[test]
    fn comments_and_literals_are_left_out() {
        let source = r##"
            //! no
            /* no /* no */ no */ a /// no
            b("no \" no", 'n', '\'', "no", '\\', '\u{41}', r"no\", r#"no " no"#, b'n') c::<'static>(d)
        "##;
        assert_eq!(words(source), ["a", "b", "b", "c", "static", "d"]);
    }

    #[test]
    fn items_for_tests_are_left_out() {
        let source = "use a; #[cfg(test)] mod tests { use b; fn c() {} } fn d() {} \
                      #[cfg(test)] use e::{f}; #[cfg(test)] use g; use h;";
        assert_eq!(words(source), ["use", "a", "fn", "d", "use", "h"]);
    }
}
