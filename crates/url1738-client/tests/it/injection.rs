//! No octet goes out that the plan does not contain: what a session of every place and octet sends is the wire of the plan
//! with the commands of the client between.

use url1738::{Url, plan::Answers};
use url1738_client::{Protocol, Session};

use crate::{
    places::PLACES,
    play::{Played, play},
};

fn answers() -> Answers {
    let form = [&b"one"[..], b"two"];
    let answers = Answers::new().password(b"pw").and_then(|all| all.email(b"me@h"));
    answers.and_then(|all| all.search(b"words")).and_then(|all| all.form(form)).unwrap()
}

/// Plays the plan with a server that agrees with everything, and repeats octets that a client might reflect.
fn agreeably(url: &str, protocol: Protocol) -> Played {
    const ANSWERS: usize = 600;
    let reflected: &[u8] = b"229 ok (|||7|) \x0d DELE x\r\n";
    let script: Vec<&[u8]> = match protocol {
        Protocol::Ftp => {
            let mut script: Vec<&[u8]> = vec![b"220 hi\r\n", b"331 ?\r\n", b"230 in\r\n"];
            script.extend(std::iter::repeat_n(&b"250 ok\r\n"[..], ANSWERS));
            let plan = Url::parse(url).unwrap().plan().unwrap();
            let line = |at: usize| plan.steps()[at].to_string();
            let transfer = (0..plan.steps().len())
                .position(|at| line(at).starts_with("RETR") || line(at).starts_with("NLST"));
            let at = transfer.unwrap() + 1;
            script.splice(at..at + 2, [reflected, b"150 go\r\n"]);
            script
        }
        Protocol::News => vec![b"200 hi\r\n"; ANSWERS],
        Protocol::Http => vec![b"HTTP/1.0 200 OK\r\n\r\n", b""],
        Protocol::Gopher => vec![b"+-2\r\nok", b"", b"ok", b""],
        _ => vec![b"\xff\xfd\x27login: ", b""],
    };
    play(url, &answers(), &script, &[b"data"], usize::MAX)
}

/// What the client adds to the plan.
const OWN: [&[u8]; 4] = [b"EPSV\r\n", b"PASV\r\n", b"QUIT\r\n", b"\xff\xfc\x27"];

#[test]
fn what_goes_out_is_the_plan() {
    let mut sessions = 0;
    for place in PLACES {
        for octet in 0..=255_u8 {
            let text = place.replace("{}", &format!("%{octet:02X}"));
            let Ok(url) = Url::parse(&text) else { continue };
            let Ok(plan) = url.plan() else { continue };
            let Ok(session) = Session::new(plan.clone(), answers()) else {
                assert!(text.starts_with("wais:") || text.starts_with("prospero:"), "{text}");
                continue;
            };
            let protocol = session.protocol();
            if matches!(protocol, Protocol::File | Protocol::Mail) {
                continue;
            }
            sessions += 1;
            let played = agreeably(&text, protocol);
            assert_eq!(played.error, None, "{text}");
            let mut rest = played.octets.as_slice();
            for line in plan.to_wire(&answers()).unwrap() {
                rest = without_own(rest);
                rest = rest.strip_prefix(line.as_slice()).unwrap_or_else(|| {
                    panic!("{text}: {} is not in the plan", rest.escape_ascii())
                });
            }
            assert_eq!(without_own(rest).escape_ascii().to_string(), "", "{text}");
        }
    }
    assert!(sessions > 3_000, "{sessions} sessions");
}

fn without_own(octets: &[u8]) -> &[u8] {
    let own = OWN.iter().find_map(|own| octets.strip_prefix(*own));
    own.map_or(octets, without_own)
}
