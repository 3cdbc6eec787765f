//! Texts with a password in them, of every kind that hold one: out of a fuzzer's bytes or a test's.

use super::hidden::CANARY;

/// Chooses by the bytes it is given, and by zeros after them.
pub(crate) struct Choices<'a>(pub(crate) &'a [u8]);

impl Choices<'_> {
    fn below(&mut self, end: usize) -> usize {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(*first) % end
    }

    fn of<'c>(&mut self, list: &[&'c str]) -> &'c str {
        list[self.below(list.len())]
    }
}

const SCHEMES: [&str; 28] = [
    "ftp",
    "http",
    "gopher",
    "mailto",
    "news",
    "nntp",
    "telnet",
    "wais",
    "file",
    "prospero",
    "FTP",
    "https",
    "postgres",
    "postgresql",
    "mysql",
    "mongodb",
    "redis",
    "amqp",
    "ws",
    "ldap",
    "ssh",
    "x-db",
    "jdbc:mysql",
    "jdbc:postgresql",
    "URL:ftp",
    "git+ssh",
    "z39.50",
    "smb",
];
/// What is not allowed in a host, and what is.
const HOSTS: [&str; 24] = [
    "h.dom",
    "h",
    "1.2.3.4",
    "h.dom:21",
    "db_host",
    "db_host:5432",
    "",
    "h.dom.",
    "a..b",
    "h:99999",
    "h:",
    "h:port",
    "[::1]",
    "[::1]:80",
    "256.0.0.1",
    "tcp(h:1)",
    "unix(/tmp/s)",
    "h1:1,h2:2",
    "h.1a",
    "-h",
    "\u{fc}bel.de",
    "h%41",
    "h dom",
    "h.dom:80:80",
];
const ENDS: [&str; 14] = [
    "",
    "/",
    "/a",
    "/a b",
    "/~joe",
    "?x",
    "?x=1&y=2",
    "/?x",
    "/a;type=i",
    "/%",
    "/\u{e9}",
    "#top",
    "/a/../b",
    "/a@b",
];
const USERS: [&str; 7] = ["joe", "", "j%6fe", "jo~e", "\u{fc}ser", "joe%40h", "j-o.e"];
/// What is next to the canary in the password; a number alone would be a port.
const NEIGHBOURS: [&str; 18] = [
    "", "", "", "a", "%40", "%2F", "%3A", "%", "~", ":", "@", " ", "\u{e9}", "^", "'", "a/b",
    "a?b", "a#b",
];
const KEYS: [&str; 6] = ["password", "passwd", "pwd", "PASSWORD", "Pwd", "passWord"];
const OUTER: [&str; 14] = [
    "http://h.dom/a?u=",
    "http://h.dom/web/",
    "http://h.dom/",
    "ftp://h.dom/x/",
    "ftp://h.dom/",
    "gopher://h.dom/h",
    "gopher://h.dom/hURL:",
    "prospero://h.dom/",
    "file:///",
    "x-db://h.dom/",
    "https://h.dom/?next=",
    "URL:",
    "telnet://h.dom/",
    "https://h_1/?u=",
];
const WRAPPERS: [(&str, &str); 10] = [
    ("", ""),
    ("<URL:", ">"),
    ("<", ">"),
    ("\"", "\""),
    ("'", "'"),
    ("(", ")"),
    ("see ", "."),
    ("<a href=\"", "\">x</a>"),
    ("[x](", ")"),
    ("  ", "  "),
];
const BETWEEN: [&str; 5] = [" ", ", ", " and ", "> <", "\" \""];

/// A text with the canary as a password: of a login, of a query key, of a URL within a URL, wrapped, or twice in a line.
pub(crate) fn text(choices: &mut Choices<'_>) -> String {
    let one = wrapped(choices);
    if choices.below(5) > 0 {
        return one;
    }
    [one, choices.of(&BETWEEN).to_owned(), wrapped(choices)].concat()
}

fn wrapped(choices: &mut Choices<'_>) -> String {
    let url = url(choices);
    let (before, after) = match choices.below(3) {
        0 => WRAPPERS[choices.below(WRAPPERS.len())],
        _ => ("", ""),
    };
    format!("{before}{url}{after}")
}

/// One URL, or a malformed one.
pub(crate) fn url(choices: &mut Choices<'_>) -> String {
    let inner = if choices.below(4) == 0 { with_key(choices) } else { with_login(choices) };
    if choices.below(3) > 0 {
        return inner;
    }
    let outer = choices.of(&OUTER);
    format!("{outer}{}", escaped(&inner, choices))
}

fn with_login(choices: &mut Choices<'_>) -> String {
    let (scheme, user) = (choices.of(&SCHEMES), choices.of(&USERS));
    // In running text a login ends at a space, unless its password has begun.
    let before = choices.of(&NEIGHBOURS).trim_start();
    let after = match before {
        // After an `@` and a delimiter, all of it would be a host and a path.
        "@" => "",
        // What ends at a space after a slash is a host, a colon and a path, unless the text after it is known.
        "a/b" => choices.of(&NEIGHBOURS).trim_start(),
        _ => choices.of(&NEIGHBOURS),
    };
    let (host, end) = (choices.of(&HOSTS), choices.of(&ENDS));
    format!("{scheme}://{user}:{before}{CANARY}{after}@{host}{end}")
}

fn with_key(choices: &mut Choices<'_>) -> String {
    let (scheme, host) = (choices.of(&SCHEMES), choices.of(&HOSTS));
    let (key, after) = (choices.of(&KEYS), choices.of(&["", "&x=1", "&y"]));
    let before = choices.of(&["?", "?user=joe&", "/db?", "/db?x;"]);
    format!("{scheme}://{host}{before}{key}={CANARY}{after}")
}

/// With no escape, with those of the slashes, of all delimiters, or of these again.
fn escaped(url: &str, choices: &mut Choices<'_>) -> String {
    let delimiters: &[char] = match choices.below(4) {
        0 => return url.to_owned(),
        1 => &['/'],
        _ => &['/', ':', '@', '?', '=', '&', '#', ' '],
    };
    let percent = if choices.below(4) == 0 { "%25" } else { "%" };
    url.chars()
        .map(|c| match delimiters.contains(&c) {
            true => format!("{percent}{:02X}", u32::from(c)),
            false => c.to_string(),
        })
        .collect()
}
