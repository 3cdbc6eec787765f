//! The program in this process, with arguments and any lines: the exit code and its output out.

use std::{
    fs::File,
    io::{Read as _, Seek as _, Write as _},
    os::fd::{AsRawFd as _, FromRawFd as _},
    process::ExitCode,
    sync::{Mutex, OnceLock, PoisonError},
};

use url1738::Url;

use crate::program;

/// Runs the program without colors on one thread; the last argument is the path of `input`. Returns its exit code and
/// what it wrote to stdout and stderr, which is UTF-8 but for the lines that `fix` cannot repair.
pub(crate) fn run(arguments: &[&str], input: &[u8]) -> (ExitCode, String, String) {
    let mut streams = streams().lock().unwrap_or_else(PoisonError::into_inner);
    let (command, options) = arguments.split_first().expect("a command");
    // Files are searched for URLs one after another anyway.
    let plain = ["--color", "never", "-j", "1"];
    let plain = if *command == "extract" { &plain[..2] } else { &plain };
    let all = [core::slice::from_ref(command), plain, options].concat();
    let (code, out, err) = streams.run(&all, input);
    let text = |octets| String::from_utf8(octets).expect("the output is UTF-8");
    // A line that is not repaired stays as it is, unless it is within a record.
    let keeps = *command == "fix" && arguments.contains(&"human");
    let out = if keeps { String::from_utf8_lossy(&out).into_owned() } else { text(out) };
    let err = text(err);
    // Reports show what the lines have.
    let is_shown = input.windows(8).any(|word| word == b"panicked");
    assert!(is_shown || !err.contains("panicked"), "{arguments:?}: {err}");
    (code, out, err)
}

/// Panics if the text contains control characters other than the ends of lines, or changes the direction of text.
pub(crate) fn assert_printable(text: &str, tabs: bool) {
    let foreign = |c: char| {
        c.is_control() && c != '\n' && (c != '\t' || !tabs)
            || ('\u{202a}'..='\u{202e}').contains(&c)
    };
    assert!(!text.contains(foreign), "{text:?}");
}

/// Files that replace stdout and stderr while the program runs, and one for its input.
struct Streams {
    input: File,
    captured: [File; 2],
    /// The descriptors of the process that they replace.
    own: [i32; 2],
}

fn streams() -> &'static Mutex<Streams> {
    static STREAMS: OnceLock<Mutex<Streams>> = OnceLock::new();
    STREAMS.get_or_init(|| {
        // SAFETY: `dup` of an open descriptor.
        let own = [1, 2].map(|descriptor| unsafe { libc::dup(descriptor) });
        Mutex::new(Streams { input: in_memory(), captured: [in_memory(), in_memory()], own })
    })
}

/// Returns an anonymous file in memory.
fn in_memory() -> File {
    // SAFETY: the name is a C string, and the new descriptor has no other owner.
    unsafe {
        let descriptor = libc::memfd_create(c"url1738".as_ptr(), 0);
        assert!(descriptor >= 0, "memfd_create");
        File::from_raw_fd(descriptor)
    }
}

impl Streams {
    fn run(&mut self, arguments: &[&str], input: &[u8]) -> (ExitCode, Vec<u8>, Vec<u8>) {
        rewritten(&mut self.input, input);
        self.captured.iter_mut().for_each(|file| rewritten(file, b""));
        let path = format!("/proc/self/fd/{}", self.input.as_raw_fd());
        let all = ["url1738"].into_iter().chain(arguments.iter().copied());
        // The path of the input is the last argument: the value of an option, or an operand.
        let all = all.chain([path.as_str()]).map(Into::into);
        self.redirect([0, 1].map(|at| self.captured[at].as_raw_fd()));
        let code = url1738_cli::run(all);
        let _ = std::io::stdout().flush();
        self.redirect(self.own);
        let [out, err] = self.captured.each_mut().map(|file| {
            let mut text = Vec::new();
            file.rewind().and_then(|()| file.read_to_end(&mut text)).expect("a file in memory");
            text
        });
        (code, out, err)
    }

    fn redirect(&self, to: [i32; 2]) {
        for (descriptor, to) in [1, 2].into_iter().zip(to) {
            // SAFETY: both descriptors are open as long as the process runs.
            let done = unsafe { libc::dup2(to, descriptor) };
            assert_eq!(done, descriptor, "dup2");
        }
    }
}

fn rewritten(file: &mut File, bytes: &[u8]) {
    file.rewind().and_then(|()| file.set_len(0)).expect("a file in memory");
    file.write_all(bytes).and_then(|()| file.rewind()).expect("a file in memory");
}

const COMMANDS: [&str; 6] = ["check", "parse", "plan", "fix", "normalize", "extract"];
const FORMATS: [&str; 4] = ["human", "json", "csv", "tsv"];

/// The first byte selects a command, the second a format, and the rest are lines. The exit code is right; the
/// output is UTF-8 without control characters; its record of each line agrees with the library.
pub fn cli_lines(bytes: &[u8]) {
    let [command, format, input @ ..] = bytes else { return };
    let command = COMMANDS[usize::from(*command) % COMMANDS.len()];
    let format = FORMATS[usize::from(*format) % FORMATS.len()];
    let (code, out, err) = run_lines(command, format, input);
    program::assert_printable(&err, false);
    // A line that is not repaired stays as it is, unless a terminal shows it.
    if (command, format) != ("fix", "human") {
        program::assert_printable(&out, format == "tsv");
    }
    // What is not text in UTF-8 is one error.
    let refusals = ["cannot read ", " is binary", " first", " is an image"];
    if code == ExitCode::from(2) && refusals.iter().any(|it| err.contains(it)) {
        return;
    }
    if command == "extract" {
        assert_ne!(code, ExitCode::from(2), "{format}: {err}");
        return;
    }
    let lines: Vec<&[u8]> = lines(input);
    let valid = lines.iter().map(|line| Url::parse_bytes(line).is_ok());
    if command == "parse" {
        assert_eq!(code, ExitCode::SUCCESS, "{format} {}", input.escape_ascii());
    }
    if ["check", "normalize"].contains(&command) {
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
fn run_lines(command: &str, format: &str, input: &[u8]) -> (ExitCode, String, String) {
    let format = [command, "--format", format];
    let input_option: &[&str] = match command {
        "extract" => &[],
        "fix" | "normalize" => &["--passwords", "mask", "-f"],
        _ => &["-f"],
    };
    run(&[&format, input_option].concat(), input)
}

/// Returns what the program writes of `input`, the records first. The bytes select a command and a format.
pub(crate) fn written(command: u8, format: u8, input: &[u8]) -> [String; 2] {
    let command = COMMANDS[usize::from(command) % COMMANDS.len()];
    let format = FORMATS[usize::from(format) % FORMATS.len()];
    let (_, out, err) = run_lines(command, format, input);
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
