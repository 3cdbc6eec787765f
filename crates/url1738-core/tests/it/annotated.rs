//! Errors drawn under their texts.

use url1738_core::GenericUrl;

fn drawn(text: &str) -> String {
    GenericUrl::parse(text).unwrap_err().annotate(text).to_string()
}

#[test]
fn the_caret_is_as_wide_as_the_mistake() {
    assert_eq!(
        drawn("x-a:%4g"),
        "x-a:%4g\n    ^^^\n`%` without two hexadecimal digits in schemepart at byte 4\n\
         help: write a plain `%` as `%25`"
    );
}

/// A place where something is missing is one column wide.
#[test]
fn a_missing_delimiter() {
    assert_eq!(
        drawn("abc"),
        "abc\n   ^\nexpected `:` in scheme at byte 3\n\
         help: a URL begins with a scheme name and a colon"
    );
}

/// Columns are not limited to the widths that a format can express.
#[test]
fn a_mistake_far_to_the_right() {
    let text = format!("x-a:{}~", "a".repeat(100_000));
    let drawn = drawn(&text);
    let caret = drawn.lines().nth(1).unwrap();
    assert_eq!((caret.len(), caret.trim_start()), (100_005, "^"));
}

/// Debug shows the error, and nothing of the text.
#[test]
fn the_text_is_not_shown_twice() {
    let text = "x-a://joe:s3cret@h~";
    let error = GenericUrl::parse(text).unwrap_err();
    assert_eq!(format!("{:?}", error.annotate(text)), format!("Annotated({error:?})"));
}
