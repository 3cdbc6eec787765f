//! Signals that end the process: between two records, and without leaving temporary files.

use core::time::Duration;
use std::{
    fs,
    io::{self, Write},
    path::PathBuf,
    process,
    sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc},
    thread,
};

use tempfile::NamedTempFile;

/// The temporary files to remove with the process.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn temporary() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file that is removed if a signal ends the process while this value lives.
#[derive(Debug)]
pub(crate) struct Temporary(PathBuf);

impl Temporary {
    /// Creates a file. A signal that arrives meanwhile waits until it is known.
    pub(crate) fn create(
        create: impl FnOnce() -> io::Result<NamedTempFile>,
    ) -> io::Result<(NamedTempFile, Self)> {
        let mut known = temporary();
        let file = create()?;
        let path = file.path().to_owned();
        known.push(path.clone());
        Ok((file, Self(path)))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        temporary().retain(|path| *path != self.0);
    }
}

/// Calls `before_exit` when a signal asks the process to end, and waits until what is written to stdout is whole: for a
/// second, since it may be a pipe that is never read. Then exits as shells report it, with 128 plus the number of the signal. If
/// signals cannot be handled, the system ends the process.
pub(crate) fn end_with(before_exit: impl Fn() + Send + Sync + 'static) {
    let before_exit = Arc::new(before_exit);
    on_signal(move |signal| {
        let before_exit = Arc::clone(&before_exit);
        let (seizing, seized) = mpsc::channel();
        let seize = move || {
            before_exit();
            let mut out = io::stdout().lock();
            let _ = out.flush();
            let _ = seizing.send(());
            // What is written now would be cut off by the exit.
            loop {
                thread::park();
            }
        };
        if small_thread().spawn(seize).is_ok() {
            let _ = seized.recv_timeout(Duration::from_secs(1));
        }
        for path in temporary().drain(..) {
            // If the file cannot be removed, it stays.
            let _ = fs::remove_file(path);
        }
        process::exit(128 + signal);
    });
}

/// Returns a thread with a small stack, so that it can be started with little memory.
fn small_thread() -> thread::Builder {
    thread::Builder::new().name("signals".to_owned()).stack_size(256 * 1024)
}

/// Stdout, on which a signal leaves whole writes.
#[derive(Debug)]
pub(crate) struct WholeWrites(pub(crate) io::Stdout);

impl Write for WholeWrites {
    fn write(&mut self, records: &[u8]) -> io::Result<usize> {
        self.0.write_all(records).map(|()| records.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(unix)]
fn on_signal(action: impl Fn(i32) + Send + 'static) {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ},
        flag,
        iterator::Signals,
    };
    // With a handler, a file that reaches the limit of the user is an error of writing it, like a full disk. Without one,
    // the signal ends the process, and leaves the temporary file.
    let _ = flag::register(SIGXFSZ, Arc::default());
    let mut wanted = vec![SIGINT, SIGTERM];
    if !is_ignored(SIGHUP) {
        wanted.push(SIGHUP);
    }
    // Waiting for signals takes two file descriptors. If so few are left that an input could not be opened, signals are
    // not handled, and the system ends the process.
    let spare: Result<Vec<_>, _> = (0..3).map(|_| fs::File::open("/dev/null")).collect();
    if spare.map(drop).is_err() {
        return;
    }
    let Ok(mut signals) = Signals::new(wanted) else { return };
    let (starting, started) = mpsc::channel::<()>();
    let wait = move || {
        drop(starting);
        signals.forever().for_each(&action);
    };
    // If the thread cannot be started, signals have no effect.
    let _ = small_thread().spawn(wait);
    // A starting thread allocates: it does before this one may have taken the last memory.
    let _ = started.recv();
}

/// Returns whether the parent process asked to ignore a signal, as `nohup` does. If that is unknown, the signal is not
/// handled, and the system decides.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let Ok(status) = fs::read_to_string("/proc/self/status") else { return true };
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_none_or(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(not(unix))]
fn on_signal(action: impl Fn(i32) + Send + 'static) {
    const INTERRUPT: i32 = 2;
    let _ = ctrlc::set_handler(move || action(INTERRUPT));
}
