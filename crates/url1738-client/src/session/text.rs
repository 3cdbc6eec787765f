//! Texts of NNTP, which a lone dot ends.

/// A text up to a lone dot. A dot that begins a line was doubled by the server (RFC 977, 2.4.1).
#[derive(Debug, Default)]
pub(super) struct Text(Place);

/// What came before the next octet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    #[default]
    LineStart,
    /// A dot that began a line.
    Dot,
    /// A dot that began a line, and CR.
    DotCr,
    Line,
}

impl Text {
    /// Returns the text in `octets`, and what follows its end if that is among them.
    pub(super) fn take<'a>(&mut self, octets: &'a [u8]) -> (Vec<u8>, Option<&'a [u8]>) {
        // Most texts have few dots, so whole runs are copied.
        let mut content = Vec::with_capacity(octets.len());
        let mut rest = octets;
        while let Some((octet, after)) = rest.split_first() {
            match (self.0, octet) {
                (Place::LineStart, b'.') => self.0 = Place::Dot,
                (Place::Dot, b'\r') => self.0 = Place::DotCr,
                (Place::Dot | Place::DotCr, b'\n') => {
                    self.0 = Place::LineStart;
                    return (content, Some(after));
                }
                (place, _) => {
                    // A CR after a lone dot did not end the line.
                    if place == Place::DotCr {
                        content.push(b'\r');
                    }
                    let end = rest.iter().position(|octet| *octet == b'\n');
                    let (line, after) = rest.split_at(end.map_or(rest.len(), |at| at + 1));
                    content.extend_from_slice(line);
                    self.0 = if end.is_some() { Place::LineStart } else { Place::Line };
                    rest = after;
                    continue;
                }
            }
            rest = after;
        }
        (content, None)
    }
}
