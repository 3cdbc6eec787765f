//! Hostile and broken servers: what each sends, and the error that it has to end in.

use crate::server::{
    Do::{self, CloseData, Data, Drip, Epsv, Forever, Hang, Hear, Pasv},
    say,
};

/// A server, a URL, and what the error must contain; `ok` if the exchange must succeed.
pub(crate) struct Hostile {
    pub(crate) name: &'static str,
    pub(crate) url: &'static str,
    pub(crate) script: Vec<Do>,
    pub(crate) error: &'static str,
}

fn case(name: &'static str, url: &'static str, script: Vec<Do>, error: &'static str) -> Hostile {
    Hostile { name, url, script, error }
}

pub(crate) fn all() -> Vec<Hostile> {
    ftp_servers().into_iter().chain(other_servers()).collect()
}

const FTP: &str = "ftp://u:hunter2@host.dom/a/x";
const LIST: &str = "ftp://u:hunter2@host.dom/";

/// A server that lets the client log in, and then does the rest.
fn after_login(rest: Vec<Do>) -> Vec<Do> {
    let login = vec![say("220 hi\r\n"), Hear, say("331 ?\r\n"), Hear, say("230 in\r\n"), Hear];
    login.into_iter().chain(rest).collect()
}

/// A server that lets the client list a directory, and then does the rest.
fn after_epsv(rest: Vec<Do>) -> Vec<Do> {
    after_login([Epsv, Hear].into_iter().chain(rest).collect())
}

fn ftp_servers() -> Vec<Hostile> {
    vec![
        case("never greets", FTP, vec![Hang], "greeting: no reply within"),
        case("greets one octet a second", FTP, vec![Drip(b"2")], "greeting: no reply within"),
        case("greets without end", FTP, vec![Forever(b"2")], "greeting: the reply exceeds"),
        case(
            "greets in lines without end",
            FTP,
            vec![Forever(b"220-\r\n")],
            "greeting: the reply exceeds",
        ),
        case(
            "delays without end",
            FTP,
            vec![Forever(b"120 wait\r\n")],
            "greeting: the reply exceeds",
        ),
        case("closes at once", FTP, vec![], "greeting: "),
        case("closes in the greeting", FTP, vec![say("220")], "greeting: the server closed"),
        case(
            "greets by another protocol",
            FTP,
            vec![say("SSH-2.0-x\r\n")],
            "greeting: a reply begins",
        ),
        case(
            "greets with a code too high",
            FTP,
            vec![say("999 x\r\n")],
            "greeting: a reply begins",
        ),
        case("greets with two digits", FTP, vec![say("22 x\r\n")], "greeting: a reply begins"),
        case(
            "greets with a refusal",
            FTP,
            vec![say("421 full\r\n")],
            "greeting: the server replied 421 full",
        ),
        case(
            "greets with an intermediate reply",
            FTP,
            vec![say("331 x\r\n")],
            "greeting: the server replied 331",
        ),
        case(
            "greets in octets that are not ASCII",
            FTP,
            vec![Do::Say(b"\xd2\xd2\xd0 \x1b]0;x\x07\r\n".to_vec())],
            r"\xd2\xd2\xd0 \x1b]0;x\x07",
        ),
        case("greets in zeros", FTP, vec![Forever(b"\0")], "greeting: the reply exceeds"),
        case("telnet options without end", FTP, vec![Forever(b"\xff\xfd\x01")], "greeting: "),
        case(
            "subnegotiation without end",
            FTP,
            vec![Do::Say(b"\xff\xfa".to_vec()), Forever(b"x")],
            "greeting: a reply follows Telnet options",
        ),
        case(
            "replies before the command",
            FTP,
            vec![say("220 hi\r\n331 ?\r\n230 in\r\n"), Hang],
            "USER u: a reply comes after its command",
        ),
        case(
            "never asks for the password",
            FTP,
            vec![say("220 hi\r\n"), Hear, Hang],
            "USER u: no reply within",
        ),
        case(
            "repeats the password",
            FTP,
            vec![say("220 hi\r\n"), Hear, say("331 ?\r\n"), Hear, say("530 not hunter2\r\n")],
            "PASS ***: the server replied 530 not ***",
        ),
        case(
            "needs an account",
            FTP,
            vec![say("220 hi\r\n"), Hear, say("332 ?\r\n")],
            "USER u: the server replied 332",
        ),
        case(
            "refuses the directory",
            FTP,
            after_login(vec![say("550 no\r\n")]),
            "CWD a: the server replied 550 no",
        ),
        case("closes after the login", FTP, after_login(vec![]), "CWD a: "),
        case(
            "refuses data connections",
            LIST,
            after_login(vec![say("500 ?\r\n"), Hear, say("502 ?\r\n")]),
            "PASV: the server replied 502",
        ),
        case(
            "names no port",
            LIST,
            after_login(vec![say("500 ?\r\n"), Hear, say("227 (x)\r\n")]),
            "PASV: 227 names a port",
        ),
        case(
            "names port 0",
            LIST,
            after_login(vec![say("229 (|||0|)\r\n"), Hear, say("227 (1,1,1,1,0,0)\r\n")]),
            "PASV: 227 names a port",
        ),
        case(
            "names a port that is closed",
            LIST,
            after_login(vec![say("229 (|||1|)\r\n"), Hear, say("227 (1,1,1,1,0,1)\r\n")]),
            "data connection: the port that the server named",
        ),
        case(
            "names another host",
            LIST,
            after_login(vec![
                say("500 ?\r\n"),
                Hear,
                Pasv("192,0,2,1"),
                Hear,
                say("150 go\r\n"),
                Data(Box::new(say("x\r\n"))),
                say("226 ok\r\n"),
            ]),
            "ok",
        ),
        case(
            "refuses the transfer",
            LIST,
            after_epsv(vec![say("550 none\r\n")]),
            "NLST: the server replied 550 none",
        ),
        case(
            "transfers without a reply",
            LIST,
            after_epsv(vec![say("226 done\r\n")]),
            "NLST: the server replied 226",
        ),
        case(
            "never takes the data connection",
            LIST,
            after_epsv(vec![Hang]),
            "NLST: no reply within",
        ),
        case(
            "never sends the data",
            LIST,
            after_epsv(vec![say("150 go\r\n"), Data(Box::new(Hang))]),
            "NLST: no data within",
        ),
        case(
            "sends one octet a second",
            LIST,
            after_epsv(vec![say("150 go\r\n"), Data(Box::new(Drip(b"x")))]),
            "NLST: no end within",
        ),
        case(
            "sends data without end",
            LIST,
            after_epsv(vec![say("150 go\r\n"), Data(Box::new(Forever(b"x")))]),
            "NLST: the content exceeds",
        ),
        case(
            "sends a line of 10 GB",
            LIST,
            after_epsv(vec![say("150 go\r\n"), Data(Box::new(Forever(&[b'x'; 8192])))]),
            "NLST: the content exceeds",
        ),
        case(
            "closes the data and says no more",
            LIST,
            after_epsv(vec![say("150 go\r\n"), CloseData, Hang]),
            "NLST: no reply within",
        ),
        case(
            "closes both midway",
            LIST,
            after_epsv(vec![say("150 go\r\n"), Data(Box::new(say("x")))]),
            "NLST: ",
        ),
        case(
            "says that the transfer failed",
            LIST,
            after_epsv(vec![say("150 go\r\n"), Data(Box::new(say("x"))), say("426 cut\r\n")]),
            "NLST: the server replied 426 cut",
        ),
        case(
            "replies without end after the data",
            LIST,
            after_epsv(vec![say("150 go\r\n"), CloseData, Forever(b"226-x\r\n")]),
            "NLST: the reply exceeds",
        ),
        case(
            "replies by a command",
            LIST,
            after_epsv(vec![say("USER u\r\n")]),
            "NLST: a reply begins with a code",
        ),
    ]
}

const NEWS: &str = "nntp://host.dom/comp.test/1";
const GOPHER: &str = "gopher://host.dom/0/x";
const PLUS: &str = "gopher://host.dom/0/x%09%09+";
const FORM: &str = "gopher://host.dom/0/x%09%09?";
const HTTP: &str = "http://host.dom/x";
const TELNET: &str = "telnet://u:hunter2@host.dom/";

fn with_head(url: &'static str, rest: Vec<Do>) -> Vec<Do> {
    let mut script = match url {
        NEWS => {
            vec![say("200 hi\r\n"), Hear, say("200 ok\r\n"), Hear, say("211 1 1 1 g\r\n"), Hear]
        }
        _ => vec![Hear],
    };
    script.extend(rest);
    script
}

fn other_servers() -> Vec<Hostile> {
    vec![
        case("news: never greets", NEWS, vec![Hang], "greeting: no reply within"),
        case(
            "news: no permission",
            NEWS,
            vec![say("502 no\r\n")],
            "greeting: the server replied 502",
        ),
        case("news: closes", NEWS, with_head(NEWS, vec![]), "ARTICLE 1: "),
        case(
            "news: no such article",
            NEWS,
            with_head(NEWS, vec![say("423 none\r\n")]),
            "ARTICLE 1: the server replied 423",
        ),
        case(
            "news: early reply",
            NEWS,
            vec![say("200 hi\r\n200 ok\r\n"), Hang],
            "MODE READER: a reply comes after",
        ),
        case(
            "news: reply line without end",
            NEWS,
            with_head(NEWS, vec![Forever(b"2")]),
            "ARTICLE 1: the reply exceeds",
        ),
        case(
            "news: text without end",
            NEWS,
            with_head(NEWS, vec![say("220 1\r\n"), Forever(b"a\r\n")]),
            "ARTICLE 1: the content exceeds",
        ),
        case(
            "news: line without end",
            NEWS,
            with_head(NEWS, vec![say("220 1\r\n"), Forever(b"a")]),
            "ARTICLE 1: the content exceeds",
        ),
        case(
            "news: text cut",
            NEWS,
            with_head(NEWS, vec![say("220 1\r\na\r\n.")]),
            "ARTICLE 1: the server closed",
        ),
        case(
            "news: dots that end nothing",
            NEWS,
            with_head(NEWS, vec![say("220 1\r\n"), Forever(b"..\r\n")]),
            "ARTICLE 1: the content exceeds",
        ),
        case("gopher: never answers", GOPHER, vec![Hang], "no reply within"),
        case(
            "gopher: content without end",
            GOPHER,
            with_head(GOPHER, vec![Forever(b"x")]),
            "the content exceeds",
        ),
        case(
            "gopher: one octet a second",
            GOPHER,
            with_head(GOPHER, vec![Drip(b"x")]),
            "no end within",
        ),
        case(
            "gopher: error item",
            GOPHER,
            with_head(GOPHER, vec![say("3none\t\th\t1\r\n.\r\n")]),
            "the server replied none",
        ),
        case(
            "gopher: error without end",
            GOPHER,
            with_head(GOPHER, vec![Forever(b"3none\t\th\t1\r\n")]),
            "the server replied none",
        ),
        case(
            "gopher+: length without end",
            PLUS,
            with_head(PLUS, vec![say("+"), Forever(b"1")]),
            "a Gopher+ answer begins",
        ),
        case(
            "gopher+: length that lies",
            PLUS,
            with_head(PLUS, vec![say("+10\r\nfour")]),
            "announced 10 octets and sent 4",
        ),
        case(
            "gopher+: more than the length",
            PLUS,
            with_head(PLUS, vec![say("+1\r\nfour")]),
            "the content has the announced length",
        ),
        case(
            "gopher+: failure without end",
            PLUS,
            with_head(PLUS, vec![say("--1\r\n"), Forever(b"x")]),
            "the reply exceeds",
        ),
        case(
            "gopher+: no lone dot",
            PLUS,
            with_head(PLUS, vec![say("+-1\r\nx")]),
            "a lone dot ends",
        ),
        case(
            "gopher+: form without end",
            FORM,
            with_head(FORM, vec![say("+-2\r\n"), Forever(b"x")]),
            "the form exceeds",
        ),
        case("http: never answers", HTTP, vec![Hang], "no reply within"),
        case(
            "http: another protocol",
            HTTP,
            vec![say("220 ftp\r\n"), Hang],
            "begins with a status",
        ),
        case(
            "http: header without end",
            HTTP,
            with_head(HTTP, vec![say("HTTP/1.0 200 OK\r\n"), Forever(b"a: b\r\n")]),
            "the reply exceeds",
        ),
        case(
            "http: header line without end",
            HTTP,
            with_head(HTTP, vec![say("HTTP/1.0 200 OK\r\n"), Forever(b"a")]),
            "the reply exceeds",
        ),
        case(
            "http: header one octet a second",
            HTTP,
            with_head(HTTP, vec![Drip(b"HTTP/1.0 200 OK\r\n")]),
            "no reply within",
        ),
        case(
            "http: body without end",
            HTTP,
            with_head(HTTP, vec![say("HTTP/1.0 200 OK\r\n\r\n"), Forever(b"a")]),
            "the content exceeds",
        ),
        case(
            "http: body cut",
            HTTP,
            vec![Hear, Hear, Hear, say("HTTP/1.0 200 OK\r\nContent-Length: 9\r\n\r\nx")],
            "announced 9 octets and sent 1",
        ),
        case(
            "http: length of 10 GB",
            HTTP,
            with_head(
                HTTP,
                vec![say("HTTP/1.0 200 OK\r\nContent-Length: 10000000000\r\n\r\n"), Forever(b"a")],
            ),
            "the content exceeds",
        ),
        case(
            "http: redirects",
            HTTP,
            with_head(
                HTTP,
                vec![say("HTTP/1.0 302 Found\r\nLocation: file:///etc/passwd\r\n\r\n")],
            ),
            "redirects to \"file:///etc/passwd\"",
        ),
        case(
            "http: chunks",
            HTTP,
            with_head(HTTP, vec![say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")]),
            "no transfer encoding",
        ),
        case(
            "telnet: options without end",
            TELNET,
            vec![Forever(b"\xff\xfb\x01")],
            "the negotiation exceeds",
        ),
        case(
            "telnet: subnegotiation without end",
            TELNET,
            vec![Do::Say(b"\xff\xfa".to_vec()), Forever(b"x")],
            "the negotiation exceeds",
        ),
        case(
            "telnet: banner without end",
            TELNET,
            vec![Forever(b"login: ")],
            "the content exceeds",
        ),
    ]
}
