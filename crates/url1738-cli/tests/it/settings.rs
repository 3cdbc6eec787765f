//! Settings and the options that override them, in every command that has them.

use std::{fs, path::Path};

use crate::run::program;

/// Lines with a fragment, a lint about the port, two other errors, and a lint about the path.
const LIST: &str = "http://h/#x\nhttp://h:0/\nhttp://h/~x\nhttp://h/ y\nhttp://h//\n";

/// Runs the program in a folder, and returns its exit code, stdout and stderr.
fn outcome(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = program().current_dir(folder).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Creates a folder with settings, and one in it with a list.
fn project(settings: impl AsRef<[u8]>) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("a/b")).unwrap();
    fs::create_dir(folder.path().join(".git")).unwrap();
    fs::write(folder.path().join("url1738.toml"), settings).unwrap();
    fs::write(folder.path().join("a/b/list"), LIST).unwrap();
    folder
}

/// The same file decides what every command reports.
#[test]
fn settings_affect_every_command_that_reports() {
    let project = project(
        "[check]\nformat = \"short\"\nlimit = 1\nignore = [\"fragment\"]\n[lints]\nport = \"deny\"\nempty-segment = \"off\"\n[text]\nexclude = [\"/old/\"]\n[text.per-file-ignores]\n\"*.md\" = [\"tilde:path\"]\n[[url.ignore]]\npattern = \"x:\\\"*\"\nreason = \"\\u00e9\"\n",
    );
    let folder = project.path().join("a/b");
    let (code, out, err) = outcome(&folder, &["check", "list"]);
    assert_eq!(
        (code, &*out),
        (
            Some(1),
            "list:2:10: port-zero: no server listens on port 0: clients fail or choose another port\n"
        )
    );
    assert!(
        err.contains(
            "5 lines = 2 ok + 2 bad + 1 skipped (1 ignored); 1 denied lint\n1 of 3 reports shown; --limit 0 shows all\n"
        ),
        "{err}"
    );

    let (code, out, err) = outcome(&folder, &["extract", "--check", "list"]);
    assert_eq!(
        (code, &*out),
        (
            Some(1),
            "list:2:10: port-zero: no server listens on port 0: clients fail or choose another port\n"
        )
    );
    assert!(err.contains("1 denied lint\n1 of 2 reports shown; --limit 0 shows all\n"), "{err}");

    let (code, out, err) = outcome(&folder, &["fix", "-q", "--unsafe", "list"]);
    let fixed = "http://h/#x\nhttp://h:0/\nhttp://h/%7Ex\nhttp://h/%20y\nhttp://h//\n";
    assert_eq!((code, &*out), (Some(0), fixed), "{err}");
    let (_, out, _) = outcome(&folder, &["fix", "-q", "--unsafe", "--no-config", "list"]);
    assert_eq!(out, fixed.replace("#x", ""));
    let (_, out, _) = outcome(&folder, &["fix", "--json", "list"]);
    assert_eq!(out.lines().count(), 4, "a line that is ignored has no record: {out}");

    let (_, out, _) = outcome(&folder, &["parse", "list"]);
    assert!(out.contains("port-zero") && !out.contains("empty-segment"), "{out}");
    let (_, out, _) = outcome(&folder, &["parse", "--isolated", "list"]);
    assert!(out.contains("port-zero") && out.contains("empty-segment"), "{out}");
    let (_, out, _) = outcome(&folder, &["parse", "--json", "list"]);
    assert!(out.contains("port-zero") && !out.contains("empty-segment"), "{out}");

    let (_, out, _) = outcome(&folder, &["explain", "list"]);
    assert!(out.contains("[port-zero, ") && !out.contains("empty-segment"), "{out}");
    let (_, out, _) = outcome(&folder, &["explain", "--isolated", "list"]);
    assert!(out.contains("[port-zero, ") && out.contains("[empty-segment, "), "{out}");
    let (_, out, _) = outcome(&folder, &["explain", "--json", "list"]);
    assert!(out.contains("port-zero") && !out.contains("empty-segment"), "{out}");

    let commands: [&[&str]; 6] = [
        &["check"],
        &["check", "--as", "text"],
        &["fix"],
        &["parse"],
        &["explain"],
        &["extract", "--check"],
    ];
    for command in commands {
        let (code, out, err) = outcome(&folder, &[command, &["--show-settings"]].concat());
        assert_eq!((code, &*err), (Some(0), ""), "{command:?}");
        let shown = [
            "../../url1738.toml",
            "passwords = \"refuse\"",
            "limit = 1",
            "ignore = [\"fragment\"]",
            "port-zero = \"deny\"",
            "exclude = [\"/old/\"]",
            "\"*.md\" = [\"tilde:path\"]",
            "pattern = \"x:\\\"*\"\nreason = \"\u{e9}\"",
        ];
        assert!(shown.iter().all(|piece| out.contains(piece)), "{command:?}: {out}");
        // What is shown gives the same settings.
        fs::write(folder.join("shown.toml"), &out).unwrap();
        let again =
            outcome(&folder, &[command, &["--show-settings", "--config", "shown.toml"]].concat());
        let rest = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(rest(&again.1), rest(&out), "{command:?}");
    }
}

/// A code that is on stays on although a group or a prefix of it is off, and off is shown by that name.
#[test]
fn shown_settings_report_what_the_settings_do() {
    for settings in [
        "select = [\"tilde\"]",
        "select = [\"fragment\", \"tilde:path\"]",
        "select = [\"all\", \"empty-label\"]\nignore = [\"empty\"]",
        "select = [\"all\", \"space\"]\nignore = [\"unexpected-byte:path\"]",
    ] {
        let project = project(format!("[check]\n{settings}\n"));
        let file = project.path().join("url1738.toml");
        let reports = || outcome(project.path(), &["check", "a/b/list", "http://h../", "http:///"]);
        let expected = reports();
        let (_, shown, _) = outcome(project.path(), &["check", "--show-settings"]);
        fs::write(&file, &shown).unwrap();
        assert_eq!(reports(), expected, "{settings}\n{shown}");
        assert_eq!(outcome(project.path(), &["check", "--show-settings"]).1, shown);
    }
    // All reports, on a terminal, too, where that is not the default.
    let (_, shown, _) =
        outcome(Path::new("."), &["check", "--no-config", "--limit", "0", "--show-settings"]);
    assert!(shown.contains("\nlimit = 0\n"), "{shown}");
}

/// A file that is wrong is an error of every command that reads it, and nothing is written.
#[test]
fn errors_of_the_settings_end_every_command() {
    for (settings, message) in [
        (&b"[check]\n# caf\xe9\n"[..], "url1738.toml:2:6: byte 0xE9 is not UTF-8\n"),
        (
            b"[chek]\n",
            "url1738.toml:1:2: unknown key `chek`, expected one of `passwords`, `check`, `lints`, `text`, `url`\n",
        ),
        (
            b"[check]\nlimt = 1\n",
            "url1738.toml:2:1: unknown key `limt`, expected one of `format`, `limit`, `select`, `ignore`\n",
        ),
        (
            b"[check]\nignore = [\"fragmnt\"]\n",
            "url1738.toml:2:10: unknown code `fragmnt`; did you mean `fragment`?",
        ),
        (
            b"[lints]\nport-zro = \"off\"\n",
            "url1738.toml:2:1: unknown code `port-zro`; did you mean `port-zero`?",
        ),
        (
            b"[lints]\nport = \"of\"\n",
            "url1738.toml:2:8: unknown value `of`, expected one of `off`, `warn`, `deny`\n",
        ),
        (
            b"[check]\nlimit = \"ten\"\n",
            "url1738.toml:2:9: invalid type: string \"ten\", expected a number from 0\n",
        ),
        (
            b"[check]\nlimit = 1.5\n",
            "url1738.toml:2:9: invalid type: floating point `1.5`, expected a number from 0\n",
        ),
        (
            b"[check]\nformat = \"svg\"\n",
            "url1738.toml:2:10: `check` cannot write svg: use one of human, json, csv, ",
        ),
        (
            b"[check]\nselect = \"port\"\n",
            "url1738.toml:2:10: invalid type: string \"port\", expected an array\n",
        ),
        (b"lints = 1\n", "url1738.toml:1:9: invalid type: integer `1`, expected a table\n"),
        (b"passwords = 1\n", "url1738.toml:1:13: invalid type, expected a string\n"),
        (b"check = 1\n", "url1738.toml:1:9: invalid type: integer `1`, expected a table\n"),
        (b"[check]\n[check]\n", "url1738.toml:2:2: duplicate key"),
        (b"\0", "url1738.toml:1:"),
    ] {
        let project = project(settings);
        let folder = project.path().join("a/b");
        let commands = [
            &["check", "list"][..],
            &["fix", "list"],
            &["fix", "--in-place", "list"],
            &["parse", "list"],
            &["explain", "list"],
            &["extract", "--check", "list"],
            &["check", "--show-settings"],
            &["check", "--summary", "list"],
            &["extract", "list"],
            &["normalize", "list"],
            &["set", "--port", "1", "list"],
            &["plan", "list"],
            &["join", "http://h/", "x"],
            &["compare", "http://h/", "http://h/"],
            &["build", "http", "--host", "h"],
            &["fetch", "--dry-run", "http://h/"],
        ];
        for command in commands {
            let (code, out, err) = outcome(&folder, command);
            assert_eq!((code, &*out), (Some(2), ""), "{command:?}");
            assert!(err.starts_with(&format!("error: ../../{message}")), "{command:?}: {err}");
        }
        assert_eq!(fs::read_to_string(folder.join("list")).unwrap(), LIST);
        for command in [
            &["check", "--no-config", "-q", "list"][..],
            &["extract", "--check", "--no-config", "list"],
            &["check", "--summary", "--no-config", "list"],
            &["normalize", "--isolated", "list"],
        ] {
            let (code, _, err) = outcome(&folder, command);
            assert!(code == Some(1) && !err.contains("toml"), "{command:?}: {err}");
        }
        // Commands without URLs do not read it.
        assert_eq!(outcome(&folder, &["schemes"]).0, Some(0));
    }
}

/// The nearest file counts, and what cannot be read is an error.
#[test]
fn files_are_found_upward() {
    let outer = project("[check]\nlimit = 1\n");
    let folder = outer.path().join("a/b");
    let limit = |folder: &Path| {
        let (_, out, _) = outcome(folder, &["check", "--show-settings"]);
        out.lines().find_map(|line| line.strip_prefix("limit = ").map(str::to_owned))
    };
    assert_eq!(limit(&folder).as_deref(), Some("1"));
    // A directory of that name is not a file.
    fs::create_dir(folder.join("url1738.toml")).unwrap();
    assert_eq!(limit(&folder).as_deref(), Some("1"));
    fs::write(outer.path().join("a/url1738.toml"), "[check]\nlimit = 2\n").unwrap();
    assert_eq!(limit(&folder).as_deref(), Some("2"));
    // The search ends at the root of a repository.
    fs::create_dir(folder.join(".git")).unwrap();
    assert_eq!(limit(&folder), None);
    for (file, message) in [
        (".", "cannot read .: "),
        ("missing.toml", "cannot read missing.toml: "),
        ("list", "list:1:"),
    ] {
        let (code, out, err) = outcome(&folder, &["check", "--config", file, "list"]);
        assert_eq!((code, &*out), (Some(2), ""), "{file}");
        assert!(err.starts_with(&format!("error: {message}")), "{err}");
    }
    let mut large = String::from("#");
    large.push_str(&"x".repeat(70_000));
    fs::write(folder.join("large.toml"), large).unwrap();
    let (_, _, err) = outcome(&folder, &["check", "--config", "large.toml", "list"]);
    assert_eq!(err, "error: cannot read large.toml: longer than 64 KiB\n");
    fs::write(folder.join("bytes.toml"), b"\xff\xfe").unwrap();
    let (code, _, err) = outcome(&folder, &["check", "--config", "bytes.toml", "list"]);
    assert_eq!((code, &*err), (Some(2), "error: bytes.toml:1:1: byte 0xFF is not UTF-8\n"));
}

/// Options that would be ignored are errors.
#[test]
fn no_option_is_ignored() {
    let project = project("[check]\nlimit = 1\n");
    let folder = project.path().join("a/b");
    for (arguments, message) in [
        (&["extract", "--lints", "list"][..], "error: --lints needs --check\n"),
        (&["extract", "--limit", "3", "list"], "error: --limit needs --check\n"),
        (&["extract", "--select", "port", "list"], "error: --select needs --check\n"),
        (&["extract", "--deny", "warnings", "list"], "error: --deny needs --check\n"),
        (&["schemes", "--config", "x"], "error: `list` has no option --config: remove it\n"),
        (&["rules", "--no-config"], "error: `list` has no option --no-config: remove it\n"),
        (&["extract", "--show-settings"], "error: --show-settings needs --check\n"),
        (
            &["check", "--show-settings", "list"],
            "error: --show-settings reads no URLs: remove them, or the option\n",
        ),
        (
            &["fix", "--show-settings", "list"],
            "error: --show-settings reads no URLs: remove them, or the option\n",
        ),
        (
            &["fix", "--in-place", "http://h/~"],
            "error: --in-place needs files, not URLs or stdin\n",
        ),
        (
            &["fix", "--in-place", "--json", "list"],
            "error: --in-place writes no records: leave out the format\n",
        ),
    ] {
        let (code, out, err) = outcome(&folder, arguments);
        assert_eq!((code, &*out, &*err), (Some(2), "", message), "{arguments:?}");
    }
    for (arguments, tip) in [
        (
            &["fix", "--ignore", "port-zero", "list"][..],
            ": `port-zero` is a lint; only errors are repaired",
        ),
        (
            &["fix", "--select", "warnings", "list"],
            ": `warnings` is a lint; only errors are repaired",
        ),
        (
            &["fix", "--ignore", "fragmnt", "list"],
            ": unknown code `fragmnt`; did you mean `fragment`?",
        ),
        (
            &["check", "--deny", "fragment", "list"],
            ": `fragment` is not a lint; errors always fail the run",
        ),
        (
            &["fix", "--charset", "utf-16", "list"],
            ": no URL is in UTF-16: remove the option for UTF-8",
        ),
        (&["extract", "--scheme", "", "list"], ": not the name of a scheme, such as `http`"),
        (&["extract", "--scheme", "http:", "list"], ": not the name of a scheme, such as `http`"),
        (&["rules", "fragmnt"], ": unknown code `fragmnt`; did you mean `fragment`?"),
        (&["rules", "teapot"], ": unknown code `teapot`; `url1738 list rules` lists all codes"),
        (&["rules", "joe:pw@h"], "'joe:***@h' for '[CODE]...': unknown code `joe:***@h`; "),
        (&["rules", ""], ": unknown code ``; `url1738 list rules` lists all codes"),
    ] {
        let (code, out, err) = outcome(&folder, arguments);
        assert_eq!((code, &*out), (Some(2), ""), "{arguments:?}");
        assert!(err.contains(tip), "{arguments:?}: {err}");
    }
}

#[test]
fn fix_repairs_what_is_selected() {
    let project = project("");
    let folder = project.path().join("a/b");
    let fixed = |options: &[&str]| {
        let (code, out, _) =
            outcome(&folder, &[&["fix", "-q", "--unsafe"], options, &["list"]].concat());
        (code, out)
    };
    let all = "http://h/\nhttp://h:0/\nhttp://h/%7Ex\nhttp://h/%20y\nhttp://h//\n";
    assert_eq!(fixed(&[]), (Some(0), all.to_owned()));
    assert_eq!(fixed(&["--ignore", "all"]), (Some(0), LIST.to_owned()));
    assert_eq!(fixed(&["--select", "port"]), (Some(0), LIST.to_owned()));
    let fragments = LIST.replace("#x", "");
    assert_eq!(fixed(&["--select", "fragment"]), (Some(0), fragments.clone()));
    assert_eq!(fixed(&["--ignore", "unexpected,bad-escape"]), (Some(0), fragments.clone()));
    let (_, _, err) =
        outcome(&folder, &["fix", "--in-place", "--unsafe", "--select", "fragment", "list"]);
    let count = "5 lines = 2 unchanged + 1 fixed + 0 not fixable + 2 skipped (2 ignored)\n";
    assert!(err.ends_with(count), "{err}");
    assert_eq!(fs::read_to_string(folder.join("list")).unwrap(), fragments);
    let (_, _, err) = outcome(&folder, &["fix", "--diff", "--ignore", "errors", "list"]);
    assert_eq!(
        err,
        "5 lines = 2 unchanged + 0 fixed + 0 not fixable + 3 skipped (3 ignored)\n"
            .replace("2 unch", "3 unch")
            .replace("3 skipped (3", "2 skipped (2")
    );
}

/// One of several files that is wrong does not keep the others from being repaired.
#[test]
fn in_place_goes_on_after_an_error() {
    let project = project("");
    let folder = project.path().join("a/b");
    let (code, out, err) =
        outcome(&folder, &["fix", "-i", "-q", "missing", "missing/list", "../b", "list"]);
    assert_eq!((code, &*out), (Some(2), ""));
    for message in [
        "'missing' is not a file and has no scheme\n",
        "cannot read missing/list: ",
        "cannot replace ../b: it is not a regular file\n",
    ] {
        assert!(err.contains(message), "{err}");
    }
    assert!(fs::read_to_string(folder.join("list")).unwrap().contains("%7Ex"));
}

#[test]
fn a_limit_of_zero_shows_all() {
    let project = project("");
    let folder = project.path().join("a/b");
    for format in ["human", "short", "github", "json"] {
        let all = outcome(&folder, &["check", "--limit", "0", "--format", format, "list"]);
        assert_eq!(all, outcome(&folder, &["check", "--format", format, "list"]));
        assert!(all.0 == Some(1) && all.1.contains("fragment"), "{all:?}");
    }
    for other in ["--summary", "--standard=whatwg"] {
        let ended = |options: &[&str]| outcome(&folder, &[&["check", other], options].concat()).0;
        let line = ["--no-config", "-f", "wrong"];
        fs::write(folder.join("wrong"), "x y\n").unwrap();
        assert_eq!(ended(&line), Some(1));
        assert_eq!(ended(&[&line[..], &["--exit-zero"]].concat()), Some(0), "{other}");
    }
    let all = outcome(&folder, &["extract", "--check", "--limit", "0", "list"]);
    assert_eq!(all, outcome(&folder, &["extract", "--check", "list"]));
}
