//! Mutants of the libraries: the list of cargo-mutants, run all at once.
//!
//! cargo-mutants builds the tests anew for each mutant, half a minute each. Here all mutants are compiled into one set of
//! test binaries, each under a condition (`schema.rs`), and an environment variable chooses one. A mutant is run against
//! the tests that reach it, which each test records once (`tests.rs`). A mutant that is computed at compile time, or that
//! cannot be written as a condition, is run by cargo-mutants itself (`plain.rs`).
//!
//! The results are in `tests/mutants`, by the names of the mutants without lines. A row is kept until its function changes;
//! those of mutants that were missed are run again. Mutants that no test can notice are listed in `.cargo/mutants.toml`
//! with their reasons; they are not in the list.

#![allow(clippy::string_slice, reason = "the parser of Rust returns places between characters")]

mod list;
mod plain;
mod run;
mod schema;
mod table;
mod tests;
mod tree;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    sync::Mutex,
};

use self::{
    list::{Genre, Mutant},
    table::{Outcome, Row, Score, Table},
};
use crate::{
    cargo::{Failure, target, top},
    family, tools,
};

/// The percentage of viable mutants that the tests have to catch.
pub(crate) const LEAST: f64 = 98.0;
/// The crates besides core and the schemes; Arrow takes minutes to build and is run when it is named.
const OTHERS: [&str; 6] = [
    "url1738",
    "url1738-relative",
    "url1738-surt",
    "url1738-context",
    "url1738-picture",
    "url1738-client",
];
/// The crates that only their own tests reach.
const ABOVE: [&str; 4] = ["url1738-context", "url1738-picture", "url1738-client", "url1738-arrow"];
const NAMED_ONLY: [&str; 1] = ["url1738-arrow"];

#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct Options {
    /// Print the committed table without running anything
    #[arg(long)]
    pub(crate) table: bool,
    /// Crates whose mutants are run [default: core, the schemes and all others but url1738-arrow]
    #[arg(long)]
    pub(crate) package: Vec<String>,
    /// Run every N-th mutant of the list, beginning with the K-th, counted from 0, and keep the table
    #[arg(long, value_name = "K/N")]
    pub(crate) shard: Option<String>,
    /// Run only the mutants whose names contain one of these texts
    #[arg(long, value_name = "TEXT")]
    pub(crate) name: Vec<String>,
    /// Run mutants again that were caught or do not compile
    #[arg(long)]
    pub(crate) again: bool,
    /// Run with cargo-mutants what cannot be chosen at run time, half a minute each; with --name, any mutants
    #[arg(long)]
    pub(crate) plain: bool,
}

pub(crate) fn mutants(options: &Options) -> Result<(), Failure> {
    if !options.table {
        run(options)?;
    }
    let mut sum = Score::default();
    println!(
        "{:<18} {:>7} {:>7} {:>7} {:>9} {:>7}",
        "crate", "mutants", "caught", "missed", "unviable", "%"
    );
    let mut missed = Vec::new();
    let mut below = Vec::new();
    let mut line = |name: &str, score: Score| {
        let Score { caught, unviable, missed } = score;
        let all = caught + unviable + missed;
        println!(
            "{name:<18} {all:>7} {caught:>7} {missed:>7} {unviable:>9} {:>7.1}",
            score.share()
        );
        if score.share() < LEAST {
            below.push(name.to_owned());
        }
    };
    for package in packages(&[]).into_iter().chain(NAMED_ONLY.map(str::to_owned)) {
        let table = Table::read(&package);
        let score = table.score();
        if score.caught + score.missed > 0 {
            line(&package, score);
        }
        sum = sum.plus(score);
        missed.extend(table.missed().map(|(name, note)| format!("{package} {name}: {note}")));
    }
    line("all", sum);
    missed.iter().for_each(|line| println!("missed: {line}"));
    if below.is_empty() {
        Ok(())
    } else {
        Err(Failure::new(format!("less than {LEAST} % are caught: {}", below.join(", "))))
    }
}

fn packages(chosen: &[String]) -> Vec<String> {
    if !chosen.is_empty() {
        return chosen.to_vec();
    }
    let schemes = family::schemes().map(|scheme| format!("url1738-{scheme}"));
    let first = core::iter::once("url1738-core".to_owned());
    first.chain(schemes).chain(OTHERS.map(str::to_owned)).collect()
}

/// Runs the mutants without a row in the tables, and returns the score of those that it ran.
pub(crate) fn run(options: &Options) -> Result<Score, Failure> {
    tools::need("mutants")?;
    let packages = packages(&options.package);
    let names: Vec<&str> = packages.iter().map(String::as_str).collect();
    let mutants = list::list(&top(), &names)?;
    let mut tables: BTreeMap<String, Table> =
        packages.iter().map(|package| (package.clone(), Table::read(package))).collect();
    for (package, table) in &mut tables {
        let own: Vec<&Mutant> = mutants.iter().filter(|it| it.package == *package).collect();
        table.retain(&own);
    }
    let chosen = chosen(options, &mutants, &tables)?;
    eprintln!("{} of {} mutants to run", chosen.len(), mutants.len());
    if chosen.is_empty() {
        return Ok(Score::default());
    }
    let folder = target().join("mutants-run");
    let keep = options.shard.is_none();
    let tables = Mutex::new((tables, Score::default(), 0_usize));
    let done = |mutant: &Mutant, row: Row| {
        let Ok(mut guard) = tables.lock() else { return };
        let (tables, score, count) = &mut *guard;
        *count += 1;
        match row.outcome {
            Outcome::Caught | Outcome::TimedOut => score.caught += 1,
            Outcome::Unviable => score.unviable += 1,
            Outcome::Missed => {
                let seen = if row.reached { "" } else { " (no test reaches it)" };
                eprintln!("missed{seen}: {}", mutant.listed);
                score.missed += 1;
            }
        }
        let Some(table) = tables.get_mut(&mutant.package).filter(|_| keep) else { return };
        table.set(mutant, row);
        // One that is built alone takes as long as a hundred of the others.
        if *count % 100 == 0 || options.plain {
            eprintln!("{count} done");
            let _ = table.write(&mutant.package);
        }
    };
    if options.plain {
        plain::run(&folder, &chosen, &done)?;
    } else {
        at_once(&folder, &mutants, &chosen, &done)?;
    }
    let (tables, score, _) = tables.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    if keep {
        // Others may be run meanwhile.
        let packages: BTreeSet<&String> = chosen.iter().map(|mutant| &mutant.package).collect();
        for (package, table) in tables.iter().filter(|(package, _)| packages.contains(package)) {
            table.write(package)?;
        }
    }
    Ok(score)
}

/// Returns the mutants to run: those of a shard, or those without a row that still counts.
fn chosen<'m>(
    options: &Options,
    mutants: &'m [Mutant],
    tables: &BTreeMap<String, Table>,
) -> Result<Vec<&'m Mutant>, Failure> {
    let shard = match options.shard.as_deref().map(|it| it.split_once('/')) {
        None => (0, 1),
        Some(Some((first, of))) => match (first.parse(), of.parse()) {
            (Ok(first), Ok(of)) if of > 0 => (first, of),
            _ => return Err(Failure::new("a shard is K/N")),
        },
        Some(None) => return Err(Failure::new("a shard is K/N")),
    };
    let counts = |mutant: &Mutant| {
        let row = tables.get(&mutant.package).and_then(|table| table.get(mutant));
        row.is_some_and(|row| row.outcome != Outcome::Missed)
    };
    let names = &options.name;
    let named = |mutant: &Mutant| {
        names.is_empty() || names.iter().any(|name| mutant.listed.contains(name.as_str()))
    };
    let every = options.again || options.shard.is_some();
    let mutants = mutants.iter().enumerate().filter(|(index, _)| index % shard.1 == shard.0);
    let mutants = mutants.map(|(_, mutant)| mutant).filter(|mutant| named(mutant));
    Ok(mutants.filter(|mutant| every || !counts(mutant)).collect())
}

/// Compiles all mutants of the crates together, and runs the chosen ones.
fn at_once(
    folder: &Path,
    mutants: &[Mutant],
    chosen: &[&Mutant],
    done: &(impl Fn(&Mutant, Row) + Sync),
) -> Result<(), Failure> {
    let (tree, built) = (folder.join("tree"), folder.join("built"));
    fs::create_dir_all(&tree)?;
    tree::copy(&tree, mutants)?;
    let built = built.display().to_string();
    let compiled = tree::compile(&tree, &built, mutants)?;
    eprintln!("{} mutants compile", compiled.ready.len());
    let mut tested: BTreeSet<&str> = mutants.iter().map(|it| it.package.as_str()).collect();
    // The tests of the family reach every scheme, and nothing of the crates above it.
    if !tested.iter().all(|package| ABOVE.contains(package)) {
        tested.extend(["url1738", "url1738-conformance", "url1738-core"]);
    }
    if tested.contains("url1738-context") {
        tested.insert("url1738-context-tests");
    }
    let mut binaries = tree::binaries(&tree, &built, &tested)?;
    binaries.extend(tree::examples(&tree, &built, &tested)?);
    let tests = tests::record(&binaries, &plain::skipped()?, folder)?;
    let judges = tests::judges(mutants, &binaries, &tests);
    let (mut ready, mut later) = (Vec::new(), 0_usize);
    for mutant in chosen {
        let is_value = mutant.genre == Genre::FnValue;
        if compiled.ready.contains(&mutant.id) {
            ready.push(*mutant);
        } else if compiled.unviable.contains(&mutant.id) {
            let note = if is_value { "no such value" } else { "no such operator" }.to_owned();
            let digest = mutant.digest.clone();
            done(mutant, Row { outcome: Outcome::Unviable, note, digest, reached: true });
        } else {
            later += 1;
            eprintln!("left to --plain: {}", mutant.listed);
        }
    }
    eprintln!("{} mutants to run, {later} left to --plain", ready.len());
    run::run(&ready, &judges, &binaries, &tests, done);
    Ok(())
}
