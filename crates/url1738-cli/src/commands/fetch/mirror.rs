//! The files of a mirror: each is new, or replaces one that came from the same URL.

use std::{
    fs::File,
    io::Write as _,
    path::{Path, PathBuf},
};

use url1738::Url;

use super::{
    failure::Failure,
    file_name::{escaped, hashed, segments},
    folder::{Entry, Folder},
    index::{Index, Keys, Named, OWN_MENU, join},
};
use crate::{diagnostics::sanitized, signals};

/// The folder of one host.
#[derive(Debug)]
pub(super) struct Mirror {
    /// The path to show.
    path: PathBuf,
    folder: Folder,
    index: Index,
    /// Whether existing files are replaced.
    force: bool,
    unfinished: Keys,
    count: u64,
}

impl Mirror {
    /// Opens the folder for the host of a URL. Another scheme, user or port has another folder.
    pub(super) fn open(into: &Path, url: &Url<&str>, force: bool) -> Result<Self, Failure> {
        let failed = |path: &Path, error| Failure::writing(path, &error);
        let host = url.host_str().unwrap_or("localhost").to_ascii_lowercase();
        let port = url.port_or_default();
        let name = match port.filter(|_| port != url.default_port()) {
            Some(port) => escaped(format!("{host}_{port}").as_bytes()),
            None => escaped(host.as_bytes()),
        };
        let user = url.login().and_then(url1738::Login::user);
        let user = user.map_or(String::new(), |user| format!("{}@", escaped(&user.decode())));
        let port = port.map_or(String::new(), |port| format!(":{port}"));
        let origin = format!("{}://{user}{host}{port}", url.scheme());
        let root = Folder::root(into).map_err(|error| failed(into, error))?;
        for name in [hashed(&name, &origin), name.clone()].into_iter().rev() {
            let path = into.join(&name);
            let folder = root.enter(&name).map_err(|error| failed(&path, error))?;
            let opened = Index::open(&folder, &origin);
            if let Some(index) = opened.map_err(|error| failed(&path.join("its index"), error))? {
                let unfinished = Keys::default();
                return Ok(Self { path, folder, index, force, unfinished, count: 0 });
            }
        }
        let message = format!("{} is the mirror of another URL", sanitized::path(into));
        Err(Failure::local(message, None))
    }

    /// Returns the place for the content of a URL: its file, or the file of its menu.
    pub(super) fn place(&mut self, url: &Url<&str>, is_menu: bool) -> Result<Place<'_>, Failure> {
        let mut remote = segments(url);
        let last = match is_menu {
            true => OWN_MENU.to_owned(),
            // The URL of a host alone has no segment.
            false => remote.pop().unwrap_or_else(|| "index".to_owned()),
        };
        let (local, inner) = self.enter(&remote)?;
        let stopped = |error| Failure::writing(&self.path.join(&local), &error);
        let named = self.index.name(&local, &last).map_err(stopped)?;
        let folder = inner;
        let path = self.path.join(join(&local, &named.name));
        Ok(Place { mirror: self, folder, local, remote: last, named, path, file: None })
    }

    /// Creates the folder of a URL. Returns its path.
    pub(super) fn folder_of(&mut self, url: &Url<&str>) -> Result<PathBuf, Failure> {
        self.enter(&segments(url)).map(|(local, _)| self.path.join(local))
    }

    /// Opens the folders of a URL, and creates them if necessary.
    fn enter(&mut self, remote: &[String]) -> Result<(String, Option<Folder>), Failure> {
        let (mut local, mut inner) = (String::new(), None::<Folder>);
        for segment in remote {
            let stopped = |path: &str, error| Failure::writing(&self.path.join(path), &error);
            let folder = inner.as_ref().unwrap_or(&self.folder);
            let named = self.index.name(&local, segment).map_err(|error| stopped(&local, error))?;
            let path = join(&local, &named.name);
            let stopped = |error| stopped(&path, error);
            match folder.entry(&named.name).map_err(stopped)? {
                Entry::Nothing | Entry::Folder => {}
                Entry::File => return Err(of_kind(&self.path.join(&path), "file", "folder")),
                Entry::Other => return Err(other(&self.path.join(&path))),
            }
            let entered = folder.enter(&named.name).map_err(stopped)?;
            if !named.is_known {
                self.index.add(&local, &named.name, segment).map_err(stopped)?;
            }
            inner = Some(entered);
            local = path;
        }
        Ok((local, inner))
    }
}

/// A file of a mirror that is written. It appears when it is complete.
pub(super) struct Place<'m> {
    mirror: &'m mut Mirror,
    /// The folder of the file, unless it is that of the host.
    folder: Option<Folder>,
    /// The path of that folder, below that of the host.
    local: String,
    remote: String,
    named: Named,
    pub(super) path: PathBuf,
    /// The file, and its name while it is not complete.
    file: Option<(File, String)>,
}

impl Place<'_> {
    fn folder(&self) -> &Folder {
        self.folder.as_ref().unwrap_or(&self.mirror.folder)
    }

    /// Checks that the file may be written.
    fn check(&self) -> Result<(), Failure> {
        match self.folder().entry(&self.named.name).map_err(|error| self.failed(&error))? {
            Entry::Nothing => Ok(()),
            Entry::File if self.named.is_known || self.mirror.force => Ok(()),
            Entry::File => Err(Failure::local(
                format!("{} exists, and is not known to come from this URL", self.shown()),
                Some("use --force to replace it, or another folder by --into"),
            )),
            Entry::Folder => Err(of_kind(&self.path, "folder", "file")),
            Entry::Other => Err(other(&self.path)),
        }
    }

    fn shown(&self) -> String {
        sanitized::path(&self.path)
    }

    fn failed(&self, error: &std::io::Error) -> Failure {
        Failure::writing(&self.path, error)
    }

    /// Creates the file under its name while it is not complete.
    fn create(&mut self) -> Result<(File, String), Failure> {
        self.check()?;
        if !self.mirror.index.is_new(&self.local, &self.named.name) {
            let message = format!("{} was written by another item of this run", self.shown());
            return Err(Failure::local(message, None));
        }
        self.mirror.count += 1;
        let number = self.mirror.unfinished.of(self.mirror.count);
        let name = format!(".url1738-{number:032x}.part");
        let file = self.folder().create(&name).map_err(|error| self.failed(&error))?;
        signals::set_temporary_file(Some(self.path.with_file_name(&name)));
        Ok((file, name))
    }

    pub(super) fn write_all(&mut self, octets: &[u8]) -> Result<(), Failure> {
        let opened = match self.file.take() {
            Some(opened) => opened,
            None => self.create()?,
        };
        let (file, _) = self.file.insert(opened);
        file.write_all(octets).map_err(|error| Failure::writing(&self.path, &error))
    }

    /// Ends the content.
    pub(super) fn complete(mut self) -> Result<(), Failure> {
        // The content may be empty.
        self.write_all(&[])?;
        self.check()?;
        if let Some((_, unfinished)) = &self.file {
            let renamed = self.folder().rename(unfinished, &self.named.name);
            renamed.map_err(|error| self.failed(&error))?;
        }
        self.file = None;
        if !self.named.is_known {
            let added = self.mirror.index.add(&self.local, &self.named.name, &self.remote);
            added.map_err(|error| self.failed(&error))?;
        }
        Ok(())
    }
}

/// What is not complete is removed: a mirror that is run again fetches it again.
impl Drop for Place<'_> {
    fn drop(&mut self) {
        if let Some((_, unfinished)) = self.file.take() {
            // If it cannot be removed, it stays under its hidden name.
            let _ = self.folder().remove(&unfinished);
        }
        signals::set_temporary_file(None);
    }
}

/// A name is that of a folder and of a file.
fn of_kind(path: &Path, is: &str, needed: &str) -> Failure {
    let path = sanitized::path(path);
    let help = "use another folder by --into, or move what is there";
    Failure::local(format!("{path} is a {is}, and this item needs a {needed}"), Some(help))
}

/// A symbolic link or a device has the name.
fn other(path: &Path) -> Failure {
    let path = sanitized::path(path);
    let message = format!("{path} is a link or device: a mirror writes to files and folders only");
    Failure::local(message, Some("remove it"))
}
