//! The ways in which a run can end, tested by the shell scripts `endings.sh` and `faults.sh`.

use std::process::Command;

fn shell(script: &str, arguments: &[&str]) {
    if !cfg!(target_os = "linux") {
        eprintln!("skipped: /dev/full is Linux's");
        return;
    }
    // A run that never ends is a failure, too.
    let output = Command::new("timeout")
        .args(["--kill-after=10", "600", "bash", script])
        .args(arguments)
        .env("URL1738", env!("CARGO_BIN_EXE_url1738"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{}: {out}{err}", output.status);
}

#[test]
fn endings() {
    shell("tests/endings.sh", &[]);
}

/// Kills each command once, over short lists. By default, the script kills a hundred times, over longer ones.
#[test]
fn faults() {
    shell("tests/faults.sh", &["13", "6000"]);
}
