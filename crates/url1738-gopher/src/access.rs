//! The access plan: the request of a Gopher client (sections 3.4.2 to 3.4.9).

use alloc::{vec, vec::Vec};

use url1738_core::{
    plan::{Argument, Chunk, Line, Plan, Question, Refusal, Step},
    scheme::Scheme as _,
};

use crate::{
    GOPHER_PLUS, Gopher, GopherPlus, GopherType, GopherUrl, SEARCH, SELECTOR,
    scheme::{GOPHER_NUL, SEARCH_WITH_FORM},
};

const TAB: Chunk = Chunk::Protocol(b"\t");
const END: Chunk = Chunk::Protocol(b"\r\n");

pub(crate) fn plan(url: GopherUrl<&str>) -> Result<Plan, Refusal> {
    let (text, spans) = (url.as_str(), url.0.spans());
    // Without a selector, the request is an empty line.
    let selector_at = spans.selector().unwrap_or_default();
    let octets = url.0.part(selector_at).decode();
    let selector = Line::of_part(&SELECTOR, selector_at, &octets)?;
    let mut plan = Plan::tcp(url.0.login(), Gopher::DEFAULT_PORT);
    if octets.contains(&0) {
        plan = plan.warn(&SELECTOR, selector_at, &GOPHER_NUL);
    }
    let selector = Chunk::Line(selector);
    let Some(search_at) = spans.search() else {
        // Other clients write a search after a `?`. It is sent as part of the selector, so that the user is not asked for a
        // second one. Nothing is reserved here: an escaped `?` has the same meaning.
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
    let plus = GopherPlus::new(url.0.part(plus_at));
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
            let mut lines = Vec::new();
            for value in plus.form_values().into_iter().flatten() {
                lines.push(Chunk::Octets(Argument::of_part(&GOPHER_PLUS, plus_at, &value)?));
                lines.push(END);
            }
            Ok(plan.step(form(selector, lines)))
        }
        _ => {
            let plus = Chunk::Octets(Argument::decode(&GOPHER_PLUS, plus_at, text)?);
            Ok(plan.step(Step::Send(vec![selector, TAB, search, TAB, plus, END])))
        }
    }
}

/// Returns the request of section 3.4.9. It differs from the request with any other Gopher+ string (section 3.4.3): there is
/// no search field, and nothing follows the last dot.
fn form(selector: Chunk, lines: Vec<Chunk>) -> Step {
    let mut chunks = vec![selector, Chunk::Protocol(b"\t+\t1\r\n+-1\r\n")];
    chunks.extend(lines);
    chunks.push(Chunk::Protocol(b".\r\n"));
    Step::Send(chunks)
}
