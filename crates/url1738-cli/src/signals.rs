//! Signals that end a run: between two records, and without leaving anything behind.

use core::time::Duration;
use std::{
    fs,
    path::PathBuf,
    process,
    sync::{Mutex, MutexGuard, PoisonError, TryLockError},
    thread,
};

/// What a shell adds to the number of the signal that ended a program.
const ENDED_BY: i32 = 128;

/// The file that is being written and goes with the process.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Notes the file to remove if a signal ends the process; `None` once there is none.
pub(crate) fn unfinished(path: Option<PathBuf>) {
    *UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner) = path;
}

/// Calls `last_words` when a signal asks the process to end, and ends it with 128 and the number of the signal. Where
/// signals cannot be had, the system ends the process.
pub(crate) fn end_with(last_words: impl Fn() + Send + 'static) {
    on_signal(move |signal| {
        last_words();
        let path = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).take();
        // Nothing can be done about a file that stays.
        let _ = path.map(fs::remove_file);
        process::exit(ENDED_BY + signal);
    });
}

/// Locks `mutex`, unless its holder waits for a reader who reads no more.
pub(crate) fn lock_soon<T>(mutex: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    for _ in 0..100 {
        match mutex.try_lock() {
            Ok(guard) => return Some(guard),
            Err(TryLockError::Poisoned(error)) => return Some(error.into_inner()),
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(10)),
        }
    }
    None
}

#[cfg(unix)]
fn on_signal(action: impl Fn(i32) + Send + 'static) {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM},
        iterator::Signals,
    };
    let mut wanted = vec![SIGINT, SIGTERM];
    if !is_ignored(SIGHUP) {
        wanted.push(SIGHUP);
    }
    // It takes two files to wait for signals. Where files are so few that none would be left for an input, inputs come
    // first, and the system ends the process.
    let spare: Result<Vec<_>, _> = (0..3).map(|_| fs::File::open("/dev/null")).collect();
    if spare.map(drop).is_err() {
        return;
    }
    let Ok(mut signals) = Signals::new(wanted) else { return };
    let wait = move || signals.forever().for_each(&action);
    // Without the thread the signals wait for nothing; there is hardly a system that has none to spare.
    let _ = thread::Builder::new().name("signals".to_owned()).spawn(wait);
}

/// Whether the process is to survive a signal, as `nohup` asks for. Where nobody says so, the system decides: the
/// signal is left alone.
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
