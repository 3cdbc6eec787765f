//! The program `url1738`; all of it is in the library, so that tests and `cargo xtask dist` reach it.

fn main() -> std::process::ExitCode {
    url1738_cli::main()
}
