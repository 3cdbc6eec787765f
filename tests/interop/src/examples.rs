//! Runs the examples of the crates from their command lines, against the running servers.

use core::net::SocketAddr;
use std::process::Command;

use crate::{
    execute::Outcome,
    expect,
    octets::{Error, Result},
    seed::Tree,
};

/// An example with its arguments, and what it must write to stdout.
struct Example {
    /// The servers it is run against, separated by commas; empty if it needs none.
    servers: &'static str,
    package: &'static str,
    name: &'static str,
    /// `{ADDRESS}` is that of the server.
    arguments: &'static [&'static str],
    expect: &'static str,
}

/// The name under which examples are counted that need no server.
pub const ALONE: &str = "alone";

const LIST: Example = Example {
    servers: "vsftpd,pyftpdlib",
    package: "url1738-ftp",
    name: "list",
    arguments: &[],
    expect: "",
};

const FETCH: Example = Example {
    servers: "gophernicus,pygopherd",
    package: "url1738-gopher",
    name: "fetch",
    arguments: &[],
    expect: "",
};

const EXAMPLES: &[Example] = &[
    Example { arguments: &["ftp://{ADDRESS}/pub/-la/;type=d"], expect: "names pub/-la", ..LIST },
    Example { arguments: &["ftp://{ADDRESS}/a/b/c/"], expect: "names a/b/c", ..LIST },
    Example {
        arguments: &["ftp://{ADDRESS}/pub/all.gif;type=i"],
        expect: "octets pub/all.gif",
        ..LIST
    },
    Example { arguments: &["ftp://{ADDRESS}/pub/a%3Bb.txt"], expect: "octets pub/a;b.txt", ..LIST },
    Example { arguments: &["ftp://{ADDRESS}/%2Fetc/motd"], expect: "octets etc/motd", ..LIST },
    Example {
        servers: "pyftpdlib-login",
        arguments: &["ftp://myname:p%3Aw%2Fx@{ADDRESS}/motd"],
        expect: "octets motd",
        ..LIST
    },
    Example {
        arguments: &["gopher://{ADDRESS}/9/docs/all.gif"],
        expect: "octets docs/all.gif",
        ..FETCH
    },
    Example {
        arguments: &["gopher://{ADDRESS}/1/docs"],
        expect: "contains \"/0/docs/plain.txt\\tplain\"",
        ..FETCH
    },
    Example {
        servers: "gophernicus",
        arguments: &["gopher://{ADDRESS}/7/find", "two words"],
        expect: "contains \"found <two words>\"",
        ..FETCH
    },
    Example {
        servers: ALONE,
        package: "url1738",
        name: "connection",
        arguments: &["postgresql://joe:p%40ss@db.host.dom/orders?sslmode=require"],
        expect: "exactly \"connecting by postgresql://joe:***@db.host.dom/orders?sslmode=require\\n\
                 server db.host.dom:5432, user \\\"joe\\\", password 4 octets, database \\\"orders\\\"\\n\
                 option \\\"sslmode\\\" = \\\"require\\\"\\n\"",
    },
    Example {
        servers: ALONE,
        package: "url1738-context",
        name: "mine",
        arguments: &["tests/data/references.txt"],
        expect: "contains \",281,wrapped,ftp://prospero.isi.edu/pub/prospero/doc/prospero-protocol.PS.Z,,\\n\"",
    },
];

/// Runs all examples for a server. Returns each with its arguments and the number of compared octets.
pub fn run(
    server: &str,
    address: Option<SocketAddr>,
    tree: &Tree,
) -> impl Iterator<Item = (String, Result<usize>)> {
    let address = address.map(|address| address.to_string()).unwrap_or_default();
    EXAMPLES.iter().filter(move |it| it.servers.split(',').any(|name| name == server)).map(
        move |example| {
            let arguments: Vec<String> =
                example.arguments.iter().map(|it| it.replace("{ADDRESS}", &address)).collect();
            let command = format!("{} {}", example.name, arguments.join(" "));
            (command, try_one(example, &arguments, tree))
        },
    )
}

fn try_one(example: &Example, arguments: &[String], tree: &Tree) -> Result<usize> {
    let expect = expect::parse(example.expect)?;
    let done = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .args(["run", "--quiet", "--locked", "--package", example.package])
        .args(["--example", example.name, "--"])
        .args(arguments)
        .output()?;
    if !done.status.success() {
        return Err(Error::new(String::from_utf8_lossy(&done.stderr)));
    }
    let outcome = Outcome { received: done.stdout, ..Outcome::default() };
    expect::check(&expect, &outcome, tree)
}
