//! Writes the suite, checks it, answers for the crates, and runs other implementations.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a tool for developers: a panic reports a bug in it"
)]

use std::{
    env, fs,
    io::{self, BufRead as _, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
};

use url1738_suite::{adapters, choose, files, generate, judge, scoreboard, web};

const USAGE: &str = "\
Write, check and run the conformance suite for RFC 1738

Usage: cargo xtask suite [OPTION]

Options:
      --write              Write tests/suite/*.json
      --check              Compare the committed files with the generator, and measure what they cover
      --large [FOLDER]     Write the large set, which covers every counted state [default: suite-large in the target folder]
      --run [NAME...]      Install and run the adapters of other implementations, and write tests/suite/SCOREBOARD.md
      --only COMMAND       Run the suite on one program that speaks the runner protocol
      --web                Compare with url and fluent-uri on the test URLs of the web platform, and write tests/suite/WEB.md
      --serve              Answer the runner protocol for the crates
";

fn main() -> io::Result<ExitCode> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.join("../..");
    match arguments.first().map(String::as_str) {
        None | Some("--write") => write(&root, here, false)?,
        Some("--large") => {
            let target = env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
            let folder = arguments.get(1).map_or(target.join("suite-large"), PathBuf::from);
            fs::create_dir_all(&folder)?;
            write(&root, &folder, true)?;
        }
        Some("--check") => return check(&root, here),
        Some("--serve") => serve()?,
        Some("--web") => {
            let (page, unexplained) = web::page()?;
            fs::write(here.join("WEB.md"), page)?;
            unexplained.iter().for_each(|it| println!("no rule: {it}"));
            return Ok(if unexplained.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        Some("--run") => {
            let files = files::read_all(here)?;
            let results = adapters::run(here, &files, &arguments[1..])?;
            print!("{}", scoreboard::console(&results));
            if arguments.len() == 1 {
                fs::write(here.join("SCOREBOARD.md"), scoreboard::page(&files, &results))?;
                fs::write(here.join("disagreements.tsv"), scoreboard::list(&results))?;
            }
        }
        Some("--only") if arguments.len() > 1 => {
            let files = files::read_all(here)?;
            let result = adapters::run_one(&arguments[1..], here, &files)?;
            print!("{}", scoreboard::console(core::slice::from_ref(&result)));
            if result.disagreements() > 0 {
                return Ok(ExitCode::FAILURE);
            }
        }
        Some("--help" | "-h") => print!("{USAGE}"),
        Some(_) => {
            eprint!("{USAGE}");
            return Ok(ExitCode::from(2));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn write(root: &Path, folder: &Path, large: bool) -> io::Result<()> {
    let mut bytes = 0;
    for file in generate::generate(root, large) {
        let text = file.text();
        bytes += text.len();
        println!("{}.json: {} vectors, {} KB", file.name, file.len(), text.len() / 1000);
        fs::write(folder.join(format!("{}.json", file.name)), text)?;
    }
    println!("{} KB in {}", bytes / 1000, folder.display());
    Ok(())
}

/// Prints what the committed files cover, and whether they are what the generator writes.
fn check(root: &Path, here: &Path) -> io::Result<ExitCode> {
    let mut faulty = false;
    for file in generate::generate(root, false) {
        let path = here.join(format!("{}.json", file.name));
        if fs::read_to_string(path).unwrap_or_default() != file.text() {
            println!("{}.json differs: run `cargo xtask suite --write`", file.name);
            faulty = true;
        }
    }
    let files = files::read_all(here)?;
    let (mut killed, mut seeded, mut covered, mut of) = (0, 0, 0, 0);
    for file in files.iter().filter(|file| !file.list("urls").is_empty()) {
        let title = files::NAMES.iter().find(|name| **name == file.name).expect("a known file");
        let texts =
            file.list("urls").iter().filter_map(|it| files::from_text(it["text"].as_str()?));
        let measured = choose::measure(&generate::oracle(title), texts, false);
        for survivor in &measured.survivors {
            println!("{title}: no vector detects {survivor:?}");
        }
        for item in measured.open.iter().take(5) {
            println!("{title}: no vector covers {item:?}");
        }
        killed += measured.faults - measured.survivors.len();
        seeded += measured.faults;
        covered += measured.covered;
        of += measured.of;
    }
    let mut wrong = 0;
    for file in &files {
        for (list, op, _) in judge::LISTS {
            for vector in file.list(list) {
                let answer = judge::answer(&judge::request(list, op, &file.name, vector));
                wrong += usize::from(judge::disagreement(list, vector, &answer).is_some());
            }
        }
    }
    let vectors: usize = files.iter().map(files::File::len).sum();
    println!("vectors: {vectors}, {wrong} of which the crates answer otherwise");
    println!("states and transitions covered: {covered}/{of}");
    println!("seeded faults detected: {killed}/{seeded}");
    faulty |= wrong > 0 || killed < seeded || covered < of;
    Ok(if faulty { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn serve() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        writeln!(out, "{}", judge::answer_line(&line?))?;
        out.flush()?;
    }
    Ok(())
}
