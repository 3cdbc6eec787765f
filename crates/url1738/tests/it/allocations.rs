//! What parsing costs: no allocation over a borrowed text or a given String, one for a copy.

use std::{collections::BTreeSet, fs};

use rstest::rstest;
use url1738::{Error, FtpUrl, Lints, Url, plan::Step, syntax::scheme::TypedUrl};
use url1738_heap::count as allocations;

use crate::umbrella::sources;

fn check<U: TypedUrl + std::str::FromStr<Err = Error> + TryFrom<String, Error = Error>>(
    text: &'static str,
    borrowed: impl Fn(&'static str) -> bool,
) {
    let owned = String::from(text);
    assert_eq!(allocations(|| assert!(borrowed(text))), 0, "{text} borrowed");
    assert_eq!(allocations(|| U::try_from(owned).unwrap()), 0, "{text} from a String");
    assert_eq!(allocations(|| text.parse::<U>().unwrap()), 1, "{text} copied");
}

macro_rules! check {
    ($Url:ident: $text:expr) => {
        check::<$Url>($text, |text| $Url::parse(text).is_ok())
    };
}

#[test]
fn parsing_allocates_no_more_than_the_copy() {
    use url1738::*;
    check!(FtpUrl: "ftp://joe:s3cret@ftp.host.dom:2121/pub/a%2Fb/c;type=i");
    check!(HttpUrl: "http://www.host.dom:8080/a/%7Eb/c?q=1&r=2");
    check!(GopherUrl: "gopher://host.dom/7/find%09words%09+text/plain%20En");
    check!(MailtoUrl: "mailto:%22J.%20Doe%22@%68ost.dom");
    check!(NewsUrl: "news:a%25b@host.dom");
    check!(NntpUrl: "nntp://host.dom/comp.test/10");
    check!(TelnetUrl: "telnet://u:p@host.dom:23/");
    check!(WaisUrl: "wais://host.dom/db/TEXT/1%3Dx");
    check!(FileUrl: "file://vms.host.edu/disk$user/my/note.txt");
    check!(ProsperoUrl: "prospero://host.dom//pros/name;a=1;b=2");
    check!(GenericUrl: "x-db://u:p@192.0.2.1:5432/db?x=1");
    let text = "x-db://u:p@192.0.2.1:5432/db?x=1";
    assert_eq!(allocations(|| Url::parse(text).unwrap()), 0);
    assert_eq!(allocations(|| text.parse::<Url>().unwrap()), 1);
}

#[rstest]
#[case("ftp://h/~")]
#[case("http://u:p@h/")]
#[case("mailto:x")]
#[case("nothing at all")]
fn errors_allocate_nothing(#[case] text: &str) {
    assert_eq!(allocations(|| Url::parse(text).unwrap_err()), 0);
}

#[test]
fn sizes() {
    assert!(size_of::<FtpUrl<&str>>() <= 56, "{}", size_of::<FtpUrl<&str>>());
    assert!(size_of::<Error>() <= 24, "{}", size_of::<Error>());
    assert!(size_of::<Url<&str>>() <= 64, "{}", size_of::<Url<&str>>());
}

/// The text of the result is the only allocation, and its fragment if there is one.
#[cfg(feature = "relative")]
#[test]
fn joining_allocates_the_result() {
    use url1738::relative::Resolution;

    let base = Url::parse("http://host.dom/a/b/c;d?e").unwrap();
    for resolution in [Resolution::Rfc1808, Resolution::Rfc3986] {
        for reference in ["", "x", "../x/./y/..", "/x", "//x.dom/y", "?x", ";x", "ftp://x.dom/"] {
            let work = || base.join_with(reference, resolution).unwrap();
            assert_eq!(allocations(work), 1, "{reference:?} {resolution:?}");
        }
        assert_eq!(allocations(|| base.join_with("x#y", resolution).unwrap()), 2);
    }
}

/// A list that doubles would take up to twice the memory, and a lint per byte three times that of the parts.
#[test]
fn lists_of_long_urls_have_no_spare_room_and_lints_are_bounded() {
    for unit in ["/", "a/", "./", "//.", "/%2e%2E"] {
        for scheme in ["http://h/", "ftp://h/", "file:///"] {
            let text = format!("{scheme}{}", unit.repeat(5_000));
            let url = Url::parse(&text).unwrap();
            let parts = url.parts();
            assert_eq!(parts.capacity(), parts.len(), "{scheme} {unit}");
            let lints = url.lints();
            for code in ["empty-segment", "dot-segment"] {
                let count = lints.iter().filter(|lint| lint.code() == code).count();
                assert!(count <= Lints::MOST_OF_A_CODE, "{scheme} {unit} {code}: {count}");
            }
            // Both codes are kept, however many there are of one.
            assert!(unit != "//." || lints.has("dot-segment") && lints.has("empty-segment"));
            let plan = url.plan();
            if let Ok([Step::Open(segments)]) = plan.as_ref().map(|plan| &plan.steps[..]) {
                assert_eq!(segments.capacity(), segments.len(), "{unit}");
            }
        }
    }
    let text = format!("prospero://h/x{}", ";a=b".repeat(5_000));
    let plan = Url::parse(&text).unwrap().plan().unwrap();
    let [Step::Resolve { fields, .. }] = &plan.steps[..] else { panic!("{plan}") };
    assert_eq!((fields.capacity(), fields.len()), (5_000, 5_000));
}

/// Types that are complete: a range of bytes, a part with its range, and a piece of masked text.
const COMPLETE: [&str; 3] = ["PartSpan", "Segment", "Span"];

/// Types that users match on or read, which have grown before.
const GROWING: [&str; 14] = [
    "Change",
    "Chunk",
    "CodeInfo",
    "Command",
    "Fix",
    "Form",
    "Grouppart",
    "Host",
    "Lint",
    "Refusal",
    "Repaired",
    "Rule",
    "TypeCode",
    "WaisForm",
];

/// Returns whether the body of a type shows its fields or variants to users of the crate.
fn is_open(kind: &str, body: &str) -> bool {
    kind == "enum" || body.lines().any(|line| line.starts_with("    pub ") && line.contains(": "))
}

#[test]
fn public_enums_and_structs_are_non_exhaustive() {
    let mut marked = BTreeSet::new();
    let mut open = Vec::new();
    for path in sources() {
        let shown = path.display().to_string();
        if ["url1738-cli", "url1738-datafusion"].iter().any(|program| shown.contains(program)) {
            continue;
        }
        let source = fs::read_to_string(&path).unwrap();
        let mut attributes = String::new();
        let mut lines = source.lines();
        while let Some(line) = lines.next() {
            if line.starts_with("#[") || line.starts_with("///") {
                attributes.push_str(line);
                continue;
            }
            let declared = line.strip_prefix("pub ").and_then(|line| line.split_once(' '));
            if let Some((kind @ ("enum" | "struct"), rest)) =
                declared.filter(|_| line.ends_with('{'))
            {
                let name: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
                let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "}").collect();
                if is_open(kind, &body.join("\n")) {
                    if attributes.contains("#[non_exhaustive]") {
                        marked.insert(name);
                    } else if !COMPLETE.contains(&&*name) {
                        open.push(format!("{kind} {name} in {shown}"));
                    }
                }
            }
            attributes.clear();
        }
    }
    assert!(open.is_empty(), "{open:#?}");
    let lacking: Vec<_> = GROWING.iter().filter(|name| !marked.contains(**name)).collect();
    assert!(lacking.is_empty(), "{lacking:?}");
}
