//! The WAIS requests that a URL stands for (section 3.9; RFC 1625).
//!
//! The fields of a WAIS request carry their lengths, so no octet in them can end one early. No server is
//! left to try these plans on; they are requests as data, not octets.

use url1738_core::{
    Escaped, Span,
    plan::{Plan, Question, Refusal, Step},
    scheme::{Part, Raw, Scheme as _},
};

use crate::{DATABASE, SEARCH, WPATH, WTYPE, Wais};

pub(crate) fn plan(url: Raw<Wais, &str>) -> Result<Plan, Refusal> {
    let (text, spans) = (url.as_str(), url.spans());
    let octets = |span: Span| Escaped::new_validated(span.slice(text)).decode().into_owned();
    let mut plan = Plan::tcp(url.login(), Wais::DEFAULT_PORT).step(Step::Init);
    plan = warn_of_controls(plan, &DATABASE, spans.database(), text);
    let database = octets(spans.database());
    Ok(if let Some((wtype, wpath)) = spans.document(text) {
        plan = warn_of_controls(plan, &WTYPE, wtype, text);
        plan = warn_of_controls(plan, &WPATH, wpath, text);
        plan.step(Step::Retrieve { database, wtype: octets(wtype), id: octets(wpath) })
    } else if let Some(search) = spans.search(text) {
        plan = warn_of_controls(plan, &SEARCH, search, text);
        plan.step(Step::Search { database, terms: Some(octets(search)) })
    } else {
        plan.step(Step::Ask(Question::Search)).step(Step::Search { database, terms: None })
    })
}

fn warn_of_controls(plan: Plan, part: &'static Part, span: Span, text: &str) -> Plan {
    let octets = Escaped::new_validated(span.slice(text)).decode();
    if octets.iter().any(u8::is_ascii_control) {
        return plan.warn(
            part,
            span,
            "control-octets",
            "escaped control octets: harmless in a WAIS request, but not in a gateway that uses text",
        );
    }
    plan
}
