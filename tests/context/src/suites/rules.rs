//! The rules that decide where a suite expects another link than is found.

use crate::suites::table::Difference;

/// A rule, which holds for what is found and not for what the suite expects.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Its name in the table.
    pub id: &'static str,
    /// What it says.
    pub text: &'static str,
    /// Returns whether it decides on a difference.
    decides: fn(&Difference) -> bool,
}

/// The rules, in the order in which they are tried.
pub const RULES: [Rule; 16] = [
    Rule {
        id: "option",
        text: "The suite turned characters outside US-ASCII off by an option; here they are kept, and the URL is not valid.",
        decides: |it| it.configured && it.found.as_ref().is_some_and(|url| !url.is_ascii()),
    },
    Rule {
        id: "drive",
        text: "A scheme of one letter is the letter of a drive.",
        decides: |it| {
            it.found.is_none() && it.expected().split(':').next().is_some_and(|it| it.len() == 1)
        },
    },
    Rule {
        id: "opaque",
        text: "Without `//`, a URL needs the form of its scheme, such as the `@` of mailto, and the scheme one of the registered ones.",
        decides: |it| it.found.is_none() && !it.expected().contains("://"),
    },
    Rule {
        id: "nameless-host",
        text: "A host needs a letter or digit: `file://../a` is a relative path after a wrong beginning.",
        decides: |it| {
            it.found.is_none() && !authority(it.expected()).contains(char::is_alphanumeric)
        },
    },
    Rule {
        id: "any-scheme",
        text: "A scheme is letters, digits, `+`, `-` and `.` before `://` (section 5): it may be unknown, and begin with a digit.",
        decides: |it| {
            let scheme = it.found().split(':').next().unwrap_or_default();
            it.found().ends_with(it.expected()) && !["http", "https", "ftp"].contains(&scheme)
        },
    },
    Rule {
        id: "mark-before",
        text: "A URL begins after `_`, `#`, `@` and `$`, which are in no scheme.",
        decides: |it| {
            let before = it.text.split(it.found()).next().unwrap_or_default();
            it.expected.is_none() && before.ends_with(['_', '#', '@', '$'])
        },
    },
    Rule {
        id: "host",
        text: "A host that does not exist or is not valid is part of the URL, which is reported: no list of domains is consulted.",
        decides: |it| {
            let longer = it.found().strip_prefix(it.expected());
            let host = authority(it.found());
            let is_odd = !host.contains('.') || host.contains(['_', '-']) || !host.is_ascii();
            let is_short = host.rsplit('.').next().is_some_and(|top| top.len() < 2);
            longer.is_some()
                && (is_odd || is_short)
                && (it.expected.is_none() || authority(it.expected()) != host)
        },
    },
    Rule {
        id: "no-special-host",
        text: "No host has rules for its paths; twitter-text ends those of `t.co` after letters and digits.",
        decides: |it| longer(it).is_some() && it.expected().contains("://t.co/"),
    },
    Rule {
        id: "space",
        text: "A space is left out of a URL only in `<URL:...>`; elsewhere it ends it, or is an error in it.",
        decides: |it| {
            let squeezed = |text: &str| text.split(' ').collect::<String>();
            shorter(it).is_some_and(|rest| it.text.contains(&format!("{} {rest}", it.found())))
                || it.found.is_some() && squeezed(it.found()) == it.expected()
        },
    },
    Rule {
        id: "possessive",
        text: "`'s` after a URL is the grammar of the sentence.",
        decides: |it| shorter(it) == Some("'s"),
    },
    Rule {
        id: "quotation-mark",
        text: "A quotation mark delimits a URL: the second of a pair ends it, and one at its end is not part of it.",
        decides: |it| shorter(it).is_some_and(|rest| rest.starts_with(['\'', '"'])),
    },
    Rule {
        id: "emphasis",
        text: "A mark on both sides of a URL is emphasis.",
        decides: |it| {
            let before = it.text.split(it.found()).next().unwrap_or_default();
            shorter(it).is_some_and(|rest| ["_", "*"].contains(&rest) && before.ends_with(rest))
        },
    },
    Rule {
        id: "kept-at-end",
        text: "A character of URLs at the end is kept, but for the punctuation of sentences: `*`, `-`, `@`.",
        decides: |it| longer(it).is_some_and(|rest| ["*", "-", "@"].contains(&rest)),
    },
    Rule {
        id: "bracket",
        text: "Brackets that no URL may hold, `[`, `]`, `{` and `}`, delimit it or are kept by what is around it, not by their number.",
        decides: |it| begins(it, |first| "[]{}".contains(first)),
    },
    Rule {
        id: "national",
        text: "`|`, `\\`, `^` and the grave accent are read by one rule, in every place of a URL.",
        decides: |it| begins(it, |first| "|\\^`".contains(first)),
    },
    Rule {
        id: "other-scripts",
        text: "Letters, digits and symbols outside US-ASCII are read by one rule, in every place of a URL.",
        decides: |it| begins(it, |first| !first.is_ascii()),
    },
];

/// Returns the rule that decides on a difference.
#[must_use]
pub fn of(difference: &Difference) -> Option<&'static Rule> {
    RULES.iter().find(|rule| (rule.decides)(difference))
}

impl Difference {
    fn expected(&self) -> &str {
        self.expected.as_deref().unwrap_or_default()
    }

    fn found(&self) -> &str {
        self.found.as_deref().unwrap_or_default()
    }
}

/// Returns what is found more than is expected.
fn longer(it: &Difference) -> Option<&str> {
    it.found().strip_prefix(it.expected.as_deref()?)
}

/// Returns what is expected more than is found.
fn shorter(it: &Difference) -> Option<&str> {
    it.expected().strip_prefix(it.found.as_deref()?)
}

/// Returns whether what one has more than the other begins with such a character.
fn begins(it: &Difference, first: fn(char) -> bool) -> bool {
    let rest = longer(it).or_else(|| shorter(it));
    rest.and_then(|rest| rest.chars().next()).is_some_and(first)
}

/// Returns the host and port of a link, with its login.
fn authority(link: &str) -> &str {
    let after = link.split_once("//").map_or("", |(_, after)| after);
    &after[..after.find(['/', '?', '#']).unwrap_or(after.len())]
}
