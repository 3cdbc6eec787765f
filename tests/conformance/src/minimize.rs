//! Deterministic automata compared: Hopcroft's algorithm finds the smallest one of a language, in canonical order, and pairs
//! of two show unions, differences and a text on which they differ.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::dfa::{DEAD, Dfa, StateId, number};

impl Dfa {
    /// Returns the smallest automaton of the same language. The dead state is number 0, the others are
    /// numbered in the order a breadth-first walk finds them, bytes that it treats alike
    /// share a class.
    #[must_use]
    pub fn minimized(&self) -> Self {
        let block_of = Partition::new(self).refined(self);
        let width = self.width();
        let mut numbers: HashMap<u32, StateId> = HashMap::from([(block_of[DEAD as usize], DEAD)]);
        let mut states = vec![DEAD];
        let mut open = VecDeque::from([self.start]);
        let mut table = vec![DEAD; width];
        let mut start = DEAD;
        if block_of[self.start as usize] != block_of[DEAD as usize] {
            start = 1;
            numbers.insert(block_of[self.start as usize], start);
            states.push(self.start);
            while let Some(state) = open.pop_front() {
                for symbol in 0..width {
                    let next = self.after(state, symbol);
                    let fresh = number(states.len());
                    let number = *numbers.entry(block_of[next as usize]).or_insert(fresh);
                    if number == fresh {
                        states.push(next);
                        open.push_back(next);
                    }
                    table.push(number);
                }
            }
        }
        let accepting = states.iter().map(|state| self.accepting[*state as usize]).collect();
        Self { table, accepting, start, ..self.clone() }.with_fewest_classes()
    }

    /// The same automaton, with one class for all bytes whose columns are equal.
    fn with_fewest_classes(self) -> Self {
        let rows = self.len();
        let column = |class: usize| -> Vec<StateId> {
            (0..rows).map(|row| self.table[row * self.width() + class]).collect()
        };
        let mut numbers: HashMap<Vec<StateId>, u8> = HashMap::new();
        let mut kept = Vec::new();
        let mut merged = Vec::new();
        // By byte, not by old class, so that the numbering depends on the language only.
        let class_of = core::array::from_fn(|byte| {
            let old = usize::from(self.class_of[byte]);
            let next = u8::try_from(numbers.len()).expect("at most 256 classes");
            let new = *numbers.entry(column(old)).or_insert(next);
            if new == next {
                kept.push(old);
            }
            merged.push(new);
            new
        });
        let table = (0..rows)
            .flat_map(|row| {
                let row = &self.table[row * self.width()..][..self.width()];
                kept.iter().map(|old| row[*old]).chain(row[self.classes..].iter().copied())
            })
            .collect();
        Self { class_of, classes: kept.len(), table, ..self.clone() }
    }
}

/// States in blocks: each block is a run of `order`.
struct Partition {
    order: Vec<u32>,
    place: Vec<usize>,
    block_of: Vec<u32>,
    blocks: Vec<core::ops::Range<usize>>,
    /// How many states at the front of each block are to be split off.
    marked: Vec<usize>,
}

impl Partition {
    fn new(dfa: &Dfa) -> Self {
        let len = dfa.len();
        let order = (0..len).map(number).collect();
        let mut partition = Self {
            order,
            place: (0..len).collect(),
            block_of: vec![0; len],
            blocks: core::iter::once(0..len).collect(),
            marked: vec![0],
        };
        for state in 0..len {
            if dfa.accepting[state] {
                partition.mark(state);
            }
        }
        partition.split(0);
        partition
    }

    /// Returns the block of each state when no symbol distinguishes states of one block.
    fn refined(mut self, dfa: &Dfa) -> Vec<u32> {
        let (len, width) = (dfa.len(), dfa.width());
        let sources = Sources::new(dfa);
        let mut open: Vec<(usize, usize)> =
            (0..self.blocks.len()).flat_map(|b| (0..width).map(move |s| (b, s))).collect();
        let mut is_open = vec![true; self.blocks.len() * width];
        while let Some((splitter, symbol)) = open.pop() {
            is_open[splitter * width + symbol] = false;
            let members: Vec<u32> = self.order[self.blocks[splitter].clone()].to_vec();
            let mut touched = Vec::new();
            for member in members {
                for source in sources.of(member as usize * width + symbol) {
                    let block = self.block_of[*source as usize] as usize;
                    if self.marked[block] == 0 {
                        touched.push(block);
                    }
                    self.mark(*source as usize);
                }
            }
            for block in touched {
                let Some(fresh) = self.split(block) else { continue };
                is_open.resize(self.blocks.len() * width, false);
                for symbol in 0..width {
                    // The smaller half is enough, unless the whole is still to be looked at.
                    let smaller = if self.blocks[fresh].len() <= self.blocks[block].len() {
                        fresh
                    } else {
                        block
                    };
                    let add = if is_open[block * width + symbol] { fresh } else { smaller };
                    if !core::mem::replace(&mut is_open[add * width + symbol], true) {
                        open.push((add, symbol));
                    }
                }
            }
        }
        debug_assert_eq!(self.block_of.len(), len);
        self.block_of
    }

    /// Moves a state to the front of its block, once.
    fn mark(&mut self, state: usize) {
        let block = self.block_of[state] as usize;
        let border = self.blocks[block].start + self.marked[block];
        let place = self.place[state];
        if place >= border {
            self.order.swap(place, border);
            self.place[self.order[place] as usize] = place;
            self.place[self.order[border] as usize] = border;
            self.marked[block] += 1;
        }
    }

    /// Splits the marked states off into a new block, if others remain.
    fn split(&mut self, block: usize) -> Option<usize> {
        let marked = core::mem::take(&mut self.marked[block]);
        let range = self.blocks[block].clone();
        if marked == 0 || marked == range.len() {
            return None;
        }
        let border = range.start + marked;
        let fresh = self.blocks.len();
        self.blocks[block] = border..range.end;
        self.blocks.push(range.start..border);
        self.marked.push(0);
        let fresh_number = number(fresh);
        for place in range.start..border {
            self.block_of[self.order[place] as usize] = fresh_number;
        }
        Some(fresh)
    }
}

/// For each state and symbol the states from which that symbol leads there.
struct Sources {
    begin: Vec<usize>,
    states: Vec<u32>,
}

impl Sources {
    fn new(dfa: &Dfa) -> Self {
        let width = dfa.width();
        let cell = |at: usize| dfa.table[at] as usize * width + at % width;
        let mut begin = vec![0; dfa.table.len() + 1];
        (0..dfa.table.len()).for_each(|at| begin[cell(at) + 1] += 1);
        (1..begin.len()).for_each(|at| begin[at] += begin[at - 1]);
        let mut free = begin.clone();
        let mut states = vec![0; dfa.table.len()];
        for at in 0..dfa.table.len() {
            states[free[cell(at)]] = number(at / width);
            free[cell(at)] += 1;
        }
        Self { begin, states }
    }

    fn of(&self, cell: usize) -> &[u32] {
        &self.states[self.begin[cell]..self.begin[cell + 1]]
    }
}

/// A state of either automaton.
type Pair = (StateId, StateId);

impl Dfa {
    /// The smallest automaton of the texts for which `keep` holds of what the two automata say.
    /// Neither may have marks.
    ///
    /// # Panics
    ///
    /// Panics if `keep` holds for texts that neither accepts.
    #[must_use]
    pub fn combined(&self, other: &Self, keep: impl Fn(bool, bool) -> bool) -> Self {
        let mut numbers: HashMap<(u8, u8), u8> = HashMap::new();
        let class_of = core::array::from_fn(|byte| {
            let next = u8::try_from(numbers.len()).expect("at most 256 classes");
            *numbers.entry((self.class_of[byte], other.class_of[byte])).or_insert(next)
        });
        let classes = numbers.len();
        let mut pairs_of_class: Vec<_> = numbers.into_iter().collect();
        pairs_of_class.sort_by_key(|(_, class)| *class);

        // The pair of dead states comes first: it is dead here too, as `keep(false, false)` never is.
        assert!(!keep(false, false), "a text that neither accepts is not in the language");
        let mut pairs = vec![(0, 0), (self.start, other.start)];
        let mut states: HashMap<(StateId, StateId), StateId> =
            HashMap::from([(pairs[0], 0), (pairs[1], 1)]);
        let mut table = Vec::new();
        let mut at = 0;
        while let Some((left, right)) = pairs.get(at).copied() {
            for ((a, b), _) in &pairs_of_class {
                let next = (self.after(left, usize::from(*a)), other.after(right, usize::from(*b)));
                let fresh = number(pairs.len());
                table.push(*states.entry(next).or_insert_with(|| {
                    pairs.push(next);
                    fresh
                }));
            }
            at += 1;
        }
        let accepting =
            pairs.iter().map(|(a, b)| keep(self.accepts_in(*a), other.accepts_in(*b))).collect();
        Self { class_of, classes, marks: 0, table, accepting, start: 1 }.minimized()
    }

    /// Returns one byte of each class that the two together distinguish, printable ones first.
    pub(crate) fn joint_class_bytes(&self, other: &Self) -> Vec<u8> {
        let mut seen = HashSet::new();
        let mut bytes = Self::legible_bytes();
        bytes.retain(|byte| {
            let byte = usize::from(*byte);
            seen.insert((self.class_of[byte], other.class_of[byte]))
        });
        bytes
    }

    /// Returns a shortest text that one accepts and the other does not; `None` if the languages are equal.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<Vec<u8>> {
        self.difference_from(self.start, other, other.start)
    }

    /// Returns a shortest text that is accepted from one of the states and not from the other.
    pub(crate) fn difference_from(
        &self,
        state: StateId,
        other: &Self,
        with: StateId,
    ) -> Option<Vec<u8>> {
        let bytes = self.joint_class_bytes(other);
        let mut came: HashMap<Pair, Option<(Pair, u8)>> = HashMap::from([((state, with), None)]);
        let mut open = VecDeque::from([(state, with)]);
        while let Some(pair) = open.pop_front() {
            if self.accepts_in(pair.0) != other.accepts_in(pair.1) {
                let mut text = Vec::new();
                let mut at = pair;
                while let Some(Some((before, byte))) = came.get(&at) {
                    text.push(*byte);
                    at = *before;
                }
                text.reverse();
                return Some(text);
            }
            for byte in &bytes {
                let next = (self.next(pair.0, *byte), other.next(pair.1, *byte));
                came.entry(next).or_insert_with(|| {
                    open.push_back(next);
                    Some((pair, *byte))
                });
            }
        }
        None
    }
}
