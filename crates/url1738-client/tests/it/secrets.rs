//! Passwords in texts of a server, which are masked.

use std::borrow::Cow;

use url1738::{
    Scheme as _,
    plan::{Answers, Argument, Endpoint, Plan, Step},
    telnet::Telnet,
};
use url1738_client::{Secrets, Session};

/// The passwords of a plan that advises them.
fn secrets(list: &[&str]) -> Secrets {
    let advise = |secret: &&str| Step::AdvisePassword(Argument::new(secret.as_bytes()).unwrap());
    let endpoint = Endpoint::Tcp { host: "host.dom".to_owned(), port: 23 };
    let plan = Plan::new(endpoint).extend(list.iter().map(advise)).step(Step::Session);
    let session = Session::new(plan.with_scheme(Telnet::INFO), Answers::new()).unwrap();
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
