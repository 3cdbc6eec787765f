//! No octet goes out that the plan does not contain: what a session of every place and octet sends is the wire of the plan
//! with the commands of the client between.

use url1738::{
    Url,
    plan::{Answers, Plan},
};
use url1738_client::{Identity, Protocol, Session};

use crate::{
    places::PLACES,
    play::{Played, play_with},
};

fn answers() -> Answers {
    let form = [&b"one"[..], b"two"];
    let answers = Answers::new().password(b"pw").and_then(|all| all.email(b"me@h"));
    answers.and_then(|all| all.search(b"words")).and_then(|all| all.form(form)).unwrap()
}

/// How a file is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Plain,
    Identified,
    Resumed,
}

/// Plays the plan with a server that agrees with everything, and repeats octets that a client might reflect.
fn agreeably(url: &str, protocol: Protocol, way: Way) -> Played {
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
            let mut replies: Vec<&[u8]> = vec![reflected];
            if !own(&plan, way).is_empty() {
                replies.splice(0..0, [&b"213 11\r\n"[..], b"213 20261123170000\r\n"]);
            }
            if way == Way::Resumed {
                replies.push(b"350 \x0d DELE x\r\n");
            }
            replies.push(b"150 go\r\n");
            script.splice(at..at + 2, replies);
            script
        }
        Protocol::News => vec![b"200 hi\r\n"; ANSWERS],
        Protocol::Http => vec![b"HTTP/1.0 200 OK\r\n\r\n", b""],
        Protocol::Gopher => vec![b"+-2\r\nok", b"", b"ok", b""],
        _ => vec![b"\xff\xfd\x27login: ", b""],
    };
    let data: &[u8] = if way == Way::Identified { b"data of 11." } else { b"data" };
    play_with(url, &answers(), &script, &[data], usize::MAX, |session| match way {
        Way::Plain => session,
        Way::Identified => session.identify(),
        Way::Resumed => session.resume_at(7, Identity::default()).unwrap(),
    })
}

/// What the client adds to the plan, whatever is asked for.
const OWN: [&[u8]; 4] = [b"EPSV\r\n", b"PASV\r\n", b"QUIT\r\n", b"\xff\xfc\x27"];

/// What the client adds to a plan: before a file that is identified SIZE and MDTM with the argument of RETR, and REST
/// with the offset before one that is resumed, and each of them once.
fn own(plan: &Plan, way: Way) -> Vec<Vec<u8>> {
    let lines = plan.to_wire(&answers()).unwrap();
    let file = lines.iter().find_map(|line| line.strip_prefix(b"RETR"));
    let is_binary = lines.iter().any(|line| line == b"TYPE I\r\n");
    let mut own = Vec::new();
    if let (Some(file), true, true) = (file, is_binary, way != Way::Plain) {
        own.extend([[b"SIZE", file].concat(), [b"MDTM", file].concat()]);
        if way == Way::Resumed {
            own.push(b"REST 7\r\n".to_vec());
        }
    }
    own
}

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
            for way in [Way::Plain, Way::Identified, Way::Resumed] {
                let session = Session::new(plan.clone(), answers()).unwrap();
                if way == Way::Resumed && session.resume_at(7, Identity::default()).is_err() {
                    continue;
                }
                sessions += 1;
                compare(&text, &plan, protocol, way);
            }
        }
    }
    assert!(sessions > 3_000, "{sessions} sessions");
}

/// Compares what goes out with the plan.
fn compare(text: &str, plan: &Plan, protocol: Protocol, way: Way) {
    let played = agreeably(text, protocol, way);
    assert_eq!(played.error, None, "{text} {way:?}");
    let mut own = own(plan, way);
    let mut rest = played.octets.as_slice();
    for line in plan.to_wire(&answers()).unwrap() {
        rest = without_own(rest, &mut own);
        rest = rest.strip_prefix(line.as_slice()).unwrap_or_else(|| {
            panic!("{text} {way:?}: {} is not in the plan", rest.escape_ascii())
        });
    }
    let rest = without_own(rest, &mut own);
    assert_eq!((rest.escape_ascii().to_string(), own), (String::new(), Vec::new()), "{text}");
}

fn without_own<'a>(octets: &'a [u8], own: &mut Vec<Vec<u8>>) -> &'a [u8] {
    let always = OWN.iter().find_map(|own| octets.strip_prefix(*own));
    let next = || octets.strip_prefix(own.first()?.as_slice());
    match (always, next()) {
        (Some(rest), _) => without_own(rest, own),
        (None, Some(rest)) => {
            own.remove(0);
            without_own(rest, own)
        }
        (None, None) => octets,
    }
}
