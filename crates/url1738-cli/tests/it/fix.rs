//! `fix`: which lines are written, and that files are replaced as a whole or not at all.

use core::time::Duration;
use std::{
    fs,
    path::Path,
    process::{Child, Stdio},
    thread,
    time::Instant,
};

use crate::run::{program, run, stdout};

/// Lines with every ending, a byte order mark, and what is not a URL.
const MIXED: &[u8] = b"\xEF\xBB\xBFhttp://h/a b\r\nhttp://h/ok\r\n\r\n\nhttp://h/x#y\nC:\\Users\\joe\n\xFF\xFE\nlast\nhttp://h/~";
const MIXED_FIXED: &[u8] = b"\xEF\xBB\xBFhttp://h/a%20b\r\nhttp://h/ok\r\n\r\n\nhttp://h/x#y\nC:\\Users\\joe\n\xFF\xFE\nlast\nhttp://h/%7E";

fn code(arguments: &[&str], folder: &Path) -> (Option<i32>, String, String) {
    let output = program().current_dir(folder).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// Every line of a real list comes out, repaired or not.
#[test]
fn every_line_passes_through() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/urls");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let list = fs::read(&path).unwrap();
        let fixed =
            program().args(["fix", "-q", "--passwords", "keep"]).arg(&path).output().unwrap();
        let lines = |text: &[u8]| text.split(|byte| *byte == b'\n').count();
        assert_eq!(lines(&fixed.stdout), lines(&list), "{}", path.display());
    }
}

#[test]
fn what_is_not_repaired_is_not_touched() {
    for line in [
        r"C:\Users\joe",
        "c:/Users/joe smith",
        "no url",
        "",
        "http://my host/a b",
        "https://[::1]/a b",
    ] {
        assert_eq!(
            stdout(&["fix", "--unsafe"], line.as_bytes()),
            match line {
                "" => String::new(),
                _ => format!("{line}\n"),
            }
        );
    }
    let output = run(&["fix"], b"http://h/\xff \x1b\nhttp://h_h/\xff\x1b\n");
    assert_eq!(output.stdout, b"http://h/%FF%20%1B\nhttp://h_h/\xff\x1b\n");
}

#[test]
fn a_file_keeps_all_but_the_repaired_lines() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("list");
    fs::write(&file, MIXED).unwrap();
    let (status, out, err) = code(&["fix", "--in-place", "list"], folder.path());
    assert_eq!((status, out.as_str()), (Some(1), ""), "{err}");
    assert_eq!(fs::read(&file).unwrap(), MIXED_FIXED);
    let count = "9 lines = 1 unchanged + 2 fixed + 4 not fixable + 2 skipped (2 empty)";
    assert!(err.contains(count) && err.ends_with("; 1 fixable with --unsafe\n"), "{err}");
    // What cannot be repaired does not change the file again.
    let before = fs::metadata(&file).unwrap().modified().unwrap();
    let (_, _, err) = code(&["fix", "--in-place", "list"], folder.path());
    assert!(err.contains("3 unchanged + 0 fixed + 4 not fixable"), "{err}");
    assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), before);
    let (_, _, err) = code(&["fix", "--in-place", "--unsafe", "list"], folder.path());
    assert!(err.contains("3 unchanged + 1 fixed + 3 not fixable"), "{err}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file stays");
}

/// A password in a URL that may have none is removed by --unsafe, but not from a file.
#[test]
fn a_file_keeps_its_passwords() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("list");
    // What may be a password stays, too, although it is valid in the path after the repair.
    let list = "http://joe:s3cret@host.dom/\nhttp://host.dom/~a:b@c\nhttp://host.dom/~a\n";
    for kind in ["list", "text"] {
        for (keep, wanted, exit) in [
            ("refuse", list.replace("~a\n", "%7Ea\n"), 2),
            ("keep", list.replace("joe:s3cret@", "").replace('~', "%7E"), 0),
        ] {
            fs::write(&file, list).unwrap();
            let fix = ["fix", "--in-place", "--unsafe", "--as", kind, "--passwords", keep, "list"];
            let (status, _, err) = code(&fix, folder.path());
            assert_eq!(fs::read_to_string(&file).unwrap(), wanted, "{err}");
            assert_eq!(status, Some(exit), "{err}");
        }
    }
}

/// Old servers have the URLs of texts, too, in their character set.
#[test]
fn urls_of_texts_are_written_in_the_character_set_of_servers() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("list", "http://h/\u{43f}"), ("a.md", "[a](http://h/\u{43f} 'b')")] {
        fs::write(folder.path().join(name), text).unwrap();
        let (status, out, _) = code(&["fix", "--charset", "koi8-r", name], folder.path());
        assert_eq!((status, out.trim_end()), (Some(0), &*text.replace('\u{43f}', "%D0")));
    }
}

/// Of a text, the URLs are counted; a list that is shown counts each line once.
#[test]
fn counts_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let text = "http://h/~a http://h/~b\nhttp://h/ http://h/:\n\nhttp://joe:pw@h/\n";
    fs::write(folder.path().join("text.md"), text).unwrap();
    let (_, _, err) = code(&["fix", "text.md"], folder.path());
    let count =
        "5 URLs = 2 unchanged + 2 fixed + 1 not fixable + 0 skipped; 1 fixable with --unsafe";
    assert!(err.contains(count), "{err}");
    fs::write(folder.path().join("list"), "ftp://joe:pw@h/~\nhttp://h/~\n").unwrap();
    let (_, _, err) = code(&["fix", "--diff", "list"], folder.path());
    assert!(err.contains("2 lines = 0 unchanged + 2 fixed + 0 not fixable + 0 skipped"), "{err}");
}

/// A line that is too long to be repaired stays in the file, and ends a hunk of the diff.
#[test]
fn long_lines_stay() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("list");
    let long = format!("http://h/{}", "~".repeat(5 * 1024 * 1024));
    fs::write(&file, format!("http://h/~\n{long}\nhttp://h/~\n")).unwrap();
    let (_, diff, _) = code(&["fix", "--diff", "list"], folder.path());
    assert_eq!(
        diff,
        "--- list\n+++ list\n@@ -1,1 +1,1 @@\n-http://h/~\n+http://h/%7E\n@@ -3,1 +3,1 @@\n\
         -http://h/~\n+http://h/%7E\n"
    );
    let (status, _, err) = code(&["fix", "--in-place", "list"], folder.path());
    assert_eq!(status, Some(1));
    assert!(err.contains("list:2: line longer than 1 MiB skipped"), "{err}");
    assert!(fs::read_to_string(&file).unwrap() == format!("http://h/%7E\n{long}\nhttp://h/%7E\n"));
}

/// `patch` makes of the file what `--in-place` makes of it.
#[test]
fn a_diff_can_be_applied() {
    let folder = tempfile::tempdir().unwrap();
    let mut list = Vec::new();
    for index in 0..200 {
        match index % 23 {
            0 | 5 | 14 => list.extend(format!("http://h/{index} ~\n").bytes()),
            7 => list.extend(b"http://h/\r\n"),
            _ => list.extend(format!("http://h/{index}\n").bytes()),
        }
    }
    // The hunks around a line that is too long have less context.
    let long = format!("http://h/1\nhttp://h/~\nx{}\nhttp://h/~\n", "~".repeat(2 * 1024 * 1024));
    list.extend(long.bytes());
    list.extend(MIXED);
    for name in ["patched", "replaced"] {
        fs::write(folder.path().join(name), &list).unwrap();
    }
    let (_, diff, _) = code(&["fix", "--diff", "patched"], folder.path());
    assert_eq!(fs::read(folder.path().join("patched")).unwrap(), list, "--diff writes nothing");
    let (_, nothing, log) = code(&["fix", "--dry-run", "patched"], folder.path());
    assert!(nothing.is_empty() && log.contains("would replace `~`"), "{nothing}{log}");
    let output = program().current_dir(&folder).args(["fix", "-q", "--diff", "patched"]).output();
    fs::write(folder.path().join("diff"), output.unwrap().stdout).unwrap();
    code(&["fix", "--in-place", "replaced"], folder.path());
    let mut patch = std::process::Command::new("patch");
    let Ok(run) = patch.current_dir(&folder).args(["-s", "--binary", "patched", "diff"]).status()
    else {
        return;
    };
    assert!(run.success(), "{diff}");
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert_eq!(read("patched"), read("replaced"));
}

/// Neither shown nor masked: lines with passwords are withheld, and the others written.
#[test]
fn passwords_are_not_masked_in_data_unasked() {
    const LIST: &[u8] = b"ftp://me:s3cret@h/a b\nhttp://h/~\nhttp://joe:s3cret@my_host/\n";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("list");
    fs::write(&file, LIST).unwrap();
    let withheld = "error: 2 lines with passwords withheld; \
                    use --passwords keep to write them, or --passwords mask to mask the passwords\n";
    let (status, out, err) = code(&["fix", "list"], folder.path());
    assert_eq!((status, out.as_str()), (Some(2), "http://h/%7E\n"), "{err}");
    let count = "3 lines = 0 unchanged + 1 fixed + 0 not fixable + 2 withheld + 0 skipped\n";
    assert!(err.ends_with(&format!("{count}{withheld}")) && !err.contains("s3cret"), "{err}");
    assert!(!err.contains("list:1:"), "nothing is written for the line: {err}");
    let (status, out, err) = code(&["fix", "--json", "list"], folder.path());
    assert_eq!((status, out.matches("\"masked\":true").count()), (Some(1), 2), "{out}{err}");
    assert!(out.contains("\"url\":\"ftp://me:***@h/a%20b\"") && !out.contains("s3cret"), "{out}");
    assert!(err.ends_with("passwords masked in 2 lines; use --passwords keep to write them\n"));
    let (status, out, err) = code(&["fix", "--diff", "list"], folder.path());
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(err.ends_with(withheld), "{err}");
    let (status, out, _) = code(&["fix", "--passwords", "mask", "list"], folder.path());
    let masked = "ftp://me:***@h/a%20b\nhttp://h/%7E\nhttp://joe:***@my_host/\n";
    assert_eq!((status, out.as_str()), (Some(1), masked));
    for policy in ["refuse", "mask"] {
        fs::write(&file, LIST).unwrap();
        let (status, out, err) = code(&["fix", "-i", "--passwords", policy, "list"], folder.path());
        assert_eq!((status, out.as_str()), (Some(2), ""), "{err}");
        let left =
            "error: 1 line with a password not repaired; use --passwords keep to repair it\n";
        assert!(
            err.ends_with(left) && err.contains("+ 1 fixed + 1 not fixable + 1 withheld"),
            "{err}"
        );
        let now = fs::read_to_string(&file).unwrap();
        assert_eq!(now, "ftp://me:s3cret@h/a b\nhttp://h/%7E\nhttp://joe:s3cret@my_host/\n");
    }
    fs::write(&file, LIST).unwrap();
    let (status, ..) = code(&["fix", "-i", "--passwords", "keep", "list"], folder.path());
    assert_eq!(status, Some(1));
    let fixed = fs::read_to_string(&file).unwrap();
    assert_eq!(fixed, "ftp://me:s3cret@h/a%20b\nhttp://h/%7E\nhttp://joe:s3cret@my_host/\n");
    fs::write(&file, "ftp://me:s3cret@H/\nHTTP://h/\n").unwrap();
    let (status, out, err) = code(&["normalize", "list"], folder.path());
    assert_eq!((status, out.as_str()), (Some(2), "http://h/\n"), "{err}");
    assert!(err.contains("error: 1 line with a password withheld; use --passwords keep"), "{err}");
}

#[cfg(unix)]
#[test]
fn permissions_stay_and_links_are_not_followed_out_of_the_tree() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = tempfile::tempdir().unwrap();
    let (inside, outside) = (folder.path().join("in"), folder.path().join("out"));
    fs::create_dir(&inside).unwrap();
    fs::create_dir(&outside).unwrap();
    for (file, mode) in [(inside.join("list"), 0o640), (outside.join("list"), 0o600)] {
        fs::write(&file, "http://h/~\n").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
    }
    symlink("list", inside.join("near")).unwrap();
    symlink("../out/list", inside.join("far")).unwrap();
    symlink("../out", inside.join("folder")).unwrap();
    let absolute = inside.join("far");
    for link in ["far", "folder/list", absolute.to_str().unwrap()] {
        let (status, _, err) = code(&["fix", "-i", link], &inside);
        assert_eq!(status, Some(2), "{link}: {err}");
        assert!(err.contains("it is a symbolic link to a file in another folder"), "{err}");
    }
    assert_eq!(fs::read(outside.join("list")).unwrap(), b"http://h/~\n");
    assert_eq!(code(&["fix", "-i", "near"], &inside).0, Some(0));
    assert!(inside.join("near").is_symlink(), "the link stays");
    assert_eq!(fs::read(inside.join("list")).unwrap(), b"http://h/%7E\n");
    let mode = fs::metadata(inside.join("list")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    let (status, _, err) = code(&["fix", "-i", "."], &inside);
    assert_eq!(status, Some(2), "{err}");
}

/// Returns a list that takes a while to repair, and what it becomes.
fn long_list() -> (Vec<u8>, Vec<u8>) {
    let (mut old, mut new) = (String::new(), String::new());
    for index in 0..20_000 {
        old.push_str(&format!("http://host{index}.dom/a b~{index}\n"));
        new.push_str(&format!("http://host{index}.dom/a%20b%7E{index}\n"));
    }
    (old.into_bytes(), new.into_bytes())
}

fn start_fixing(folder: &Path) -> Child {
    let mut command = program();
    command.current_dir(folder).args(["fix", "-i", "-q", "list"]);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Killed at 30 moments of a run, `--in-place` leaves the old or the new file, and the next run is not confused by what
/// it leaves beside it.
#[test]
fn killed_in_place_leaves_the_old_or_the_new_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("list");
    let (old, new) = long_list();
    fs::write(&file, &old).unwrap();
    let begin = Instant::now();
    assert!(start_fixing(folder.path()).wait().unwrap().success());
    let whole = begin.elapsed();
    assert!(fs::read(&file).unwrap() == new);
    let mut state = 1738_u64;
    let (mut olds, mut news) = (0, 0);
    for round in 0..30 {
        fs::write(&file, &old).unwrap();
        let mut child = start_fixing(folder.path());
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // A tenth later than the whole run took, so that the rename is among the moments.
        let part = (state >> 40) as u32 % 1100;
        thread::sleep(whole * part / 1000);
        child.kill().unwrap();
        child.wait().unwrap();
        let now = fs::read(&file).unwrap();
        assert!(now == old || now == new, "round {round}: {} bytes", now.len());
        *(if now == old { &mut olds } else { &mut news }) += 1;
    }
    assert!(olds > 3, "killed early enough: {olds} old, {news} new");
    for entry in fs::read_dir(folder.path()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(
            name == "list" || name.starts_with(".url1738-") && name.ends_with(".part"),
            "{name}"
        );
    }
    fs::write(&file, &old).unwrap();
    assert!(start_fixing(folder.path()).wait().unwrap().success());
    assert!(fs::read(&file).unwrap() == new);
}

/// A file that another program writes meanwhile is not replaced.
#[test]
fn a_file_that_changed_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("list");
    let (old, new) = long_list();
    let mut refused = 0;
    // On a machine that does other things, too, the program may need longer until it reads.
    for round in 1..=100_u32 {
        if refused > 0 && round > 10 {
            break;
        }
        fs::write(&file, &old).unwrap();
        let mut command = program();
        command.current_dir(&folder).args(["fix", "-i", "-q", "list"]).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        thread::sleep(Duration::from_millis(6) * round);
        let changed = [&old[..], b"http://new/\n"].concat();
        let state = fs::read(&file).unwrap();
        fs::write(&file, &changed).unwrap();
        let output = child.wait_with_output().unwrap();
        let now = fs::read(&file).unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        if err.contains("cannot replace list: it changed while it was read") {
            refused += 1;
            assert!(now == changed && state == old);
            assert_eq!(output.status.code(), Some(2));
        } else {
            assert!(now == changed || now == new || now.ends_with(b"http://new/\n"), "{err}");
        }
    }
    assert!(refused > 0);
    let left = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 1, "no temporary file stays");
}
