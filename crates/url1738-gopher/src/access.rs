//! What a client sends for a Gopher URL (sections 3.4.2 to 3.4.9).

use alloc::{vec, vec::Vec};

use url1738_core::{
    Escaped, Span,
    codes::{CodeInfo, CodeKind},
    plan::{Argument, Chunk, Line, Plan, Question, Refusal, Step},
    scheme::{Part, Scheme as _},
};

use crate::{
    GOPHER_PLUS, Gopher, GopherPlus, GopherType, GopherUrl, SEARCH, SELECTOR, parse::GOPHER_NUL,
};

const TAB: Chunk = Chunk::Protocol(b"\t");
const END: Chunk = Chunk::Protocol(b"\r\n");

pub(crate) fn plan(url: GopherUrl<&str>) -> Result<Plan, Refusal> {
    let (text, spans) = (url.as_str(), url.0.spans());
    let selector_at = spans.selector().unwrap_or_default();
    let octets = Escaped::new_validated(selector_at.slice(text)).decode();
    let selector = Line::of_part(&SELECTOR, selector_at, &octets)?;
    let mut plan = Plan::tcp(url.0.login(), Gopher::DEFAULT_PORT);
    if octets.contains(&0) {
        plan = plan.warn(&SELECTOR, selector_at, &GOPHER_NUL);
    }
    let selector = Chunk::Line(selector);
    let Some(search_at) = spans.search() else {
        // A "?" is how other clients write a search; it goes out as the part of the selector that it is, and
        // the user is not asked for a second one. Nothing is reserved here, so an escaped one is the same.
        let asks = url.item_type() == GopherType::Search && !octets.contains(&b'?');
        return Ok(if asks {
            let search = Chunk::Answer(Question::Search);
            plan.step(Step::Ask(Question::Search))
                .step(Step::Send(vec![selector, TAB, search, END]))
        } else {
            plan.step(Step::Send(vec![selector, END]))
        });
    };
    let search = Chunk::Octets(Argument::decode(&SEARCH, search_at, text)?);
    let Some(plus_at) = spans.plus(text) else {
        return Ok(plan.step(Step::Send(vec![selector, TAB, search, END])));
    };
    let plus = GopherPlus::new(Escaped::new_validated(plus_at.slice(text)));
    match plus {
        GopherPlus::Ask => Ok(plan
            .step(Step::Send(vec![
                selector.clone(),
                TAB,
                search,
                TAB,
                Chunk::Protocol(b"!+ASK"),
                END,
            ]))
            .step(Step::Ask(Question::Form))
            .step(form(selector, vec![Chunk::Answer(Question::Form), END]))),
        GopherPlus::FilledForm(_) => {
            if !search_at.is_empty() {
                plan = plan.warn(&SEARCH, search_at, &SEARCH_WITH_FORM);
            }
            let values = plus.form_values().unwrap_or_default();
            let lines = values_as_chunks(&GOPHER_PLUS, plus_at, &values)?;
            Ok(plan.step(form(selector, lines)))
        }
        _ => {
            let plus = Chunk::Octets(Argument::decode(&GOPHER_PLUS, plus_at, text)?);
            Ok(plan.step(Step::Send(vec![selector, TAB, search, TAB, plus, END])))
        }
    }
}

/// Returns the octets of section 3.4.9, which differ from those that section 3.4.3 makes of any other
/// Gopher+ string: no search field is between, and nothing follows the last dot.
fn form(selector: Chunk, lines: Vec<Chunk>) -> Step {
    let mut chunks = vec![selector, Chunk::Protocol(b"\t+\t1\r\n+-1\r\n")];
    chunks.extend(lines);
    chunks.push(Chunk::Protocol(b".\r\n"));
    Step::Send(chunks)
}

fn values_as_chunks(
    part: &'static Part,
    at: Span,
    values: &[Vec<u8>],
) -> Result<Vec<Chunk>, Refusal> {
    let mut chunks = Vec::new();
    for value in values {
        chunks.push(Chunk::Octets(Argument::of_part(part, at, value)?));
        chunks.push(END);
    }
    Ok(chunks)
}

pub(crate) static SEARCH_WITH_FORM: CodeInfo = CodeInfo::new(
    CodeKind::Warning,
    "search-with-form",
    "a filled-in form cannot carry a search string: it is not sent",
)
.with_explanation("A Gopher+ request with the answers to a form has no room for a search string.")
.with_examples(
    "gopher://host.dom/0a%09b%09+%091%0D%0A+-1%0D%0Ayes%0D%0A.%0D%0A",
    "gopher://host.dom/0a%09%09+%091%0D%0A+-1%0D%0Ayes%0D%0A.%0D%0A",
)
.with_section("3.4.9");
