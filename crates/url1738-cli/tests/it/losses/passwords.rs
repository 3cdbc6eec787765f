//! URLs with passwords, in every command, with every policy: what is data is whole or withheld, records say that they are
//! masked, and reports mask.

use std::{fs, process::Output};

use super::Attacks;
use crate::run::{program, run};

/// Two passwords, so that two URLs would be equal if they were masked.
const SECRETS: [&str; 2] = ["hunter2", "swordfish"];

/// Valid URLs, the last one without a password.
const LIST: &str =
    "ftp://joe:hunter2@host.dom/a\nftp://joe:swordfish@host.dom/a\nhttp://host.dom/plain\n";

/// Lines to repair.
const BROKEN: &str =
    "ftp://joe:hunter2@host.dom/a b\nftp://joe:swordfish@host.dom/a b\nhttp://host.dom/plain b\n";

/// References in which a `#` is a character of the password.
const DIVIDED: &str = "x-db://joe:hunter2#x@host.dom/a\nx-db://h/ftp://joe:swordfish#x@host.dom/a\n\
                       http://host.dom/plain#x\n";

/// The same, which are not URLs before the `#`.
const DIVIDED_BROKEN: &str =
    "ftp://joe:hunter2#x@host.dom/a\nmailto:joe:swordfish#x@h\nhttp://host.dom/plain~#x\n";

const TEXT: &str = "See ftp://joe:hunter2@host.dom/a and\n<URL:ftp://joe:swordfish@host.dom/a> or\n\
                    http://host.dom/plain there.\n";

/// The escapes are those of writers that follow JavaScript.
const CDXJ: &str = "\
dom,host)/a 19970101000000 {\"url\": \"ftp:\\/\\/joe:hunter2@host.dom\\/a\", \"status\": \"200\"}
dom,host)/a 19970101000001 {\"url\": \"ftp://joe\\u003aswordfish@host.dom/a\", \"status\": \"200\"}
dom,host)/plain 19970101000002 {\"url\": \"http://host.dom/plain\", \"status\": \"200\"}
";

const CDX: &str = "\
 CDX N b a m s
dom,host)/a 19970101000000 ftp://joe:hunter2@host.dom/a text/plain 200
dom,host)/a 19970101000001 ftp://joe:swordfish@host.dom/a text/plain 200
dom,host)/plain 19970101000002 http://host.dom/plain text/plain 200
";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Data,
    Record,
    Report,
}

use Kind::{Data, Record, Report};

/// Commands with their input, and what their output is for.
const CASES: &[(Kind, &[&str], &str)] = &[
    (Data, &["parse", "--get", "{url}"], LIST),
    (Data, &["parse", "--get", "{host} {password} {path}"], LIST),
    (Data, &["parse", "--get", "{normal}"], LIST),
    (Data, &["parse", "--get", "{decoded:url}"], LIST),
    (Data, &["parse", "--get", "{valid} {input}"], BROKEN),
    (Data, &["parse", "--where", "scheme != \"x\"", "--get", "{url}"], LIST),
    (Data, &["parse", "--sort", "url", "--get", "{url}"], LIST),
    (Data, &["parse", "--unique", "--get", "{url}"], LIST),
    (Data, &["parse", "--unique", "--sort", "-host", "--get", "{url}"], LIST),
    (Data, &["parse", "--unique", "--error-rate", "0.01", "--get", "{url}"], LIST),
    (Data, &["parse", "--cdx", "--get", "{url}"], CDXJ),
    (Data, &["parse", "--cdx", "--get", "{surt} {timestamp} {json}"], CDXJ),
    (Data, &["parse", "--cdx", "--get", "{surt} {timestamp} {json}"], CDX),
    (Data, &["normalize"], LIST),
    (Data, &["fix"], LIST),
    (Data, &["fix"], BROKEN),
    (Data, &["fix", "--only-fixed"], BROKEN),
    (Data, &["set", "--port", "2121"], LIST),
    (Data, &["join", "http://host.dom/"], LIST),
    (Data, &["relativize", "http://host.dom/x"], LIST),
    (Data, &["extract", "--bare"], TEXT),
    (Data, &["parse", "--references", "--get", "{url} {fragment}"], DIVIDED),
    (Data, &["normalize", "--references"], DIVIDED),
    (Data, &["fix", "--references"], DIVIDED),
    (Record, &["check", "--json"], LIST),
    (Record, &["check", "--format", "csv"], BROKEN),
    (Record, &["parse", "--json"], LIST),
    (Record, &["parse", "--json"], BROKEN),
    (Record, &["parse", "--format", "csv"], LIST),
    (Record, &["parse", "--format", "tsv"], LIST),
    (Record, &["parse", "--unique", "--json"], LIST),
    (Record, &["plan", "--json"], LIST),
    (Record, &["plan", "--format", "tsv"], LIST),
    (Record, &["explain", "--json"], LIST),
    (Record, &["normalize", "--json"], LIST),
    (Record, &["normalize", "--format", "csv"], LIST),
    (Record, &["fix", "--json"], BROKEN),
    (Record, &["fix", "--format", "tsv"], BROKEN),
    (Record, &["set", "--port", "2121", "--json"], LIST),
    (Record, &["join", "http://host.dom/", "--json"], LIST),
    (Record, &["relativize", "http://host.dom/x", "--format", "csv"], LIST),
    (Record, &["extract", "--json"], TEXT),
    (Record, &["extract", "--format", "csv"], TEXT),
    (Record, &["parse", "--references", "--json"], DIVIDED),
    (Record, &["set", "--references", "--sort-query", "--json"], DIVIDED),
    (Record, &["fix", "--references", "--json"], DIVIDED),
    (Record, &["parse", "--references", "--format", "csv"], DIVIDED_BROKEN),
    (Data, &["parse", "--references", "--get", "{valid} {input}"], DIVIDED_BROKEN),
    (Report, &["parse", "--references", "--count", "input"], DIVIDED_BROKEN),
    (Report, &["explain", "--references"], DIVIDED),
    (Report, &["explain", "--references", "--compare"], DIVIDED),
    (Report, &["check", "--references", "--summary", "--format", "html"], DIVIDED_BROKEN),
    (Report, &["check"], BROKEN),
    (Report, &["check", "--lints", "--format", "short"], BROKEN),
    (Report, &["check", "--format", "github"], BROKEN),
    (Report, &["check", "--format", "sarif"], BROKEN),
    (Report, &["check", "--summary", "--format", "html"], BROKEN),
    (Report, &["check", "--summary"], BROKEN),
    (Report, &["parse"], LIST),
    (Report, &["plan"], LIST),
    (Report, &["explain"], BROKEN),
    (Report, &["extract"], TEXT),
    (Report, &["extract", "--context", "1"], TEXT),
    (Report, &["extract", "--check"], TEXT),
    (Report, &["fix", "--dry-run"], BROKEN),
];

const POLICIES: [&[&str]; 3] = [&[], &["--passwords", "mask"], &["--passwords", "keep"]];

fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

/// Returns the number in what the last line of stderr says about passwords, and whether lines are missing.
fn said(err: &str) -> Option<(u64, &str)> {
    let last = err.lines().last().unwrap_or_default();
    let what = ["withheld", "not repaired", "masked"].into_iter().find(|what| last.contains(what));
    let what = what.filter(|_| last.contains("--passwords keep"))?;
    let number = last.split(' ').find_map(|word| word.parse().ok()).unwrap();
    Some((number, what))
}

fn has_secret(text: &str) -> bool {
    SECRETS.iter().any(|secret| text.contains(secret))
}

/// Returns what happened to the passwords, having asserted that nothing is lost.
fn observed(kind: Kind, policy: &[&str], output: &Output, what: &str) -> String {
    let (out, err) = texts(output);
    let code = output.status.code().unwrap();
    let masked = out.lines().filter(|line| line.contains("***")).count();
    assert_eq!(
        err.matches("--passwords").count(),
        usize::from(said(&err).is_some())
            * if said(&err).is_some_and(|(_, it)| it == "withheld") { 2 } else { 1 },
        "{what}: {err}"
    );
    if policy.contains(&"keep") {
        assert!(masked == 0 && said(&err).is_none(), "{what}: {out}{err}");
        return match has_secret(&[&*out, &*err].concat()) {
            true => format!("exit {code}; written whole"),
            false => format!("exit {code}; no password in what it writes"),
        };
    }
    assert!(!has_secret(&out) && !has_secret(&err), "{what}: {out}{err}");
    match (kind, said(&err)) {
        (Data, Some((lines, "withheld"))) => {
            assert!(policy.is_empty() && masked == 0 && code == 2, "{what}: {out}{err}");
            format!("exit {code}; {lines} lines withheld and counted, the other written")
        }
        (Data, Some((lines, "masked"))) => {
            assert!(!policy.is_empty() && masked as u64 == lines && code < 2, "{what}: {out}{err}");
            format!("exit {code}; masked in {lines} lines, which stderr says")
        }
        (Record, Some((lines, "masked"))) => {
            let says = |line: &&str| line.contains("\"masked\":true") || line.ends_with("true");
            let saying = out.lines().filter(says).count();
            assert!(masked as u64 == lines && saying == masked && code < 2, "{what}: {out}{err}");
            format!("exit {code}; masked in {lines} records, which they and stderr say")
        }
        (Report, None) => format!("exit {code}; masked"),
        said => panic!("{what}: {said:?}: {out}{err}"),
    }
}

fn row(arguments: &[&str], input: &str) -> String {
    let of = match input {
        LIST => "",
        BROKEN => ", of lines to repair",
        CDXJ => ", of CDXJ with escapes",
        CDX => ", of CDX",
        DIVIDED => ", with a `#` in them",
        DIVIDED_BROKEN => ", of lines to repair with a `#` in them",
        _ => ", of a text",
    };
    format!("`{}`{of}", arguments.join(" "))
}

#[test]
fn data_with_passwords() {
    let mut attacks = Attacks::on("data with passwords");
    for (kind, arguments, input) in CASES {
        for policy in POLICIES {
            let arguments = [arguments, policy].concat();
            let output = run(&arguments, input.as_bytes());
            let what = row(&arguments, input);
            let (out, _) = texts(&output);
            let is_listed = *kind != Report;
            assert!(!is_listed || out.contains("plain"), "{what}: the other line is lost: {out}");
            let is_kept = policy.contains(&"keep");
            let all = SECRETS.iter().all(|secret| out.contains(secret));
            assert!(!is_listed || is_kept == all, "{what}: {out}");
            let outcome = observed(*kind, policy, &output, &what);
            attacks.add(what, outcome);
        }
    }
    single_urls(&mut attacks);
    keys(&mut attacks);
    texts_that_hide_them(&mut attacks);
    in_place(&mut attacks);
    settings(&mut attacks);
    attacks.compare();
}

/// Commands whose URLs are arguments.
fn single_urls(attacks: &mut Attacks) {
    const URL: &str = "ftp://joe:hunter2@host.dom/a";
    let build = ["build", "ftp", "--host", "host.dom", "--user", "joe", "--password", "hunter2"];
    let cases: [(Kind, Vec<&str>); 7] = [
        (Data, build.to_vec()),
        (Record, [&build[..], &["--json"]].concat()),
        (Report, vec!["compare", URL, "ftp://joe:hunter3@host.dom/a"]),
        (Record, vec!["compare", "--json", URL, "ftp://joe@host.dom/a"]),
        (Report, vec!["explain", "--format", "svg", URL]),
        (Report, vec!["fetch", "--dry-run", URL]),
        (Record, vec!["fetch", "--dry-run", "--json", URL]),
    ];
    for (kind, arguments) in cases {
        for policy in POLICIES {
            let output = run(&[&arguments[..], policy].concat(), b"");
            let what = format!("`{}`", [&arguments[..], policy].concat().join(" "));
            let outcome = observed(kind, policy, &output, &what);
            attacks.add(
                what.replace("hunter", "PW"),
                outcome
                    .replace("1 lines", "1 line")
                    .replace("1 records", "1 record")
                    .replace(", the other written", ""),
            );
        }
    }
}

/// Conditions and keys have the whole URL: two are never equal because they are masked.
fn keys(attacks: &mut Attacks) {
    let count = |arguments: &[&str], input: &str| {
        let output = run(arguments, input.as_bytes());
        let (out, err) = texts(&output);
        assert!(!has_secret(&out) && !has_secret(&err), "{arguments:?}: {out}{err}");
        (out.lines().count(), output.status.code().unwrap())
    };
    let queries = "http://host.dom/?password=hunter2\nhttp://host.dom/?password=swordfish\n";
    for (arguments, input, expected) in [
        (&["parse", "--where", "password == \"hunter2\"", "--json"][..], LIST, 1),
        (&["parse", "--unique=url", "--json"], LIST, 3),
        (&["parse", "--unique=password", "--json"], LIST, 3),
        (&["parse", "--unique=redacted:url", "--json"], LIST, 2),
        (&["parse", "--unique=surt", "--json"], queries, 2),
        (&["parse", "--unique=exact:surt", "--json"], queries, 2),
        (&["parse", "--get", "{redacted:url}"], LIST, 3),
    ] {
        let (lines, code) = count(arguments, input);
        assert_eq!(lines, expected, "{arguments:?}");
        let of = if input == queries { ", of queries with passwords" } else { "" };
        let what = format!("`{}`{of}", arguments.join(" ")).replace("hunter2", "PW");
        attacks.add(what, format!("exit {code}; {lines} of {} lines", input.lines().count()));
    }
    let (lines, code) = count(&["parse", "--get", "{exact:surt}"], queries);
    assert_eq!((lines, code), (0, 2));
    attacks.add(
        "`parse --get {exact:surt}`, of queries with passwords",
        format!("exit {code}; withheld: a key never has a password"),
    );
    let (out, _) = texts(&run(&["set", "--no-password"], LIST.as_bytes()));
    assert_eq!(out.matches("ftp://joe@host.dom/a\n").count(), 2, "{out}");
    attacks.add("`set --no-password`", "exit 0; written, as no password is left".to_owned());
}

/// Passwords that are broken across lines, or where no URL seems to be.
fn texts_that_hide_them(attacks: &mut Attacks) {
    for (name, text) in [
        (
            "a password broken across lines",
            "see ftp://joe:hun\nter2@host.dom/ and\nhttp://host.dom/plain\n",
        ),
        (
            "one in brackets, broken across lines",
            "see <URL:ftp://joe:hun\n  ter2@host.dom/> and\nhttp://host.dom/plain\n",
        ),
        (
            "digits broken across lines",
            "see ftp://joe:12\nter2@host.dom/ and\nhttp://host.dom/plain\n",
        ),
        ("`<URL://joe:PW@h/x>`", "see <URL://joe:hunter2@h/x> and\nhttp://host.dom/plain\n"),
        ("`//joe:PW@h/x` beside a URL", "see //joe:hunter2@h/x and\nhttp://host.dom/plain\n"),
    ] {
        for arguments in [
            &["extract"][..],
            &["extract", "--bare"],
            &["extract", "--json", "-C", "2"],
            &["extract", "-C", "2"],
            &["extract", "--check", "--lints"],
            &["fix"],
            &["parse", "--get", "{valid} {input}"],
        ] {
            // A command that reads lines sees no URL in either of two.
            if name.contains("broken") && arguments[0] != "extract" {
                continue;
            }
            let output = run(arguments, text.as_bytes());
            let (out, err) = texts(&output);
            for piece in ["hunter2", "hun", "ter2", "joe:12"] {
                assert!(
                    !out.contains(piece) && !err.contains(piece),
                    "{name} {arguments:?}: {out}{err}"
                );
            }
            let code = output.status.code().unwrap();
            let outcome = match said(&err) {
                Some((lines, what)) => format!("{lines} {what}"),
                None => "masked".to_owned(),
            };
            attacks.add(
                format!("{name}: `{}`", arguments.join(" ")),
                format!("exit {code}; {outcome}"),
            );
        }
    }
}

/// `fix --in-place` never writes `***` to a file, and repairs what it may.
fn in_place(attacks: &mut Attacks) {
    const MIXED: &str = "\u{feff}ftp://joe:hunter2@host.dom/a b\r\nhttp://host.dom/~x\r\n\r\n\
                         ftp://joe:swordfish@host.dom/a\nhttp://joe:hunter2@my_host/\nhttp://h/";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("list");
    for policy in POLICIES {
        fs::write(&file, MIXED).unwrap();
        let output = program()
            .current_dir(&folder)
            .args(["fix", "--in-place", "list"])
            .args(policy)
            .output()
            .unwrap();
        let (out, err) = texts(&output);
        let now = fs::read_to_string(&file).unwrap();
        let is_kept = policy.contains(&"keep");
        let expected = MIXED.replace("~x", "%7Ex");
        let expected = if is_kept { expected.replace("a b", "a%20b") } else { expected };
        assert_eq!((&*now, &*out), (&*expected, ""), "{policy:?}: {err}");
        assert_eq!(has_secret(&err), is_kept, "{err}");
        let logged = err.lines().filter(|line| line.contains(": replaced ")).count();
        let fixed = if is_kept { "2 fixed" } else { "1 fixed" };
        assert!(err.contains(fixed) && logged == if is_kept { 2 } else { 1 }, "{err}");
        assert!(err.contains("6 lines = "), "{err}");
        let outcome = match said(&err) {
            Some((lines, "not repaired")) => format!("{lines} line left as it is"),
            None if is_kept => "all repaired".to_owned(),
            other => panic!("{other:?}: {err}"),
        };
        let code = output.status.code().unwrap();
        let attack = [&["fix", "--in-place"], policy].concat().join(" ");
        attacks.add(
            format!("`{attack}`, of mixed lines"),
            format!("exit {code}; {outcome}, {fixed}, all other bytes as they were"),
        );
    }
    // Nothing but lines with passwords: the file is not even replaced.
    fs::write(&file, BROKEN.replace("plain b", "plain")).unwrap();
    let before = fs::metadata(&file).unwrap().modified().unwrap();
    let output = program().current_dir(&folder).args(["fix", "-i", "list"]).output().unwrap();
    let (_, err) = texts(&output);
    assert_eq!(said(&err), Some((2, "not repaired")), "{err}");
    assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), before);
    let code = output.status.code().unwrap();
    attacks.add(
        "`fix --in-place`, of passwords only",
        format!("exit {code}; 2 lines left as they are, the file not replaced"),
    );
}

/// The settings choose the policy, but a file that was only found does not show passwords.
fn settings(attacks: &mut Attacks) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("list"), LIST).unwrap();
    for (policy, options, expected) in [
        ("mask", &[][..], "masked"),
        ("refuse", &[], "withheld"),
        ("keep", &[], "refused"),
        ("keep", &["--no-config"], "withheld"),
        ("keep", &["--config", "url1738.toml"], "written"),
        ("mask", &["--passwords", "keep"], "written"),
        ("show", &[], "refused"),
    ] {
        let path = folder.path().join("url1738.toml");
        fs::write(path, format!("passwords = \"{policy}\"\n")).unwrap();
        for command in
            [&["parse", "--get", "{url}"][..], &["normalize"], &["fix"], &["set", "--port", "2"]]
        {
            let arguments = [command, options, &["list"]].concat();
            let output = program().current_dir(&folder).args(&arguments).output().unwrap();
            let (out, err) = texts(&output);
            let outcome = match said(&err) {
                Some((_, what)) => what,
                None if SECRETS.iter().all(|secret| out.contains(secret)) => "written",
                None if err.starts_with("error: url1738.toml:1:13: ") && out.is_empty() => {
                    "refused"
                }
                None => panic!("{out}{err}"),
            };
            assert_eq!(outcome, expected, "{arguments:?}: {out}{err}");
            assert_eq!(has_secret(&[&*out, &*err].concat()), outcome == "written");
            let code = output.status.code().unwrap();
            let attack = [command, options].concat().join(" ");
            attacks.add(
                format!("`{attack}`, with `passwords = \"{policy}\"`"),
                format!("exit {code}; {outcome}"),
            );
        }
    }
}

/// The options of old name the new one.
#[test]
fn options_of_old_name_the_new_one() {
    for (option, value) in [("--show-passwords", "keep"), ("--mask", "mask")] {
        for command in ["parse", "fix", "normalize", "check", "set"] {
            let (out, err) = texts(&run(&[command, option, "http://h/"], b""));
            let tip = format!("tip: use '--passwords {value}'\n");
            assert!(out.is_empty() && err.contains(&tip), "{command} {option}: {err}");
        }
    }
}
