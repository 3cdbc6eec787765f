//! Carries access plans out against real servers, and compares them with a real client.

use std::process::ExitCode;

const USAGE: &str = "\
usage: interop [--install]

Starts the servers that are installed, on loopback, carries the plans of data/urls.tsv out there,
compares what comes with what was seeded, and what is sent with what curl sends.

  --install   install missing servers first (Debian, as root)

exit status: 0 all passed, 1 something failed, 2 usage, 3 something was skipped since it is missing";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let with_install = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => false,
        ["--install"] => true,
        ["--help" | "-h"] => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match url1738_interop::run::run(with_install) {
        Ok(report) => {
            print!("{report}");
            match (report.failures.is_empty(), report.is_complete()) {
                (false, _) => ExitCode::FAILURE,
                (true, false) => ExitCode::from(3),
                (true, true) => ExitCode::SUCCESS,
            }
        }
        Err(error) => {
            eprintln!("interop: {error}");
            ExitCode::FAILURE
        }
    }
}
