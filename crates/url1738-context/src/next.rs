//! Where a search goes on after a URL.

use alloc::boxed::Box;
use core::ops::Range;

use crate::mark::Close;

/// Where a search goes on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Next {
    /// The offset of the first byte that nothing has used.
    pub(crate) at: usize,
    /// A wrapper that holds another URL.
    pub(crate) open: Option<Box<OpenWrapper>>,
}

/// A wrapper with a URL in it that has not been returned yet.
#[derive(Clone, Debug)]
pub(crate) struct OpenWrapper {
    /// The offset of that URL.
    pub(crate) from: usize,
    pub(crate) close: Close,
    /// The closing bracket.
    pub(crate) closing: Range<usize>,
    /// Whether it opened with `URL:`.
    pub(crate) prefixed: bool,
}
