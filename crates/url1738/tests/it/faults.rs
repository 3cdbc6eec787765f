//! Every way to be no URL: which rule is broken, where, what is said and what to write instead, row by row of
//! `faults.tsv`.

use url1738::{Url, syntax::dev::octets};

/// Code, rule, place and words of the error; nothing but `ok` of a URL.
fn report(text: &[u8]) -> String {
    let Err(error) = Url::parse_bytes(text) else { return "ok\t\t\t\t".to_owned() };
    let rule = error.rule();
    let place = format!("{}..{}", error.span().start, error.span().end);
    format!("{}\t{rule}\t{place}\t{error}\t{}", error.code(), Url::help(text, &error))
}

#[test]
fn every_fault_has_its_rule_and_its_place() {
    let rows = include_str!("../data/faults.tsv").lines().skip(1);
    let mut wrong = String::new();
    for row in rows {
        let (text, expected) = row.split_once('\t').unwrap();
        let found = report(&octets(text));
        assert!(found.starts_with("ok") || !found.ends_with('\t'), "no remedy: {text}");
        if found != expected {
            wrong.push_str(&format!("{text}\t{found}\n"));
        }
    }
    assert!(wrong.is_empty(), "as it is now:\n{wrong}");
}
