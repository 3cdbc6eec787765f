//! The strings that the suite is chosen from.

use std::collections::{HashSet, VecDeque};

use url1738_conformance::{
    dfa::{DEAD, Dfa, StateId},
    oracle::Oracle,
    suite::{self, Effort, Section, Sink, wp_method},
};

/// No walk is longer: host names end at 255 characters.
const LONGEST_WALK: usize = 240;

/// No candidate with a repeated cycle is longer.
const LONGEST_PUMPED: usize = 200;

/// Returns the strings of the suites of `tests/conformance`, the shortest first, after walks through all states.
#[must_use]
pub fn candidates(oracle: &Oracle, large: bool) -> Vec<Vec<u8>> {
    let mut found: Vec<Vec<u8>> = Vec::new();
    suite::run(oracle, Effort::Quick, &mut |section, text| {
        // Few faults need a cycle that is taken often; the longest texts show no other.
        if section != Section::Pumped || text.len() <= LONGEST_PUMPED {
            found.push(text.to_vec());
        }
    });
    let all: Vec<u8> = (0..=u8::MAX).collect();
    {
        let mut visit = |_: Section, text: &[u8]| found.push(text.to_vec());
        let mut sink = Sink::new(&mut visit);
        wp_method(&oracle.uncounted, &all, &mut sink);
        if large {
            wp_method(&oracle.strict, &oracle.strict.class_bytes(), &mut sink);
        }
    }
    found.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    found.dedup();
    let mut first = walks(&oracle.uncounted, Goal::Steps);
    first.extend(walks(&oracle.strict, Goal::States));
    if large {
        first.extend(walks(&oracle.strict, Goal::Steps));
    }
    first.extend(found);
    first
}

/// What walks have to visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    States,
    Steps,
}

/// Returns accepted texts that together visit every state, or take every transition that leads anywhere.
///
/// Each walks from the start to the nearest place that is still open, goes on from there, and ends by the shortest
/// way to acceptance.
fn walks(dfa: &Dfa, goal: Goal) -> Vec<Vec<u8>> {
    let classes: Vec<Vec<u8>> = dfa.byte_classes().into_iter().map(printable_first).collect();
    let completions = dfa.completions();
    let mut open: HashSet<(StateId, usize)> = HashSet::new();
    let target = |state: StateId, class: usize| match goal {
        Goal::States => (dfa.next(state, classes[class][0]), 0),
        Goal::Steps => (state, class),
    };
    let access = dfa.access();
    for (state, _) in (0..).zip(&access).filter(|(state, text)| *state != DEAD && text.is_some()) {
        for (class, bytes) in classes.iter().enumerate() {
            if dfa.next(state, bytes[0]) != DEAD {
                open.insert(target(state, class));
            }
        }
    }
    let mut turn = vec![0_usize; classes.len()];
    let mut walks = Vec::new();
    loop {
        let (mut state, mut text) = (dfa.start(), Vec::new());
        let mut gained = false;
        while let Some(way) =
            nearest(dfa, &classes, state, |from, class| open.contains(&target(from, class)))
        {
            if text.len() + way.len() > LONGEST_WALK && gained {
                break;
            }
            for class in way {
                gained |= open.remove(&target(state, class));
                // All bytes of a class lead to the same state, so each of them has its turn.
                let byte = classes[class][turn[class] % classes[class].len()];
                turn[class] += 1;
                state = dfa.next(state, byte);
                text.push(byte);
            }
        }
        if !gained {
            return walks;
        }
        text.extend(completions[state as usize].as_deref().unwrap_or_default());
        walks.push(text);
    }
}

/// Returns the classes of bytes on a shortest way to a transition that is wanted, that transition included.
fn nearest(
    dfa: &Dfa,
    classes: &[Vec<u8>],
    from: StateId,
    wanted: impl Fn(StateId, usize) -> bool,
) -> Option<Vec<usize>> {
    let mut came = vec![None; dfa.len()];
    let mut queue = VecDeque::from([from]);
    let mut seen = vec![false; dfa.len()];
    seen[from as usize] = true;
    while let Some(state) = queue.pop_front() {
        for (class, bytes) in classes.iter().enumerate() {
            let next = dfa.next(state, bytes[0]);
            if next == DEAD {
                continue;
            }
            if wanted(state, class) {
                let mut way = vec![class];
                let mut at = state;
                while let Some((before, class)) = came[at as usize] {
                    way.push(class);
                    at = before;
                }
                way.reverse();
                return Some(way);
            }
            if !seen[next as usize] {
                seen[next as usize] = true;
                came[next as usize] = Some((state, class));
                queue.push_back(next);
            }
        }
    }
    None
}

fn printable_first(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.sort_by_key(|byte| (!byte.is_ascii_lowercase(), !byte.is_ascii_graphic(), *byte));
    bytes
}
