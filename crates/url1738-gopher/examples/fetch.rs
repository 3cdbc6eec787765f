//! A gopher client: `cargo run --example fetch -- gopher://host.dom/1/docs`. A menu comes as URLs, a line each; of a
//! search (`gopher://host.dom/7/find`) the words are the second argument. Anything else comes as it is.

use core::error::Error;
use std::{
    env,
    io::{self, Write as _},
};

use url1738_client::{Client, Listing};
use url1738_gopher::{
    GopherUrl,
    plan::{Answers, Question},
};

fn main() {
    if let Err(error) = fetch() {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

fn fetch() -> Result<(), Box<dyn Error>> {
    let text = env::args().nth(1).ok_or("usage: fetch URL [WORDS]")?;
    let url = GopherUrl::parse(&text).map_err(|error| GopherUrl::annotate(&text, &error))?;
    let plan = url.plan()?;
    for warning in &plan.warnings {
        eprintln!("warning: {}", warning.message());
    }
    let words = env::args().nth(2).unwrap_or_default();
    // The client refuses ports that are not the scheme's; here the user has chosen the URL.
    let client = Client::new().allow_given_ports();
    let client = client.answers(Answers::new().answer(Question::Search, words.as_bytes())?);
    let mut answer = Vec::new();
    client.carry_out(&plan, &mut answer)?;
    // The answer to a search may also be a text.
    let Some(mut listing) = Listing::new(&url.into()).filter(|_| Listing::is_menu(&answer)) else {
        return Ok(io::stdout().write_all(&answer)?);
    };
    let rows: Vec<_> = listing.read(&answer).collect();
    for row in rows.into_iter().chain(listing.end()) {
        let row = row?;
        match row.url {
            Some(url) => println!("{url}\t{}", row.name),
            None => println!("{}", row.name),
        }
    }
    Ok(())
}
