//! Compares the parsers with the grammar and prints the report. `--write` writes the committed files, `--check` compares them.

use std::{env, fs, io, path::Path, process::ExitCode, time::Instant};

use url1738_conformance::{coverage, report::Report, run, suite::Effort};

fn main() -> io::Result<ExitCode> {
    let start = Instant::now();
    let arguments: Vec<String> = env::args().skip(1).collect();
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    if let Some(other) = arguments.iter().find(|a| !["--write", "--check"].contains(&a.as_str())) {
        eprintln!("unknown option {other}: expected --write or --check");
        return Ok(ExitCode::from(2));
    }

    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let covered = coverage::covered(&here.join("../.."))?;
    let outcomes = run::run(Effort::Full);
    let report = Report { outcomes: &outcomes, requirements: &covered };

    let mut stale = false;
    for (name, text) in report.files() {
        let file = here.join(name);
        if has("--write") {
            fs::create_dir_all(file.parent().unwrap_or(here))?;
            fs::write(&file, &text)?;
        }
        if has("--check") && fs::read_to_string(&file).unwrap_or_default() != text {
            println!("{name} differs: run `cargo xtask conformance --write`");
            stale = true;
        }
    }
    eprintln!("{:.1?}", start.elapsed());
    print!("{}", report.console());
    Ok(if stale || !report.is_clean() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
