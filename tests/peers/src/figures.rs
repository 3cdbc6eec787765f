//! The figures with a bound or a goal, beside what was measured.

use std::{collections::BTreeMap, fmt};

use crate::{
    builds::{Profile, Scan},
    instructions,
    measure::{Races, Row},
    race::median,
    store::Table,
    tasks::OURS,
};

/// All that was measured.
#[derive(Debug, Default)]
pub(crate) struct Measured {
    /// The outcomes by the names of profile and scan.
    pub(crate) races: BTreeMap<(&'static str, &'static str), Races>,
    pub(crate) counts: Table,
    pub(crate) weight: Table,
}

/// The median of a figure over the orders in which a build was linked, and its range.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spread {
    pub(crate) median: f64,
    low: f64,
    high: f64,
}

impl Spread {
    fn of(values: Vec<f64>) -> Option<Self> {
        let low = values.iter().copied().min_by(f64::total_cmp)?;
        let high = values.iter().copied().max_by(f64::total_cmp)?;
        Some(Self { median: median(values), low, high })
    }

    fn once(value: f64) -> Self {
        Self { median: value, low: value, high: value }
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}", self.median)?;
        if self.low < self.high { write!(f, " ({:.2}-{:.2})", self.low, self.high) } else { Ok(()) }
    }
}

/// What is asked of a figure with one profile. There is nothing between a bound and a goal.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Asked {
    /// The benchmark fails if the figure is higher.
    AtMost(f64),
    /// It was tried and not reached.
    Goal(f64),
}

use Asked::{AtMost, Goal};

/// One figure with one profile: what is asked, and what was measured, if it was.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    pub(crate) asked: Asked,
    pub(crate) measured: Option<Spread>,
}

impl Cell {
    /// Returns whether the figure exceeds what is asked, as the report shows it: with two digits.
    fn exceeds(self, asked: f64) -> bool {
        self.measured.is_some_and(|spread| (spread.median * 100.0).round() > asked * 100.0)
    }

    pub(crate) fn fails(self) -> bool {
        matches!(self.asked, AtMost(bound) if self.exceeds(bound))
    }

    fn is_missed(self) -> bool {
        let (AtMost(asked) | Goal(asked)) = self.asked;
        self.exceeds(asked)
    }
}

/// One figure: its bounds or goals with fat LTO and with the default profile, if it has them.
#[derive(Debug)]
pub(crate) struct Figure {
    pub(crate) what: &'static str,
    pub(crate) cells: [Option<Cell>; 2],
    /// Where the time goes, and what was tried, for a goal that is not reached.
    pub(crate) why: &'static str,
}

impl Figure {
    pub(crate) fn is_missed(&self) -> bool {
        self.cells.iter().flatten().any(|cell| cell.is_missed())
    }

    pub(crate) fn fails(&self) -> bool {
        self.cells.iter().flatten().any(|cell| cell.fails())
    }
}

/// The peers of a race.
enum Peers {
    /// The one with this name.
    Only(&'static str),
    /// The fastest of all, in each binary.
    Fastest,
}

use Peers::{Fastest, Only};

/// Returns all figures, in the order of the report.
pub(crate) fn all(measured: &Measured) -> Vec<Figure> {
    let both = |what, race, peers, asked: [Asked; 2], why| {
        let cell = |profile: Profile, asked| {
            Some(Cell { asked, measured: measured.time(profile, Scan::Sse2, race, &peers) })
        };
        let [fat, default] = asked;
        Figure { what, cells: [cell(Profile::Fat, fat), cell(Profile::Default, default)], why }
    };
    let fat = |what, asked, measured: Option<Spread>| Figure {
        what,
        cells: [Some(Cell { asked, measured }), None],
        why: "not explained",
    };
    let fat_time = |what, race, peer, asked| {
        fat(what, asked, measured.time(Profile::Fat, Scan::Sse2, race, &Only(peer)))
    };
    let portable = |profile, asked| {
        let measured = measured.time(profile, Scan::Portable, "parse", &Only("fluent-uri"));
        Some(Cell { asked, measured })
    };
    let failing =
        |profile| Some(Cell { asked: Goal(1.5), measured: measured.failing(profile, Scan::Sse2) });
    let count = |profile, race: &str, name: &str, column: usize| {
        measured.counts.get(&instructions::row(profile, race, name))?.get(column).copied()
    };
    let instructions = |profile, asked| {
        let of = |name| count(profile, "parse", name, 0);
        let ratio = || Some(Spread::once(of(OURS)? / of("fluent-uri")?));
        Some(Cell { asked, measured: ratio() })
    };
    let by_default = |what, race: &str, asked| {
        let of = |profile| count(profile, race, OURS, 0);
        let ratio = || Some(Spread::once(of(Profile::Default)? / of(Profile::Fat)?));
        Figure { what, cells: [None, Some(Cell { asked, measured: ratio() })], why: OWNED }
    };
    let weighed = |name: &str| Some(Spread::once(*measured.weight.get(name)?.first()?));
    let allocations = |what, race, most: f64| {
        let cell = |profile| {
            let row = measured.row(profile, Scan::Sse2, race, OURS);
            Some(Cell {
                asked: AtMost(most),
                measured: row.map(|row| Spread::once(row.allocations)),
            })
        };
        Figure { what, cells: [cell(Profile::Fat), cell(Profile::Default)], why: "" }
    };
    let size = Spread::once(size_of::<url1738::FtpUrl<&str>>() as f64);
    vec![
        both(
            "parse / fluent-uri",
            "parse",
            Only("fluent-uri"),
            [AtMost(0.78), AtMost(0.72)],
            PARSE,
        ),
        both("parse / oxiri", "parse", Only("oxiri"), [Goal(0.65), AtMost(0.85)], PARSE),
        both("parse / url", "parse", Only("url"), [Goal(0.12), AtMost(0.16)], PARSE),
        fat_time("parse / ada-url", "parse", "ada-url", AtMost(0.30)),
        both(
            "parse-http / fluent-uri",
            "parse-http",
            Only("fluent-uri"),
            [AtMost(0.55), AtMost(0.50)],
            PARSE,
        ),
        both("parts / the fastest peer", "parts", Fastest, [AtMost(0.88), Goal(0.80)], PARTS),
        Figure { why: PARTS, ..fat_time("parts / iri-string", "parts", "iri-string", Goal(0.25)) },
        both("owned / the fastest peer", "owned", Fastest, [AtMost(0.85), AtMost(0.85)], OWNED),
        both(
            "decoded / fluent-uri",
            "decoded",
            Only("fluent-uri"),
            [Goal(0.90), AtMost(0.90)],
            DECODED,
        ),
        both(
            "build / fluent-uri",
            "build",
            Only("fluent-uri"),
            [AtMost(0.60), AtMost(0.60)],
            BUILD,
        ),
        both(
            "normalize / the fastest peer that returns text",
            "normalize",
            Fastest,
            [Goal(0.70), Goal(0.70)],
            NORMALIZE,
        ),
        Figure {
            what: "parse without SSE2 / fluent-uri",
            cells: [portable(Profile::Fat, AtMost(1.0)), portable(Profile::Default, AtMost(1.0))],
            why: PORTABLE,
        },
        Figure {
            what: "parse of an invalid URL / of a valid one",
            cells: [failing(Profile::Fat), failing(Profile::Default)],
            why: FAILING,
        },
        fat_time(
            "decode 48 bytes with 5 % escapes / percent-encoding",
            "decode-5",
            "percent-encoding, as a Cow",
            AtMost(0.75),
        ),
        fat_time(
            "encode 48 bytes with 5 % escapes / percent-encoding",
            "encode-5",
            "percent-encoding, as a Cow",
            AtMost(0.75),
        ),
        both(
            "extract from text with few URLs / linkify",
            "extract-few",
            Only("linkify"),
            [AtMost(0.60), AtMost(0.60)],
            EXTRACT,
        ),
        both(
            "extract from text with many URLs / linkify",
            "extract-dense",
            Only("linkify"),
            [AtMost(0.60), AtMost(0.60)],
            EXTRACT,
        ),
        Figure {
            what: "instructions of parse / fluent-uri",
            cells: [
                instructions(Profile::Fat, AtMost(0.70)),
                instructions(Profile::Default, AtMost(0.75)),
            ],
            why: "",
        },
        by_default("instructions of parse, default profile / fat LTO", "parse", AtMost(1.10)),
        by_default("instructions of parts, default profile / fat LTO", "parts", AtMost(1.10)),
        by_default("instructions of owned, default profile / fat LTO", "owned", Goal(1.10)),
        fat(
            "simulated mispredicts of parse, per URL",
            AtMost(5.0),
            count(Profile::Fat, "parse", OURS, 1).map(Spread::once),
        ),
        allocations("allocations of a borrowed parse", "parse", 0.0),
        allocations("allocations of an owned parse", "owned", 1.0),
        allocations("allocations of build", "build", 2.0),
        fat("size of `FtpUrl<&str>`, bytes", AtMost(56.0), Some(size)),
        fat("cold build of core and ftp, CPU time / url", AtMost(0.60), weighed("build ratio")),
        fat(
            "size that ftp adds to an empty program, KB",
            AtMost(40.0),
            weighed("program, ftp, KB"),
        ),
    ]
}

const PARSE: &str = "513 instructions and 3.2 mispredicts with fat LTO, fluent-uri 782 and 4.4: the dispatch on the scheme is 0.8 of them, the lengths of host and path the others. Other sizes of blocks, and hosts before schemes, are slower (TRIED.md)";
const PARTS: &str = "95 instructions and 1.7 mispredicts after the parse, of the second dispatch and of slices, which safe code checks. Slices that branch to a cold call took 110 to 95; sums that do not saturate, and slices with one comparison less, save 3";
const OWNED: &str = "210 instructions of the allocator and of std's `try_allocate_in`, as in every library; the rest is the parse";
const DECODED: &str = "1035 instructions with fat LTO, fluent-uri 1136, but 10.6 mispredicts against 7.5: segments are decoded one by one, so that `%2F` differs from `/`, and each ends unpredictably; fluent-uri decodes the path as a whole. Loads from both ends instead of a loop took 13.5 to 10.6";
const BUILD: &str = "one buffer, no formatters and spans that are known as they are written took 11 allocations to 2 and 5109 instructions to 1916";
const NORMALIZE: &str = "850 instructions after the parse: 210 for the copy, 150 to know that a URL is normal, the others for the tenth of the URLs that change, which are parsed again";
const EXTRACT: &str = "half of the time in the loop over the colons of blocks of 32 bytes, the other half in the rules of where a URL begins and ends, none of which takes a tenth";
const PORTABLE: &str = "635 instructions and 4.5 mispredicts with fat LTO, fluent-uri 786 and 4.5: what follows a host waits for its masks, of 24 bytes by words, where a loop over bytes is predicted. Groups of eight bytes in a table took 1193 to 752, three words for a host 655, the end of the text as the end of a part 635";
const FAILING: &str = "706 instructions and 4.5 mispredicts with fat LTO, a valid URL 513 and 3.1: the rules that find the reason read the host once more, and branch where the fault is, which cannot be predicted.";

impl Measured {
    fn rows(&self, profile: Profile, scan: Scan, race: &str) -> Option<&[(String, Row)]> {
        Some(self.races.get(&(profile.name(), scan.name()))?.get(race)?)
    }

    fn row(&self, profile: Profile, scan: Scan, race: &str, candidate: &str) -> Option<&Row> {
        let mut rows = self.rows(profile, scan, race)?.iter();
        Some(&rows.find(|(name, _)| name == candidate)?.1)
    }

    /// Returns the time of the first candidate as a multiple of that of a peer.
    fn time(&self, profile: Profile, scan: Scan, race: &str, peers: &Peers) -> Option<Spread> {
        match peers {
            Only(name) => Spread::of(self.row(profile, scan, race, name)?.ratios.clone()),
            Fastest => {
                let rows = self.rows(profile, scan, race)?;
                let others = rows.iter().filter(|(name, _)| !name.starts_with(OURS));
                let mut highest: Vec<f64> = Vec::new();
                for (_, row) in others {
                    highest.resize(row.ratios.len(), 0.0);
                    for (high, ratio) in highest.iter_mut().zip(&row.ratios) {
                        *high = high.max(*ratio);
                    }
                }
                Spread::of(highest)
            }
        }
    }

    /// Returns the time of an invalid URL as a multiple of that of a valid one, which is the first candidate.
    fn failing(&self, profile: Profile, scan: Scan) -> Option<Spread> {
        let row = self.row(profile, scan, "errors", "url1738, 100 % wrong")?;
        Spread::of(row.ratios.iter().map(|ratio| 1.0 / ratio).collect())
    }
}
