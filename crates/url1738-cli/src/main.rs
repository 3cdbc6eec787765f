//! The program `url1738`. All of it is in the library, where tests and `cargo run -p url1738-cli --example dist` reach it.

fn main() -> std::process::ExitCode {
    #[cfg(unix)]
    if startup::stdout_was_closed() {
        return url1738_cli::closed_output();
    }
    url1738_cli::main()
}

/// The state of stdout when the process started. Before `main`, the runtime opens `/dev/null` in place of a closed
/// descriptor; after that it looks like a `/dev/null` that was asked for.
#[cfg(unix)]
mod startup {
    use core::sync::atomic::{AtomicBool, Ordering};

    static STDOUT_CLOSED: AtomicBool = AtomicBool::new(false);

    ctor::declarative::ctor! {
        // Safety: runs before the runtime is set up and needs nothing of it: one system call and one atomic store.
        #[ctor(unsafe)]
        fn check_stdout() {
            let open = rustix::io::fcntl_getfd(rustix::stdio::stdout());
            STDOUT_CLOSED.store(open.is_err(), Ordering::Relaxed);
        }
    }

    pub(crate) fn stdout_was_closed() -> bool {
        STDOUT_CLOSED.load(Ordering::Relaxed)
    }
}
