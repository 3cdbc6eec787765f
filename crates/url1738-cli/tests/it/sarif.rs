//! SARIF against the schema of OASIS, whatever is checked.

use serde_json::Value;

use crate::run::run;

/// Returns the document of `check`, after validating it.
fn document(arguments: &[&str], input: &[u8]) -> Value {
    document_of(&["check"], arguments, input)
}

/// Returns the document of a command, after validating it.
fn document_of(command: &[&str], arguments: &[&str], input: &[u8]) -> Value {
    let schema: Value =
        serde_json::from_str(include_str!("../data/sarif-schema-2.1.0.json")).unwrap();
    let validator = jsonschema::options().should_validate_formats(true).build(&schema).unwrap();
    let output = run(&[command, &["--format", "sarif"], arguments].concat(), input);
    let document: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{arguments:?}: {error}: {output:?}"));
    let errors: Vec<String> = validator
        .iter_errors(&document)
        .map(|error| format!("{} at {}", error, error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{arguments:?}: {errors:#?}");
    document
}

fn results(document: &Value) -> &Vec<Value> {
    document["runs"][0]["results"].as_array().unwrap()
}

#[test]
fn documents_are_valid() {
    let list = b"http://host.dom/~joe\nftp://me:secret@h:0//a b\n\xff\xfe\nhttp://h/caf\xc3\xa9~\n\x1b]0;x\n";
    assert_eq!(results(&document(&[], list)).len(), 5);
    assert_eq!(results(&document(&["--limit", "2"], list)).len(), 2);
    assert_eq!(results(&document(&["--deny", "warnings"], b"ftp://me:secret@h:0//\n")).len(), 3);
    for (arguments, input) in [
        (&[][..], &b""[..]),
        (&["--ignore", "all"], list),
        (&["http://h/~", "x y", "ftp://h/"], b""),
        (&["--lints", "../../tests/data/urls/ftp.txt"], b""),
        (&["-j", "8", "../../tests/data/urls/http.txt"], b""),
        (&["tests/data/missing.txt"], b""),
    ] {
        document(arguments, input);
    }
}

#[test]
fn rules_are_those_of_the_catalog() {
    let document = document(&["--lints"], b"http://h:0//~\n");
    let rules = document["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    assert!(rules.len() > 60);
    for result in results(&document) {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
    }
}

/// Columns count characters, and a fix is the text that makes the line valid.
#[test]
fn fixes_apply_to_their_regions() {
    let document = document(&[], "mailto:\u{e9}@h\nhttp://h/caf\u{e9} ~\n".as_bytes());
    let result = &results(&document)[1];
    let region = &result["locations"][0]["physicalLocation"]["region"];
    assert_eq!((&region["startLine"], &region["startColumn"]), (&2.into(), &13.into()));
    let replaced = &result["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(replaced["deletedRegion"]["startColumn"], 13);
    assert_eq!(replaced["deletedRegion"]["endColumn"], 16);
    assert_eq!(replaced["insertedContent"]["text"], "%C3%A9%20%7E");
}

/// URLs in a text have the columns of the text, in characters, however long its lines are.
#[test]
fn urls_in_texts_are_found_at_their_columns() {
    let text = format!(
        "caf\u{e9}\n\u{65e5}\u{672c} {} <http://h/\u{e9}~> x http://h:0/ \n",
        "\u{e9} ".repeat(40_000)
    );
    let extract = ["extract", "--check"];
    let document = document_of(&extract, &["--deny", "port-zero"], text.as_bytes());
    let found = results(&document);
    let line: Vec<char> = text.lines().nth(1).unwrap().chars().collect();
    let marked: Vec<String> = found
        .iter()
        .map(|result| {
            let region = &result["locations"][0]["physicalLocation"]["region"];
            assert_eq!(region["startLine"], 2);
            let column = |name: &str| usize::try_from(region[name].as_u64().unwrap()).unwrap() - 1;
            line[column("startColumn")..column("endColumn")].iter().collect()
        })
        .collect();
    assert_eq!(marked, ["\u{e9}", "0"]);
    assert_eq!(found[1]["level"], "error");
    assert_eq!(results(&document_of(&extract, &[], b"")).len(), 0);
    let limited = document_of(&extract, &["--limit", "1"], text.as_bytes());
    assert_eq!(results(&limited).len(), 1);
}

/// Passwords are masked in messages and in fixes.
#[test]
fn no_password_is_written() {
    for list in ["ftp://me:se~q8zk\u{e9}@h/\n", "ftp://me:q8zk%@h/\n", "ftp://me:q8zk@h/ \n"] {
        let output = run(&["check", "--format", "sarif", "--lints"], list.as_bytes());
        assert!(!String::from_utf8(output.stdout).unwrap().contains("q8zk"), "{list}");
    }
}
