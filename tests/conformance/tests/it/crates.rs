//! The crates compared with the grammar: the short form of `cargo xtask conformance`, the splits, and hard inputs.

use rstest::rstest;
use url1738::{Rule, Url};
use url1738_conformance::{
    check::{Check, Difference},
    coverage,
    exceptions::EXCEPTIONS,
    grammar::Grammar,
    oracle::SCHEMES,
    reader::{Parser, Reader, Refused, TableReader},
    report::Report,
    run,
    split::{Piece, Splitter},
    suite::{self, Effort},
};

use crate::oracle_of;

#[test]
fn the_crates_read_exactly_the_strict_grammar() {
    let outcomes = run::run(Effort::Quick);
    let covered = coverage::ids().map(|id| (id, vec![String::new()])).collect();
    let report = Report { outcomes: &outcomes, requirements: &covered };
    assert_eq!(report.mismatches(), 0, "{}", report.console());
    assert_eq!(report.survivors(), [""; 0]);
    assert_eq!(report.uncovered(), [""; 0]);

    let strings: u64 = outcomes.iter().map(|outcome| outcome.tally.strings()).sum();
    assert!(strings > 1_000_000, "{strings}");
    let faults = outcomes.iter().map(|outcome| outcome.faults.len()).sum::<usize>();
    assert!(faults >= 60, "{faults}");
    for (number, exception) in EXCEPTIONS.iter().enumerate() {
        let used = outcomes.iter().any(|outcome| outcome.tally.excepted.contains_key(&number));
        assert!(used, "no error needs the exception for {:?}", exception.codes);
    }
}

/// A sample of every suite, without seeded faults: fast, and used to test mutants.
#[test]
fn a_sample_of_the_suites_agrees() {
    for name in SCHEMES.into_iter().chain(["generic"]) {
        let oracle = oracle_of(name);
        let parser = Parser::of(name).expect("a parser for every oracle");
        let (mut check, mut number) = (Check::new(oracle), 0_u32);
        suite::run(oracle, Effort::Quick, &mut |_, text| {
            number += 1;
            if number % 61 == 0 {
                check.text(&parser, text);
            }
        });
        assert_eq!(check.tally.mismatches(), 0, "{name}: {:?}", check.tally.mismatches);
        assert!(check.tally.accepted > 10 && check.tally.refused > 100, "{name}");
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

const NASTY: &str = include_str!("../../data/nasty.tsv");

/// Rows that the file leaves open and the decisions settle: the number of the row, and the verdict.
const DECIDED: &[(u32, Verdict)] = &[
    // Decision 18: a port is at most 65535, so 2^32 + 80 is not one.
    (53, Verdict::Range),
    // Decision 35: empty components of a group are a lint.
    (79, Verdict::Valid),
    // Decision 41: so are empty parts of a wais path.
    (95, Verdict::Valid),
    (99, Verdict::Valid),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Valid,
    Bnf,
    Prose,
    Range,
}

#[test]
fn every_nasty_input_gets_its_verdict() {
    let mut rows = 0;
    for line in NASTY.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [number, _, _, input, bnf, prose, ..] = fields.as_slice() else { panic!("{line}") };
        let number: u32 = number.parse().unwrap();
        let decided = DECIDED.iter().find(|(row, _)| *row == number).map(|(_, verdict)| *verdict);
        let expected = decided.unwrap_or_else(|| match (*bnf, *prose) {
            ("invalid", _) => Verdict::Bnf,
            ("valid", "valid") => Verdict::Valid,
            ("valid", "invalid") => Verdict::Prose,
            other => panic!("row {number}: {other:?} is not decided"),
        });
        let text = written_out(input);
        let found = match Url::parse_bytes(&text).map_err(|error| error.rule()) {
            Ok(_) => Verdict::Valid,
            Err(Rule::Bnf(_)) => Verdict::Bnf,
            Err(Rule::Prose(_)) => Verdict::Prose,
            Err(Rule::Range) => Verdict::Range,
            Err(other) => panic!("row {number}: {other}"),
        };
        assert_eq!(found, expected, "row {number}: {input}");
        rows += 1;
    }
    assert_eq!(rows, 63);
}

/// Returns the input itself: `\t` is a tab, and `a + 'b' x 3 + c` is `abbbc`.
fn written_out(input: &str) -> Vec<u8> {
    let pieces = input.split(" + ").map(|piece| match piece.split_once(" x ") {
        Some((item, times)) => item.trim_matches('\'').repeat(times.parse().unwrap()),
        None => piece.replace("\\t", "\t"),
    });
    pieces.collect::<String>().into_bytes()
}
