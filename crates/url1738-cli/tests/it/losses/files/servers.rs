//! Servers that do not send the file that was begun, or not all of it.

use super::{Attacks, HALF, OWN, Place, WHOLE, good, message};
use crate::{
    ftp::Ftp,
    server::{Do::Hear, Server, say},
};
/// Offsets that are not accepted: the file is as another program left it.
pub(super) fn what_is_not_accepted(attacks: &mut Attacks) {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut place = Place::at(attacks, closed).with("x", HALF);
    let run = place.fetch(&["--resume", "-o", "x"]);
    place.row("`--resume`, and the connection is refused", &run, "exit 3, as it was");

    let closes = Server::start(vec![say("220 hi\r\n")]);
    let mut place = Place::at(attacks, closes.address.port()).with("x", HALF);
    let run = place.fetch(&["--resume", "-o", "x"]);
    place.row("`--resume`, and the server closes the connection", &run, "exit 3, as it was");

    let replies: [(&str, &str, Ftp); 8] = [
        ("530 to the password", "exit 1", Ftp { login: "530 no", ..good() }),
        ("502 to REST", "exit 1", Ftp { rest: "502 no", ..good() }),
        ("421 to REST", "exit 3", Ftp { rest: "421 no", ..good() }),
        ("250 to REST", "exit 1", Ftp { rest: "250 ok", ..good() }),
        ("550 to RETR", "exit 1", Ftp { opening: "550 no", ..good() }),
        ("226 to RETR", "exit 1", Ftp { opening: "226 done", ..good() }),
        ("no length", "exit 1", Ftp::silent(WHOLE)),
        ("another, shorter file", "exit 1", Ftp::new("short")),
    ];
    for (reply, code, ftp) in replies {
        let mut place = Place::new(attacks, ftp).with("x", HALF);
        let run = place.fetch(&["--resume", "-o", "x"]);
        let attack = format!("`--resume`, and the server says {reply}");
        place.row(&attack, &run, &format!("{code}, as it was"));
    }

    for (scheme, rest) in [("ftp", "x;type=a"), ("http", "x"), ("gopher", "0/x")] {
        let ftp = good();
        let mut place = Place::new(attacks, ftp.clone()).with("x", HALF);
        place.before = place.entries();
        let url = format!("{scheme}://127.0.0.1:{}/{rest}", place.port);
        let run = place.command(&["--resume", "-o", "x"], &url).output().unwrap();
        assert!(message(&run).contains("cannot resume: "), "{run:?}");
        assert!(ftp.heard().is_empty(), "{:?}", ftp.heard());
        let name = if scheme == "ftp" { "ftp with `type=a`" } else { scheme };
        place.row(&format!("`--resume` by {name}"), &run, "exit 1, as it was");
    }

    let mut place = Place::new(attacks, good()).with("x", HALF);
    let run = place.fetch(&["--resume", "-O"]);
    place.row("`--resume` of a file that another program began", &run, "exit 0, complete");

    let mut place = Place::new(attacks, good()).with("x", WHOLE);
    let run = place.fetch(&["--resume", "-O"]);
    place.row("`--resume` of a file that is complete", &run, "exit 0, complete");

    let longer = [WHOLE, b"!"].concat();
    for (attack, content, wanted) in [
        ("that the user wrote", OWN, "exit 1, as it was"),
        ("that the user wrote, of one byte", b"w", "exit 1, as it was"),
        ("that is longer than the one on the server", &longer, "exit 1, as it was"),
        ("that is empty", b"", "exit 0, complete"),
    ] {
        let mut place = Place::new(attacks, good()).with("x", content);
        let run = place.fetch(&["--resume", "-O"]);
        place.row(&format!("`--resume` of a file {attack}"), &run, wanted);
    }

    // The end of what is there comes again, to be compared: all but the first byte of it.
    let mut place = Place::new(attacks, good().cut_after(HALF.len() - 1 + 5)).with("x", HALF);
    let run = place.fetch(&["--resume", "-O"]);
    let attack = "`--resume` of a file that another program began is cut";
    place.row(attack, &run, "exit 3, as it was, 33 bytes kept");
    place.becomes(good());
    let run = place.fetch(&["--resume", "-O"]);
    place.row(&format!("{attack}, then `--resume`"), &run, "exit 0, complete");
}

/// Files that are not the ones that were begun.
pub(super) fn what_is_not_the_same(attacks: &mut Attacks) {
    let longer = [WHOLE, b"more"].concat();
    let kept = "exit 1, absent, 28 bytes kept";
    let changes: [(&str, Ftp, &str, &str); 10] = [
        ("is longer now", Ftp::new(longer.clone()), kept, "its length was 60 and is 64"),
        ("is shorter now", Ftp::new(&WHOLE[..50]), kept, "its length was 60 and is 50"),
        (
            "changed since, and is as long",
            Ftp { time: "213 20270102030405", ..Ftp::new(vec![b'?'; WHOLE.len()]) },
            kept,
            "its time of change was 20260102030405 and is 20270102030405",
        ),
        (
            "is longer now, as only the reply before it says",
            Ftp { size: "500 ?", time: "500 ?", ..Ftp::new(longer.clone()) },
            kept,
            "its length was 60 and is 64",
        ),
        (
            "is longer now, as only its content shows",
            Ftp::silent(longer),
            kept,
            "announced 59 octets and sent more",
        ),
        (
            "changed since, and is as long, by a server that reports no time",
            Ftp { time: "500 ?", ..Ftp::new(vec![b'?'; WHOLE.len()]) },
            kept,
            "not the beginning of the file",
        ),
        (
            "comes from the start, as REST is ignored, and ends when there is enough",
            Ftp { honors_rest: false, most: WHOLE.len() - HALF.len(), ..good() },
            kept,
            "not the beginning of the file",
        ),
        (
            "comes from the start, as REST is ignored",
            Ftp { honors_rest: false, ..good() },
            kept,
            "announced 59 octets and sent more",
        ),
        (
            "comes from the start, as REST is ignored by a server that reports no length",
            Ftp { honors_rest: false, ..Ftp::silent(WHOLE) },
            kept,
            "announced 59 octets and sent more",
        ),
        (
            "comes from the start, as REST is ignored, and is cut",
            Ftp { honors_rest: false, ..good() }.cut_after(10),
            kept,
            "not the beginning of the file",
        ),
    ];
    for (change, ftp, wanted, error) in changes {
        let mut place = Place::begun(attacks, &good());
        place.becomes(ftp);
        let run = place.fetch(&["--resume", "-o", "x"]);
        assert!(message(&run).contains(error), "{change}: {run:?}");
        let wanted = match error.ends_with("sent more") {
            true => wanted.replace("exit 1", "exit 3"),
            false => wanted.to_owned(),
        };
        place.row(&format!("an unfinished file {change}"), &run, &wanted);
        // Whatever was sent, the right file can still be had.
        place.becomes(good());
        let run = place.fetch(&["--resume", "-o", "x"]);
        assert_eq!(place.judge(change, &run), "exit 0, complete", "{run:?}");
    }

    // Two servers that report nothing: the first run does not know the length either.
    let mut place = Place::begun(attacks, &Ftp::silent(WHOLE));
    place.becomes(Ftp { honors_rest: false, ..Ftp::silent(WHOLE) });
    let run = place.fetch(&["--resume", "-o", "x"]);
    assert!(message(&run).contains("help: start over, without --resume"), "{run:?}");
    place.row("no length is known of an unfinished file", &run, kept);
    place.becomes(Ftp { opening: "150 ({whole} bytes)", honors_rest: false, ..Ftp::silent(WHOLE) });
    let run = place.fetch(&["--resume", "-o", "x"]);
    let attack = "no length is known of an unfinished file, and REST is ignored";
    place.row(attack, &run, kept);
    place.becomes(Ftp { opening: "150 ({left} bytes)", ..Ftp::silent(WHOLE) });
    let run = place.fetch(&["--resume", "-o", "x"]);
    let attack = "no length is known of an unfinished file, and what is left is announced";
    place.row(attack, &run, kept);
    place.becomes(Ftp { opening: "150 ({whole} bytes)", ..Ftp::silent(WHOLE) });
    let run = place.fetch(&["--resume", "-o", "x"]);
    let attack = "no length is known of an unfinished file, and that of all of it is announced";
    place.row(attack, &run, "exit 0, complete");
}

/// Content that is not as long as the server said.
pub(super) fn what_is_not_whole(attacks: &mut Attacks) {
    let ends = |most| Ftp { most, opening: "150 (1000 bytes)", size: "500 ?", ..good() };
    for (option, wanted) in
        [("-o", "exit 3, as it was, 10 bytes kept"), ("-O", "exit 3, absent, 10 bytes kept")]
    {
        let mut place = Place::new(attacks, ends(10));
        if option == "-o" {
            place = place.with("x", OWN);
        }
        let run = match option {
            "-o" => place.fetch(&["-o", "x"]),
            _ => place.fetch(&["-O"]),
        };
        assert!(message(&run).contains("announced 1000 octets and sent 10"), "{run:?}");
        let attack = format!("1,000 octets are announced, 10 and 226 come; `{option}`");
        place.row(&attack, &run, wanted);
    }
    let mut place = Place::new(attacks, ends(10));
    let run = place.fetch(&[]);
    assert_eq!(run.stdout, &WHOLE[..10]);
    place.row("1,000 octets are announced, 10 and 226 come; stdout", &run, "exit 3, absent");

    let mut place = Place::new(attacks, Ftp { most: 10, opening: "150 go", ..good() });
    let run = place.fetch(&["-O"]);
    let attack = "SIZE says 60 octets, 10 and 226 come";
    place.row(attack, &run, "exit 3, absent, 10 bytes kept");

    let mut place = Place::new(attacks, Ftp { more: b"!", ..good() }).with("x", OWN);
    let run = place.fetch(&["-o", "x"]);
    place.row("more octets come than are announced", &run, "exit 3, as it was");

    let mut place = Place::new(attacks, Ftp { opening: "150 (61 bytes)", ..good() });
    let run = place.fetch(&["-O"]);
    place.row("two lengths are announced", &run, "exit 1, absent");

    let mut place = Place::new(attacks, Ftp { closing: "", ..good() });
    let run = place.fetch(&["-O"]);
    place.row("the server closes the connection before 226", &run, "exit 3, absent, 60 bytes kept");
    place.becomes(good());
    let run = place.fetch(&["--resume", "-O"]);
    place.row(
        "the server closes the connection before 226, then `--resume`",
        &run,
        "exit 0, complete",
    );

    let length = WHOLE.len();
    let body = String::from_utf8(WHOLE.to_vec()).unwrap();
    let responses = [
        (
            "less comes than `Content-Length`",
            format!("200 OK\r\nContent-Length: 1000\r\n\r\n{body}"),
        ),
        (
            "206 comes, which was not asked for",
            format!("206 Partial\r\nContent-Length: {length}\r\n\r\n{body}"),
        ),
        (
            "`Transfer-Encoding :` with a space",
            format!("200 OK\r\nTransfer-Encoding : chunked\r\n\r\n3c\r\n{body}\r\n0\r\n\r\n"),
        ),
        (
            "`Content-Length\\t:` with a tab",
            format!("200 OK\r\nContent-Length\t: {length}\r\n\r\n{body}"),
        ),
        (
            "`Transfer-Encoding: chunked`",
            format!("200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3c\r\n{body}\r\n0\r\n\r\n"),
        ),
        (
            "two lengths",
            format!("200 OK\r\nContent-Length: 5\r\nContent-Length: {length}\r\n\r\n{body}"),
        ),
        ("a length that is folded", format!("200 OK\r\nContent-Length: 6\r\n 0\r\n\r\n{body}")),
    ];
    for (attack, response) in responses {
        let response = format!("HTTP/1.1 {response}");
        let server = Server::start(vec![Hear, Hear, Hear, say(&response)]);
        let mut place = Place::at(attacks, server.address.port()).with("x", OWN);
        place.before = place.entries();
        let url = format!("http://127.0.0.1:{}/x", place.port);
        let run = place.command(&["-o", "x"], &url).output().unwrap();
        place.row(&format!("by http, {attack}"), &run, "exit 3, as it was");
    }
}
