//! Servers with trees of files, and the folders that `fetch --recursive` makes of them.

use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead as _, BufReader, Write as _},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::{Arc, Mutex},
};

use crate::{run::program, server::Server};

/// What a server has at a path or selector: `Err` is a reply in place of the content.
pub(crate) type Answer = Result<Vec<u8>, &'static str>;

/// Serves the files and directories of an FTP server: `answer` gets `RETR` or `NLST`, the user, and the path.
pub(crate) fn ftp(answer: impl Fn(&str, &str, &[u8]) -> Answer + Clone + Send + 'static) -> Server {
    Server::start_with(move |stream, _| {
        // A client that is gone ends the session.
        let _ = serve_ftp(&stream, &answer);
    })
}

fn serve_ftp(
    mut stream: &TcpStream,
    answer: &impl Fn(&str, &str, &[u8]) -> Answer,
) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut listener = None;
    let (mut user, mut path) = (String::new(), Vec::<Vec<u8>>::new());
    stream.write_all(b"220 hi\r\n")?;
    for line in BufReader::new(stream).split(b'\n') {
        let line = line?;
        let line = line.strip_suffix(b"\r").unwrap_or(&line);
        let end = line.iter().position(|it| *it == b' ').unwrap_or(line.len());
        let (verb, argument) = line.split_at(end);
        let argument = argument.get(1..).unwrap_or_default();
        match verb {
            b"USER" => {
                user = String::from_utf8(argument.to_vec()).unwrap();
                stream.write_all(b"230 in\r\n")?;
            }
            b"TYPE" => stream.write_all(b"200 ok\r\n")?,
            b"EPSV" => {
                // Each listener is for one connection.
                let opened = listener.insert(TcpListener::bind(("127.0.0.1", 0))?);
                write!(stream, "229 here (|||{}|)\r\n", opened.local_addr()?.port())?;
            }
            b"CWD" => {
                path.push(argument.to_vec());
                stream.write_all(b"250 ok\r\n")?;
            }
            b"RETR" | b"NLST" => {
                let listener = listener.take().unwrap();
                let mut whole = path.clone();
                whole.extend((!argument.is_empty()).then(|| argument.to_vec()));
                match answer(str::from_utf8(verb).unwrap(), &user, &whole.join(&b'/')) {
                    Ok(content) => {
                        stream.write_all(b"150 here it is\r\n")?;
                        listener.accept()?.0.write_all(&content)?;
                        stream.write_all(b"226 sent\r\n")?;
                    }
                    Err(reply) if reply.starts_with("426") => {
                        stream.write_all(b"150 here it is\r\n")?;
                        listener.accept()?.0.write_all(b"half")?;
                        write!(stream, "{reply}\r\n")?;
                    }
                    Err(reply) => write!(stream, "{reply}\r\n")?,
                }
            }
            b"QUIT" => return stream.write_all(b"221 bye\r\n"),
            _ => stream.write_all(b"502 no\r\n")?,
        }
    }
    Ok(())
}

/// Files by path, which a test may change while they are served.
pub(crate) type Files = Arc<Mutex<BTreeMap<Vec<u8>, Vec<u8>>>>;

/// Serves files by FTP. Their paths are the directories, too.
pub(crate) fn ftp_files(files: &Files) -> Server {
    let files = Arc::clone(files);
    ftp(move |verb, _, path| {
        let files = files.lock().unwrap();
        if verb == "RETR" {
            return files.get(path).cloned().ok_or("550 no such file");
        }
        let prefix = if path.is_empty() { Vec::new() } else { [path, b"/"].concat() };
        let mut names: Vec<Vec<u8>> = Vec::new();
        for path in files.keys().filter_map(|path| path.strip_prefix(prefix.as_slice())) {
            let name = path.split(|octet| *octet == b'/').next().unwrap().to_vec();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let lines = names.iter().map(|name| [name, b"\r\n".as_slice()].concat());
        if names.is_empty() {
            Err("550 no such directory")
        } else {
            Ok(lines.collect::<Vec<_>>().concat())
        }
    })
}

/// Serves selectors by Gopher. `answer` gets the selector and the port.
pub(crate) fn gopher(answer: impl Fn(&str, u16) -> Vec<u8> + Clone + Send + 'static) -> Server {
    Server::start_with(move |mut stream, _| {
        let port = stream.local_addr().unwrap().port();
        let mut selector = String::new();
        let mut reader = BufReader::new(stream.try_clone().unwrap());
        if reader.read_line(&mut selector).is_ok() {
            // A client that has seen enough is gone.
            let _ = stream.write_all(&answer(selector.trim_end_matches(['\r', '\n']), port));
        }
    })
}

/// Returns an item of a menu on this machine.
pub(crate) fn item(kind: char, selector: &str, port: u16) -> String {
    format!("{kind}x\t{selector}\t127.0.0.1\t{port}\r\n")
}

/// A folder in which the program runs, and a server.
pub(crate) struct Place {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) server: Server,
}

/// A run of the program.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stderr: String,
    pub(crate) stdout: Vec<u8>,
}

impl Ran {
    pub(crate) fn of(output: Output) -> Self {
        let stderr = String::from_utf8(output.stderr).unwrap();
        Self { code: output.status.code().unwrap_or(-1), stderr, stdout: output.stdout }
    }

    /// Returns the exit code, and the number of items that failed.
    pub(crate) fn outcome(&self) -> String {
        let last = self.stderr.lines().last().unwrap_or_default();
        match last.strip_prefix("url1738: ").filter(|last| last.ends_with(" failed")) {
            Some(count) => format!("exit {}, {count}", self.code),
            None => format!("exit {}", self.code),
        }
    }
}

impl Place {
    pub(crate) fn new(server: Server) -> Self {
        Self { folder: tempfile::tempdir().unwrap(), server }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns the folder of the server in the mirror.
    pub(crate) fn host(&self) -> PathBuf {
        self.path("mirror").join(format!("127.0.0.1_{}", self.server.address.port()))
    }

    pub(crate) fn url(&self, scheme: &str, rest: &str) -> String {
        format!("{scheme}://{}/{rest}", self.server.address)
    }

    /// Returns `fetch` with arguments.
    pub(crate) fn fetch(&self, arguments: &[&str]) -> Command {
        let mut command = program();
        command.env_remove("NNTPSERVER").env_remove("NETRC").current_dir(self.folder.path());
        let port = self.server.address.port().to_string();
        command.args(["fetch", "--allow-port", &port]).args(arguments);
        command
    }

    /// Returns `fetch --recursive` of a URL.
    pub(crate) fn mirroring(&self, url: &str, more: &[&str]) -> Command {
        let recursive = ["--recursive", "--into", "mirror", "--delay", "0", url];
        self.fetch(&[&recursive, more].concat())
    }

    pub(crate) fn mirror(&self, url: &str, more: &[&str]) -> Ran {
        Ran::of(self.mirroring(url, more).output().unwrap())
    }

    /// Returns the files of the server's folder, without the index. A link is shown as one.
    pub(crate) fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        collect(&self.host(), "", &mut files);
        files.remove(".url1738-index");
        files
    }

    /// Returns everything outside of the mirror.
    pub(crate) fn outside(&self) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        collect(self.folder.path(), "", &mut files);
        files.retain(|name, _| !name.starts_with("mirror/"));
        files
    }
}

fn collect(folder: &Path, before: &str, files: &mut BTreeMap<String, Vec<u8>>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let entry = entry.unwrap();
        let name = format!("{before}{}", entry.file_name().into_string().unwrap());
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            collect(&entry.path(), &format!("{name}/"), files);
        } else if kind.is_file() {
            files.insert(name, fs::read(entry.path()).unwrap());
        } else {
            files.insert(name, b"(not a file)".to_vec());
        }
    }
}
