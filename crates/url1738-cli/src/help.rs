//! The end of the help texts.

/// Appends the exit status to a help text of examples and remarks.
macro_rules! with_exit_status {
    ($examples:literal) => {
        with_exit_status!($examples, "all URLs are valid", "a URL is invalid, or its access is refused")
    };
    ($examples:literal, $zero:literal $(, $one:literal)?) => {
        concat!(
            $examples,
            "\n\nExit status:\n  0  ",
            $zero,
            $("\n  1  ", $one,)?
            "\n  2  the command line is wrong, or reading or writing failed"
        )
    };
}

pub(crate) use with_exit_status;
