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
];
