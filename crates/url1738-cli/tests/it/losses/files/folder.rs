//! Names in the folder, and what the file is already.

use std::{
    ffi::OsStr,
    fs::{self, Permissions},
    os::unix::{
        ffi::OsStrExt as _,
        fs::{PermissionsExt as _, symlink},
    },
    path::{Path, PathBuf},
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use super::{Attacks, Entry, HALF, OWN, Place, WHOLE, good, message};
use crate::ftp::Ftp;
/// The unfinished name that an attacker would have to guess, and the note beside it.
const GUESSED: &str = ".x.abcdef.url1738";
const GUESSED_NOTE: &str = ".x.abcdef.url1738.json";

fn note(url: &str) -> Vec<u8> {
    serde_json::json!({"url": url, "len": WHOLE.len(), "modified": null}).to_string().into_bytes()
}

/// Makes a pipe with a name.
fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// Names that an unfinished file might have, taken by something else.
pub(super) fn names_in_the_folder(attacks: &mut Attacks) {
    for (name, what, attack) in [
        ("x.part", "file", "`x.part` is a file of the user"),
        ("x.part", "link", "`x.part` is a link to a file of the user"),
        ("x.part", "folder", "`x.part` is a folder"),
    ] {
        let plant = |place: &Place<'_>| match what {
            "file" => fs::write(place.path(name), OWN).unwrap(),
            "link" => {
                fs::write(place.path("victim"), OWN).unwrap();
                symlink("victim", place.path(name)).unwrap();
            }
            _ => fs::create_dir(place.path(name)).unwrap(),
        };
        let mut place = Place::new(attacks, good());
        plant(&place);
        let run = place.fetch(&["-o", "x"]);
        place.row(attack, &run, "exit 0, complete");
        let mut place = Place::new(attacks, good().cut_after(HALF.len()));
        plant(&place);
        let run = place.fetch(&["-O"]);
        place.row(&format!("{attack}; the transfer is cut"), &run, "exit 3, absent, 28 bytes kept");
        let mut place = Place::new(attacks, good());
        plant(&place);
        let run = place.fetch(&["--resume", "-O"]);
        place.row(&format!("{attack}; `--resume`"), &run, "exit 0, complete");
    }
    type Plant = fn(&Place<'_>);
    let planted: [(&str, Plant); 7] = [
        ("an unfinished name is a link to a file of the user", |place| {
            fs::write(place.path("victim"), HALF).unwrap();
            symlink("victim", place.path(GUESSED)).unwrap();
            fs::write(place.path(GUESSED_NOTE), note(&place.url())).unwrap();
        }),
        ("an unfinished name is a hard link to a file of the user", |place| {
            fs::write(place.path("victim"), HALF).unwrap();
            fs::hard_link(place.path("victim"), place.path(GUESSED)).unwrap();
            fs::write(place.path(GUESSED_NOTE), note(&place.url())).unwrap();
        }),
        ("an unfinished name is a folder", |place| {
            fs::create_dir(place.path(GUESSED)).unwrap();
            fs::write(place.path(GUESSED_NOTE), note(&place.url())).unwrap();
        }),
        ("an unfinished name is a pipe", |place| {
            pipe(&place.path(GUESSED));
            fs::write(place.path(GUESSED_NOTE), note(&place.url())).unwrap();
        }),
        ("the note of an unfinished file is a pipe", |place| {
            fs::write(place.path(GUESSED), OWN).unwrap();
            pipe(&place.path(GUESSED_NOTE));
        }),
        ("the note of an unfinished file is not JSON", |place| {
            fs::write(place.path(GUESSED), OWN).unwrap();
            fs::write(place.path(GUESSED_NOTE), b"{\"url\":").unwrap();
        }),
        ("the note of an unfinished file is 4 GiB of zeros", |place| {
            fs::write(place.path(GUESSED), OWN).unwrap();
            fs::File::create(place.path(GUESSED_NOTE)).unwrap().set_len(4 << 30).unwrap();
        }),
    ];
    for (attack, plant) in planted {
        let mut place = Place::new(attacks, good());
        plant(&place);
        // A file of 4 GiB is not compared.
        let sparse = attack.contains("4 GiB");
        if sparse {
            let run = place.command(&["--resume", "-o", "x"], &place.url()).output().unwrap();
            assert_eq!(fs::metadata(place.path(GUESSED_NOTE)).unwrap().len(), 4 << 30);
            fs::remove_file(place.path(GUESSED_NOTE)).unwrap();
            assert_eq!(fs::read(place.path(GUESSED)).unwrap(), OWN);
            place.row(attack, &run, "exit 0, complete, 19 bytes kept");
            continue;
        }
        let run = place.fetch(&["--resume", "-o", "x"]);
        let kept = if attack.starts_with("the note") { ", 19 bytes kept" } else { "" };
        let kept = if attack.contains("hard link") { ", 28 bytes kept" } else { kept };
        place.row(attack, &run, &format!("exit 0, complete{kept}"));
    }
    let mut place = Place::new(attacks, good()).with(GUESSED, OWN);
    fs::write(place.path(GUESSED_NOTE), note("ftp://other.dom/x;type=i")).unwrap();
    let run = place.fetch(&["--resume", "-o", "x"]);
    place.row("an unfinished file came from another URL", &run, "exit 0, complete, 19 bytes kept");

    let mut place = Place::new(attacks, good().cut_after(HALF.len()));
    let url = place.url().replace("//", "//me:hunter2@");
    place.before = place.entries();
    let run = place.command(&["-o", "x"], &url).output().unwrap();
    for (path, entry) in place.entries() {
        let Entry::File(content) = entry else { panic!("{}", path.display()) };
        assert!(!content.windows(7).any(|seven| seven == b"hunter2"), "{}", path.display());
    }
    place.row("the URL has a password, which no note keeps", &run, "exit 3, absent, 28 bytes kept");
}

/// What the file to be written is already.
pub(super) fn the_file_itself(attacks: &mut Attacks) {
    let mut place = Place::new(attacks, good()).with("x", OWN);
    let run = place.fetch(&["-O"]);
    place.row("`-O` names a file that exists", &run, "exit 2, as it was");

    let mut place = Place::new(attacks, good()).with("x", OWN);
    let run = place.fetch(&["-o", "x"]);
    place.row("`-o` names a file that exists", &run, "exit 0, complete");

    let mut place = Place::new(attacks, good().cut_after(HALF.len())).with("x", OWN);
    let run = place.fetch(&["-o", "x"]);
    let wanted = "exit 3, as it was, 28 bytes kept";
    place.row("`-o` names a file that exists; the transfer is cut", &run, wanted);

    let mut place = Place::new(attacks, good()).with("x", OWN);
    let run = place.fetch(&["-o", "x", "--max-size", "30"]);
    let wanted = "exit 3, as it was";
    let outcome = place.judge("limit", &run);
    assert!(outcome.starts_with(wanted), "{outcome}");
    // What came before the limit depends on the pieces in which it came.
    let outcome = format!("{wanted}, what came is kept");
    place.attacks.add("`-o` names a file that exists; the content exceeds `--limit`", outcome);

    let mut place = Place::new(attacks, good()).with("x", OWN);
    fs::set_permissions(place.path("x"), Permissions::from_mode(0o600)).unwrap();
    let gate = Arc::new(AtomicBool::new(false));
    place.becomes(Ftp { gate: Some(gate.clone()), ..good() });
    let child = place.begin(&["-o", "x"]);
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert!(place.entries().keys().all(|path| mode(path) == 0o600), "{:?}", place.entries());
    gate.store(true, Ordering::SeqCst);
    let run = child.wait_with_output().unwrap();
    assert_eq!(mode(&place.path("x")), 0o600);
    place.row("`-o` names a file that only its owner may read", &run, "exit 0, complete");

    for (option, target, wanted) in [
        ("-o", "victim", "exit 0, complete"),
        ("-o", "missing", "exit 0, complete"),
        ("-O", "victim", "exit 2, as it was"),
        ("--resume", "victim", "exit 2, as it was"),
    ] {
        let mut place = Place::new(attacks, good()).with("victim", OWN);
        symlink(target, place.path("x")).unwrap();
        let run = match option {
            "-o" => place.fetch(&["-o", "x"]),
            "-O" => place.fetch(&["-O"]),
            _ => place.fetch(&["--resume", "-O"]),
        };
        let leads = if target == "missing" { "nowhere" } else { "to a file of the user" };
        place.row(&format!("`{option}` names a link {leads}"), &run, wanted);
    }

    let mut place = Place::new(attacks, good());
    fs::create_dir(place.path("x")).unwrap();
    let run = place.fetch(&["-o", "x"]);
    place.row("`-o` names a folder", &run, "exit 2, as it was");

    let mut place = Place::new(attacks, good());
    pipe(&place.path("x"));
    let run = place.fetch(&["--resume", "-O"]);
    place.row("`--resume` names a pipe", &run, "exit 2, as it was");
}

/// Names as long as they may be.
pub(super) fn long_names(attacks: &mut Attacks) {
    let names = [
        ("a name of 255 bytes", "n".repeat(255).into_bytes()),
        ("a name of 127 characters of two bytes", "\u{e9}".repeat(127).into_bytes()),
        ("a name of 255 bytes that are not UTF-8", vec![0xe9; 255]),
    ];
    for (attack, name) in names {
        let name = OsStr::from_bytes(&name);
        let mut place = Place::new(attacks, good().cut_after(HALF.len()));
        place.name = PathBuf::from(name);
        for (cut, wanted) in [(true, "exit 3, absent, 28 bytes kept"), (false, "exit 0, complete")]
        {
            let (more, then) = if cut { ("", "is cut") } else { ("--resume", "is resumed") };
            place.before = place.entries();
            let mut command = place.command(&[], &place.url());
            command.args((!more.is_empty()).then_some(more)).arg("-o").arg(name);
            let run = command.output().unwrap();
            place.row(&format!("{attack} {then}"), &run, wanted);
            place.becomes(good());
        }
    }
    // The ends of both names do not fit into those of the unfinished files.
    let [one, other] = ["1", "2"].map(|end| format!("{}{end}", "n".repeat(254)));
    let mut place = Place::new(attacks, good().cut_after(HALF.len()));
    place.name = PathBuf::from(&other);
    let run = place.fetch(&["-o", &one]);
    assert_eq!(run.status.code(), Some(3), "{run:?}");
    let run = place.fetch(&["-o", &other]);
    let attack = "two names of 255 bytes that differ at the end are cut";
    place.row(attack, &run, "exit 3, absent, 28 bytes kept, 28 bytes kept");
}

/// Places that cannot be written to.
pub(super) fn what_cannot_be_written(attacks: &mut Attacks) {
    for (attack, target) in [
        ("the folder does not exist", "missing/x"),
        ("the folder cannot be written to", "/proc/x"),
        ("the disk is full: `/dev/full`", "/dev/full"),
    ] {
        let mut place = Place::new(attacks, good());
        let run = place.fetch(&["-o", target]);
        assert!(message(&run).contains(&format!("cannot write {target}: ")), "{run:?}");
        place.row(attack, &run, "exit 2, absent");
    }
    // A limit for the size of files is what a full disk is: a write that fails midway.
    let long: Vec<u8> = WHOLE.repeat(100);
    let mut place = Place::new(attacks, Ftp::new(long.clone())).with("x", OWN);
    place.before = place.entries();
    let url = place.url();
    let inner = place.command(&["-o", "x"], &url);
    let run = Command::new("sh")
        .current_dir(place.folder.path())
        .args(["-c", "trap '' XFSZ; ulimit -f 4; exec \"$0\" \"$@\""])
        .arg(inner.get_program())
        .args(inner.get_args())
        .output()
        .unwrap();
    assert!(message(&run).contains("cannot write x: "), "{run:?}");
    assert!(!message(&run).contains(".url1738"), "the error names another file: {run:?}");
    assert_eq!(fs::read(place.path("x")).unwrap(), OWN);
    let [(path, _)] = &place.kept()[..] else { panic!("{:?}", place.entries()) };
    assert!(long.starts_with(&fs::read(path).unwrap()));
    // The unit of the limit depends on the shell.
    let outcome = format!("exit {}, as it was, what came is kept", run.status.code().unwrap());
    place.attacks.add("the disk is full midway", outcome);
    let run = place.fetch(&["--resume", "-o", "x"]);
    assert_eq!((run.status.code(), fs::read(place.path("x")).unwrap()), (Some(0), long), "{run:?}");
    place.attacks.add("the disk is full midway, then `--resume` with space", "exit 0, complete");
}
