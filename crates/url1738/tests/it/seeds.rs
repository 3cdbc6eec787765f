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

/// Compares the sums of reports with those of a file, a line for each: its name, a tab, and the sum. The reports with another
/// sum are written to a folder, to be laid beside those of an older tree. `URL1738_WRITE=1` writes the file anew.
pub(crate) fn compare(reports: &[(String, String)], file: &str, folder: &str) {
    let line =
        |(name, report): &(String, String)| format!("{name}\t{:016x}\n", sum(NOTHING, report));
    let sums: String = reports.iter().map(line).collect();
    if std::env::var_os("URL1738_WRITE").is_some() {
        std::fs::write(file, &sums).unwrap();
    }
    let expected = std::fs::read_to_string(file).unwrap();
    let mut others = Vec::new();
    for ((sum, expected), (name, report)) in sums.lines().zip(expected.lines()).zip(reports) {
        if sum != expected {
            let other = format!("{folder}/{}.txt", name.replace('\t', "."));
            std::fs::write(&other, report).unwrap();
            others.push(other);
        }
    }
    assert!(others.is_empty(), "reported otherwise than before:\n{}", others.join("\n"));
    assert_eq!(sums.lines().count(), expected.lines().count());
}
