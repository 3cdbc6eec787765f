//! Reports: how long they are, that they fit the terminal, and that what they suggest is valid.

use serde_json::Value;
use url1738::Url;

use crate::run::{program, run, stdout};

fn report(url: &str, columns: &str) -> String {
    let output = program().env("COLUMNS", columns).args(["check", "-q", url]).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_report_has_six_lines_and_notes_only_if_asked() {
    for url in
        ["http://h/~", "ftp://h:99999/", "http://h_h/", "telnet:/", "http://[::1]/", "news:*x"]
    {
        let text = report(url, "80");
        assert!(text.trim_end().lines().count() <= 6, "{text}");
        assert!(!text.contains("= note"), "{text}");
    }
    let text = stdout(&["check", "--verbose", "http://h/~"], b"");
    assert!(text.contains("  = note: see section 3.3 of RFC 1738\n"), "{text}");
}

/// Every error of the library has a report of at most six lines, and no line is wider than 80 columns.
#[test]
fn every_error_fits() {
    let faults = include_str!("../../../url1738/tests/data/faults.tsv");
    let texts = faults.lines().skip(1).map(|row| row.split('\t').next().unwrap());
    let texts: Vec<String> =
        texts.filter(|text| !text.contains("\\n")).map(|text| text.replace("\\\\", "\\")).collect();
    let reports = run(&["check", "-q"], (texts.join("\n") + "\n").as_bytes()).stdout;
    let reports = String::from_utf8(reports).unwrap();
    let mut count = 0;
    for report in reports.split("\n\n").filter(|report| !report.trim().is_empty()) {
        assert!(report.trim().lines().count() <= 6, "{report}");
        assert!(report.lines().all(|line| line.chars().count() <= 80), "{report}");
        count += 1;
    }
    assert!(count > 200, "{count}");
}

/// Titles and helps are wrapped at spaces, and the help of a URL that is too wide shows where it differs.
#[test]
fn sentences_are_wrapped_at_spaces() {
    let lints = |columns: &str, url: &str| {
        let output = program()
            .env("COLUMNS", columns)
            .args(["check", "-q", "--lints", url])
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    for columns in [40, 60, 80, 132] {
        for url in
            ["ftp://h/a?b", "https://h:999999/", "x:/", "4x://www.a.b@h:0//", "http://h/%C0%AE"]
        {
            let text = lints(&columns.to_string(), url);
            assert!(text.lines().all(|line| line.len() <= columns), "{columns}: {text}");
            let words: Vec<&str> = text.split_whitespace().collect();
            let wide = lints("1000", url);
            let all: Vec<&str> = wide.split_whitespace().collect();
            assert_eq!(words, all, "no word is cut");
        }
    }
    // A code may be wider than the terminal.
    let head = "error[credentials-not-allowed]:";
    for (columns, rest) in
        [("20", "\n       "), ("30", "\n       "), ("31", "\n       "), ("36", " ")]
    {
        let text = lints(columns, "http://u@h/");
        assert!(text.starts_with(&format!("{head}{rest}http")), "{text}");
        assert_eq!(text.matches("error[").count(), 1, "{text}");
    }
    // The help of the error alone takes the place of a piece of a URL that has no room.
    for (columns, help) in
        [("24", "= help: percent-encode"), ("25", "= help: try '"), ("40", "= help: try '")]
    {
        let text = lints(columns, "http://h/aaaaaaaaaaaaaaaaaaaa b~c");
        assert!(text.contains(help) && !text.contains("......"), "{text}");
    }
    for (before, after) in [(0, 200), (100, 100), (200, 0), (100, 0), (65, 0), (3000, 3000)] {
        let url = format!("http://h/{}~b c{}", "x".repeat(before), "y".repeat(after));
        let text = report(&url, "80");
        let help = text.lines().find(|line| line.contains("= help: try '")).unwrap();
        assert!(help.contains("%7Eb%20c") && help.contains("...") && help.len() <= 80, "{text}");
    }
}

#[test]
fn all_errors_count() {
    let help = |url: &str| {
        let text = report(url, "80");
        text.lines().find_map(|line| line.split_once("= help: ")).map(|it| it.1.to_owned())
    };
    let tried = |url: &str| Some(format!("try '{url}'"));
    assert_eq!(
        help("http://h/a b~c~d"),
        tried("http://h/a%20b%7Ec%7Cd".replace("%7Cd", "%7Ed").as_str())
    );
    assert_eq!(help("http://h/a b~c|d"), tried("http://h/a%20b%7Ec%7Cd"));
    assert_eq!(help("http://h/\u{65e5}\u{672c}"), tried("http://h/%E6%97%A5%E6%9C%AC"));
    assert_eq!(help("http://h/~").as_deref(), Some("percent-encode it as `%7E`"));
    assert_eq!(help("http://h_h/~").as_deref(), Some("use only letters, digits, `-` and `.`"));
    assert_eq!(help("http://h/x ").as_deref(), Some("try 'http://h/x'"));
    assert_eq!(help("www.host.dom/~").as_deref(), None, "an argument that is not a URL");
    let secret = report("ftp://me:s3cret@h/a b~c", "80");
    assert!(!secret.contains("s3cret") && !secret.contains("try"), "{secret}");
}

#[test]
fn characters_are_shown_as_they_are_unless_they_hide_something() {
    let text = report("http://h/\u{65e5}\u{672c}", "80");
    assert!(text.contains("| http://h/\u{65e5}\u{672c}\n"), "{text}");
    assert!(text.contains("unexpected `\u{65e5}` in path segment"), "{text}");
    let text = report("http://h/\u{202e}\u{200b}\x1b\u{65e5}", "80");
    assert!(text.contains("| http://h/\\u{202E}\\u{200B}\\x1B\u{65e5}\n"), "{text}");
    // A combining mark is drawn over the `e`, which the caret is under.
    let text = report("http://h/cafe\u{301}s", "80");
    assert!(text.contains("unexpected `\\u{301}` in path segment"), "{text}");
    assert!(text.contains("| http://h/cafe\u{301}s\n  |             ^ BNF"), "{text}");
    let text = stdout(&["check", "--json", "http://h/\u{65e5}"], b"");
    assert!(text.contains("\"octets\":\"E6 97 A5\""), "{text}");
}

/// No line of a report is wider than the terminal, wherever the error is.
#[test]
fn long_urls_are_windowed() {
    for columns in [40, 80, 132] {
        for before in [0, 3, 17, 30, 45, 62, 70, 75, 90, 500] {
            for (error, after) in [("~", 0), ("~", 5), ("|", 300), ("\u{65e5}", 60), ("\x1b", 7)] {
                let url = format!("http://h/{}{error}{}", "a".repeat(before), "b".repeat(after));
                let text = report(&url, &columns.to_string());
                // The place of the source and its mark; titles and help are sentences.
                for line in text.lines().filter(|line| line.contains(" | ")) {
                    assert!(line.chars().count() <= columns, "{columns} {}: {text}", line.len());
                }
                let mark = text.lines().find(|line| line.contains('^')).unwrap();
                assert!(mark.ends_with("^ BNF hsegment"), "{text}");
            }
        }
        // A password is shown wider than it is, or narrower. A row is cut only if it has to be.
        for password in ["p", "four", &"p".repeat(100)] {
            let pieces = (0..columns + 40).map(|len| ["a".repeat(len / 2), "b".repeat(len)]);
            let pieces: Vec<_> = pieces.collect();
            let urls = pieces.iter().map(|[a, b]| format!("ftp://u:{password}@h/{a}~{b}"));
            let mut command = program();
            command.env("COLUMNS", columns.to_string()).args(["check", "-q"]).args(urls);
            let text = String::from_utf8(command.output().unwrap().stdout).unwrap();
            let reports = text.split("error[tilde]").skip(1);
            assert_eq!(reports.clone().count(), pieces.len());
            for (report, [before, after]) in reports.zip(&pieces) {
                let [row, mark] =
                    [" | ", "^"].map(|it| report.lines().find(|line| line.contains(it)));
                let (row, mark) = (row.unwrap(), mark.unwrap().find('^').unwrap());
                let margin = row.find(" | ").unwrap() + 3;
                let before = "ftp://u:***@h/".len() + before.len();
                let needed = before + (1 + after.len()).max("^ BNF fsegment".len());
                assert!(row.len() <= columns, "{columns}: {report}");
                assert_eq!(row.contains("..."), margin + needed > columns, "{columns}: {report}");
                assert_eq!(row.as_bytes()[mark], b'~', "{report}");
            }
        }
    }
}

/// A fix in JSON, applied, makes the line a URL: over pieces that are wrong in every part.
#[test]
fn a_fix_is_valid_when_applied() {
    const SCHEMES: [&str; 13] = [
        "http:",
        "ftp:",
        "telnet:",
        "gopher:",
        "wais:",
        "nntp:",
        "prospero:",
        "file:",
        "mailto:",
        "news:",
        "https:",
        "x-db:",
        "",
    ];
    const MIDDLES: [&str; 14] = [
        "//h",
        "/",
        "",
        "//",
        "///",
        "//h:",
        "//h_h",
        "//u@h",
        "//u:p#q@h",
        "//[1.2.3.4]",
        "h",
        "\\\\h",
        "//h:99999",
        "a@h",
    ];
    const ENDS: [&str; 14] = [
        "",
        "/",
        "/a b",
        "/~|",
        "/a%",
        "/a#b",
        "?q",
        "/a?b?c",
        "/;type=X",
        ";x",
        "/\u{e9}\u{65e5}",
        "/a%zz~",
        "\\a",
        "/1/2/3",
    ];
    let mut input = String::new();
    for scheme in SCHEMES {
        for middle in MIDDLES {
            for end in ENDS {
                input.push_str(&format!("{scheme}{middle}{end}\n"));
            }
        }
    }
    let output = run(&["check", "--json", "--passwords", "keep"], input.as_bytes());
    let mut fixes = 0;
    for (record, line) in output
        .stdout
        .split(|byte| *byte == b'\n')
        .zip(input.lines().filter(|line| !line.is_empty()))
    {
        let record: Value = serde_json::from_slice(record).unwrap();
        assert_eq!(record["input"], line);
        let fix = &record["error"]["fix"];
        if fix.is_null() {
            continue;
        }
        let at = |name: &str| usize::try_from(fix[name].as_u64().unwrap()).unwrap();
        let applied =
            [&line[..at("start")], fix["text"].as_str().unwrap(), &line[at("end")..]].concat();
        assert!(Url::parse(&applied).is_ok(), "{line} -> {applied}");
        fixes += 1;
    }
    assert!(fixes > 300, "{fixes}");
}

/// Returns the document of `check`, after validating it.
fn document(arguments: &[&str], input: &[u8]) -> Value {
    document_of(&["check"], arguments, input)
}

/// Returns the document of a command, after validating it.
fn document_of(command: &[&str], arguments: &[&str], input: &[u8]) -> Value {
    let schema: Value =
        serde_json::from_str(include_str!("../data/sarif-schema-2.1.0.json")).unwrap();
    let validator = jsonschema::options().should_validate_formats(true).build(&schema).unwrap();
    let output = run(&[command, &["--format", "sarif"], arguments].concat(), input);
    let document: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{arguments:?}: {error}: {output:?}"));
    let errors: Vec<String> = validator
        .iter_errors(&document)
        .map(|error| format!("{} at {}", error, error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{arguments:?}: {errors:#?}");
    document
}

fn results(document: &Value) -> &Vec<Value> {
    document["runs"][0]["results"].as_array().unwrap()
}

#[test]
fn documents_are_valid() {
    let list = b"http://host.dom/~joe\nftp://me:secret@h:0//a b\n\xff\xfe\nhttp://h/caf\xc3\xa9~\n\x1b]0;x\n";
    assert_eq!(results(&document(&[], list)).len(), 5);
    assert_eq!(results(&document(&["--limit", "2"], list)).len(), 2);
    assert_eq!(results(&document(&["--deny", "warnings"], b"ftp://me:secret@h:0//\n")).len(), 3);
    for (arguments, input) in [
        (&[][..], &b""[..]),
        (&["--ignore", "all"], list),
        (&["http://h/~", "x y", "ftp://h/"], b""),
        (&["--lints", "../../tests/data/urls/ftp.txt"], b""),
        (&["-j", "8", "../../tests/data/urls/http.txt"], b""),
        (&["tests/data/missing.txt"], b""),
    ] {
        document(arguments, input);
    }
}

#[test]
fn rules_are_those_of_the_catalog() {
    let document = document(&["--lints"], b"http://h:0//~\n");
    let rules = document["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    assert!(rules.len() > 60);
    for result in results(&document) {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
    }
}

/// Columns count characters, and a fix is the text that makes the line valid.
#[test]
fn fixes_apply_to_their_regions() {
    let document = document(&[], "mailto:\u{e9}@h\nhttp://h/caf\u{e9} ~\n".as_bytes());
    let result = &results(&document)[1];
    let region = &result["locations"][0]["physicalLocation"]["region"];
    assert_eq!((&region["startLine"], &region["startColumn"]), (&2.into(), &13.into()));
    let replaced = &result["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(replaced["deletedRegion"]["startColumn"], 13);
    assert_eq!(replaced["deletedRegion"]["endColumn"], 16);
    assert_eq!(replaced["insertedContent"]["text"], "%C3%A9%20%7E");
}

/// URLs in a text have the columns of the text, in characters, however long its lines are.
#[test]
fn urls_in_texts_are_found_at_their_columns() {
    let text = format!(
        "caf\u{e9}\n\u{65e5}\u{672c} {} <http://h/\u{e9}~> x http://h:0/ \n",
        "\u{e9} ".repeat(40_000)
    );
    let extract = ["extract", "--check"];
    let document = document_of(&extract, &["--deny", "port-zero"], text.as_bytes());
    let found = results(&document);
    let line: Vec<char> = text.lines().nth(1).unwrap().chars().collect();
    let marked: Vec<String> = found
        .iter()
        .map(|result| {
            let region = &result["locations"][0]["physicalLocation"]["region"];
            assert_eq!(region["startLine"], 2);
            let column = |name: &str| usize::try_from(region[name].as_u64().unwrap()).unwrap() - 1;
            line[column("startColumn")..column("endColumn")].iter().collect()
        })
        .collect();
    assert_eq!(marked, ["\u{e9}", "0"]);
    assert_eq!(found[1]["level"], "error");
    assert_eq!(results(&document_of(&extract, &[], b"")).len(), 0);
    let limited = document_of(&extract, &["--limit", "1"], text.as_bytes());
    assert_eq!(results(&limited).len(), 1);
}

/// Passwords are masked in messages and in fixes.
#[test]
fn no_password_is_written() {
    for list in ["ftp://me:se~q8zk\u{e9}@h/\n", "ftp://me:q8zk%@h/\n", "ftp://me:q8zk@h/ \n"] {
        let output = run(&["check", "--format", "sarif", "--lints"], list.as_bytes());
        assert!(!String::from_utf8(output.stdout).unwrap().contains("q8zk"), "{list}");
    }
}
