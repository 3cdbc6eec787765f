//! Servers on loopback that follow a script.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

/// What a server does next on a connection.
#[derive(Clone, Debug)]
pub(crate) enum Do {
    /// Sends these octets.
    Say(Vec<u8>),
    /// Reads a line.
    Hear,
    /// Sends these octets again and again, until the client is gone.
    Forever(&'static [u8]),
    /// Sends these octets, one every 20 ms.
    Drip(&'static [u8]),
    /// Says nothing until the client is gone.
    Hang,
    /// Says nothing for these milliseconds.
    Wait(u64),
    /// Ends this direction of the connection.
    Shut,
    /// Sends one after the other.
    All(Vec<Self>),
    /// Opens a port, and says it in a reply to EPSV.
    Epsv,
    /// Like `Epsv`, in a reply to PASV which names this host.
    Pasv(&'static str),
    /// Takes the data connection and sends this over it.
    Data(Box<Self>),
    /// Takes the data connection and closes it at once.
    CloseData,
}

pub(crate) fn say(text: &str) -> Do {
    Do::Say(text.as_bytes().to_vec())
}

/// A server that follows its script on every connection, and closes it after that.
#[derive(Debug)]
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    stop: Arc<AtomicBool>,
}

impl Server {
    pub(crate) fn start(script: Vec<Do>) -> Self {
        Self::start_with(move |stream, stop| {
            // A client that is gone ends the script.
            let _ = follow(&stream, &script, stop).and_then(|()| close(&stream));
        })
    }

    /// Starts a server that serves every connection on a thread.
    pub(crate) fn start_with(
        serve: impl Fn(TcpStream, &AtomicBool) + Clone + Send + 'static,
    ) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        thread::spawn(move || {
            for stream in listener.incoming() {
                if stopped.load(Ordering::SeqCst) {
                    break;
                }
                let (serve, stopped) = (serve.clone(), stopped.clone());
                let Ok(stream) = stream else { continue };
                thread::spawn(move || serve(stream, &stopped));
            }
        });
        Self { address, stop }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        // The thread waits in accept; a connection wakes it.
        drop(TcpStream::connect(self.address));
    }
}

fn follow(mut stream: &TcpStream, script: &[Do], stop: &AtomicBool) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut lines = BufReader::new(stream.try_clone()?);
    let mut data: Option<TcpListener> = None;
    for step in script {
        match step {
            Do::Hear => {
                let mut line = Vec::new();
                lines.read_until(b'\n', &mut line)?;
            }
            Do::Epsv => {
                let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
                write!(stream, "229 here (|||{}|)\r\n", listener.local_addr()?.port())?;
                data = Some(listener);
            }
            Do::Pasv(host) => {
                let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
                let [high, low] = listener.local_addr()?.port().to_be_bytes();
                write!(stream, "227 here ({host},{high},{low})\r\n")?;
                data = Some(listener);
            }
            Do::Data(what) => {
                if let Some(listener) = &data {
                    let (stream, _) = listener.accept()?;
                    send(&stream, what, stop)?;
                }
            }
            Do::CloseData => {
                if let Some(listener) = &data {
                    drop(listener.accept()?);
                }
            }
            step => send(stream, step, stop)?,
        }
    }
    Ok(())
}

/// Ends a connection in order: a socket closed with octets that were not read resets the connection, and whether the client
/// sees the end or the reset would depend on time.
fn close(mut stream: &TcpStream) -> std::io::Result<()> {
    stream.shutdown(Shutdown::Write)?;
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    let mut octets = [0; 100];
    while stream.read(&mut octets)? > 0 {}
    Ok(())
}

fn send(mut stream: &TcpStream, what: &Do, stop: &AtomicBool) -> std::io::Result<()> {
    match what {
        Do::Say(octets) => stream.write_all(octets),
        Do::Forever(octets) => {
            let many = octets.repeat(1 + 8192 / octets.len());
            while !stop.load(Ordering::SeqCst) {
                stream.write_all(&many)?;
            }
            Ok(())
        }
        Do::Drip(octets) => {
            for octet in octets.iter().cycle().take_while(|_| !stop.load(Ordering::SeqCst)) {
                stream.write_all(&[*octet])?;
                thread::sleep(Duration::from_millis(20));
            }
            Ok(())
        }
        Do::Wait(millis) => {
            thread::sleep(Duration::from_millis(*millis));
            Ok(())
        }
        Do::Shut => stream.shutdown(Shutdown::Write),
        Do::All(steps) => steps.iter().try_for_each(|step| send(stream, step, stop)),
        _ => {
            let mut octets = [0; 100];
            while stream.read(&mut octets)? > 0 && !stop.load(Ordering::SeqCst) {}
            Ok(())
        }
    }
}
