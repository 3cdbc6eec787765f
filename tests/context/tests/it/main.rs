//! The scores, and the stream.
