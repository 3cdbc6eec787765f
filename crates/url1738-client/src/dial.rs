//! Connecting: names resolved within a limit, and several addresses tried side by side (RFC 8305).

use core::{net::SocketAddr, time::Duration};
use std::{
    io,
    net::{TcpStream, ToSocketAddrs as _},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::Instant,
};

use url1738::plan::Endpoint;

use crate::{cancel::Cancel, error::Error, options::Options};

/// The time after which the next address is tried while the others are under way (RFC 8305, 5).
pub(crate) const STAGGER: Duration = Duration::from_millis(250);

/// How long a wait lasts at most before a cancellation is noticed.
const SLICE: Duration = Duration::from_millis(20);

/// Connects to an endpoint within the limit.
pub(crate) fn dial(
    options: &Options,
    endpoint: &Endpoint,
    limit: Duration,
) -> Result<TcpStream, Error> {
    let deadline = Instant::now().checked_add(limit);
    let (host, port) = options.target(endpoint)?;
    let found = match options.connect_to {
        Some(address) => vec![address],
        None => resolve(options, &host, port, deadline, limit)?,
    };
    let addresses = options.allowed(&host, found)?;
    let shown = format!("{host} port {port}");
    connect(&options.cancel, &shown, &addresses, deadline, limit)
}

fn resolve(
    options: &Options,
    host: &str,
    port: u16,
    deadline: Option<Instant>,
    limit: Duration,
) -> Result<Vec<SocketAddr>, Error> {
    // An address needs no resolver, and a name like `010.1` is not one of a resolver's spellings of an address.
    if let Ok(address) = host.parse() {
        return Ok(vec![SocketAddr::new(address, port)]);
    }
    let (sender, receiver) = mpsc::channel();
    let name = host.to_owned();
    spawn(move || {
        let found = (name.as_str(), port).to_socket_addrs().map(Iterator::collect::<Vec<_>>);
        // Fails if the limit was shorter.
        let _ = sender.send(found);
    })?;
    let failed = |source| Error::Resolve { host: host.to_owned(), source };
    match wait(&options.cancel, &receiver, deadline)? {
        Some(found) => found.map_err(failed),
        None => Err(timed_out("resolve", "address", limit)),
    }
}

/// Connects to the first of the addresses that answers.
pub(crate) fn connect(
    cancel: &Cancel,
    host: &str,
    addresses: &[SocketAddr],
    deadline: Option<Instant>,
    limit: Duration,
) -> Result<TcpStream, Error> {
    let (sender, receiver) = mpsc::channel();
    let mut waiting = addresses.iter().copied();
    let mut running = 0_usize;
    let mut last = None;
    loop {
        let begun = waiting.next().inspect(|_| running = running.saturating_add(1));
        if let Some(address) = begun {
            let sender = sender.clone();
            let left = left(deadline).unwrap_or(limit).max(Duration::from_millis(1));
            spawn(move || {
                // Fails if another address was faster; the connection is closed then.
                let _ = sender.send(TcpStream::connect_timeout(&address, left));
            })?;
        } else if running == 0 {
            let is_late = |error: &io::Error| {
                error.kind() == io::ErrorKind::TimedOut && left(deadline) == Some(Duration::ZERO)
            };
            // The last attempt ends at the deadline, too, and its end may be seen first.
            if last.as_ref().is_some_and(is_late) {
                return Err(timed_out("connect", "connection", limit));
            }
            let source = last.unwrap_or_else(|| io::ErrorKind::AddrNotAvailable.into());
            return Err(Error::Connect { host: host.to_owned(), source });
        }
        // The next address is tried after a while, or at once if one failed.
        let next = match waiting.len() {
            0 => deadline,
            _ => {
                let next = Instant::now().checked_add(STAGGER);
                deadline.map_or(next, |end| next.map(|next| next.min(end)))
            }
        };
        match wait(cancel, &receiver, next)? {
            Some(Ok(stream)) => return Ok(stream),
            Some(Err(error)) => {
                running = running.saturating_sub(1);
                last = Some(error);
            }
            None if left(deadline) == Some(Duration::ZERO) => {
                return Err(timed_out("connect", "connection", limit));
            }
            None => {}
        }
    }
}

fn timed_out(step: &str, what: &'static str, limit: Duration) -> Error {
    Error::TimedOut { step: step.to_owned(), what, limit }
}

/// Returns the time until a deadline, or `None` if there is none.
pub(crate) fn left(deadline: Option<Instant>) -> Option<Duration> {
    deadline.map(|end| end.saturating_duration_since(Instant::now()))
}

fn wait<T>(
    cancel: &Cancel,
    receiver: &Receiver<T>,
    deadline: Option<Instant>,
) -> Result<Option<T>, Error> {
    loop {
        if cancel.is_cancelled() {
            return Err(Error::Cancelled);
        }
        let slice = left(deadline).map_or(SLICE, |left| left.min(SLICE));
        match receiver.recv_timeout(slice) {
            Ok(value) => return Ok(Some(value)),
            Err(RecvTimeoutError::Timeout) if left(deadline) != Some(Duration::ZERO) => {}
            Err(_) => return Ok(None),
        }
    }
}

fn spawn(work: impl FnOnce() + Send + 'static) -> Result<(), Error> {
    let thread = thread::Builder::new().name("connect".to_owned()).spawn(work);
    thread.map(drop).map_err(|source| Error::Io { step: "connect".to_owned(), source })
}

#[cfg(test)]
mod tests {
    use core::net::Ipv4Addr;
    use std::net::TcpListener;

    use super::*;

    /// A listener with as many connections as it holds does not answer further ones on Linux. Elsewhere, documentation
    /// addresses do not answer at most machines; at others a connection to them fails at once.
    #[test]
    fn an_address_that_does_not_answer_is_not_waited_for() {
        let full = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = full.local_addr().unwrap();
        let open = || TcpStream::connect_timeout(&address, STAGGER).ok();
        let _open: Vec<TcpStream> = core::iter::from_fn(open).take(5000).collect();
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let there = listener.local_addr().unwrap();
        let silent = match cfg!(target_os = "linux") {
            true => address,
            false => SocketAddr::from(([192, 0, 2, 1], 70)),
        };
        let closed = {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
            listener.local_addr().unwrap()
        };
        let limit = Duration::from_secs(20);
        let begun = Instant::now();
        let deadline = begun.checked_add(limit);
        let addresses = [silent, closed, there];
        let stream = connect(&Cancel::default(), "host", &addresses, deadline, limit).unwrap();
        assert_eq!(stream.peer_addr().unwrap(), there);
        assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    }

    #[test]
    fn families_take_turns_and_are_bounded() {
        let four = |last| SocketAddr::from(([10, 0, 0, last], 1));
        let six = |last| SocketAddr::from(([0, 0, 0, 0, 0, 0, 0, last], 1));
        let found = [four(1), four(2), four(3), six(1), four(1)];
        let ordered = Options::default().allowed("host", found).unwrap();
        assert_eq!(ordered, [six(1), four(1), four(2), four(3)]);
        let many = (0..100).map(four);
        assert_eq!(Options::default().allowed("host", many).unwrap().len(), 8);
    }
}
