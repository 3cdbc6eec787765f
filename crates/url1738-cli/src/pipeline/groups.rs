//! Groups the lines of a chunk by scheme, if their order does not matter.
//!
//! The branch predictor and the instruction cache of a processor cannot follow schemes that change from line to line.
//! They can follow a run of lines of one scheme.

use url1738::syntax::__private::name_key;

use crate::line::Line;

/// Lines grouped by their first two letters.
#[derive(Debug, Default)]
pub(crate) struct SchemeGroups<'a>([Vec<Line<'a>>; 16]);

impl<'a> SchemeGroups<'a> {
    /// The size of a full group: long enough for a run, and small enough that all groups fit into the second-level cache.
    const FULL: usize = 32;

    /// Adds a line, and returns its group if that is full.
    #[inline]
    pub(crate) fn add(&mut self, line: Line<'a>) -> Option<&mut Vec<Line<'a>>> {
        let Self(groups) = self;
        let group = groups.get_mut(usize::from(name_key(line.bytes)))?;
        group.push(line);
        (group.len() >= Self::FULL).then_some(group)
    }

    /// Returns the groups that are not full.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[Line<'a>]> {
        let Self(groups) = self;
        groups.iter().map(Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use url1738::SCHEMES;

    use crate::line::Origin;

    #[test]
    fn each_scheme_has_its_own_group() {
        let keys = SCHEMES.iter().map(|scheme| name_key(scheme.name.as_bytes()));
        assert_eq!(keys.collect::<HashSet<_>>().len(), SCHEMES.len());
        assert_eq!(name_key(b"HTTP"), name_key(b"http"));
    }

    #[test]
    fn no_line_is_lost() {
        let texts: Vec<String> = (0..=255_u8)
            .flat_map(|byte| [vec![byte], vec![byte, b'x'], vec![b'f', byte, b'?']])
            .flat_map(|bytes| vec![String::from_utf8_lossy(&bytes).into_owned(); 23])
            .collect();
        let mut groups = SchemeGroups::default();
        let mut seen = 0;
        for (number, text) in texts.iter().enumerate() {
            let line = Line::single(number as u64, text.as_bytes(), &Origin::Arguments);
            if let Some(full) = groups.add(line) {
                assert_eq!(full.len(), SchemeGroups::FULL);
                seen += full.len();
                full.clear();
            }
        }
        assert_eq!(seen + groups.iter().map(<[Line<'_>]>::len).sum::<usize>(), texts.len());
    }
}
