//! What a mailto URL is for: it names a mailbox and no data (section 3.5).

use url1738_core::{
    plan::{Argument, Endpoint, OPTION_LIKE, Plan, Refusal, Step},
    scheme::Raw,
};

use crate::{ENCODED822ADDR, Mailto};

/// Returns a message to the address, and nothing else in it. A quoted string may hold LF or NUL: those are refused,
/// as they would end the line of a mail header.
pub(crate) fn plan(url: Raw<Mailto, &str>) -> Result<Plan, Refusal> {
    let span = url.spans().address(url.as_str());
    let address = Argument::decode(&ENCODED822ADDR, span, url.as_str())?;
    let plan = Plan::new(Endpoint::None);
    let plan = if address.octets().starts_with(b"-") {
        let info = const {
            &OPTION_LIKE.with_message(
                "the address begins with `-`: do not pass it to a mail program as an argument",
            )
        };
        plan.warn(&ENCODED822ADDR, span, info)
    } else {
        plan
    };
    Ok(plan.step(Step::Compose(address)))
}
