//! An ftp server on loopback that obeys commands, and what it does wrong.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{Ipv4Addr, Shutdown, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use crate::server::Server;

/// A server with one file, or one listing.
#[derive(Clone)]
pub(crate) struct Ftp {
    pub(crate) content: Vec<u8>,
    /// The replies to commands; `{whole}` is the length of the content, and `{left}` that of what follows the offset.
    pub(crate) login: &'static str,
    pub(crate) size: &'static str,
    pub(crate) time: &'static str,
    pub(crate) rest: &'static str,
    /// The reply before the content.
    pub(crate) opening: &'static str,
    /// The reply after the content; without one the server closes the connection.
    pub(crate) closing: &'static str,
    /// Whether the content begins at the offset that the client asked for.
    pub(crate) honors_rest: bool,
    /// Octets that are sent at most.
    pub(crate) most: usize,
    /// Octets that are sent after the content.
    pub(crate) more: &'static [u8],
    /// The command by which the server lists, besides NLST.
    pub(crate) lists: &'static str,
    /// If this is set, the second half of the content comes when it is true.
    pub(crate) gate: Option<Arc<AtomicBool>>,
    /// The commands that came.
    pub(crate) heard: Arc<Mutex<Vec<String>>>,
}

/// A server that may change between two connections.
pub(crate) struct Running {
    pub(crate) server: Server,
    now: Arc<Mutex<Ftp>>,
}

impl Running {
    pub(crate) fn becomes(&self, ftp: Ftp) {
        *self.now.lock().unwrap() = ftp;
    }
}

impl Ftp {
    pub(crate) fn new(content: impl Into<Vec<u8>>) -> Self {
        Self {
            content: content.into(),
            login: "230 in",
            size: "213 {whole}",
            time: "213 20260102030405",
            rest: "350 ok",
            opening: "150 Opening x ({whole} bytes).",
            closing: "226 ok",
            honors_rest: true,
            most: usize::MAX,
            more: b"",
            lists: "NLST",
            gate: None,
            heard: Arc::default(),
        }
    }

    /// A server that does not know the commands of RFC 3659, and announces no length.
    pub(crate) fn silent(content: impl Into<Vec<u8>>) -> Self {
        let (size, time, opening) = ("500 ?", "502 ?", "150 go");
        Self { size, time, opening, ..Self::new(content) }
    }

    /// Ends the connection after so many octets, with an error.
    pub(crate) fn cut_after(self, most: usize) -> Self {
        Self { most, closing: "426 cut", ..self }
    }

    pub(crate) fn start(self) -> Running {
        let now = Arc::new(Mutex::new(self));
        let ftp = now.clone();
        let server = Server::start_with(move |stream, stop| {
            let ftp = ftp.lock().unwrap().clone();
            // A client that is gone ends the session.
            let _ = ftp.serve(&stream, stop);
        });
        Running { server, now }
    }

    /// Returns the commands that came so far.
    pub(crate) fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap().clone()
    }

    fn serve(&self, mut stream: &TcpStream, stop: &AtomicBool) -> std::io::Result<()> {
        stream.set_nodelay(true)?;
        let mut lines = BufReader::new(stream.try_clone()?);
        let mut data: Option<TcpListener> = None;
        let mut offset = 0;
        let line = |mut stream: &TcpStream, reply: &str, offset: usize| {
            let whole = self.content.len();
            let left = whole.saturating_sub(offset).to_string();
            let reply = reply.replace("{whole}", &whole.to_string()).replace("{left}", &left);
            stream.write_all(format!("{reply}\r\n").as_bytes())
        };
        line(stream, "220 hi", 0)?;
        loop {
            let mut command = String::new();
            if lines.read_line(&mut command)? == 0 {
                return Ok(());
            }
            let command = command.trim_end();
            self.heard.lock().unwrap().push(command.to_owned());
            let (verb, argument) = command.split_once(' ').unwrap_or((command, ""));
            match verb {
                "USER" => line(stream, "331 ?", 0)?,
                "PASS" => line(stream, self.login, 0)?,
                "SIZE" => line(stream, self.size, 0)?,
                "MDTM" => line(stream, self.time, 0)?,
                "REST" => {
                    offset = argument.parse().unwrap();
                    line(stream, self.rest, 0)?;
                }
                "EPSV" => {
                    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
                    write!(stream, "229 here (|||{}|)\r\n", listener.local_addr()?.port())?;
                    data = Some(listener);
                }
                "MLSD" | "LIST" if self.lists != verb => line(stream, "502 no", 0)?,
                "RETR" | "NLST" | "MLSD" | "LIST" => {
                    let Some(listener) = data.take() else { return Ok(()) };
                    let connection = listener.accept()?.0;
                    line(stream, self.opening, offset)?;
                    if !self.opening.starts_with('1') {
                        continue;
                    }
                    self.send(&connection, if self.honors_rest { offset } else { 0 }, stop)?;
                    drop(connection);
                    if self.closing.is_empty() {
                        return stream.shutdown(Shutdown::Both);
                    }
                    line(stream, self.closing, offset)?;
                }
                "QUIT" => return line(stream, "221 bye", 0),
                _ => line(stream, "250 ok", 0)?,
            }
        }
    }

    fn send(&self, mut data: &TcpStream, from: usize, stop: &AtomicBool) -> std::io::Result<()> {
        let content = self.content.get(from..).unwrap_or_default();
        let content = &content[..content.len().min(self.most)];
        // Of two pieces, the client may refuse the first before too much has come.
        let half = self.gate.as_ref().map_or(content.len(), |_| content.len() / 2);
        let (first, second) = content.split_at(half);
        data.write_all(first)?;
        if let Some(gate) = &self.gate {
            while !gate.load(Ordering::SeqCst) && !stop.load(Ordering::SeqCst) {
                thread::sleep(Duration::from_millis(5));
            }
        }
        data.write_all(second)?;
        data.write_all(self.more)?;
        // Octets that were not read would reset the connection, and with it what was sent.
        data.shutdown(Shutdown::Write)?;
        data.set_read_timeout(Some(Duration::from_secs(5)))?;
        let mut octets = [0; 10];
        while data.read(&mut octets)? > 0 {}
        Ok(())
    }
}
