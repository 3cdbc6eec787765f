//! `check` and `fix` on texts: what a team keeps in its continuous integration.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use crate::run::{has_program, program, run};

const README: &str = "\
# Links

See [the guide](http://host.dom/~joe/guide), <http://host.dom/a b> and `http://example.dom/<name>`.

```sh
curl http://host.dom/~id
```

[reference]: http://host.dom/x|y
";

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    folder
}

fn within(folder: &Path, arguments: &[&str]) -> Output {
    let mut program = program();
    program.current_dir(folder).args(arguments).output().unwrap()
}

/// Returns the exit code, and the lines of stdout.
fn lines(folder: &Path, arguments: &[&str]) -> (i32, Vec<String>) {
    let output = within(folder, arguments);
    let stdout = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), stdout.lines().map(str::to_owned).collect())
}

fn short(folder: &Path, arguments: &[&str]) -> Vec<String> {
    lines(folder, &[&["check", "--format", "short"], arguments].concat()).1
}

#[test]
fn files_are_found_and_known_by_name_and_content() {
    let list = "http://host.dom/~joe\nftp://h/ok\nhttp://h/a b\n";
    let folder = folder(&[
        ("README.md", README),
        ("docs/page.html", "<a href=\"http://host.dom/~ann\">x</a>"),
        ("docs/page.rst", "`x <http://host.dom/a^b>`_\n"),
        ("docs/paper.tex", "\\url{http://host.dom/~tex}\n"),
        ("src/main.rs", "// See http://host.dom/~rust.\n"),
        ("mail.eml", "From: a@b.dom\nSubject: x\n\nhttp://host.dom/~mail\n"),
        ("urls.txt", list),
        (".gitignore", "target/\n"),
        (".ignore", "docs/paper.tex\n"),
        ("target/out.md", "http://host.dom/~built\n"),
        (".hidden/a.md", "http://host.dom/~hidden\n"),
    ]);
    let found = short(folder.path(), &["."]);
    let places: Vec<_> = found.iter().map(|line| line.split(": ").next().unwrap()).collect();
    // The URL in angle brackets has a blank, which the Appendix lets be ignored; that in a code span is skipped.
    let expected = [
        "README.md:3:33",
        "README.md:9:31",
        "docs/page.html:1:26",
        "docs/page.rst:1:22",
        "mail.eml:4:17",
        "src/main.rs:1:24",
        "urls.txt:1:17",
        "urls.txt:3:11",
    ];
    assert_eq!(places, expected, "{found:#?}");
    let ignored = short(folder.path(), &["--no-ignore", "."]);
    assert!(ignored.iter().any(|line| line.starts_with("target/out.md")), "{ignored:#?}");
    assert!(ignored.iter().any(|line| line.starts_with("docs/paper.tex")));
    assert!(!ignored.iter().any(|line| line.contains("hidden")));
    // A text alone is checked, as a list alone is counted.
    assert!(lines(folder.path(), &["README.md"]).1[0].starts_with("error[tilde]"));
    // A list is read line by line, unless it is to be a text.
    assert_eq!(short(folder.path(), &["urls.txt"]).len(), 2);
    assert_eq!(short(folder.path(), &["--as", "text", "urls.txt"]).len(), 1);
    assert!(
        short(folder.path(), &["--as", "list", "src/main.rs"])[0].starts_with("src/main.rs:1:")
    );
}

/// Files of any name are lists if their URLs begin their lines, and texts if those follow something there.
#[test]
fn a_named_file_is_a_list_if_urls_begin_its_lines() {
    for (name, text, places) in [
        (".env", "PORT=80\nDATABASE_URL=http://h/~a\n", "2:23"),
        ("feed.rss", "<rss>\n<link>http://h/~a</link>\n</rss>\n", "2:16"),
        ("Dockerfile", "FROM x\nADD http://h/~a /x\n", "2:14"),
        ("a.ipynb", "{\n\"source\": [\n\"see http://h/~a\"\n]}\n", "3:15"),
        ("a.vcf", "BEGIN:VCARD\nURL:http://h/~a\nEND:VCARD\n", "2:14"),
        ("urls.txt", "x\n<http://h/~a>\nURL:http://h/b\n'news:a'\n", "1:2 2:1 4:1"),
        ("hosts", "h.dom/a\nh.dom/b\n", "1:6 2:6"),
        ("half", "http://h/~a\nsee http://h/b\n", "1:10 2:4"),
    ] {
        let folder = folder(&[(name, text)]);
        let found = short(folder.path(), &[name]);
        let found: Vec<_> = found.iter().map(|line| line.split(": ").next().unwrap()).collect();
        let expected: Vec<_> = places.split(' ').map(|place| format!("{name}:{place}")).collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn code_in_markdown_is_skipped_unless_the_settings_say_otherwise() {
    let folder = folder(&[("README.md", README)]);
    let has_code = |found: &[String]| found.iter().any(|line| line.contains(":6:"));
    assert!(!has_code(&short(folder.path(), &["README.md"])));
    fs::write(folder.path().join("url1738.toml"), "[text]\ncode = \"check\"\n").unwrap();
    assert!(has_code(&short(folder.path(), &["README.md"])));
}

/// What stands for many URLs is not one.
#[test]
fn templates_are_not_reported() {
    let text = "http://{host}/a http://%s/b http://h/%d http://$HOST/%(name)s http://h/${x}|
http://h/%id%.json http://h/%user:x_1%/ http://h/%%30 'http://h/([^/]+/)?([0-9a-f]+)'\n";
    let folder = folder(&[("a.py", text), ("b.md", text), ("list.txt", "http://{host}/a\n")]);
    assert_eq!(short(folder.path(), &["a.py", "b.md"]), [""; 0]);
    assert_eq!(short(folder.path(), &["list.txt"]).len(), 1);
    let escapes = "http://h/%2 http://h/%2g http://h/100% http://h/%zz http://h/%Silly http://h/%id%20x http://h/?a[b]=[c";
    fs::write(folder.path().join("a.py"), escapes).unwrap();
    assert_eq!(short(folder.path(), &["a.py"]).len(), 7);
    // `%d0` is a letter.
    fs::write(folder.path().join("b.md"), "http://h/%d0%b0~ http://h:/\n").unwrap();
    assert_eq!(short(folder.path(), &["b.md"]).len(), 2);
    fs::write(folder.path().join("a.py"), "'http://h:' + port, 'http://h:/a'\n").unwrap();
    assert_eq!(short(folder.path(), &["a.py"]).len(), 1);
}

/// What follows the URL may be the ending of a word in a script without spaces.
#[test]
fn a_letter_that_may_follow_a_url_is_reported_but_not_repaired() {
    let text = "http://h/?id=135의 http://h/DL에서 http://h/wiki/한국\n";
    let folder = folder(&[("a.md", text)]);
    assert_eq!(short(folder.path(), &["a.md"]).len(), 3);
    let sarif = within(folder.path(), &["check", "--format", "sarif", "a.md"]).stdout;
    assert_eq!(String::from_utf8(sarif).unwrap().matches("\"fixes\"").count(), 1);
    within(folder.path(), &["fix", "--quiet", "--in-place", "a.md"]);
    let fixed = fs::read_to_string(folder.path().join("a.md")).unwrap();
    assert_eq!(fixed, text.replace("한국", "%ED%95%9C%EA%B5%AD"));
}

/// `fix` changes only what `check` reports.
#[test]
fn what_is_not_reported_is_not_repaired() {
    let texts = [
        (
            "a.md",
            "http://{host}/~a http://h/%s/~b http://h/%(x)s| 'http://h:' + a, http://h/%U/%@/%lld/~b\n",
        ),
        ("b.cjs", "'http://h:' + port, `http://h:${port}/~c`, 'http://h/%v/~'\n"),
        // The text of the link is on the next line.
        ("c.adoc", "the https://h/a/[\n`tool`] is (see\nhttp://h/b)c below.\n"),
        ("d.rst", "http://h/|version|/~a, =http://h/b= and ~http://h/c~\n"),
        (
            "e.yml",
            "sed 's#http://h/d/#mirror+file:/e#' http://h/%%name%%/~ https://joe:${{ x }}@h/\n",
        ),
        ("g.psm1", "'http://h:' + $port\n"),
        ("f.rb", "' <a href=\"http://h/#' + name + '\" onclick=\"\"'\n"),
        ("program", "\u{7f}ELF\0 http://h/~d\n"),
    ];
    let folder = folder(&texts);
    let names = texts.map(|(name, _)| name);
    assert_eq!(short(folder.path(), &[&["--as", "text"], &names[..7]].concat()), [""; 0]);
    let fix = [&["fix", "--quiet", "--in-place", "--as", "text"], &names[..]].concat();
    let output = within(folder.path(), &fix);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let message = "error: program is binary: search it with `extract --text`\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), message);
    for (name, text) in texts {
        assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), text, "{name}");
    }
}

#[test]
fn a_team_accepts_what_it_wants() {
    let text = "\
http://h/~a <!-- url1738: ignore -->
# url1738: ignore[tilde]
http://h/~b
http://h/~c // url1738: ignore[space]
http://h/~d % url1738: ignore[tilde, space]
http://bad.example/~e
";
    let folder =
        folder(&[("a.md", text), ("old/b.md", "http://h/~f\n"), ("c.md", "http://h/~g\n")]);
    let settings = "\
[text]
exclude = [\"c.md\"]
per-file-ignores = { \"old/*\" = [\"tilde\"] }

[[url.ignore]]
pattern = \"http://bad.example/*\"
reason = \"an example\"
";
    fs::write(folder.path().join("url1738.toml"), settings).unwrap();
    let found = short(folder.path(), &["."]);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].starts_with("a.md:4:10: tilde"), "{found:#?}");
    // A comment that accepts nothing is a lint.
    let found = short(folder.path(), &["--lints", "."]);
    assert!(found.iter().any(|line| line.starts_with("a.md:4:16: unused-ignore")), "{found:#?}");
    for comment in ["# url1738: ignore\n", "http://h/a <!-- url1738: ignore -->\n"] {
        fs::write(folder.path().join("a.md"), comment).unwrap();
        let found = short(folder.path(), &["--lints", "a.md"]);
        assert!(found.len() == 1 && found[0].contains(": unused-ignore: "), "{found:#?}");
    }
    // A pattern is compared with the URL as it is written.
    let settings = "[[url.ignore]]\npattern = \"http://h/caf\u{e9}?\"\nreason = \"\"\n";
    fs::write(folder.path().join("url1738.toml"), settings).unwrap();
    fs::write(folder.path().join("c.md"), "http://h/caf\u{e9}~ http://h/\u{e9}\n").unwrap();
    fs::write(folder.path().join("c.txt"), "http://h/caf\u{e9}~\nhttp://h/\u{e9}\n").unwrap();
    assert_eq!(short(folder.path(), &["c.md", "c.txt"]).len(), 2);
    fs::write(folder.path().join("url1738.toml"), "[text]\ninclude = [\"old/**\"]\n").unwrap();
    assert!(short(folder.path(), &["."]).iter().all(|line| line.starts_with("old/b.md")));
    let wrong = "[text]\nexclude = [\"a[\"]\n";
    fs::write(folder.path().join("url1738.toml"), wrong).unwrap();
    let output = within(folder.path(), &["check", "."]);
    assert!(String::from_utf8(output.stderr).unwrap().contains("url1738.toml:2:11: "));
}

/// Patterns are those of `.gitignore`, from the folder of the settings, wherever the program runs.
#[test]
fn patterns_of_files_are_those_of_gitignore() {
    let text = "http://h/~a\n";
    let names = ["a.md", "docs/b.md", "docs/sub/b.md"];
    let folder = folder(&names.map(|name| (name, text)));
    let settings = |text: &str| fs::write(folder.path().join("url1738.toml"), text).unwrap();
    let at = |from: &str, arguments: &[&str]| {
        let found = short(&folder.path().join(from), arguments);
        found.iter().map(|line| line.split(':').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    for (exclude, left) in [
        ("docs", &names[..1]),
        ("/docs/", &names[..1]),
        ("b.md", &names[..1]),
        ("docs/*.md", &["a.md", "docs/sub/b.md"]),
        ("docs/*\", \"!docs/b.md", &["a.md", "docs/b.md"]),
        ("/b.md", &names),
    ] {
        settings(&format!("[text]\nexclude = [\"{exclude}\"]\n"));
        assert_eq!(at("", &["."]), left, "{exclude}");
    }
    settings(
        "[text]\nexclude = [\"docs/sub/\"]\nper-file-ignores = { \"/docs/b.md\" = [\"tilde\"] }\n",
    );
    let root = folder.path().to_str().unwrap();
    assert_eq!(at("", &[root]), [format!("{root}/a.md")]);
    assert_eq!(at("docs", &[".", "b.md"]), [""; 0]);
    assert_eq!(at("docs/sub", &["..", "../../a.md"]), ["../../a.md"]);
    // A file that the command line names is about the working directory.
    assert_eq!(at("docs", &["--config", "../url1738.toml", "b.md"]), ["b.md"]);
    settings("[text]\ninclude = [\"docs/\"]\n");
    assert_eq!(at("", &["."]), names[1..]);
}

/// Comments and settings take the names that `--ignore` takes, and lists are accepted like texts.
#[test]
fn what_is_ignored_has_the_same_names_everywhere() {
    let text = "http://h/~a # url1738: ignore[unexpected-byte]\nhttp://h/~b # url1738: ignore[tilde:host]\n";
    let folder = folder(&[("a.md", text), ("b.txt", "http://h/~a\nhttp://h/a b\n")]);
    let at = folder.path();
    assert_eq!(short(at, &["a.md"]).len(), 1);
    let settings = |text: &str| fs::write(at.join("url1738.toml"), text).unwrap();
    for (ignored, left) in
        [("tilde:path", 0), ("tilde:host", 1), ("unexpected-byte", 0), ("errors", 0)]
    {
        settings(&format!("[text.per-file-ignores]\n\"*.md\" = [\"{ignored}\"]\n"));
        assert_eq!(short(at, &["a.md"]).len(), left, "{ignored}");
    }
    settings("[text.per-file-ignores]\n\"*.txt\" = [\"tilde\"]\n");
    assert_eq!(short(at, &["b.txt"]).len(), 1);
    assert_eq!(lines(at, &["fix", "-q", "b.txt"]).1, ["http://h/~a", "http://h/a%20b"]);
    settings("[[url.ignore]]\npattern = \"http://h/~*\"\nreason = \"\"\n");
    assert_eq!(short(at, &["b.txt"]).len(), 1);
    assert_eq!(lines(at, &["fix", "-q", "--diff", "a.md"]).1, [""; 0]);
    // So are the codes of the program itself.
    fs::write(at.join("a.md"), format!("[x](no.md) http://h/{}\n", "a".repeat(70_000))).unwrap();
    let all = ["--base", ".", "a.md"];
    assert_eq!(short(at, &all).len(), 2);
    assert_eq!(short(at, &[&["--ignore", "missing-target,truncated"], &all[..]].concat()).len(), 0);
    assert_eq!(short(at, &[&["--select", "tilde"], &all[..]].concat()).len(), 0);
    // A list of codes ends with its line: 20,000 that do not end took minutes.
    fs::write(at.join("a.md"), "# url1738: ignore[tilde\nhttp://h/~a\n".repeat(20_000)).unwrap();
    assert_eq!(short(at, &["a.md"]).len(), 0);
}

#[test]
fn formats_of_lists_alone_are_errors_with_those_of_texts() {
    let folder = folder(&[("a.md", README)]);
    let outcome = within(folder.path(), &["check", "--format", "csv", "a.md"]);
    let message =
        "error: `check --as text` cannot write csv: use one of human, json, short, github, sarif\n";
    assert_eq!(String::from_utf8_lossy(&outcome.stderr), message);
    assert_eq!(outcome.status.code(), Some(2));
}

/// A URL of a text may have a fragment, which is checked as `fix` repairs it.
#[test]
fn fragments_in_texts_are_checked() {
    let text =
        "[a](http://h/#access_token=s3cr3t) http://h/#a~b <http://h/#access_token=s3cr3t&~>\n";
    let folder = folder(&[("a.md", text)]);
    let found = short(folder.path(), &["--lints", "a.md"]);
    let places: Vec<_> = found.iter().map(|line| line.split(": ").take(2).collect()).collect();
    let places: Vec<String> = places.iter().map(|it: &Vec<&str>| it.join(" ")).collect();
    assert_eq!(places, ["a.md:1:14 secret-in-query", "a.md:1:47 tilde", "a.md:1:81 tilde"]);
    let whole = within(folder.path(), &["check", "--lints", "a.md"]);
    assert!(!String::from_utf8(whole.stdout).unwrap().contains("s3cr3t"));
}

#[test]
fn a_baseline_survives_edits_and_says_what_is_gone() {
    let folder = folder(&[("a.md", "http://h/~a\n\nhttp://h/~b\n")]);
    let at = folder.path();
    assert_eq!(lines(at, &["check", "-q", "--write-baseline", "known", "."]).0, 0);
    let baseline = fs::read_to_string(at.join("known")).unwrap();
    assert_eq!(
        baseline.lines().skip(1).collect::<Vec<_>>(),
        ["a.md\ttilde\thttp://h/~a", "a.md\ttilde\thttp://h/~b"]
    );
    fs::write(at.join("a.md"), "More.\n\nhttp://h/~b\nhttp://h/~b\n").unwrap();
    let output = within(at, &["check", "--format", "short", "--baseline", "known", "."]);
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert!(stdout.starts_with("a.md:4:10: tilde") && stdout.lines().count() == 1, "{stdout}");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("baseline: 1 known, 1 gone"), "{stderr}");
    // Written again, the baseline is pruned, and what is new still fails the run.
    let again = ["check", "-q", "--baseline", "known", "--write-baseline", "known", "."];
    assert_eq!(lines(at, &again).0, 1);
    let pruned = fs::read_to_string(at.join("known")).unwrap();
    assert_eq!(pruned.lines().skip(1).collect::<Vec<_>>(), ["a.md\ttilde\thttp://h/~b"]);
    // A password is in no baseline.
    fs::write(at.join("a.md"), "ftp://joe:hunter22@h/a|b\n").unwrap();
    assert_eq!(lines(at, &["check", "-q", "--write-baseline", "known", "a.md"]).0, 0);
    assert!(!fs::read_to_string(at.join("known")).unwrap().contains("hunter22"));
    // A URL is written as in other records, in the characters that it has.
    fs::write(at.join("a.md"), "http://h/caf\u{e9}~\u{202e}\n").unwrap();
    let (_, shown) = lines(at, &["check", "-q", "--json", "--write-baseline", "known", "a.md"]);
    assert!(shown[0].contains("\"http://h/caf\u{e9}~\",\"text\":\"\u{e9}\""), "{shown:?}");
    let known = fs::read_to_string(at.join("known")).unwrap();
    assert!(known.ends_with("a.md\tnon-ascii\thttp://h/caf\u{e9}~\n"), "{known}");
    fs::write(at.join("known"), format!("\u{feff}{}", known.replace('\n', "\r\n"))).unwrap();
    assert_eq!(lines(at, &["check", "-q", "--baseline", "known", "a.md"]).0, 0);
    // Of a file that is not checked it is not known what is gone; one that does not exist has nothing.
    fs::write(at.join("b.md"), "http://h/~b\n").unwrap();
    fs::write(
        at.join("known"),
        "a.md\ttilde\thttp://h/\nb.md\ttilde\thttp://h/~b\nc.md\ttilde\thttp://h/\n",
    )
    .unwrap();
    let output = within(at, &[&again[..6], &["--exit-zero", "a.md"]].concat());
    assert_eq!(output.status.code(), Some(0));
    let pruned = fs::read_to_string(at.join("known")).unwrap();
    assert_eq!(pruned.lines().skip(1).collect::<Vec<_>>(), ["b.md\ttilde\thttp://h/~b"]);
    fs::write(at.join("known"), "a line\n").unwrap();
    assert_eq!(within(at, &["check", "--baseline", "known", "a.md"]).status.code(), Some(2));
    // A name that is not shown as it is, or that cannot be looked for, is not known to be gone.
    let rows = ["\\x09b.md", "\\u{202E}.md", "password=***", &"x".repeat(300)];
    let rows = rows.map(|name| format!("{name}\ttilde\thttp://h/~b"));
    fs::write(at.join("known"), rows.join("\n")).unwrap();
    assert_eq!(lines(at, &[&again[..6], &["--exit-zero", "a.md"]].concat()).0, 0);
    let kept = fs::read_to_string(at.join("known")).unwrap();
    assert!(rows.iter().all(|row| kept.contains(row)), "{kept}");
}

/// On a full disk, the old baseline is still there.
#[test]
fn a_baseline_is_replaced_as_a_whole() {
    let folder = folder(&[("#a.md", "http://h/~a\n"), ("old", "Old.\n")]);
    let at = folder.path();
    fs::hard_link(at.join("old"), at.join("known")).unwrap();
    let write = ["check", "-q", "--write-baseline", "known", "#a.md"];
    assert_eq!(lines(at, &write).0, 0);
    assert_eq!(fs::read_to_string(at.join("old")).unwrap(), "Old.\n");
    // The name of a file is not a comment.
    let known = fs::read_to_string(at.join("known")).unwrap();
    assert!(known.ends_with("URL\n#a.md\ttilde\thttp://h/~a\n"), "{known}");
    assert_eq!(lines(at, &["check", "-q", "--baseline", "known", "#a.md"]).0, 0);
    // A link may lead to another folder.
    #[cfg(unix)]
    {
        let elsewhere = tempfile::tempdir().unwrap();
        fs::write(elsewhere.path().join("shared"), "Old.\n").unwrap();
        fs::remove_file(at.join("known")).unwrap();
        std::os::unix::fs::symlink(elsewhere.path().join("shared"), at.join("known")).unwrap();
        assert_eq!(lines(at, &write).0, 0);
        assert_eq!(fs::read_to_string(elsewhere.path().join("shared")).unwrap(), known);
    }
}

#[test]
fn urls_in_texts_are_repaired_where_they_are() {
    let text = "See <http://h/~joe>,\r\nnot `http://h/~code`, http://h\\x and ftp://h/a|b#top.\r\n\u{e9} http://h/~x";
    let folder = folder(&[("a.md", text)]);
    let at = folder.path();
    let (code, shown) = lines(at, &["fix", "-q", "--diff", "a.md"]);
    assert_eq!(code, 0, "{shown:#?}");
    assert!(shown.contains(&"+See <http://h/%7Ejoe>,".to_owned()), "{shown:#?}");
    assert_eq!(fs::read_to_string(at.join("a.md")).unwrap(), text);
    let output = within(at, &["fix", "--in-place", "a.md"]);
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(log.contains("a.md:1:15: "), "{log}");
    let fixed = fs::read_to_string(at.join("a.md")).unwrap();
    assert!(fixed.starts_with("See <http://h/%7Ejoe>,\r\nnot `http://h/~code`, "), "{fixed}");
    assert!(fixed.contains("ftp://h/a%7Cb#top.\r\n\u{e9} http://h/%7Ex"), "{fixed}");
    let (_, whole) = lines(at, &["fix", "-q", "a.md"]);
    assert_eq!(whole.len(), 3);
}

#[test]
fn findings_are_counted_and_written_for_machines() {
    let folder = folder(&[("a.md", "http://h/~a http://h/~b http://h/a|b\n")]);
    let at = folder.path();
    let (code, shown) = lines(at, &["check", "-q", "--statistics", "--format", "short", "a.md"]);
    assert_eq!((code, shown.len()), (1, 5), "{shown:#?}");
    assert_eq!(shown[3], "2 tilde");
    let (code, shown) = lines(at, &["check", "-q", "--json", "./a.md"]);
    assert_eq!(code, 1);
    let record: serde_json::Value = serde_json::from_str(&shown[0]).unwrap();
    assert_eq!((&record["file"], &record["column"]), (&"a.md".into(), &10.into()));
    assert_eq!(record["code"], "tilde");
    assert_eq!(lines(at, &["check", "--exit-zero", "a.md"]).0, 0);
    assert_eq!(lines(at, &["check", "--max-findings", "3", "a.md"]).0, 0);
    assert_eq!(lines(at, &["check", "--max-findings", "2", "a.md"]).0, 1);
    let sarif = ["check", "-q", "--statistics", "--format", "sarif", "./a.md"];
    let (_, shown) = lines(at, &sarif);
    let sarif: serde_json::Value = serde_json::from_str(&shown.concat()).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a.md");
    assert_eq!(
        result["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"],
        "%7E"
    );
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    // What `fix` repairs has a fix: in brackets, with a fragment, and in a list.
    fs::create_dir(at.join("more")).unwrap();
    fs::write(at.join("more/c.md"), "<http://h/~a> http://h/~b#c http://h/#d~\n").unwrap();
    fs::write(at.join("more/d.txt"), "http://h/~e\n").unwrap();
    let (_, shown) = lines(at, &["check", "-q", "--format", "sarif", "more"]);
    let columns =
        ["12", "25", "41", "11"].map(|at| format!("\"deletedRegion\":{{\"endColumn\":{at},"));
    for (column, result) in columns.iter().zip(&shown[3..]) {
        assert!(result.contains(column), "{result}");
    }
    assert!(rules.iter().all(|rule| rule["helpUri"].as_str().unwrap().contains("codes.md")));
    let (_, shown) = lines(at, &["check", "-q", "--format", "github", "a.md"]);
    assert_eq!(shown[0].matches("tilde").count(), 1, "{shown:#?}");
    let mut named = program();
    let named =
        named.current_dir(at).args(["check", "--format", "short", "--stdin-filename", "b.md"]);
    let output = named.stdin(fs::File::open(at.join("a.md")).unwrap()).output().unwrap();
    assert!(output.stdout.starts_with(b"b.md:1:10: "), "{output:?}");
}

#[test]
fn relative_links_lead_to_files() {
    let text = "[a](docs/a.md#top) [b](docs/b.md) [c](/docs/a.md) [d]( #here ) <a href=\"no.html\">\n\n[e]: docs/e.md\n[e]\n";
    let folder = folder(&[("README.md", text), ("docs/a.md", "[r](../README.md) [s](../no.md)")]);
    let found = short(folder.path(), &["--base", ".", "."]);
    let places: Vec<_> =
        found.iter().map(|line| line.split(": missing-target").next().unwrap()).collect();
    assert_eq!(
        places,
        ["README.md:1:24", "README.md:1:73", "README.md:3:6", "docs/a.md:1:23"],
        "{found:#?}"
    );
    assert_eq!(short(folder.path(), &["--base", "http://host.dom/docs/", "docs/a.md"]), [""; 0]);
    fs::write(folder.path().join("c.md"), "[a](x|y)").unwrap();
    let found = short(folder.path(), &["--base", "http://host.dom/docs/", "c.md"]);
    assert!(
        found[0].starts_with("c.md:1:5: missing-target: the link cannot be resolved: "),
        "{found:#?}"
    );
    // A destination may be written with escapes and references, as its file is not named.
    fs::write(folder.path().join("c.md"), "[a](d\\_e.md) [b](f&amp;g.md)\n").unwrap();
    let found = short(folder.path(), &["--base", ".", "c.md"]);
    assert_eq!(found.len(), 2, "{found:#?}");
    let html = "<a href='d&#38;e&period;html'> <a href='http://h/&#126;x'>";
    fs::write(folder.path().join("c.html"), html).unwrap();
    fs::write(folder.path().join("d&e.html"), "").unwrap();
    let found = short(folder.path(), &["--base", ".", "c.html"]);
    assert_eq!(found, ["c.html:1:50: tilde: unexpected `~` in path segment"]);
    let output = within(folder.path(), &["check", "--base", "nowhere", "."]);
    assert_eq!(output.status.code(), Some(2));
    // Quotation marks are optional, and scripts have none.
    let html = "<a href=c.md><A\nHREF=no1.md class=x><img src = 'no2.gif'>\n<a href=c.md>\n\
        <script>const src = 'no.js'; let src=i<n</script> <a href='no";
    fs::write(folder.path().join("d.html"), html).unwrap();
    let found = short(folder.path(), &["--base", ".", "d.html"]);
    // The character set is another thing than the markup.
    let latin = b"caf\xe9 <a href='no.html'>, <a href='caf\xe9.html'> and http://h/caf\xe9\n";
    fs::write(folder.path().join("latin.html"), latin).unwrap();
    let places = short(folder.path(), &["--base", ".", "latin.html"]);
    assert!(
        places[0].starts_with("latin.html:1:15: ") && places[1].starts_with("latin.html:1:63: "),
        "{places:#?}"
    );
    fs::write(folder.path().join("latin.md"), b"caf\xe9 `http://h/~code`\n").unwrap();
    assert_eq!(short(folder.path(), &["latin.md"]), [""; 0]);
    assert!(found[0].starts_with("d.html:2:6: ") && found[1].starts_with("d.html:2:33: "));
    assert_eq!(found.len(), 2, "{found:#?}");
}

/// A byte order mark is not a part of the first line, of whatever kind the file is.
#[test]
fn columns_begin_after_a_byte_order_mark() {
    let list = format!("\u{feff}http://h/~\n{}", "http://h/\n".repeat(5));
    let folder = folder(&[
        ("a.md", "\u{feff}[x](no.md) http://h/~\n"),
        ("b.html", "\u{feff}<a href=http://h/~>"),
        ("list", &list),
    ]);
    for (format, marks) in [
        ("short", [":1:5: ", ":1:21: ", ":1:18: ", ":1:10: "]),
        ("github", ["col=5,", "col=21,", "col=18,", "col=10,"]),
    ] {
        let (_, found) = lines(folder.path(), &["check", "--base", ".", "--format", format, "."]);
        assert_eq!(found.len(), 4, "{found:#?}");
        assert!(found.iter().zip(marks).all(|(line, mark)| line.contains(mark)), "{found:#?}");
    }
}

/// What is not UTF-8 is not repaired, and not passed over either.
#[test]
fn a_text_in_utf_16_is_not_repaired() {
    let folder = folder(&[]);
    let text: Vec<u8> =
        "\u{feff}see http://h/~ there\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for name in ["a.md", "list"] {
        fs::write(folder.path().join(name), &text).unwrap();
        for options in [&["--in-place"][..], &["--diff"], &["--as", "text"]] {
            let output = within(folder.path(), &[&["fix", name], options].concat());
            let stderr = String::from_utf8(output.stderr).unwrap();
            assert!(output.status.code() == Some(2) && output.stdout.is_empty(), "{stderr}");
            assert!(stderr.contains(" is UTF-16: convert it to UTF-8 first"), "{stderr}");
        }
    }
}

/// The markup delimits its URLs, and not the search.
#[test]
fn destinations_of_markdown_are_urls_as_they_are() {
    let text = "[a](http://h/a_(b)c) [b](<http://h/x y>) [c](http://h/ok#top) <http://h/q^r>\n\n[d]: http://h/~d 'title'\n[d]\n";
    let html = "<a href='http://h/?a=b&amp;c=d~e'>x</a> <a href='http://h/~'>";
    let folder = folder(&[("a.md", text), ("b.html", html)]);
    let found = short(folder.path(), &["a.md", "b.html"]);
    let places: Vec<_> = found.iter().map(|line| line.split(": ").next().unwrap()).collect();
    let expected = ["a.md:1:37", "a.md:1:74", "a.md:3:15", "b.html:1:31", "b.html:1:59"];
    assert_eq!(places, expected, "{found:#?}");
    let output = within(folder.path(), &["check", "--json", "--as", "text", "a.md"]).stdout;
    let json = String::from_utf8(output).unwrap();
    assert!(json.contains(r#""url":"http://h/~d""#), "{json}");
    within(folder.path(), &["fix", "--quiet", "--in-place", "a.md"]);
    assert_eq!(short(folder.path(), &["a.md"]), [""; 0]);
}

/// What the markup delimits is reported among the other URLs.
#[test]
fn findings_are_in_the_order_of_the_text() {
    let text = "[a](http://h/~1) http://h/~2 [b](no.md) <http://h/a b>\n<a href='http://h/~3'>x</a>\nhttp://h/~4\n";
    let folder = folder(&[("a.md", text)]);
    let places: Vec<String> = short(folder.path(), &["--base", ".", "a.md"])
        .iter()
        .map(|line| line.split(": ").next().unwrap().to_owned())
        .collect();
    let expected = ["a.md:1:14", "a.md:1:27", "a.md:1:34", "a.md:2:19", "a.md:3:10"];
    assert_eq!(places, expected);
}

/// Each secret of a line is masked, and what is between two of them stays.
#[test]
fn many_passwords_of_a_line_are_masked_one_by_one() {
    let line: String = (0..20).map(|at| format!("ftp://joe:pw{at}@h/ x{at} ")).collect();
    let folder = folder(&[("a.md", &format!("{line}http://h/~\n"))]);
    let arguments = ["fix", "--quiet", "--passwords", "mask", "--as", "text", "a.md"];
    let output = String::from_utf8(within(folder.path(), &arguments).stdout).unwrap();
    let expected: String = (0..20).map(|at| format!("ftp://joe:***@h/ x{at} ")).collect();
    assert_eq!(output, format!("{expected}http://h/%7E\n"));
}

/// No line of a text shows a password, whichever command shows it.
#[test]
fn no_password_of_a_text_is_shown() {
    let text = "[a](ftp://joe:hunter22@h/a|b) [x](no.md) # url1738: ignore[space]\n\
        see //joe:hunter22@h/ and ftp://joe:hunter22@h/a|b, [y](no2.md) <!-- url1738: ignore[space] -->\n\
        (ftp://joe:hun\nter22@h/x [z](no3.md))\n";
    let folder = folder(&[("a.md", text)]);
    let at = folder.path();
    for arguments in [
        &["check", "--lints", "--base", ".", "a.md"][..],
        &["check", "--lints", "--base", ".", "--json", "a.md"],
        &["check", "--lints", "--base", ".", "--format", "sarif", "a.md"],
        &["check", "--lints", "--base", ".", "--format", "github", "a.md"],
        &["check", "--lints", "--write-baseline", "known", "a.md"],
        &["fix", "a.md"],
        &["fix", "--diff", "a.md"],
        &["fix", "--passwords", "mask", "--diff", "a.md"],
        &["fix", "--passwords", "mask", "a.md"],
        &["fix", "--in-place", "a.md"],
        &["fix", "--dry-run", "a.md"],
    ] {
        let Output { stdout, stderr, .. } = within(at, arguments);
        let all = String::from_utf8([stdout, stderr].concat()).unwrap();
        assert!(!all.contains("hunter22") && !all.contains("joe:hun"), "{arguments:?} {all}");
    }
    assert!(!fs::read_to_string(at.join("known")).unwrap().contains("hunter22"));
    // What is withheld is not repaired either.
    assert_eq!(fs::read_to_string(at.join("a.md")).unwrap(), text);
}

/// A line that is repaired may begin within a password, and a pipe is read like a file.
#[test]
fn no_repaired_line_shows_a_password_that_lines_divide() {
    let text = "<URL:ftp://joe:canary\n  canary\n  canary%zz@h/> http://h/~c\n\
        ftp://joe:canary\ncanary%zz@h/ http://h/~d\n";
    for options in [&[][..], &["--diff"], &["--dry-run"]] {
        let arguments = [&["fix", "--as", "text", "--passwords", "mask"], options].concat();
        let folder = folder(&[("a.txt", text)]);
        let of_file = within(folder.path(), &[&arguments[..], &["a.txt"]].concat());
        let of_pipe = run(&arguments, text.as_bytes());
        for Output { stdout, stderr, .. } in [of_file, of_pipe] {
            let all = String::from_utf8([stdout, stderr].concat()).unwrap();
            assert!(all.contains("%7E") && !all.contains("canary"), "{arguments:?} {all}");
        }
    }
}

#[test]
fn what_does_not_go_together_is_refused() {
    let folder = folder(&[("a.md", "http://h/\n"), ("urls.txt", "http://h/\n")]);
    for arguments in [
        &["check", "http://h/", "a.md"][..],
        &["check", "--summary", "a.md"],
        &["check", "--format", "csv", "a.md"],
        &["check", "--baseline", "x", "urls.txt"],
        &["check", "--baseline", "missing", "a.md"],
        &["fix", "--json", "a.md"],
        &["check", "--stdin-filename", "b.md", "a.md"],
    ] {
        let output = within(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {output:?}");
    }
}

#[test]
fn a_text_that_cannot_be_read_fails_the_run() {
    let folder = folder(&[("a.md", "http://h/\n")]);
    for arguments in [
        &["check", "a.md", "missing.md"][..],
        &["check", "--as", "text", "missing.md"],
        &["extract", "--check", "missing.md", "a.md"],
    ] {
        let output = within(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {output:?}");
    }
}

/// Other character sets and line ends stay as they are, and guesses need --unsafe.
#[test]
fn what_is_not_a_url_is_kept_byte_for_byte() {
    let folder = folder(&[]);
    let text = b"\xEF\xBB\xBFcaf\xE9 http://h/~x\r\n\0 htp://h/ ftp://h/caf\xE9|\rhttp://h/~y";
    let path = folder.path().join("a.rst");
    fs::write(&path, text).unwrap();
    assert_eq!(within(folder.path(), &["fix", "-q", "-i", "a.rst"]).status.code(), Some(0));
    let fixed = fs::read(&path).unwrap();
    let (before, after) =
        (&b"\xEF\xBB\xBFcaf\xE9 http://h/%7Ex\r\n\0 htp://h/ "[..], b"\rhttp://h/%7Ey");
    assert!(fixed.starts_with(before), "{}", fixed.escape_ascii());
    assert!(fixed.ends_with(after), "{}", fixed.escape_ascii());
    assert_eq!(
        within(folder.path(), &["fix", "-q", "-i", "--unsafe", "a.rst"]).status.code(),
        Some(0)
    );
    let fixed = fs::read(&path).unwrap();
    assert!(fixed.windows(9).any(|piece| piece == b" http://h"), "{}", fixed.escape_ascii());
}

/// The hook of this repository, by pre-commit, which clones it.
#[test]
fn the_hook_of_the_repository_runs() {
    if !has_program("pre-commit", "pre-commit") {
        return;
    }
    let top = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    if !Path::new(top).join(".git").exists() {
        eprintln!("skipped: a test: this is not a clone of the repository");
        return;
    }
    let folder = folder(&[("a.md", "http://h/~a\n")]);
    let program = Path::new(env!("CARGO_BIN_EXE_url1738")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let run = |name: &str, arguments: &[&str]| {
        let mut command = Command::new(name);
        // The cache of pre-commit is in the folder as well.
        command
            .current_dir(&folder)
            .env("PATH", &path)
            .env("PRE_COMMIT_HOME", folder.path().join("cache"));
        command.args(arguments).output().unwrap()
    };
    run("git", &["init", "--quiet"]);
    run("git", &["add", "a.md"]);
    let ran = run("pre-commit", &["try-repo", top, "url1738", "--files", "a.md"]);
    let shown = String::from_utf8_lossy(&ran.stdout);
    assert!(!ran.status.success() && shown.contains(" --> a.md:1:10"), "{ran:?}");
    let fix = ["try-repo", top, "url1738-fix", "--hook-stage", "manual", "--files", "a.md"];
    run("pre-commit", &fix);
    assert_eq!(fs::read_to_string(folder.path().join("a.md")).unwrap(), "http://h/%7Ea\n");
}

#[test]
fn places_in_a_text_count_its_byte_order_mark_and_its_long_lines() {
    // The code span begins less than three bytes, as long as the mark, after the beginning of the first line.
    let marked = "\u{feff}`http://h/~a` and http://h/~b\n";
    let long = "x".repeat(2_500_000);
    let text = format!("http://h/~a\n{long}\nplain words\nhttp://h/~b\nlast\n");
    let folder = folder(&[("marked.md", marked), ("long.txt", &text)]);
    let fix = |name| within(folder.path(), &["fix", "--quiet", "--as", "text", name]).stdout;
    assert_eq!(fix("marked.md"), "\u{feff}`http://h/~a` and http://h/%7Eb\n".as_bytes());
    let fixed = format!("http://h/%7Ea\n{long}\nplain words\nhttp://h/%7Eb\nlast\n");
    assert!(fix("long.txt") == fixed.as_bytes());
}

/// Half of a character is not its own one in a report.
#[test]
fn the_end_of_a_cut_url_is_a_character() {
    let report = |text: &str| {
        let output = run(&["check", "--as", "text"], text.as_bytes());
        assert_eq!(output.status.code(), Some(1), "{text}");
        String::from_utf8(output.stdout).unwrap()
    };
    let cut = "1 | see gopher://h/1\u{ff}\u{2014}\u{a5}x b%\n  |                 ^ cut here\n";
    assert!(report("see gopher://h/1\u{ff}\u{2014}\u{a5}x b%\n").contains(cut));
    assert!(
        report("see gopher://h/1a\u{2014}b\n").contains("1a\u{2014}b\n  |                 ^ cut")
    );
}
