//! Prints the report; with `--write` into `REPORT.md` too, with `--check` it has to be that already.

use std::{env, fs, io, path::Path, process::ExitCode, time::Instant};

use url1738_conformance::{report::Report, requirements, run, suite::Effort};

fn main() -> io::Result<ExitCode> {
    let start = Instant::now();
    let arguments: Vec<String> = env::args().skip(1).collect();
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    if let Some(other) = arguments.iter().find(|a| !["--write", "--check"].contains(&a.as_str())) {
        eprintln!("{other}: only --write and --check are known");
        return Ok(ExitCode::from(2));
    }

    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let covered = requirements::covered(&here.join("../.."))?;
    let outcomes = run::run(Effort::Full);
    let report = Report { outcomes: &outcomes, requirements: &covered };

    let file = here.join("REPORT.md");
    let text = report.markdown();
    if has("--write") {
        fs::write(&file, &text)?;
    }
    let stale = has("--check") && fs::read_to_string(&file).unwrap_or_default() != text;
    if stale {
        println!("REPORT.md is stale: run `cargo xtask conformance --write`");
    }
    eprintln!("{:.1?}", start.elapsed());
    print!("{}", report.console());
    Ok(if stale || !report.is_clean() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
