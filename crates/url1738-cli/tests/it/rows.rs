//! Inputs that are not lists: compressed files, gopher menus, tables.

use core::time::Duration;
use std::{fs, io::Write as _, path::Path, process::Stdio};

use bzip2::write::BzEncoder;
use flate2::write::GzEncoder;
use lzma_rust2::{XzOptions, XzWriter};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use crate::run::{program, run, stdout};

type Compress = fn(&[u8]) -> Vec<u8>;

const COMPRESSIONS: [(&str, Compress); 4] = [
    ("gz", |text| {
        let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }),
    ("bz2", |text| {
        let mut encoder = BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }),
    ("xz", |text| {
        let mut encoder = XzWriter::new(Vec::new(), XzOptions::with_preset(1)).unwrap();
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }),
    ("zst", |text| compress_to_vec(text, CompressionLevel::Fastest)),
];

/// Runs the program in a folder. Returns its exit code and what it writes.
fn run_in(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = program().current_dir(folder).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn every_command_reads_compressed_lists() {
    let folder = tempfile::tempdir().unwrap();
    let list = b"http://h.dom/a\nftp://H.dom/~b\nhttp://h.dom/c\n";
    fs::write(folder.path().join("list.txt"), list).unwrap();
    for (extension, compress) in COMPRESSIONS {
        // Of two members, the first of which ends within a line.
        let bytes = [compress(&list[..20]), compress(&list[20..])].concat();
        let name = format!("list.txt.{extension}");
        fs::write(folder.path().join(&name), &bytes).unwrap();
        fs::write(folder.path().join("list"), &bytes).unwrap();
        for command in [
            &["check", "--format", "short"][..],
            &["parse", "--get", "{host} {path}"],
            &["parse", "--sort", "host", "--get", "{url}"],
            &["explain"],
            &["plan"],
            &["normalize"],
            &["fix"],
            &["fix", "--diff"],
            &["set", "--host", "x.dom"],
            &["extract"],
            &["check", "--as", "text", "--format", "short"],
        ] {
            let run = |name: &str| run_in(folder.path(), &[command, &[name]].concat());
            let (code, out, err) = run("list.txt");
            let (code_of, out_of, err_of) = run(&name);
            let plain = |text: String| text.replace(&name, "list.txt");
            assert_eq!(
                (code_of, plain(out_of), plain(err_of)),
                (code, out, err),
                "{command:?} {name}"
            );
            // The name says nothing of the content.
            assert_eq!(run("list").0, code, "{command:?} {extension}");
        }
        let (code, _, err) = run_in(folder.path(), &["fix", "--in-place", &name]);
        assert!(code == Some(2) && err.contains("it is compressed"), "{err}");
        assert_eq!(fs::read(folder.path().join(&name)).unwrap(), bytes);
        // A file that is cut off is one error, after what it holds.
        let cut = bytes.get(..bytes.len() - 3).unwrap();
        let output = run(&["check", "-q", "--format", "short"], cut);
        let err = String::from_utf8(output.stderr).unwrap();
        let expected = "url1738: cannot read standard input: it ends within compressed data\n";
        assert_eq!((output.status.code(), &*err), (Some(2), expected), "{extension}");
        // What follows its magic number is none.
        let mut wrong = bytes.get(..10).unwrap().to_vec();
        wrong.extend((0..60_000_u32).map(|i| u8::try_from(i % 251).unwrap()));
        let output = run(&["check", "-q"], &wrong);
        let err = String::from_utf8(output.stderr).unwrap();
        let errors = err.lines().filter(|line| line.starts_with("url1738: cannot read")).count();
        assert_eq!((output.status.code(), output.stdout.len(), errors), (Some(2), 0, 1), "{err}");
    }
}

#[test]
fn indexes_tables_and_archives_may_be_compressed() {
    let folder = tempfile::tempdir().unwrap();
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/archive");
    for (name, arguments) in [
        ("index.cdxj", &["parse", "--cdx", "--get", "{cdx:status} {url}"][..]),
        ("small.warc", &["parse", "--warc", "--get", "{timestamp} {url}"]),
        ("table.csv", &["normalize", "--column", "url"]),
        ("page.html", &["extract"]),
    ] {
        let path = folder.path().join(name);
        let table = || b"id,url\n1,HTTP://h.dom/\n".to_vec();
        let content = fs::read(format!("{data}/{name}")).unwrap_or_else(|_| table());
        fs::write(&path, &content).unwrap();
        let (code, out, _) = run_in(folder.path(), &[arguments, &[name]].concat());
        assert!(!out.is_empty(), "{name}");
        for (extension, compress) in COMPRESSIONS {
            let compressed = format!("{name}.{extension}");
            fs::write(folder.path().join(&compressed), compress(&content)).unwrap();
            let (code_of, out_of, err) =
                run_in(folder.path(), &[arguments, &[&compressed]].concat());
            let out_of = out_of.replace(&compressed, name);
            assert_eq!((code_of, &out_of), (code, &out), "{compressed}: {err}");
        }
    }
}

/// A frame of zstd says how much memory it needs, in a byte: 64 MiB, and 1 GiB, also as the first frame.
#[test]
fn the_memory_of_a_zstd_file_is_bounded() {
    let frame = |window: u8| {
        let begin = [0x28, 0xB5, 0x2F, 0xFD, 0, window, 10 << 3 | 1, 0, 0];
        [&begin[..], b"http://h/\n"].concat()
    };
    let (small, large) = (frame(0x80), frame(0xA0));
    assert_eq!(run(&["check"], &small).status.code(), Some(0));
    for file in [large.clone(), [small, large].concat()] {
        let output = run(&["check"], &file);
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{err}");
        assert!(err.contains("needs more than 100 MiB of memory: decompress it first"), "{err}");
    }
}

/// A list that comes slowly is read line by line, although its first bytes decide how it is read.
#[test]
fn lists_may_begin_like_compressed_files() {
    for text in ["B", "BZh", "(", "P*M", "\u{fd}7zXZ", "BZh9\n", "x"] {
        let output = run(&["check", "-q", "--format", "short"], text.as_bytes());
        assert_eq!(output.status.code(), Some(1), "{text:?}");
    }
}

/// A pipe may return the first row in pieces.
#[test]
fn the_columns_of_a_table_that_comes_slowly_are_found() {
    let mut child = program()
        .args(["normalize", "-q", "--column", "link"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    for piece in ["note,li", "nk\r\nx,HTTP://h", "/\r\n"] {
        stdin.write_all(piece.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(300));
    }
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "note,link\r\nx,http://h/\r\n");
}

/// A list of old Macs, or of `find -print0`, is one line to a reader of lines, whose repair would join its URLs.
#[test]
fn a_list_whose_lines_end_with_cr_or_nul_is_refused() {
    let hint = "standard input has lines that end with";
    for (list, ending) in
        [(b"http://h/a\rhttp://h/~\r", "CR"), (b"http://h/a\0http://h/~\0", "NUL")]
    {
        for arguments in [&["parse"][..], &["normalize"], &["fix", "--as", "list", "--unsafe"]] {
            let output = run(arguments, list);
            assert!(output.status.code() == Some(2) && output.stdout.is_empty(), "{output:?}");
            let hint = format!("{hint} {ending}: convert it first");
            assert!(String::from_utf8_lossy(&output.stderr).contains(&hint), "{output:?}");
        }
    }
    // One URL may be broken by CR, and CR may be in data after a line.
    for list in [&b"http://h/a\r/b"[..], b"http://h/\nhttp://h/a\rhttp://h/b\n", b"http://h/\r\n"] {
        let output = run(&["parse"], list);
        assert!(!String::from_utf8_lossy(&output.stderr).contains(hint), "{output:?}");
    }
}

const MENU: &str = "iWelcome\tfake\t(NULL)\t0\r\n1Docs\t/docs\thost.dom\t70\r\n\
    0Ab out\t/a b\thost.dom\t7070\t+\r\nhWeb\tURL:http://x.dom/~a\thost.dom\t70\r\n\
    hPage\t/page.html\thost.dom\t70\r\n8Tel\tjoe\thost.dom\t23\r\n3Gone\t\terror.host\t1\r\nbroken\r\n.\r\n";

#[test]
fn items_of_gopher_menus_are_urls() {
    let template = "{row:type}|{row:title}|{input}|{code}";
    let output = run(&["parse", "--menu", "--get", template], MENU.as_bytes());
    let expected = "1|Docs|gopher://host.dom/1/docs|\n0|Ab out|gopher://host.dom:7070/0/a%20b|\n\
        h|Web|http://x.dom/~a|tilde\nh|Page|gopher://host.dom/h/page.html|\n8|Tel|telnet://joe@host.dom/|\n";
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
    let messages = String::from_utf8(output.stderr).unwrap();
    assert!(messages.starts_with("standard input:8: not an item of a menu"), "{messages}");
    assert!(messages.contains("9 lines = 4 ok + 2 bad + 3 skipped"), "{messages}");
    assert_eq!(output.status.code(), Some(1));
    let fixed = stdout(&["fix", "-q", "--menu"], MENU.as_bytes());
    assert!(fixed.contains("http://x.dom/%7Ea\n"), "{fixed}");
}

const TABLE: &str = "id,url,note\n1,HTTP://h.dom:80/a,\"x, \"\"y\"\"\"\n2,ftp://h.dom/~b,\"two\nlines\"\n\
    3,ftp://joe:pw@h.dom/,z\n4,http://h.dom/q,\"see ftp://a:secret@b.dom/\"\n5,http://h.dom/e,5\" disk\n";

#[test]
fn rows_of_tables_are_written_with_another_url() {
    let rows = |arguments: &[&str], table: &str| stdout(arguments, table.as_bytes());
    let keep = ["normalize", "-q", "--passwords", "keep", "--column"];
    let normal = TABLE.replace("HTTP://h.dom:80/a", "http://h.dom/a");
    // By name and by number; the row of an invalid URL stays, and all else is as written.
    for column in ["url", "URL", "2"] {
        assert_eq!(rows(&[&keep[..], &[column]].concat(), TABLE), normal);
    }
    let fixed = rows(&["fix", "-q", "--passwords", "keep", "--column", "url"], TABLE);
    assert!(fixed.contains("2,ftp://h.dom/%7Eb,\"two\nlines\"\n"), "{fixed}");
    // Secrets of other columns count.
    let output = run(&["normalize", "--column", "url"], TABLE.as_bytes());
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(!shown.contains("secret") && !shown.contains("pw"), "{shown}");
    assert_eq!((output.status.code(), shown.lines().count()), (Some(2), 5));
    let masked = rows(&["normalize", "-q", "--passwords", "mask", "--column", "url"], TABLE);
    assert!(
        masked.contains("3,ftp://joe:***@h.dom/,z\n4,http://h.dom/q,\"see ftp://a:***@b.dom/\"\n"),
        "{masked}"
    );

    let tsv = "1\tHTTP://h.dom/\t\"a\n2\tHTTP://h.dom/b\tc\"\n";
    assert_eq!(rows(&["normalize", "-q", "--column", "2"], tsv), tsv.replace("HTTP", "http"));
    let json = "{\"u\":\"HTTP://h.dom/\", \"n\":1e400,\"a\" : [1, 2] }\n";
    assert_eq!(rows(&["normalize", "-q", "--column", "u"], json), json.replace("HTTP", "http"));
    let set = rows(&["set", "-q", "--host", "x.dom", "--column", "u"], json);
    assert_eq!(set, json.replace("HTTP://h.dom", "http://x.dom"));

    // A spreadsheet writes a byte order mark, CR LF, and quotation marks that are not needed.
    let sheet = "\u{feff}\"id\",url\r\n\"1\",\"HTTP://h.dom/a\"\r\n2,HTTP://h.dom/b,\r\n,x\r\n";
    let normal = sheet.replace("HTTP", "http");
    assert_eq!(rows(&["normalize", "-q", "--column", "url"], sheet), normal);
    let set = rows(&["set", "-q", "--path", "a,b\"", "--column", "url"], sheet);
    assert!(set.contains("\r\n2,\"http://h.dom/a,b%22\",\r\n"), "{set:?}");
    let json = "{\"u\": \"HTTP:\\/\\/h.dom/\"}\r\n{\"u\": \"x\\/y\"}\r\n";
    let normal = json.replace("HTTP:\\/\\/", "http://");
    assert_eq!(rows(&["normalize", "-q", "--column", "u"], json), normal);
}

/// The end of a password is in its cell, whatever follows in others; and a column of URLs has texts that were intended as one.
#[test]
fn secrets_of_rows_are_masked_cell_by_cell() {
    let rows = |arguments: &[&str], table: &str| stdout(arguments, table.as_bytes());
    let normalized = ["normalize", "-q", "--passwords", "mask", "--column", "u"];
    let added = ["parse", "-q", "--passwords", "mask", "--column", "u", "--columns", "valid"];
    let table = "u,mail\nftp://joe:pw@h/,ann@x.dom\nhttp://h:8o/,ann@x.dom\nwais://`joe:pw@h/d,\n";
    let expected = table.replace("pw", "***");
    assert_eq!(rows(&normalized, table), expected);
    let expected = "u,mail,valid\nftp://joe:***@h/,ann@x.dom,true\nhttp://h:8o/,ann@x.dom,false\n\
        wais://`joe:***@h/d,,false\n";
    assert_eq!(rows(&added, table), expected);
    let withheld = rows(&["normalize", "-q", "--column", "u"], table);
    assert_eq!(withheld, "u,mail\nhttp://h:8o/,ann@x.dom\n");

    // A token of JSON has none of the marks of other secrets.
    let table = "u,n\nhttp://h/,eyJhIjoxfQ.e30.pw\n";
    assert_eq!(rows(&normalized, table), "u,n\nhttp://h/,***\n");

    let json =
        "{\"u\":\"http://h/?password=pw\\\"&x\"}\n{\"u\":\"wais://`joe:pw@h/d\",\"m\":\"a@b\"}\n";
    let masked = json.replace("pw\\\"", "***").replace("pw", "***");
    assert_eq!(rows(&normalized, json), masked);
    let valid = masked.replace("}", ",\"valid\":false}");
    assert_eq!(rows(&added, json), valid);
}

/// The row of an invalid URL stays as a whole, and so does the fragment of a valid one.
#[test]
fn fragments_stay_in_their_rows() {
    for table in [
        "u,n\nHTTP://h/~#a,1\nHTTP://h/#b,2\n",
        "{\"u\":\"HTTP://h/~#a\"}\n{\"u\":\"HTTP://h/#b\"}\n",
    ] {
        let normal = ["normalize", "-q", "--references", "--column", "u"];
        let expected = table.replace("HTTP://h/#", "http://h/#");
        assert_eq!(stdout(&normal, table.as_bytes()), expected);
    }
}

/// A row is judged by the URL that is written, as a line is.
#[test]
fn rows_without_their_passwords_are_written() {
    let none = ["set", "-q", "--no-password", "--column", "u"];
    for table in ["u,n\nftp://joe:pw@h/,1\n", "{\"u\":\"ftp://joe:pw@h/\"}\n"] {
        assert_eq!(stdout(&none, table.as_bytes()), table.replace(":pw", ""));
    }
    let other = run(&none, b"u,n\nftp://joe:pw@h/,ftp://a:pw@h/\n");
    assert_eq!((other.status.code(), &other.stdout[..]), (Some(2), &b"u,n\n"[..]));
}

/// A record has nothing of the other cells of its row, so that it does not say that their passwords are masked.
#[test]
fn records_say_nothing_of_other_cells() {
    let table = b"u,n\nhttp://h/,ftp://joe:pw@h/\n";
    for command in [&["normalize"][..], &["set", "--no-port"], &["fix"]] {
        let output = run(&[command, &["--json", "--column", "u", "-"]].concat(), table);
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(!output.stdout.is_empty() && !output.stdout.windows(6).any(|it| it == b"masked"));
        assert!(output.status.success() && !err.contains("password"), "{command:?} {err}");
    }
}

/// A string in JSON that is not UTF-8 is searched, too, and white space may precede an object. Other bytes stay.
#[test]
fn secrets_are_masked_in_any_encoding() {
    let rows = |table: &[u8]| {
        let mask = ["normalize", "-q", "--passwords", "mask", "--column", "u"];
        run(&mask, table).stdout
    };
    let json = b"{\"u\":\"HTTP://h/\",\"n\":\"caf\xE9 ftp://joe:pw@h/\"}\n";
    let csv = b"u,n\nhttp://h/,caf\xE9 ftp://joe:pw@h/\n";
    for table in [&json[..], csv] {
        let at = table.windows(2).position(|it| it == b"pw").unwrap();
        let masked = [&table[..at], b"***", &table[at + 2..]].concat();
        assert_eq!(rows(table), masked, "{}", String::from_utf8_lossy(table));
    }
    let json = b"{\"u\":\"http://h/\"}\n {\"u\":\"http://h/\",\"n\":\"ftp://joe:pw\\u0040h/\"}\n";
    let shown = String::from_utf8(rows(json)).unwrap();
    assert!(shown.contains(" {\"u\":\"http://h/\",\"n\":\"ftp://joe:***@h/\"}"), "{shown}");
}

/// Spreadsheets write semicolons where a comma is part of numbers.
#[test]
fn cells_may_be_divided_by_semicolons() {
    let table =
        "\u{feff}id;\"Page\nURL\";note\r\n1;HTTP://h.dom/a,b;\"x;y\"\r\n2;http://h.dom/;1,5\r\n";
    let rows = |arguments: &[&str]| stdout(arguments, table.as_bytes());
    let normal = table.replace("HTTP", "http");
    assert_eq!(rows(&["normalize", "-q", "--column", "Page\nURL"]), normal);
    assert_eq!(rows(&["normalize", "-q", "--column", "2"]), normal);
    let set = rows(&["set", "-q", "--path", "a,b", "--column", "2"]);
    assert!(set.ends_with("2;http://h.dom/a,b;1,5\r\n"), "{set}");
    let fields = ["parse", "-q", "--column", "2", "--get", "{row:note}|{url}"];
    assert_eq!(rows(&fields), "x;y|HTTP://h.dom/a,b\n1,5|http://h.dom/\n");
    // A list is one column, whose URLs may have semicolons.
    let list = "ftp://h.dom/a;type=i\n";
    assert_eq!(stdout(&["normalize", "-q", "--column", "1"], list.as_bytes()), list);
}

/// A name may have any characters, in quotation marks.
#[test]
fn columns_have_any_name() {
    let table = "Page URL,Gr\u{f6}\u{df}e,\"a \"\"b\"\" }\"\nhttp://h/,5,x\nhttp://h/b,7,y\n";
    let column = ["parse", "-q", "--column", "Page URL"];
    for (options, expected) in [
        (["--where", "row:\"Page URL\" ends \"b\"", "--get", "{row:\"Page URL\"}"], "http://h/b\n"),
        (["--where", "row:'Gr\u{f6}\u{df}e' == \"5\"", "--get", "{row:Gr\u{f6}\u{df}e}"], "5\n"),
        (["--where", "row:'a \"b\" }' != 'x'", "--get", "{'<'row:'a \"b\" }'\">\"}"], "<y>\n"),
        (
            ["--sort", "-row:Gr\u{f6}\u{df}e", "--get", "{row:\"Page URL\"\"!\"}"],
            "http://h/b!\nhttp://h/!\n",
        ),
    ] {
        assert_eq!(
            stdout(&[&column[..], &options].concat(), table.as_bytes()),
            expected,
            "{options:?}"
        );
    }
}

/// The commas of a list of fields are those outside of quotation marks.
#[test]
fn names_of_columns_may_have_commas() {
    let table = b"\"a,b\",it's,link\n2,x,http://h/b\n1,y,http://h/a\n";
    for (options, expected) in [
        (&["--sort", "row:\"a,b\",host", "--get", "{row:1}"][..], "1\n2\n"),
        (&["--unique=host, row:'a,b'", "--get", "{row:1}"], "2\n1\n"),
        (
            &["--format", "csv", "--columns", "row:it's,row:'a,b',path"],
            "row:it's,\"row:'a,b'\",path\nx,2,b\ny,1,a\n",
        ),
    ] {
        let arguments = [&["parse", "-q", "--column", "link"][..], options].concat();
        assert_eq!(stdout(&arguments, table), expected, "{options:?}");
    }
}

/// A misspelt column is an error, as a misspelt field is. Objects need not have the same members.
#[test]
fn columns_that_a_table_does_not_have_are_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.csv"), "Name,link\na,http://h/\n").unwrap();
    fs::write(folder.path().join("u.csv"), "link\nhttp://h/\n").unwrap();
    fs::write(folder.path().join("t.jsonl"), "{\"link\":\"http://h/\"}\n").unwrap();
    for (options, error) in [
        (&["--get", "{row:name}"][..], "no column `name`: did you mean `Name`?"),
        (&["--where", "row:Nmae == \"a\""], "no column `Nmae`: did you mean `Name`?"),
        (&["--columns", "row:x1"], "no column `x1`: the first row is Name, link"),
        (&["--sort", "-row:Nam"], "no column `Nam`: did you mean `Name`?"),
        (&["--unique=row:Nam"], "no column `Nam`: did you mean `Name`?"),
        (&["--count", "row:Nam"], "no column `Nam`: did you mean `Name`?"),
    ] {
        let arguments = [&["parse", "--column", "link", "t.csv"][..], options].concat();
        let (code, _, err) = run_in(folder.path(), &arguments);
        assert_eq!(code, Some(2), "{options:?}");
        assert_eq!(err, format!("error: t.csv: {error}\n"));
    }
    for (options, expected) in [
        (&["--get", "{row:Name} {row:1} {row:2}", "t.csv"][..], "a a http://h/\n"),
        (&["--get", "{url}{row:name}", "t.jsonl"], "http://h/\n"),
        (&["--get", "{row:Name}", "--in", "u.csv", "t.csv"], "a\n"),
    ] {
        let arguments = [&["parse", "--column", "link"][..], options].concat();
        assert_eq!(run_in(folder.path(), &arguments).1, expected, "{options:?}");
    }
    let (code, ..) = run_in(folder.path(), &["parse", "--column", "link", "--verbose", "t.csv"]);
    assert_eq!(code, Some(2));
}

#[test]
fn columns_are_added_to_the_rows_of_tables() {
    let table = "id,url\n1,http://h.dom:8080/a\n2,ftp://h.dom/~b\n";
    let added = ["parse", "-q", "--column", "url", "--columns", "host,default:port,code"];
    let expected = "id,url,host,default:port,code\n1,http://h.dom:8080/a,h.dom,8080,\n2,ftp://h.dom/~b,h.dom,,tilde\n";
    assert_eq!(stdout(&added, table.as_bytes()), expected);
    let json = "{\"url\": \"http://h.dom:8080/a\"}\n{\"url\": \"x\"}\n";
    let expected = "{\"url\": \"http://h.dom:8080/a\",\"host\":\"h.dom\",\"default:port\":8080,\"code\":null}\n\
        {\"url\": \"x\",\"host\":null,\"default:port\":null,\"code\":\"expected-delimiter\"}\n";
    assert_eq!(stdout(&added, json.as_bytes()), expected);
    // A string in JSON is the value, and controls no terminal.
    let octets = b"{\"url\":\"ftp://h/a%0A%1B%E2%80%AE\"}\n";
    let decoded = stdout(&["parse", "--column", "url", "--columns", "decoded:path"], octets);
    let expected = r#"{"url":"ftp://h/a%0A%1B%E2%80%AE","decoded:path":"a\n\u001b\u202e"}"#;
    assert_eq!(decoded.trim_end(), expected);
    let sheet = table.replace('\n', "\r\n");
    let expected = "id,url,host,default:port,code\r\n1,http://h.dom:8080/a,h.dom,8080,\r\n2,ftp://h.dom/~b,h.dom,,tilde\r\n";
    assert_eq!(stdout(&added, sheet.as_bytes()), expected);
    let sorted = [&added[..], &["--sort", "-row:id", "--where", "row:id != \"9\""]].concat();
    let sorted = stdout(&sorted, table.as_bytes());
    assert!(sorted.starts_with("id,url,host,default:port,code\n2,"), "{sorted}");
    assert_eq!(
        stdout(&["parse", "-q", "--column", "url", "--count", "host"], table.as_bytes()),
        "1 h.dom\n"
    );
    // A cell that is added is none that a spreadsheet would run.
    let formula = "url\nhttp://h/=1+1\n";
    let paths = ["parse", "-q", "--column", "url", "--columns", "path"];
    assert!(stdout(&paths, formula.as_bytes()).ends_with(",'=1+1\n"));
    let kept = [&paths[..], &["--csv-formulas", "keep"]].concat();
    assert!(stdout(&kept, formula.as_bytes()).ends_with(",=1+1\n"));
    // Without --columns, rows are chosen.
    let valid = ["parse", "-q", "--column", "url", "--where", "valid"];
    assert_eq!(stdout(&valid, table.as_bytes()), "id,url\n1,http://h.dom:8080/a\n");
    // A number is that of a column, whatever the first row has in others.
    let hosts = ["parse", "-q", "--column", "2", "--columns", "host"];
    assert_eq!(
        stdout(&hosts, b"2,http://a.dom/\n3,http://b.dom/\n"),
        "2,http://a.dom/,a.dom\n3,http://b.dom/,b.dom\n"
    );
    let named = b"id,dc:identifier\n3,http://b.dom/\n";
    assert_eq!(stdout(&hosts, named), "id,dc:identifier,host\n3,http://b.dom/,b.dom\n");
    // A column is a text, whatever its name: `status`, `query:id`.
    let texts = ["parse", "-q", "--column", "url", "--get", "{row:status} {row:query:id}"];
    let named = "status,url,query:id\nactive,http://a.dom/,7\n007,http://b.dom/,8\n";
    assert_eq!(stdout(&texts, named.as_bytes()), "active 7\n007 8\n");
    // A table of captures has their years.
    let captures = "timestamp,url\n19961223000000,http://h.dom/\n20010101000000,http://h.dom/a\n1996,http://h.dom/b\n";
    let years =
        ["parse", "-q", "--column", "url", "--where", "year < 2000", "--get", "{year} {url}"];
    assert_eq!(stdout(&years, captures.as_bytes()), "1996 http://h.dom/\n");
}

/// A row may take any place in a chunk, and several tables of the same columns are one.
#[test]
fn long_tables_and_several() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = String::from("note,url\n");
    for i in 0..30_000 {
        table += &format!("\"{}\"\"\n,http://x/~\",HTTP://h.dom/{i}\n", "word ".repeat(i % 9));
    }
    for name in ["a.csv", "b.csv"] {
        fs::write(folder.path().join(name), &table).unwrap();
    }
    fs::write(folder.path().join("c.csv"), "url,note\nhttp://h.dom/,x\n").unwrap();
    let normal = table.replace("HTTP:", "http:");
    let command = ["normalize", "--column", "url"];
    let (code, out, _) = run_in(folder.path(), &[&command[..], &["a.csv", "b.csv"]].concat());
    let (_, rows) = normal.split_once('\n').unwrap();
    assert!(code == Some(0) && out == format!("{normal}{rows}"));
    let (code, out, err) = run_in(folder.path(), &[&command[..], &["a.csv", "c.csv"]].concat());
    assert!(
        code == Some(2) && out == normal && err.contains("c.csv: its columns are not"),
        "{err}"
    );
    let (code, out, err) = run_in(folder.path(), &["normalize", "--column", "link", "c.csv"]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(err.contains("no column `link`: the first row is url, note"), "{err}");
    for options in [&["fix", "--in-place"][..], &["fix", "--diff"], &["check", "--as", "text"]] {
        let all = [options, &["--column", "url", "c.csv"]].concat();
        let (code, _, err) = run_in(folder.path(), &all);
        assert!(code == Some(2) && err.starts_with("error: "), "{options:?}: {err}");
    }
}

/// A row that is too long is skipped to its end, not to a line feed in a cell.
#[test]
fn a_row_that_is_too_long_is_skipped_as_a_whole() {
    let cell = "text \"\",\n\"\"ftp://h.dom/\"\", x\n".repeat(70_000);
    let table = format!("id,link\n1,http://a/\n\"{cell}\",http://b/\n3,http://c/\n4,http://d/~\n");
    let output = run(&["parse", "--column", "link", "--get", "{line} {url}"], table.as_bytes());
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "2 http://a/\n140004 http://c/\n",
        "{err}"
    );
    assert!(err.starts_with("standard input:3: line longer than 1 MiB skipped\n"), "{err}");
    assert!(
        err.contains(":140005:10") && err.contains("\n5 lines = 2 ok + 1 bad + 2 skipped"),
        "{err}"
    );
}

/// The rest of a file is in a cell that is not closed, however long it is.
#[test]
fn a_long_cell_that_is_not_closed_is_reported() {
    let rows = "5,http://b/\n".repeat(200_000);
    let table = format!("id,link\n1,http://a/\n\"2,http://c/\n{rows}");
    let output = run(&["normalize", "--column", "link"], table.as_bytes());
    let err = String::from_utf8(output.stderr).unwrap();
    let message =
        "cannot read standard input: line 3: the last cell has no quotation mark at its end";
    assert!(output.status.code() == Some(2) && err.contains(message), "{err}");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "id,link\n1,http://a/\n");
}

/// Rows without a URL are reported, and stay in the table. Records have no header row of a table.
#[test]
fn rows_without_a_url_stay() {
    let folder = tempfile::tempdir().unwrap();
    let csv = "note,url\r\nx,\r\ny\r\n\"p\nq\",HTTP://h/~\r\n";
    let json = "{\"n\":1}\n{\"url\":null}\nhttp:\n{\"url\":\"HTTP://h/~\"}\n";
    for (name, table) in [("t.csv", csv), ("t.jsonl", json)] {
        fs::write(folder.path().join(name), table).unwrap();
        let written = |command: &[&str]| {
            let (code, out, _) =
                run_in(folder.path(), &[command, &["-q", "--column", "url", name]].concat());
            assert_eq!(code, Some(1), "{command:?}");
            out
        };
        let fixed = table.replace("HTTP://h/~", "HTTP://h/%7E");
        assert_eq!(written(&["fix"]), fixed);
        assert_eq!(written(&["normalize"]), table);
        assert_eq!(written(&["set", "--port", "1"]), table);
        assert_eq!(written(&["fix", "--dry-run"]), "");
        let only = written(&["fix", "--only-fixed"]);
        assert!(fixed.ends_with(only.trim_start_matches("note,url\r\n")), "{only}");
        for command in [&["fix", "--json"], &["normalize", "--json"]] {
            assert!(written(command).starts_with("{\"file\":"), "{command:?}");
        }
    }
    let lost = run_in(folder.path(), &["normalize", "-q", "--column", "url", "t.jsonl"]).2;
    let rows =
        "t.jsonl:1: the member `url` is not in the object\nt.jsonl:2: the member `url` is null\n";
    assert!(lost.starts_with(rows), "{lost}");
    let row = "note,x,url\nftp://joe:hunter2@h/\n";
    fs::write(folder.path().join("t.csv"), row).unwrap();
    let (code, out, err) = run_in(folder.path(), &["fix", "--column", "url", "t.csv"]);
    assert!(code == Some(2) && out == "note,x,url\n" && !err.contains("hunter2"), "{err}");
    let masked = ["fix", "--passwords", "mask", "--column", "url", "t.csv"];
    assert_eq!(run_in(folder.path(), &masked).1, "note,x,url\nftp://joe:***@h/\n");
}

/// A quotation mark that is not closed takes all rows after it into its cell.
#[test]
fn rows_in_a_cell_that_is_not_closed_are_reported() {
    let table = "url,note\nHTTP://h/,\"a\nHTTP://h/~,b\nHTTP://h/,\"\"c\n";
    for command in
        [&["normalize"][..], &["fix", "--unsafe"], &["check"], &["parse", "--columns", "host"]]
    {
        let output = run(&[command, &["--column", "url"]].concat(), table.as_bytes());
        let [rows, err] = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
        let all = format!("{rows}{err}");
        assert!(output.status.code() == Some(1) && all.contains("input:2: the last cell"), "{all}");
        assert!(rows == table || !rows.contains("HTTP"), "{rows}");
    }
}

/// Such a row is written with all of its secrets masked, that of the cell with the URL among them.
#[test]
fn rows_in_a_cell_that_is_not_closed_show_no_password() {
    let table = "url,note\n\"ftp://joe:pw@h/,ftp://a:pw@h/\n";
    for command in ["normalize", "fix"] {
        let refused = run(&[command, "--column", "url"], table.as_bytes());
        assert_eq!((refused.status.code(), &*refused.stdout), (Some(2), &b"url,note\n"[..]));
        let masked = stdout(&[command, "--column", "url", "--passwords", "mask"], table.as_bytes());
        assert!(
            masked.starts_with("url,note\n\"ftp://joe:***@h") && !masked.contains("pw"),
            "{masked}"
        );
    }
}

#[test]
fn empty_lines_of_a_table_stay() {
    let table = "id,url\n\n1,HTTP://h/\n\n";
    let lower = table.replace("HTTP", "http");
    assert_eq!(stdout(&["normalize", "-q", "--column", "url"], table.as_bytes()), lower);
    let set = ["set", "-q", "--host", "h", "--column", "url"];
    assert_eq!(stdout(&set, table.as_bytes()), lower);
    assert_eq!(stdout(&["fix", "-q", "--column", "url"], table.as_bytes()), table);
    let records = stdout(&["normalize", "-q", "--json", "--column", "url"], table.as_bytes());
    assert_eq!(records.lines().count(), 1);
}

/// A CR within a cell is a character of it.
#[test]
fn cells_may_hold_a_carriage_return() {
    let table = "a,url\nx\ry,HTTP://h.dom/\n\"p\rq\",HTTP://h.dom/b\n";
    let rows = stdout(&["normalize", "-q", "--column", "url"], table.as_bytes());
    assert_eq!(rows, table.replace("HTTP", "http"));
}

#[test]
fn tables_may_begin_with_a_byte_order_mark() {
    for (column, table) in [
        ("1", "\u{feff}\"the\nlink\",n\nHTTP://h/,1\n"),
        ("1", "\u{feff}HTTP://h/,1\n"),
        ("u", "\u{feff}{\"u\":\"HTTP://h/\"}\r\n"),
    ] {
        let output = stdout(&["normalize", "--column", column], table.as_bytes());
        assert_eq!(output, table.replace("HTTP", "http"));
    }
}

/// A file of JSON that is not one object a line is one error, whatever its name.
#[test]
fn an_array_is_not_a_table() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a", "a.json"] {
        fs::write(folder.path().join(name), "[\n{\"u\":\"HTTP://h/\"}\n]\n").unwrap();
        let (code, out, err) = run_in(folder.path(), &["normalize", "-q", "--column", "u", name]);
        assert_eq!((code, out.as_str(), err.lines().count()), (Some(2), "", 1), "{err}");
        assert!(err.contains("it is an array in JSON: write one object a line"), "{err}");
    }
}

#[test]
fn lists_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a"), "http://h.dom/a\nx\nHTTP://h.dom:80/b\nhttp://h.dom/a\n")
        .unwrap();
    fs::write(folder.path().join("b"), "http://H.dom/b\nx\nhttp://i.dom/\n").unwrap();
    let urls = |options: &[&str]| {
        let all = [&["parse", "-q", "--get", "{input}{code}"], options, &["a"]].concat();
        run_in(folder.path(), &all).1.replace("expected-delimiter", "")
    };
    // Repetitions stay, and so does the order; a line that is not a URL is compared as it is.
    assert_eq!(urls(&["--not-in", "b"]), "http://h.dom/a\nhttp://h.dom/a\n");
    assert_eq!(urls(&["--in", "b"]), "x\nHTTP://h.dom:80/b\n");
    assert_eq!(urls(&["--in", "b", "--by", "input"]), "x\n");
    assert_eq!(urls(&["--not-in", "b", "--by", "host", "--where", "valid"]), "");
    // A row of the other list that cannot be compared fails the run.
    fs::write(folder.path().join("old.csv"), "id,u\n1\n2,http://a/\n").unwrap();
    fs::write(folder.path().join("new.csv"), "id,u\n2,http://a/\n3,http://b/\n").unwrap();
    let new = ["parse", "-q", "--column", "u", "--not-in", "old.csv", "new.csv"];
    let (code, out, err) = run_in(folder.path(), &new);
    assert_eq!((code, out.as_str()), (Some(1), "id,u\n3,http://b/\n"), "{err}");
    // Only a line that would be written is withheld.
    fs::write(folder.path().join("c"), "ftp://j:pw@h.dom/\nhttp://h.dom/a\n").unwrap();
    let among =
        |option| run_in(folder.path(), &["parse", "-q", "--get", "{url}", option, "a", "c"]);
    assert_eq!(among("--in"), (Some(0), "http://h.dom/a\n".to_owned(), String::new()));
    let (code, out, err) = among("--not-in");
    assert!(code == Some(2) && out.is_empty() && err.contains("1 line with a password"), "{err}");
    for (arguments, code, message) in [
        (&["parse", "--in", "-"][..], 2, "stdin cannot be both lists"),
        (&["parse", "--not-in", "missing", "a"], 2, "cannot read missing"),
        (&["parse", "--by", "host", "a"], 2, "add one of them"),
        (&["compare", "a", "b"], 2, "`parse --not-in b a`"),
    ] {
        let (ended, out, err) = run_in(folder.path(), arguments);
        assert_eq!((ended, out.as_str()), (Some(code), ""), "{arguments:?}: {err}");
        assert!(err.contains(message), "{arguments:?}: {err}");
    }
}
