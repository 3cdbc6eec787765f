//! Reads the settings from TOML. Every key and every value is checked, and an error names its place.

use core::ops::Range;

use clap::ValueEnum as _;
use toml::{
    Spanned,
    de::{DeArray, DeString, DeTable, DeValue},
};

use super::{error::Fault, model::Settings};
use crate::{
    diagnostics::{Passwords, suggest},
    records::OutputFormat,
    selection::{Level, Selector},
};

type Result<T> = core::result::Result<T, Fault>;

/// Reads the contents of a file. Only one that the command line names may keep passwords: others come with a checkout.
pub(super) fn parse(bytes: &[u8], is_named: bool) -> Result<Settings> {
    let text = core::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let byte = bytes.get(at).copied().unwrap_or_default();
        Fault::new(at..at + 1, format_args!("byte 0x{byte:02X} is not UTF-8"))
    })?;
    let table = DeTable::parse(text)
        .map_err(|error| Fault::new(error.span().unwrap_or_default(), error.message()))?;
    let mut settings = Settings::default();
    for (key, value) in in_order(table.get_ref()) {
        match key.get_ref().as_ref() {
            "check" => check(self::table(value, "check")?, &mut settings)?,
            "lints" => lints(self::table(value, "lints")?, &mut settings)?,
            "passwords" => settings.passwords = Some(passwords(value, is_named)?),
            name => {
                return Err(unknown_key(key.span(), name, &["check", "lints", "passwords"]));
            }
        }
    }
    Ok(settings)
}

fn passwords(value: &Spanned<DeValue<'_>>, is_named: bool) -> Result<Passwords> {
    let name = string(value, "passwords")?;
    let known = Passwords::value_variants().iter().map(|known| known.as_str());
    match Passwords::from_str(name, false) {
        Ok(Passwords::Keep) if !is_named => {
            let message = "`keep` needs --config with the name of this file, or --passwords keep";
            Err(Fault::new(value.span(), message))
        }
        Ok(passwords) => Ok(passwords),
        Err(_) => {
            let suggestion = suggest::name(name, known);
            let otherwise = "expected `refuse`, `mask` or `keep`";
            Err(Fault::unknown(value.span(), "policy", name, suggestion, otherwise))
        }
    }
}

fn check(table: &DeTable<'_>, settings: &mut Settings) -> Result<()> {
    for (key, value) in in_order(table) {
        let at = value.span();
        match key.get_ref().as_ref() {
            "format" => settings.format = Some(format(at.clone(), string(value, "format")?)?),
            "limit" => settings.limit = Some(number(value, "limit")?),
            "select" => settings.layer.select = Some(selectors(value, "select")?),
            "ignore" => settings.layer.ignore = selectors(value, "ignore")?,
            name => {
                let known = ["format", "ignore", "limit", "select"];
                return Err(unknown_key(key.span(), name, &known));
            }
        }
    }
    Ok(())
}

fn lints(table: &DeTable<'_>, settings: &mut Settings) -> Result<()> {
    for (key, value) in in_order(table) {
        let selector = selector(key.span(), key.get_ref())?;
        if matches!(selector, Selector::All | Selector::Errors) || !selector.has_lints() {
            let message = format!("`{selector}` is not a lint; use `ignore` to turn an error off");
            return Err(Fault::new(key.span(), message));
        }
        let name = string(value, key.get_ref())?;
        let level =
            Level::ALL.into_iter().find(|level| level.as_str() == name).ok_or_else(|| {
                let known = Level::ALL.map(Level::as_str);
                let suggestion = suggest::code(name, known.into_iter());
                Fault::unknown(
                    value.span(),
                    "level",
                    name,
                    suggestion,
                    "expected `off`, `warn` or `deny`",
                )
            })?;
        settings.layer.levels.push((selector, level));
    }
    Ok(())
}

/// Returns the entries in the order of the file, so that its first error is reported.
fn in_order<'t, 'i>(
    table: &'t DeTable<'i>,
) -> Vec<(&'t Spanned<DeString<'i>>, &'t Spanned<DeValue<'i>>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

fn unknown_key(span: Range<usize>, name: &str, known: &[&str]) -> Fault {
    let suggestion = suggest::code(name, known.iter().copied());
    let listed: Vec<String> = known.iter().map(|known| format!("`{known}`")).collect();
    let otherwise = match listed.split_last() {
        Some((last, others)) => format!("expected {} or {last}", others.join(", ")),
        None => String::new(),
    };
    Fault::unknown(span, "key", name, suggestion, otherwise)
}

fn expected(value: &Spanned<DeValue<'_>>, key: &str, what: &str) -> Fault {
    not(value, key, what, &article(value.get_ref().type_str()))
}

fn not(value: &Spanned<DeValue<'_>>, key: &str, what: &str, found: &str) -> Fault {
    Fault::new(value.span(), format_args!("`{key}` is {what}, not {found}"))
}

/// Returns the name of a type with its article.
fn article(name: &str) -> String {
    let an = name.starts_with(['a', 'i']);
    format!("{} {name}", if an { "an" } else { "a" })
}

fn table<'t, 'i>(value: &'t Spanned<DeValue<'i>>, key: &str) -> Result<&'t DeTable<'i>> {
    value.get_ref().as_table().ok_or_else(|| expected(value, key, "a table"))
}

fn string<'t>(value: &'t Spanned<DeValue<'_>>, key: &str) -> Result<&'t str> {
    value.get_ref().as_str().ok_or_else(|| expected(value, key, "a string"))
}

fn number(value: &Spanned<DeValue<'_>>, key: &str) -> Result<u64> {
    let what = "an integer of at least 0";
    let number = value.get_ref().as_integer().ok_or_else(|| expected(value, key, what))?;
    u64::from_str_radix(number.as_str(), number.radix())
        .map_err(|_| not(value, key, what, number.as_str()))
}

fn format(span: Range<usize>, name: &str) -> Result<OutputFormat> {
    OutputFormat::from_str(name, false).map_err(|_| {
        let names: Vec<String> =
            OutputFormat::value_variants().iter().map(|format| format.as_str()).collect();
        let known: Vec<&str> = names.iter().map(String::as_str).collect();
        let otherwise = format!("expected {}", known.join(", "));
        Fault::unknown(span, "format", name, suggest::code(name, known.into_iter()), otherwise)
    })
}

fn selectors(value: &Spanned<DeValue<'_>>, key: &str) -> Result<Vec<Selector>> {
    let what = "an array of strings";
    let list: &DeArray<'_> =
        value.get_ref().as_array().ok_or_else(|| expected(value, key, what))?;
    list.iter()
        .map(|item| {
            let name = item.get_ref().as_str().ok_or_else(|| expected(item, key, what))?;
            selector(item.span(), name)
        })
        .collect()
}

fn selector(span: Range<usize>, name: &str) -> Result<Selector> {
    Selector::parse(name).map_err(|unknown| {
        let (what, suggestion, otherwise) = unknown.describe();
        Fault::unknown(span, what, name, suggestion.as_deref(), otherwise)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> (usize, String) {
        let Fault { span, message } = parse(text.as_bytes(), false).unwrap_err();
        (span.start, message)
    }

    #[test]
    fn all_keys_are_read() {
        let settings = parse(
            b"passwords = 'mask'\n[check]\nformat = 'short'\nlimit = 0x10\nselect = ['all']\nignore = ['port', \"typecode\"]\n\
             [lints]\nwarnings = 'warn'\nport-zero = 'deny'\n",
            false,
        )
        .unwrap();
        assert_eq!((settings.format, settings.limit), (Some(OutputFormat::Short), Some(16)));
        assert_eq!(settings.layer.select, Some(vec![Selector::All]));
        assert_eq!((settings.layer.ignore.len(), settings.layer.levels.len()), (2, 2));
        assert_eq!(settings.passwords, Some(Passwords::Mask));
        let keep = parse(b"passwords = 'keep'", true).unwrap();
        assert_eq!(keep.passwords, Some(Passwords::Keep));
        assert!(parse(b"", false).is_ok() && parse(b"# nothing\n[check]\n[lints]", false).is_ok());
    }

    #[test]
    fn what_is_not_utf_8_is_an_error_at_its_byte() {
        let Fault { span, message } = parse(b"[check]\n# caf\xe9\n", false).unwrap_err();
        assert_eq!((span, message.as_str()), (13..14, "byte 0xE9 is not UTF-8"));
    }

    #[test]
    fn errors_name_the_nearest_name() {
        let cases = [
            ("[chek]", 1, "unknown key `chek`; did you mean `check`?"),
            ("x = 1", 0, "unknown key `x`; expected `check`, `lints` or `passwords`"),
            (
                "passwords = 'keep'",
                12,
                "`keep` needs --config with the name of this file, or --passwords keep",
            ),
            ("passwords = 'makse'", 12, "unknown policy `makse`; did you mean `mask`?"),
            (
                "passwords = 'show'",
                12,
                "unknown policy `show`; expected `refuse`, `mask` or `keep`",
            ),
            ("passwords = true", 12, "`passwords` is a string, not a boolean"),
            ("[check]\nlmit = 1", 8, "unknown key `lmit`; did you mean `limit`?"),
            (
                "[check]\nshow-passwords = true",
                8,
                "unknown key `show-passwords`; expected `format`, `ignore`, `limit` or `select`",
            ),
            ("check = 1", 8, "`check` is a table, not an integer"),
            ("[check]\nlimit = '1'", 16, "`limit` is an integer of at least 0, not a string"),
            ("[check]\nlimit = -1", 16, "`limit` is an integer of at least 0, not -1"),
            ("[check]\nformat = 'shrot'", 17, "unknown format `shrot`; did you mean `short`?"),
            ("[check]\nselect = 'x'", 17, "`select` is an array of strings, not a string"),
            ("[check]\nselect = [1]", 18, "`select` is an array of strings, not an integer"),
            (
                "[check]\nselect = ['fragmnt']",
                18,
                "unknown code `fragmnt`; did you mean `fragment`?",
            ),
            ("[lints]\nport-zro = 'off'", 8, "unknown code `port-zro`; did you mean `port-zero`?"),
            ("[lints]\nport-zero = 'of'", 20, "unknown level `of`; did you mean `off`?"),
            (
                "[lints]\nport-zero = 'loud'",
                20,
                "unknown level `loud`; expected `off`, `warn` or `deny`",
            ),
            ("[lints]\nport-zero = true", 20, "`port-zero` is a string, not a boolean"),
            (
                "[lints]\nfragment = 'off'",
                8,
                "`fragment` is not a lint; use `ignore` to turn an error off",
            ),
        ];
        for (text, start, message) in cases {
            assert_eq!(fault(text), (start, message.to_owned()), "{text}");
        }
        assert!(fault("[check").0 > 0);
    }
}
