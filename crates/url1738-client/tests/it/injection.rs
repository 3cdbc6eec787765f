//! No octet goes out that the plan does not contain: what a session of every place and octet sends is the wire of the plan.
//! Passwords in texts of a server are masked.

use std::borrow::Cow;

use url1738::{
    Url,
    plan::{Answers, Argument, Endpoint, Plan, Question, Step},
    syntax::scheme::Scheme as _,
    telnet::Telnet,
};
use url1738_client::{Identity, Protocol, Secrets, Session};

use crate::{
    places::PLACES,
    play::{Played, client, play_with},
};

fn answers() -> Answers {
    let form = [&b"one"[..], b"two"];
    let answers = Answers::new()
        .answer(Question::Password, b"pw")
        .and_then(|all| all.answer(Question::Email, b"me@h"));
    answers
        .and_then(|all| all.answer(Question::Search, b"words"))
        .and_then(|all| all.form(form))
        .unwrap()
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
            let line = |at: usize| plan.steps[at].to_string();
            let transfer = (0..plan.steps.len())
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
        Protocol::News => {
            let mut script = vec![&b"220 hi\r\n.\r\n"[..]; ANSWERS];
            script[0] = b"200 hi\r\n";
            script
        }
        Protocol::Http => vec![b"HTTP/1.0 200 OK\r\n\r\n", b""],
        Protocol::Gopher => vec![b"+-2\r\nok", b"", b"ok", b""],
        _ => vec![b"\xff\xfd\x27login: ", b""],
    };
    let data: &[u8] = if way == Way::Identified { b"data of 11." } else { b"data" };
    play_with(url, &answers(), &script, &[data], usize::MAX, |client| match way {
        Way::Plain => client,
        Way::Identified => client.identify(),
        Way::Resumed => client.resume_at(7, Identity::default()),
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
            let Some(protocol) = Protocol::of(&plan) else {
                assert!(text.starts_with("wais:") || text.starts_with("prospero:"), "{text}");
                continue;
            };
            if matches!(protocol, Protocol::File | Protocol::Mail) {
                continue;
            }
            for way in [Way::Plain, Way::Identified, Way::Resumed] {
                let resumed = client().resume_at(7, Identity::default()).session(&plan);
                if way == Way::Resumed && resumed.is_err() {
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

/// The passwords of a plan that advises them.
fn secrets(list: &[&str]) -> Secrets {
    let advise = |secret: &&str| Step::AdvisePassword(Argument::new(secret.as_bytes()).unwrap());
    let endpoint = Endpoint::Tcp { host: "host.dom".to_owned(), port: 23 };
    let steps = list.iter().map(advise);
    let mut plan = steps.fold(Plan::new(endpoint), Plan::step).step(Step::Session);
    plan.scheme = Telnet::INFO;
    let session = Session::new(plan, Answers::new()).unwrap();
    session.secrets().clone()
}

#[test]
fn each_password_is_kept_once_and_the_longest_is_masked_first() {
    let known = secrets(&["pw", "", "pw", "pw12", "pw"]);
    assert_eq!(format!("{known:?}"), "Secrets(2)");
    assert_eq!(*known.mask(b"pw12 pw pwpw1"), *b"*** *** ******1");
    assert!(matches!(known.mask(b"p w"), Cow::Borrowed(_)));
}

#[test]
fn a_password_is_masked_in_any_case_and_across_lines() {
    let known = secrets(&["hunter2", "2009"]);
    for (text, masked) in [
        (&b"HUNTER2 or Hunter2"[..], "*** or ***"),
        (b"530-not hun\r\n530 ter2, no", "530-not ***, no"),
        (b"not h\nu\nn\nt\ne\nr\n2.", "not ***."),
        (b"20\r\n09 20\r\n220 09", "*** ***"),
        (b"hun\r\n53 ter2", "hun\r\n53 ter2"),
        (b"hun ter2 hunter", "hun ter2 hunter"),
        (b"200920", "***20"),
    ] {
        assert_eq!(*known.mask(text), *masked.as_bytes(), "{}", text.escape_ascii());
    }
}

#[test]
fn the_beginning_of_a_password_is_known() {
    let known = secrets(&["hunter2", "rot"]);
    for (text, begun) in [
        (&b"a h"[..], 1),
        (b"a hunte", 5),
        (b"a hunter", 6),
        (b"a hunter2", 0),
        (b"a r", 1),
        (b"530-HUN\r\n", 5),
        (b"530-HUN\r\n530 t", 10),
        (b"hunters", 0),
        (b"", 0),
    ] {
        assert_eq!(known.begun(text), begun, "{}", text.escape_ascii());
    }
}

#[test]
fn only_what_is_longer_than_300_bytes_is_cut() {
    let show = |len: usize| secrets(&[]).show("a".repeat(len).as_bytes());
    assert_eq!(show(300), "a".repeat(300));
    assert_eq!(show(301), format!("{}...", "a".repeat(300)));
    let broken = format!("{}hun\nter2", "a".repeat(301));
    assert_eq!(secrets(&["hunter2"]).show(broken.as_bytes()).len(), 303);
    // A mask is shorter than the password, and an escape longer than the octet.
    let long = "p".repeat(200);
    let show = |text: String| secrets(&[&long]).show(text.as_bytes());
    assert_eq!(show(format!("{long}{}", "a".repeat(200))), format!("***{}", "a".repeat(200)));
    assert_eq!(show(format!("{long}{long}{}", "a".repeat(101))).len(), 6 + 100 + 3);
    assert_eq!(show("\u{1}".repeat(76)), format!("{}...", "\\x01".repeat(75)));
    assert_eq!(show("\u{e9}".repeat(151)), format!("{}...", "\u{e9}".repeat(150)));
    assert_eq!(show(format!("a{}", "\u{e9}".repeat(150))).len(), 299 + 3);
}
