//! The contract with other programs: the fields of JSON, their order, counts that add up, and the ways in which a run can end,
//! which the shell scripts `endings.sh` and `faults.sh` test.

use core::fmt::Write as _;
use std::process::Command;

#[cfg(unix)]
use crate::run::on_terminal;
use crate::run::{run, stdout, without_passed_lines};

#[test]
fn parse_keeps_its_fields() {
    let lines = stdout(&["parse", "--json"], b"ftp://u@h/x\nhttp://h/~\n");
    insta::assert_snapshot!(lines, @r#"
    {"file":"standard input","line":1,"column":1,"input":"ftp://u@h/x","ok":true,"scheme":"ftp","parts":[{"name":"scheme","start":0,"end":3,"text":"ftp"},{"name":"user","start":6,"end":7,"text":"u"},{"name":"host","start":8,"end":9,"text":"h"},{"name":"fsegment","start":10,"end":11,"text":"x"}],"lints":[],"user":"u","host":"h","effective_port":21,"path":"x"}
    {"file":"standard input","line":2,"column":10,"input":"http://h/~","ok":false,"error":{"part":"hsegment","code":"tilde","rule":"bnf:hsegment","start":9,"end":10,"message":"unexpected `~` in path segment","fix":{"start":9,"end":10,"text":"%7E","safe":true}},"scheme":"http","host":"h","path":"~"}
    "#);
}

#[test]
fn plan_keeps_its_fields() {
    let lines = stdout(&["plan", "--json"], b"ftp://u@h:2121/x;type=a\nftp://h/%0d\nftp://h/ \n");
    insta::assert_snapshot!(lines, @r##"
    {"file":"standard input","line":1,"column":1,"input":"ftp://u@h:2121/x;type=a","ok":true,"endpoint":"h:2121","steps":["USER u","PASS <ask> [if 331]","TYPE A","RETR x"],"warnings":[{"code":"non-default-port","message":"non-default port: another protocol may be listening there (section 6)"}]}
    {"file":"standard input","line":2,"column":9,"input":"ftp://h/%0d","ok":false,"refused":{"part":"fsegment","code":"line-end","start":8,"end":11,"message":"escaped CR, LF or NUL would end the command"}}
    {"file":"standard input","line":3,"column":9,"input":"ftp://h/ ","ok":false,"error":{"part":"fsegment","code":"space","rule":"bnf:fsegment","start":8,"end":9,"message":"unexpected space in path segment","fix":{"start":8,"end":9,"text":"","safe":true}}}
    "##);
}

#[test]
fn extract_keeps_its_fields() {
    let lines = stdout(&["extract", "--json"], b"a\n <URL:http://h/a-\n b#c> x\n");
    insta::assert_snapshot!(lines, @r##"
    {"file":"standard input","line":2,"column":7,"start":8,"end":24,"url":"http://h/a-b","fragment":"c","form":"wrapped","ok":true,"alternatives":["http://h/ab"],"truncated":false}
    "##);
}

/// The records of lines begin alike, whatever the command.
#[test]
fn records_of_lines_say_where_they_come_from() {
    for (command, second) in [
        (&["check"][..], 10),
        (&["parse"], 10),
        (&["explain"], 10),
        (&["plan"], 10),
        (&["fix"], 1),
        (&["normalize"], 10),
        (&["set", "--port", "81"], 10),
        (&["fetch", "--dry-run"], 10),
    ] {
        let urls = ["http://127.0.0.1:1/", "http://h/~", "ftp://h/%0D"];
        let lines = stdout(&[command, &["--json"], &urls].concat(), b"");
        let lines: Vec<&str> = lines.lines().collect();
        assert_eq!(lines.len(), 3, "{command:?}");
        let refused = if matches!(command[0], "plan" | "fetch") { 9 } else { 1 };
        for (at, column) in [1, second, refused].into_iter().enumerate() {
            let input = serde_json::Value::from(urls[at]);
            let begin = format!(
                "{{\"file\":null,\"line\":{},\"column\":{column},\"input\":{input},\"ok\":",
                at + 1
            );
            assert!(lines[at].starts_with(&begin), "{command:?}: {}", lines[at]);
        }
    }
}

#[test]
fn json_strings_can_be_read_back() {
    // C0 and C1 controls, a bidirectional override, and bytes that are not UTF-8.
    let line = "x\u{1b}[2J\u{9b}1m\u{202e}\u{e9}\"\\".as_bytes();
    let json = stdout(&["check", "--json"], &[line, b"\xff\n"].concat());
    assert!(json.bytes().all(|byte| byte >= b' ' && byte != 0x7f || byte == b'\n'));
    assert!(!json.contains(['\u{9b}', '\u{202e}']));
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    let input = format!("{}\\xFF", core::str::from_utf8(line).unwrap());
    assert_eq!(value["input"], input);
}

#[test]
fn output_cannot_control_a_terminal() {
    let mut input = Vec::new();
    for octet in (1..=255_u8).filter(|octet| *octet != b'\n') {
        input.extend(b"ftp://h/");
        input.push(octet);
        input.extend(
            format!("\nftp://h/%{octet:02X}\ngopher://h/0%C2%{octet:02X}%E2%80%AE\n").bytes(),
        );
    }
    for command in ["check", "parse", "explain", "plan", "fix", "normalize", "extract"] {
        for format in
            ["human", "json", "csv", "tsv", "markdown", "yaml", "short", "github", "sarif"]
        {
            let mut output = run(&[command, "--format", format], &input);
            if (command, format) == ("fix", "human") {
                output.stdout = without_passed_lines(&output.stdout, &input);
            }
            for text in [output.stdout, output.stderr] {
                let text = String::from_utf8(text).expect("output is UTF-8");
                assert_eq!(controls(&text), None, "{command} {format}");
            }
        }
    }
    // Lines that are passed through are not data on a terminal.
    #[cfg(unix)]
    {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list");
        std::fs::write(&path, input).unwrap();
        for command in
            ["check", "explain", "fix", "fix --diff", "fix --dry-run --unsafe", "normalize"]
        {
            let Some(text) = on_terminal(&format!("{command} --color never {}", path.display()))
            else {
                return;
            };
            assert!(!text.is_empty(), "{command}");
            assert_eq!(controls(&text.replace("\r\n", "\n")), None, "{command}");
        }
    }
}

/// Returns the first character that could control a terminal.
fn controls(text: &str) -> Option<char> {
    text.chars().find(|c| {
        c.is_control() && *c != '\n' && *c != '\t' || ('\u{202a}'..='\u{202e}').contains(c)
    })
}

#[test]
fn lines_add_up() {
    let mut input = Vec::new();
    for index in 0..5000 {
        let line = match index % 7 {
            0 => &b"http://h/\r\n"[..],
            1 => b"\n",
            2 => b"\r\n",
            3 => b"http://h/\xff\n",
            4 => b"ftp://h/a b\n",
            5 => b"news:*\n",
            _ => b"no url\n",
        };
        input.extend(line);
    }
    input.extend(b"ftp://h");
    let text = stdout(&["check", "--summary", "--json"], &input);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let count = |name: &str| value[name].as_u64().unwrap();
    assert_eq!(count("lines"), 5001);
    assert_eq!(count("ok") + count("bad") + count("skipped"), count("lines"));
    assert_eq!(count("not_utf8"), 714);
    for command in ["parse", "explain", "plan", "fix", "normalize"] {
        let said = String::from_utf8(run(&[command], &input).stderr).unwrap();
        let last = said.lines().rfind(|line| line.contains(" skipped")).unwrap_or_default();
        let numbers: Vec<u64> =
            last.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
        let verdicts = if command == "fix" { 4 } else { 3 };
        let sum: u64 = numbers.iter().skip(1).take(verdicts).sum();
        assert_eq!(numbers[0], sum, "{command}: {last}");
        assert_eq!(numbers[0], 5001);
    }
}

#[test]
fn output_does_not_depend_on_threads() {
    let mut input = String::new();
    for index in 0..12_000 {
        let _ = match index % 9 {
            0 => writeln!(input, "ftp://host{}.dom/a b{index}", index % 91),
            1 => writeln!(input, "http://h{index}.dom:80{}/x//y", index % 77),
            _ => writeln!(input, "gopher://host{}.dom/1/{index}", index % 1013),
        };
    }
    for command in [
        &["check"][..],
        &["check", "--summary"],
        &["check", "--lints", "--format", "csv"],
        &["check", "--lints", "--format", "sarif"],
        &["check", "--lints", "--limit", "801"],
        &["check", "--limit", "6000", "--format", "json"],
        &["parse", "--json"],
        &["fix", "--json"],
        &["plan"],
        &["explain"],
        &["explain", "--json", "--compare"],
    ] {
        let one = run(&[command, &["-j", "1"]].concat(), input.as_bytes());
        for threads in ["2", "7"] {
            let many = run(&[command, &["-j", threads]].concat(), input.as_bytes());
            assert!(
                one.stdout == many.stdout && one.stderr == many.stderr,
                "{command:?} {threads}"
            );
        }
    }
}

/// Records of every command that reads URLs name the place: the file, the line and the column.
#[test]
fn records_name_their_place() {
    let list = "http://h/a\nhttp://h/ ~\nftp://h/%0d\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("list");
    std::fs::write(&path, list).unwrap();
    let path = path.to_str().unwrap();
    let places = |arguments: &[&str]| -> Vec<String> {
        let lines = stdout(arguments, b"");
        let place = |line: &str| {
            let value: serde_json::Value = serde_json::from_str(line).unwrap();
            let named = value["file"] == path;
            assert!(named || value["file"].is_null(), "{arguments:?}: {line}");
            format!("{named}:{}:{}", value["line"], value["column"])
        };
        lines.lines().map(place).collect()
    };
    for command in ["check", "parse", "explain", "plan", "normalize", "fix"] {
        let (error, refused) = match command {
            "fix" => ("true:2:1", "true:3:1"),
            "plan" => ("true:2:10", "true:3:9"),
            _ => ("true:2:10", "true:3:1"),
        };
        assert_eq!(places(&[command, "--json", path]), ["true:1:1", error, refused], "{command}");
        let arguments = [command, "--json", "news:*", "mailto:a@h"];
        assert_eq!(places(&arguments), ["false:1:1", "false:2:1"], "{command}");
    }
    assert_eq!(places(&["extract", "--json", path])[0], "true:1:1");
    assert_eq!(places(&["compare", "--json", "news:*", "news:a.b"]), ["false:1:1"]);
    assert_eq!(places(&["compare", "--json", "news:*", "http://h/~"]), ["false:2:10"]);
    assert_eq!(places(&["build", "--json", "http", "--host", "h"]), ["false:1:1"]);
}

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
