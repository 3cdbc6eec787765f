//! Every way in which a run may end. The shell does what only a shell can: see `endings.sh`.

use std::process::Command;

#[test]
fn endings() {
    if !cfg!(target_os = "linux") {
        eprintln!("skipped: /dev/full is Linux's");
        return;
    }
    let output = Command::new("bash")
        .arg("tests/endings.sh")
        .env("URL1738", env!("CARGO_BIN_EXE_url1738"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}{err}");
}
