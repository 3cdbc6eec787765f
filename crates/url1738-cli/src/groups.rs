//! Lines of one scheme together, where their order does not matter.
//!
//! A processor can neither guess which scheme comes next nor hold the code of all of them at hand; of a run of one
//! scheme it can do both.

use crate::line::Line;

/// Groups of lines that begin alike.
#[derive(Debug, Default)]
pub(crate) struct Groups<'a>([Vec<Line<'a>>; 16]);

impl<'a> Groups<'a> {
    /// So many are enough for a run, and all groups lie in the nearest cache but one.
    const FULL: usize = 32;

    /// Takes a line, and hands out the group that is full with it.
    #[inline]
    pub(crate) fn add(&mut self, line: Line<'a>) -> Option<&mut Vec<Line<'a>>> {
        let Self(groups) = self;
        let group = groups.get_mut(key(line.bytes))?;
        group.push(line);
        (group.len() >= Self::FULL).then_some(group)
    }

    /// What is in no full group.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[Line<'a>]> {
        let Self(groups) = self;
        groups.iter().map(Vec::as_slice)
    }
}

/// A number below 16 that the first two letters make, another one for each of the ten schemes.
#[inline]
fn key(line: &[u8]) -> usize {
    match line {
        [first, second, ..] => usize::from((second | 0x20).wrapping_sub(first | 0x20) & 15),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::line::Origin;

    #[test]
    fn each_scheme_has_a_group_of_its_own() {
        let names = [
            "ftp", "http", "gopher", "mailto", "news", "nntp", "telnet", "wais", "file", "prospero",
        ];
        let keys = names.iter().map(|name| key(name.as_bytes()));
        assert_eq!(keys.collect::<HashSet<_>>().len(), names.len());
        assert_eq!(key(b"HTTP"), key(b"http"));
    }

    #[test]
    fn no_line_is_lost() {
        let texts: Vec<String> = (0..=255_u8)
            .flat_map(|byte| [vec![byte], vec![byte, b'x'], vec![b'f', byte, b'?']])
            .flat_map(|bytes| vec![String::from_utf8_lossy(&bytes).into_owned(); 23])
            .collect();
        let mut groups = Groups::default();
        let mut seen = 0;
        for (number, text) in texts.iter().enumerate() {
            let line = Line::single(number as u64, text.as_bytes(), &Origin::Arguments);
            if let Some(full) = groups.add(line) {
                assert_eq!(full.len(), Groups::FULL);
                seen += full.len();
                full.clear();
            }
        }
        assert_eq!(seen + groups.iter().map(<[Line<'_>]>::len).sum::<usize>(), texts.len());
    }
}
