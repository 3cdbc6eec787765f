//! The URLs of `data/urls.tsv`: the server of each, the user's answers, the expected result. And the examples of the crates, run
//! from their command lines against the running servers.

use core::net::SocketAddr;
use std::{path::Path, process::Command};

use url1738::plan::{Answers, Question};

use crate::{
    execute::{Outcome, Reach},
    expect,
    expect::Expect,
    octets::{Error, Result},
    seed::Tree,
};

/// The server of a row whose file is on this machine.
pub const MACHINE: &str = "this machine";

/// The server of a row that only the recorder can handle.
pub const RECORDER: &str = "recorder";

/// The user's mail address for anonymous ftp, equal to curl's, so that the octets can be compared.
const EMAIL: &[u8] = b"ftp@example.com";

/// A URL, for one server.
#[derive(Debug, Clone)]
pub struct Case {
    /// Its line in the file.
    pub line: usize,
    /// A name of [`crate::servers::KINDS`], [`MACHINE`] or [`RECORDER`].
    pub server: String,
    /// The URL as written in the file, with `{ADDRESS}`, `{ROOT}` and `{CWD}` not yet replaced.
    pub url: String,
    /// The user's answers.
    pub answers: Answers,
    /// The password among them, for a client that takes it in another way.
    pub password: Option<String>,
    /// The expectations, all of which must hold.
    pub expect: Vec<Expect>,
}

impl Case {
    /// Returns the scheme, in lower case.
    #[must_use]
    pub fn scheme(&self) -> String {
        self.url.split(':').next().unwrap_or_default().to_ascii_lowercase()
    }

    /// Returns the URL for a server at `address` whose files are below `root`: `{ADDRESS}` is the address,
    /// `{ROOT}` the path with its slashes, `{CWD}` the path as the single segment `%2F...`.
    #[must_use]
    pub fn url_for(&self, address: Option<SocketAddr>, root: &Path) -> String {
        let root = root.to_string_lossy();
        let address = address.map(|address| address.to_string()).unwrap_or_default();
        self.url
            .replace("{ADDRESS}", &address)
            .replace("{ROOT}", &root)
            .replace("{CWD}", &root.replace('/', "%2F"))
    }

    /// Whether the URL contains the server's real address.
    #[must_use]
    pub fn is_direct(&self) -> bool {
        self.url.contains("{ADDRESS}")
    }

    /// Returns how a server at `address` is reached.
    #[must_use]
    pub fn reach(&self, address: SocketAddr) -> Reach {
        if self.is_direct() { Reach::Direct } else { Reach::Redirected(address) }
    }
}

/// Returns the cases of `data/urls.tsv`.
///
/// # Errors
/// Returns an error if a line is malformed.
pub fn all() -> Result<Vec<Case>> {
    parse(include_str!("../data/urls.tsv"))
}

/// Reads rows of `server[,server] TAB url TAB answers TAB expectation`; `#` begins a comment.
fn parse(text: &str) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    for (line, row) in (1..).zip(text.lines()) {
        if row.is_empty() || row.starts_with('#') {
            continue;
        }
        let bad = |what: &str| Error::new(format!("urls.tsv, line {line}: {what}"));
        let fields: Vec<&str> = row.split('\t').collect();
        let [servers, url, answers, expectation] = fields[..] else {
            return Err(bad("not four columns"));
        };
        let (answers, password) = read_answers(answers).map_err(|e| bad(&e.to_string()))?;
        let expect = expect::parse(expectation).map_err(|e| bad(&e.to_string()))?;
        for server in servers.split(',') {
            cases.push(Case {
                line,
                server: server.to_owned(),
                url: url.to_owned(),
                answers: answers.clone(),
                password: password.clone(),
                expect: expect.clone(),
            });
        }
    }
    Ok(cases)
}

/// `-`, or `password=...`, `search=...`, `form=item|item`.
fn read_answers(text: &str) -> Result<(Answers, Option<String>)> {
    let bad = || Error::new(format!("no answer: {text}"));
    let answers = Answers::new().answer(Question::Email, EMAIL).map_err(|_| bad())?;
    if text == "-" {
        return Ok((answers, None));
    }
    let (question, answer) = text.split_once('=').ok_or_else(bad)?;
    let octets = answer.as_bytes();
    let answers = match question {
        "password" => answers.answer(Question::Password, octets),
        "search" => answers.answer(Question::Search, octets),
        "form" => answers.form(octets.split(|&octet| octet == b'|')),
        _ => return Err(bad()),
    };
    let password = (question == "password").then(|| answer.to_owned());
    Ok((answers.map_err(|_| bad())?, password))
}

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
        .args(["run", "--quiet", "--locked", "--profile", "test", "--package", example.package])
        .args(["--example", example.name, "--"])
        .args(arguments)
        .output()?;
    if !done.status.success() {
        return Err(Error::new(String::from_utf8_lossy(&done.stderr)));
    }
    let outcome = Outcome { received: done.stdout, ..Outcome::default() };
    expect::check(&expect, &outcome, tree)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::servers::KINDS;

    #[test]
    fn the_file_is_well_formed_and_long_enough() {
        let cases = all().unwrap();
        for case in &cases {
            let known = KINDS.iter().map(|kind| kind.name).chain([MACHINE, RECORDER]);
            assert!(known.into_iter().any(|name| name == case.server), "line {}", case.line);
        }
        let mut urls: Vec<_> = cases.iter().map(|case| &case.url).collect();
        urls.sort_unstable();
        urls.dedup();
        assert!(urls.len() >= 40, "{}", urls.len());
    }

    #[test]
    fn placeholders_are_replaced() {
        let case = &parse("vsftpd\tftp://{ADDRESS}/{CWD}%2Fpub/x\t-\texactly \"x\"").unwrap()[0];
        let address = SocketAddr::from(([127, 0, 0, 1], 2121));
        let url = case.url_for(Some(address), Path::new("/tmp/files"));
        assert_eq!(url, "ftp://127.0.0.1:2121/%2Ftmp%2Ffiles%2Fpub/x");
    }

    #[test]
    fn a_bad_row_is_named() {
        let error = parse("# remark\n\nvsftpd\tftp://host.dom/").unwrap_err();
        assert_eq!(error.to_string(), "urls.tsv, line 3: not four columns");
    }
}
