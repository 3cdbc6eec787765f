//! A password in any text, and every output of that text.

use url1738::{Redacted, Url};
use url1738_context::find_iter;

use crate::{
    held::{
        hidden::{CANARY, assert_debug, assert_hidden, assert_nothing_printed},
        leaks,
        leaks::Choices,
    },
    program::written,
};

/// The first two bytes select a command and a format, the rest a text with a canary as a password: of a login, a
/// query key, a URL within a URL. Neither the libraries nor the program show it.
pub fn canary(bytes: &[u8]) {
    let [command, format, choices @ ..] = bytes else { return };
    let text = leaks::text(&mut Choices(choices));
    assert_nothing_printed(&text);
    for found in find_iter(text.as_bytes()) {
        assert_debug(&found, &text);
    }
    for output in written(*command, *format, text.as_bytes()) {
        assert_hidden(&output, &text);
    }
}

/// Puts a canary as a password into a login between arbitrary bytes. No output of the libraries contains it.
pub fn format_redact(bytes: &[u8]) {
    let mut pieces = bytes.splitn(4, |byte| *byte == b'\n');
    let [before, user, junk, after] = [(); 4].map(|()| pieces.next().unwrap_or_default());
    // The user contains no delimiter, which would turn the rest into another part.
    let user: Vec<u8> = user.iter().copied().filter(|byte| !b":@/\\".contains(byte)).collect();
    let canary = CANARY.as_bytes();
    // The text around it must be distinguishable from it, whatever a repair takes away between two letters,
    // in any case.
    let around = [before, &user, junk, after].concat().to_ascii_lowercase();
    let around: Vec<u8> = around.into_iter().filter(u8::is_ascii_alphanumeric).collect();
    if canary.windows(5).any(|piece| around.windows(5).any(|five| five == piece)) {
        return;
    }
    let text = [before, b"://", &user, b":", canary, junk, b"@", after].concat();
    assert_hidden(&Redacted::new(&text).to_string(), &shown(&text));
    assert_debug(&Redacted::new(&text), &shown(&text));
    if let Err(error) = Url::parse_bytes(&text) {
        let lossy = String::from_utf8_lossy(&text);
        assert_hidden(
            // Checked separately, because the end of one and the beginning of the next may form a piece.
            &format!("{error}\n{error:?}\n{}\n{}", error.help(), Url::annotate(&lossy, &error)),
            &shown(&text),
        );
    }
    // If a repair turns the login into a path or a query, it is data, not a secret of the URL.
    if let Ok(repaired) = Url::repair(&text) {
        let login = repaired.url.login().and_then(|login| login.password());
        let is_password = login.is_some_and(|password| password.as_str().contains(CANARY));
        if is_password || !repaired.url.as_str().contains(CANARY) {
            assert_debug(&repaired, &shown(&text));
        }
    }
    // If the login is that of the URL itself, every output masks it.
    let Ok(text) = core::str::from_utf8(&text) else { return };
    let login = Url::parse(text).ok().and_then(|url| url.login());
    let password = login.and_then(|login| login.password());
    if password.is_some_and(|password| password.as_str().contains(CANARY)) {
        assert_nothing_printed(text);
    }
}

fn shown(text: &[u8]) -> String {
    text.escape_ascii().to_string()
}
