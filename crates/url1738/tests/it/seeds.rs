//! Bytes as a fuzzer's, the same in every run, and sums of what is made of them.

/// Ninety-six bytes a seed, without end.
pub(crate) fn seeds(first: u64) -> impl Iterator<Item = Vec<u8>> {
    let mut state = first;
    core::iter::repeat_with(move || {
        let next = || {
            // Xorshift.
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state.to_le_bytes()
        };
        core::iter::repeat_with(next).take(12).flatten().collect()
    })
}

/// The sum of no bytes.
pub(crate) const NOTHING: u64 = 0xCBF2_9CE4_8422_2325;

/// The sum of what came before and of these bytes (FNV): enough to see that something is another.
pub(crate) fn sum(before: u64, text: &str) -> u64 {
    let step = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    text.bytes().fold(before, step)
}
