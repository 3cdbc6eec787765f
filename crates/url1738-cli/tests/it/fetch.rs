//! `fetch` against servers on loopback that follow a script.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::{Arc, Barrier},
};

use crate::{
    ftp::Ftp,
    losses::trees::Place,
    run::{program, stdout},
    server::{
        Do::{self, Data, Epsv, Forever, Hang, Hear},
        Server, say,
    },
};

fn fetch(folder: &Path, arguments: &[&str]) -> Output {
    let mut command: Command = program();
    command.env_remove("NNTPSERVER").env_remove("NETRC");
    command.current_dir(folder).arg("fetch").args(arguments).output().unwrap()
}

/// Writes a file that only its owner can read.
pub(crate) fn private(path: &Path, content: &[u8]) {
    use std::{io::Write as _, os::unix::fs::OpenOptionsExt as _};
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true).mode(0o600);
    options.open(path).unwrap().write_all(content).unwrap();
}

fn text(octets: &[u8]) -> String {
    String::from_utf8(octets.to_vec()).unwrap()
}

fn gopher(answer: &str) -> Server {
    Server::start(vec![Hear, say(answer)])
}

fn url(server: &Server, scheme: &str, rest: &str) -> (String, String) {
    let port = server.address.port().to_string();
    (format!("{scheme}://127.0.0.1:{port}/{rest}"), port)
}

#[test]
fn a_news_server_that_wants_a_login_gets_that_of_the_netrc_file() {
    let folder = tempfile::tempdir().unwrap();
    let replies = ["200 ok", "480 who?", "381 and?", "281 in", "211 0 0 0 comp.test"];
    let replies = replies.iter().flat_map(|reply| [Hear, say(&format!("{reply}\r\n"))]);
    let server = Server::start([say("200 hi\r\n")].into_iter().chain(replies).collect());
    let (url, port) = url(&server, "nntp", "comp.test");
    private(&folder.path().join("netrc"), b"machine 127.0.0.1 login joe password hunter2\n");
    for (argument, server) in [(&*url, "h:1"), ("news:comp.test", &*format!("127.0.0.1:{port}"))] {
        let options = ["--news-server", server, argument];
        let run = fetch(folder.path(), &[&["--netrc=netrc", "--trace"][..], &options].concat());
        let said = text(&run.stderr);
        assert!(run.status.success() && said.contains("AUTHINFO PASS ***"), "{said}");
        assert!(!said.contains("hunter2"), "{said}");
        let run = fetch(folder.path(), &options);
        let said = text(&run.stderr);
        assert!(run.status.code() == Some(1) && said.contains("use --netrc"), "{run:?}");
    }
}

#[test]
fn names_are_decoded() {
    let folder = tempfile::tempdir().unwrap();
    let menu = b"0\xc1\xc2 ftp://joe:s3cret@h/\t/a\xc1\thost.dom\t70\r\n.\r\n".to_vec();
    let server = Server::start(vec![Hear, Do::Say(menu)]);
    let (url, _) = url(&server, "gopher", "1/");
    for (options, name) in [(&["--charset", "koi8-r"][..], "\u{430}\u{431}"), (&[], "\u{c1}\u{c2}")]
    {
        let run = fetch(folder.path(), &[options, &["--json", &url]].concat());
        let record: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
        let name = format!("{name} ftp://joe:***@h/");
        assert_eq!((record["name"].as_str(), &record["ok"]), (Some(&*name), &true.into()));
        assert_eq!(record["url"], "gopher://host.dom/0/a%C1");
    }
    let run = fetch(folder.path(), &["--charset", "klingon", &url]);
    assert!(run.status.code() == Some(2) && text(&run.stderr).contains("koi8-r"), "{run:?}");
}

/// The server answers two connections or none.
#[test]
fn two_urls_are_fetched_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let both = Arc::new(Barrier::new(2));
    let server = Server::start_with(move |mut stream, _| {
        let mut request = [0; 64];
        let read = std::io::Read::read(&mut stream, &mut request).unwrap();
        both.wait();
        std::io::Write::write_all(&mut stream, &request[..read]).unwrap();
    });
    let list: Vec<_> = (0..6).map(|it| url(&server, "gopher", &format!("0/{it}")).0).collect();
    fs::write(folder.path().join("list"), list.join("\n")).unwrap();
    let run = fetch(folder.path(), &["-O", "-j", "2", "--timeout", "20", "-f", "list"]);
    assert!(run.status.success(), "{run:?}");
    for it in 0..6 {
        let content = fs::read_to_string(folder.path().join(it.to_string())).unwrap();
        assert_eq!(content, format!("/{it}\r\n"));
    }
    assert_eq!(text(&run.stderr).lines().count(), 6, "{run:?}");
    let run = fetch(folder.path(), &["-j", "2", "-f", "list"]);
    assert!(run.status.code() == Some(2) && text(&run.stderr).contains("--remote-name"), "{run:?}");
}

#[test]
fn content_goes_to_stdout_or_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let ftp = Ftp::new("a\0\u{e9}\n").start();
    let (url, port) = url(&ftp.server, "ftp", "pub/x.txt;type=i");
    let run = fetch(folder.path(), &[&url]);
    assert_eq!((run.status.code(), run.stdout.as_slice()), (Some(0), "a\0\u{e9}\n".as_bytes()));
    for arguments in [&["-O"][..], &["-o", "named"]] {
        let run = fetch(folder.path(), &[arguments, &["--allow-port", &port, &url]].concat());
        assert_eq!(run.status.code(), Some(0), "{run:?}");
        let name = arguments.get(1).unwrap_or(&"x.txt");
        assert_eq!(fs::read(folder.path().join(name)).unwrap(), "a\0\u{e9}\n".as_bytes());
        assert!(text(&run.stderr).contains(&format!("5 bytes in {name}")), "{run:?}");
    }
    let again = fetch(folder.path(), &["-O", "--allow-port", &port, &url]);
    assert_eq!(again.status.code(), Some(2));
    let said =
        "x.txt exists\n  = help: continue it by --resume, or name another file by --output\n";
    assert!(text(&again.stderr).ends_with(said), "{again:?}");
    // Only files of ftp URLs can be resumed.
    let other = fetch(folder.path(), &["-O", "http://127.0.0.1/x.txt"]);
    let said = "x.txt exists\n  = help: name another file by --output\n";
    assert!(text(&other.stderr).ends_with(said), "{other:?}");
}

/// As of `/dev/stdout`, which the superuser could replace.
#[cfg(target_os = "linux")]
#[test]
fn a_link_to_a_descriptor_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let (link, log) = (folder.path().join("link"), folder.path().join("log"));
    std::os::unix::fs::symlink("/proc/self/fd/1", &link).unwrap();
    fs::write(&log, "before, ").unwrap();
    let ftp = Ftp::new("after").start();
    let (url, _) = url(&ftp.server, "ftp", "x;type=i");
    let appending = fs::File::options().append(true).open(&log).unwrap();
    let mut command = program();
    let run = command.args(["fetch", "-o"]).arg(&link).arg(&url).stdout(appending).output();
    assert!(run.as_ref().unwrap().status.success(), "{run:?}");
    assert!(link.is_symlink() && fs::read(&log).unwrap() == b"before, after");
}

/// The port is not at fault if the server speaks HTTP, but not as HTTP/1.0 does.
#[test]
fn a_server_of_http_that_answers_wrongly_gets_its_own_help() {
    let folder = tempfile::tempdir().unwrap();
    for (answer, help) in [
        (
            "HTTP/1.1 200 ok\r\nTransfer-Encoding: chunked\r\n\r\n",
            "use curl, which reads such answers",
        ),
        ("HTTP/1.1 206 ok\r\n\r\nx", "use curl, which reads such answers"),
        ("220 ftp\r\n", "check that the port belongs to a server of this protocol"),
    ] {
        let server = Server::start(vec![Hear, say(answer)]);
        let run = fetch(folder.path(), &[&url(&server, "http", "x").0]);
        assert!(text(&run.stderr).ends_with(&format!("  = help: {help}\n")), "{run:?}");
    }
}

#[test]
fn a_file_appears_only_if_it_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let ftp = Ftp { opening: "550 none", ..Ftp::new("") }.start();
    let (url, port) = url(&ftp.server, "ftp", "x;type=i");
    let run = fetch(folder.path(), &["-O", "--allow-port", &port, &url]);
    assert_eq!(run.status.code(), Some(1));
    assert!(text(&run.stderr).contains("RETR x: the server replied 550 none"), "{run:?}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);

    let whole = "half and half".repeat(100);
    ftp.becomes(Ftp::new(&*whole).cut_after(1200));
    let run = fetch(folder.path(), &["-O", "--allow-port", &port, &url]);
    assert_eq!(run.status.code(), Some(3));
    assert!(
        text(&run.stderr).ends_with("1200 bytes are kept: --resume continues them\n"),
        "{run:?}"
    );
    let unfinished = unfinished(folder.path());
    assert_eq!(unfinished.len(), 2, "{unfinished:?}");
    assert_eq!(fs::read(&unfinished[0]).unwrap(), &whole.as_bytes()[..1200]);
    let note: serde_json::Value =
        serde_json::from_slice(&fs::read(&unfinished[1]).unwrap()).unwrap();
    let shown = format!("ftp://127.0.0.1:{port}/x;type=i");
    assert_eq!(note, serde_json::json!({"url": shown, "len": 1300, "modified": "20260102030405"}));
    assert!(!folder.path().join("x").exists());

    // The rest comes after REST, and the 1,024 bytes before it are compared.
    ftp.becomes(Ftp::new(&*whole));
    let arguments = ["-O", "--resume", "--trace", "--allow-port", &port, &url];
    let run = fetch(folder.path(), &arguments);
    assert_eq!(run.status.code(), Some(0), "{run:?}");
    assert!(text(&run.stderr).contains("> REST 176\\r\\n\n"), "{run:?}");
    assert!(text(&run.stderr).contains("1300 bytes in x\n"), "{run:?}");
    assert_eq!(fs::read(folder.path().join("x")).unwrap(), whole.as_bytes());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);

    // A list continues what it began.
    ftp.becomes(Ftp::new(&*whole).cut_after(1200));
    fs::remove_file(folder.path().join("x")).unwrap();
    let run = fetch(folder.path(), &["-O", "--resume", "--trace", &url, &url]);
    assert_eq!(run.status.code(), Some(3), "{run:?}");
    assert_eq!(text(&run.stderr).matches("> REST 176\\r\\n\n").count(), 1, "{run:?}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "{run:?}");

    // What no run can continue is not said to be kept.
    ftp.becomes(Ftp { rest: "502 no", ..Ftp::new(&*whole) });
    let run = fetch(folder.path(), &["-O", "--resume", &url]);
    let error = "error: REST: the server replied 502 no\n  = help: start over, without --resume\n";
    assert_eq!((run.status.code(), &*text(&run.stderr)), (Some(1), error));

    // A file that grows is not said to be resumed.
    ftp.becomes(Ftp { opening: "150 (1301 bytes)", ..Ftp::new(&*whole) });
    let run = fetch(folder.path(), &["-o", "y", &url]);
    let error = "its length was 1300 and is 1301\n  = help: try again\n";
    assert!(text(&run.stderr).ends_with(error), "{run:?}");
}

/// Returns the unfinished files of a folder, and their notes.
fn unfinished(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_ours = |path: &PathBuf| path.to_string_lossy().contains(".url1738");
    let mut found: Vec<PathBuf> = entries.filter(is_ours).collect();
    found.sort();
    found
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let server = gopher("x");
    let (url, port) = url(&server, "gopher", "0/x");
    let run = fetch(folder.path(), &["-o", "missing/x", "--allow-port", &port, &url]);
    assert_eq!(run.status.code(), Some(2));
    assert!(text(&run.stderr).starts_with("error: cannot write missing/x: "), "{run:?}");
    // Before anything is fetched.
    let (nowhere, long) = ("gopher://127.0.0.1:1/0/x", "x".repeat(300));
    for name in ["new/", &long] {
        let run = fetch(folder.path(), &["-o", name, nowhere]);
        let stderr = text(&run.stderr);
        assert!(run.status.code() == Some(2) && stderr.contains("cannot write "), "{stderr}");
    }
}

#[test]
fn a_redirect_that_is_not_followed_has_a_remedy() {
    let folder = tempfile::tempdir().unwrap();
    for (location, help) in [
        ("/x", "raise --redirects, or fetch the new URL"),
        ("HTTP://h/x:y", "raise --redirects, or fetch the new URL"),
        ("https://h/", "fetch the new URL by its protocol: --redirects follows only http"),
    ] {
        let answer = format!("HTTP/1.0 301 Moved\r\nLocation: {location}\r\n\r\n");
        let server = gopher(&answer);
        let (url, _) = url(&server, "http", "");
        let run = fetch(folder.path(), &[&url]);
        assert!(
            run.status.code() == Some(1) && text(&run.stderr).ends_with(&format!("help: {help}\n")),
            "{run:?}"
        );
    }
}

#[test]
fn the_trace_shows_every_line_and_no_password() {
    let folder = tempfile::tempdir().unwrap();
    private(&folder.path().join("netrc"), b"machine 127.0.0.1 login me password hunter2\n");
    let mut script = vec![say("220 hi\r\n"), Hear, say("331 not HUNTER2?\r\n"), Hear];
    // Of what comes in pieces, each may be the beginning of a password.
    script.extend([say("230-hu"), Do::Wait(50), say("nter2, Hun\r\n"), Do::Wait(50)]);
    script.extend([
        say("230-t\r\n230-er2 or h\r\n230 hunter2 it is\r\n"),
        Hear,
        say("200 i\r\n"),
        Hear,
        Epsv,
        Hear,
    ]);
    script.extend([say("150 go\r\n"), Data(Box::new(say("a\r\nb"))), say("226 ok\r\n"), Hear]);
    let server = Server::start(script);
    let port = server.address.port().to_string();
    let url = format!("ftp://me@127.0.0.1:{port}/x");
    let run = fetch(folder.path(), &["--trace", "--netrc=netrc", "--allow-port", &port, &url]);
    assert_eq!((run.status.code(), run.stdout.as_slice()), (Some(0), &b"a\r\nb"[..]), "{run:?}");
    let trace = text(&run.stderr);
    for line in [
        "< 220 hi\\r\\n",
        "> USER me\\r\\n",
        "< 331 not ***?\\r\\n",
        "< 230-***, *** or h\\r\\n",
        "> PASS ***\\r\\n",
        "< 230 *** it is\\r\\n",
        "> TYPE I\\r\\n",
        "> EPSV\\r\\n",
        "> RETR x\\r\\n",
        "= a\\r\\n",
        "= b",
        "> QUIT\\r\\n",
        "url1738: TYPE I [guess]: the URL has no typecode",
    ] {
        assert!(trace.lines().any(|shown| shown == line), "{line} is not in\n{trace}");
    }
    for piece in ["hunter2", "HUNTER2", "Hun", "er2", "hu\\r"] {
        assert!(!trace.contains(piece), "{trace}");
    }
}

/// A mirror without a file that the server has is not complete.
#[test]
fn a_line_that_is_not_understood_is_a_failed_item() {
    let folder = tempfile::tempdir().unwrap();
    let list = "-rw-r--r-- 1 ftp ftp 9 23. Nov 17:00 a\r\n";
    let ftp = Ftp { lists: "LIST", ..Ftp::new(list) }.start();
    let run = fetch(folder.path(), &["-r", &url(&ftp.server, "ftp", "pub/").0]);
    let said = text(&run.stderr);
    assert!(said.contains("is not understood: -rw-r--r-- 1 ftp ftp 9 23. Nov 17:00 a\n"), "{said}");
    assert!(said.ends_with("1 of 2 items failed\n") && run.status.code() == Some(3), "{run:?}");
}

/// Some servers wait for the other side of a pipe.
#[test]
fn a_mirror_leaves_devices_out() {
    let folder = tempfile::tempdir().unwrap();
    let list =
        "prw-r--r-- 1 ftp ftp 0 Nov 23 17:00 a\r\ncrw-r--r-- 1 ftp ftp 1, 3 Nov 23 17:00 b\r\n";
    let ftp = Ftp { lists: "LIST", ..Ftp::new(list) };
    let heard = ftp.heard.clone();
    let run = fetch(folder.path(), &["-r", &url(&ftp.start().server, "ftp", "pub/").0]);
    assert!(run.status.success() && run.stderr.is_empty(), "{run:?}");
    let heard = heard.lock().unwrap().clone();
    assert_eq!(heard.last().map(String::as_str), Some("LIST"), "{heard:?}");
}

#[test]
fn an_error_names_its_url_if_there_are_several() {
    let folder = tempfile::tempdir().unwrap();
    let server = gopher("3no\t\th.dom\t1\r\n");
    let url = url(&server, "gopher", "0/ftp://joe:hunter2@h").0;
    let named = format!("  = url: {}\n", url.replace("hunter2", "***"));
    for (urls, count) in [(&[&*url][..], 0), (&[&url, &url], 2), (&["-r", &url], 1)] {
        let said = text(&fetch(folder.path(), urls).stderr);
        assert_eq!(said.matches(&named).count(), count, "{said}");
    }
}

#[test]
fn a_guess_is_reported_once() {
    let folder = tempfile::tempdir().unwrap();
    let ftp = Ftp::new("content").start();
    let [one, two] = ["a", "b"].map(|name| url(&ftp.server, "ftp", name).0);
    let run = fetch(folder.path(), &["-O", &one, &two]);
    assert_eq!(text(&run.stderr).matches("[guess]").count(), 1, "{run:?}");
}

#[test]
fn subjects_of_articles_are_decoded() {
    let folder = tempfile::tempdir().unwrap();
    let subjects =
        ["=?utf-8?q?caf=C3=A9=1B[1m?= =?iso-8859-1?B?6Q==?=  ftp://joe:s3cret@h/", "a  b =?"];
    let rows = subjects.map(|it| format!("4\t{it}\tJoe\t\t<4@h>\t\t9\t1\r\n")).concat();
    let server = Server::start(vec![
        say("200 hi\r\n"),
        Hear,
        say("200 ok\r\n"),
        Hear,
        say("211 1 4 4 a\r\n"),
        Hear,
        say(&format!("224 here\r\n{rows}.\r\n")),
    ]);
    let (url, _) = url(&server, "nntp", "a");
    let run = fetch(folder.path(), &["--json", &url]);
    let names = text(&run.stdout);
    let name =
        |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["name"].clone();
    let names: Vec<_> = names.lines().map(name).collect();
    assert_eq!(names, ["caf\u{e9}\\x1B[1m\u{e9} ftp://joe:***@h/", "a  b =?"], "{run:?}");
}

#[test]
fn a_password_is_missing_without_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(vec![say("220 hi\r\n"), Hear, say("331 ?\r\n"), Hang]);
    let port = server.address.port().to_string();
    let url = format!("ftp://me@127.0.0.1:{port}/x");
    let run = fetch(folder.path(), &["--allow-port", &port, &url]);
    assert_eq!(run.status.code(), Some(2));
    assert!(text(&run.stderr).contains("PASS <ask>: missing answer: password"), "{run:?}");
}

/// The name of a file contains the query of its URL.
#[test]
fn a_password_in_a_query_is_masked_in_the_name_of_its_file() {
    for arguments in [&["-O"][..], &["-O", "--json"], &["-r"]] {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(vec![Hear, say("HTTP/1.0 200 OK\r\n\r\nhi")]);
        let (url, _) = url(&server, "http", "x?password=hunter2");
        let run = fetch(folder.path(), &[arguments, &[&url]].concat());
        let shown = text(&run.stdout) + &text(&run.stderr);
        assert!(run.status.success() && shown.contains("x%,password=***"), "{run:?}");
        assert!(!shown.contains("hunter2"), "{run:?}");
        if arguments == ["-O"] {
            assert_eq!(fs::read(folder.path().join("x%,password=hunter2")).unwrap(), b"hi");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(vec![Hear, say("HTTP/1.0 200 OK\r\n\r\nhi")]);
    let (url, _) = url(&server, "http", "x?password=hunter2");
    let run = fetch(folder.path(), &["-O", "--json", "--passwords", "keep", &url]);
    assert!(text(&run.stdout).contains("\"saved\":\"x%,password=hunter2\""), "{run:?}");
}

/// A file with passwords is read only if it is a file, small, and the user's alone.
#[test]
fn a_netrc_file_is_private_and_small() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("netrc");
    let server =
        Server::start(vec![say("220 hi\r\n"), Hear, say("331 ?\r\n"), Hear, say("530 no\r\n")]);
    let port = server.address.port().to_string();
    let url = format!("ftp://me@127.0.0.1:{port}/x");
    let run = |file: &str| {
        let run = fetch(folder.path(), &[file, "--allow-port", &port, &url]);
        (run.status.code().unwrap(), text(&run.stderr))
    };
    private(&path, b"machine 127.0.0.1 login me password hunter2\n");
    assert_eq!(run("--netrc=netrc").0, 1);
    for mode in [0o640, 0o604, 0o644, 0o620, 0o666] {
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        let (code, stderr) = run("--netrc=netrc");
        assert!(code == 2 && stderr.contains("run `chmod 600` on it"), "{mode:o}: {stderr}");
        assert!(!stderr.contains("hunter2"), "{stderr}");
    }
    private(&folder.path().join("large"), &b" ".repeat((1 << 20) + 1));
    assert!(run("--netrc=large").1.contains("it exceeds 1 MiB"));
    private(&folder.path().join("full"), &b" ".repeat(1 << 20));
    let (code, stderr) = run("--netrc=full");
    assert!(code == 2 && stderr.contains("missing answer: password"), "{stderr}");
    // It is not read for a URL without a user.
    let anonymous = fetch(folder.path(), &["--netrc=missing", "ftp://127.0.0.1:1/"]);
    assert_eq!(anonymous.status.code(), Some(1), "{anonymous:?}");
    // A pipe without a writer: opening it would wait.
    let made = Command::new("mkfifo").arg(folder.path().join("pipe")).status().unwrap();
    assert!(made.success());
    for file in ["--netrc=pipe", "--netrc=/dev/zero", "--netrc=."] {
        let (code, stderr) = run(file);
        assert!(code == 2 && stderr.contains("not a regular file"), "{stderr}");
    }
}

const MENU: &str = "iHello\t\tnull\t1\r\n0About us\t/about\thost.dom\t70\r\n1Docs\t/docs\thost.dom\t7070\r\n\
    hSite\tURL:http://host.dom/\thost.dom\t70\r\n8Log in\t\thost.dom\t23\r\n.\r\n";

#[test]
fn a_menu_is_a_table_of_urls() {
    let folder = tempfile::tempdir().unwrap();
    let server = gopher(MENU);
    let (url, port) = url(&server, "gopher", "1/");
    let run = fetch(folder.path(), &["--allow-port", &port, &url]);
    let table = text(&run.stdout);
    let lines: Vec<Vec<&str>> = table.lines().map(|it| it.split_whitespace().collect()).collect();
    assert_eq!(lines[0], ["Hello"]);
    assert_eq!(lines[1], ["text", "About", "us", "gopher://host.dom/0/about"]);
    assert_eq!(lines[2], ["menu", "Docs", "gopher://host.dom:7070/1/docs"]);
    assert_eq!(lines[3], ["html", "Site", "http://host.dom/"]);
    assert_eq!(lines[4], ["telnet", "Log", "in", "telnet://host.dom/"]);

    let run = fetch(folder.path(), &["--json", "--allow-port", &port, &url]);
    let rows: Vec<serde_json::Value> =
        text(&run.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((rows.len(), &rows[0]["url"]), (5, &serde_json::Value::Null));
    let begin = format!("{{\"file\":null,\"line\":1,\"column\":1,\"input\":\"{url}\",\"ok\":true,");
    assert!(text(&run.stdout).lines().all(|line| line.starts_with(&begin)), "{run:?}");
    assert_eq!((&rows[1]["name"], &rows[1]["kind"]), (&"About us".into(), &"text".into()));
    assert_eq!(rows[2]["url"], "gopher://host.dom:7070/1/docs");
}

#[test]
fn a_directory_is_a_table_of_urls_without_passwords() {
    let folder = tempfile::tempdir().unwrap();
    let ftp = Ftp::new("a b.txt\r\n\u{1b}[2J\r\n.\r\n..\r\n/sub/x\r\n").start();
    let port = ftp.server.address.port().to_string();
    let url = format!("ftp://me:pw@127.0.0.1:{port}/");
    let run = fetch(folder.path(), &["--allow-port", &port, &url]);
    let table = text(&run.stdout);
    let shown = format!("ftp://me:***@127.0.0.1:{port}/a%20b.txt");
    assert!(table.contains(&shown) && !table.contains("pw@"), "{table} {run:?}");
    assert!(table.contains("\\x1b[2J") && !table.contains('\u{1b}'), "{table}");
    assert_eq!(table.lines().count(), 3);
}

/// The password of a row, and that of the URL of the listing.
#[test]
fn records_of_rows_say_that_a_password_is_masked() {
    let folder = tempfile::tempdir().unwrap();
    let menu = "hx\tURL:ftp://joe:s3cret@h/\thost.dom\t70\r\n0y\t/y\thost.dom\t70\r\n.\r\n";
    let server = Server::start(vec![Hear, say(menu)]);
    let run = fetch(folder.path(), &["--json", &url(&server, "gopher", "1/").0]);
    let rows: Vec<serde_json::Value> =
        text(&run.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows[0]["url"], "ftp://joe:***@h/");
    assert_eq!((&rows[0]["masked"], rows[1].get("masked")), (&true.into(), None), "{run:?}");
    assert!(text(&run.stderr).contains("password masked in 1 line"), "{run:?}");

    let ftp = Ftp::new("a:b@c\r\n").start();
    let address = ftp.server.address;
    let run = fetch(folder.path(), &["--json", &format!("ftp://me:pw@{address}/")]);
    let shown = text(&run.stdout);
    let row: serde_json::Value = serde_json::from_str(&shown).unwrap();
    // An `@` in the path ends no password.
    assert_eq!(row["url"], format!("ftp://me:***@{address}/a%3Ab%40c"), "{run:?}");
    assert_eq!(shown.matches("\"masked\":true").count(), 1, "{run:?}");
    let run = fetch(folder.path(), &["--passwords", "keep", &format!("ftp://me:pw@{address}/")]);
    assert!(text(&run.stdout).contains(&format!("ftp://me:pw@{address}/a%3Ab%40c")), "{run:?}");
}

#[test]
fn a_directory_has_kinds_sizes_and_times() {
    let facts = "type=dir;modify=20261123170000; sub\r\ntype=file;size=9; a b\r\n";
    let long = "total 2\r\ndrwxr-xr-x 2 0 0 4096 Nov 23 17:00 sub\r\n-rw-r--r-- 1 0 0 9 Nov 3 2025 a b\r\n";
    let folder = tempfile::tempdir().unwrap();
    let schema = serde_json::from_str(&stdout(&["list", "schema"], b"")).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    for (lists, content, time) in
        [("MLSD", facts, "2026-11-23 17:00:00"), ("LIST", long, "Nov 23 17:00")]
    {
        let ftp = Ftp { lists, ..Ftp::new(content) }.start();
        let url = format!("ftp://{}/", ftp.server.address);
        let run = fetch(folder.path(), &["--json", &url]);
        let rows: Vec<serde_json::Value> =
            text(&run.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!((&rows[0]["kind"], &rows[1]["kind"]), (&"directory".into(), &"file".into()));
        assert_eq!((&rows[0]["modified"], &rows[1]["size"]), (&time.into(), &9.into()));
        assert_eq!(rows[0]["url"], format!("{url}sub/"));
        assert!(rows.iter().all(|row| schema.is_valid(row)), "{rows:?}");
        let table = text(&fetch(folder.path(), &[&url]).stdout);
        let line: Vec<&str> = table.lines().nth(1).unwrap().split_whitespace().collect();
        assert_eq!(line[..4], ["file", "a", "b", "9"], "{table}");
        assert_eq!(line.last(), Some(&&*format!("{url}a%20b")));
    }
}

#[test]
fn a_list_has_one_url_on_each_line() {
    let folder = tempfile::tempdir().unwrap();
    let server = gopher_tree();
    let port = server.address.port();
    let list =
        format!("gopher://127.0.0.1:{port}/0/a/x\r\n\nnot a url\ngopher://127.0.0.1:{port}/0/a/y");
    fs::write(folder.path().join("urls"), &list).unwrap();
    let run = fetch(folder.path(), &["-O", "-f", "urls"]);
    assert_eq!(run.status.code(), Some(1), "{run:?}");
    assert!(text(&run.stderr).contains("urls:3"), "{run:?}");
    assert!(folder.path().join("x").exists() && folder.path().join("y").exists());
    // A line that is too long is skipped, and what follows it is fetched.
    let long = format!("gopher://h/0/{}\ngopher://127.0.0.1:{port}/0/a/z\n", "x".repeat(3 << 20));
    fs::write(folder.path().join("long"), long).unwrap();
    for options in [&["-O"][..], &["--dry-run"]] {
        let run = fetch(folder.path(), &[options, &["-f", "long"]].concat());
        assert_eq!(run.status.code(), Some(1));
        assert!(text(&run.stderr).contains("long:1: line longer than 1 MiB skipped"), "{run:?}");
    }
    assert!(folder.path().join("z").exists());
    let run = fetch(folder.path(), &["-o", "one", "-f", "urls"]);
    assert_eq!(run.status.code(), Some(2), "{run:?}");
    assert_eq!(fetch(folder.path(), &["-O", "-f", "missing"]).status.code(), Some(2));
}

/// The columns are those of URLs, whichever comes first.
#[test]
fn a_table_of_valid_and_invalid_lines_has_one_kind_of_row() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("list"), "not a url\nwais://host.dom/db?words\n").unwrap();
    let run = fetch(folder.path(), &["--format", "tsv", "-f", "list"]);
    let table = text(&run.stdout);
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows[0][..3], ["input", "ok", "kind"], "{table}");
    assert_eq!((rows[1][0], rows[2][0]), ("not a url", "wais://host.dom/db?words"));
    assert!(rows.len() == 3 && rows.iter().all(|row| row.len() == rows[0].len()), "{table}");
}

#[test]
fn a_table_of_plans_has_one_header_row() {
    let folder = tempfile::tempdir().unwrap();
    let urls = ["ftp://host.dom/x", "gopher://host.dom/0/y"];
    let arguments = ["--dry-run", "--format", "csv"];
    let table = text(&fetch(folder.path(), &[&arguments[..], &urls].concat()).stdout);
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines.len() == 3 && lines[0].starts_with("file,line,ok"), "{table}");
    assert!(lines[1].contains(urls[0]) && lines[2].contains(urls[1]), "{table}");
}

#[test]
fn limits_and_failures_have_their_exit_codes() {
    let folder = tempfile::tempdir().unwrap();
    let code = |server: &Server, more: &[&str], rest: &str| {
        let (url, port) = url(server, "gopher", rest);
        let run = fetch(folder.path(), &[&["--allow-port", &port, &url][..], more].concat());
        (run.status.code().unwrap(), text(&run.stderr))
    };
    let error = gopher("3not here\t\terror.host\t1\r\n.\r\n");
    let (status, stderr) = code(&error, &[], "0/x");
    assert!(status == 1 && stderr.contains("the server replied not here"), "{stderr}");
    let (status, stderr) = code(&Server::start(vec![Hang]), &["--timeout", "0.3"], "0/x");
    assert!(status == 3 && stderr.contains("within 0.3 s"), "{stderr}");
    let endless = Server::start(vec![Hear, Forever(b"x")]);
    let (status, stderr) = code(&endless, &["--max-size", "100000"], "0/x");
    assert!(status == 3 && stderr.contains("the content exceeds 100000 octets"), "{stderr}");
    let (status, stderr) = code(&gopher("x"), &["--resume", "-o", "new"], "0/x");
    assert_eq!(status, 0, "{stderr}");
    let (status, stderr) = code(&gopher("y"), &["--resume", "-o", "new"], "0/x");
    assert!(status == 1 && stderr.contains("cannot resume"), "{stderr}");
}

/// Every answer takes more time.
#[test]
fn no_time_is_not_a_limit() {
    for arguments in [["fetch", "--timeout", "0"], ["open", "--timeout", "0.0"]] {
        let run = program().args(arguments).arg("gopher://127.0.0.1/").output().unwrap();
        assert_eq!(run.status.code(), Some(2), "{run:?}");
        assert!(text(&run.stderr).contains("nothing happens within 0 s"), "{run:?}");
    }
}

#[test]
fn redirects_are_followed_if_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let target = Server::start(vec![Hear, Hear, Hear, say("HTTP/1.0 200 OK\r\n\r\nhere")]);
    let (to, to_port) = url(&target, "http", "new");
    let moved = format!("HTTP/1.0 302 Found\r\nLocation: {to}\r\n\r\n");
    let server = Server::start(vec![Hear, Hear, Hear, Do::Say(moved.into_bytes())]);
    let (from, port) = url(&server, "http", "old");
    let run = fetch(folder.path(), &["--allow-port", &port, &from]);
    assert_eq!(run.status.code(), Some(1), "{run:?}");
    assert!(text(&run.stderr).contains(&format!("redirects to \"{to}\"")), "{run:?}");
    let ports = ["--allow-port", &port, "--allow-port", &to_port, "--redirects", "1", &from];
    assert_eq!(fetch(folder.path(), &ports).stdout, b"here");
    // A refusal of the new URL names it, and has no place in the line.
    let run = fetch(folder.path(), &["--allow-port", &port, "--redirects", "1", &from]);
    let refused = format!("error: the server redirects to \"{to}\": refused: non-default port");
    assert!(text(&run.stderr).contains(&refused), "{run:?}");
    assert!(text(&run.stderr).contains("help: use --allow-port"), "{run:?}");
    let options = ["--allow-port", &port, "--redirects", "1", "--json", "-o", "x", &from];
    let run = fetch(folder.path(), &options);
    let record: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!((record["column"].as_u64(), run.status.code()), (Some(1), Some(1)), "{record}");

    // The quotation mark ends the secret, which would reach to the next space.
    let secret = "HTTP/1.0 302 Found\r\nLocation: http://127.0.0.1:1/?password=hunter2\r\n\r\n";
    let server = Server::start(vec![Hear, Hear, Hear, say(secret)]);
    let (from, _) = url(&server, "http", "old");
    let run = fetch(folder.path(), &["--redirects", "1", &from]);
    assert!(text(&run.stderr).contains("/?password=***\": refused: "), "{run:?}");
    let elsewhere = "HTTP/1.0 302 Found\r\nLocation: ftp://joe:hunter2@host.dom/\r\n\r\n";
    let server = Server::start(vec![Hear, Hear, Hear, say(elsewhere)]);
    let run = fetch(folder.path(), &["--json", "-o", "x", &url(&server, "http", "old").0]);
    let shown = text(&run.stdout);
    assert!(shown.contains("ftp://joe:***@host.dom/") && !shown.contains("hunter2"), "{shown}");
}

/// A gopher server with a tree: menus that lead to each other, a file, and selectors that leave the folder.
fn gopher_tree() -> Server {
    Server::start_with(|mut stream, _| {
        use std::io::{BufRead as _, BufReader, Write as _};
        let port = stream.local_addr().unwrap().port();
        let mut selector = String::new();
        BufReader::new(stream.try_clone().unwrap()).read_line(&mut selector).unwrap();
        let item =
            |kind: &str, selector: &str| format!("{kind}x\t{selector}\t127.0.0.1\t{port}\r\n");
        let answer = match selector.trim_end() {
            "" => {
                [item("1", "/a"), item("0", "/file"), item("0", "/../../up"), item("7", "/find")]
                    .concat()
                    + "0other\t/x\thost.invalid\t70\r\n.\r\n"
            }
            "/a" => {
                [item("1", ""), item("1", "/a"), item("0", "/a/deep"), item("1", "/a/b")].concat()
            }
            "/a/b" => item("0", "/a/b/deeper"),
            other => format!("content of {other}"),
        };
        stream.write_all(answer.as_bytes()).unwrap();
    })
}

/// It reports success, and no length before the content.
#[test]
fn a_mirror_has_no_file_of_which_the_server_sent_a_part() {
    let folder = tempfile::tempdir().unwrap();
    let ftp = Ftp { opening: "150 go", most: 3, ..Ftp::new("whole") }.start();
    let run = fetch(folder.path(), &["-r", &url(&ftp.server, "ftp", "a").0]);
    assert_eq!(run.status.code(), Some(3), "{run:?}");
    assert!(text(&run.stderr).contains("announced 5 octets and sent 3"), "{run:?}");
    let host = format!("127.0.0.1_{}", ftp.server.address.port());
    let names = fs::read_dir(folder.path().join(host)).unwrap().map(|it| it.unwrap().file_name());
    assert!(names.eq([".url1738-index"]));
}

#[test]
fn a_tree_is_mirrored_below_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let server = gopher_tree();
    let (url, port) = url(&server, "gopher", "");
    let run = fetch(
        folder.path(),
        &["-r", "--into", "mirror", "--delay", "0", "--depth", "2", "--allow-port", &port, &url],
    );
    assert_eq!(run.status.code(), Some(0), "{run:?}");
    let host = folder.path().join("mirror").join(format!("127.0.0.1_{port}"));
    let read = |path: &str| fs::read_to_string(host.join(path)).ok();
    assert_eq!(read("0/file").as_deref(), Some("content of /file"));
    assert_eq!(read("0/a/deep").as_deref(), Some("content of /a/deep"));
    assert!(read("1/a/menu.txt").unwrap().contains("/a/deep"));
    assert_eq!(read("0/%2E%2E/%2E%2E/up").as_deref(), Some("content of /../../up"));
    // Below the depth.
    assert_eq!(read("0/a/b/deeper"), None);
    let stopped = "url1738: stopped at depth 2: items below it are left; raise --depth\n";
    assert!(text(&run.stderr).contains(stopped), "{run:?}");
    for options in [&["--depth", "2", "-q"][..], &["--depth", "3"]] {
        let run = fetch(folder.path(), &[&["-r", "--into", "mirror", &url], options].concat());
        assert!(run.status.success() && !text(&run.stderr).contains("stopped"), "{run:?}");
    }
    assert_eq!(read("0/a/b/deeper").as_deref(), Some("content of /a/b/deeper"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);

    let few =
        ["-r", "--into", "few", "--delay", "0", "--max-files", "2", "--allow-port", &port, &url];
    let run = fetch(folder.path(), &few);
    assert_eq!(run.status.code(), Some(1));
    assert!(text(&run.stderr).contains("stopped after 2"), "{run:?}");
}

/// A second after each of the items that are not there would be more than three.
#[test]
fn a_server_of_this_machine_is_not_waited_for_after_an_error() {
    let item = |selector: &str, port: u16| format!("0x\t{selector}\t127.0.0.1\t{port}\r\n");
    let place = Place::new(Server::start_with(move |mut stream, _| {
        use std::io::{BufRead as _, BufReader, Write as _};
        let port = stream.local_addr().unwrap().port();
        let mut selector = String::new();
        BufReader::new(stream.try_clone().unwrap()).read_line(&mut selector).unwrap();
        let menu = ["/a", "/b", "/c", "/d", "/e"].map(|selector| item(selector, port)).concat();
        let answer = if selector == "\r\n" { &menu } else { "3gone\t\th\t1\r\n" };
        stream.write_all(answer.as_bytes()).unwrap();
    }));
    let begun = std::time::Instant::now();
    let run = place.fetch(&["-r", "--into", "mirror", &place.url("gopher", "")]).output().unwrap();
    assert!(run.status.code() == Some(3) && text(&run.stderr).contains("5 of 6 items"), "{run:?}");
    assert!(begun.elapsed() < core::time::Duration::from_secs(3), "{:?}", begun.elapsed());
}

#[test]
fn a_mirror_takes_what_is_chosen() {
    let menus = ["1/a/b/menu.txt", "1/a/menu.txt"];
    for (options, files) in [
        (&[][..], &["0/%2E%2E/%2E%2E/up", "0/a/b/deeper", "0/a/deep", "0/file", "1/menu.txt"][..]),
        (&["--no-parent"], &["0/a/b/deeper", "0/a/deep"]),
        (&["--no-parent", "--accept", "deep*", "--reject", "*er"], &["0/a/deep"]),
    ] {
        let place = Place::new(gopher_tree());
        // A server of this machine is not waited for.
        let begun = std::time::Instant::now();
        let arguments = ["-r", "--into", "mirror", &place.url("gopher", "1/a")];
        let run = place.fetch(&[&arguments, options].concat()).output().unwrap();
        assert_eq!(run.status.code(), Some(0), "{run:?}");
        assert!(begun.elapsed() < core::time::Duration::from_secs(2), "{:?}", begun.elapsed());
        let mut expected = [&menus, files].concat();
        expected.sort_unstable();
        assert_eq!(place.files().into_keys().collect::<Vec<_>>(), expected, "{options:?}");
    }
}

/// A variable of other programs, in a form that this one does not know.
#[test]
fn a_variable_that_names_no_news_server_is_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let with_variable = |arguments: &[&str]| {
        let mut command = program();
        command.env("NNTPSERVER", "::1").current_dir(folder.path());
        let run = command.arg("fetch").args(arguments).output().unwrap();
        (run.status.code(), text(&run.stdout) + &text(&run.stderr))
    };
    let server = gopher("hello\r\n.\r\n");
    let (url, _) = url(&server, "gopher", "0x");
    assert_eq!(with_variable(&[&url]), (Some(0), "hello\r\n".to_owned()));
    let (code, shown) = with_variable(&["news:comp.test"]);
    assert!(code == Some(1) && shown.contains("none is configured"), "{shown}");
    let (code, shown) = with_variable(&["--news-server", "::1", "news:comp.test"]);
    assert!(code == Some(2) && shown.contains("--news-server is a host"), "{shown}");
}

#[test]
fn news_comes_from_the_configured_server() {
    let folder = tempfile::tempdir().unwrap();
    let script =
        |reply: &str| vec![say("200 hi\r\n"), Hear, say("200 r\r\n"), Hear, say(reply), Hear];
    let none = "211 0 0 0 comp.test\r\n";
    let server = Server::start(script(none));
    let address = server.address.to_string();
    let run = fetch(folder.path(), &["--news-server", &address, "news:comp.test"]);
    assert_eq!(text(&run.stdout), "211 0 0 0 comp.test\n", "{run:?}");
    // The group is there although its overview is not.
    let mut replies = script("211 2 10 11 comp.test\r\n");
    replies.extend([say("500 what?\r\n"), Hear, say("500 what?\r\n"), Hear]);
    let server = Server::start(replies);
    let address = server.address.to_string();
    let run = fetch(folder.path(), &["--news-server", &address, "news:comp.test"]);
    assert_eq!(text(&run.stdout), "211 2 10 11 comp.test\n", "{run:?}");
    let overview = "224 here\r\n10\tRe: x\tJoe\tTue, 3 Nov 2026\t<a@b>\t\t99\t7\r\n.\r\n";
    let mut replies = script("211 2 10 11 comp.test\r\n");
    replies.extend([say(overview), Hear]);
    let server = Server::start(replies);
    let address = server.address.to_string();
    let run = fetch(folder.path(), &["--json", "--news-server", &address, "news:comp.test"]);
    let row: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!(
        (&row["name"], &row["size"], &row["url"]),
        (&"Re: x".into(), &99.into(), &"news:a@b".into())
    );
    let server = Server::start(script("220 1 <a@b>\r\nSubject: x\r\n\r\n..\r\n.\r\n"));
    let address = server.address.to_string();
    let run = fetch(folder.path(), &["--news-server", &address, "news:a@b"]);
    assert_eq!(text(&run.stdout), "Subject: x\r\n\r\n.\r\n", "{run:?}");
}

#[test]
fn a_dry_run_reports_what_is_refused_as_plan_does() {
    for format in ["json", "csv"] {
        let urls = ["--format", format, "ftp://host.dom/a%0Ab", "file://host.dom/x", "http://h/~"];
        let dry = fetch(Path::new("."), &[&["--dry-run"], &urls[..]].concat());
        let plan = program().arg("plan").args(urls).output().unwrap();
        assert!(!dry.stdout.is_empty());
        assert_eq!(text(&dry.stdout), text(&plan.stdout));
        assert_eq!((dry.status.code(), plan.status.code()), (Some(1), Some(1)));
    }
}

#[test]
fn an_address_is_not_written_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mine"), "mine").unwrap();
    for option in [&["-o", "mine"][..], &["-O"]] {
        let run = fetch(folder.path(), &[option, &["mailto:joe@host.dom"]].concat());
        assert_eq!(text(&run.stdout), "compose a message to joe@host.dom\n", "{run:?}");
        assert!(run.status.success() && run.stderr.is_empty(), "{run:?}");
    }
    let url = "mailto:%22ftp://joe:s3cret@i.dom/%22@host.dom";
    let run = fetch(folder.path(), &[url]);
    assert_eq!(text(&run.stdout), "compose a message to \"ftp://joe:***@host.dom\n", "{run:?}");
    let run = fetch(folder.path(), &["-r", "--into", "mirror", "mailto:joe@host.dom"]);
    assert_eq!(text(&run.stdout), "compose a message to joe@host.dom\n", "{run:?}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    assert_eq!(fs::read_to_string(folder.path().join("mine")).unwrap(), "mine");
}

#[test]
fn a_telnet_session_is_handed_over_and_its_password_is_advice() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(vec![Do::Say(b"\xff\xfd\x27login: ".to_vec()), say("bye\r\n")]);
    let port = server.address.port().to_string();
    let url = format!("telnet://me:hunter2@127.0.0.1:{port}/");
    let run = fetch(folder.path(), &["--allow-port", &port, &url]);
    assert_eq!((run.status.code(), text(&run.stdout)), (Some(0), "login: bye\r\n".to_owned()));
    let stderr = text(&run.stderr);
    assert!(stderr.contains("advise user \"me\"") && !stderr.contains("hunter2"), "{stderr}");

    // What a session shows is its content.
    let run = fetch(folder.path(), &["-o", "log", &url]);
    assert!(run.status.success() && run.stdout.is_empty(), "{run:?}");
    assert!(text(&run.stderr).ends_with("12 bytes in log\n"), "{run:?}");
    assert_eq!(fs::read_to_string(folder.path().join("log")).unwrap(), "login: bye\r\n");
    let run = fetch(folder.path(), &["--json", &url]);
    assert!(run.status.code() == Some(2) && run.stdout.is_empty(), "{run:?}");
    let run = fetch(folder.path(), &["--max-size", "2", &url]);
    let stderr = text(&run.stderr);
    assert!(stderr.contains("error: session: the content exceeds 2 octets\n"), "{stderr}");
    assert!(stderr.contains("help: raise --max-size"), "{stderr}");

    // Neither silence nor what comes slowly, shown or not, goes on for longer.
    let slow = [
        Hang,
        Do::Drip(b"login: login: login: login: "),
        Do::Drip(&[255, 241, 255, 241, 255, 241]),
    ];
    for slow in slow {
        let server = Server::start(vec![slow, Hang]);
        let url = self::url(&server, "telnet", "").0;
        let run = fetch(folder.path(), &["--timeout", "0.5", &url]);
        let stderr = text(&run.stderr);
        assert!(run.status.code() == Some(3) && stderr.contains("no end within 0.5 s"), "{stderr}");
    }
}

/// A line that is not a URL has the columns of the others, also if it is the first.
#[test]
fn a_table_has_one_header_row() {
    for urls in [["http://h/~", "x-db://h/a"], ["x-db://h/a", "http://h/~"]] {
        let table = fetch(Path::new("."), &[&["--format", "csv"], &urls[..]].concat()).stdout;
        let mut reader = csv::Reader::from_reader(&*table);
        let names = reader.headers().unwrap().clone();
        let cell = |row: &csv::StringRecord, name| {
            row[names.iter().position(|it| it == name).unwrap()].to_owned()
        };
        let rows = reader.records().map(|row| cell(&row.unwrap(), "input"));
        assert_eq!(rows.collect::<Vec<_>>(), urls);
    }
}
