//! The test suites of other link finders, compared with `url1738-context`.
//!
//! A suite expects links in texts. Those that differ from what is found here are listed in `data/suites.tsv`, each with the
//! rule that decides on it ([`rules`]). A difference that no rule decides on fails the comparison.

pub mod fetch;
pub mod rules;
mod sources;
pub mod table;

use std::{io, path::Path};

use fetch::Package;

/// A text of a suite, with the links that the suite expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The text.
    pub text: String,
    /// The links in it, in order.
    pub links: Vec<String>,
    /// Whether the suite compares the first link alone.
    pub first: bool,
    /// Whether the suite changed the defaults of its finder.
    pub configured: bool,
}

/// Reads the cases of a file.
type Reader = fn(&str) -> Vec<Case>;

/// A suite, and the package that contains it.
#[derive(Clone, Copy, Debug)]
pub struct Suite {
    /// The name of the finder.
    pub name: &'static str,
    package: Package,
    files: &'static [(&'static str, Reader)],
    /// The least number of cases that are read, so that none is lost unnoticed.
    pub cases: usize,
}

/// The suites.
pub const SUITES: [Suite; 5] = [
    Suite {
        name: "linkify",
        package: Package::Cargo("linkify", "0.11.0"),
        files: &[("vendor/linkify/tests/url.rs", sources::linkify)],
        cases: 246,
    },
    Suite {
        // The port to Python has the fixtures of linkify-it, which the package of npm leaves out.
        name: "linkify-it",
        package: Package::Pip("linkify-it-py", "2.2.0"),
        files: &[
            ("test/fixtures/links.txt", sources::links),
            ("test/fixtures/not_links.txt", sources::no_links),
            ("test/fixtures/port_links.txt", sources::links),
        ],
        cases: 169,
    },
    Suite {
        // The last version whose package contains the conformance suite.
        name: "twitter-text",
        package: Package::Npm("twitter-text", "1.6.1"),
        files: &[("test/twitter-text-conformance/extract.yml", sources::twitter)],
        cases: 78,
    },
    Suite {
        name: "xurls",
        package: Package::Apt("golang-mvdan-xurls-dev"),
        files: &[("usr/share/gocode/src/mvdan.cc/xurls/xurls_test.go", sources::xurls)],
        cases: 275,
    },
    Suite {
        // Only the source of Firefox and Thunderbird contains it, 680 MB.
        name: "mozTXTToHTMLConv",
        package: Package::Source("firefox-esr", "netwerk/test/unit"),
        files: &[("test_mozTXTToHTMLConv.js", sources::moz)],
        cases: 35,
    },
];

impl Suite {
    /// Returns the cases, fetched into a folder.
    ///
    /// # Errors
    ///
    /// Returns an error if the suite cannot be fetched.
    pub fn cases(&self, folder: &Path) -> io::Result<Vec<Case>> {
        let mut cases = Vec::new();
        for (path, read) in self.files {
            cases.extend(read(&fetch::file(self.package, path, folder)?));
        }
        Ok(cases)
    }
}
