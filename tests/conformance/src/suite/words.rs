//! Strings with a meaning: the literals of the grammar and what is nearly one, numbers and names
//! at their limits, escapes whole and broken, text of other alphabets. Each is put behind a shortest
//! text to every state of the automaton, with every suffix of the characterizing set behind it.

use super::{Effort, sink::Sink, w_method::characterizing_set};
use crate::oracle::Oracle;

/// Numbers around the limits of ports and address groups, and around what machine words hold.
const NUMBERS: &[&str] = &[
    "0",
    "00",
    "1",
    "9",
    "10",
    "19",
    "99",
    "099",
    "100",
    "199",
    "200",
    "249",
    "250",
    "254",
    "255",
    "256",
    "257",
    "259",
    "260",
    "299",
    "300",
    "0255",
    "0256",
    "999",
    "1000",
    "9999",
    "10000",
    "59999",
    "60000",
    "64999",
    "65000",
    "65499",
    "65500",
    "65529",
    "65530",
    "65534",
    "65535",
    "65536",
    "65539",
    "65540",
    "65600",
    "66000",
    "70000",
    "99999",
    "065535",
    "065536",
    "100000",
    "000000080",
    "00000000000000000000000000000000000000080",
    "655350",
    "2147483648",
    "4294967295",
    "4294967296",
    "4294967376",
    "18446744073709551615",
    "18446744073709551696",
    "340282366920938463463374607431768211536",
    "+80",
    "-1",
    "8_0",
    "0x50",
    "1e2",
    "80 ",
];

/// Escapes that some part gives a meaning, and what is no escape.
const ESCAPES: &[&str] = &[
    "%00",
    "%01",
    "%08",
    "%09",
    "%0A",
    "%0a",
    "%0B",
    "%0C",
    "%0D",
    "%0d",
    "%0E",
    "%0D%0A",
    "%09%09",
    "%09%09%09",
    "%10",
    "%19",
    "%20",
    "%22",
    "%23",
    "%25",
    "%2E",
    "%2e",
    "%2F",
    "%2f",
    "%3A",
    "%3B",
    "%3b",
    "%3D",
    "%3F",
    "%40",
    "%41",
    "%5B",
    "%5C",
    "%5c",
    "%5D",
    "%5d",
    "%61",
    "%7E",
    "%7F",
    "%80",
    "%8A",
    "%C3%A9",
    "%c3%a9",
    "%FF",
    "%ff",
    "%fF",
    "%",
    "%%",
    "%4",
    "%4%31",
    "%g0",
    "%0g",
    "%G0",
    "%0G",
    "%%41",
    "%u0041",
    "%+1",
    "%-1",
    "% 1",
    "%/1",
    "%:1",
    "%@1",
    "%`1",
    "%1/",
    "%1:",
    "%1@",
    "%1G",
    "%1`",
    "%1g",
    "%\u{ff11}1",
];

/// What other standards or habits allow, and what is in no alphabet here.
const FOREIGN: &[&str] = &[
    "#frag",
    "<a>",
    "\"a\"",
    "a b",
    "\t",
    "\n",
    "\r\n",
    "\0",
    "{a}",
    "a|b",
    "a\\b",
    "a^b",
    "~user",
    "[::1]",
    "`a`",
    "é",
    "日本",
    "\u{1F600}",
    "\u{ff0f}",
    "\u{2024}",
    "\u{feff}",
    "//",
    "///",
    "./",
    "../",
    "a;b",
    "a@b@c",
    "a:b:c",
    "u:p@",
    "u@",
    ":@",
    "@",
    ":",
    "a..b",
    ".a",
    "a.",
    "a-",
    "-a",
    "a_b",
    "xn--a",
    "1a",
    "a1",
    "1.2.3",
    "1.2.3.4",
    "1.2.3.4.5",
    "01.02.03.04",
    "1.2.3.a",
    "a.1",
    "a.1a",
    "localhost",
    "LOCALHOST",
    ";type=a",
    ";type=A",
    ";type=x",
    ";type=",
    ";type=aa",
    ";TYPE=a",
    ";Type=a",
    ";tyPe=a",
    ";type",
    ";type=a;type=i",
    ";a=b",
    ";a",
    ";a=b=c",
    "?q",
    "?a?b",
    "*",
    "**",
    "*.a",
    "a.*",
    "%22a%20b%22@a",
    "%22a%5C%22b%22@a",
    "%22a%22b@a",
    "a.b@a",
    "a..b@a",
    ".a@a",
    "a.@a",
    "a%40b",
    "a@%5B1.2%5D",
    "a@%5B%5C%5D%5D",
    "a@%5B%5B%5D",
    "a@a%2Eb",
    "a@a%2d",
    "a@%61",
    "a@1.2.3.4",
    "a@%31.2.3.4",
    "a@1.2.3.25%36",
    "a@1.2.3.%32%35%35",
    "a(b)@c",
    "a,b@c",
    "a:b@c;",
    "%3Ca@b%3E",
    "@a,@b:c@d",
    "a%0D%0A%20b@c",
];

/// A URL of each form, with all that it may have.
const SAMPLES: &[&str] = &[
    "ftp://user:pass@ftp.host.dom:21/a/b%2Fc;type=i",
    "ftp://u@1.2.3.4/;type=D",
    "http://www.host.dom:80/a/b?c=d",
    "gopher://h.dom:70/7sel%09search%09+plus",
    "gopher://h.dom/7sel%09search%09+~",
    "mailto:a.b%22c%20d%22@host.dom",
    "mailto:%22a%5C%22b%22.c%40%5B1.2.3.4%5D",
    "mailto:a@h.dom?subject=x",
    "news:comp.lang.c",
    "news:a/b$c@host.dom",
    "news:*",
    "nntp://h.dom:119/comp.lang.c/123",
    "telnet://u:p@h.dom:23/",
    "wais://h.dom:210/db?search",
    "wais://h.dom/db/type/path",
    "file://localhost/a/b",
    "file:///a",
    "prospero://h.dom:1525//pros/name;a=b;c=d",
    "x-y.1+://u:p@h.dom:1/path",
    "x://1.2.3.4:5",
    "x:opaque",
];

/// Adds the samples, their beginnings, and each with one byte less, doubled, or put in another
/// case or place of the alphabet.
pub(super) fn samples(sink: &mut Sink<'_>) {
    for sample in SAMPLES {
        near(sample).iter().for_each(|text| sink.add(&[text]));
        (0..sample.len()).for_each(|end| sink.add(&[&sample.as_bytes()[..end]]));
    }
}

/// Bytes that are no UTF-8.
const BYTES: &[&[u8]] =
    &[b"\x80", b"\xC3", b"\xC3(", b"\xED\xA0\x80", b"\xF8\x88", b"\xFF\xFE", b"a\xE9b"];

/// Labels, and names of several labels, around their limits.
fn names() -> Vec<Vec<u8>> {
    let mut names = Vec::new();
    for len in [61, 62, 63, 64, 65, 127, 128] {
        let plain = "a".repeat(len);
        names.push(plain.clone());
        names.push(format!("{plain}.b"));
        names.push(format!("b.{plain}"));
        names.push(format!("{}a", "1".repeat(len - 1)));
        names.push(format!("a{}a", "-".repeat(len - 2)));
        names.push(format!("a{}", "-".repeat(len - 1)));
        names.push(format!("{}.1.1.1", "0".repeat(len)));
        names.push(format!("1.1.1.{}1", "0".repeat(len - 1)));
        names.push(format!("{}.a", "0".repeat(len)));
    }
    let label = "a".repeat(63);
    for len in [250, 253, 254, 255, 256, 257, 300] {
        // Labels of 63, of 1, and of one that is too long for its own sake.
        names.push(
            [format!("{label}."), format!("{label}."), format!("{label}.")].concat()
                + &"b".repeat(len - 192),
        );
        names.push("a.".repeat((len - 1) / 2) + if len % 2 == 0 { "ab" } else { "a" });
        names.push("1.".repeat((len - 1) / 2) + if len % 2 == 0 { "ab" } else { "a" });
        names.push(format!("1.2.3.{}", "0".repeat(len - 6)));
    }
    names.into_iter().map(String::into_bytes).collect()
}

/// Each number in each of the four places of an address.
fn addresses() -> impl Iterator<Item = String> {
    NUMBERS.iter().flat_map(|number| {
        (0..4).map(move |place| {
            let groups: Vec<&str> =
                (0..4).map(|at| if at == place { number } else { "1" }).collect();
            groups.join(".")
        })
    })
}

/// A literal of the grammar with what is nearly it: in other cases, too short, too long.
fn near(literal: &str) -> Vec<Vec<u8>> {
    let bytes = literal.as_bytes();
    let mut all =
        vec![bytes.to_vec(), literal.to_ascii_uppercase().into(), [bytes, bytes].concat()];
    for at in 0..bytes.len() {
        let mut other_case = bytes.to_vec();
        other_case[at] ^= if bytes[at].is_ascii_alphabetic() { 0x20 } else { 0x01 };
        all.push(other_case);
        all.push([&bytes[..at], &bytes[at + 1..]].concat());
        all.push([&bytes[..at], &bytes[at..=at], &bytes[at..]].concat());
    }
    all
}

/// Adds the words for the texts of `oracle`.
pub(super) fn words(oracle: &Oracle, effort: Effort, sink: &mut Sink<'_>) {
    let mut words: Vec<Vec<u8>> =
        oracle.grammar.literals(oracle.entry).into_iter().flat_map(near).collect();
    words.extend(
        [NUMBERS, ESCAPES, FOREIGN].concat().into_iter().map(|word| word.as_bytes().to_vec()),
    );
    words.extend(BYTES.iter().map(|bytes| bytes.to_vec()));
    let long: Vec<Vec<u8>> = addresses().map(String::into_bytes).chain(names()).collect();

    let suffixes = match effort {
        Effort::Full => characterizing_set(&oracle.bnf),
        Effort::Quick => vec![Vec::new()],
    };
    let completions = oracle.bnf.completions();
    for (access, end) in oracle.bnf.access().iter().zip(&completions) {
        let Some(access) = access else { continue };
        for word in &words {
            suffixes.iter().chain(end).for_each(|suffix| sink.add(&[access, word, suffix]));
        }
        // Behind the long ones only what ends a host can tell much.
        for word in &long {
            let short = suffixes.iter().filter(|suffix| suffix.len() < 5);
            short.chain(end).for_each(|suffix| sink.add(&[access, word, suffix]));
        }
    }
    // Here a host stands behind an "@" that the automaton of section 5 need not tell.
    if let "mailto" | "news" = oracle.title {
        let begin = format!("{}:a@", oracle.title);
        names().iter().for_each(|host| sink.add(&[begin.as_bytes(), host]));
    }
}
