//! URLs found in texts other than RFCs. The search wrote the tables, and each line was then reviewed: they protect
//! against regressions, but are not an independent measure.

use rstest::rstest;
use url1738_context::find_iter;

/// The rows of all texts: the name of the text, the line, the form and the URL.
const TRUTH: &str = include_str!("../../data/kinds/truth.tsv");

/// The name of a text of `data/kinds`, and the text.
macro_rules! text {
    ($name:literal) => {
        ($name, include_str!(concat!("../../data/kinds/", $name, ".txt")))
    };
}

#[rstest]
#[case::mail(text!("mail"))]
#[case::manual(text!("manual"))]
#[case::markdown(text!("markdown"))]
#[case::html(text!("html"))]
#[case::bibtex(text!("bibtex"))]
#[case::faq(text!("faq"))]
#[case::log(text!("log"))]
#[case::source(text!("source"))]
#[case::patterns(text!("patterns"))]
#[case::references(text!("references"))]
#[case::scripts(text!("scripts"))]
#[case::punctuation(text!("punctuation"))]
#[case::schemes(text!("schemes"))]
fn a_text_gives_what_its_table_says(#[case] (name, text): (&str, &str)) {
    let rows = |text: &str| -> Vec<String> {
        find_iter(text.as_bytes())
            .map(|found| {
                let line = text[..found.span.start].lines().count().max(1);
                let line = line + usize::from(text[..found.span.start].ends_with('\n'));
                let fragment = found.fragment.as_ref().map_or(String::new(), |f| format!("#{f}"));
                format!("{line}\t{}\t{}{fragment}", found.form.as_str(), found.url)
            })
            .collect()
    };
    let split = |row: &'static str| row.split_once('\t');
    let wanted: Vec<&str> =
        TRUTH.lines().filter_map(split).filter(|(of, _)| *of == name).map(|(_, row)| row).collect();
    assert!(!wanted.is_empty(), "{name} has no rows");
    assert_eq!(rows(text), wanted);
    // Other line ends must not change the result.
    assert_eq!(rows(&text.replace('\n', "\r\n")), wanted);
}
