//! Plans and their steps: their notation, and what they send.

use url1738_core::{
    Span,
    codes::{CodeInfo, CodeKind},
    part::{FSEGMENT, PORT, URLPATH},
    plan::{Answers, Argument, Chunk, Condition, Endpoint, Line, Plan, Question, Refusal, Step},
    scheme::{Generic, Raw},
};

fn argument(octets: &[u8]) -> Argument {
    Argument::new(octets).unwrap()
}

fn raw(text: &str) -> Raw<Generic, &str> {
    Raw::parse(text).unwrap()
}

#[test]
fn each_endpoint_has_its_notation() {
    let host = || "host.dom".to_owned();
    for (endpoint, shown) in [
        (Endpoint::Tcp { host: host(), port: 70 }, "host.dom:70"),
        (Endpoint::Udp { host: host(), port: 1525 }, "host.dom:1525/udp"),
        (Endpoint::Configured { service: "news server", port: 119 }, "news server:119"),
        (Endpoint::ThisMachine, "this machine"),
        (Endpoint::None, "-"),
    ] {
        assert_eq!(endpoint.to_string(), shown);
        assert_eq!(Plan::new(endpoint.clone()).endpoint, endpoint);
    }
}

/// A URL without a login has no endpoint, neither over TCP nor over UDP.
#[test]
fn the_endpoint_of_an_opaque_url() {
    let opaque = raw("x-a:opaque");
    assert_eq!(Plan::tcp(opaque.login(), None).endpoint, Endpoint::None);
    assert_eq!(Plan::udp(opaque.login(), None).endpoint, Endpoint::None);
    let named = raw("x-a://H.dom");
    assert_eq!(
        Plan::tcp(named.login(), None).endpoint,
        Endpoint::Tcp { host: "h.dom".into(), port: 0 }
    );
    assert_eq!(
        Plan::udp(named.login(), None).endpoint,
        Endpoint::Udp { host: "h.dom".into(), port: 0 }
    );
}

/// Without a default port, every explicit port gets a warning.
#[test]
fn each_non_default_port_has_its_warning() {
    for (text, code) in [
        ("x-a://h:0", "port-zero"),
        ("x-a://h:1", "reserved-port"),
        ("x-a://h:1023", "reserved-port"),
        ("x-a://h:1024", "non-default-port"),
    ] {
        let plan = Plan::tcp(raw(text).login(), None);
        let [warning] = &plan.warnings[..] else { panic!("{text}: {plan:?}") };
        assert_eq!((warning.code(), warning.part), (code, &PORT));
        assert_eq!(warning.span, Span::new(8, u32::try_from(text.len()).unwrap()));
    }
    assert!(Plan::tcp(raw("x-a://h").login(), None).warnings.is_empty());
}

#[test]
fn each_step_has_its_notation() {
    let secret = argument(b"s3cret").secret();
    let steps = [
        (Step::bare("QUIT"), "QUIT"),
        (Step::command("CWD", argument(b"")), "CWD "),
        (Step::command("CWD", argument(b"a\tb\\\xFF\"")), r#"CWD a\x09b\\xff""#),
        (Step::command("PASS", secret.clone()), "PASS ***"),
        (
            Step::command_asking("PASS", Question::Password).when(Condition::If(331)),
            "PASS <ask> [if 331]",
        ),
        (Step::command_asking("PASS", Question::Email), "PASS <email>"),
        (Step::command_asking("X", Question::Form).when(Condition::Guess), "X <form> [guess]"),
        (
            Step::command_asking("X", Question::Search).when(Condition::Optional),
            "X <search> [optional]",
        ),
        (Step::bare("X").when(Condition::Always), "X"),
        (Step::send_line(&argument(b"a\t\"\\b")), r#"send "a\t\"\\b\r\n""#),
        (Step::Ask(Question::Password), "ask password"),
        (Step::Ask(Question::Email), "ask email"),
        (Step::Ask(Question::Search), "ask search"),
        (Step::Ask(Question::Form), "ask form"),
        (Step::AdviseUser(argument(b"joe\"")), r#"advise user "joe\"""#),
        (Step::AdvisePassword(secret), r#"advise password "***""#),
        (Step::Session, "session"),
        (Step::Init, "init"),
        (Step::Search { database: b"db".into(), terms: None }, "search [db] <search>"),
        (
            Step::Search { database: b"db".into(), terms: Some(b"a\nb".into()) },
            r#"search [db] "a\nb""#,
        ),
        (
            Step::Retrieve { database: b"db".into(), wtype: b"T".into(), id: b"1\0".into() },
            r#"retrieve [db] type "T" id "1\x00""#,
        ),
        (
            Step::Resolve { hsoname: b"/a".into(), fields: vec![(b"v".into(), b"1".into())] },
            r#"resolve "/a" v="1""#,
        ),
        (Step::Compose(argument(b"a@h")), "compose a@h"),
        (Step::Open(vec![b"a".into(), b"b c".into()]), "open /a/b c"),
    ];
    for (step, shown) in steps {
        assert_eq!(step.to_string(), shown, "{step:?}");
        // Only commands have conditions.
        if !matches!(step, Step::Command(_)) {
            assert_eq!(step.clone().when(Condition::Guess), step);
        }
    }
}

/// Passwords are shown only in the alternate form.
#[test]
fn the_alternate_form_shows_passwords() {
    let secret = argument(b"s3\xFFcret").secret();
    assert_eq!((secret.to_string(), format!("{secret:#}")), ("***".into(), r"s3\xffcret".into()));
    assert_eq!(format!("{secret:?} {:?}", argument(b"a\"")), r#""***" "a\"""#);
    let pass = Step::command("PASS", secret.clone());
    assert_eq!(format!("{pass} {pass:#}"), r"PASS *** PASS s3\xffcret");
    let plan = Plan::new(Endpoint::ThisMachine).step(pass);
    let debug = format!("{plan:?}");
    assert_eq!(debug, "Plan { endpoint: ThisMachine, steps: [Step(PASS ***)], warnings: [] }");
    assert!(!format!("{plan:#?}").contains("cret"));
    assert!(secret.is_secret() && !argument(b"x").is_secret());
    assert!(!secret.is_empty() && argument(b"").is_empty());
}

#[test]
fn the_end_of_a_line_is_an_error_with_its_offset() {
    for (octets, octet, offset) in [(&b"a\rb"[..], 0x0D, 1), (b"\n", 0x0A, 0), (b"ab\0", 0, 2)] {
        let error = Argument::new(octets).unwrap_err();
        assert_eq!((error.octet, error.offset), (octet, offset));
        assert_eq!(
            error.to_string(),
            format!("octet {octet:02X} at byte {offset} would end the line")
        );
        let here = Span::new(3, 5);
        let refusal = Argument::of_part(&FSEGMENT, here, octets).unwrap_err();
        assert_eq!((refusal.part, refusal.span), (&FSEGMENT, here));
        // NUL is data in a `Line`.
        assert_eq!(Line::of_part(&FSEGMENT, here, octets).is_err(), octet != 0);
        let answers = Answers::new();
        assert_eq!(answers.clone().answer(Question::Password, octets), Err(error));
        assert_eq!(answers.clone().answer(Question::Email, octets), Err(error));
        assert_eq!(answers.clone().answer(Question::Search, octets), Err(error));
        assert_eq!(answers.form([&b"ok"[..], octets]), Err(error));
    }
    static NO_WAY: CodeInfo = CodeInfo::new(CodeKind::Refusal, "no-way", "no way");
    let refusal = Refusal::new(&FSEGMENT, Span::new(8, 13), &NO_WAY);
    assert_eq!(refusal.to_string(), "access refused: no way (path segment at byte 8)");
    assert_eq!(Argument::decode(&URLPATH, Span::new(0, 4), "a%20").unwrap(), argument(b"a "));
    assert!(Argument::decode(&URLPATH, Span::new(0, 4), "a%0A").is_err());
    assert_eq!(Argument::literal(b"A").octets(), b"A");
    assert_eq!(Argument::printable("a b\u{e9}\x07c"), argument(b"abc"));
    assert_eq!(Argument::printable("a b"), argument(b"ab"));
}

/// The octets of each step, without answers and with all of them.
#[test]
fn each_step_sends_its_octets() {
    let all = Answers::new()
        .answer(Question::Password, b"pw")
        .unwrap()
        .answer(Question::Email, b"me@h")
        .unwrap()
        .answer(Question::Search, b"two words")
        .unwrap()
        .form([&b"Joe"[..], b"42"])
        .unwrap();
    let line = Line::of_part(&URLPATH, Span::new(0, 3), b"a\0b").unwrap();
    let searched = Step::Send(vec![
        Chunk::Line(line),
        Chunk::Protocol(b"\t"),
        Chunk::Answer(Question::Search),
        Chunk::Protocol(b"\r\n"),
    ]);
    let form = Step::Send(vec![Chunk::Protocol(b"+"), Chunk::Answer(Question::Form)]);
    let asking = |question| Step::command_asking("X", question);
    type Sent = Option<&'static [u8]>;
    let sent: [(Step, Option<Question>, Sent); 11] = [
        (Step::bare("QUIT"), None, Some(b"QUIT\r\n")),
        (Step::command("CWD", argument(b"")), None, Some(b"CWD \r\n")),
        (asking(Question::Password), Some(Question::Password), Some(b"X pw\r\n")),
        (asking(Question::Email), Some(Question::Email), Some(b"X me@h\r\n")),
        (asking(Question::Search), Some(Question::Search), Some(b"X two words\r\n")),
        (asking(Question::Form), Some(Question::Form), Some(b"X Joe\r\n42\r\n")),
        (searched, Some(Question::Search), Some(b"a\0b\ttwo words\r\n")),
        (form, Some(Question::Form), Some(b"+Joe\r\n42")),
        (Step::Session, None, None),
        (Step::Ask(Question::Email), Some(Question::Email), None),
        (Step::Search { database: b"d".into(), terms: None }, Some(Question::Search), None),
    ];
    let plan = Plan::new(Endpoint::None);
    for (step, question, answered) in sent {
        let bare = plan.step_to_wire(&step, &Answers::new());
        assert_eq!(bare.as_ref().err(), question.as_ref(), "{step}");
        let wire = plan.step_to_wire(&step, &all).unwrap();
        assert_eq!(wire.as_deref(), answered, "{step}");
        let plan = plan.clone().step(step);
        assert_eq!(plan.questions(), Vec::from_iter(question));
        let all_steps = answered.map(<[u8]>::to_vec).into_iter().collect::<Vec<_>>();
        assert_eq!(plan.to_wire(&all), Ok(all_steps.clone()));
        assert_eq!(plan.to_wire(&Answers::new()), question.map_or(Ok(all_steps), Err));
    }
}

/// Questions are listed once each in the order of the steps, those of conditional steps too. The first that has no
/// answer is returned.
#[test]
fn a_plan_lists_its_questions() {
    let pass = Step::command_asking("PASS", Question::Password).when(Condition::If(331));
    let both = Step::Send(vec![Chunk::Answer(Question::Search), Chunk::Answer(Question::Email)]);
    let plan =
        Plan::new(Endpoint::None).step(Step::bare("X")).step(pass.clone()).step(both).step(pass);
    assert_eq!(plan.questions(), [Question::Password, Question::Search, Question::Email]);
    let mut answers = Answers::new();
    assert_eq!(plan.to_wire(&answers), Err(Question::Password));
    answers = answers.answer(Question::Password, b"pw").unwrap();
    assert_eq!(plan.to_wire(&answers), Err(Question::Search));
    answers = answers.answer(Question::Search, b"s").unwrap();
    assert_eq!(plan.to_wire(&answers), Err(Question::Email));
    answers = answers.answer(Question::Email, b"e").unwrap();
    let wire = plan.to_wire(&answers).unwrap();
    assert_eq!(wire, [&b"X\r\n"[..], b"PASS pw\r\n", b"se", b"PASS pw\r\n"]);
    assert!(Plan::new(Endpoint::None).step(Step::bare("X")).questions().is_empty());
    let named = [Question::Password, Question::Email, Question::Search, Question::Form];
    let shown = named.map(|question| format!("{question}"));
    assert_eq!(shown[0], "missing answer: password");
    assert!(named.iter().zip(&shown).all(|(question, text)| text.ends_with(question.name())));
}

/// FF is sent twice over Telnet, and once otherwise.
#[test]
fn telnet_doubles_ff() {
    let mut plan = Plan::new(Endpoint::None).step(Step::command("X", argument(b"\xFFa\xFF")));
    assert_eq!(plan.to_wire(&Answers::new()).unwrap(), [b"X \xFFa\xFF\r\n"]);
    plan.escapes_iac = true;
    assert_eq!(plan.to_wire(&Answers::new()).unwrap(), [b"X \xFF\xFFa\xFF\xFF\r\n"]);
}

/// A step whose answer is missing sends nothing, wherever the answer is among its octets: none of those around it are
/// dropped.
#[test]
fn missing_answers_never_alter_a_step() {
    let (search, tab, end) =
        (Chunk::Answer(Question::Search), Chunk::Protocol(b"\t"), Chunk::Protocol(b"\r\n"));
    let octets = |octets: &'static [u8]| Chunk::Octets(Argument::new(octets).unwrap());
    let plan = Plan::new(Endpoint::None);
    let sent = |chunks: &[&Chunk]| {
        let step = Step::Send(chunks.iter().copied().cloned().collect());
        let answered = Answers::new().answer(Question::Search, b"words").unwrap();
        let bare = plan.step_to_wire(&step, &Answers::new());
        assert_eq!(bare, Err(Question::Search), "{step}");
        plan.step_to_wire(&step, &answered).unwrap().unwrap()
    };
    let abc = octets(b"abc");
    let line = Chunk::Line(Line::of_part(&URLPATH, Span::new(0, 3), b"a\0\t").unwrap());
    assert_eq!(sent(&[&abc, &search, &end]), b"abcwords\r\n");
    assert_eq!(sent(&[&abc, &tab, &search, &end]), b"abc\twords\r\n");
    assert_eq!(sent(&[&tab, &search]), b"\twords");
    assert_eq!(sent(&[&search, &end]), b"words\r\n");
    assert_eq!(sent(&[&octets(b"abc\t"), &search, &end]), b"abc\twords\r\n");
    assert_eq!(sent(&[&line, &search, &end]), b"a\0\twords\r\n");
    assert_eq!(sent(&[&Chunk::Protocol(b"abc"), &search, &end]), b"abcwords\r\n");
    assert_eq!(sent(&[&end, &search]), b"\r\nwords");
    assert_eq!(sent(&[&abc, &tab, &search, &tab, &octets(b"+")]), b"abc\twords\t+");
    // A form without items has no line; a form with one empty item has an empty line.
    let form = Step::Send(vec![abc, end.clone(), Chunk::Answer(Question::Form), end, octets(b".")]);
    let wire = |items: &[&[u8]]| {
        let answers = Answers::new().form(items.iter().copied()).unwrap();
        plan.step_to_wire(&form, &answers).unwrap().unwrap()
    };
    assert_eq!(wire(&[]), b"abc\r\n.");
    assert_eq!(wire(&[b""]), b"abc\r\n\r\n.");
    assert_eq!(wire(&[b"x", b""]), b"abc\r\nx\r\n\r\n.");
    assert_eq!(plan.step_to_wire(&form, &Answers::new()), Err(Question::Form));
}

/// Answers are checked like the octets of a URL.
#[test]
fn answers_cannot_end_a_field_or_form() {
    for (octets, offset) in [(&b"\t"[..], 0), (b"a\tb", 1), (b"a\t\n", 1)] {
        let error = Answers::new().answer(Question::Search, octets).unwrap_err();
        assert_eq!((error.octet, error.offset), (b'\t', offset));
        assert_eq!(error.to_string(), format!("octet 09 at byte {offset} would end the field"));
    }
    let error = Answers::new().form([&b"yes"[..], b"."]).unwrap_err();
    assert_eq!((error.octet, error.offset), (b'.', 0));
    assert_eq!(error.to_string(), "octet 2E at byte 0 would end the form");
    assert!(Answers::new().form([&b".."[..], b". ", b"a\t."]).is_ok());
    let answers = Answers::new()
        .answer(Question::Password, b"s3cret")
        .unwrap()
        .form([&b"s3cret"[..]])
        .unwrap();
    assert_eq!(format!("{answers:?}"), "Answers{Password, Form}");
}

/// The spans belong to another text and mark no valid host, so nothing is contacted.
#[test]
fn a_plan_connects_only_to_valid_hosts() {
    use url1738_core::{
        Error, PartSpan,
        scheme::{Cursor, LoginSpans, Scheme, SchemeInfo},
    };
    struct Liar;
    impl Scheme for Liar {
        const INFO: &'static SchemeInfo = &SchemeInfo::new("x-liar").with_port(1);
        type Spans = LoginSpans;
        fn parse(cursor: &mut Cursor<'_>) -> Result<LoginSpans, Error> {
            while cursor.peek().is_some() {
                cursor.bump();
            }
            Cursor::new(b"x-liar://host.dom")?;
            let mut other = Cursor::new(b"=======//host.dom")?;
            (0..7).for_each(|_| other.bump());
            other.login()
        }
        fn parts(_: Raw<Self, &str>, _: &mut dyn FnMut(PartSpan)) {}
        fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> {
            Ok(Plan::tcp(url.login(), Self::INFO.port))
        }
        fn login(spans: &LoginSpans) -> Option<LoginSpans> {
            Some(*spans)
        }
    }
    let url = Raw::<Liar, &str>::parse("x-liar://a\r\nQUITS").unwrap();
    assert_eq!(url.login().unwrap().host_str(), "a\r\nQUITS");
    assert_eq!(Liar::plan(url).unwrap().endpoint, Endpoint::None);
    for (text, host) in [("x://Host.DOM/", "host.dom:9"), ("x://001.2.3.4/", "1.2.3.4:9")] {
        assert_eq!(Plan::tcp(raw(text).login(), Some(9)).to_string(), host);
    }
    let url = Raw::<Liar, &str>::parse("x-liar://host.dom").unwrap();
    assert!(matches!(Liar::plan(url).unwrap().endpoint, Endpoint::Tcp { .. }));
}

/// What is between quotation marks is escaped, and a secret is not.
#[test]
fn quotation_marks_are_escaped_between_them() {
    for (step, shown) in [
        (Step::command("CWD", argument(b"a\"b\\c")), r#"CWD a"b\c"#),
        (Step::command("CWD", argument(b"\t\"")), r#"CWD \x09""#),
        (Step::command("PASS", argument(b"s3cret").secret()), "PASS ***"),
        (Step::AdviseUser(argument(b"a\tb\"'")), r#"advise user "a\tb\"'""#),
        (Step::AdviseUser(argument(b"\t\xE9")), r#"advise user "\t\xe9""#),
        (Step::AdvisePassword(argument(b"s3cret").secret()), r#"advise password "***""#),
    ] {
        assert_eq!(step.to_string(), shown);
    }
}

/// A field of a request whose name is that of a password is masked, and no other.
#[test]
fn fields_of_a_request_hide_passwords() {
    let field = |name: &str, value: &str| (name.as_bytes().to_vec(), value.as_bytes().to_vec());
    let fields = vec![field("user", "joe"), field("password", "s3cret")];
    let step = Step::Resolve { hsoname: b"a/b".to_vec(), fields };
    assert_eq!(step.to_string(), r#"resolve "a/b" user="joe" password=***"#);
    assert_eq!(format!("{step:#}"), r#"resolve "a/b" user="joe" password="s3cret""#);
    let fields = vec![field("password=a", "s3cret")];
    let step = Step::Resolve { hsoname: b"a/b".to_vec(), fields };
    assert_eq!(step.to_string(), r#"resolve "a/b" password=***=***"#);
}

/// A secret that begins in one piece of a step and ends in another is masked in both, as in the URL.
#[test]
fn pieces_of_a_step_hide_what_they_have_together() {
    let send = |octets: &[&'static [u8]]| {
        let tab = || Chunk::Protocol(b"\t");
        let mut chunks =
            vec![Chunk::Line(Line::of_part(&URLPATH, Span::new(0, 0), octets[0]).unwrap())];
        for octets in &octets[1..] {
            chunks.extend([tab(), Chunk::Octets(argument(octets))]);
        }
        chunks.push(Chunk::Protocol(b"\r\n"));
        Step::Send(chunks)
    };
    let wais = |database: &str, wtype: &str, id: &str| {
        let [database, wtype, id] = [database, wtype, id].map(|it| it.as_bytes().to_vec());
        Step::Retrieve { database, wtype, id }
    };
    let search = |database: &str, terms: &str| Step::Search {
        database: database.as_bytes().to_vec(),
        terms: Some(terms.as_bytes().to_vec()),
    };
    let resolve = |hsoname: &str, name: &str, value: &str| Step::Resolve {
        hsoname: hsoname.as_bytes().to_vec(),
        fields: vec![(name.as_bytes().to_vec(), value.as_bytes().to_vec())],
    };
    for (step, shown) in [
        (send(&[b"ftp://joe:", b"s3cret@host"]), r#"send "ftp://joe:***@host\r\n""#),
        (send(&[b"ftp://joe:s3c", b"ret@host", b"+"]), r#"send "ftp://joe:***@host\t+\r\n""#),
        (send(&[b"/find?password=", b"s3cret"]), r#"send "/find?password=***\r\n""#),
        (send(&[b"/find", b"password=s3cret"]), r#"send "/find\tpassword=***\r\n""#),
        (wais("password=", "s3cret", "x"), r#"retrieve [password=] type "***" id "***""#),
        (wais("ftp://joe:s3c", "ret@h", "x"), r#"retrieve [ftp://joe:***] type "***@h" id "x""#),
        (search("ftp://joe:s3c", "ret@h"), r#"search [ftp://joe:***] "***@h""#),
        (resolve("ftp://joe:", "s3c", "ret@h"), r#"resolve "ftp://joe:" ***="***@h""#),
        (resolve("x?password=", "s3c", "ret"), r#"resolve "x?password=" ***=***"#),
        (resolve("x", "u", "ftp://joe:s3cret@h"), r#"resolve "x" u="ftp://joe:***@h""#),
    ] {
        assert_eq!(step.to_string(), shown);
        assert!(!format!("{step:?}").contains("ret@") && !format!("{step:#}").contains("***"));
    }
}

/// The first segment of a path may be a login, as in `file:///joe:s3cret@host.dom/`.
#[test]
fn the_path_of_a_file_hides_a_login() {
    let step = Step::Open(vec![b"joe:s3cret@host.dom".into(), b"a:b".into()]);
    assert_eq!(step.to_string(), "open /joe:***@host.dom/a:b");
    assert_eq!(format!("{step:#}"), "open /joe:s3cret@host.dom/a:b");
}

/// Debug of what a step is made of is its notation.
#[test]
fn parts_of_a_step_are_shown_in_their_notation() {
    let line = Line::of_part(&PORT, Span::new(0, 1), b"a\tb").unwrap();
    assert_eq!(format!("{line:?}"), r#""a\tb""#);
    let Step::Command(command) = Step::command("CWD", argument(b"a")) else { panic!("a command") };
    assert_eq!(format!("{command:?}"), "Command(CWD a)");
    assert_ne!(argument(b"a"), argument(b"b"));
    assert_ne!(Step::command("CWD", argument(b"a")), Step::command("CWD", argument(b"b")));
}
