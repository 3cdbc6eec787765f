//! What a client does with a telnet URL (section 3.8).

use url1738_core::{
    part::{PASSWORD, USER},
    plan::{Argument, OPTION_LIKE, Plan, Refusal, Step},
    scheme::{Raw, Scheme as _},
};

use crate::Telnet;

/// Returns a session for the user, who is reported the suggested name and password. Both are advice: nothing sends
/// them.
pub(crate) fn plan(url: Raw<Telnet, &str>) -> Result<Plan, Refusal> {
    let (text, login) = (url.as_str(), url.spans());
    let mut plan = Plan::tcp(url.login(), Telnet::DEFAULT_PORT);
    if let Some(span) = login.user() {
        let user = Argument::decode(&USER, span, text)?;
        if user.octets().starts_with(b"-") {
            let info = const {
                &OPTION_LIKE.with_message(
                    "the user name begins with `-`: do not pass it to a telnet program as an argument",
                )
            };
            plan = plan.warn(&USER, span, info);
        }
        // `joe%3Apw@` was intended as a user and a password.
        let user = if url.redacted().covers(span) { user.secret() } else { user };
        plan = plan.step(Step::AdviseUser(user));
    }
    if let Some(span) = login.password() {
        let password = Argument::decode(&PASSWORD, span, text)?.secret();
        plan = plan.step(Step::AdvisePassword(password));
    }
    Ok(plan.step(Step::Session))
}
