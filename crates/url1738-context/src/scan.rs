//! The search: from colon to colon.

use crate::{bracketed, candidate, colons, next::Next, pieces::Hit, plain, text::Text};

/// How far back from a colon anything looks: the longest line, scheme and prefix.
pub(crate) const LOOK_BACK: usize = 1024;

/// The position of a search in a text.
///
/// Each step looks at one colon, since every URL has one after its scheme. A step moves on past all
/// that it looked at, or looks ahead a bounded number of bytes: so the time is linear.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scanner {
    next: Next,
    /// The end of what is used up, which no scheme's name reaches across.
    floor: usize,
    state: State,
}

/// Whether a step without a URL was the last one for now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum State {
    /// There may be more.
    #[default]
    Going,
    /// The answer depends on what the stream brings next. Nothing has changed but the position.
    Short,
    /// No colon is left.
    End,
}

impl Scanner {
    /// Returns the offset before which nothing is needed any more, but for [`LOOK_BACK`] bytes.
    pub(crate) fn position(&self) -> usize {
        self.next.open.as_ref().map_or(self.next.at, |open| open.from)
    }

    /// The same search in a text from which the first `count` bytes were taken.
    pub(crate) fn move_back(&mut self, count: usize) {
        let by = |offset: &mut usize| *offset = offset.saturating_sub(count);
        by(&mut self.next.at);
        by(&mut self.floor);
        if let Some(open) = &mut self.next.open {
            by(&mut open.from);
            by(&mut open.closing.start);
            by(&mut open.closing.end);
        }
    }

    /// Returns what the last step that returned nothing came to.
    pub(crate) fn state(&self) -> State {
        self.state
    }

    /// Looks at the next colon that may be a scheme's.
    ///
    /// What it returns is void where the state is [`State::Short`] then: one need not look, but in a stream.
    #[inline]
    pub(crate) fn step<'t>(&mut self, text: &Text<'t>) -> Option<Hit<'t>> {
        self.state = State::Going;
        if self.next.open.is_some() {
            return self.step_in_wrapper(text);
        }
        let Some(colon) = colons::next(text.tail(0), self.next.at) else {
            self.next.at = text.len();
            self.state = State::End;
            return None;
        };
        if let Some((whole, stop)) = plain::at_colon(text, self.floor, colon) {
            self.next.at = stop;
            self.floor = stop;
            return Some(Hit::Whole(whole));
        }
        self.next.at = colon.wrapping_add(1);
        let hit = candidate::at_colon(text, self.floor, colon, &mut self.next);
        if text.short() {
            self.give_up(colon);
        } else {
            self.floor = self.next.at;
        }
        hit
    }

    /// Takes a step back to wait for more of a stream.
    #[cold]
    fn give_up(&mut self, at: usize) {
        self.next = Next { at, open: None };
        self.state = State::Short;
    }

    #[cold]
    fn step_in_wrapper<'t>(&mut self, text: &Text<'t>) -> Option<Hit<'t>> {
        let open = self.next.open.take()?;
        self.next.at = open.closing.end;
        let hit = bracketed::in_wrapper(text, &open, &mut self.next);
        if text.short() {
            self.next.open = Some(open);
            self.state = State::Short;
        } else {
            self.floor = self.next.at;
        }
        hit
    }
}
