//! Lists the directory, or fetches the file, that an ftp URL names, with the client library `suppaftp`:
//! `cargo run --example list -- 'ftp://host.dom/pub/;type=d'`.
//!
//! The library connects and talks; what to say to it comes from the URL's parts, decoded as section 3.2 wants it.

use core::error::Error;
use std::{
    env,
    io::{self, Write as _},
    process::ExitCode,
};

use suppaftp::{FtpStream, types::FileType};
use url1738_ftp::{Escaped, FtpUrl, TypeCode};

fn main() -> ExitCode {
    let Some(text) = env::args().nth(1) else {
        eprintln!("usage: list URL");
        return ExitCode::from(2);
    };
    let url = match FtpUrl::parse(&text) {
        Ok(url) => url,
        Err(error) => {
            eprintln!("{}", error.annotate(&text));
            return ExitCode::from(2);
        }
    };
    match follow(url) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The URL is shown as logs may have it: without its password.
            eprintln!("{}: {error}", url.redacted());
            ExitCode::FAILURE
        }
    }
}

fn follow(url: FtpUrl<&str>) -> Result<(), Box<dyn Error>> {
    // A URL may hold an escaped CR or LF, which would begin another command; its plan is refused.
    url.plan()?;
    let host = url.host().to_string();
    let mut server = FtpStream::connect((host.as_str(), url.port_or_default()))?;
    let user = url.user().map_or(Ok("anonymous".into()), Escaped::decode_utf8)?;
    let password = url.password().map_or(Ok("guest@".into()), Escaped::decode_utf8)?;
    server.login(user, password)?;
    for cwd in url.cwds() {
        server.cwd(cwd.decode_utf8()?)?;
    }
    let name = url.name().map(Escaped::decode_utf8).transpose()?.unwrap_or_default();
    match url.typecode() {
        Some(TypeCode::Directory) => list(&mut server, &name)?,
        None if name.is_empty() => list(&mut server, &name)?,
        code => {
            let ascii = code == Some(TypeCode::Ascii);
            let form = suppaftp::types::FormatControl::Default;
            server.transfer_type(if ascii { FileType::Ascii(form) } else { FileType::Image })?;
            let file = server.retr_as_buffer(&name)?;
            io::stdout().write_all(file.get_ref())?;
        }
    }
    server.quit()?;
    Ok(())
}

fn list(server: &mut FtpStream, name: &str) -> Result<(), Box<dyn Error>> {
    let path = Some(name).filter(|name| !name.is_empty());
    for entry in server.nlst(path)? {
        println!("{entry}");
    }
    Ok(())
}
