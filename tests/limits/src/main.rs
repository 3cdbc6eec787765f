//! What the worst texts cost: each family at n, 2n and 10n, by every work of the libraries on a text.
//!
//! Under callgrind each [`measured`] call is a dump of its own, which `cargo xtask complexity` reads; what this prints is the
//! order of the dumps, and the memory that each call held at most.

#![allow(clippy::std_instead_of_alloc, reason = "a program has the whole standard library")]

mod families;
mod heap;
mod works;

use core::hint::black_box;

use families::FAMILIES;
use works::{WORKS, Work};

/// The shortest of the three, in repetitions.
const N: usize = 4_000;

fn main() {
    println!("family\twork\tcount\tinput\tpeak");
    for family in FAMILIES {
        for work in WORKS {
            for count in [N, 2 * N, 10 * N] {
                let text = family.text(count);
                let input = text.len();
                let peak = heap::peak(|| measured(work, text));
                println!("{}\t{}\t{count}\t{input}\t{peak}", family.name, work.name);
            }
        }
    }
}

/// The call that callgrind counts.
#[inline(never)]
fn measured(work: &Work, text: String) {
    black_box((work.run)(black_box(text)));
}
