//! Finds the URLs of a text that a reader returns.

use alloc::{vec, vec::Vec};
use core::{fmt, iter::FusedIterator};
use std::io::{self, Read};

use crate::{matched::Match, stream::Finder};

/// How many bytes are read at a time.
const CHUNK: usize = 64 * 1024;

/// Returns the URLs that `reader` contains, like [`find_iter`](crate::find_iter), without holding all of the text
/// (Appendix). Offsets count in bytes from where the reader is now.
///
/// Memory is bounded as for [`Finder`]. The reader is read in pieces of 64 KiB and needs no buffer; `&mut
/// reader` keeps it for later.
///
/// ```
/// use url1738_context::find_in;
///
/// let text = "See <URL:ftp://ds.in\n   ternic.net/rfc> and news:comp.lang.c.";
/// let urls = find_in(text.as_bytes()).collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(urls[0].url, "ftp://ds.internic.net/rfc");
/// assert_eq!((&*urls[1].url, urls[1].span.clone()), ("news:comp.lang.c", 44..60));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// The iterator returns an error of the reader, and ends after it. URLs that are complete by then come first. A read
/// that was interrupted is repeated.
pub fn find_in<R: Read>(reader: R) -> FindIn<R> {
    FindIn { reader, finder: Finder::new(), chunk: vec![0; CHUNK], is_whole: false, is_over: false }
}

/// Iterator over the URLs of a reader, created by [`find_in`] (Appendix).
#[must_use = "the URLs are found while it is read"]
pub struct FindIn<R> {
    reader: R,
    finder: Finder,
    chunk: Vec<u8>,
    /// Whether all of the text has been read.
    is_whole: bool,
    /// Whether the reader is not to be read again: it came to its end, or returned an error.
    is_over: bool,
}

impl<R: Read> FindIn<R> {
    /// Reads the next chunk and returns whether there was one.
    fn read(&mut self) -> io::Result<bool> {
        let len = loop {
            match self.reader.read(&mut self.chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                done => break done?,
            }
        };
        // A reader that returns a wrong length breaks its contract: no more than the chunk is taken.
        let chunk = self.chunk.get(..len).unwrap_or(&self.chunk);
        self.finder.add(chunk);
        Ok(len > 0)
    }
}

impl<R: Read> Iterator for FindIn<R> {
    type Item = io::Result<Match<'static>>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            // After an error, what the finder holds stays incomplete, and nothing of it is returned.
            if let Some(found) = self.finder.next(self.is_whole) {
                return Some(Ok(found));
            }
            if self.is_over {
                return None;
            }
            match self.read() {
                Ok(true) => {}
                Ok(false) => (self.is_whole, self.is_over) = (true, true),
                Err(error) => {
                    self.is_over = true;
                    return Some(Err(error));
                }
            }
        }
    }
}

impl<R: Read> FusedIterator for FindIn<R> {}

/// Shows how much text is held, but none of it: it may contain passwords.
impl<R> fmt::Debug for FindIn<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FindIn")
            .field("finder", &self.finder)
            .field("is_over", &self.is_over)
            .finish_non_exhaustive()
    }
}
