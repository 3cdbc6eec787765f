//! What servers and planted files do to a folder that `fetch --recursive` writes.

mod names;
mod runs;

use std::{
    fs,
    os::unix::fs::symlink,
    path::PathBuf,
    process::Command,
    sync::{Arc, Mutex},
};

use super::{
    Attacks, trees,
    trees::{Files, Place, Ran, gopher, item},
};

fn files_of(list: &[(&[u8], &[u8])]) -> Files {
    let files = list.iter().map(|(path, content)| (path.to_vec(), content.to_vec()));
    Arc::new(Mutex::new(files.collect()))
}

/// A mirror of an FTP server, and its files.
fn ftp(list: &[(&[u8], &[u8])]) -> (Place, Files) {
    let files = files_of(list);
    (Place::new(trees::ftp_files(&files)), files)
}

/// Returns names as they are shown in the table.
fn shown(names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let short = |name: &str| match name.char_indices().nth(60) {
        Some(_) => {
            let head: String = name.chars().take(12).collect();
            let tail: Vec<char> = name.chars().rev().take(8).collect();
            format!("`{head}...{}`", tail.iter().rev().collect::<String>())
        }
        None => format!("`{name}`"),
    };
    names.into_iter().map(|name| short(name.as_ref())).collect::<Vec<_>>().join(", ")
}

#[test]
fn nothing_outside_a_mirror_is_written_and_nothing_in_it_is_lost() {
    let mut attacks = Attacks::on("mirrors");
    names::hostile(&mut attacks);
    names::with_errors(&mut attacks);
    runs::second(&mut attacks);
    files(&mut attacks);
    indexes(&mut attacks);
    runs::failing(&mut attacks);
    runs::of_single_files(&mut attacks);
    attacks.compare();
}

/// Names are chosen as the server has them, not as local files have them; and what may be a directory, which `NLST` does not
/// say, is opened as one, but not fetched as a file.
#[test]
fn names_are_chosen_as_the_server_has_them() {
    let list: [(&[u8], &[u8]); 5] =
        [(b".hidden", b""), (b"a:b", b""), (b"dir/a", b""), (b"dir/x.txt", b""), (b"z.txt", b"")];
    for (options, files) in [
        (&["--reject", ".*"][..], &["a%3Ab", "dir/a", "dir/x.txt", "z.txt"][..]),
        (&["--accept", "*:*"], &["a%3Ab"]),
        (&["--accept", "*.txt"], &["dir/x.txt", "z.txt"]),
    ] {
        let (place, _) = ftp(&list);
        let ran = place.mirror(&place.url("ftp", ""), options);
        assert_eq!(ran.outcome(), "exit 0", "{}", ran.stderr);
        assert_eq!(place.files().into_keys().collect::<Vec<_>>(), files, "{options:?}");
    }
}

fn files(attacks: &mut Attacks) {
    let planted = |plant: &dyn Fn(&Place), more: &[&str]| {
        let (place, _) = ftp(&[(b"a", b"server's"), (b"sub/b", b"server's"), (b"c", b"server's")]);
        fs::create_dir_all(place.host()).unwrap();
        fs::create_dir(place.path("outside")).unwrap();
        fs::write(place.path("outside/mine"), "user's").unwrap();
        plant(&place);
        let before = place.outside();
        let ran = place.mirror(&place.url("ftp", ""), more);
        assert_eq!(place.outside(), before, "{}", ran.stderr);
        (place, ran)
    };
    let unchanged = |ran: &Ran| {
        assert_eq!(ran.code, 3, "{}", ran.stderr);
        format!("{}; nothing outside is changed", ran.outcome())
    };
    let link = |name: &'static str, to: &'static str| {
        move |place: &Place| symlink(place.path(to), place.host().join(name)).unwrap()
    };
    let (_, ran) = planted(&link("a", "outside/mine"), &[]);
    attacks.add("a link to a file of the user, at the name of an item", unchanged(&ran));
    let (_, ran) = planted(&link("a", "outside/mine"), &["--force"]);
    attacks.add("a link to a file of the user, with --force", unchanged(&ran));
    let (_, ran) = planted(&link("a", "outside/new"), &[]);
    attacks.add("a link to a file that does not exist", unchanged(&ran));
    let (_, ran) = planted(&link("a", "outside"), &[]);
    attacks.add("a link to a folder, at the name of a file", unchanged(&ran));
    let (_, ran) = planted(&link("sub", "outside"), &[]);
    attacks.add("a link to a folder, at the name of a directory", unchanged(&ran));
    let (_, ran) = planted(
        &|place| fs::hard_link(place.path("outside/mine"), place.host().join("a")).unwrap(),
        &["--force"],
    );
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    attacks.add(
        "a hard link to a file of the user, with --force",
        format!("{}; the link is replaced, the file is unchanged", ran.outcome()),
    );
    let (_, ran) = planted(
        &|place| {
            let made = Command::new("mkfifo").arg(place.host().join("a")).status();
            assert!(made.unwrap().success());
        },
        &["--force"],
    );
    attacks.add("a pipe at the name of an item, with --force", unchanged(&ran));

    let own = |ran: &Ran, place: &Place, what: &str| {
        assert_eq!(ran.code, 2, "{}", ran.stderr);
        assert!(place.files().values().all(|content| content != b"server's"));
        format!("{}; {what}", ran.outcome())
    };
    let (place, ran) = planted(
        &|place| {
            fs::remove_dir(place.host()).unwrap();
            symlink(place.path("outside"), place.host()).unwrap();
        },
        &[],
    );
    attacks.add("a link at the folder of the host", own(&ran, &place, "nothing is written"));
    let (place, ran) = planted(&link(".url1738-index", "outside/mine"), &[]);
    attacks.add("a link at the index", own(&ran, &place, "nothing is written"));
    let (place, ran) = planted(&link(".url1738-index", "outside/new"), &[]);
    attacks.add(
        "a link at the index to a file that does not exist",
        own(&ran, &place, "nothing is written"),
    );
    let (place, ran) = planted(
        &|place| {
            fs::hard_link(place.path("outside/mine"), place.host().join(".url1738-index")).unwrap();
        },
        &[],
    );
    attacks.add("a hard link at the index", own(&ran, &place, "nothing is written"));
    let (place, ran) = planted(
        &|place| {
            let made = Command::new("mkfifo").arg(place.host().join(".url1738-index")).status();
            assert!(made.unwrap().success());
        },
        &[],
    );
    attacks.add("a pipe at the index", own(&ran, &place, "nothing is written, it does not wait"));

    let place = Place::new(gopher(|_, port| item('0', "/x", port).into_bytes()));
    fs::create_dir_all(place.host()).unwrap();
    fs::write(place.path("mine"), "user's").unwrap();
    symlink(place.path("mine"), place.host().join("menu.txt")).unwrap();
    let ran = place.mirror(&place.url("gopher", ""), &[]);
    assert_eq!(fs::read(place.path("mine")).unwrap(), b"user's");
    assert!(ran.stderr.contains("menu.txt is a link or device"), "{}", ran.stderr);
    attacks.add(
        "a link at the file of a menu",
        format!("{}; nothing outside is changed", ran.outcome()),
    );

    // The folder becomes a link between two of its items.
    let folder: Arc<Mutex<Option<(PathBuf, PathBuf)>>> = Arc::default();
    let swapped = Arc::clone(&folder);
    let place = Place::new(trees::ftp(move |verb, _, path| match (verb, path) {
        ("NLST", b"") => Ok(b"sub\r\n".to_vec()),
        ("NLST", _) => Ok(b"a\r\nb\r\n".to_vec()),
        (_, b"sub") => Err("550 a directory"),
        (_, b"sub/b") => {
            let paths = swapped.lock().unwrap().take();
            if let Some((inner, outside)) = paths {
                fs::rename(&inner, inner.with_file_name("moved")).unwrap();
                symlink(outside, inner).unwrap();
            }
            Ok(b"server's".to_vec())
        }
        _ => Ok(b"server's".to_vec()),
    }));
    fs::create_dir(place.path("outside")).unwrap();
    *folder.lock().unwrap() = Some((place.host().join("sub"), place.path("outside")));
    let ran = place.mirror(&place.url("ftp", ""), &[]);
    assert_eq!(fs::read_dir(place.path("outside")).unwrap().count(), 0, "{}", ran.stderr);
    assert!(folder.lock().unwrap().is_none());
    let kept = place.files();
    assert_eq!(kept["moved/a"], b"server's");
    attacks.add(
        "a folder that becomes a link while its file is fetched",
        format!("{}; nothing outside is written; {}", ran.outcome(), shown(kept.keys())),
    );
    let ran = place.mirror(&place.url("ftp", ""), &[]);
    assert_eq!((ran.code, fs::read_dir(place.path("outside")).unwrap().count()), (3, 0));
    attacks
        .add("the next run after that", format!("{}; nothing outside is written", ran.outcome()));
}

fn indexes(attacks: &mut Attacks) {
    // A first run, a change of the index, and a second run after the server changed.
    let changed = |change: &dyn Fn(Vec<u8>) -> Vec<u8>| {
        let (place, files) = ftp(&[(b"a", b"old"), (b"b", b"old"), (b"c", b"old")]);
        let url = place.url("ftp", "");
        assert_eq!(place.mirror(&url, &[]).code, 0);
        fs::write(place.host().join("notes.txt"), "user's").unwrap();
        let index = place.host().join(".url1738-index");
        let text = change(fs::read(&index).unwrap());
        fs::write(&index, text).unwrap();
        for content in files.lock().unwrap().values_mut() {
            *content = b"new".to_vec();
        }
        files.lock().unwrap().insert(b"notes.txt".to_vec(), b"server's".to_vec());
        let before = place.outside();
        let ran = place.mirror(&url, &[]);
        let kept = place.files();
        assert_eq!(place.outside(), before);
        assert_eq!(kept["notes.txt"], b"user's");
        let count = kept.values().filter(|it| *it == b"new").count();
        let again = place.mirror(&url, &[]);
        assert_eq!(again.code, 3, "{}", again.stderr);
        assert_eq!(place.files(), kept);
        format!("{}; {count} of 3 are updated, the file of the user is unchanged", ran.outcome())
    };
    attacks.add("an index that is whole", changed(&|text| text));
    attacks.add(
        "an index that is cut off in its last line",
        changed(&|text| text[..text.len() - 2].to_vec()),
    );
    attacks.add("an index that is empty", changed(&|_| Vec::new()));
    attacks.add("an index of noise", changed(&|_| (0..=255).cycle().take(100_000).collect()));
    attacks.add(
        "an index with a line of 10 MB",
        changed(&|text| [b"x".repeat(10_000_000).as_slice(), b"\n", &text].concat()),
    );
    attacks.add(
        "an index that says that the user's file is that of another item",
        changed(&|text| [text.as_slice(), b"notes.txt\ta\nnotes.txt\tx\n"].concat()),
    );
    attacks.add(
        "an index with paths that leave the folder",
        changed(&|text| [text.as_slice(), b"../../mine\ta\n/etc/x\tb\n..\t..\n"].concat()),
    );
    attacks.add(
        "an index in another order, with lines twice",
        changed(&|text| {
            let mut lines: Vec<&[u8]> = text.split_inclusive(|it| *it == b'\n').collect();
            lines.reverse();
            [lines.concat(), text.clone()].concat()
        }),
    );
}
