//! Regression tests for what the targets found.

use url1738_fuzz as fuzz;

/// Resolves `\xHH` and `\\`.
fn octets(text: &str) -> Vec<u8> {
    let (mut octets, mut rest) = (Vec::new(), text.as_bytes());
    while let Some((first, tail)) = rest.split_first() {
        rest = tail;
        match (first, tail) {
            (b'\\', [b'x', high, low, tail @ ..]) => {
                let digit = |digit: &u8| char::from(*digit).to_digit(16).unwrap() as u8;
                octets.push(digit(high) * 16 + digit(low));
                rest = tail;
            }
            (b'\\', [b'\\', tail @ ..]) => {
                octets.push(b'\\');
                rest = tail;
            }
            _ => octets.push(*first),
        }
    }
    octets
}

#[test]
fn what_was_found_holds() {
    for line in include_str!("../found.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [target, text, _] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let run: fn(&[u8]) = match target {
            "access_safe" => fuzz::access_safe,
            "against_grammar" => fuzz::against_grammar,
            "build_parse" => fuzz::build_parse,
            "canary" => fuzz::canary,
            "cli_lines" => fuzz::cli_lines,
            "context" => fuzz::context,
            "differential" => fuzz::differential,
            "encode_decode" => fuzz::encode_decode,
            "format_redact" => fuzz::format_redact,
            "join" => fuzz::join,
            "normalize" => fuzz::normalize,
            "parse_any" => fuzz::parse_any,
            "parse_bytes" => fuzz::parse_bytes,
            "repair" => fuzz::repair,
            _ => panic!("unknown target {target}"),
        };
        run(&octets(text));
    }
}
