//! The request that a Prospero URL stands for (section 3.11).
//!
//! No Prospero server is left to try these plans on; they are requests as data, not octets.

use alloc::vec::Vec;

use url1738_core::{
    __private::LONG,
    Span,
    plan::{Argument, Plan, Refusal, Step},
    scheme::{Part, Raw, Scheme as _},
};

use crate::{FIELDNAME, FIELDVALUE, PPATH, Prospero};

/// Returns a request to the directory server, which answers how the object is reached. Its protocol is made of lines,
/// so an escaped CR, LF or NUL is refused.
pub(crate) fn plan(url: Raw<Prospero, &str>) -> Result<Plan, Refusal> {
    let (text, spans) = (url.as_str(), url.spans());
    let octets = |part: &'static Part, span: Span| {
        Argument::decode(part, span, text).map(|argument| argument.octets().to_vec())
    };
    let hsoname = octets(&PPATH, spans.hsoname())?;
    // A list that doubles would take up to twice the memory of a URL of short fields.
    let mut fields = Vec::new();
    if text.len() >= LONG {
        fields.reserve_exact(spans.fields(text).count());
    }
    for (name, value) in spans.fields(text) {
        fields.push((octets(&FIELDNAME, name)?, octets(&FIELDVALUE, value)?));
    }
    Ok(Plan::udp(url.login(), Prospero::DEFAULT_PORT).step(Step::Resolve { hsoname, fields }))
}
