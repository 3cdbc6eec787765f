//! Files that are rewritten: a file that cannot be written, or must not be, stays as it is, the others are repaired, and
//! what a repaired file loses is reported. What is read is read to its end, or reported.

use core::time::Duration;
use std::{
    fs::{self, File},
    io::{Read as _, Write as _},
    os::unix::fs::{FileTypeExt as _, MetadataExt as _, PermissionsExt as _, chown, symlink},
    os::unix::process::CommandExt as _,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::mpsc,
    thread,
};

use tempfile::TempDir;

use super::Attacks;
use crate::run::program;

const OLD: &str = "http://h/~\n";
const NEW: &str = "http://h/%7E\n";
/// A user that is neither the superuser nor the owner of anything here.
const OTHER_USER: u32 = 65_534;

/// A folder with a file `list` to repair, another one, and the state that an attack left.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        folder.write("list", OLD);
        folder.write("other", OLD);
        folder
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.file(name), content).unwrap();
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.file(name)).unwrap()
    }

    /// Starts the program in the folder.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = program();
        command.current_dir(self.path()).args(arguments).stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Run {
        Run::of(self.command(arguments))
    }

    /// Runs a command of the shell, in which `$0` is the program.
    fn shell(&self, script: &str) -> Run {
        let mut command = Command::new("sh");
        let program = program().get_program().to_owned();
        command.current_dir(self.path()).args(["-c", script]).arg(program).stdin(Stdio::null());
        Run::of(command)
    }

    /// Returns what became of a file that contained [`OLD`].
    fn state(&self, name: &str) -> &'static str {
        match fs::read(self.file(name)) {
            Ok(content) if content == OLD.as_bytes() => "unchanged",
            Ok(content) if content == NEW.as_bytes() => "repaired",
            Ok(_) => panic!("{name} is neither the old nor the new file"),
            Err(_) => "gone",
        }
    }

    /// Returns the outcome of a run over `list` and `other`, in which nothing else is left in the folder.
    fn outcome(&self, run: &Run, files: &[&str]) -> String {
        for entry in fs::read_dir(self.path()).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(!name.starts_with(".url1738-"), "a temporary file is left: {name}");
        }
        let states: Vec<String> =
            files.iter().map(|name| format!("{name} {}", self.state(name))).collect();
        format!("{}; {}", run.ended(), states.join(", "))
    }
}

/// How a run ended.
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Run {
    /// Runs a command that must not wait for anything.
    fn of(mut command: Command) -> Self {
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (pid, (sender, ended)) = (child.id().to_string(), mpsc::channel());
        thread::spawn(move || sender.send(child.wait_with_output().unwrap()));
        let Ok(output) = ended.recv_timeout(Duration::from_secs(60)) else {
            let _ = Command::new("kill").args(["-s", "KILL", &pid]).status();
            panic!("{command:?} hangs");
        };
        let Output { status, stdout, stderr } = output;
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Self { code: status.code(), out: text(stdout), err: text(stderr) }
    }

    fn ended(&self) -> String {
        match self.code {
            Some(code) => format!("exit {code}"),
            None => "killed".to_owned(),
        }
    }

    /// Returns `words` if the run said `message`.
    fn says(&self, message: &str, words: &str) -> String {
        assert!(self.err.contains(message), "{message:?} is not in {:?}", self.err);
        words.to_owned()
    }
}

fn is_root(folder: &Folder) -> bool {
    fs::metadata(folder.path()).unwrap().uid() == 0
}

fn mkfifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// A list that fills more than the small disks here, and what it becomes.
fn long() -> (String, String) {
    (OLD.repeat(50_000), NEW.repeat(50_000))
}

#[test]
fn files_that_are_rewritten() {
    let mut attacks = Attacks::on("files that are rewritten");
    writing(&mut attacks);
    kinds(&mut attacks);
    attributes(&mut attacks);
    meanwhile(&mut attacks);
    outputs(&mut attacks);
    settings(&mut attacks);
    reading(&mut attacks);
    attacks.compare();
}

/// The disk or the limit of the user ends before the file.
fn writing(attacks: &mut Attacks) {
    let (old, new) = long();
    let unwritten = |folder: &Folder, run: &Run| {
        assert_eq!(folder.read("long"), old.as_bytes());
        assert!(!run.err.contains("stdout"), "{}", run.err);
        let named = run.says("error: cannot write long: ", "`long` is named and unchanged");
        format!("{named}; {}", folder.outcome(run, &["list", "other"]))
    };
    let files = "fix --in-place --quiet list long other";
    let limited = |folder: &Folder| {
        // Blocks of 512 or 1,024 bytes, by shell.
        folder.write("long", &old);
        folder.shell(&format!("ulimit -f 100; exec \"$0\" {files}"))
    };
    let folder = Folder::new();
    let run = limited(&folder);
    attacks.add("a limit on the size of files is reached", unwritten(&folder, &run));

    // A disk of 3 MB, which the old file fills by two thirds; without the right to mount one, the limit does the same.
    let folder = Folder::new();
    let disk = folder.file("disk");
    fs::create_dir(&disk).unwrap();
    let mounted = is_root(&folder)
        && Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=750k", "tmpfs"])
            .arg(&disk)
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success());
    let outcome = if mounted {
        for (name, content) in [("long", old.as_str()), ("list", OLD), ("other", OLD)] {
            folder.write(&format!("disk/{name}"), content);
        }
        let run = Run::of({
            let mut command = folder.command(&files.split(' ').collect::<Vec<_>>());
            command.current_dir(&disk);
            command
        });
        for name in ["long", "list", "other"] {
            fs::copy(disk.join(name), folder.file(name)).unwrap();
        }
        let left = fs::read_dir(&disk).unwrap().count();
        assert!(Command::new("umount").arg(&disk).status().unwrap().success());
        assert_eq!(left, 3, "a temporary file is left");
        assert!(run.err.contains("No space left on device"), "{}", run.err);
        unwritten(&folder, &run)
    } else {
        println!("skipped: a full disk needs the right to mount one; a limit takes its place");
        let run = limited(&folder);
        unwritten(&folder, &run)
    };
    attacks.add("the disk is full in the middle of the second of three files", outcome);

    let folder = Folder::new();
    folder.write("long", &old);
    let run = folder.run(&["fix", "--in-place", "--quiet", "list", "long", "other"]);
    assert_eq!(folder.read("long"), new.as_bytes());
    attacks.add("no attack: the same three files", folder.outcome(&run, &["list", "other"]));

    let folder = Folder::new();
    let run = folder.shell("exec \"$0\" fix --quiet list > /dev/full");
    let said = run.says("cannot write to stdout: ", "stdout is named");
    attacks.add("`fix list > /dev/full`", format!("{said}; {}", folder.outcome(&run, &["list"])));
}

/// What is not a file, or not the file that was named.
fn kinds(attacks: &mut Attacks) {
    let fix = ["fix", "--in-place", "--quiet"];
    let with = |folder: &Folder, name: &str| {
        let run = folder.run(&[&fix[..], &[name, "other"]].concat());
        let message = format!("error: cannot replace {name}: it is not a regular file");
        let refused = run.says(&message, "refused");
        (refused, run)
    };
    let folder = Folder::new();
    mkfifo(&folder.file("fifo"));
    let (refused, run) = with(&folder, "fifo");
    assert!(fs::metadata(folder.file("fifo")).unwrap().file_type().is_fifo());
    attacks
        .add("a FIFO without a writer", format!("{refused}; {}", folder.outcome(&run, &["other"])));

    // Whoever writes must not be read: its text would be lost.
    let folder = Folder::new();
    mkfifo(&folder.file("fifo"));
    let mut fifo = File::options().read(true).write(true).open(folder.file("fifo")).unwrap();
    fifo.write_all(OLD.as_bytes()).unwrap();
    let (refused, run) = with(&folder, "fifo");
    let mut kept = vec![0; OLD.len()];
    fifo.read_exact(&mut kept).unwrap();
    assert_eq!(kept, OLD.as_bytes());
    attacks.add(
        "a FIFO with a line in it",
        format!("{refused}, and the line is still there; {}", folder.outcome(&run, &["other"])),
    );

    let folder = Folder::new();
    mkfifo(&folder.file("fifo"));
    symlink("fifo", folder.file("link")).unwrap();
    let (refused, run) = with(&folder, "link");
    attacks.add(
        "a symbolic link to a FIFO",
        format!("{refused}; {}", folder.outcome(&run, &["other"])),
    );

    for device in ["/dev/null", "/dev/full", "/dev/zero", "/dev/tty"] {
        let folder = Folder::new();
        let (refused, run) = with(&folder, device);
        assert!(fs::metadata(device).unwrap().file_type().is_char_device());
        attacks
            .add(format!("`{device}`"), format!("{refused}; {}", folder.outcome(&run, &["other"])));
    }

    let folder = Folder::new();
    fs::create_dir(folder.file("folder")).unwrap();
    let (refused, run) = with(&folder, "folder");
    attacks.add("a folder", format!("{refused}; {}", folder.outcome(&run, &["other"])));

    let folder = Folder::new();
    let _listening = std::os::unix::net::UnixListener::bind(folder.file("socket")).unwrap();
    let (refused, run) = with(&folder, "socket");
    attacks.add("a socket", format!("{refused}; {}", folder.outcome(&run, &["other"])));

    let folder = Folder::new();
    symlink("list", folder.file("link")).unwrap();
    let run = folder.run(&[&fix[..], &["link"]].concat());
    assert!(folder.file("link").is_symlink());
    attacks.add(
        "a symbolic link to a file beside it",
        format!("{}; the link stays", folder.outcome(&run, &["list"])),
    );

    let (folder, elsewhere) = (Folder::new(), Folder::new());
    symlink(elsewhere.file("list"), folder.file("link")).unwrap();
    let run = folder.run(&[&fix[..], &["link", "other"]].concat());
    let refused = run.says("it is a symbolic link to a file in another folder", "refused");
    let target = elsewhere.state("list");
    attacks.add(
        "a symbolic link to a file in another folder",
        format!("{refused}; its target {target}; {}", folder.outcome(&run, &["other"])),
    );

    let folder = Folder::new();
    symlink("link", folder.file("link")).unwrap();
    let run = folder.run(&[&fix[..], &["link", "other"]].concat());
    let refused = run.says("error: 'link' is not a file", "named");
    attacks.add(
        "a symbolic link to itself",
        format!("{refused}; {}", folder.outcome(&run, &["other"])),
    );
}

/// What a file has besides its content.
fn attributes(attacks: &mut Attacks) {
    let fix = ["fix", "--in-place", "--quiet", "list"];
    let folder = Folder::new();
    fs::hard_link(folder.file("list"), folder.file("twin")).unwrap();
    let run = folder.run(&fix);
    let said =
        run.says("list is replaced, but its other hard link keeps the old content", "reported");
    attacks
        .add("a second hard link", format!("{said}; {}", folder.outcome(&run, &["list", "twin"])));

    for mode in [0o600, 0o644, 0o4755] {
        let folder = Folder::new();
        fs::set_permissions(folder.file("list"), fs::Permissions::from_mode(mode)).unwrap();
        let run = folder.run(&fix);
        let now = fs::metadata(folder.file("list")).unwrap().permissions().mode() & 0o7777;
        assert_eq!((now, run.err.as_str()), (mode, ""));
        attacks.add(
            format!("permissions {mode:o}"),
            format!("{}; permissions {now:o}", folder.outcome(&run, &["list"])),
        );
    }

    // A file system without attributes has none to lose.
    let folder = Folder::new();
    let attack = "an extended attribute";
    match xattr::set(folder.file("list"), "user.note", b"of Joe") {
        Ok(()) => {
            let run = folder.run(&fix);
            let kept = xattr::get(folder.file("list"), "user.note").unwrap();
            assert_eq!((kept.as_deref(), run.err.as_str()), (Some(&b"of Joe"[..]), ""));
            attacks
                .add(attack, format!("{}; the attribute is kept", folder.outcome(&run, &["list"])));
        }
        Err(error) => attacks.skip(attack, format!("no attributes: {error}")),
    }

    // An entry for a user beside the owner: version 2; owner, user, group, mask, others.
    let entries = [
        (1, 6, u32::MAX),
        (2, 6, OTHER_USER),
        (4, 4, u32::MAX),
        (16, 6, u32::MAX),
        (32, 0, u32::MAX),
    ];
    let mut list = 2_u32.to_le_bytes().to_vec();
    for (tag, rights, id) in entries {
        list.extend([tag, 0, rights, 0]);
        list.extend(id.to_le_bytes());
    }
    let folder = Folder::new();
    let attack = "an access control list";
    match xattr::set(folder.file("list"), "system.posix_acl_access", &list) {
        Ok(()) => {
            let mode = |name| fs::metadata(folder.file(name)).unwrap().permissions().mode();
            let before = mode("list");
            let run = folder.run(&fix);
            let kept = xattr::get(folder.file("list"), "system.posix_acl_access").unwrap();
            assert_eq!((kept, run.err.as_str(), mode("list")), (Some(list.clone()), "", before));
            attacks.add(attack, format!("{}; the list is kept", folder.outcome(&run, &["list"])));
        }
        Err(error) => attacks.skip(attack, format!("no access control lists: {error}")),
    }

    // A folder may give new files more readers than the old file has.
    let folder = Folder::new();
    let attack = "a folder whose new files another user may write";
    fs::set_permissions(folder.file("list"), fs::Permissions::from_mode(0o660)).unwrap();
    match xattr::set(folder.path(), "system.posix_acl_default", &list) {
        Ok(()) => {
            let run = folder.run(&fix);
            let data = fs::metadata(folder.file("list")).unwrap();
            assert_eq!(data.permissions().mode() & 0o7777, 0o660);
            assert_eq!(xattr::get(folder.file("list"), "system.posix_acl_access").unwrap(), None);
            attacks.add(attack, format!("{}; no other readers", folder.outcome(&run, &["list"])));
        }
        Err(error) => attacks.skip(attack, format!("no access control lists: {error}")),
    }

    // The superuser may write everything, so that these are attacks on another user.
    for (attack, of_folder, of_file) in [
        ("a file that may be read, but not written", 0o777, 0o444),
        ("a file in a folder that may not be written", 0o555, 0o666),
    ] {
        let folder = Folder::new();
        let permit = |path: &Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        };
        permit(&folder.file("list"), of_file);
        permit(folder.path(), of_folder);
        let run = if is_root(&folder) { as_other_user(&folder, &fix) } else { folder.run(&fix) };
        permit(folder.path(), 0o700);
        let named = run.says("error: cannot write list: permission denied", "named");
        attacks.add(attack, format!("{named}; {}", folder.outcome(&run, &["list"])));
    }

    let folder = Folder::new();
    let attack = "a file of another user, in a folder that may be written";
    if is_root(&folder) {
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
        fs::set_permissions(folder.file("list"), fs::Permissions::from_mode(0o4666)).unwrap();
        let run = as_other_user(&folder, &fix);
        let owner =
            run.says("list is replaced, but it belongs to user 65534 now, not to 0", "the owner");
        let data = fs::metadata(folder.file("list")).unwrap();
        assert_eq!((data.uid(), data.permissions().mode() & 0o7777), (OTHER_USER, 0o666));
        attacks.add(
            attack,
            format!(
                "{}; {owner} that is lost is reported, and no rights of its programs",
                folder.outcome(&run, &["list"])
            ),
        );
    } else {
        attacks.skip(attack, "needs two users");
    }

    let folder = Folder::new();
    let attack = "the superuser repairs the file of a user";
    if is_root(&folder) {
        chown(folder.file("list"), Some(OTHER_USER), Some(OTHER_USER)).unwrap();
        let run = folder.run(&fix);
        let data = fs::metadata(folder.file("list")).unwrap();
        assert_eq!((data.uid(), data.gid(), run.err.as_str()), (OTHER_USER, OTHER_USER, ""));
        attacks.add(attack, format!("{}; the owner is kept", folder.outcome(&run, &["list"])));
    } else {
        attacks.skip(attack, "needs two users");
    }
}

/// Runs the program as a user without rights. Its folder may be out of the reach of others, so they get a copy.
fn as_other_user(folder: &Folder, arguments: &[&str]) -> Run {
    let copy = tempfile::tempdir().unwrap();
    fs::set_permissions(copy.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let place = copy.path().join("url1738");
    fs::copy(program().get_program(), &place).unwrap();
    let mut command = Command::new(place);
    command.current_dir(folder.path()).args(arguments).stdin(Stdio::null());
    Run::of({
        command.uid(OTHER_USER).gid(OTHER_USER);
        command
    })
}

/// Waits until the run has begun, as its temporary file shows. It takes far longer to end.
fn has_begun(folder: &Folder, child: &mut Child) {
    while fs::read_dir(folder.path()).unwrap().count() < 3 {
        assert!(child.try_wait().unwrap().is_none(), "the run has ended already");
        thread::sleep(Duration::from_millis(1));
    }
}

/// What happens while a file is read and written.
fn meanwhile(attacks: &mut Attacks) {
    let (old, new) = long();
    let folder = Folder::new();
    folder.write("list", &old);
    let mut command = folder.command(&["fix", "--in-place", "--quiet", "list"]);
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    has_begun(&folder, &mut child);
    File::options()
        .append(true)
        .open(folder.file("list"))
        .unwrap()
        .write_all(OLD.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.contains("cannot replace list: it changed while it was read"), "{err}");
    assert_eq!(folder.read("list"), [old.as_str(), OLD].concat().as_bytes());
    let code = output.status.code().unwrap();
    attacks.add(
        "another program appends a line meanwhile",
        format!("exit {code}; refused, and the line is still there"),
    );

    for (signal, attack) in [("KILL", "killed"), ("TERM", "asked to end"), ("INT", "interrupted")] {
        let folder = Folder::new();
        folder.write("list", &old);
        let mut child = folder.command(&["fix", "--in-place", "--quiet", "list"]).spawn().unwrap();
        has_begun(&folder, &mut child);
        let pid = child.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &pid]).status().unwrap().success());
        let status = child.wait().unwrap();
        assert_eq!(folder.read("list"), old.as_bytes());
        // The next run is not confused by a temporary file that is left.
        let run = folder.run(&["fix", "--in-place", "--quiet", "list"]);
        assert_eq!((run.code, folder.read("list")), (Some(0), new.clone().into_bytes()));
        let code = status.code().map_or("no exit code".to_owned(), |code| format!("exit {code}"));
        attacks.add(
            format!("{attack} midway"),
            format!("{code}; unchanged; the next run repairs the file"),
        );
    }
}

/// A file that is read and written.
fn outputs(attacks: &mut Attacks) {
    let folder = Folder::new();
    let run = folder.shell("exec \"$0\" fix --quiet list >> list");
    let refused = run.says("refusing to overwrite the input file list", "refused");
    attacks.add("`fix list >> list`", format!("{refused}; {}", folder.outcome(&run, &["list"])));
}

/// Settings that another user put where they are found.
fn settings(attacks: &mut Attacks) {
    const QUIET: &str = "[check]\nignore = [\"errors\"]\n";
    let place = |folder: &Folder, owner: Option<u32>| {
        fs::create_dir(folder.file("in")).unwrap();
        folder.write("url1738.toml", QUIET);
        if let Some(owner) = owner {
            chown(folder.file("url1738.toml"), Some(owner), None).unwrap();
        }
    };
    let check = |folder: &Folder, arguments: &[&str], sudo: Option<&str>| {
        let mut command = folder.command(&[&["check", "--quiet", "../list"], arguments].concat());
        command.current_dir(folder.file("in")).env_remove("SUDO_UID");
        command.envs(sudo.map(|user| ("SUDO_UID", user)));
        Run::of(command)
    };
    let foreign = "../url1738.toml belongs to another user and is not read: use --config ../url1738.toml to read it";
    let folder = Folder::new();
    place(&folder, None);
    let run = check(&folder, &[], None);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    attacks.add("no attack: settings of the user above the working directory", "exit 0; read");

    for (attack, arguments, sudo, is_read) in [
        ("settings of another user above the working directory", &[][..], None, false),
        ("the same, named by --config", &["--config", "../url1738.toml"], None, true),
        ("the same with --no-config", &["--no-config"], None, false),
        ("the same by sudo of that user", &[], Some("65534"), true),
        ("the same by sudo of a third user", &[], Some("1000"), false),
    ] {
        let folder = Folder::new();
        if !is_root(&folder) {
            attacks.skip(attack, "needs two users");
            continue;
        }
        place(&folder, Some(OTHER_USER));
        let run = check(&folder, arguments, sudo);
        assert_eq!(run.code, Some(i32::from(!is_read)), "{attack}: {}", run.err);
        assert_eq!(run.err.contains(foreign), !is_read && arguments.is_empty(), "{}", run.err);
        let read = match (is_read, arguments) {
            (true, _) => "read",
            (false, []) => "not read; the message names the file and `--config`",
            _ => "not read",
        };
        attacks.add(attack, format!("{}; {read}", run.ended()));
    }
    let folder = Folder::new();
    let attack = "a link of another user to settings of the user";
    if is_root(&folder) {
        fs::create_dir(folder.file("in")).unwrap();
        folder.write("in/list", OLD);
        folder.write("mine", QUIET);
        symlink("mine", folder.file("url1738.toml")).unwrap();
        std::os::unix::fs::lchown(folder.file("url1738.toml"), Some(OTHER_USER), None).unwrap();
        let run = check(&folder, &[], None);
        let said = run.says(foreign, "not read; the message names the file and `--config`");
        attacks.add(attack, format!("{}; {said}", run.ended()));
    } else {
        attacks.skip(attack, "needs two users");
    }
}

/// Inputs that end too early, or say two things.
fn reading(attacks: &mut Attacks) {
    let folder = Folder::new();
    let text = "see http://h/a and http://h/b\n".repeat(500);
    let gzip = {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    };
    let zstd = ruzstd::encoding::compress_to_vec(
        text.as_bytes(),
        ruzstd::encoding::CompressionLevel::Fastest,
    );
    let skippable = [&[0x50, 0x2A, 0x4D, 0x18, 40, 0, 0, 0][..], &[b'x'; 40]].concat();
    for (name, whole) in [
        ("a gzip file", gzip.clone()),
        ("a zstd file", zstd.clone()),
        ("two gzip members", [gzip.clone(), gzip.clone()].concat()),
        ("two zstd frames", [zstd.clone(), zstd.clone()].concat()),
        ("a zstd frame without data", [zstd.clone(), skippable].concat()),
    ] {
        let extract = |content: &[u8]| {
            folder.write("texts", content);
            folder.run(&["extract", "--quiet", "--bare", "texts"])
        };
        let run = extract(&whole);
        assert_eq!(run.code, Some(0), "{name}: {}", run.err);
        let found = run.out.lines().count();
        // Where a file may end, between two members or frames, nothing shows that there were more.
        let ends = [gzip.len(), zstd.len()];
        let cuts = (2..whole.len()).filter(|cut| {
            !ends.contains(cut)
                && (cut % 61 == 0
                    || *cut < 30
                    || whole.len() - cut < 30
                    || ends.iter().any(|end| cut.abs_diff(*end) < 30))
        });
        let mut count = 0;
        for cut in cuts {
            let run = extract(&whole[..cut]);
            let is_said = run.err.contains("cannot read texts: ");
            assert!(
                run.code == Some(2) && is_said,
                "{name} cut to {cut}: {:?} {}",
                run.code,
                run.err
            );
            assert!(run.out.lines().count() <= found);
            count += 1;
        }
        assert!(count > 20, "{name}: {count}");
        attacks.add(format!("{name}, cut off anywhere"), "exit 2; reported");
    }

    let mut changed = zstd;
    let end = changed.len() - 1;
    changed[end] ^= 1;
    folder.write("texts", &changed);
    let run = folder.run(&["extract", "--quiet", "--bare", "texts"]);
    let said = run.says("cannot read texts: the checksum of a frame differs", "reported");
    attacks.add("a zstd file with another checksum", format!("{}; {said}", run.ended()));

    let record = |urls: &[&str]| {
        let urls: String = urls.iter().map(|url| format!("{url}\r\n")).collect();
        format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 1994-01-02T03:04:05Z\r\n{urls}Content-Length: 0\r\n\r\n\r\n\r\n"
        )
    };
    for (attack, second) in [
        (
            "a WARC record with two URLs",
            ["WARC-Target-URI: http://b.dom/", "WARC-Target-URI: http://c.dom/"],
        ),
        (
            "the same with other letters and a space",
            ["WARC-Target-URI: http://b.dom/", "warc-target-uri : http://c.dom/"],
        ),
        (
            "the same URL twice",
            ["WARC-Target-URI: http://b.dom/", "WARC-Target-URI: http://b.dom/"],
        ),
    ] {
        let first = record(&["WARC-Target-URI: http://a.dom/"]);
        folder.write("a.warc", [first.clone(), record(&second), first].concat());
        let run = folder.run(&["parse", "--quiet", "--warc", "--get", "{url}", "a.warc"]);
        assert_eq!(run.out, "http://a.dom/\nhttp://a.dom/\n", "{attack}");
        let said = run.says("a.warc:2: it has 2 WARC-Target-URIs, none of which", "reported");
        attacks.add(attack, format!("{}; {said}, neither is written; the others are", run.ended()));
    }
}
