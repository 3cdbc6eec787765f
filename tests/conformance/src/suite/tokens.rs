//! All short sequences of delimiters and other bytes, after each beginning of a URL:
//! the automata prove the verdicts, and these test the splits.

use super::sink::Sink;

/// One token of each kind that some scheme distinguishes.
const TOKENS: &[&str] =
    &["a", "1", ".", "-", "%09", "%2f", "/", ":", "@", "?", ";", "=", "&", "*", ";type=a", "~"];

/// The tokens of a login, with the five delimiters of section 3.1.
const LOGIN_TOKENS: &[&str] = &["a", "1", ".", ":", "@", "/", "%41", ";", "~"];

/// Adds, after `name:` and after `name://a/`, every sequence of up to `most` tokens, and
/// after `name://` every sequence of up to `most + 2` tokens of a login.
pub(super) fn tokens(name: &str, most: usize, sink: &mut Sink<'_>) {
    for begin in [":", "://a/"] {
        sequences(format!("{name}{begin}").as_bytes(), TOKENS, most, sink);
    }
    sequences(format!("{name}://").as_bytes(), LOGIN_TOKENS, most + 2, sink);
}

fn sequences(begin: &[u8], tokens: &[&str], most: usize, sink: &mut Sink<'_>) {
    sink.add(&[begin]);
    if most > 0 {
        for token in tokens {
            sequences(&[begin, token.as_bytes()].concat(), tokens, most - 1, sink);
        }
    }
}
