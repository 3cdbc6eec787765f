//! A password typed on the terminal, which does not show it.

#[cfg(unix)]
pub(super) use unix::{read, restore};

/// Reads a password. On this system, the console is restored by the reader.
#[cfg(not(unix))]
pub(super) fn read(prompt: &str) -> std::io::Result<Option<Vec<u8>>> {
    rpassword::prompt_password(prompt).map(|typed| Some(typed.into_bytes()))
}

#[cfg(not(unix))]
pub(super) const fn restore() {}

/// The crate `rpassword` disables the echo after it has written the prompt, and raises SIGINT while the terminal is still
/// in its raw mode: a password that is typed at once is shown, and after Ctrl-C the shell's input is not. Here the
/// terminal edits the line, and whatever ends the process restores it first.
#[cfg(unix)]
mod unix {
    use std::{
        fs::File,
        io::{self, BufRead as _, BufReader, Write as _},
        sync::{Mutex, MutexGuard, PoisonError},
    };

    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

    /// The terminal whose echo is off, and the modes that it had.
    static CHANGED: Mutex<Option<(File, Termios)>> = Mutex::new(None);

    fn changed() -> MutexGuard<'static, Option<(File, Termios)>> {
        CHANGED.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads a line from the terminal of the process without showing it. Returns its bytes, or `None` if the input ends
    /// before the line.
    pub(in super::super) fn read(prompt: &str) -> io::Result<Option<Vec<u8>>> {
        let mut terminal = File::options().read(true).write(true).open("/dev/tty")?;
        let _restored = NoEcho::new(&terminal)?;
        write!(terminal, "{prompt}")?;
        let mut typed = Vec::new();
        BufReader::new(&terminal).read_until(b'\n', &mut typed)?;
        // The end of the line is not shown either.
        writeln!(terminal)?;
        let line = typed.strip_suffix(b"\n");
        Ok(line.map(<[u8]>::to_vec))
    }

    /// Restores the terminal if its echo is off.
    pub(in super::super) fn restore() {
        if let Some((terminal, modes)) = changed().take() {
            // A terminal that is gone needs no echo.
            let _ = tcsetattr(&terminal, OptionalActions::Now, &modes);
        }
    }

    /// Restores the terminal when it is dropped.
    struct NoEcho;

    impl NoEcho {
        fn new(terminal: &File) -> io::Result<Self> {
            let modes = tcgetattr(terminal)?;
            let mut quiet = modes.clone();
            quiet.local_modes.remove(LocalModes::ECHO | LocalModes::ECHONL);
            quiet.local_modes.insert(LocalModes::ICANON | LocalModes::ISIG);
            // A signal that arrives from here on finds what to restore.
            let mut changed = changed();
            *changed = Some((terminal.try_clone()?, modes));
            // What was typed before the prompt has been shown, so it is not the password.
            let result = tcsetattr(terminal, OptionalActions::Flush, &quiet);
            drop(changed);
            let guard = Self;
            result.map(|()| guard).map_err(io::Error::from)
        }
    }

    impl Drop for NoEcho {
        fn drop(&mut self) {
            restore();
        }
    }
}
