//! Errors with a caret line under the text.

use url1738_core::GenericUrl;

fn annotated(text: &str) -> String {
    let error = GenericUrl::parse(text).unwrap_err();
    GenericUrl::annotate(text, &error).to_string()
}

#[test]
fn the_caret_is_as_wide_as_the_span() {
    assert_eq!(
        annotated("x-a:%4g"),
        "x-a:%4g\n    ^^^\n`%` without two hexadecimal digits in scheme-specific part at byte 4\n\
         help: percent-encode `%` as `%25`"
    );
}

/// The caret of a missing delimiter is one column wide.
#[test]
fn the_caret_of_a_missing_delimiter() {
    assert_eq!(
        annotated("abc"),
        "abc\n   ^\nexpected `:` after scheme name at byte 3\n\
         help: begin the URL with a scheme name and `:`"
    );
}

/// The column may exceed 65535, the largest width of a format.
#[test]
fn the_caret_of_a_distant_error() {
    let text = format!("x-a:{}~", "a".repeat(100_000));
    let annotated = annotated(&text);
    let caret = annotated.lines().nth(1).unwrap();
    assert_eq!((caret.len(), caret.trim_start()), (100_005, "^"));
}

/// Debug writes the error without the text.
#[test]
fn debug_omits_the_text() {
    let text = "x-a://joe:s3cret@h~";
    let error = GenericUrl::parse(text).unwrap_err();
    assert_eq!(
        format!("{:?}", GenericUrl::annotate(text, &error)),
        format!("Annotated({error:?})")
    );
}
