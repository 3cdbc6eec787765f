//! Character references of HTML.

/// The names of U+00A0 to U+00FF, in order (HTML 2.0, section 14).
const LATIN: [&str; 96] = [
    "nbsp", "iexcl", "cent", "pound", "curren", "yen", "brvbar", "sect", "uml", "copy", "ordf",
    "laquo", "not", "shy", "reg", "macr", "deg", "plusmn", "sup2", "sup3", "acute", "micro",
    "para", "middot", "cedil", "sup1", "ordm", "raquo", "frac14", "frac12", "frac34", "iquest",
    "Agrave", "Aacute", "Acirc", "Atilde", "Auml", "Aring", "AElig", "Ccedil", "Egrave", "Eacute",
    "Ecirc", "Euml", "Igrave", "Iacute", "Icirc", "Iuml", "ETH", "Ntilde", "Ograve", "Oacute",
    "Ocirc", "Otilde", "Ouml", "times", "Oslash", "Ugrave", "Uacute", "Ucirc", "Uuml", "Yacute",
    "THORN", "szlig", "agrave", "aacute", "acirc", "atilde", "auml", "aring", "aelig", "ccedil",
    "egrave", "eacute", "ecirc", "euml", "igrave", "iacute", "icirc", "iuml", "eth", "ntilde",
    "ograve", "oacute", "ocirc", "otilde", "ouml", "divide", "oslash", "ugrave", "uacute", "ucirc",
    "uuml", "yacute", "thorn", "yuml",
];

/// Other names: those of the characters that delimit URLs or are part of them.
const OTHERS: [(&str, char); 34] = [
    ("amp", '&'),
    ("AMP", '&'),
    ("lt", '<'),
    ("LT", '<'),
    ("gt", '>'),
    ("GT", '>'),
    ("quot", '"'),
    ("QUOT", '"'),
    ("apos", '\''),
    ("colon", ':'),
    ("sol", '/'),
    ("period", '.'),
    ("quest", '?'),
    ("num", '#'),
    ("equals", '='),
    ("percnt", '%'),
    ("commat", '@'),
    ("lowbar", '_'),
    ("semi", ';'),
    ("comma", ','),
    ("lpar", '('),
    ("rpar", ')'),
    ("Tab", '\t'),
    ("NewLine", '\n'),
    ("ndash", '\u{2013}'),
    ("mdash", '\u{2014}'),
    ("lsquo", '\u{2018}'),
    ("rsquo", '\u{2019}'),
    ("ldquo", '\u{201c}'),
    ("rdquo", '\u{201d}'),
    ("hellip", '\u{2026}'),
    ("lsaquo", '\u{2039}'),
    ("rsaquo", '\u{203a}'),
    ("oline", '\u{203e}'),
];

/// The longest reference, in bytes.
const LONGEST: usize = 12;

/// Returns the character of the reference with which a text begins, and the length of the reference.
pub(super) fn reference(text: &[u8]) -> Option<(char, usize)> {
    let text = text.get(..LONGEST).unwrap_or(text);
    let end = memchr::memchr(b';', text)?;
    let name = core::str::from_utf8(text.get(1..end)?).ok()?;
    let found = match name.strip_prefix('#') {
        Some(number) => number_reference(number)?,
        None => named(name)?,
    };
    Some((found, end + 1))
}

fn number_reference(number: &str) -> Option<char> {
    let (digits, radix) = match number.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16),
        None => (number, 10),
    };
    if !digits.starts_with(|first: char| first.is_digit(radix)) {
        return None;
    }
    let code = u32::from_str_radix(digits, radix).ok()?;
    char::from_u32(code).filter(|found| *found != '\0')
}

fn named(name: &str) -> Option<char> {
    let other = OTHERS.iter().find(|(known, _)| *known == name).map(|(_, found)| *found);
    other.or_else(|| {
        let place = LATIN.iter().position(|known| *known == name)?;
        char::from_u32(0xA0 + u32::try_from(place).ok()?)
    })
}
