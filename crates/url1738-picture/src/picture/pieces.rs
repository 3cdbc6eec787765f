//! The line as it is drawn, divided at the bounds of the parts.

use alloc::{borrow::ToOwned as _, string::String, vec::Vec};

use super::Picture;
use crate::layout::{split, width};

/// A piece of the line as it is drawn.
///
/// ```
/// use url1738::{Lints, Url};
/// use url1738_picture::Picture;
///
/// let picture = Picture::of_url(&Url::parse("http://host.dom/")?, Lints::default(), false);
/// let pieces: Vec<_> = picture.pieces().into_iter().map(|it| (it.text, it.part)).collect();
/// assert_eq!(pieces[0], ("http".to_owned(), Some(1)));
/// assert_eq!(pieces[1], ("://".to_owned(), None));
/// assert_eq!(pieces[2], ("host.dom".to_owned(), Some(2)));
/// # Ok::<(), url1738::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Piece {
    /// The text; empty for an empty part.
    pub text: String,
    /// The number of the part, or `None` between parts.
    pub part: Option<usize>,
}

impl Picture {
    /// Returns the line as it is drawn, divided at the bounds of the parts. Joined, the texts are [`url`](Self::url).
    ///
    /// ```
    /// use url1738::{Lints, Url};
    /// use url1738_picture::Picture;
    ///
    /// let picture = Picture::of_url(&Url::parse("nntp://h/a.b/12")?, Lints::default(), false);
    /// let pieces = picture.pieces();
    /// let texts: Vec<&str> = pieces.iter().map(|piece| piece.text.as_str()).collect();
    /// assert_eq!(texts, ["nntp", "://", "h", "/", "a.b", "/", "12"]);
    /// assert_eq!(pieces[6].part, Some(4));
    /// # Ok::<(), url1738::Error>(())
    /// ```
    #[must_use]
    pub fn pieces(&self) -> Vec<Piece> {
        let (mut at, mut rest) = (0, self.url.as_str());
        let mut pieces = Vec::new();
        let mut cut = |to: usize, part: Option<usize>| {
            let (text, tail) = match to.saturating_sub(at) {
                0 => ("", rest),
                room => split(rest, room),
            };
            (at, rest) = (at + width(text), tail);
            if part.is_some() || !text.is_empty() {
                pieces.push(Piece { text: text.to_owned(), part });
            }
        };
        for part in &self.parts {
            if let Some((start, end)) = part.columns {
                cut(start, None);
                cut(end, Some(part.number));
            }
        }
        cut(usize::MAX, None);
        pieces
    }
}
