//! A gopher client: `cargo run --example fetch -- gopher://host.dom/1/docs`. A menu comes as URLs, a line each; of a
//! search (`gopher://host.dom/7/find`) the words are the second argument. Anything else comes as it is.

use core::error::Error;
use std::{
    env,
    io::{self, Read as _, Write as _},
    net::TcpStream,
};

use url1738_gopher::{GopherType, GopherUrl, Host, plan::Answers};

fn main() {
    if let Err(error) = fetch() {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

fn fetch() -> Result<(), Box<dyn Error>> {
    let text = env::args().nth(1).ok_or("usage: fetch URL [WORDS]")?;
    let url = GopherUrl::parse(&text).map_err(|error| error.annotate(&text).to_string())?;
    let words = env::args().nth(2).unwrap_or_default();
    let answer = ask(url, &Answers::new().search(words.as_bytes())?)?;
    match url.item_type() {
        GopherType::Directory | GopherType::Search => {
            for line in String::from_utf8_lossy(&answer).lines().take_while(|line| *line != ".") {
                let info = line.split_once('\t').and_then(|(info, _)| info.get(1..));
                println!("{}", entry(line).unwrap_or_else(|| info.unwrap_or(line).to_owned()));
            }
        }
        _ => io::stdout().write_all(&answer)?,
    }
    Ok(())
}

/// Sends what the plan of the URL says, and takes all that comes.
fn ask(url: GopherUrl<&str>, answers: &Answers) -> Result<Vec<u8>, Box<dyn Error>> {
    let plan = url.plan()?;
    for warning in plan.warnings() {
        eprintln!("warning: {}", warning.message);
    }
    let mut server = TcpStream::connect(plan.endpoint().to_string())?;
    for octets in plan.to_wire(answers)? {
        server.write_all(&octets)?;
    }
    let mut answer = Vec::new();
    server.read_to_end(&mut answer)?;
    Ok(answer)
}

/// The URL of a line of a menu and its title: type and title, selector, host and port, tabs between them (RFC 1436).
fn entry(line: &str) -> Option<String> {
    let mut fields = line.split('\t');
    let (title, selector) = (fields.next()?, fields.next()?);
    let (host, port) = (Host::parse(fields.next()?).ok()?, fields.next()?.trim().parse().ok()?);
    let (gtype, title) = (*title.as_bytes().first()?, title.get(1..)?);
    let url = GopherUrl::builder(host).port(port).item(gtype, selector).ok()?.build();
    Some(format!("{url}\t{title}"))
}
