//! The expectations of a row, and how they are checked.
//!
//! Expectations are joined by ` & `. A path is one of the seeded trees and may hold `%HH`; octets in
//! quotation marks are as in [`crate::octets`].
//!
//! | expectation | what must hold |
//! |---|---|
//! | `octets PATH` | exactly the octets of the seeded file came |
//! | `text PATH` | they came with every line end as CR LF |
//! | `names PATH` | the names in the seeded directory, in any order, a line each |
//! | `menu PATH` | a gopher menu whose selectors lead to the names in the seeded directory |
//! | `article ID` | the seeded article, with at least the headers it was posted with |
//! | `exactly "x"`, `contains "x"` | octets that came |
//! | `sent "x"`, `unsent "x"` | octets that were sent, in all connections together |
//! | `answer "line" "x"` | the server's reply to that line, which begins with `x` |
//! | `stop "line" code` | the server refused that line with that code, and nothing more was sent |
//! | `advise "x"` | a step that shows `x` to the user |
//! | `refused` | the URL has no plan, so nothing is sent at all |

use crate::{
    execute::Outcome,
    octets::{Error, Result, excerpt, percent_decode, unquote},
    seed::{
        Tree, differ, directory, file, found, in_menu, listed, same, same_article, same_names,
        with_crlf,
    },
};

/// One expectation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expect {
    /// `octets`
    Octets(Vec<u8>),
    /// `text`
    Text(Vec<u8>),
    /// `names`
    Names(Vec<u8>),
    /// `menu`
    Menu(Vec<u8>),
    /// `article`
    Article(String),
    /// `exactly`
    Exactly(Vec<u8>),
    /// `contains`
    Contains(Vec<u8>),
    /// `sent`
    Sent(Vec<u8>),
    /// `unsent`
    Unsent(Vec<u8>),
    /// `answer`
    Answer(Vec<u8>, Vec<u8>),
    /// `stop`
    Stop(Vec<u8>, u16),
    /// `advise`
    Advise(Vec<u8>),
    /// `refused`
    Refused,
}

/// Reads the expectations of a row.
///
/// # Errors
/// Returns an error if a word is not in the table, or its argument does not fit.
pub fn parse(text: &str) -> Result<Vec<Expect>> {
    text.split(" & ").map(parse_one).collect()
}

fn parse_one(text: &str) -> Result<Expect> {
    let bad = || Error::new(format!("not an expectation: {text}"));
    let (word, argument) = text.split_once(' ').unwrap_or((text, ""));
    let path = || if argument == "/" { Vec::new() } else { percent_decode(argument) };
    let quoted = || match unquote(argument)? {
        (octets, "") => Ok(octets),
        _ => Err(bad()),
    };
    Ok(match word {
        "octets" => Expect::Octets(path()),
        "text" => Expect::Text(path()),
        "names" => Expect::Names(path()),
        "menu" => Expect::Menu(path()),
        "article" => Expect::Article(argument.to_owned()),
        "exactly" => Expect::Exactly(quoted()?),
        "contains" => Expect::Contains(quoted()?),
        "sent" => Expect::Sent(quoted()?),
        "unsent" => Expect::Unsent(quoted()?),
        "advise" => Expect::Advise(quoted()?),
        "answer" => {
            let (line, rest) = unquote(argument)?;
            let (reply, _) = unquote(rest.trim_start())?;
            Expect::Answer(line, reply)
        }
        "stop" => {
            let (line, code) = unquote(argument)?;
            Expect::Stop(line, code.trim_start().parse().map_err(|_| bad())?)
        }
        "refused" => Expect::Refused,
        _ => return Err(bad()),
    })
}

/// Checks every expectation and returns the number of octets that were compared with seeded ones.
///
/// # Errors
/// Returns an error that describes the first difference.
pub fn check(expect: &[Expect], outcome: &Outcome, tree: &Tree) -> Result<usize> {
    let may_stop = expect.iter().any(|one| matches!(one, Expect::Stop(..)));
    if outcome.stopped && !may_stop {
        let reply = outcome.replies.last();
        let said = reply.map(|reply| {
            format!("{} answered {} {}", excerpt(&reply.command), reply.code, reply.text)
        });
        return Err(Error::new(said.unwrap_or_default()));
    }
    let mut compared = 0;
    for one in expect {
        compared += one.check(outcome, tree)?;
    }
    Ok(compared)
}

impl Expect {
    fn check(&self, outcome: &Outcome, tree: &Tree) -> Result<usize> {
        let received = outcome.received.as_slice();
        match self {
            Self::Octets(path) => same(received, file(tree, path)?),
            Self::Text(path) => same(received, &with_crlf(file(tree, path)?)),
            Self::Exactly(octets) => same(received, octets),
            Self::Contains(octets) => found(received, octets, true),
            Self::Sent(octets) => found(&outcome.sent, octets, true),
            Self::Unsent(octets) => found(&outcome.sent, octets, false),
            Self::Names(path) => same_names(&listed(received), directory(tree, path)?, received),
            Self::Menu(path) => {
                same_names(&in_menu(received, path), directory(tree, path)?, received)
            }
            Self::Article(id) => same_article(received, id),
            Self::Answer(line, begin) => {
                let reply = outcome.replies.iter().find(|reply| reply.command == *line);
                let said = reply.map(|reply| format!("{} {}", reply.code, reply.text));
                let said = said.unwrap_or_default();
                let fits = said.as_bytes().starts_with(begin);
                if fits { Ok(0) } else { Err(differ(said.as_bytes(), begin)) }
            }
            Self::Stop(line, code) => match outcome.replies.last() {
                Some(last) if outcome.stopped && (&last.command, last.code) == (line, *code) => {
                    Ok(0)
                }
                last => Err(Error::new(format!("no {code} to {}: {last:?}", excerpt(line)))),
            },
            Self::Advise(advice) => {
                let given = outcome.advised.iter().any(|one| one.as_bytes() == advice);
                let error = || Error::new(format!("advised {:?}", outcome.advised));
                if given { Ok(0) } else { Err(error()) }
            }
            Self::Refused => Err(Error::new("the plan should have been refused")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::FILES;

    fn received(octets: &[u8]) -> Outcome {
        Outcome { received: octets.to_vec(), ..Outcome::default() }
    }

    #[test]
    fn the_notation_is_read() {
        let text = r#"octets pub/caf%C3%A9.txt & unsent "PASS" & stop "CWD " 550 & names /"#;
        let expected = [
            Expect::Octets(b"pub/caf\xc3\xa9.txt".to_vec()),
            Expect::Unsent(b"PASS".to_vec()),
            Expect::Stop(b"CWD ".to_vec(), 550),
            Expect::Names(Vec::new()),
        ];
        assert_eq!(parse(text).unwrap(), expected);
        for bad in ["", "octet x", "stop \"CWD\" x", "exactly x"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_text_has_its_line_ends_translated_and_an_image_has_not() {
        let text = parse("text motd").unwrap();
        assert_eq!(check(&text, &received(b"Welcome.\r\nTwo lines.\r\n"), &FILES).unwrap(), 22);
        assert!(check(&text, &received(b"Welcome.\nTwo lines.\n"), &FILES).is_err());
    }

    #[test]
    fn names_may_be_prefixed_and_come_in_any_order() {
        let names = parse("names a/b").unwrap();
        assert!(check(&names, &received(b"a/b/c\r\n"), &FILES).is_ok());
        assert!(check(&names, &received(b""), &FILES).is_err());
        assert!(check(&parse("names empty").unwrap(), &received(b""), &FILES).is_ok());
    }

    #[test]
    fn a_menu_is_known_by_its_selectors() {
        let menu = b"iNote\t\tnull.host\t1\r\n1.. \t/\th\t70\r\n1c\t/a/b/c/\th\t70\r\n.\r\n";
        assert!(check(&parse("menu a/b").unwrap(), &received(menu), &FILES).is_ok());
        assert!(check(&parse("menu a").unwrap(), &received(menu), &FILES).is_err());
    }

    #[test]
    fn a_plan_that_stopped_unexpectedly_fails() {
        let outcome = Outcome { stopped: true, ..received(b"") };
        assert!(check(&parse("names empty").unwrap(), &outcome, &FILES).is_err());
    }
}
