//! Lists the directory, or fetches the file, that an ftp URL names, by carrying its plan out:
//! `cargo run --example list -- 'ftp://host.dom/pub/;type=d'`.

use core::error::Error;
use std::{env, io, process::ExitCode};

use url1738_client::Client;
use url1738_ftp::{
    FtpUrl,
    plan::{Answers, Question},
};

fn main() -> ExitCode {
    let Some(text) = env::args().nth(1) else {
        eprintln!("usage: list URL");
        return ExitCode::from(2);
    };
    let url = match FtpUrl::parse(&text) {
        Ok(url) => url,
        Err(error) => {
            eprintln!("{}", FtpUrl::annotate(&text, &error));
            return ExitCode::from(2);
        }
    };
    match fetch(url) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The URL is shown as logs may have it: without its password.
            eprintln!("{}: {error}", url.redacted());
            ExitCode::FAILURE
        }
    }
}

fn fetch(url: FtpUrl<&str>) -> Result<(), Box<dyn Error>> {
    // A URL may hold an escaped CR or LF, which would begin another command; its plan is refused.
    let plan = url.plan()?;
    for warning in &plan.warnings {
        eprintln!("warning: {}", warning.message());
    }
    // The client refuses ports that are not the scheme's; here the user has chosen the URL.
    let client = Client::new().allow_given_ports();
    let client = client.answers(Answers::new().answer(Question::Email, b"anonymous@example.com")?);
    client.carry_out(&plan, &mut io::stdout().lock())?;
    Ok(())
}
