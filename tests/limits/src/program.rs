//! The program on the worst templates, conditions, settings and documents, which no library reads.

use std::{fs, path::Path, process::Stdio};

use crate::judge::{Row, build, target, total, valgrind};

/// Each case has the operation, the family of its inputs, the arguments, and a function that returns the input of n units:
/// it replaces `TEXT` in an argument, or is the contents of the file of which `FILE` and what follows it is the name.
type Case = (&'static str, &'static str, &'static [&'static str], fn(usize) -> String);

/// The number of units at n in a file, and in an argument, which has at most 128 KiB at 10n.
const IN_FILE: usize = 4_000;
const IN_ARGUMENT: usize = 1_000;

const URL: &str =
    "ftp://joe@host.dom:2121/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/b;type=a";
const GET: &[&str] = &["parse", "-q", "--get=TEXT", URL];
const WHERE: &[&str] = &["parse", "-q", "--where=TEXT", URL];
const SORT: &[&str] = &["parse", "-q", "--sort=TEXT", URL];
const SETTINGS: &[&str] = &["check", "-q", "--config", "FILE.toml", URL];
const HTML: &[&str] = &["extract", "-q", "FILE.html"];
const MAIL: &[&str] = &["extract", "-q", "FILE.mbox"];
const REPORTS: &[&str] = &["extract", "--check", "-q", "FILE.txt"];
const LINKS: &[&str] = &["check", "--base", ".", "-q", "FILE.md"];
const FIX: &[&str] = &["fix", "-q", "-f", "FILE.txt"];
const CHECK: &[&str] = &["check", "--lints", "-q", "-f", "FILE.txt"];
const CDX: &[&str] = &["parse", "--cdx", "-q", "-f", "FILE.cdxj"];

const CASES: &[Case] = &[
    ("--get", "fields", GET, |n| "{host}".repeat(n)),
    ("--get", "braces", GET, |n| "{{".repeat(n)),
    ("--get", "unclosed braces", GET, |n| "{".repeat(2 * n + 1)),
    ("--get", "escapes", GET, |n| "\\t".repeat(n)),
    ("--get", "text around fields", GET, |n| "{\":\"port\"/\"}".repeat(n)),
    ("--get", "quotation marks without an end", GET, |n| "{\"a".repeat(n)),
    ("--where", "a chain of conditions", WHERE, |n| format!("valid{}", " && valid".repeat(n))),
    ("--where", "a chain of alternatives", WHERE, |n| format!("!valid{}", " || !valid".repeat(n))),
    ("--where", "open parentheses", WHERE, |n| "(".repeat(n)),
    ("--where", "negations", WHERE, |n| "!".repeat(n)),
    ("--where", "a text that nearly occurs", WHERE, |n| {
        format!("path contains \"{}b\"", "a".repeat(8 * n))
    }),
    ("--where", "a long name", WHERE, |n| "x".repeat(8 * n)),
    ("--where", "a text without an end", WHERE, |n| format!("host == \"{}", "a".repeat(8 * n))),
    ("--sort", "repeated keys", SORT, |n| format!("host{}", ",-port".repeat(n))),
    ("--sort", "commas", SORT, |n| ",".repeat(8 * n)),
    ("--config", "codes", SETTINGS, |n| {
        format!("[check]\nignore = [{}]\n", "\"fragment\", ".repeat(n / 4))
    }),
    ("--config", "brackets", SETTINGS, |n| format!("a = {}", "[".repeat(n))),
    ("--config", "unknown keys", SETTINGS, |n| {
        (0..n / 4).map(|at| format!("k{at} = 1\n")).collect()
    }),
    ("--config", "comments", SETTINGS, |n| "# a comment\n".repeat(n / 8)),
    ("extract HTML", "angle brackets", HTML, |n| "<".repeat(8 * n)),
    ("extract HTML", "ampersands", HTML, |n| "&".repeat(8 * n)),
    ("extract HTML", "references", HTML, |n| "&#104;ttp&colon;//h&sol; ".repeat(n)),
    ("extract HTML", "references in one URL", HTML, |n| format!("http://h/{}", "&sol;".repeat(n))),
    ("extract HTML", "comments without an end", HTML, |n| "<!--".repeat(n)),
    ("extract HTML", "attributes without an end", HTML, |n| "<a href=\"http://h/".repeat(n)),
    ("extract HTML", "scripts", HTML, |n| "<script>".repeat(n)),
    ("extract mail", "lines of a header", MAIL, |n| {
        format!("From a\nSubject: x{}\n\n", "\n http://h/".repeat(n))
    }),
    ("extract mail", "encoded words", MAIL, |n| {
        format!("From a\nSubject: {}\n\n", "=?utf-8?q?http=3A//h/?= ".repeat(n))
    }),
    ("extract mail", "openings of encoded words", MAIL, |n| {
        format!("From a\nSubject: {}\n\n", "=?a?q?".repeat(n))
    }),
    ("extract mail", "parts", MAIL, |n| in_parts(|_| "x".to_owned(), n)),
    ("extract mail", "nested parts", MAIL, |n| in_parts(|at| format!("b{at}"), n)),
    ("extract mail", "messages", MAIL, |n| "From a\nSubject: x\n\nhttp://h/\n\n".repeat(n)),
    ("extract mail", "quoted-printable", MAIL, |n| {
        encoded("quoted-printable", "=68ttp://h=\n/a ", n)
    }),
    ("extract mail", "base64", MAIL, |n| encoded("base64", "aHR0cDovL2gvIA==\n", n)),
    ("extract --check", "lines", REPORTS, |n| "http://h.dom/~x\n".repeat(n)),
    ("extract --check", "words of one line", REPORTS, |n| "http://h.dom/~x ".repeat(n)),
    ("extract --check", "one word of commas", REPORTS, |n| "http://h.dom/~x,".repeat(n)),
    ("extract --check", "passwords of one line", REPORTS, |n| {
        "http://h.dom/~x ftp://joe:pw@h.dom/ ".repeat(n)
    }),
    ("check Markdown", "links of one line", LINKS, |n| "[a](http://h.dom/~x) ".repeat(n)),
    ("check Markdown", "relative links", LINKS, |n| "[a](x.md)\n".repeat(n)),
    ("check Markdown", "open brackets", LINKS, |n| "[a](".repeat(n)),
    ("check Markdown", "marks of code", LINKS, |n| "`".repeat(n)),
    ("check Markdown", "comments", LINKS, |n| "<!-- url1738: ignore -->\n".repeat(n)),
    ("fix --as text", "URLs of one line", &["fix", "--as", "text", "-q", "FILE.txt"], |n| {
        "http://h.dom/~x ".repeat(n)
    }),
    ("fix", "lines to repair", FIX, |n| "http://h/a b~c\n".repeat(n)),
    ("fix", "errors in one line", FIX, |n| format!("http://h/{}\n", "~ ".repeat(n))),
    ("fix --diff", "every other line", &["fix", "--diff", "-q", "FILE.txt"], |n| {
        "http://h/~\nhttp://h/\n".repeat(n)
    }),
    ("check", "lines", CHECK, |n| "http://h/a b\n".repeat(n)),
    ("check", "errors in one line", CHECK, |n| format!("http://h/{}\n", "~ ".repeat(n))),
    ("check", "wide characters", CHECK, |n| format!("http://h/{}\n", "\u{65e5}".repeat(n))),
    (
        "check --format sarif",
        "lines",
        &["check", "--format", "sarif", "-q", "-f", "FILE.txt"],
        |n| "http://h/a b\n".repeat(n),
    ),
    ("parse --cdx", "objects", CDX, |n| format!("h)/ 20200101000000 {}\n", "{\"url\":".repeat(n))),
    ("parse --cdx", "escapes", CDX, |n| {
        format!("h)/ 20200101000000 {{\"url\": \"{}\"}}\n", "\\u0068".repeat(n))
    }),
    ("parse --warc", "headers", &["parse", "--warc", "-q", "-f", "FILE.warc"], |n| {
        format!("WARC/1.0\r\n{}\r\n", "WARC-Target-URI: http://h/\r\n".repeat(n))
    }),
    ("join", "segments", &["join", "-q", "http://h/a/b/c", "-f", "FILE.txt"], |n| {
        format!("{}\n", "../".repeat(n))
    }),
];

/// Returns a message of parts, with the boundary that each of them declares.
fn in_parts(boundary: fn(usize) -> String, n: usize) -> String {
    let declared = |at| format!("Content-Type: multipart/mixed; boundary={}\n\n", boundary(at));
    let part = |at| format!("--{}\n{}http://h/\n", boundary(at), declared(at + 1));
    format!("From a\n{}{}", declared(0), (0..n).map(part).collect::<String>())
}

/// Returns a message whose body has this transfer encoding.
fn encoded(encoding: &str, unit: &str, n: usize) -> String {
    format!("From a\nContent-Transfer-Encoding: {encoding}\n\n{}", unit.repeat(n))
}

/// Builds the program and runs it under callgrind. Its start is subtracted.
pub(super) fn measure() -> Result<Vec<Row>, String> {
    build("url1738-cli")?;
    let folder = target().join("limits/program");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let start = counted(&["--version"], "", &folder)?;
    CASES.iter().map(|case| row(case, start, &folder)).collect()
}

fn row((work, family, arguments, text): &Case, start: u64, folder: &Path) -> Result<Row, String> {
    let in_argument = arguments.iter().any(|argument| argument.contains("TEXT"));
    let n = if in_argument { IN_ARGUMENT } else { IN_FILE };
    let [mut input, mut instructions] = [[0; 3]; 2];
    for (at, times) in [1, 2, 10].into_iter().enumerate() {
        let text = text(times * n);
        input[at] = text.len() as u64;
        instructions[at] = counted(arguments, &text, folder)?.saturating_sub(start).max(1);
    }
    let (family, work) = ((*family).to_owned(), (*work).to_owned());
    Ok(Row { family, work, input, peak: None, instructions })
}

/// Returns the instructions of the program with the text in its arguments or in a file.
fn counted(arguments: &[&str], text: &str, folder: &Path) -> Result<u64, String> {
    let dump = folder.join("callgrind");
    let mut command = valgrind();
    command.arg(format!("--callgrind-out-file={}.1", dump.display()));
    command.arg(target().join("url1738"));
    for argument in arguments {
        if let Some(extension) = argument.strip_prefix("FILE") {
            let path = folder.join(format!("input{extension}"));
            fs::write(&path, text).map_err(|error| error.to_string())?;
            command.arg(path);
        } else {
            command.arg(argument.replace("TEXT", text));
        }
    }
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let status = quiet.status().map_err(|error| error.to_string())?;
    // 1: some lines are invalid; 2: the argument is.
    match status.code() {
        Some(0..=2) => total(&dump, 1),
        _ => Err(format!("url1738 {} ended with {status}", arguments.join(" "))),
    }
}
