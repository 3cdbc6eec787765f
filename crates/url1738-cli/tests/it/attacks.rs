//! The rows of `attacks.tsv` about the program: batches, output to terminals and tables, secrets.

use std::{fs, process::Stdio};

use crate::run::{program, run, stdout, without_passed_lines};

/// Returns identifier and input of the rows of a class.
fn rows(of: &str) -> Vec<(&'static str, Vec<u8>)> {
    let rows = include_str!("../../../url1738/tests/data/attacks.tsv").lines().skip(1);
    let cells = rows.map(|row| row.split('\t').collect::<Vec<_>>());
    let chosen = cells.filter(|cells| cells[1] == of && !cells[2].starts_with("{REP"));
    chosen.map(|cells| (cells[0], octets(cells[2]))).collect()
}

/// Resolves `\xHH`, `\n` and the like.
fn octets(text: &str) -> Vec<u8> {
    let (mut octets, mut rest) = (Vec::new(), text.as_bytes());
    while let [first, tail @ ..] = rest {
        rest = tail;
        match (first, tail) {
            (b'\\', [b'x', high, low, tail @ ..]) => {
                let digits = [*high, *low];
                let digits = str::from_utf8(&digits).unwrap();
                octets.push(u8::from_str_radix(digits, 16).unwrap());
                rest = tail;
            }
            _ => octets.push(*first),
        }
    }
    octets
}

const COMMANDS: [&str; 6] = ["check", "parse", "explain", "plan", "fix", "normalize"];
const FORMATS: [&str; 6] = ["human", "json", "csv", "tsv", "markdown", "yaml"];

/// Returns stdout and stderr of all commands in all formats.
fn outputs(input: &[u8]) -> impl Iterator<Item = (String, Vec<u8>)> {
    COMMANDS.into_iter().flat_map(|command| FORMATS.map(|format| (command, format))).map(
        move |(command, format)| {
            let output = run(&[command, "--format", format], input);
            (format!("{command} --format {format}"), [output.stdout, output.stderr].concat())
        },
    )
}

// req: S-01
#[test]
fn no_byte_of_a_url_controls_a_terminal_or_ends_a_record() {
    let classes = ["output-terminal", "command-injection", "secret-leak"];
    let rows: Vec<_> = classes.into_iter().flat_map(rows).collect();
    assert!(rows.len() > 10, "{}", rows.len());
    let inputs: Vec<Vec<u8>> = rows.into_iter().map(|(_, input)| input).collect();
    let input = inputs.join(&b'\n');
    for (how, mut output) in outputs(&input) {
        if how == "fix --format human" {
            output = without_passed_lines(&output, &input);
        }
        for line in output.split(|octet| *octet == b'\n') {
            let foreign = line.iter().find(|octet| octet.is_ascii_control() && **octet != b'\t');
            assert_eq!(foreign, None, "{how}: {}", line.escape_ascii());
            assert!(str::from_utf8(line).is_ok(), "{how}: {}", line.escape_ascii());
        }
    }
    // One record per line, whatever the line contains.
    for command in ["check", "parse", "explain", "plan", "normalize"] {
        let text = stdout(&[command, "--json"], &input);
        let records = text.lines().map(serde_json::from_str::<serde_json::Value>);
        let records: Vec<_> = records.collect::<Result<_, _>>().unwrap();
        let lines = input.split(|octet| *octet == b'\n').filter(|line| !line.is_empty()).count();
        assert_eq!(records.len(), lines, "{command}: {text}");
    }
}

// req: S-03
#[test]
fn no_password_of_a_row_is_shown() {
    let mut seen = 0;
    for (id, input) in rows("secret-leak") {
        for (how, output) in outputs(&input) {
            let output = String::from_utf8(output).unwrap();
            for secret in ["s3cret", "pa%40ss", "pa@ss"] {
                assert!(!output.contains(secret), "{id} {how}: {output}");
            }
        }
        seen += usize::from(input.windows(2).any(|pair| pair == b"s3" || pair == b"pa"));
    }
    assert!(seen >= 3, "{seen}");
}

/// Each row of the class has its test here.
#[test]
fn batch_rows_have_their_outcomes() {
    let ids: Vec<&str> = rows("batch-cli").into_iter().map(|(id, _)| id).collect();
    assert_eq!(ids, ["A265", "A267", "A269", "A271", "A273", "A275"]);
    a265_one_cr_before_lf_is_a_line_end();
    a267_an_empty_file_has_no_urls();
    a269_a_full_disk_is_reported();
    a271_killed_and_run_again();
    a273_the_output_must_not_be_an_input();
    a275_unreadable_inputs_are_reported_and_the_others_read();
}

fn a265_one_cr_before_lf_is_a_line_end() {
    let text = stdout(&["parse", "--json"], b"http://h/\r\nhttp://h/\r\r\n");
    let ok: Vec<bool> = text.lines().map(|line| line.contains(r#""ok":true"#)).collect();
    assert_eq!(ok, [true, false], "{text}");
}

fn a267_an_empty_file_has_no_urls() {
    let output = run(&["check", "--json"], b"");
    assert!(output.status.success());
    assert_eq!(output.stdout, b"");
}

fn a269_a_full_disk_is_reported() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = program().args(["normalize", "ftp://h/"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_ne!(output.stderr, b"");
}

/// The program keeps no state: a second run writes every line once.
fn a271_killed_and_run_again() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list");
    let lines = 20_000;
    fs::write(&list, "ftp://h/a\nhttp://h/~\n".repeat(lines / 2)).unwrap();
    let out = folder.path().join("out");
    let start = || {
        let out = fs::File::create(&out).unwrap();
        let mut command = program();
        command.args(["parse", "--json", "-q"]).arg(&list).stdout(out).stderr(Stdio::null());
        command.spawn().unwrap()
    };
    let mut child = start();
    child.kill().unwrap();
    child.wait().unwrap();
    start().wait().unwrap();
    let text = fs::read_to_string(&out).unwrap();
    let ok = text.lines().filter(|line| line.contains(r#""ok":true"#)).count();
    let bad = text.lines().filter(|line| line.contains(r#""ok":false"#)).count();
    assert_eq!((ok, bad, text.lines().count()), (lines / 2, lines / 2, lines));
}

fn a273_the_output_must_not_be_an_input() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list");
    fs::write(&list, "ftp://h/a\n").unwrap();
    let output = program()
        .args(["normalize"])
        .arg(&list)
        .stdout(fs::OpenOptions::new().append(true).open(&list).unwrap())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read(&list).unwrap(), b"ftp://h/a\n");
}

fn a275_unreadable_inputs_are_reported_and_the_others_read() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list");
    fs::write(&list, "ftp://h/a\n").unwrap();
    let mut command = program();
    command.args(["normalize", "-f"]).arg(folder.path());
    if cfg!(target_os = "linux") {
        command.args(["-f", "/proc/self/mem"]);
    }
    let output = command.arg("-f").arg(&list).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stdout, b"ftp://h/a\n");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains(&folder.path().display().to_string()), "{errors}");
}
