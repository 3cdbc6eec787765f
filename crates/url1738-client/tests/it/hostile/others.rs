//! Hostile and broken servers of news, gopher, http and telnet.

use super::{Hostile, case};
use crate::server::{
    Do::{self, Drip, Forever, Hang, Hear},
    say,
};

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

pub(super) fn servers() -> Vec<Hostile> {
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
            "the content exceeds",
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
            "session: no ",
        ),
        case(
            "telnet: banner without end",
            TELNET,
            vec![Forever(b"login: ")],
            "the content exceeds",
        ),
    ]
}
