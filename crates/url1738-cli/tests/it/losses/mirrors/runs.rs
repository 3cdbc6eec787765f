//! Runs into a folder that exists, runs that fail, and runs for single files.

use core::time::Duration;
use std::{
    collections::BTreeMap,
    fs,
    process::Command,
    sync::{Arc, Mutex},
    thread,
};

use super::{
    super::{
        Attacks,
        trees::{self, Place, Ran, gopher},
    },
    ftp, shown,
};

pub(super) fn second(attacks: &mut Attacks) {
    let (place, files) = ftp(&[(b"a", b"old"), (b"sub/b", b"old")]);
    let url = place.url("ftp", "");
    assert_eq!(place.mirror(&url, &[]).code, 0);
    let newer = [
        (b"a".to_vec(), b"new".to_vec()),
        (b"sub/b".to_vec(), b"new".to_vec()),
        (b"c".to_vec(), b"new".to_vec()),
    ];
    files.lock().unwrap().extend(newer);
    let ran = place.mirror(&url, &[]);
    let kept = place.files();
    assert!(ran.code == 0 && kept.len() == 3 && kept.values().all(|it| it == b"new"), "{kept:?}");
    attacks.add(
        "a second run after the server changed its files",
        format!("{}; all are updated", ran.outcome()),
    );

    let (place, _) = ftp(&[(b"a", b"server's"), (b"b", b"server's")]);
    fs::create_dir_all(place.host()).unwrap();
    fs::write(place.host().join("a"), "user's").unwrap();
    let url = place.url("ftp", "");
    let ran = place.mirror(&url, &[]);
    let kept = place.files();
    assert_eq!((ran.code, &kept["a"][..], &kept["b"][..]), (3, &b"user's"[..], &b"server's"[..]));
    attacks.add(
        "a file of the user with the name of an item",
        format!("{}; it is unchanged, the others are kept", ran.outcome()),
    );
    let ran = place.mirror(&url, &["--force"]);
    assert_eq!((ran.code, &place.files()["a"][..]), (0, &b"server's"[..]), "{}", ran.stderr);
    attacks.add(
        "a file of the user with the name of an item, with --force",
        format!("{}; it is replaced", ran.outcome()),
    );

    let (place, _) = ftp(&[(b"a", b"server's"), (b"b", b"server's")]);
    fs::create_dir_all(place.host().join("a")).unwrap();
    fs::write(place.host().join("a/mine"), "user's").unwrap();
    let ran = place.mirror(&place.url("ftp", ""), &["--force"]);
    let kept = place.files();
    assert_eq!((ran.code, &kept["a/mine"][..], kept.len()), (3, &b"user's"[..], 2));
    attacks.add(
        "a folder of the user with the name of a file, with --force",
        format!("{}; it is unchanged", ran.outcome()),
    );

    let (place, files) = ftp(&[(b"x", b"a file"), (b"y", b"y")]);
    let url = place.url("ftp", "");
    assert_eq!(place.mirror(&url, &[]).code, 0);
    let mut now = files.lock().unwrap();
    now.remove(b"x".as_slice());
    now.insert(b"x/inner".to_vec(), b"inner".to_vec());
    drop(now);
    let ran = place.mirror(&url, &[]);
    assert_eq!((ran.code, &place.files()["x"][..]), (3, &b"a file"[..]), "{}", ran.stderr);
    attacks.add(
        "a file that became a directory since the last run",
        format!("{}; the file is kept", ran.outcome()),
    );

    let replies: Arc<Mutex<Option<&'static str>>> = Arc::default();
    let served = Arc::clone(&replies);
    let place = Place::new(trees::ftp(move |verb, _, _| match verb {
        "NLST" => Ok(b"x\r\n".to_vec()),
        _ => served.lock().unwrap().map_or_else(|| Ok(b"whole".to_vec()), Err),
    }));
    let url = place.url("ftp", "");
    assert_eq!(place.mirror(&url, &[]).code, 0);
    *replies.lock().unwrap() = Some("426 cut");
    let ran = place.mirror(&url, &[]);
    assert_eq!(
        (ran.code, shown(place.files().keys()), &place.files()["x"][..]),
        (3, "`x`".to_owned(), &b"whole"[..])
    );
    attacks.add(
        "an update that is cut off",
        format!("{}; the old file is kept, nothing beside it", ran.outcome()),
    );
    *replies.lock().unwrap() = Some("550 gone");
    let ran = place.mirror(&url, &["--max-files", "1"]);
    assert_eq!(place.files()["x"], b"whole", "{}", ran.stderr);

    let place = Place::new(trees::ftp(|verb, user, _| match verb {
        "NLST" => Ok(b"x\r\n".to_vec()),
        _ => Ok(user.as_bytes().to_vec()),
    }));
    let url = place.url("ftp", "");
    assert_eq!(place.mirror(&url, &[]).code, 0);
    let joe = url.replace("ftp://", "ftp://joe:pw@");
    let ran = place.mirror(&joe, &[]);
    assert_eq!((ran.code, &place.files()["x"][..]), (0, &b"anonymous"[..]), "{}", ran.stderr);
    let folders = fs::read_dir(place.path("mirror")).unwrap().count();
    let indexes = fs::read_dir(place.path("mirror")).unwrap();
    let text: String = indexes
        .map(|it| fs::read_to_string(it.unwrap().path().join(".url1738-index")).unwrap())
        .collect();
    assert!(text.contains("ftp://joe@") && !text.contains("pw"), "{text}");
    attacks.add(
        "another user of the same server, into the same folder",
        format!("{}; {folders} folders, no password in an index", ran.outcome()),
    );
}

/// Runs a command with a limit for the size of files; the signal that says so is ignored.
fn limited(command: &Command, blocks: usize, place: &Place) -> Ran {
    let mut limited = Command::new("sh");
    limited
        .args(["-c", &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\""), "sh"])
        .arg(command.get_program());
    limited.args(command.get_args()).current_dir(place.folder.path());
    Ran::of(limited.output().unwrap())
}

pub(super) fn failing(attacks: &mut Attacks) {
    let large = vec![b'x'; 100_000];
    let (place, _) = ftp(&[(b"a", b"1"), (b"large", &large), (b"z", b"2")]);
    let command = place.mirroring(&place.url("ftp", ""), &[]);
    let ran = limited(&command, 16, &place);
    assert_eq!(
        (ran.code, shown(place.files().keys())),
        (3, "`a`, `z`".to_owned()),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("cannot write mirror/"), "{}", ran.stderr);
    assert!(!ran.stderr.contains(".url1738"), "the error names another file: {}", ran.stderr);
    attacks.add(
        "a file that cannot be written whole",
        format!("{}; kept: {}", ran.outcome(), shown(place.files().keys())),
    );

    // A file that is not in the index is not in the mirror either, so that a later run has no need of `--force`.
    let names: Vec<String> = (0..60).map(|at| format!("{at:040}")).collect();
    let list: Vec<_> = names.iter().map(|name| (name.as_bytes(), &b"1"[..])).collect();
    let (place, _) = ftp(&list);
    let ran = limited(&place.mirroring(&place.url("ftp", ""), &[]), 2, &place);
    let some = place.files().len();
    assert!(ran.code == 3 && (1..60).contains(&some), "{some}: {}", ran.stderr);
    let ran = place.mirror(&place.url("ftp", ""), &[]);
    assert_eq!((ran.code, place.files().len()), (0, 60), "{}", ran.stderr);
    attacks.add("an index that cannot be written further, then a run that can", ran.outcome());

    let (place, _) = ftp(&[(b"a", b"1")]);
    fs::write(place.path("mirror"), "user's").unwrap();
    let ran = place.mirror(&place.url("ftp", ""), &[]);
    assert_eq!((ran.code, fs::read(place.path("mirror")).unwrap()), (2, b"user's".to_vec()));
    attacks.add("--into names a file", format!("{}; it is unchanged", ran.outcome()));

    // A signal in the middle of a file.
    let place = Place::new(trees::ftp(|verb, _, _| match verb {
        "NLST" => Ok(b"x\r\n".to_vec()),
        _ => {
            thread::sleep(Duration::from_secs(20));
            Err("550 late")
        }
    }));
    let mut command = Command::new("timeout");
    let fetch = place.mirroring(&place.url("ftp", ""), &[]);
    command
        .args(["--preserve-status", "-s", "TERM", "2"])
        .arg(fetch.get_program())
        .args(fetch.get_args());
    let ran = Ran::of(command.current_dir(place.folder.path()).output().unwrap());
    assert_eq!((ran.code, place.files().len()), (143, 0), "{}", ran.stderr);
    attacks.add(
        "SIGTERM while a file is fetched",
        format!("{}; nothing unfinished is left", ran.outcome()),
    );

    let many: Vec<(Vec<u8>, Vec<u8>)> =
        (0..20).map(|it| (format!("f{it}").into_bytes(), vec![b'1'])).collect();
    let list: Vec<(&[u8], &[u8])> =
        many.iter().map(|(path, it)| (path.as_slice(), it.as_slice())).collect();
    let (place, _) = ftp(&list);
    let ran = place.mirror(&place.url("ftp", ""), &["--max-files", "5"]);
    assert!(
        ran.code == 1 && ran.stderr.contains("stopped after 5: at least 16 are left"),
        "{}",
        ran.stderr
    );
    attacks.add(
        "20 files with --max-files 5",
        format!(
            "{}; {} files, and a message that 16 items are left",
            ran.outcome(),
            place.files().len()
        ),
    );
}

pub(super) fn of_single_files(attacks: &mut Attacks) {
    let place = Place::new(gopher(|selector, _| match selector {
        "/gone" => b"3gone\t\terror.host\t1\r\n1up\t/\thost.dom\t70\r\n.\r\n".to_vec(),
        other => other.as_bytes().to_vec(),
    }));
    let run = |arguments: &[&str]| Ran::of(place.fetch(arguments).output().unwrap());
    let url = |rest: &str| place.url("gopher", rest);
    fs::write(place.path("b"), "user's").unwrap();
    let ran = run(&["-O", &url("0/a"), &url("0/b"), &url("0/c")]);
    let outside: BTreeMap<String, Vec<u8>> = place.outside();
    assert_eq!((ran.code, &outside["b"][..]), (2, &b"user's"[..]), "{}", ran.stderr);
    assert!(ran.stderr.contains("error: b exists"), "{}", ran.stderr);
    attacks.add(
        "-O with three URLs, of which the second names an existing file",
        format!("{}; it is unchanged; {}", ran.outcome(), shown(outside.keys())),
    );
    let ran = run(&["-O", &url("0/x/same"), &url("0/y/same")]);
    assert_eq!((ran.code, &place.outside()["same"][..]), (2, &b"/x/same"[..]));
    attacks.add("-O with two URLs of one name", format!("{}; the first is kept", ran.outcome()));
    for (attack, arguments) in [
        ("a gopher error in place of a file, to stdout", &[][..]),
        ("a gopher error in place of a file, with -o", &["-o", "saved"]),
        ("a gopher error in place of a file, with -O", &["-O"]),
    ] {
        let ran = run(&[&[url("9/gone").as_str()], arguments].concat());
        assert_eq!(
            (ran.code, ran.stdout.len(), place.outside().len()),
            (1, 0, 4),
            "{}",
            ran.stderr
        );
        assert!(ran.stderr.contains("the server replied gone"), "{}", ran.stderr);
        attacks.add(attack, format!("{}; nothing is saved", ran.outcome()));
    }
    for (attack, arguments) in [
        ("a gopher item of type 3, to stdout", &[][..]),
        ("a gopher item of type 3, with -o", &["-o", "saved"]),
        ("a gopher item of type 3, with --recursive", &["--recursive"]),
    ] {
        let ran = run(&[&[url("3/x").as_str()], arguments].concat());
        assert_eq!(
            (ran.code, ran.stdout.len(), place.outside().len()),
            (1, 0, 4),
            "{}",
            ran.stderr
        );
        attacks.add(attack, format!("{}; nothing is saved", ran.outcome()));
    }
}
