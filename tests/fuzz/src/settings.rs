//! Files of settings of the program.

use std::process::ExitCode;

use crate::program;

/// The bytes are a file of settings. Either it is read, and the settings that the program shows are a file that gives the
/// same settings; or one line names the error, and every other use of the file fails in the same way.
pub fn settings(bytes: &[u8]) {
    let (code, shown, error) = program::run(&["check", "--show-settings", "--config"], bytes);
    let used = program::run(&["check", "http://host.dom/", "--config"], bytes);
    if code == ExitCode::SUCCESS {
        assert_eq!(error, "");
        program::assert_printable(&shown, false);
        let (code, again, error) =
            program::run(&["check", "--show-settings", "--config"], shown.as_bytes());
        assert_eq!((code, error.as_str()), (ExitCode::SUCCESS, ""), "{shown}");
        assert_eq!(again, shown);
        assert_ne!(used.0, ExitCode::from(2), "{}", used.2);
    } else {
        assert_eq!((code, shown.as_str()), (ExitCode::from(2), ""), "{error}");
        assert!(error.starts_with("error: /proc/self/fd/"), "{error}");
        program::assert_printable(&error, false);
        assert_eq!(used, (code, shown, error));
    }
}
