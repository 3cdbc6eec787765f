//! Reads the connection string of a database, as services have it in their environment, and logs what it is going to
//! do without the password: `DATABASE_URL=postgresql://joe:secret@db.host.dom/orders cargo run --example connection`.

use std::{env, process::ExitCode};

use url1738::{Error, Escaped, GenericUrl};

/// What a driver wants to know.
struct Settings {
    host: String,
    port: u16,
    user: String,
    password: Option<Vec<u8>>,
    database: String,
    options: Vec<(String, String)>,
}

/// Why there are no settings; it is safe to log.
enum Fault {
    Url(Error),
    Lacks(&'static str),
}

fn main() -> ExitCode {
    let Some(text) = env::args().nth(1).or_else(|| env::var("DATABASE_URL").ok()) else {
        eprintln!("usage: connection URL, or DATABASE_URL in the environment");
        return ExitCode::from(2);
    };
    match settings(&text) {
        Ok((url, settings)) => {
            // Debug hides the password in every type of the family; `redacted()` is for Display.
            println!("connecting by {}", url.redacted());
            let Settings { host, port, user, password, database, options } = settings;
            let length = password.map_or("none".to_owned(), |it| format!("{} octets", it.len()));
            println!("server {host}:{port}, user {user}, password {length}, database {database}");
            for (name, value) in options {
                println!("option {name} = {value}");
            }
            ExitCode::SUCCESS
        }
        Err(Fault::Url(error)) => {
            // The caret picture hides the password too.
            eprintln!("{}", error.annotate(&text));
            ExitCode::FAILURE
        }
        Err(Fault::Lacks(what)) => {
            eprintln!("the connection string names no {what}");
            ExitCode::FAILURE
        }
    }
}

fn settings(text: &str) -> Result<(GenericUrl<&str>, Settings), Fault> {
    let url = GenericUrl::parse(text).map_err(Fault::Url)?;
    let login = url.login().ok_or(Fault::Lacks("host"))?;
    let usual = match url.scheme() {
        "postgres" | "postgresql" => Some(5432),
        "mysql" | "mariadb" => Some(3306),
        "redis" => Some(6379),
        "mongodb" => Some(27017),
        _ => None,
    };
    let path = url.urlpath().map(Escaped::as_str).unwrap_or_default();
    let (database, options) = path.split_once('?').unwrap_or((path, ""));
    let options = options.split('&').filter_map(|option| option.split_once('='));
    let settings = Settings {
        host: login.host().to_string(),
        port: login.port().or(usual).ok_or(Fault::Lacks("port"))?,
        user: login.user().map(|user| user.to_string()).unwrap_or_default(),
        password: login.password().map(|password| password.decode().into_owned()),
        database: database.to_owned(),
        options: options.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
    };
    Ok((url, settings))
}
