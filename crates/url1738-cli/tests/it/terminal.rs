//! What only a terminal shows: the prompt for a password, and progress bars. The terminal is that of the program `script`.

use core::time::Duration;
use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Child, ChildStdin, Command, Stdio},
    sync::{
        Arc, Mutex,
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread,
};

use crate::{run::has_program, server::Server};

/// A shell on a terminal of 100 columns, which echoes what is typed.
struct Terminal {
    child: Child,
    keyboard: Option<ChildStdin>,
    output: Receiver<Vec<u8>>,
    shown: String,
}

impl Terminal {
    /// Runs a shell command, in which `url1738` is the program. Returns `None` if there are no terminals.
    fn start(folder: &Path, command: &str) -> Option<Self> {
        if !has_program("script", "bsdutils") {
            return None;
        }
        let program = Path::new(env!("CARGO_BIN_EXE_url1738")).parent().unwrap();
        let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
        let command = format!("stty sane cols 100 rows 30; trap : INT; {command}");
        let started = Command::new("script")
            .args(["-qec", &command, "/dev/null"])
            .current_dir(folder)
            .env("PATH", path)
            .env("SHELL", "/bin/sh")
            .env("TERM", "xterm")
            .env_remove("NETRC")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let mut child = started.unwrap();
        let keyboard = child.stdin.take();
        let mut screen = child.stdout.take().unwrap();
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(len @ 1..) = screen.read(&mut buffer) {
                if sender.send(buffer[..len].to_vec()).is_err() {
                    break;
                }
            }
        });
        Some(Self { child, keyboard, output, shown: String::new() })
    }

    /// Waits until the terminal has shown a text.
    fn wait_for(&mut self, text: &str) {
        while !self.shown.contains(text) {
            match self.output.recv_timeout(Duration::from_secs(120)) {
                Ok(octets) => self.shown += &String::from_utf8_lossy(&octets),
                Err(error) => panic!("{error}: {text:?} is not in {:?}", self.shown),
            }
        }
    }

    fn type_in(&mut self, text: &[u8]) {
        let keyboard = self.keyboard.as_mut().unwrap();
        keyboard.write_all(text).unwrap();
        keyboard.flush().unwrap();
    }

    /// Waits for the end of the shell. Returns all that the terminal has shown.
    fn end(mut self) -> String {
        loop {
            match self.output.recv_timeout(Duration::from_secs(120)) {
                Ok(octets) => self.shown += &String::from_utf8_lossy(&octets),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(error) => panic!("{error} after {:?}", self.shown),
            }
        }
        drop(self.keyboard.take());
        self.child.wait().unwrap();
        core::mem::take(&mut self.shown)
    }
}

/// A test that fails leaves nothing running: without its terminal, the shell ends.
impl Drop for Terminal {
    fn drop(&mut self) {
        // It has ended unless the test failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An FTP server that accepts one password, and sends a file half of which waits for a message.
fn ftp(password: &'static [u8], file: Vec<u8>) -> (Server, Sender<()>) {
    let (go_on, waits) = mpsc::channel();
    let waits = Arc::new(Mutex::new(waits));
    let server = Server::start_with(move |stream, _| {
        // A client that is gone ends the session.
        let _ = serve(&stream, password, &file, &waits.lock().unwrap());
    });
    (server, go_on)
}

fn serve(
    mut stream: &TcpStream,
    password: &[u8],
    file: &[u8],
    waits: &Receiver<()>,
) -> std::io::Result<()> {
    let listener = TcpListener::bind(("127.0.0.1", 0))?;
    let port = listener.local_addr()?.port();
    let mut lines = BufReader::new(stream).split(b'\n');
    stream.write_all(b"220 hi\r\n")?;
    while let Some(line) = lines.next().transpose()? {
        let reply = match line.trim_ascii_end().split_at(4.min(line.len())) {
            (b"USER", _) => "331 ?\r\n".to_owned(),
            (b"PASS", typed) if typed.trim_ascii_start() == password => "230 in\r\n".to_owned(),
            (b"PASS", _) => "530 wrong\r\n".to_owned(),
            (b"TYPE", _) => "200 i\r\n".to_owned(),
            (b"EPSV", _) => format!("229 here (|||{port}|)\r\n"),
            (b"RETR", _) => {
                write!(stream, "150 Opening BINARY mode for x ({} bytes).\r\n", file.len())?;
                let (mut data, _) = listener.accept()?;
                let (half, rest) = file.split_at(file.len() / 2);
                data.write_all(half)?;
                // An error: the test waits for nothing between the halves.
                let _ = waits.recv();
                data.write_all(rest)?;
                "226 sent\r\n".to_owned()
            }
            _ => "221 bye\r\n".to_owned(),
        };
        stream.write_all(reply.as_bytes())?;
    }
    Ok(())
}

/// Fetches `x` as the user `me`, and shows the exit code and whether the terminal echoes after that.
fn with_prompt(server: &Server, before: &str) -> (String, String) {
    let port = server.address.port();
    let url = format!("ftp://me@127.0.0.1:{port}/x;type=i");
    let fetch = format!("{before}url1738 fetch --allow-port {port} '{url}'");
    let after = "echo code=$?; stty -a | tr ' ;' '\\n\\n' | grep -x -e -*echo -e -*icanon";
    (format!("{fetch}; {after}"), format!("password for {url}: "))
}

const RESTORED: &str = "icanon\r\necho\r\n";

#[test]
fn a_typed_password_is_sent_and_not_shown() {
    let folder = tempfile::tempdir().unwrap();
    let (server, go_on) = ftp(b"hunt\xe9r 2", b"the content\n".to_vec());
    drop(go_on);
    let (command, prompt) = with_prompt(&server, "");
    let Some(mut terminal) = Terminal::start(folder.path(), &command) else { return };
    terminal.wait_for(&prompt);
    // The terminal edits the line: the last letter is erased.
    terminal.type_in(b"hunt\xe9r 23\x7f\r");
    let shown = terminal.end();
    assert!(shown.contains("the content\r\ncode=0\r\n"), "{shown}");
    assert!(!shown.contains("hunt") && !shown.contains("r 2"), "{shown}");
    assert!(shown.ends_with(RESTORED), "{shown}");
}

#[test]
fn a_wrong_password_and_none_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    for (typed, message, code) in [
        (&b"wrong1\r"[..], "the server replied 530", "code=1\r\n"),
        (b"\r", "the server replied 530", "code=1\r\n"),
        // The end of the input.
        (b"\x04", "PASS <ask>: missing answer: password", "code=2\r\n"),
    ] {
        let (server, _) = ftp(b"hunter2", Vec::new());
        let (command, prompt) = with_prompt(&server, "");
        let Some(mut terminal) = Terminal::start(folder.path(), &command) else { return };
        terminal.wait_for(&prompt);
        terminal.type_in(typed);
        let shown = terminal.end();
        assert!(shown.contains(message) && shown.contains(code), "{shown}");
        assert!(!shown.contains("wrong1") && shown.ends_with(RESTORED), "{shown}");
    }
}

#[test]
fn the_terminal_echoes_again_after_a_signal() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _) = ftp(b"hunter2", Vec::new());
    let (command, prompt) = with_prompt(&server, "");
    let Some(mut terminal) = Terminal::start(folder.path(), &command) else { return };
    terminal.wait_for(&prompt);
    terminal.type_in(b"hunt\x03");
    let shown = terminal.end();
    assert!(shown.contains("code=130\r\n") && shown.ends_with(RESTORED), "{shown}");
    assert!(!shown.contains("hunt") && !shown.contains("error"), "{shown}");

    // SIGTERM, sent by another program.
    let (command, _) = with_prompt(&server, "timeout --foreground 2 ");
    let Some(terminal) = Terminal::start(folder.path(), &command) else { return };
    let shown = terminal.end();
    assert!(shown.contains("code=124\r\n") && shown.ends_with(RESTORED), "{shown}");
}

/// A Gopher+ server with a form, which answers with what it got.
fn form() -> Server {
    Server::start_with(|mut stream, _| {
        let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
        let Some(request) = lines.next() else { return };
        if request.contains("\t!") {
            let form =
                "+-1\r\n+ASK:\r\n Ask: Name?\r\n AskP: Secret word?\r\n Ask: Place?\r\n.\r\n";
            stream.write_all(form.as_bytes()).unwrap();
            return;
        }
        let items: Vec<String> = lines.skip(1).take_while(|line| line != ".").collect();
        write!(stream, "+-2\r\ngot {}, {} letters, {}\r\n", items[0], items[1].len(), items[2])
            .unwrap();
    })
}

#[test]
fn a_password_of_a_form_is_not_shown() {
    let folder = tempfile::tempdir().unwrap();
    let server = form();
    let port = server.address.port();
    let command = format!(
        "url1738 fetch --trace --allow-port {port} 'gopher://127.0.0.1:{port}/0/x%09%09?'; echo code=$?; \
         stty -a | tr ' ;' '\\n\\n' | grep -x -e -*echo -e -*icanon"
    );
    let Some(mut terminal) = Terminal::start(folder.path(), &command) else { return };
    terminal.wait_for("Ask: Name?: ");
    terminal.type_in(b"Joe\r");
    terminal.wait_for("AskP: Secret word?: ");
    terminal.type_in(b"hunter2\r");
    terminal.wait_for("Ask: Place?: ");
    terminal.type_in(b"here\r");
    let shown = terminal.end();
    assert!(shown.contains("got Joe, 7 letters, here\r\n"), "{shown}");
    assert!(shown.contains("\\r\\nJoe\\r\\n***\\r\\nhere\\r\\n"), "{shown}");
    assert!(!shown.contains("hunter2") && shown.ends_with(RESTORED), "{shown}");
}

#[test]
fn binary_content_is_not_written_to_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let (server, go_on) = ftp(b"p", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec());
    drop(go_on);
    let port = server.address.port();
    let fetch = format!("url1738 fetch --allow-port {port} 'ftp://me:p@127.0.0.1:{port}/x;type=i'");
    let shown = |more: &str| {
        Some(Terminal::start(folder.path(), &format!("{fetch} {more}; echo code=$?"))?.end())
    };
    let Some(refused) = shown("") else { return };
    assert!(refused.contains(": binary content can change how the terminal works"), "{refused}");
    assert!(refused.contains("code=2") && !refused.contains("IHDR"), "{refused}");
    let forced = shown("-o -").unwrap();
    assert!(forced.contains("IHDR") && forced.contains("code=0"), "{forced}");
    assert!(shown("> out").unwrap().contains("code=0"));
    assert!(fs::read(folder.path().join("out")).unwrap().ends_with(b"IHDR"));
    assert!(!folder.path().join("-").exists());
}

/// The template of a bar whose total is known.
const BAR: &str = " of 4.00 MiB, ";

#[test]
fn the_progress_of_fetch_is_shown_on_a_terminal_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (server, go_on) = ftp(b"p", vec![b'x'; 4 << 20]);
    let port = server.address.port();
    let fetch = format!("url1738 fetch --allow-port {port} 'ftp://me:p@127.0.0.1:{port}/x;type=i'");
    let shown = |more: &str, waits: bool| {
        let mut terminal = Terminal::start(folder.path(), &format!("{fetch} {more}"))?;
        if waits {
            terminal.wait_for(BAR);
        }
        go_on.send(()).unwrap();
        Some(terminal.end())
    };
    let Some(_) = shown(" > out", true) else { return };
    assert_eq!(fs::read(folder.path().join("out")).unwrap().len(), 4 << 20);
    shown("-o named", true);
    for silent in ["2> log > out", "--quiet > out", "2> log -o named"] {
        let shown = shown(silent, false).unwrap();
        assert!(shown.is_empty(), "{silent}: {shown}");
    }
    let log = fs::read_to_string(folder.path().join("log")).unwrap();
    assert_eq!(log, "url1738: 4194304 bytes in named\n");
}

#[test]
fn the_progress_of_one_large_file_is_shown_on_a_terminal_alone() {
    let folder = tempfile::tempdir().unwrap();
    let line = format!("http://host.dom/{}\n", "x".repeat(239));
    fs::write(folder.path().join("large.txt"), line.repeat((4 << 20) / line.len())).unwrap();
    let seen = folder.path().join("seen");
    // The bar appears after a second. The reader takes at least as long.
    let slow =
        "while [ ! -e seen ]; do head -c 65536 > /dev/null; sleep 0.05; done; cat > /dev/null";
    for command in ["extract --json large.txt", "check --json large.txt"] {
        let piped = format!("url1738 {command} | ({slow})");
        let Some(mut terminal) = Terminal::start(folder.path(), &piped) else { return };
        terminal.wait_for(BAR);
        fs::write(&seen, "").unwrap();
        let shown = terminal.end();
        // It is erased at the end, before the counts.
        let (_, counts) = shown.rsplit_once("\r\u{1b}[2K").unwrap();
        assert!(counts.contains(" = ") && !counts.contains("left"), "{counts:?}");
        fs::remove_file(&seen).unwrap();
        let to_file = format!("url1738 {command} 2> log | (sleep 2; cat > /dev/null)");
        assert!(Terminal::start(folder.path(), &to_file).unwrap().end().is_empty(), "{command}");
        let log = fs::read_to_string(folder.path().join("log")).unwrap();
        assert!(!log.contains('\r') && log.lines().count() <= 1, "{command}: {log}");
    }
}
