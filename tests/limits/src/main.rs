//! Runs every operation of the libraries on the worst inputs: each family at n, 2n and 10n repetitions.
//!
//! Under callgrind each call of [`measured`] writes a separate dump, which `cargo xtask complexity` reads. This program
//! prints the order of the dumps, and the peak memory of each call.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a tool for developers: a panic reports a bug in it"
)]
#![allow(clippy::std_instead_of_alloc, reason = "a program has the whole standard library")]

mod families;
mod heap;
mod works;

use core::hint::black_box;

use families::{FAMILIES, REFERENCES, REPLIES, TEXTS};
use works::{OF_REFERENCES, OF_REPLIES, OF_TEXTS, WORKS, Work};

/// The repetitions of the shortest of the three inputs.
const N: usize = 4_000;

fn main() {
    println!("family\twork\tcount\tinput\tpeak");
    // A family and an operation may be named, to profile one of them.
    let only: Vec<String> = std::env::args().skip(1).collect();
    let is_asked = |names: [&str; 2]| only.iter().zip(names).all(|(asked, name)| asked == name);
    let measured_of =
        [(FAMILIES, WORKS), (REFERENCES, OF_REFERENCES), (REPLIES, OF_REPLIES), (TEXTS, OF_TEXTS)];
    for (families, works) in measured_of {
        for (family, work) in
            families.iter().flat_map(|it| works.iter().map(move |work| (it, work)))
        {
            if !is_asked([family.name, work.name]) {
                continue;
            }
            for count in [N, 2 * N, 10 * N] {
                let text = family.text(count);
                let input = text.len();
                let peak = heap::peak(|| measured(work, text));
                println!("{}\t{}\t{count}\t{input}\t{peak}", family.name, work.name);
            }
        }
    }
}

/// The function that callgrind counts.
#[inline(never)]
fn measured(work: &Work, text: String) {
    black_box((work.run)(black_box(text)));
}
