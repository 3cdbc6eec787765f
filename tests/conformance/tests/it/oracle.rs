//! The oracle itself: its automata and that they are minimal, compared with those of another library and with RFC 822's
//! addr-spec; its splits; and that the suites find the faults they are made for.

use std::collections::HashMap;

use regex_automata::{
    Anchored, Input,
    dfa::{Automaton as _, dense},
    util::syntax,
};
use rstest::rstest;
use url1738_conformance::{
    check::{Check, Difference},
    dfa::{DEAD, Dfa},
    grammar::Grammar,
    nfa::{Nfa, scheme_name},
    notation::Expr,
    oracle::{SCHEMES, Verdict, decoded},
    reader::{Reader, Refused, TableReader},
    split::{Piece, Splitter},
    suite,
    suite::{Effort, characterizing_set},
};

use crate::oracle_of;

fn automaton(grammar: &Grammar, entry: &str) -> Dfa {
    Dfa::new(&Nfa::new(grammar, entry, false))
}

#[rstest]
#[case("ftpurl", 53, 22)]
#[case("httpurl", 29, 14)]
#[case("gopherurl", 28, 16)]
#[case("mailtourl", 12, 11)]
#[case("newsurl", 25, 16)]
#[case("nntpurl", 27, 11)]
#[case("telneturl", 47, 15)]
#[case("waisurl", 35, 16)]
#[case("fileurl", 24, 14)]
#[case("prosperourl", 36, 17)]
fn section_5_is_small(#[case] entry: &str, #[case] states: usize, #[case] classes: usize) {
    let dfa = automaton(&Grammar::bnf(), entry);
    assert_eq!((dfa.len(), dfa.classes()), (states, classes));
}

#[test]
fn the_smallest_automaton_has_no_two_states_alike_and_reaches_all() {
    for name in SCHEMES {
        let dfa = &oracle_of(name).bnf;
        let suffixes = characterizing_set(dfa);
        let mut answers = HashMap::new();
        for (state, access) in (0..).zip(dfa.access()) {
            let access = access.expect("every state is reached");
            assert_eq!(dfa.run_from(dfa.start(), &access), state);
            let answer: Vec<bool> =
                suffixes.iter().map(|suffix| dfa.accepts_in(dfa.run_from(state, suffix))).collect();
            assert_eq!(answers.insert(answer, state), None, "{name}");
        }
        assert!(suffixes[0].is_empty(), "the empty suffix sees whether a state accepts");
    }
}

#[test]
fn minimizing_keeps_the_language_and_its_own_result() {
    for name in ["http", "mailto", "news"] {
        let grammar = Grammar::strict();
        let raw = Dfa::subsets(&Nfa::new(&grammar, &format!("{name}url"), false)).0;
        let small = raw.minimized();
        assert!(small.len() < raw.len());
        assert_eq!(raw.difference(&small), None);
        let again = small.minimized();
        assert_eq!((again.len(), again.classes()), (small.len(), small.classes()));
    }
}

#[test]
fn a_run_dies_at_the_first_byte_that_nothing_can_follow() {
    let dfa = &oracle_of("http").strict;
    for (text, death, accepted) in [
        ("http://h/", 9, true),
        ("http://", 7, false),
        ("http://h:/", 9, false),
        ("http://a..b/", 9, false),
        ("http://h/%4g", 11, false),
        ("http://h:65536", 13, false),
        ("ftp://h", 0, false),
    ] {
        let run = dfa.run(text.as_bytes());
        assert_eq!((run.death, run.accepted), (death, accepted), "{text}");
        assert_ne!(run.last, DEAD);
    }
}

#[test]
fn the_strict_languages_lie_within_those_of_section_5() {
    for name in SCHEMES {
        let oracle = oracle_of(name);
        let beyond = oracle.strict.combined(&oracle.bnf, |strict, bnf| strict && !bnf);
        assert_eq!(beyond.len(), 1, "{name}: the dead state alone accepts nothing");
    }
}

/// Returns a regular expression for a body, its productions written out.
fn regex(grammar: &Grammar, body: &Expr) -> String {
    let joined = |items: &[Expr], by: &str| {
        items.iter().map(|item| regex(grammar, item)).collect::<Vec<_>>().join(by)
    };
    match body {
        Expr::Literal(text) => {
            let name = scheme_name(text);
            let rest: String =
                text[name.len()..].chars().map(|c| format!("\\x{{{:x}}}", u32::from(c))).collect();
            format!("(?i:{name}){rest}")
        }
        Expr::Name(name) => format!("(?:{})", regex(grammar, &grammar.get(name).unwrap().body)),
        Expr::Sequence(items) => joined(items, ""),
        Expr::Choice(items) => format!("(?:{})", joined(items, "|")),
        Expr::Repeat { min, max, item } => {
            let max = max.map_or(String::new(), |max| max.to_string());
            format!("(?:{}){{{min},{max}}}", regex(grammar, item))
        }
    }
}

#[test]
fn regex_automata_gives_the_same_verdicts() {
    let mut strings = 0;
    for name in SCHEMES {
        let oracle = oracle_of(name);
        let pattern =
            format!("{}$", regex(&oracle.grammar, &oracle.grammar.get(oracle.entry).unwrap().body));
        let other = dense::Builder::new()
            .configure(dense::Config::new().start_kind(regex_automata::dfa::StartKind::Anchored))
            .syntax(syntax::Config::new().unicode(false).utf8(false))
            .thompson(regex_automata::nfa::thompson::Config::new().utf8(false))
            .build(&pattern)
            .unwrap();
        suite::run(oracle, Effort::Quick, &mut |_, text| {
            let input = Input::new(text).anchored(Anchored::Yes);
            let state = other.start_state_forward(&input).unwrap();
            let end = text.iter().fold(state, |state, byte| other.next_state(state, *byte));
            let accepts = other.is_match_state(other.next_eoi_state(end));
            assert_eq!(oracle.bnf.accepts(text), accepts, "{}", text.escape_ascii());
            strings += 1;
        });
    }
    assert!(strings > 1_000_000, "{strings}");
}

/// Whether `octets` are one addr-spec without comments, folding, routes and groups, at a
/// host of section 3.1 or in a domain literal.
fn is_addr_spec(octets: &[u8]) -> bool {
    let Some(rest) = local_part(octets) else { return false };
    let Some(domain) = rest.strip_prefix(b"@") else { return false };
    match domain {
        [b'[', literal @ .., b']'] => quoted(literal, b"[]\\\r").is_some_and(<[u8]>::is_empty),
        _ => core::str::from_utf8(domain).is_ok_and(is_host),
    }
}

/// Returns the text after the words at the beginning.
fn local_part(octets: &[u8]) -> Option<&[u8]> {
    let rest = match octets {
        [b'"', inner @ ..] => quoted(inner, b"\"\\\r")?.strip_prefix(b"\"")?,
        _ => {
            let atom = |byte: &u8| byte.is_ascii_graphic() && !b"()<>@,;:\\\".[]".contains(byte);
            let len = octets.iter().take_while(|byte| atom(byte)).count();
            if len == 0 {
                return None;
            }
            &octets[len..]
        }
    };
    match rest {
        [b'.', more @ ..] => local_part(more),
        _ => Some(rest),
    }
}

/// Returns the text after a run of quoted pairs and of US-ASCII except `stops`.
fn quoted<'a>(octets: &'a [u8], stops: &[u8]) -> Option<&'a [u8]> {
    match octets {
        [b'\\', any, rest @ ..] if any.is_ascii() => quoted(rest, stops),
        [byte, rest @ ..] if byte.is_ascii() && !stops.contains(byte) => quoted(rest, stops),
        _ => Some(octets),
    }
}

fn is_host(host: &str) -> bool {
    let labels: Vec<&str> = host.split('.').collect();
    let is_label = |label: &&str| {
        let inner = label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        inner && !label.is_empty() && !label.starts_with('-') && !label.ends_with('-')
    };
    let is_group = |label: &&str| {
        let digits = label.bytes().all(|byte| byte.is_ascii_digit());
        digits
            && !label.is_empty()
            && label.trim_start_matches('0').parse().unwrap_or(0_u64) <= 255
            && label.trim_start_matches('0').len() <= 3
    };
    let name = labels.iter().all(|label| is_label(label) && label.len() <= 63)
        && labels.last().is_some_and(|top| top.starts_with(|c: char| c.is_ascii_alphabetic()))
        && host.len() <= 255;
    name || (labels.len() == 4 && labels.iter().all(is_group))
}

#[test]
fn mailto_takes_exactly_the_texts_that_decode_to_an_addr_spec() {
    let oracle = oracle_of("mailto");
    let (mut valid, mut refused) = (0, 0);
    let mut judge = |text: &[u8]| {
        let verdict = oracle.judge(text, &mut Vec::new()).verdict;
        if verdict == Verdict::Bnf {
            return;
        }
        let address = decoded(&text[b"mailto:".len()..]);
        assert_eq!(verdict == Verdict::Valid, is_addr_spec(&address), "{}", text.escape_ascii());
        *(if verdict == Verdict::Valid { &mut valid } else { &mut refused }) += 1;
    };
    suite::run(oracle, Effort::Quick, &mut |_, text| judge(text));
    // Every octet, raw and escaped, in every place with a rule for octets.
    for octet in 0..=255_u8 {
        for form in [
            "X@h",
            "aX@h",
            "a.X@h",
            "aX.b@h",
            "%22X%22@h",
            "%22%5CX%22@h",
            "%22a%22X@h",
            "a@X",
            "a@hX",
            "a@hX1",
            "a@1.2.3.X",
            "a@1.2.3.1X",
            "a@1.2.3.4X",
            "a@h.X",
            "a@%5BX%5D",
            "a@%5B%5CX%5D",
            "a@%5B%5DX",
            "aXh",
            "%22%5C%22X@h",
            "X",
        ] {
            let mut spellings = vec![format!("%{octet:02X}"), format!("%{octet:02x}")];
            spellings.extend(octet.is_ascii_graphic().then(|| char::from(octet).to_string()));
            for spelling in spellings {
                judge(format!("mailto:{}", form.replace('X', &spelling)).as_bytes());
            }
        }
    }
    assert!(valid > 2000 && refused > 10_000, "{valid} {refused}");
}

#[rstest]
#[case("ftp://h", "scheme=ftp host=h")]
#[case("ftp://@h/", "scheme=ftp user= host=h fsegment=")]
#[case("ftp://u:@h", "scheme=ftp user=u password= host=h")]
#[case(
    "FTP://u:p@h.d:21/a//b;type=a",
    "scheme=FTP user=u password=p host=h.d port=21 fsegment=a fsegment= fsegment=b ftptype=a"
)]
#[case("http://h/a/?", "scheme=http host=h hsegment=a hsegment= search=")]
#[case("gopher://h/", "scheme=gopher host=h")]
#[case("gopher://h/1", "scheme=gopher host=h gtype=1 selector=")]
#[case("gopher://h/7s%09", "scheme=gopher host=h gtype=7 selector=s search=")]
#[case(
    "gopher://h/%31a%09b?%09c%09d",
    "scheme=gopher host=h gtype=%31 selector=a search=b? gopher+_string=c%09d"
)]
#[case("mailto:a%40h", "scheme=mailto encoded822addr=a%40h")]
#[case("news:*", "scheme=news grouppart=*")]
#[case("news:a.b", "scheme=news group=a.b")]
#[case("news:a/b@h", "scheme=news article=a/b@h")]
#[case("nntp://h:1/g/0", "scheme=nntp host=h port=1 group=g digits=0")]
#[case("telnet://u@h/", "scheme=telnet user=u host=h")]
#[case("wais://h/d", "scheme=wais host=h database=d")]
#[case("wais://h/?", "scheme=wais host=h database= search=")]
#[case("wais://h///", "scheme=wais host=h database= wtype= wpath=")]
#[case("file:///a", "scheme=file fsegment=a")]
#[case("file://localhost/a/b", "scheme=file host=localhost fsegment=a fsegment=b")]
#[case(
    "prospero://h//a/b;c=d;=",
    "scheme=prospero host=h ppath=/a/b fieldname=c fieldvalue=d fieldname= fieldvalue="
)]
#[case("x://u:p@h:1/a/b", "scheme=x user=u password=p host=h port=1 urlpath=a/b")]
#[case("x://h_h/a", "scheme=x schemepart=//h_h/a")]
#[case("x:", "scheme=x schemepart=")]
fn parts(#[case] text: &str, #[case] expected: &str) {
    let scheme = text.split_once(':').unwrap().0.to_ascii_lowercase();
    let name = SCHEMES.into_iter().find(|name| *name == scheme);
    let oracle = name.map_or_else(|| oracle_of("generic"), oracle_of);
    let mut pieces = Vec::new();
    assert!(oracle.split(text.as_bytes(), &mut pieces));
    let shown: Vec<String> = pieces
        .iter()
        .map(|piece| format!("{}={}", piece.part, &text[piece.start..piece.end]))
        .collect();
    assert_eq!(shown.join(" "), expected);
}

/// Proves "for eight schemes by the BNF, for gopher and file by the prose".
#[test]
fn the_bnf_splits_eight_schemes_in_one_way() {
    for name in SCHEMES {
        let splitter = Splitter::new(&Grammar::bnf(), &format!("{name}url"));
        let example = splitter.ambiguity().map(|found| found.text.escape_ascii().to_string());
        let expected = match name {
            "gopher" => Some("gopher://a/a"),
            "file" => Some("file://localhost/"),
            _ => None,
        };
        assert_eq!(example.as_deref(), expected, "{name}");
    }
}

#[test]
fn the_decisions_split_all_schemes_in_one_way() {
    for entry in SCHEMES
        .map(|name| format!("{name}url"))
        .iter()
        .map(String::as_str)
        .chain(["ip-url", "opaque-url"])
    {
        assert_eq!(Splitter::new(&Grammar::strict(), entry).ambiguity(), None, "{entry}");
    }
}

#[test]
fn the_tables_agree_with_themselves() {
    for name in ["http", "mailto", "prospero"] {
        let oracle = oracle_of(name);
        let mut check = Check::new(oracle);
        suite::run(oracle, Effort::Quick, &mut |_, text| {
            check.text(&TableReader(oracle), text);
        });
        assert_eq!(check.tally.mismatches(), 0, "{:?}", check.tally.mismatches);
        assert!(check.tally.accepted > 100 && check.tally.refused > 1000, "{name}");
    }
}

/// Accepts everything.
struct Credulous;

impl Reader for Credulous {
    fn read(&self, _: &[u8], _: &mut Vec<Piece>) -> Result<(), Refused> {
        Ok(())
    }
}

#[test]
fn a_reader_that_accepts_everything_differs_in_verdicts_and_splits() {
    let oracle = oracle_of("news");
    let mut check = Check::new(oracle);
    suite::run(oracle, Effort::Quick, &mut |_, text| {
        check.text(&Credulous, text);
    });
    assert_eq!(check.tally.counts[&Difference::Verdict], check.tally.refused);
    assert_eq!(check.tally.counts[&Difference::Split], check.tally.accepted);
}
