//! URLs found in texts other than RFCs. The search wrote the tables, and each line was then reviewed: they protect
//! against regressions, but are not an independent measure.

use rstest::rstest;
use url1738_context::find_iter;

/// A text of `data/kinds`, and its table of line, form and URL.
macro_rules! kind {
    ($name:literal) => {
        (
            include_str!(concat!("../../data/kinds/", $name, ".txt")),
            include_str!(concat!("../../data/kinds/", $name, ".tsv")),
        )
    };
}

#[rstest]
#[case::mail(kind!("mail"))]
#[case::manual(kind!("manual"))]
#[case::markdown(kind!("markdown"))]
#[case::html(kind!("html"))]
#[case::bibtex(kind!("bibtex"))]
#[case::faq(kind!("faq"))]
#[case::log(kind!("log"))]
#[case::source(kind!("source"))]
#[case::patterns(kind!("patterns"))]
#[case::references(kind!("references"))]
#[case::scripts(kind!("scripts"))]
#[case::punctuation(kind!("punctuation"))]
#[case::schemes(kind!("schemes"))]
fn a_text_gives_what_its_table_says(#[case] (text, table): (&str, &str)) {
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
    let wanted: Vec<&str> = table.lines().collect();
    assert_eq!(rows(text), wanted);
    // Other line ends must not change the result.
    assert_eq!(rows(&text.replace('\n', "\r\n")), wanted);
}
