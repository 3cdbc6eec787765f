//! The memory bound that the README and the help promise, for any input.

use core::{fmt::Write as _, time::Duration};
use std::{
    fs,
    io::{Read as _, Write as _},
    process::Stdio,
    thread,
};

use data_encoding::BASE64;

use crate::run::program;

/// The threads of most runs, each of which holds some chunks of 64 KiB.
const THREADS: u64 = 12;

/// The promised bound for so many threads.
const fn bound(threads: u64) -> u64 {
    (64 + 2 * threads) * 1024
}

/// Returns the peak memory of a run so far, in KiB.
pub(crate) fn peak(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok()).unwrap_or_default()
}

/// Returns the CPU time of a run, in ticks.
fn computed(pid: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let after_name = stat.rsplit_once(") ")?.1;
    let fields: Vec<u64> = after_name.split(' ').filter_map(|field| field.parse().ok()).collect();
    // User and system time are the 11th and 12th number after the state.
    Some(fields.get(10)? + fields.get(11)?)
}

/// Runs the program over `input`, and returns the most memory that it held until it waited for more.
fn peak_of(arguments: &[&str], input: &[u8]) -> u64 {
    let mut child = program()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let pid = child.id();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input).unwrap();
    let mut before = None;
    // All is read; it is done when it computes no more.
    loop {
        thread::sleep(Duration::from_millis(60));
        let now = computed(pid);
        if now == before {
            break;
        }
        before = now;
    }
    let peak = peak(pid);
    drop(stdin);
    child.wait().unwrap();
    assert!(peak > 1024, "{arguments:?}: no peak");
    peak
}

/// Lines of up to 8 KiB, each `before` and as much of `unit` as fits: more than [`THREADS`] read at once.
fn lines(before: &str, unit: &str) -> Vec<u8> {
    let mut lines = String::new();
    for (len, times) in [(8_150, 70), (2_000, 150), (100, 1_500)] {
        for _ in 0..times {
            let units = (len - before.len()) / unit.len();
            let _ = writeln!(lines, "{before}{}", unit.repeat(units));
        }
    }
    lines.into_bytes()
}

/// Runs the program over `input` to its end. Returns the most memory that it held, and the number of lines it wrote.
///
/// The output is read only in steps between which the peak is read, so the program cannot end unseen.
fn peak_to_the_end(arguments: &[&str], input: &[u8]) -> (u64, usize) {
    let mut child = program()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let (pid, mut stdin, mut stdout) =
        (child.id(), child.stdin.take().unwrap(), child.stdout.take().unwrap());
    stdin.write_all(input).unwrap();
    drop(stdin);
    let (mut highest, mut lines, mut buffer) = (0, 0, vec![0; 64 * 1024]);
    loop {
        let read = stdout.read(&mut buffer).unwrap();
        highest = highest.max(peak(pid));
        if read == 0 {
            break;
        }
        lines += buffer[..read].iter().filter(|byte| **byte == b'\n').count();
    }
    child.wait().unwrap();
    (highest, lines)
}

/// The formats that take the most memory; in the others, records are made like those of JSON.
const FORMATS: [&str; 2] = ["human", "json"];

fn assert_bounded(commands: &[&[&str]], formats: &[&str], what: &str, input: &[u8]) {
    if !cfg!(target_os = "linux") {
        eprintln!("skipped: the peak is read from /proc");
        return;
    }
    let mut over = Vec::new();
    for command in commands {
        for format in formats {
            // `extract` reads texts on one core.
            let number = if command[0] == "extract" { 0 } else { THREADS };
            let threads = number.max(1).to_string();
            let threads: &[&str] = if number == 0 { &[] } else { &["-j", &threads] };
            let arguments = [command, threads, &["--format", format]].concat();
            let peak = peak_of(&arguments, input);
            if peak >= bound(number) {
                over.push(format!("{arguments:?} of {what}: {peak} KiB"));
            }
        }
    }
    assert!(over.is_empty(), "{over:#?}");
}

/// Each change of these lines takes more memory than the text that it replaces.
#[test]
fn repairing_stays_within_the_bound() {
    for (before, unit) in [("http://h/", "~"), ("ftp://h/", "\u{e0001}")] {
        assert_bounded(&[&["fix"]], &["human", "json"], unit, &lines(before, unit));
    }
    assert_bounded(&[&["fix"]], &FORMATS, "\\ra", &lines("http://h/", "\ra"));
    assert_bounded(&[&["fix", "--quiet"]], &["human"], "\\ra", &lines("http://h/", "\ra"));
}

#[test]
fn rewriting_stays_within_the_bound() {
    let commands: [&[&str]; 2] = [&["plan"], &["normalize"]];
    for (before, unit) in [("ftp://h/", "a/"), ("http://h/", "%41/"), ("gopher://h/7", "%01")] {
        assert_bounded(&commands, &FORMATS, unit, &lines(before, unit));
        let explain = ["explain", "--compare"];
        assert_bounded(&[&explain], &["human", "json"], unit, &lines(before, unit));
    }
    assert_bounded(&[&["explain"]], &["human", "json"], "~", &lines("http://h/", "~"));
}

#[test]
fn checking_parsing_and_extracting_stay_within_the_bound() {
    let commands: [&[&str]; 3] = [&["check", "--lints"], &["parse"], &["extract"]];
    assert_bounded(&[&["check", "--summary"]], &["html"], "%41/", &lines("http://h/", "%41/"));
    assert_bounded(&commands, &FORMATS, "%41/", &lines("http://h/", "%41/"));
    assert_bounded(&commands, &["human"], "\\x01", &lines("http://h/", "\u{1}"));
    // The parser of Markdown has a node for each mark.
    for unit in ["*", "[a](", "`", "[a]: x\n", "[a](http://h/~ 'b') ", "<!-- url1738: ignore -->\n"]
    {
        let check = ["check", "--lints", "--base", ".", "--stdin-filename", "a.md"];
        let text = unit.repeat(400_000 / unit.len());
        assert_bounded(&[&check], &["human", "sarif"], unit, text.as_bytes());
    }
    let commands: [&[&str]; 2] =
        [&["check", "--deny", "warnings"], &["check", "--lints", "--limit", "3"]];
    assert_bounded(&commands, &["short", "github", "sarif"], "%41/", &lines("http://h/", "%41/"));
}

/// Texts that are converted, each character of which comes from another place than the one before it suggests.
#[test]
fn converting_stays_within_the_bound() {
    let many = |unit: &[u8], units: usize| unit.repeat(1024 * 1024 / units / unit.len() * units);
    let page = |charset: &str, unit: &[u8]| {
        [format!("<html><meta charset={charset}>").as_bytes(), &many(unit, 1)].concat()
    };
    let mail = |charset: &str, unit: &[u8]| {
        let head = format!(
            "Subject: x\nContent-Type: text/html; charset={charset}\n\
             Content-Transfer-Encoding: base64\n\n"
        );
        let body: Vec<String> =
            many(unit, 3)[..512 * 1024].chunks(57).map(|line| BASE64.encode(line)).collect();
        [head.as_bytes(), body.join("\n").as_bytes()].concat()
    };
    let wide: Vec<u8> = "\u{feff}a\u{e9}\u{10000}\u{8868}"
        .encode_utf16()
        .chain("a\u{e9}\u{10000}\u{8868}".encode_utf16().cycle().take(512 * 1024))
        .flat_map(u16::to_le_bytes)
        .collect();
    let long = many(b"<URL:http://h.dom/\xE9a\xE9a\xE9a\xE9a\xE9a ", 1);
    for (what, text) in [
        ("latin1", many(b"a\xE9", 1)),
        ("lines in latin1", many(b"a\xE9\n", 1)),
        ("unclosed URLs", long),
        ("UTF-16", wide),
        ("a page", page("koi8-r", b"a\xE9&lt;")),
        ("a page in GB18030", page("gb18030", b"a\x81\x30\x81\x30\x81\x40")),
        ("a page in ISO-2022-JP", page("iso-2022-jp", b"a\x1B$B!!\x1B(B")),
        ("mail", mail("shift_jis", b"a\x82\xA0&lt;\xB1")),
    ] {
        assert_bounded(&[&["extract", "--context", "2"]], &["json"], what, &text);
    }
}

/// A long line, each part or change of which takes far more memory than its text.
#[test]
fn one_long_line_takes_so_many_times_its_length() {
    let commands: [(&[&str], &str, &str); 6] = [
        (&["check"], "http://h/", "~"),
        (&["fix"], "http://h/", "\ra"),
        (&["parse"], "ftp://h/", "a/"),
        (&["parse", "--sort", "host"], "ftp://h/", "a/"),
        (&["plan"], "gopher://h/7", "%01"),
        (&["explain", "--compare"], "ftp://h/", "a/"),
    ];
    for (command, before, unit) in commands {
        let line = before.to_owned() + &unit.repeat(256 * 1024 / unit.len());
        let peak = peak_of(&[command, &["--json"]].concat(), format!("{line}\n").as_bytes());
        assert!(peak < (16 + 180 / 4) * 1024, "{command:?}: {peak} KiB");
    }
}

/// More names than are counted, with the longest texts.
#[test]
fn a_summary_stays_within_the_bound() {
    let mut list = String::new();
    for number in 0..150_000 {
        let _ = writeln!(list, "http://{number:0>240}.dom/\nx{number:0>200}:y");
    }
    assert_bounded(&[&["check", "--summary"]], &["human", "json"], "names", list.as_bytes());
}

/// Twice as much as is held before it is spilled, in short lines and in some whose records are 30 times as long, in an
/// order that no key has.
#[test]
fn sorting_stays_within_the_bound() {
    if !cfg!(target_os = "linux") {
        eprintln!("skipped: the peak is read from /proc");
        return;
    }
    let (long, short) = (100, 80_000);
    let mut list = String::new();
    for number in 0..long {
        let (key, path) = (number * 37 % 50, "a/".repeat(30_000));
        let _ = writeln!(list, "http://host-{key}.dom/{path}{key}");
    }
    for number in 0..short {
        let key = number * 7919 % (short / 2);
        let scheme = if number % 2 == 0 { "http" } else { "HTTP" };
        let folder = "a-folder-of-a-long-name/".repeat(5);
        let _ = writeln!(list, "{scheme}://host-{key}.example.dom/{folder}{key}.html");
    }
    let (all, unique) = (long + short, (long + short) / 2);
    for (arguments, lines) in [
        (&["--sort", "host", "--format", "tsv"][..], all + 1),
        (&["--unique", "--get", "{normal}"], unique),
        (&["--sort", "-path,host", "--unique", "--get", "{url}"], unique),
        (&["--sort", "surt", "--json", "--where", "host begins \"host-1\""], 0),
    ] {
        let arguments = [&["parse", "-q", "-j", "64"], arguments].concat();
        let (peak, written) = peak_to_the_end(&arguments, list.as_bytes());
        assert!(written == lines || lines == 0 && written > 1000, "{arguments:?}: {written} lines");
        assert!(peak > 1024, "{arguments:?}: no peak");
        assert!(peak < bound(64), "{arguments:?}: {peak} KiB");
    }
}

/// As many hosts as are counted exactly, unknown schemes, every port, and every error and lint with a long
/// example, in lines so short that a chunk has thousands of names: 64 workers count them all.
#[test]
fn a_summary_by_64_threads_stays_within_the_bound() {
    let digit = |digit: u32| char::from_digit(digit, 36).unwrap();
    let mut list = String::new();
    let mut name = String::new();
    for number in 0..600_000_u32 {
        name.clear();
        let mut rest = number;
        while rest > 0 {
            name.push(digit(rest % 36));
            rest /= 36;
        }
        let port = number.wrapping_mul(7919) % 65_536;
        match number % 3 {
            0 => writeln!(list, "x://h{name}"),
            1 => writeln!(list, "x://h{name}:{port}"),
            _ => writeln!(list, "http://h{name}:{port}"),
        }
        .unwrap();
    }
    for code in url1738::codes::all() {
        for _ in 0..200 {
            let _ = writeln!(list, "{}{}", code.bad, "a".repeat(300));
        }
    }
    if !cfg!(target_os = "linux") {
        eprintln!("skipped: the peak is read from /proc");
        return;
    }
    // Without optimization, the parser takes 168 KiB of the stack of each thread.
    let level = std::env::var("CARGO_PROFILE_DEV_OPT_LEVEL");
    let bound = bound(64) + if level.as_deref() == Ok("0") { 64 * 168 } else { 0 };
    let peak = peak_of(&["check", "--summary", "-j", "64"], list.as_bytes());
    assert!(peak < bound, "{peak} KiB");
}
