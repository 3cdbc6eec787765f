//! The WAIS requests that a URL stands for (section 3.9; RFC 1625).
//!
//! The fields of a WAIS request carry their lengths, so no octet in them can end one early. No server is
//! left to try these plans on; they are requests as data, not octets.

use url1738_core::{
    Escaped, Span,
    plan::{ESCAPED_CONTROL, Plan, Question, Refusal, Step},
    scheme::{Part, Raw, Scheme as _},
};

use crate::{DATABASE, SEARCH, WPATH, WTYPE, Wais};

pub(crate) fn plan(url: Raw<Wais, &str>) -> Result<Plan, Refusal> {
    let (text, spans) = (url.as_str(), url.spans());
    let octets = |span: Span| Escaped::new_validated(span.slice(text)).decode();
    let mut plan = Plan::tcp(url.login(), Wais::DEFAULT_PORT).step(Step::Init);
    let database = octets(spans.database());
    plan = warn_of_controls(plan, &DATABASE, spans.database(), &database);
    let database = database.into_owned();
    Ok(if let Some((wtype_at, wpath)) = spans.document(text) {
        let (wtype, id) = (octets(wtype_at), octets(wpath));
        plan = warn_of_controls(plan, &WTYPE, wtype_at, &wtype);
        plan = warn_of_controls(plan, &WPATH, wpath, &id);
        plan.step(Step::Retrieve { database, wtype: wtype.into_owned(), id: id.into_owned() })
    } else if let Some(search) = spans.search(text) {
        let terms = octets(search);
        plan = warn_of_controls(plan, &SEARCH, search, &terms);
        plan.step(Step::Search { database, terms: Some(terms.into_owned()) })
    } else {
        plan.step(Step::Ask(Question::Search)).step(Step::Search { database, terms: None })
    })
}

fn warn_of_controls(plan: Plan, part: &'static Part, span: Span, octets: &[u8]) -> Plan {
    if octets.iter().any(u8::is_ascii_control) {
        return plan.warn(part, span, &ESCAPED_CONTROL);
    }
    plan
}
