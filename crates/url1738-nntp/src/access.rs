//! The NNTP commands that a URL stands for (section 3.7; RFC 977).

use url1738_core::{
    part::GROUP,
    plan::{Argument, Plan, Refusal, Step, mode_reader},
    scheme::{Raw, Scheme as _},
};

use crate::{DIGITS, Nntp};

/// GROUP, and ARTICLE where the URL has a number. Group and number hold no escapes, so nothing can end a line.
pub(crate) fn plan(url: Raw<Nntp, &str>) -> Result<Plan, Refusal> {
    let (text, spans) = (url.as_str(), url.spans());
    let group = Argument::decode(&GROUP, spans.group(), text)?;
    let plan = Plan::tcp(url.login(), Nntp::DEFAULT_PORT)
        .step(mode_reader())
        .step(Step::command("GROUP", group));
    match spans.digits(text) {
        Some(span) => {
            Ok(plan.step(Step::command("ARTICLE", Argument::decode(&DIGITS, span, text)?)))
        }
        None => Ok(plan),
    }
}
