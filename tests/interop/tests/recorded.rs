//! Every URL of `urls.tsv` with the recorder, and the ways in which a client could add or lose octets.

#![allow(clippy::expect_used, reason = "a test reports by panicking")]

use std::path::Path;

use rstest::rstest;
use url1738::plan::{Answers, Condition, Question, Step};
use url1738_interop::cases;
use url1738_interop::compare::{follow_plan, role};
use url1738_interop::execute::plan_for;
use url1738_interop::execute::{Outcome, Reach, execute};
use url1738_interop::octets::{Error, Result};
use url1738_interop::recorder::{Recorder, Role};

const ASKS: Role = Role::Ftp { asks: true };

/// Follows `url` to a recorder. Returns the outcome and everything that was recorded.
fn follow(url: &str, role: Role) -> Result<(Outcome, Vec<u8>)> {
    let plan = plan_for(url)?.ok_or_else(|| Error::new("no plan"))?;
    let recorder = Recorder::start(role)?;
    let reach = Reach::Redirected(recorder.address());
    let outcome = execute(&plan, reach, &answers())?;
    Ok((outcome, recorder.finish()?.concat()))
}

fn answers() -> Answers {
    let email = Answers::new().answer(Question::Email, b"me@host.dom").expect("an argument");
    email.answer(Question::Password, b"secret").expect("an argument")
}

#[test]
fn the_recorder_gets_the_wire_of_every_plan() {
    for case in cases::all().unwrap() {
        let Some(role) = role(&case) else { continue };
        let Some(plan) = plan_for(&case.url_for(None, Path::new("/srv"))).unwrap() else {
            continue;
        };
        let outcome =
            follow_plan(&case, &plan, role).unwrap_or_else(|e| panic!("{}: {e}", case.url));
        let asks = !matches!(role, Role::Ftp { asks: false });
        // A server that does not ask for the password never replies 331.
        let sent = |step: &&Step| asks || step.condition() != Condition::If(331);
        let wire = plan.steps.iter().filter(sent).filter_map(|step| {
            let octets = plan.step_to_wire(step, &case.answers);
            octets.unwrap_or_else(|question| panic!("{}: {question}", case.url))
        });
        let wire = wire.collect::<Vec<_>>().concat();
        if role != Role::Telnet {
            assert_eq!(outcome.sent, wire, "{}", case.url);
        }
    }
}

#[test]
fn only_the_data_connection_and_the_good_bye_are_added() {
    let (outcome, recorded) = follow("ftp://host.dom/a/b;type=i", ASKS).unwrap();
    let expected =
        "USER anonymous\r\nPASS me@host.dom\r\nCWD a\r\nTYPE I\r\nEPSV\r\nRETR b\r\nQUIT\r\n";
    assert_eq!(recorded, expected.as_bytes());
    // The client adds EPSV and QUIT, and nothing else.
    assert_eq!(outcome.received, b"data\r\n");
}

#[test]
fn a_password_is_sent_only_to_a_server_that_asks() {
    let (_, recorded) = follow("ftp://u:pw@host.dom/x", Role::Ftp { asks: false }).unwrap();
    assert!(recorded.starts_with(b"USER u\r\nTYPE I\r\n"), "{}", recorded.escape_ascii());
}

#[rstest]
#[case::empty_segment("ftp://u@host.dom//etc/motd", "USER u\r\nPASS secret\r\nCWD \r\nCWD etc\r\n")]
#[case::escaped_slash("ftp://u@host.dom/%2Fetc/motd", "USER u\r\nPASS secret\r\nCWD /etc\r\n")]
#[case::empty_user("ftp://@host.dom/motd", "USER \r\nPASS secret\r\n")]
#[case::empty_password("ftp://u:@host.dom/motd", "USER u\r\nPASS \r\n")]
fn the_login_and_the_path_are_sent_as_written(#[case] url: &str, #[case] begin: &str) {
    let (outcome, _) = follow(url, ASKS).unwrap();
    assert!(outcome.sent.starts_with(begin.as_bytes()), "{}", outcome.sent.escape_ascii());
}

#[test]
fn octet_ff_is_doubled_on_the_wire() {
    let (outcome, _) = follow("ftp://host.dom/x%FF", ASKS).unwrap();
    assert!(outcome.sent.ends_with(b"RETR x\xff\xff\r\n"), "{}", outcome.sent.escape_ascii());
}

#[test]
fn a_filled_in_form_goes_over_two_connections() {
    let plan = plan_for("gopher://host.dom/0/item%09%09?").unwrap().unwrap();
    let recorder = Recorder::start(Role::Gopher).unwrap();
    let answers = Answers::new().form([b"one".as_slice(), b"two"]).unwrap();
    let reach = Reach::Redirected(recorder.address());
    execute(&plan, reach, &answers).unwrap();
    let recording = recorder.finish().unwrap();
    let expected = ["/item\t\t!+ASK\r\n", "/item\t+\t1\r\n+-1\r\none\r\ntwo\r\n.\r\n"];
    assert_eq!(recording, expected.map(str::as_bytes));
}

#[test]
fn telnet_gives_nothing_of_the_url_away() {
    let (outcome, recorded) = follow("telnet://user:pw@host.dom/", Role::Telnet).unwrap();
    // IAC WONT NEW-ENVIRON, though the server asked for it.
    assert_eq!(recorded, [255, 252, 39]);
    assert_eq!(outcome.advised, ["advise user \"user\"", "advise password \"pw\""]);
}

#[test]
fn a_plan_reached_directly_stays_on_loopback() {
    let plan = plan_for("ftp://host.dom/x").unwrap().unwrap();
    assert!(execute(&plan, Reach::Direct, &answers()).is_err());
}
