//! Reads the connection string of a database, as services have it in their environment, and logs what it is going to
//! do without the password: `DATABASE_URL=postgresql://joe:secret@db.host.dom/orders cargo run --example connection`.

use std::{env, process::ExitCode};

use url1738::{Error, Escaped, GenericUrl, Redacted, syntax::MASK};

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
    NotUtf8(&'static str),
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
            // What is decoded may contain control octets, which would change the log: Debug escapes them.
            let (user, database) = (shown_user(&user), shown("", &database));
            println!(
                "server {host}:{port}, user {user:?}, password {length}, database {database:?}"
            );
            for (name, value) in options {
                println!("option {name:?} = {:?}", shown(&name, &value));
            }
            ExitCode::SUCCESS
        }
        Err(Fault::Url(error)) => {
            // The caret picture hides the password too.
            eprintln!("{}", GenericUrl::annotate(&text, &error));
            ExitCode::FAILURE
        }
        Err(Fault::Lacks(what)) => {
            eprintln!("the connection string names no {what}");
            ExitCode::FAILURE
        }
        Err(Fault::NotUtf8(what)) => {
            eprintln!("the escapes of the {what} do not encode UTF-8");
            ExitCode::FAILURE
        }
    }
}

/// The value of an option as a log may have it: masked if the name says that it is a password, and without the password
/// of a URL in it.
fn shown(name: &str, value: &str) -> String {
    if !Redacted::of_data(format!("?{name}=value").as_bytes()).secrets().is_empty() {
        return MASK.to_owned();
    }
    // After a `=`, because the value may be a token: `ghp_...`.
    let text = format!("?x={value}");
    Redacted::of_data(text.as_bytes()).to_string().split_off("?x=".len())
}

/// A user as a log may have it: what follows a colon, which was escaped, may be the password.
fn shown_user(user: &str) -> String {
    Redacted::of_user(user.as_bytes()).to_string()
}

fn settings(text: &str) -> Result<(GenericUrl<&str>, Settings), Fault> {
    let url = GenericUrl::parse(text).map_err(Fault::Url)?;
    // Two slashes and no login: the error says what is wrong with it.
    let reason = || url.authority_error().map_or(Fault::Lacks("host"), Fault::Url);
    let login = url.login().ok_or_else(reason)?;
    let usual = match url.scheme() {
        "postgres" | "postgresql" => Some(5432),
        "mysql" | "mariadb" => Some(3306),
        "redis" => Some(6379),
        "mongodb" => Some(27017),
        _ => None,
    };
    // The path is divided as it is written, and each piece is decoded by itself: `%3D` in an option is data.
    let path = url.path().unwrap_or_default();
    let (database, options) = path.split_once(b'?').unwrap_or((path, Escaped::default()));
    let option = |(name, value): (_, Option<_>)| {
        Ok((text_of("option", name)?, text_of("option", value.unwrap_or_default())?))
    };
    let settings = Settings {
        host: login.host().to_string(),
        port: login.port().or(usual).ok_or(Fault::Lacks("port"))?,
        user: text_of("user", login.user().unwrap_or_default())?,
        password: login.password().map(|password| password.decode().into_owned()),
        database: text_of("database", database)?,
        options: options.pairs().map(option).collect::<Result<_, _>>()?,
    };
    Ok((url, settings))
}

fn text_of(name: &'static str, part: Escaped<'_>) -> Result<String, Fault> {
    part.decode_utf8().map(String::from).map_err(|_| Fault::NotUtf8(name))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic, reason = "a test reports by panicking")]

    use super::{Fault, settings, shown, shown_user};

    #[test]
    fn what_is_printed_is_decoded() {
        let text = "postgresql://j%40e:s%2Fcret@db.dom/or%20ders%3Fx?app=a%3Db%26c&ssl&p%C3%A4=%20";
        let Ok((_, settings)) = settings(text) else { panic!("{text}") };
        assert_eq!((settings.host.as_str(), settings.port), ("db.dom", 5432));
        assert_eq!((settings.user.as_str(), settings.database.as_str()), ("j@e", "or ders?x"));
        assert_eq!(settings.password.as_deref(), Some(&b"s/cret"[..]));
        let options = settings.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        assert!(options.eq([("app", "a=b&c"), ("ssl", ""), ("p\u{e4}", " ")]));
    }

    #[test]
    fn what_is_not_utf_8_is_an_error() {
        assert!(settings("postgresql://j%FF@db.dom/x").is_err());
        assert!(settings("postgresql://joe@db.dom/x?a=%FF").is_err());
    }

    #[test]
    fn no_secret_is_printed() {
        assert_eq!(shown("password", "a&b=c"), "***");
        assert_eq!(shown("PASSWORD", "a"), "***");
        assert_eq!(shown("proxy", "http://joe:secret@h/"), "http://joe:***@h/");
        assert_eq!(shown("app", "a=b"), "a=b");
        assert_eq!(shown("", "ftp://joe:secret@h"), "ftp://joe:***@h");
        assert_eq!(shown("app", "ghp_0123456789abcdefABCDEF0123456789abcd"), "***");
        assert_eq!((shown_user("joe:secret"), shown_user("joe")), ("joe:***".into(), "joe".into()));
        assert_eq!(shown_user("joe%3Asecret"), "joe%3A***");
    }

    #[test]
    fn why_there_is_no_host() {
        let Err(Fault::Url(error)) = settings("postgresql://joe:secret@db_host/x") else {
            panic!()
        };
        assert_eq!((error.code(), error.span().range()), ("unexpected-byte", 26..27));
        assert!(matches!(settings("tel:1"), Err(Fault::Lacks("host"))));
    }
}
