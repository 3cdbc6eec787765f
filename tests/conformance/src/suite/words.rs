//! Strings with a special meaning: the literals of the grammar and near misses, numbers and names
//! at their limits, escapes whole and broken, text of other alphabets. Each is put after a shortest
//! text to every state of the automaton, followed by every suffix of the characterizing set.

use super::{
    Effort,
    sink::Sink,
    vocabulary::{BYTES, ESCAPES, FOREIGN, NUMBERS, SAMPLES},
    w_method::characterizing_set,
};
use crate::oracle::Oracle;

/// Adds the samples, their beginnings, and each with one byte less, doubled, or put in another
/// case or place of the alphabet.
pub(super) fn samples(sink: &mut Sink<'_>) {
    for sample in SAMPLES {
        near(sample).iter().for_each(|text| sink.add(&[text]));
        (0..sample.len()).for_each(|end| sink.add(&[&sample.as_bytes()[..end]]));
    }
}

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
        // Labels of 63 bytes, of 1 byte, and of one too many.
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

/// Returns a literal of the grammar with near misses: in other cases, too short, too long.
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
        // After the long ones only bytes that end a host matter.
        for word in &long {
            let short = suffixes.iter().filter(|suffix| suffix.len() < 5);
            short.chain(end).for_each(|suffix| sink.add(&[access, word, suffix]));
        }
    }
    // Here a host follows an "@" that the automaton of section 5 need not distinguish.
    if let "mailto" | "news" = oracle.title {
        let begin = format!("{}:a@", oracle.title);
        names().iter().for_each(|host| sink.add(&[begin.as_bytes(), host]));
    }
}
