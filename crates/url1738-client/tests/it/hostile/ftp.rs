//! Hostile and broken ftp servers.

use super::{Hostile, case};
use crate::server::{
    Do::{self, CloseData, Data, Drip, Epsv, Forever, Hang, Hear, Pasv},
    say,
};

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

pub(super) fn servers() -> Vec<Hostile> {
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
            "greeting: no ",
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
            "data connection: the server closed",
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
