//! Finds missing Debian packages, and installs them with `--install`, so that none starts its service.

use std::{
    fs, io,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    clients,
    octets::{Error, Result},
    servers::{
        KINDS, Kind,
        process::{clean, find, is_root},
    },
};

/// Returns the missing packages, each once, in the order of the servers; the other clients are the last.
#[must_use]
pub fn missing_packages() -> Vec<&'static str> {
    let mut packages: Vec<_> = KINDS.iter().filter_map(Kind::missing).flatten().collect();
    let clients = clients::missing_packages();
    packages.extend(&clients);
    let mut seen = Vec::new();
    for package in packages {
        if !seen.contains(package) {
            seen.push(*package);
        }
    }
    seen
}

/// A package that cannot be installed beside vsftpd, since Debian has one ftp server at a time, and the program in it, which
/// needs nothing else of the package.
const UNPACKED: (&str, &str) = ("proftpd-core", "usr/sbin/proftpd");

/// Returns the command line that installs `packages`, as far as they can be installed together.
#[must_use]
pub fn line(packages: &[&str]) -> String {
    let together: Vec<_> = packages.iter().copied().filter(|it| *it != UNPACKED.0).collect();
    format!("apt-get install --yes --no-install-recommends {}", together.join(" "))
}

/// Installs `packages` without a question, and without starting any of the servers: the packages
/// would start them on their well-known ports, open to the network.
///
/// # Errors
/// Returns an error without root or apt-get, or if apt-get fails.
pub fn install(packages: &[&str]) -> Result<()> {
    if find("apt-get").is_none() {
        return Err(Error::new("apt-get is not installed: --install needs Debian or a derivative"));
    }
    if !is_root() {
        return Err(Error::new("only root can install: run the line above with sudo"));
    }
    let _policy = Policy::forbid_starting(Path::new("/"))?;
    // A source that does not answer leaves the lists of the others.
    if let Err(error) = apt_get(&["update"]) {
        eprintln!("warning: {error}");
    }
    let install = |packages: &[&str]| {
        apt_get(&[&["install", "--yes", "--no-install-recommends"], packages].concat())
    };
    let mut together = packages.to_vec();
    together.retain(|package| *package != UNPACKED.0);
    // One package that cannot be had would keep all others away.
    if install(&together).is_err() {
        for package in &together {
            if let Err(error) = install(&[package]) {
                eprintln!("warning: {error}");
            }
        }
    }
    if let (true, Err(error)) = (packages.contains(&UNPACKED.0), unpack(install)) {
        eprintln!("warning: {error}");
    }
    Ok(())
}

/// Copies the program out of the package that is not installed, after what the package depends on.
fn unpack(install: impl Fn(&[&str]) -> Result<()>) -> Result<()> {
    let (package, program) = UNPACKED;
    let mut depends = clean("apt-cache");
    let depends = depends.args(["depends", "--important", "--no-conflicts", package]).output()?;
    let depends = String::from_utf8_lossy(&depends.stdout).into_owned();
    let depends: Vec<&str> =
        depends.lines().filter_map(|line| line.trim().strip_prefix("Depends: ")).collect();
    install(&depends)?;
    let folder = tempfile::tempdir()?;
    let mut shell = clean("sh");
    let script = "apt-get -q download \"$1\" && dpkg-deb --extract \"$1\"_*.deb . && \
                  install \"$2\" /usr/local/sbin/";
    shell.current_dir(&folder).args(["-c", script, "sh", package, program]);
    finish(with_proxy(&mut shell))
}

/// Undoes what a killed installation left on this machine.
///
/// # Errors
/// Returns an error if the machine's own hook cannot be put back.
pub fn recover() -> Result<()> {
    // Without root nothing can have been left, and nothing can be restored.
    if is_root() { restore(Path::new("/")) } else { Ok(()) }
}

fn apt_get(arguments: &[&str]) -> Result<()> {
    let mut command = clean("apt-get");
    command.arg("-q").args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
    finish(with_proxy(&mut command))
}

/// Some machines reach the archive only through a proxy.
fn with_proxy(command: &mut Command) -> &mut Command {
    for name in ["http_proxy", "https_proxy", "no_proxy"] {
        command.envs(std::env::var_os(name).map(|value| (name, value)));
    }
    command
}

fn finish(command: &mut Command) -> Result<()> {
    let output = command.output().map_err(Error::during("apt-get"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(Error::new(format!("{command:?} failed: {said}")))
}

/// The line that only hooks written by this module contain.
const MARKER: &str = "# Written by url1738-interop, which removes it after the installation.";

const HOOK: &str = "usr/sbin/policy-rc.d";
/// Where the machine's own hook waits meanwhile.
const KEPT: &str = "usr/sbin/policy-rc.d.kept-by-url1738-interop";
/// Where our hook is written before it takes its place in one step.
const UNFINISHED: &str = "usr/sbin/policy-rc.d.new-from-url1738-interop";

/// Forbids packages to start their services; dropping it restores the machine's own hook.
#[derive(Debug)]
pub(crate) struct Policy {
    root: PathBuf,
}

impl Policy {
    /// Puts our hook in place below `root`, which is `/` outside the tests.
    ///
    /// # Errors
    /// Returns an error if the state of an earlier run cannot be restored, or a file cannot be written.
    pub(crate) fn forbid_starting(root: &Path) -> Result<Self> {
        restore(root)?;
        let (hook, unfinished) = (root.join(HOOK), root.join(UNFINISHED));
        let text = format!("#!/bin/sh\n{MARKER}\nexit 101\n");
        fs::write(&unfinished, text).map_err(Error::during(unfinished.display()))?;
        fs::set_permissions(&unfinished, fs::Permissions::from_mode(0o755))?;
        // From here on a drop undoes what is done.
        let policy = Self { root: root.to_owned() };
        if exists(&hook) {
            rename(&hook, &root.join(KEPT))?;
        }
        rename(&unfinished, &hook)?;
        Ok(policy)
    }
}

impl Drop for Policy {
    fn drop(&mut self) {
        if let Err(error) = restore(&self.root) {
            eprintln!("{error}");
        }
    }
}

/// Removes a hook of ours and puts the machine's own back. Does nothing if no run left either.
///
/// # Errors
/// Returns an error if a file cannot be removed or renamed, or if another hook was installed while the
/// machine's own was kept: which of the two is right is not for this program to decide.
pub(crate) fn restore(root: &Path) -> Result<()> {
    let (hook, kept) = (root.join(HOOK), root.join(KEPT));
    remove(&root.join(UNFINISHED))?;
    let is_ours = fs::read(&hook).is_ok_and(|text| {
        String::from_utf8_lossy(&text).lines().any(|line| line.trim_end() == MARKER)
    });
    if is_ours {
        remove(&hook)?;
    }
    if !exists(&kept) {
        return Ok(());
    }
    if exists(&hook) {
        return Err(Error::new(format!(
            "{} and {} both exist: keep one of them as the first",
            hook.display(),
            kept.display()
        )));
    }
    rename(&kept, &hook)
}

/// Also true for a symbolic link that leads nowhere.
fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

fn rename(from: &Path, to: &Path) -> Result<()> {
    fs::rename(from, to).map_err(Error::during(from.display()))
}

fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(Error::during(path.display())(error))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OTHERS: &str = "#!/bin/sh\n# The administrator's.\nexit 0\n";

    fn machine(hook: Option<&str>) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir_all(root.path().join("usr/sbin")).unwrap();
        if let Some(text) = hook {
            fs::write(root.path().join(HOOK), text).unwrap();
            fs::set_permissions(root.path().join(HOOK), fs::Permissions::from_mode(0o750)).unwrap();
        }
        root
    }

    fn files(root: &Path) -> Vec<(String, String)> {
        let entries = fs::read_dir(root.join("usr/sbin")).unwrap().map(|entry| entry.unwrap());
        let mut files: Vec<_> = entries
            .map(|entry| {
                let text = fs::read_to_string(entry.path()).unwrap();
                (entry.file_name().to_string_lossy().into_owned(), text)
            })
            .collect();
        files.sort();
        files
    }

    fn hook(root: &Path) -> String {
        fs::read_to_string(root.join(HOOK)).unwrap()
    }

    fn mode(root: &Path) -> u32 {
        fs::metadata(root.join(HOOK)).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_machine_without_a_hook_has_none_afterwards() {
        let root = machine(None);
        let policy = Policy::forbid_starting(root.path()).unwrap();
        assert!(hook(root.path()).ends_with("exit 101\n"));
        assert_eq!(mode(root.path()), 0o755);
        drop(policy);
        assert_eq!(files(root.path()), []);
    }

    #[test]
    fn the_machine_s_own_hook_comes_back_with_its_mode() {
        let root = machine(Some(OTHERS));
        let policy = Policy::forbid_starting(root.path()).unwrap();
        assert!(hook(root.path()).contains("exit 101"));
        drop(policy);
        assert_eq!(files(root.path()), [("policy-rc.d".to_owned(), OTHERS.to_owned())]);
        assert_eq!(mode(root.path()), 0o750);
    }

    #[test]
    fn the_run_after_a_kill_removes_our_hook() {
        let root = machine(None);
        // A killed process drops nothing.
        core::mem::forget(Policy::forbid_starting(root.path()).unwrap());
        assert!(hook(root.path()).contains(MARKER));
        restore(root.path()).unwrap();
        assert_eq!(files(root.path()), []);
    }

    #[test]
    fn the_run_after_a_kill_restores_the_machine_s_own_hook() {
        let root = machine(Some(OTHERS));
        core::mem::forget(Policy::forbid_starting(root.path()).unwrap());
        let second = Policy::forbid_starting(root.path()).unwrap();
        drop(second);
        assert_eq!(files(root.path()), [("policy-rc.d".to_owned(), OTHERS.to_owned())]);
    }

    #[test]
    fn a_kill_between_the_two_renames_loses_no_hook() {
        let root = machine(Some(OTHERS));
        fs::rename(root.path().join(HOOK), root.path().join(KEPT)).unwrap();
        fs::write(root.path().join(UNFINISHED), "#!/bin/sh\n").unwrap();
        restore(root.path()).unwrap();
        assert_eq!(files(root.path()), [("policy-rc.d".to_owned(), OTHERS.to_owned())]);
    }

    #[test]
    fn a_hook_of_another_owner_is_never_removed() {
        // The text that this program wrote before it had a marker, which others write too.
        for text in [OTHERS, "#!/bin/sh\nexit 101\n", ""] {
            let root = machine(Some(text));
            restore(root.path()).unwrap();
            assert_eq!(hook(root.path()), text);
        }
    }

    #[test]
    fn a_hook_installed_meanwhile_is_kept_and_reported() {
        let root = machine(Some(OTHERS));
        core::mem::forget(Policy::forbid_starting(root.path()).unwrap());
        fs::write(root.path().join(HOOK), "#!/bin/sh\nexit 104\n").unwrap();
        let error = restore(root.path()).unwrap_err();
        assert!(error.to_string().contains("both exist"), "{error}");
        assert_eq!(hook(root.path()), "#!/bin/sh\nexit 104\n");
        assert_eq!(fs::read_to_string(root.path().join(KEPT)).unwrap(), OTHERS);
        assert!(Policy::forbid_starting(root.path()).is_err());
    }

    #[test]
    fn a_machine_without_the_folder_needs_nothing() {
        restore(tempfile::tempdir().unwrap().path()).unwrap();
    }

    #[test]
    fn the_line_is_one_to_paste() {
        assert_eq!(
            line(&["sn", "bsd-mailx"]),
            "apt-get install --yes --no-install-recommends sn bsd-mailx"
        );
    }
}
