//! The program `url1738`; all of it is in the library, so that tests and `cargo xtask dist` reach it.

fn main() -> std::process::ExitCode {
    match started::without_output() {
        true => url1738_cli::closed_output(),
        false => url1738_cli::main(),
    }
}

/// What was so when the program started. Before `main` the runtime opens `/dev/null` in place of what is closed, and
/// then nothing tells it from one that was asked for.
#[cfg(unix)]
mod started {
    use core::sync::atomic::{AtomicBool, Ordering};

    static WITHOUT_OUTPUT: AtomicBool = AtomicBool::new(false);

    ctor::declarative::ctor! {
        // Safety: it runs before the runtime is set up, and asks nothing of it: one system call and one atomic store.
        #[ctor(unsafe)]
        fn look() {
            let open = rustix::io::fcntl_getfd(rustix::stdio::stdout());
            WITHOUT_OUTPUT.store(open.is_err(), Ordering::Relaxed);
        }
    }

    pub(crate) fn without_output() -> bool {
        WITHOUT_OUTPUT.load(Ordering::Relaxed)
    }
}

#[cfg(not(unix))]
mod started {
    pub(crate) const fn without_output() -> bool {
        false
    }
}
