//! How far a URL without a wrapper may reach: the run of characters that a URL can hold.

use crate::{
    class::{BLANK, CLOSE, COLON, ENTITY, FOREIGN, HASH, LIST, OPEN, PLAIN, QUOTE, STOP, class},
    front::Opener,
    lanes, scheme, template,
    text::Text,
};

/// The longest URL that is read: 64 KiB. A longer one is cut there, so that a reader of streams
/// holds a bounded number of bytes.
pub(crate) const LONGEST: usize = 64 * 1024;

/// How far letters without blanks between them are looked at, in bytes.
const LONGEST_WORD: usize = 128;

/// The end of the run that begins at `from`.
///
/// It ends at white space and the other characters that delimit URLs everywhere, at a closing
/// bracket that it did not open, before a bracket that it does not close, at the quotation mark that
/// mirrors the `opener`, at `&gt;` and the like, and at a comma, semicolon or opening bracket where
/// the next URL follows at once.
#[inline]
pub(crate) fn end(text: &Text<'_>, from: usize, opener: Opener) -> Run {
    let ahead = text.slice(from, text.len().min(from.wrapping_add(LONGEST)));
    let width = plain(ahead);
    let stop = from.wrapping_add(width);
    match ahead.get(width) {
        Some(b'<') => {
            let pattern = template::goes_on_with_name(text, stop);
            Run { stop, end: stop, hash: None, pattern }
        }
        Some(0..=b' ' | b'"' | b')' | b']' | b'}' | b'>' | b'\\' | b'`' | 0x7f) => {
            Run { stop, end: stop, hash: None, pattern: false }
        }
        _ => closer_look(text, from, stop, opener),
    }
}

/// How many bytes belong to the run for certain, seen from the first of them.
#[inline]
pub(crate) fn plain(ahead: &[u8]) -> usize {
    let width = lanes::run(ahead).unwrap_or_default();
    if let Some([b':', next, rest @ ..]) = ahead.get(width..) {
        // A port; else a second scheme may begin, behind one of the commas that were passed.
        let port = next.is_ascii_digit().then(|| lanes::run(rest)).flatten();
        let behind = port.filter(|behind| rest.get(*behind) != Some(&b':'));
        return behind.map_or(0, |behind| width.wrapping_add(2).wrapping_add(behind));
    }
    width
}

/// The same byte by byte from `at` on, where bytes may belong to the URL or not. Before `at` all do.
fn closer_look(text: &Text<'_>, from: usize, at: usize, opener: Opener) -> Run {
    let limit = from.wrapping_add(LONGEST);
    let mut brackets = Brackets::default();
    let mut at = at;
    let (mut pattern, mut hash) = (false, None);
    let ahead = text.slice(from, limit.min(text.len()));
    loop {
        let rest = ahead.get(at.saturating_sub(from)..).unwrap_or_default();
        let width = rest.iter().take_while(|byte| class(**byte) == PLAIN).count();
        at = at.wrapping_add(width);
        let Some(byte) = rest.get(width).copied() else {
            if at < limit {
                text.run_out();
            }
            break;
        };
        let width = match class(byte) {
            OPEN if scheme::begins(text, at.wrapping_add(1)) => 0,
            OPEN => {
                brackets.open(byte, at);
                1
            }
            CLOSE => usize::from(brackets.close(byte)),
            QUOTE => usize::from(!opener.closes_with_quote()),
            LIST => usize::from(!scheme::begins(text, at.wrapping_add(1))),
            ENTITY => usize::from(!is_delimiting_entity(text, at)),
            FOREIGN => letters(text, at),
            STOP => usize::from(byte == b'|' && is_drive(text, at)),
            BLANK => 0,
            HASH => {
                hash = hash.or(Some(at));
                1
            }
            COLON => {
                pattern |= template::names_port(text, from, at);
                1
            }
            _ => 1,
        };
        if width == 0 {
            break;
        }
        at = at.wrapping_add(width);
    }
    pattern |= template::goes_on_with_name(text, at);
    Run { stop: at, end: brackets.unclosed().unwrap_or(at), hash, pattern }
}

/// Where a run ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    /// The offset of what stopped it; nothing before it is looked at again.
    pub(crate) stop: usize,
    /// The same, or the offset of the first bracket that stayed open.
    pub(crate) end: usize,
    /// The offset of the first `#`.
    pub(crate) hash: Option<usize>,
    /// Whether it is the pattern of a URL and none.
    pub(crate) pattern: bool,
}

/// The brackets of a run: how many of each sort are open, and where the first of them was opened.
#[derive(Default)]
struct Brackets {
    round: (u32, usize),
    square: (u32, usize),
    curly: (u32, usize),
}

impl Brackets {
    fn of(&mut self, byte: u8) -> &mut (u32, usize) {
        match byte {
            b'(' | b')' => &mut self.round,
            b'[' | b']' => &mut self.square,
            _ => &mut self.curly,
        }
    }

    fn open(&mut self, byte: u8, at: usize) {
        let (depth, first) = self.of(byte);
        if *depth == 0 {
            *first = at;
        }
        *depth = depth.wrapping_add(1);
    }

    fn close(&mut self, byte: u8) -> bool {
        let (depth, _) = self.of(byte);
        let opened = *depth > 0;
        *depth = depth.saturating_sub(1);
        opened
    }

    fn unclosed(&self) -> Option<usize> {
        [self.round, self.square, self.curly]
            .into_iter()
            .filter_map(|(depth, first)| (depth > 0).then_some(first))
            .min()
    }
}

/// Whether a character entity stands here for what delimits a URL. `&amp;` does not, nor does the
/// `&` between the fields of a query.
pub(crate) fn is_delimiting_entity(text: &Text<'_>, at: usize) -> bool {
    const NAMES: [&[u8]; 14] = [
        b"gt;", b"lt;", b"quot;", b"nbsp;", b"apos;", b"rsquo;", b"rdquo;", b"#34;", b"#39;",
        b"#60;", b"#62;", b"#160;", b"#x3c;", b"#x3e;",
    ];
    let name = at.wrapping_add(1);
    match text.at(name) {
        Some(b'g' | b'G' | b'l' | b'L' | b'q' | b'Q' | b'n' | b'a' | b'r' | b'#') => {
            NAMES.iter().any(|known| text.reads(name, known))
        }
        _ => false,
    }
}

/// The width of the letters of another alphabet that stand at `at`, or 0.
///
/// People write `http://de.example/Käse`, and mean it. A script that is written without blanks gives
/// no sign where the URL ends and the sentence goes on, unless a mark that belongs to URLs follows.
fn letters(text: &Text<'_>, at: usize) -> usize {
    let ahead = text.ahead(at, LONGEST_WORD);
    let Some(valid) = ahead.utf8_chunks().next().map(|chunk| chunk.valid()) else { return 0 };
    let spaced = |letter: char| matches!(letter, '\u{c0}'..='\u{5ff}' | '\u{1e00}'..='\u{1fff}');
    match valid.chars().next() {
        Some(letter) if letter.is_alphabetic() && spaced(letter) => letter.len_utf8(),
        Some(letter) if letter.is_alphabetic() => {
            let foreign = |letter: &char| letter.is_alphabetic() && !letter.is_ascii();
            let width = valid.chars().take_while(foreign).map(char::len_utf8).sum();
            let goes_on = matches!(valid.as_bytes().get(width..),
                Some([mark, next, ..]) if b"/.-_%?=&#:".contains(mark) && next.is_ascii_alphanumeric());
            if goes_on { width } else { 0 }
        }
        _ => 0,
    }
}

/// Whether the `|` at `at` stands for the colon of a drive, as in `file:///C|/dos`.
fn is_drive(text: &Text<'_>, at: usize) -> bool {
    matches!(text.behind(at, 2), [b'/', drive] if drive.is_ascii_alphabetic())
        && text.at(at.wrapping_add(1)) == Some(b'/')
}
