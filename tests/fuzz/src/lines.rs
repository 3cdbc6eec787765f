//! The program with any lines: from its arguments to its output.

use std::process::ExitCode;

use url1738::Url;

use crate::program;

const COMMANDS: [&str; 6] = ["check", "parse", "plan", "fix", "normalize", "extract"];
const FORMATS: [&str; 4] = ["human", "json", "csv", "tsv"];

/// The first byte selects a command, the second a format, and the rest are lines. The exit code is right; the
/// output is UTF-8 without control characters; its record of each line agrees with the library.
pub fn cli_lines(bytes: &[u8]) {
    let [command, format, input @ ..] = bytes else { return };
    let command = COMMANDS[usize::from(*command) % COMMANDS.len()];
    let format = FORMATS[usize::from(*format) % FORMATS.len()];
    let (code, out, err) = run(command, format, input);
    for text in [&out, &err] {
        program::assert_printable(text, format == "tsv");
    }
    if command == "extract" {
        assert_ne!(code, ExitCode::from(2), "{format}: {err}");
        return;
    }
    let lines: Vec<&[u8]> = lines(input);
    let valid = lines.iter().map(|line| Url::parse_bytes(line).is_ok());
    if ["check", "parse", "normalize"].contains(&command) {
        let all =
            if valid.clone().all(|valid| valid) { ExitCode::SUCCESS } else { ExitCode::from(1) };
        assert_eq!(code, all, "{command} {format} {}", input.escape_ascii());
    }
    if format == "json" {
        let records: Vec<&[u8]> =
            out.as_bytes().split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).collect();
        assert_eq!(records.len(), lines.len(), "{command}: {}", out);
        if ["check", "parse", "normalize"].contains(&command) {
            for (record, valid) in records.iter().zip(valid) {
                let said = record.windows(9).any(|field| field == b"\"ok\":true");
                let denied = record.windows(10).any(|field| field == b"\"ok\":false");
                assert!(if valid { said } else { denied }, "{}", record.escape_ascii());
            }
        }
    }
}

/// Runs a command that reads lines, or `extract`, which reads a text. Passwords in URLs are masked.
fn run(command: &str, format: &str, input: &[u8]) -> (ExitCode, String, String) {
    let format = [command, "--format", format];
    let input_option: &[&str] = match command {
        "extract" => &[],
        "fix" | "normalize" => &["--passwords", "mask", "-f"],
        _ => &["-f"],
    };
    program::run(&[&format, input_option].concat(), input)
}

/// Returns what the program writes of `input`, the records first. The bytes select a command and a format.
pub(crate) fn written(command: u8, format: u8, input: &[u8]) -> [String; 2] {
    let command = COMMANDS[usize::from(command) % COMMANDS.len()];
    let format = FORMATS[usize::from(format) % FORMATS.len()];
    let (_, out, err) = run(command, format, input);
    [out, err]
}

/// Returns the lines of a file as the program's manual defines them: a line ends with LF or with the
/// file; a CR before it belongs to the end, a byte order mark to the file; an empty line is skipped.
fn lines(input: &[u8]) -> Vec<&[u8]> {
    let input = input.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(input);
    let lines = input.split(|byte| *byte == b'\n');
    let lines = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    lines.filter(|line| !line.is_empty()).collect()
}
