//! Rust source as tokens: comments, literals and test modules left out.

use proc_macro2::{TokenStream, TokenTree};

/// One token of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// An identifier or keyword.
    Word(String),
    /// `::`
    Path,
    /// Any other sign, or the delimiter of a group.
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
    let stream = source.parse::<TokenStream>().unwrap_or_default();
    let mut tokens = Vec::new();
    flatten(stream, &mut tokens);
    tokens
}

fn flatten(stream: TokenStream, tokens: &mut Vec<Token>) {
    use proc_macro2::Delimiter::{Brace, Bracket, None, Parenthesis};

    let mut trees = stream.into_iter().peekable();
    while let Some(tree) = trees.next() {
        match tree {
            TokenTree::Ident(word) => tokens.push(Token::Word(word.to_string())),
            TokenTree::Punct(sign) if sign.as_char() == '\'' => drop(trees.next()),
            TokenTree::Punct(sign) => {
                let is_colon = |next: &TokenTree| matches!(next, TokenTree::Punct(next) if next.as_char() == ':');
                if sign.as_char() == ':' && trees.next_if(is_colon).is_some() {
                    tokens.push(Token::Path);
                } else {
                    tokens.push(Token::Sign(sign.as_char()));
                }
            }
            TokenTree::Literal(_) => {}
            TokenTree::Group(group) => {
                if tokens.last() == Some(&Token::Sign('#'))
                    && group.stream().to_string() == "cfg (test)"
                {
                    // The item ends with its braces or with a semicolon.
                    trees.find(|tree| match tree {
                        TokenTree::Group(group) => group.delimiter() == Brace,
                        TokenTree::Punct(sign) => sign.as_char() == ';',
                        _ => false,
                    });
                    tokens.pop();
                    continue;
                }
                let (open, close) = match group.delimiter() {
                    Brace => ('{', '}'),
                    Bracket => ('[', ']'),
                    Parenthesis => ('(', ')'),
                    None => (' ', ' '),
                };
                tokens.push(Token::Sign(open));
                flatten(group.stream(), tokens);
                tokens.push(Token::Sign(close));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_literals_and_tests_are_left_out() {
        let source = r##"
            //! no
            /* no /* no */ no */ a!(b("no", 'n', r#"no " no"#, b'n') c::<'static>(d))
            #[cfg(test)] mod tests { use b; fn c() {} } fn d() {} #[cfg(test)] use g; use h;
        "##;
        let words: Vec<String> =
            tokens(source).iter().filter_map(|token| token.word().map(str::to_owned)).collect();
        // A comment of the docs is an attribute of which only the name is left.
        assert_eq!(words, ["doc", "a", "b", "c", "d", "fn", "d", "use", "h"]);
    }
}
