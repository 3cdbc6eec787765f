//! Names of files that are made from URLs: never a path, and never a hidden file.

use url1738::{Escaped, Url};

/// The longest name, in bytes: most systems allow 255, and `.part` is appended while a file is unfinished.
const LONGEST: usize = 200;

/// The name of a file for a URL that has none.
const INDEX: &str = "index";

/// Returns the name for the content of a URL: its last segment, decoded and made safe.
pub(super) fn of_url(url: &Url<&str>) -> String {
    segments(url).pop().unwrap_or_else(|| INDEX.to_owned())
}

/// Returns the names of the folders and the file for the content of a URL. A URL that ends with `/` names a folder.
pub(super) fn segments(url: &Url<&str>) -> Vec<String> {
    let text = url.as_str();
    let end = url.login().map(|login| login.spans().end() as usize);
    let rest = match end {
        Some(end) => text.get(end..).unwrap_or_default(),
        None => text.split_once(':').map_or("", |(_, rest)| rest),
    };
    let (rest, query) = match url {
        Url::Http(_) => rest.split_once('?').map_or((rest, ""), |(path, query)| (path, query)),
        _ => (rest, ""),
    };
    let rest = match url {
        Url::Ftp(ftp) if ftp.typecode().is_some() => {
            rest.rsplit_once(';').map_or(rest, |(path, _)| path)
        }
        _ => rest,
    };
    let mut names: Vec<String> = rest
        .split('/')
        .filter(|segment| !segment.is_empty())
        // The URL is valid, so its escapes are whole.
        .map(|segment| safe(&Escaped::new_validated(segment).decode()))
        .collect();
    if !query.is_empty() {
        let name = names.pop().unwrap_or_else(|| INDEX.to_owned());
        names.push(safe(format!("{name}_{query}").as_bytes()));
    }
    names
}

/// Makes a name safe: separators, control characters and characters that other systems reserve become `_`, and a name does
/// not begin with a dot or a hyphen, or end with a dot or space.
pub(super) fn safe(octets: &[u8]) -> String {
    let mut name = String::new();
    for chunk in octets.utf8_chunks() {
        for c in chunk.valid().chars() {
            let is_kept = match c {
                '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' => false,
                ' '..='~' => true,
                c => c.is_alphanumeric(),
            };
            name.push(if is_kept { c } else { '_' });
        }
        // Octets of another encoding keep different names different.
        for octet in chunk.invalid() {
            name.push_str(&format!("%{octet:02X}"));
        }
    }
    if name.len() > LONGEST {
        let end = (0..=LONGEST).rev().find(|end| name.is_char_boundary(*end));
        name.truncate(end.unwrap_or_default());
    }
    if name.starts_with(['.', '-', '~', ' ']) {
        name.replace_range(..1, "_");
    }
    if name.ends_with(['.', ' ']) {
        name.pop();
        name.push('_');
    }
    // Names of devices, on a system that has them.
    let stem = name.split('.').next().unwrap_or_default().to_ascii_uppercase();
    let numbered = |device: &str| {
        stem.strip_prefix(device).is_some_and(|rest| matches!(rest.as_bytes(), [b'0'..=b'9']))
    };
    if ["CON", "PRN", "AUX", "NUL"].contains(&stem.as_str()) || numbered("COM") || numbered("LPT") {
        name.insert(0, '_');
    }
    if name.is_empty() { INDEX.to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_never_a_path_or_hidden() {
        for (url, name) in [
            ("ftp://host.dom/pub/a%20b.txt", "a b.txt"),
            ("ftp://host.dom/pub/x;type=i", "x"),
            ("ftp://host.dom/pub/..%2F..%2Fetc%2Fpasswd", "_._.._etc_passwd"),
            ("ftp://host.dom/pub/..", "__"),
            ("ftp://host.dom/pub/.bashrc", "_bashrc"),
            ("ftp://host.dom/pub/%5Cx%3Ay", "_x_y"),
            ("ftp://host.dom/pub/-rf", "_rf"),
            ("ftp://host.dom/pub/caf%C3%A9%E9%1B", "caf\u{e9}%E9_"),
            ("ftp://host.dom/pub/nul.txt", "_nul.txt"),
            ("ftp://host.dom/pub/COM1", "_COM1"),
            ("ftp://host.dom/pub/command", "command"),
            ("ftp://host.dom/pub/", "pub"),
            ("ftp://host.dom/", "index"),
            ("ftp://host.dom", "index"),
            ("http://host.dom/a/b?c%2Fd", "b_c%2Fd"),
            ("http://host.dom/?q", "index_q"),
            ("gopher://host.dom/0/docs/about", "about"),
            ("gopher://host.dom/0about", "0about"),
            ("news:a.b@host.dom", "a.b@host.dom"),
            ("nntp://host.dom/comp.test/10", "10"),
            ("file:///etc/motd", "motd"),
        ] {
            assert_eq!(of_url(&Url::parse(url).unwrap()), name, "{url}");
        }
        let long = format!("ftp://host.dom/{}", "%C3%A9".repeat(300));
        assert_eq!(of_url(&Url::parse(&long).unwrap()).len(), 200);
    }

    #[test]
    fn folders_are_safe_one_by_one() {
        let url = Url::parse("ftp://host.dom/../%2Fetc/.ssh/x").unwrap();
        assert_eq!(segments(&url), ["__", "_etc", "_ssh", "x"]);
    }
}
