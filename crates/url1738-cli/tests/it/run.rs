//! Runs the program.

use std::{
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
