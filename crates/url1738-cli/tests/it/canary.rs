//! Passwords are never shown unless `--passwords keep` is given.

#[path = "../../../url1738/tests/it/held/leaks.rs"]
mod leaks;

/// What the generator of texts needs.
mod hidden {
    pub(crate) const CANARY: &str = "kanarienvogel";
}

use crate::run::run;
use leaks::Choices;

const CANARY: &str = "s3cr3t-canary";

const VALID: [&str; 6] = [
    "ftp://joe:s3cr3t-canary@host.dom/pub/a%20b;type=i",
    "telnet://joe:s3cr3t-canary@host.dom:2323/",
    "postgresql://joe:s3cr3t-canary@host.dom:5432/db?x",
    "ftp://:s3cr3t-canary@host.dom",
    "jdbc:oracle:thin:joe/s3cr3t-canary@host.dom:1521:d",
    "https://host.dom/?my_password=s3cr3t-canary",
];

const INVALID: [&str; 18] = [
    "ftp://joe:s3cr3t-canary@host.dom/a b",
    "ftp://joe:s3cr3t-canary@my_host/",
    "ftp://joe:s3cr3t-canary~@host.dom/",
    "ftp://joe:s3cr3t-canary/x@host.dom/",
    "ftp://joe:s3cr3t-canary#x@host.dom/",
    "ftp://joe:x@s3cr3t-canary@host.dom/",
    "ftp://joe:x:s3cr3t-canary@host.dom/",
    "http://joe:s3cr3t-canary@host.dom/",
    "ftp:/joe:s3cr3t-canary@host.dom/",
    "ftp:\\\\joe:s3cr3t-canary@host.dom/",
    "<URL:ftp://joe:s3cr3t-canary@host.dom/a b>",
    "ftp://joe:s3cr3t-canary%@host.dom:99999/",
    "http://host.dom/~joe#joe:s3cr3t-canary@",
    "redis://joe:#s3cr3t-canary@host.dom",
    "ftp:joe:my/s3cr3t-canary@host.dom",
    "https://ghp_0123456789abcdefs3cr3t-canary@host.dom/a.git",
    "<URL:http://h.dom/a?u=mailto:%2F%2Fjoe:s3cr3t-canary @h:99999%2F%>",
    "'ftp://h.dom/x/mysql%3A%2F%2F%3As3cr3t-canary'%40tcp(h)%2F'",
];

const COMMANDS: &[&[&str]] = &[
    &["check"],
    &["check", "--lints"],
    &["check", "--summary"],
    &["check", "--summary", "--format", "html"],
    &["parse"],
    &["parse", "--references"],
    &["parse", "--sort", "url"],
    &["parse", "--get", "{valid} {input} {url} {password} {decoded:url} {normal} {surt}"],
    &["parse", "--unique", "--sort", "-url", "--get", "{url} {exact:surt}"],
    &["explain", "--compare"],
    &["explain", "--verbose"],
    &["plan"],
    &["fix"],
    &["fix", "--unsafe"],
    &["fix", "--diff"],
    &["fix", "--only-fixed"],
    &["normalize"],
    &["set", "--port", "2121"],
    &["join", "http://host.dom/"],
    &["relativize", "http://host.dom/"],
    &["extract"],
    &["extract", "--bare"],
    &["extract", "--repair"],
    &["extract", "-C", "2"],
    &["extract", "--check"],
];

/// The policies that show no password. The first is the default.
const POLICIES: [&str; 2] = ["refuse", "mask"];

/// Returns the formats in which a policy makes a difference: all records are masked.
fn formats(policy: &str) -> &'static [&'static str] {
    if policy == "mask" { &["human"] } else { &["human", "json", "csv", "tsv", "markdown", "yaml"] }
}

fn with_policies() -> impl Iterator<Item = (&'static [&'static str], &'static str)> {
    COMMANDS.iter().flat_map(|command| POLICIES.map(|policy| (*command, policy)))
}

fn all_lines() -> String {
    [&VALID[..], &INVALID].concat().join("\n")
}

/// Returns stdout and stderr of a run.
fn said(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input.as_bytes());
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    format!("{out}{err}")
}

/// Runs each command in each format over all lines at once.
#[test]
fn no_command_shows_a_password_in_any_format() {
    let mut failures = Vec::new();
    for (command, policy) in with_policies() {
        for format in formats(policy) {
            let arguments = [command, &["--format", format, "--passwords", policy]].concat();
            if said(&arguments, &all_lines()).contains(CANARY) {
                let shown = |line: &&&str| said(&arguments, line).contains(CANARY);
                let lines: Vec<_> = VALID.iter().chain(&INVALID).filter(shown).collect();
                failures.push(format!("{arguments:?} {lines:?}"));
            }
        }
    }
    for line in VALID.iter().chain(&INVALID) {
        for arguments in
            [&["explain", "--compare", line][..], &["compare", line, "ftp://joe:x@host.dom/"]]
        {
            if said(arguments, "").contains(CANARY) {
                failures.push(format!("{arguments:?}"));
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

/// Runs each command over captures, items of a menu and rows of a table, whose other cells are masked, too.
#[test]
fn no_command_shows_a_password_of_a_row() {
    let lines = || VALID.iter().chain(&INVALID).filter(|line| !line.contains(' '));
    let captures =
        lines().map(|url| format!("- 19970101000000 {url} text/html 200 - {url} - 1 1 a\n"));
    let items = lines().map(|url| format!("ha title\tURL:{url}\th.dom\t70\n"));
    let rows = lines().map(|url| format!("{url}\t{url}\n"));
    let files: [(&str, String); 3] = [
        ("--cdx", captures.collect()),
        ("--menu", items.collect()),
        ("--column=1", rows.collect()),
    ];
    for (command, policy) in with_policies() {
        for (option, rows) in &files {
            let arguments = [command, &[*option, "--passwords", policy]].concat();
            let said = said(&arguments, rows);
            let shown: Vec<_> = said.lines().filter(|line| line.contains(CANARY)).collect();
            assert!(shown.is_empty(), "{arguments:?}: {shown:#?}");
        }
    }
}

/// Returns whether a run wrote five letters of the generated password.
fn sings(arguments: &[&str], input: &str) -> bool {
    let said = said(arguments, input);
    let canary = hidden::CANARY;
    (0..=canary.len() - 5).any(|start| said.contains(&canary[start..start + 5]))
}

/// Returns the texts of a test, the same in every run.
fn generated(count: u64) -> Vec<String> {
    let mut state = 0x1738_u64;
    let mut byte = || {
        // The generator of Knuth's MMIX. Its high bits are random enough for choices.
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    (0..count).map(|_| leaks::text(&mut Choices(&[(); 24].map(|()| byte())))).collect()
}

/// Runs each command in each format over 100 texts, all in one process.
#[test]
fn no_generated_password_is_shown() {
    let texts = generated(100);
    let all = texts.join("\n");
    let mut failures = Vec::new();
    for (command, policy) in with_policies() {
        for format in formats(policy) {
            let arguments = [command, &["--format", format, "--passwords", policy]].concat();
            if sings(&arguments, &all) {
                let one = texts.iter().filter(|text| sings(&arguments, text));
                failures.extend(one.map(|text| format!("{arguments:?} {text}")));
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

/// Passes each text as an argument, valid and invalid ones.
#[test]
fn no_command_line_shows_a_password() {
    const WRONG: [&[&str]; 14] = [
        &["explain", "--compare", "*"],
        &["compare", "*", "ftp://joe:x@host.dom/"],
        &["compare", "--json", "*", "*"],
        &["*"],
        &["check", "-f", "*"],
        &["check", "--summary", "*", "ftp://h/"],
        &["check", "--format", "*"],
        &["check", "--*"],
        &["extract", "*"],
        &["build", "*"],
        &["build", "ftp", "--host", "*"],
        &["build", "http", "--host", "h", "--path", "*", "--port", "*"],
        &["schemes", "*"],
        &["plan", "--threads", "*", "*"],
    ];
    let folder = tempfile::tempdir().unwrap();
    let mut failures = Vec::new();
    for text in generated(20) {
        for arguments in WRONG {
            let arguments: Vec<String> =
                arguments.iter().map(|it| it.replace('*', &text)).collect();
            let output = crate::run::program()
                .current_dir(&folder)
                .args(&arguments)
                .stdin(std::process::Stdio::null())
                .output()
                .unwrap();
            let said =
                String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
            if said.contains(&hidden::CANARY[..5]) || said.contains(&hidden::CANARY[5..]) {
                failures.push(format!("{arguments:?} {said}"));
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn no_page_or_picture_shows_a_password() {
    let page = said(&["check", "--summary", "--format", "html"], &all_lines());
    assert!(page.contains("</html>") && !page.contains(CANARY));
    for url in [&VALID[..], &INVALID].concat() {
        let drawn = said(&["explain", "--format", "svg"], url);
        assert!(drawn.contains("<title ") && !drawn.contains(CANARY), "{url}: {drawn}");
    }
}

#[test]
fn build_does_not_show_a_password() {
    let login = ["--host", "host.dom", "--user", "joe", "--password", CANARY];
    for scheme in ["ftp", "telnet"] {
        let arguments = [&["build", scheme][..], &login].concat();
        assert!(!said(&arguments, "").contains(CANARY));
        assert!(said(&[&arguments[..], &["--passwords", "keep"]].concat(), "").contains(CANARY));
    }
}

#[test]
fn keep_shows_them() {
    for command in [
        "check --json",
        "parse",
        "explain",
        "plan",
        "normalize",
        "fix",
        "extract",
        "extract --bare",
    ] {
        let command: Vec<&str> = command.split(' ').collect();
        let arguments = [&command[..], &["--passwords", "keep"]].concat();
        assert!(said(&arguments, VALID[0]).contains(CANARY), "{command:?}");
    }
    for command in ["check", "parse", "explain"] {
        assert!(said(&[command, "--passwords", "keep"], INVALID[0]).contains(CANARY), "{command}");
    }
}
