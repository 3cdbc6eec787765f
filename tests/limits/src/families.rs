//! Inputs that are designed to cost much.

/// An input that repeats one unit.
pub(crate) struct Family {
    pub(crate) name: &'static str,
    before: &'static str,
    unit: &'static str,
    after: &'static str,
}

impl Family {
    const fn new(name: &'static str, before: &'static str, unit: &'static str) -> Self {
        Self { name, before, unit, after: "" }
    }

    const fn then(self, after: &'static str) -> Self {
        Self { after, ..self }
    }

    pub(crate) fn text(&self, count: usize) -> String {
        [self.before, &self.unit.repeat(count), self.after].concat()
    }
}

pub(crate) const FAMILIES: &[Family] = &[
    Family::new("at signs", "ftp://", "@"),
    Family::new("users", "ftp://", "a@"),
    Family::new("passwords", "ftp://", "a:b@"),
    Family::new("dots", "http://", "."),
    Family::new("hyphens", "http://", "-"),
    Family::new("hyphens of a label", "http://a", "-").then("a/"),
    Family::new("slashes", "http://h/", "/"),
    Family::new("segments", "ftp://h/", "a/"),
    Family::new("escapes", "http://h/", "%25"),
    Family::new("needless escapes", "http://h/", "%61"),
    Family::new("fields", "prospero://h/x", ";a=b"),
    Family::new("schemes", "", "http://"),
    Family::new("schemes with hosts", "", "http://h/"),
    Family::new("unclosed wrappers", "", "<URL:"),
    Family::new("unclosed wrappers of URLs", "", "<URL:http://h/ "),
    Family::new("digits of a port", "ftp://h:", "1"),
    Family::new("zeros of a port", "ftp://h:", "0").then("21/"),
    Family::new("a long label", "http://", "a").then("/"),
    Family::new("many labels", "http://", "a.").then("dom/"),
    Family::new("nested brackets", "see ", "([{").then("http://h/a"),
    Family::new("brackets of a URL", "http://h/", "([{"),
    Family::new("tildes", "http://h/", "~"),
    Family::new("spaces", "http://h/", " a"),
    Family::new("backslashes", "http:", "\\"),
    Family::new("fragments", "http://h/", "#a"),
    Family::new("domains of an address", "mailto:a@b", ".b"),
    Family::new("words of an address", "mailto:a", ".%22b%22").then("@h"),
    Family::new("dot segments", "http://h/", "../"),
    Family::new("white space", "<URL:http://h/", " \n"),
    Family::new("slashes of a file", "file:///", "/"),
    Family::new("dot segments of a file", "file:///", "../"),
    Family::new("segments of one dot", "http://h/", "./"),
    Family::new("empty fields", "prospero://h/x", ";="),
    Family::new("labels of a key", "http://", "a-b.").then("dom/a"),
    Family::new("pairs of a query", "http://h/?", "b=1&"),
    Family::new("session ids", "http://h/", "jsessionid=0123456789abcdef0123456789abcdef/"),
    Family::new("escaped escapes", "http://h/", "%2525"),
];

/// References that are resolved, in both algorithms.
pub(crate) const REFERENCES: &[Family] = &[
    Family::new("dot segments", "", "../"),
    Family::new("segments of one dot", "", "./"),
    Family::new("segments and dot segments", "", "a/../"),
    Family::new("slashes", "a", "/"),
    Family::new("parameters", "a", ";b"),
    Family::new("question marks", "a", "?"),
    Family::new("fragments", "a", "#"),
    Family::new("colons", "", "a:"),
];

/// What a server may send.
pub(crate) const REPLIES: &[Family] = &[
    Family::new("lines of a greeting", "220-a\r\n", "220-a\r\n").then("220 a\r\n"),
    Family::new("lines without a code", "220-a\r\n", "a\r\n").then("220 a\r\n"),
    Family::new("greetings", "", "220 a\r\n"),
    Family::new("one long line", "220 ", "a"),
    Family::new("line ends", "", "\r\n"),
    Family::new("bare line ends", "", "\n"),
    Family::new("fields of a header", "HTTP/1.0 200 OK\r\n", "a: b\r\n").then("\r\nx"),
    Family::new("stuffed dots", "200 a\r\n211 1 1 1 a\r\n", "..\r\n").then(".\r\n"),
    Family::new("options of Telnet", "", "\u{ff}\u{fb}\u{1}"),
    Family::new("octets FF", "", "\u{ff}\u{ff}"),
    Family::new("a subnegotiation without end", "\u{ff}\u{fa}", "a"),
    Family::new("items of a menu", "", "0a\tb\th\t70\r\n"),
];

/// Texts that contain URLs in the markup of other languages.
pub(crate) const TEXTS: &[Family] = &[
    Family::new("character references", "http://h/", "&amp;"),
    Family::new("numeric references", "http://h/", "&#38;"),
    Family::new("references without end", "http://h/?", "&a"),
    Family::new("links", "", "<a href=\"http://h/a\">"),
    Family::new("links without end", "", "<a href=\"http://h/"),
    Family::new("soft line ends", "http://h/", "a=\n"),
    Family::new("quoted octets", "http://h/?a", "=3D"),
    Family::new("quoted lines", "", "> http://h/\n"),
    Family::new("broken lines", "http://h/", "a/\n"),
    Family::new("margins", "http://h/a/\n", "# b/\n"),
    Family::new("addresses", "", "mailto:a@b, "),
];
