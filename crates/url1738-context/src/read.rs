//! Finds the URLs of a text that a reader returns.

use alloc::vec;
use core::iter::{self, FusedIterator};
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
pub fn find_in<R: Read>(mut reader: R) -> impl FusedIterator<Item = io::Result<Match<'static>>> {
    let (mut finder, mut chunk) = (Finder::new(), vec![0; CHUNK]);
    // Whether all of the text has been read, and whether the reader is not to be read again: it came to its end, or returned
    // an error.
    let (mut is_whole, mut is_over) = (false, false);
    let found = iter::from_fn(move || {
        loop {
            // After an error, what the finder holds stays incomplete, and nothing of it is returned.
            if let Some(found) = finder.next(is_whole) {
                return Some(Ok(found));
            }
            if is_over {
                return None;
            }
            match reader.read(&mut chunk) {
                Ok(0) => (is_whole, is_over) = (true, true),
                // A reader that returns a wrong length breaks its contract: no more than the chunk is taken.
                Ok(len) => finder.add(chunk.get(..len).unwrap_or(&chunk)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    is_over = true;
                    return Some(Err(error));
                }
            }
        }
    });
    found.fuse()
}
