//! The state of a module, and its operations by number.

use alloc::vec::Vec;

use crate::{explain, operations, record::Record, summary};

/// A module as a host sees it: an input, and the record of the last operation on it.
///
/// The npm package is this, compiled to WebAssembly. In Rust it serves the tests; programs use the crate `url1738`.
///
/// ```
/// use url1738_wasm::Module;
///
/// let mut module = Module::new();
/// module.input(6).copy_from_slice(b"news:*");
/// let record = module.call(0);
/// assert_eq!(record[0] as usize, record.len() - 1);
/// ```
#[derive(Debug, Default)]
pub struct Module {
    input: Vec<u8>,
    record: Record,
}

impl Module {
    /// Creates a module without input.
    ///
    /// ```
    /// assert_eq!(url1738_wasm::Module::new().symbol(0), "");
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self { input: Vec::new(), record: Record::new() }
    }

    /// Returns the place for an input of `len` bytes, which the caller fills with UTF-8.
    ///
    /// ```
    /// assert_eq!(url1738_wasm::Module::new().input(3).len(), 3);
    /// ```
    pub fn input(&mut self, len: usize) -> &mut [u8] {
        self.input.resize(len, 0);
        &mut self.input
    }

    /// Runs an operation on the input, and returns its record: the number of words that follow, and those. An unknown
    /// operation, or an input that is not UTF-8, has the record of `null`.
    ///
    /// | number | operation | record |
    /// |---|---|---|
    /// | 0 | `parse` | scheme and parts, or the error |
    /// | 1 | `plan` | endpoint, steps and warnings, the refusal, or the error |
    /// | 2 | `normalize` | the normal form, or the error |
    /// | 3 | `repair` | the repaired URL and the changes, or the error |
    /// | 4 | `lints` | the lints, or the error |
    /// | 5 | `find` | the URLs in the input, which is running text |
    /// | 6 | `explainSvg` | the picture as SVG |
    /// | 7 | `explain` | the picture as data, for a page |
    /// | 8 | `readings` | the readings of RFC 1738 and RFC 3986 |
    /// | 9 | `summarize` | counts of the lines of the input |
    /// | 10 | `schemes` | the ten schemes, with an example each |
    /// | 11 | `values` | what the parts mean: host, port, segments, pairs and so on |
    /// | 12 | `build` | the URL with these parts, or the error |
    /// | 13 | `edit` | the URL with parts changed, or the error |
    /// | 14 | `join` | what a reference leads to, or the error |
    /// | 15 | `repairScheme` | like `repair`, with another scheme, or `null` |
    ///
    /// The inputs of `build`, `edit` and `join` are percent-encoded words with spaces between: a scheme, a URL or a base; then
    /// `name=value,value` for each part, or the reference and 1808 or 3986.
    ///
    /// ```
    /// use url1738_wasm::Module;
    ///
    /// let mut module = Module::new();
    /// assert_eq!(module.call(99), [1, 0]);
    /// module.input(6).copy_from_slice(b"news:*");
    /// assert!(module.call(2).len() > 2);
    /// ```
    pub fn call(&mut self, operation: u32) -> &[u32] {
        let Self { input, record } = self;
        record.clear();
        match core::str::from_utf8(input) {
            Ok(text) => match operation {
                0 => operations::parse(text, record),
                1 => operations::plan(text, record),
                2 => operations::normalize(text, record),
                3 => operations::repair(text, record),
                4 => operations::lints(text, record),
                5 => operations::find(text, record),
                6 => explain::svg(text, record),
                7 => explain::explain(text, record),
                8 => explain::compare(text, record),
                9 => summary::summarize(text, record),
                10 => explain::schemes(record),
                11 => operations::values(text, record),
                12 => operations::build(text, record),
                13 => operations::edit(text, record),
                14 => operations::join(text, record),
                15 => operations::repair_scheme(text, record),
                _ => record.null(),
            },
            Err(_) => record.null(),
        }
        record.finish()
    }

    /// Returns the text of a symbol, or an empty text if no record has the symbol.
    ///
    /// ```
    /// use url1738_wasm::Module;
    ///
    /// let mut module = Module::new();
    /// module.input(6).copy_from_slice(b"news:*");
    /// module.call(0);
    /// assert_eq!(module.symbol(0), "ok,scheme,parts");
    /// ```
    #[must_use]
    pub fn symbol(&self, id: u32) -> &'static str {
        self.record.symbol(id)
    }
}
