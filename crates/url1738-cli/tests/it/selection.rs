//! Which errors and lints are reported: the settings and the options, and which of them decides.

use std::fs;

use crate::run::program;

/// A URL with one error or lint, and its code.
const URLS: [(&str, &str); 8] = [
    ("fragment", "http://h.dom/#x"),
    ("port-out-of-range", "http://h.dom:99999/"),
    ("port-zero", "http://h.dom:0/"),
    ("dot-segment", "ftp://h.dom/../a"),
    ("tilde:hsegment", "http://h.dom/~"),
    ("tilde:fsegment", "ftp://h.dom/~"),
    ("tilde:host", "http://h~.dom/"),
    ("space:host", "http://h .dom/"),
];

/// Returns the level of a code: what `check` says about its URL, and how it ends.
fn level(settings: &str, options: &str, name: &str) -> &'static str {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.toml");
    fs::write(&path, settings).unwrap();
    let (_, url) = URLS.into_iter().find(|(known, _)| *known == name).unwrap();
    let output = program()
        .args(["check", "--format", "short", "-q", "--config"])
        .arg(path)
        .args(options.split_whitespace())
        .arg(url)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let code = name.split(':').next().unwrap();
    match (said.contains(&format!(" {code}: ")), output.status.code()) {
        (false, Some(0)) => "off",
        (true, Some(0)) => "warn",
        (true, Some(1)) => "deny",
        other => panic!("{other:?}: {settings:?} {options} {name}: {said}{output:?}"),
    }
}

#[test]
fn the_command_line_overrides_the_settings() {
    let names = ["fragment", "port-out-of-range", "port-zero", "dot-segment"];
    for (settings, options, expected) in [
        ("", "", "deny deny off off"),
        ("", "--lints", "deny deny warn warn"),
        ("", "--deny warnings", "deny deny deny deny"),
        ("", "--deny port-zero", "deny deny deny off"),
        ("", "--ignore fragment", "off deny off off"),
        ("", "--ignore port --lints", "deny off off warn"),
        ("", "--select port", "off deny warn off"),
        ("", "--select port --ignore port-zero", "off deny off off"),
        ("", "--select port-zero --ignore port", "off off warn off"),
        ("", "--select all --ignore warnings", "deny deny off off"),
        ("", "--select errors", "deny deny off off"),
        ("", "--select fragment --ignore fragment", "off off off off"),
        ("[lints]\nport-zero = 'deny'", "", "deny deny deny off"),
        ("[lints]\nwarnings = 'warn'\nport = 'off'", "", "deny deny off warn"),
        ("[lints]\nwarnings = 'deny'\nport-zero = 'warn'", "", "deny deny warn deny"),
        ("[check]\nselect = ['fragment']", "--select port", "off deny warn off"),
        ("[check]\nignore = ['fragment']", "--select fragment", "deny off off off"),
        ("[lints]\nport-zero = 'deny'", "--select port", "off deny deny off"),
        ("[lints]\nport-zero = 'deny'", "--ignore port", "deny off off off"),
        ("[lints]\nport-zero = 'off'", "--deny port-zero", "deny deny deny off"),
        ("[lints]\nport-zero = 'off'", "--deny port", "deny deny deny off"),
        // But a group does not turn on what is off by name.
        ("[lints]\nport-zero = 'off'", "--deny warnings", "deny deny off deny"),
        ("[check]\nignore = ['port']", "--lints", "deny off off warn"),
        ("[lints]\nwarnings = 'off'", "--lints", "deny deny warn warn"),
        ("[check]\nselect = ['errors']", "--lints", "deny deny warn warn"),
    ] {
        let levels = names.map(|name| level(settings, options, name)).join(" ");
        assert_eq!(levels, expected, "{settings:?} {options}");
    }
}

#[test]
fn codes_are_selected_by_group_and_part() {
    for (settings, options, name, expected) in [
        ("", "--ignore tilde", "tilde:host", "off"),
        ("", "--ignore unexpected-byte", "tilde:host", "off"),
        ("", "--ignore tilde:path", "tilde:hsegment", "off"),
        ("", "--ignore tilde:path", "tilde:host", "deny"),
        ("", "--ignore tilde:hsegment", "tilde:fsegment", "deny"),
        ("", "--ignore unexpected-byte:host", "tilde:host", "off"),
        ("", "--ignore unexpected-byte --select all,tilde", "tilde:host", "deny"),
        ("", "--ignore unexpected-byte --select all,tilde", "space:host", "off"),
        ("", "--ignore tilde --select all,tilde:host", "tilde:host", "deny"),
        ("", "--select unexpected-byte:host", "space:host", "deny"),
        ("", "--select unexpected-byte:host", "tilde:hsegment", "off"),
        ("[check]\nignore = ['tilde:host']", "--lints", "tilde:host", "off"),
        ("[lints]\n'dot-segment:path' = 'off'", "--deny warnings", "dot-segment", "off"),
        ("[lints]\n'dot-segment:host' = 'off'", "--deny warnings", "dot-segment", "deny"),
    ] {
        assert_eq!(level(settings, options, name), expected, "{settings:?} {options} {name}");
    }
}

#[test]
fn a_name_that_selects_nothing_gets_a_suggestion() {
    for (name, tip) in [
        ("fragmnet", "did you mean `fragment`?"),
        ("portzero", "did you mean `port-zero`?"),
        ("zero-port", "did you mean `port-zero`?"),
        ("unexpected_byte", "did you mean `unexpected-byte`?"),
        ("FRAGMENT", "did you mean `fragment`?"),
        ("warning", "did you mean `warnings`?"),
        ("teapot", "`url1738 list rules` lists all codes"),
        ("tilde:hots", "did you mean `tilde:host`?"),
        ("tilde:HSEGMENT", "did you mean `tilde:hsegment`?"),
        ("tilde:teapot", "name one, as in `tilde:path`"),
    ] {
        let output = program().args(["check", "--ignore", name, "http://h/"]).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(said.contains(tip), "{name}: {said}");
    }
}
