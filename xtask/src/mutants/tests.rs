//! The tests that judge a mutant: those that reach it, the fastest first.

use core::time::Duration;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::Command,
    sync::Mutex,
    time::Instant,
};

use super::{list::Mutant, tree::Binary};
use crate::{cargo::Failure, family};

/// The number that makes the tests record which mutants they reach.
const RECORD: &str = "4294967295";
/// The number of cases per property: more take longer and catch little more.
pub(super) const CASES: &str = "60";
/// More than a small machine has processors, because the tests of the client wait.
pub(super) const PROCESSES: usize = 4;
/// A mutant that allocates without end must not fill the memory of the machine, in KiB.
const MEMORY: &str = "8000000";
/// Tests that take longer catch what others catch.
const LONGEST: Duration = Duration::from_secs(60);

/// A test of the unchanged tree.
#[derive(Clone, Debug)]
pub(super) struct Test {
    /// The index of its binary.
    pub(super) binary: usize,
    pub(super) name: String,
    pub(super) time: Duration,
    reached: BTreeSet<u32>,
}

/// How a run of tests ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    Passed,
    /// The name of the first test that failed, or nothing if the process ended without one.
    Failed(Option<String>),
    TimedOut,
    /// It was not started, which is not a verdict.
    NotRun,
}

/// Runs every test of the binaries alone, on the unchanged program, and records the mutants that it reaches.
pub(super) fn record(
    binaries: &[Binary],
    skipped: &[String],
    folder: &Path,
) -> Result<Vec<Test>, Failure> {
    fs::create_dir_all(folder)?;
    let mut names = Vec::new();
    for (index, binary) in binaries.iter().enumerate() {
        if let Some(examples) = &binary.examples {
            names.extend(examples.iter().map(|name| (index, name.clone())));
            continue;
        }
        let listed = Command::new(&binary.path)
            .args(["--list", "--format", "terse"])
            .current_dir(&binary.folder)
            .output()?;
        let text = String::from_utf8_lossy(&listed.stdout).into_owned();
        let found = text.lines().filter_map(|line| line.strip_suffix(": test"));
        let found = found.filter(|name| !skipped.iter().any(|skip| name.contains(skip)));
        names.extend(found.map(|name| (index, name.to_owned())));
    }
    eprintln!("{} tests of {} binaries", names.len(), binaries.len());
    let queue = Mutex::new(names.into_iter());
    let done = Mutex::new(Vec::new());
    let failed = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for worker in 0..PROCESSES {
            let (queue, done, failed) = (&queue, &done, &failed);
            let file = folder.join(format!("reached-{worker}"));
            scope.spawn(move || {
                loop {
                    let next = queue.lock().map(|mut queue| queue.next()).unwrap_or_default();
                    let Some((binary, name)) = next else { break };
                    let _ = fs::remove_file(&file);
                    let start = Instant::now();
                    let tests = [name.as_str()];
                    let to = file.display().to_string();
                    let end = start_tests(&binaries[binary], &tests, RECORD, &to, 120, 240);
                    let time = start.elapsed();
                    // Examples that have to panic, or only have to compile, judge nothing.
                    if end != End::Passed && binaries[binary].examples.is_some() {
                        continue;
                    }
                    if end != End::Passed {
                        failed.lock().map(|mut it| it.push(name)).unwrap_or_default();
                        continue;
                    }
                    let bytes = fs::read(&file).unwrap_or_default();
                    let reached =
                        (0_u32..).zip(bytes).filter(|it| it.1 == 1).map(|it| it.0).collect();
                    let test = Test { binary, name, time, reached };
                    done.lock().map(|mut it| it.push(test)).unwrap_or_default();
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap_or_default();
    if !failed.is_empty() {
        return Err(Failure::new(format!("fail on the unchanged tree: {}", failed.join(", "))));
    }
    let mut tests = done.into_inner().unwrap_or_default();
    for test in tests.iter().filter(|test: &&Test| test.time >= LONGEST) {
        eprintln!("left out: {} {}", binaries[test.binary].name, test.name);
    }
    tests.retain(|test: &Test| test.time < LONGEST);
    tests.sort_by_key(|test| (test.time, test.binary, test.name.clone()));
    Ok(tests)
}

/// Returns the tests that reach each mutant, the fastest first.
pub(super) fn judges(
    mutants: &[Mutant],
    binaries: &[Binary],
    tests: &[Test],
) -> BTreeMap<u32, Vec<usize>> {
    let mut judges = BTreeMap::<u32, Vec<usize>>::new();
    let by_id: BTreeMap<u32, &Mutant> = mutants.iter().map(|it| (it.id, it)).collect();
    for (index, test) in tests.iter().enumerate() {
        for id in &test.reached {
            let Some(mutant) = by_id.get(id) else { continue };
            if may_judge(&binaries[test.binary].package, &mutant.package) {
                judges.entry(*id).or_default().push(index);
            }
        }
    }
    judges
}

/// A crate answers for itself; the tests of the family answer for all of its libraries too.
fn may_judge(tests: &str, mutated: &str) -> bool {
    let of_scheme = |name: &str| {
        name.strip_prefix("url1738-")
            .is_some_and(|name| family::schemes().any(|scheme| scheme == name))
    };
    let is_family =
        ["url1738", "url1738-core", "url1738-conformance"].contains(&tests) || of_scheme(tests);
    tests == mutated
        || is_family
        || (tests == "url1738-context-tests" && mutated == "url1738-context")
}

/// Runs tests of one binary with a mutant, one after the other, within seconds of processor time and of time.
pub(super) fn start_tests(
    binary: &Binary,
    tests: &[&str],
    mutant: &str,
    reached: &str,
    processor: u64,
    seconds: u64,
) -> End {
    let start = |words: &[&str], example: &str| {
        start(binary, words, example, mutant, reached, [processor, seconds])
    };
    let Some(examples) = &binary.examples else {
        return start(&[tests, &["--exact", "--test-threads=1"]].concat(), "");
    };
    // The examples are run one by one, by their numbers.
    let numbers = tests.iter().map(|name| (name, examples.iter().position(|it| it == name)));
    for (name, number) in numbers {
        match start(&[], &number.unwrap_or(usize::MAX).to_string()) {
            End::Passed => {}
            End::Failed(_) => return End::Failed(Some((*name).to_owned())),
            end => return end,
        }
    }
    End::Passed
}

fn start(
    binary: &Binary,
    words: &[&str],
    example: &str,
    mutant: &str,
    reached: &str,
    [processor, seconds]: [u64; 2],
) -> End {
    // The shell limits itself and then becomes the test.
    let limited = r#"ulimit -v "$1" && ulimit -t "$2" && shift 2 && exec timeout -s KILL "$@""#;
    let output = Command::new("sh")
        .args(["-c", limited, "sh", MEMORY, &processor.to_string(), &seconds.to_string()])
        .arg(&binary.path)
        .args(words)
        .current_dir(&binary.folder)
        .env("RUSTDOC_DOCTEST_RUN_NB_TEST", example)
        .env("URL1738_MUTANT", mutant)
        .env("URL1738_REACHED", reached)
        .env("PROPTEST_CASES", CASES)
        // The same cases for all mutants, and no files for those that fail.
        .env("PROPTEST_RNG_SEED", "1738")
        .env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "true")
        .env("INSTA_UPDATE", "no")
        .env("RUST_BACKTRACE", "0")
        .output();
    let Ok(output) = output else { return End::NotRun };
    if output.status.success() {
        return End::Passed;
    }
    // The shell's codes for a file that it cannot execute.
    if matches!(output.status.code(), Some(126 | 127)) {
        return End::NotRun;
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let name =
        text.lines().find_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... FAILED"));
    match (name, output.status.code()) {
        (Some(name), _) => End::Failed(Some(name.to_owned())),
        // Killed by `timeout`, or by the kernel at the limit of processor time.
        (None, Some(124 | 137 | 152)) => End::TimedOut,
        (None, _) => End::Failed(None),
    }
}
