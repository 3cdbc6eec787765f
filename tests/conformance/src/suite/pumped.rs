//! Cycles of the automaton, repeated many times, to find faults of counters, buffers and recursion in a
//! parser.

use std::collections::{HashMap, VecDeque};

use super::sink::Sink;
use crate::dfa::{DEAD, Dfa, StateId, number};

/// The number of repetitions of a cycle.
const TIMES: &[usize] = &[2, 3, 8, 63, 64, 65, 127, 128, 255, 256, 1000];

/// Adds every shortest cycle from every state by every class of bytes, pumped, with a shortest
/// end after it, and with a wrong byte after it.
pub(super) fn pumped(dfa: &Dfa, sink: &mut Sink<'_>) {
    let access = dfa.access();
    let completions = dfa.completions();
    for (state, (access, end)) in access.iter().zip(&completions).enumerate() {
        let (Some(access), Some(end)) = (access, end) else { continue };
        let state = number(state);
        for byte in dfa.class_bytes() {
            let Some(cycle) = cycle(dfa, state, byte) else { continue };
            for times in TIMES {
                let pumped = cycle.repeat(*times);
                sink.add(&[access, &pumped, end]);
                sink.add(&[access, &pumped, b"\x7F", end]);
                sink.add(&[access, &pumped, &cycle[..cycle.len() - 1], end]);
            }
        }
    }
}

/// Returns a shortest text from `state` back to it that begins with `byte`.
fn cycle(dfa: &Dfa, state: StateId, byte: u8) -> Option<Vec<u8>> {
    let first = dfa.next(state, byte);
    let mut texts = HashMap::from([(first, vec![byte])]);
    let mut open = VecDeque::from([first]);
    while let Some(at) = open.pop_front() {
        if at == state {
            return texts.remove(&at);
        }
        if at == DEAD {
            continue;
        }
        for byte in dfa.class_bytes() {
            let next = dfa.next(at, byte);
            if !texts.contains_key(&next) {
                let text = [texts[&at].as_slice(), &[byte]].concat();
                texts.insert(next, text);
                open.push_back(next);
            }
        }
    }
    None
}
