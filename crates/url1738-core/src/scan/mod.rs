//! Classifies many bytes at a time. Nothing in this module depends on the syntax of URLs.

mod block;
pub(crate) mod class;
pub(crate) mod hex;
mod masks;
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse2", not(url1738_portable)))))]
mod portable;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", not(url1738_portable)))]
mod run;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", not(url1738_portable)))]
mod simd;
pub(crate) mod swar;

pub(crate) use block::{Block, in_hosts, in_hosts_of_long, run};
pub use class::Class;
pub(crate) use masks::{HostMasks, LEN, lowest};
