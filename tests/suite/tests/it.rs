//! The committed suite: the crates pass it wholly, and parsers that are wrong do not.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test reports by panicking"
)]

use std::{fs, path::Path, sync::OnceLock};

use serde_json::{Value, json};
use url1738_conformance::{
    reader::{Parser, Reader, Refused, RuleNamed},
    split::Piece,
};
use url1738_suite::{
    choose,
    files::{self, File},
    generate, judge,
    scoreboard::Cell,
};

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn suite() -> &'static [File] {
    static FILES: OnceLock<Vec<File>> = OnceLock::new();
    FILES.get_or_init(|| files::read_all(folder()).unwrap())
}

/// Returns the number of vectors that are answered otherwise, and the first of them.
fn disagreements(answer: impl Fn(&Value) -> Value) -> (usize, String) {
    let (mut count, mut first) = (0, String::new());
    for file in suite() {
        for (list, op, _) in judge::LISTS {
            for vector in file.list(list) {
                let answer = answer(&judge::request(list, op, &file.name, vector));
                assert_ne!(answer["skip"], true, "{vector}");
                if let Some(found) = judge::disagreement(list, vector, &answer) {
                    count += 1;
                    if first.is_empty() {
                        first = format!("{}: {vector}: {found:?}", file.name);
                    }
                }
            }
        }
    }
    (count, first)
}

#[test]
fn the_crates_pass_the_whole_suite() {
    let (count, first) = disagreements(judge::answer);
    assert_eq!(count, 0, "{first}");
    let vectors: usize = suite().iter().map(File::len).sum();
    assert!(vectors > 20_000, "{vectors}");
}

/// The judge compares parts only if an answer has some; the crates answer all of them, and rules word by word.
#[test]
fn the_crates_answer_with_parts_and_rules() {
    for file in suite() {
        for vector in file.list("urls") {
            let answer = judge::answer(&judge::request("urls", "parse", &file.name, vector));
            assert_eq!(answer["parts"], vector["parts"], "{vector}");
            assert_eq!(answer["rule"], vector["rule"], "{vector}");
        }
    }
}

#[test]
fn the_committed_vectors_cover_every_state_and_transition_and_kill_every_seeded_fault() {
    let mut faults = 0;
    for file in suite().iter().filter(|file| !file.list("urls").is_empty()) {
        let title = files::NAMES.into_iter().find(|name| *name == file.name).unwrap();
        let texts =
            file.list("urls").iter().map(|it| files::from_text(it["text"].as_str().unwrap()));
        let measured = choose::measure(&generate::oracle(title), texts.map(Option::unwrap), false);
        assert_eq!(measured.survivors, [""; 0], "{title}");
        assert_eq!(measured.open, [], "{title}");
        assert!(measured.of > 50, "{title}: {}", measured.of);
        faults += measured.faults;
    }
    assert_eq!(faults, 225);
}

/// Without its last strings a set no longer covers everything: the measure can fail.
#[test]
fn fewer_vectors_cover_less() {
    let file = suite().iter().find(|file| file.name == "nntp").unwrap();
    let texts = file.list("urls").iter().filter(|it| it["valid"] == false);
    let texts = texts.map(|it| files::from_text(it["text"].as_str().unwrap()).unwrap());
    let measured = choose::measure(&generate::oracle("nntp"), texts, false);
    assert!(!measured.open.is_empty() && !measured.survivors.is_empty());
}

#[test]
fn the_files_follow_the_schema_and_are_small() {
    let read = |name: &str| fs::read_to_string(folder().join(name)).unwrap();
    let schema: Value = serde_json::from_str(&read("schema.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let mut bytes = 0;
    for name in files::NAMES {
        let text = read(&format!("{name}.json"));
        bytes += text.len();
        let value: Value = serde_json::from_str(&text).unwrap();
        let error = validator.iter_errors(&value).next().map(|error| error.to_string());
        assert_eq!(error, None, "{name}");
        assert_eq!(File::read(&folder().join(format!("{name}.json"))).unwrap().text(), text);
    }
    assert!(bytes < 5_000_000, "{bytes}");
    assert!(!validator.is_valid(&json!({"suite": "rfc1738", "version": 1, "scheme": "ftp"})));
}

#[test]
fn the_readme_defines_every_list_and_field() {
    let page = fs::read_to_string(folder().join("README.md")).unwrap();
    for file in suite() {
        for (list, vectors) in &file.lists {
            assert!(page.contains(&format!("| `{list}` |")), "{list}");
            for key in vectors.iter().flat_map(|it| it.as_object().unwrap().keys()) {
                assert!(page.contains(&format!("`{key}`")), "{list}: {key}");
            }
        }
    }
}

#[test]
fn a_line_is_answered_by_a_line_with_its_number() {
    let line = r#"{"id":7,"op":"parse","scheme":"ftp","text":"ftp://joe@host.dom/a%2Fb"}"#;
    let answer: Value = serde_json::from_str(&judge::answer_line(line)).unwrap();
    assert_eq!(
        answer,
        json!({"id": 7, "valid": true, "parts": [["scheme", 0, 3, "ftp"], ["user", 6, 9, "joe"],
            ["host", 10, 18, "host.dom"], ["fsegment", 19, 24, "a/b"]]})
    );
    let answer =
        judge::answer_line(r#"{"id":8,"op":"parse","scheme":"ftp","text":"ftp://host.dom/~joe"}"#);
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer, json!({"id": 8, "valid": false, "at": 15, "rule": "bnf:fsegment"}));
    assert!(judge::answer_line("not JSON").contains("\"skip\":true"));
}

/// A parser of the crates with a mistake.
struct Broken {
    right: Parser,
    read: Mistake,
}

/// Reads a text with the right parser, and makes a mistake before or after.
type Mistake = fn(&Parser, &[u8], &mut Vec<Piece>) -> Result<(), Refused>;

impl Reader for Broken {
    fn read(&self, text: &[u8], pieces: &mut Vec<Piece>) -> Result<(), Refused> {
        (self.read)(&self.right, text, pieces)
    }
}

/// Replaces a byte wherever it is.
fn replaced(text: &[u8], from: u8, to: u8) -> Vec<u8> {
    text.iter().map(|byte| if *byte == from { to } else { *byte }).collect()
}

/// Refuses a text at its end.
fn refusal(text: &[u8]) -> Refused {
    let (start, end) = (text.len(), text.len());
    Refused { part: "", code: "", rule: RuleNamed::Bnf("url"), start, end }
}

/// Returns what `text` has between the first and the last byte of a part.
fn of_part<'t>(text: &'t [u8], pieces: &[Piece], part: &str) -> &'t [u8] {
    let found = pieces.iter().find(|piece| piece.part == part);
    found.map_or(&[], |piece| &text[piece.start..piece.end])
}

const MISTAKES: &[(&str, Mistake)] = &[
    ("tildes are allowed", |right, text, pieces| right.read(&replaced(text, b'~', b'a'), pieces)),
    ("octets outside US-ASCII are allowed", |right, text, pieces| {
        right.read(&replaced(text, 0xE9, b'a'), pieces)
    }),
    ("spaces around the text are removed", |right, text, pieces| {
        right.read(text.trim_ascii(), pieces)
    }),
    ("a fragment is cut off", |right, text, pieces| {
        right.read(text.split(|byte| *byte == b'#').next().unwrap(), pieces)
    }),
    ("scheme names are in lower case only", |right, text, pieces| {
        right.read(text, pieces)?;
        match text[0].is_ascii_uppercase() {
            true => Err(refusal(text)),
            false => Ok(()),
        }
    }),
    ("an empty user is none", |right, text, pieces| {
        right.read(text, pieces)?;
        pieces.retain(|piece| piece.part != "user" || piece.start < piece.end);
        Ok(())
    }),
    ("an empty search is none", |right, text, pieces| {
        right.read(text, pieces)?;
        pieces.retain(|piece| piece.part != "search" || piece.start < piece.end);
        Ok(())
    }),
    ("a label may have 64 characters", |right, text, pieces| {
        let long = text.windows(64).position(|it| it.iter().all(u8::is_ascii_lowercase));
        match long {
            Some(at) => right.read(&[&text[..at], &text[at + 1..]].concat(), pieces),
            None => right.read(text, pieces),
        }
    }),
    ("a label may have 62 characters only", |right, text, pieces| {
        right.read(text, pieces)?;
        let host = of_part(text, pieces, "host");
        match host.split(|byte| *byte == b'.').any(|label| label.len() > 62) {
            true => Err(refusal(text)),
            false => Ok(()),
        }
    }),
    ("ports over 65535 are allowed", |right, text, pieces| {
        right.read(text, pieces).or_else(|refused| match refused.rule {
            RuleNamed::Range if refused.part == "port" => Ok(()),
            _ => Err(refused),
        })
    }),
    ("the typecode D is unknown", |right, text, pieces| {
        right.read(text, pieces)?;
        match of_part(text, pieces, "ftptype") {
            b"D" => Err(refusal(text)),
            _ => Ok(()),
        }
    }),
    ("segments are joined", |right, text, pieces| {
        right.read(text, pieces)?;
        let mut joined: Vec<Piece> = Vec::new();
        for piece in pieces.drain(..) {
            match joined.last_mut() {
                Some(last) if last.part == "fsegment" && piece.part == "fsegment" => {
                    last.end = piece.end;
                }
                _ => joined.push(piece),
            }
        }
        *pieces = joined;
        Ok(())
    }),
    ("all groups are unknown", |right, text, pieces| {
        right.read(text, pieces)?;
        match of_part(text, pieces, "grouppart") {
            b"*" => Err(refusal(text)),
            _ => Ok(()),
        }
    }),
    ("errors are one byte late", |right, text, pieces| {
        right.read(text, pieces).map_err(|refused| Refused { start: refused.start + 1, ..refused })
    }),
    ("every error is one of the BNF", |right, text, pieces| {
        right
            .read(text, pieces)
            .map_err(|refused| Refused { rule: RuleNamed::Bnf("url"), ..refused })
    }),
    ("a field may have no name", |right, text, pieces| {
        match text.windows(2).position(|it| it == b";=") {
            Some(at) => right.read(&[&text[..=at], b"a", &text[at + 1..]].concat(), pieces),
            None => right.read(text, pieces),
        }
    }),
    ("escapes have upper-case digits only", |right, text, pieces| {
        right.read(text, pieces)?;
        let lower = |it: &[u8]| it[0] == b'%' && it[1..].iter().any(u8::is_ascii_lowercase);
        if text.windows(3).any(lower) { Err(refusal(text)) } else { Ok(()) }
    }),
    ("the host may end with a dot", |right, text, pieces| {
        right.read(text, pieces).or_else(|refused| match text.strip_suffix(b".") {
            Some(before) => right.read(before, pieces),
            None => Err(refused),
        })
    }),
];

#[test]
fn parsers_with_a_mistake_fail() {
    assert!(MISTAKES.len() >= 14);
    for (title, read) in MISTAKES {
        let broken = |scheme: &str| Some(Broken { right: Parser::of(scheme)?, read: *read });
        let (count, _) = disagreements(|request| judge::answer_with(request, broken));
        assert!(count > 0, "the suite does not show that {title}");
    }
}

/// Mistakes in the other operations: the answer of the crates, changed.
#[test]
fn other_answers_with_a_mistake_fail() {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let change = |op: &'static str, mistake: &dyn Fn(&Value, &mut Value)| {
        disagreements(|request| {
            let mut answer = judge::answer(request);
            if request["op"] == op {
                mistake(request, &mut answer);
            }
            answer
        })
        .0
    };
    let lower = |_: &Value, answer: &mut Value| {
        answer["text"] = text(&answer["text"]).replace("%2F", "%2f").into();
    };
    assert!(change("normalize", &lower) > 0);
    let keeps_port = |request: &Value, answer: &mut Value| {
        if text(&request["text"]).contains(":21") {
            answer["text"] = request["text"].clone();
        }
    };
    assert!(change("normalize", &keeps_port) > 0);
    let ignores_case = |request: &Value, answer: &mut Value| {
        answer["equivalent"] =
            text(&request["a"]).eq_ignore_ascii_case(&text(&request["b"])).into();
    };
    assert!(change("equivalent", &ignores_case) > 0);
    let slashes = |_: &Value, answer: &mut Value| {
        if let Some(url) = answer["text"].as_str() {
            answer["text"] = url.replace("%2F", "/").into();
        }
    };
    assert!(change("build", &slashes) > 0);
    let no_password = |_: &Value, answer: &mut Value| {
        if let Some(steps) = answer["steps"].as_array_mut() {
            steps.retain(|step| !text(step).starts_with("PASS"));
        }
    };
    assert!(change("plan", &no_password) > 0);
    let other = |request: &Value, answer: &mut Value| {
        let by = if request["by"] == "rfc1808" { "rfc3986" } else { "rfc1808" };
        let mut request = request.clone();
        request["by"] = by.into();
        *answer = judge::answer(&request);
    };
    assert!(change("resolve", &other) > 0);
    let with_dot = |request: &Value, answer: &mut Value| {
        for url in answer["urls"].as_array_mut().into_iter().flatten() {
            let end = usize::try_from(url[1].as_u64().unwrap()).unwrap();
            if text(&request["text"]).chars().nth(end) == Some('.') {
                url[1] = (end + 1).into();
            }
        }
    };
    assert!(change("extract", &with_dot) > 0);
}

/// A level is reached by who answers all of its vectors, and answers them right.
#[test]
fn levels_are_reached_by_whole_answers() {
    let reached = |change: &dyn Fn(&mut Value)| {
        let file = suite().iter().find(|file| file.name == "telnet").unwrap();
        let mut cell = Cell::default();
        for (list, op, level) in judge::LISTS {
            for vector in file.list(list) {
                let mut answer = judge::answer(&judge::request(list, op, &file.name, vector));
                change(&mut answer);
                cell.count(list, level, vector, &answer);
            }
        }
        cell.conforms().last().copied()
    };
    let skip = || json!({"skip": true});
    assert_eq!(reached(&|_| ()), Some("plans"));
    assert_eq!(reached(&|answer| *answer = skip()), None);
    // Only valid URLs are answered: nothing shows that the others would be refused.
    let skips_invalid = |answer: &mut Value| {
        if answer["valid"] == false {
            *answer = skip();
        }
    };
    assert_eq!(reached(&skips_invalid), None);
    // Neither the byte of an error nor a plan: the parts are all there.
    let has_parts_only = |answer: &mut Value| {
        let fields = answer.as_object_mut().unwrap();
        fields.remove("at");
        fields.remove("rule");
        if fields.contains_key("steps") || fields.contains_key("refused") {
            *answer = skip();
        }
    };
    assert_eq!(reached(&has_parts_only), Some("parts"));
    let knows_errors_of_hosts_only = |answer: &mut Value| {
        if answer["rule"] != "bnf:host" {
            answer.as_object_mut().unwrap().remove("at");
        }
    };
    assert_eq!(reached(&knows_errors_of_hosts_only), Some("parts"));
    // The fields of another grammar, all of them right.
    let names_fields = |answer: &mut Value| {
        let Some(parts) = answer["parts"].as_array().cloned() else { return };
        let named = |name: &str| parts.iter().find(|part| part[0] == name).map(|it| &it[3]);
        let port = named("port").and_then(|it| it.as_str()?.parse::<u64>().ok());
        *answer = json!({"valid": true, "fields": {"user": named("user"),
            "password": named("password"), "host": named("host"), "port": port}});
    };
    assert_eq!(reached(&names_fields), Some("verdict"));
}

/// A URL is built of parts only if it has them.
#[test]
fn what_is_built_has_the_parts() {
    for (scheme, parts, text) in [
        ("news", json!([["group", "caf\u{e9}"]]), Value::Null),
        ("http", json!([["user", "joe"], ["host", "h"]]), Value::Null),
        ("nntp", json!([["host", "h"], ["group", "a"], ["digits", "0010"]]), Value::Null),
        ("nntp", json!([["host", "h"], ["group", "a"], ["digits", "10"]]), "nntp://h/a/10".into()),
    ] {
        let answer = judge::answer(&json!({"op": "build", "scheme": scheme, "parts": parts}));
        assert_eq!(answer["text"], text, "{scheme} {parts}");
    }
    for file in suite() {
        for vector in file.list("build").iter().filter(|it| !it["text"].is_null()) {
            let read = json!({"op": "parse", "scheme": file.name, "text": vector["text"]});
            let answer = judge::answer(&read);
            let parts = answer["parts"].as_array().unwrap().iter().skip(1);
            let parts: Value = parts.map(|part| json!([part[0], part[3]])).collect();
            assert_eq!(vector["parts"], parts, "{vector}");
        }
    }
}
