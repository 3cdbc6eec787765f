//! Templates, conditions and keys of the program's fields, and files of its settings.

use std::process::ExitCode;

use crate::program;

/// Lines of the ten schemes, of an unknown one, and invalid ones. No part contains the secret but a password.
const LINES: &str = "\
ftp://joe:Geheim17@host.dom:21/a/%2Fetc/b.txt;type=a
http://host.dom:8080/%7Ejoe?a=b&c
gopher://Gopher.host.EDU/7/find%09two%20words
gopher://host.dom:70/1
mailto:joe%25x@host.dom
news:comp.lang.c
news:1994%3C@host.dom
nntp://news.host.dom/comp.lang.c/42
telnet://guest:Geheim17@192.0.2.7/
wais://host.dom/db/text/1%3D2
file:///etc/motd
prospero://host.dom/obj;version=1
x-db://joe:Geheim17@host.dom/db
http://h o/
ftp://joe:Geheim17@host.dom:99999/
host.dom
";
const SECRET: &str = "Geheim17";

/// The text up to the first newline is a template, up to the second one a condition, and the rest keys. A condition and its
/// negation divide the lines, keys order and choose them, and no field shows a password.
pub fn fields(bytes: &[u8]) {
    let Ok(text) = core::str::from_utf8(bytes) else { return };
    // Arguments of a process contain no NUL.
    if text.contains(['\0', '\r']) || text.contains(SECRET) {
        return;
    }
    let mut texts = text.splitn(3, '\n');
    let [template, condition, keys] = [(); 3].map(|()| texts.next().unwrap_or_default());
    template_shows_no_password(template);
    condition_divides(condition);
    keys_order(keys);
}

/// Returns what the program writes of the lines, if it accepts the options; it refuses them before it writes anything. Lines
/// with a password are withheld at the end, which has the same status.
fn parsed(options: &[&str]) -> Option<String> {
    let (code, out, err) = program::run(&[&["parse"], options, &["-f"]].concat(), LINES.as_bytes());
    assert!(!out.contains(SECRET) && !err.contains(SECRET), "{options:?}: {out}{err}");
    if code == ExitCode::from(2) && !err.contains("withheld; ") {
        assert_eq!(out, "", "{options:?}");
        assert!(err.starts_with("error: "), "{options:?}: {err}");
        program::assert_printable(&err, false);
        return None;
    }
    Some(out)
}

fn template_shows_no_password(template: &str) {
    let get = format!("--get={template}");
    let Some(out) = parsed(&[&get]) else { return };
    if !template.contains(['{', '}', '\\']) {
        let valid = LINES.lines().count() - 3;
        assert_eq!(out, format!("{template}\n").repeat(valid), "{template:?}");
    }
}

/// The numbers of the lines that are written, one a line.
const NUMBER: &str = "--get={line}";

fn condition_divides(condition: &str) {
    let Some(all) = parsed(&["--where=valid || !valid", NUMBER]) else { unreachable!() };
    let Some(with) = parsed(&[&format!("--where={condition}"), NUMBER]) else { return };
    let Some(without) = parsed(&[&format!("--where=!({condition})"), NUMBER]) else {
        panic!("{condition:?} cannot be negated")
    };
    assert_eq!(sorted(&(with + &without)), sorted(&all), "{condition:?}");
}

fn keys_order(keys: &str) {
    let Some(all) = parsed(&["--where=valid || !valid", NUMBER]) else { unreachable!() };
    if let Some(ordered) = parsed(&[&format!("--sort={keys}"), NUMBER]) {
        assert_eq!(sorted(&ordered), sorted(&all), "{keys:?}");
    }
    if let Some(chosen) = parsed(&[&format!("--unique={keys}"), NUMBER]) {
        let (chosen, all) = (sorted(&chosen), sorted(&all));
        assert!(chosen.iter().all(|line| all.contains(line)), "{keys:?}");
        assert!(chosen.windows(2).all(|two| two[0] != two[1]), "{keys:?}");
    }
}

fn sorted(lines: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = lines.lines().collect();
    lines.sort_unstable();
    lines
}

/// The bytes are a file of settings. Either it is read, and the settings that the program shows are a file that gives the
/// same settings; or one line names the error, and every other use of the file fails in the same way.
pub fn settings(bytes: &[u8]) {
    let (code, shown, error) = program::run(&["check", "--show-settings", "--config"], bytes);
    let used = program::run(&["check", "http://host.dom/", "--config"], bytes);
    if code == ExitCode::SUCCESS {
        assert_eq!(error, "");
        program::assert_printable(&shown, false);
        let (code, again, error) =
            program::run(&["check", "--show-settings", "--config"], shown.as_bytes());
        assert_eq!((code, error.as_str()), (ExitCode::SUCCESS, ""), "{shown}");
        assert_eq!(again, shown);
        assert_ne!(used.0, ExitCode::from(2), "{}", used.2);
    } else {
        assert_eq!((code, shown.as_str()), (ExitCode::from(2), ""), "{error}");
        assert!(error.starts_with("error: /proc/self/fd/"), "{error}");
        program::assert_printable(&error, false);
        assert_eq!(used, (code, shown, error));
    }
}
