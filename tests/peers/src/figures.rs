//! The figures with a bound, beside what was measured.

use std::collections::BTreeMap;

use crate::{
    instructions::{self, Profile},
    race::Outcome,
    store::Table,
    tasks::OURS,
};

/// The outcomes of the candidates, by the name of the race.
pub(crate) type Outcomes = BTreeMap<&'static str, Vec<Outcome>>;

/// One figure: its bound, and what was measured, if it was.
#[derive(Debug)]
pub(crate) struct Figure {
    pub(crate) what: &'static str,
    pub(crate) asked: f64,
    pub(crate) exactly: bool,
    pub(crate) measured: Option<f64>,
}

impl Figure {
    pub(crate) fn verdict(&self) -> &'static str {
        match self.measured {
            None => "not measured",
            Some(value) if self.exactly && value == self.asked => "met",
            Some(value) if !self.exactly && value <= self.asked => "met",
            Some(_) => "NOT MET",
        }
    }
}

/// Returns all figures, in the order of the report.
pub(crate) fn all(outcomes: &Outcomes, counts: &Table, weight: &Table) -> Vec<Figure> {
    let time = |race: &str, peer: &str| ratio(outcomes.get(race)?, OURS, peer);
    let count = |profile, race: &str, name: &str, column: usize| {
        counts.get(&instructions::row(profile, race, name))?.get(column).copied()
    };
    let against_peer = |profile| {
        let of = |name| count(profile, "parse", name, 0);
        Some(of(OURS)? / of("fluent-uri")?)
    };
    let without_lto = |race| {
        let of = |profile| count(profile, race, OURS, 0);
        Some(of(Profile::Default)? / of(Profile::Fat)?)
    };
    let weighed = |name: &str| weight.get(name)?.first().copied();
    let allocations = |race: &str| {
        let outcome = outcomes.get(race)?.first()?;
        Some(outcome.allocations)
    };
    let at_most = |what, asked, measured| Figure { what, asked, exactly: false, measured };
    let exactly = |what, asked, measured| Figure { what, asked, exactly: true, measured };
    let size = size_of::<url1738::FtpUrl<&str>>() as f64;
    let errors = outcomes
        .get("errors")
        .and_then(|all| ratio(all, "url1738, 100 % wrong", "url1738, 0 % wrong"));
    vec![
        at_most("borrowed parse, time against fluent-uri", 0.80, time("parse", "fluent-uri")),
        at_most(
            "borrowed parse, instructions against fluent-uri",
            0.70,
            against_peer(Profile::Fat),
        ),
        at_most(
            "borrowed parse, instructions against fluent-uri, default profile",
            0.75,
            against_peer(Profile::Default),
        ),
        at_most(
            "borrowed parse, instructions, default profile against fat LTO",
            1.10,
            without_lto("parse"),
        ),
        at_most(
            "parse and read every part, instructions, default profile against fat LTO",
            1.10,
            without_lto("parts"),
        ),
        at_most(
            "owned parse, instructions, default profile against fat LTO",
            1.10,
            without_lto("owned"),
        ),
        at_most(
            "borrowed parse, simulated branch mispredictions per URL",
            5.0,
            count(Profile::Fat, "parse", OURS, 1),
        ),
        at_most(
            "parse and read every part, time against fluent-uri",
            0.80,
            time("parts", "fluent-uri"),
        ),
        at_most("parse, time against url", 0.18, time("parse", "url")),
        at_most(
            "parse and read every part, time against iri-string",
            0.25,
            time("parts", "iri-string"),
        ),
        at_most("parse, time against ada-url", 0.30, time("parse", "ada-url")),
        at_most("parse of an invalid URL, time against a valid one", 1.5, errors),
        at_most(
            "decode 48 bytes with 5 % escapes, time against percent-encoding",
            0.75,
            time("decode-5", "percent-encoding, as a Cow"),
        ),
        at_most(
            "encode 48 bytes with 5 % escapes, time against percent-encoding",
            0.75,
            time("encode-5", "percent-encoding, as a Cow"),
        ),
        at_most(
            "extract from text with few URLs, time against linkify",
            per(1.1),
            time("extract-few", "linkify"),
        ),
        at_most(
            "extract from text with many URLs, time against linkify",
            per(1.7),
            time("extract-dense", "linkify"),
        ),
        at_most("size of `FtpUrl<&str>`, bytes", 56.0, Some(size)),
        at_most("cold build of core and ftp, CPU time against url", 0.60, weighed("build ratio")),
        at_most("size that ftp adds to an empty program, KB", 40.0, weighed("program, ftp, KB")),
        exactly("allocations, borrowed parse", 0.0, allocations("parse")),
        exactly("allocations, owned parse", 1.0, allocations("owned")),
    ]
}

/// Converts a factor of throughput to one of time, rounded down to two digits as in the report.
fn per(throughput: f64) -> f64 {
    (100.0 / throughput).floor() / 100.0
}

/// Returns the time of one candidate as a multiple of that of another in the same race.
pub(crate) fn ratio(outcomes: &[Outcome], ours: &str, theirs: &str) -> Option<f64> {
    let named = |name: &str| outcomes.iter().find(|outcome| outcome.name == name);
    Some(named(ours)?.ratio_to(named(theirs)?))
}
