//! Runs the program.

use std::{
    collections::HashSet,
    io::Write as _,
    process::{Command, Output, Stdio},
};

/// Returns the program, without arguments.
pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_url1738"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("NO_COLOR");
    command
}

/// Runs the program with arguments and stdin.
pub(crate) fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = program()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // Fails if the program ends early.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// Returns stdout of a run as text.
pub(crate) fn stdout(arguments: &[&str], input: &[u8]) -> String {
    String::from_utf8(run(arguments, input).stdout).unwrap()
}

/// Returns whether a program is installed. The line that says otherwise is not captured, as that of a passing test would be.
/// The gate installs programs, so a test fails there unless `URL1738_WITHOUT` names what it could not install.
pub(crate) fn has_program(program: &str, package: &str) -> bool {
    let mut command = Command::new(program);
    if command.arg("--version").stdin(Stdio::null()).output().is_ok() {
        return true;
    }
    let variable = |name| std::env::var(name).unwrap_or_default();
    let refused = variable("URL1738_WITHOUT").split(' ').any(|it| it == program);
    let why = if refused { "cannot be installed" } else { "is not installed" };
    let _ = writeln!(std::io::stderr(), "skipped: a test: {program} of {package} {why}");
    assert!(refused || variable("CI") != "true", "{program} is not installed");
    false
}

/// Returns what a terminal shows of a run, stdout and stderr, or `None` if `script` is not installed.
#[cfg(unix)]
pub(crate) fn on_terminal(arguments: &str) -> Option<String> {
    if !has_program("script", "bsdutils") {
        return None;
    }
    let command = format!("{} {arguments}", env!("CARGO_BIN_EXE_url1738"));
    let run = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .stdin(Stdio::null())
        .output()
        .ok()?;
    Some(String::from_utf8(run.stdout).expect("output is UTF-8"))
}

/// Returns the lines of the output that are not lines of the input: `fix` passes lines that it does not repair through
/// as they are, unless stdout is a terminal.
pub(crate) fn without_passed_lines(output: &[u8], input: &[u8]) -> Vec<u8> {
    let lines: HashSet<&[u8]> = input.split(|octet| *octet == b'\n').collect();
    let changed = output.split(|octet| *octet == b'\n').filter(|line| !lines.contains(line));
    changed.collect::<Vec<_>>().join(&b'\n')
}
