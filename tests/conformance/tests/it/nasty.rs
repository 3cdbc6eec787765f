//! Hard inputs, collected by hand, with the verdicts of the BNF and of the decisions.

use url1738::{Rule, Url};

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
