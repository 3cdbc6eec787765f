//! The NNTP commands that a news URL stands for (section 3.6; RFC 977).

use url1738_core::{
    Escaped, Span,
    part::GROUP,
    plan::{Argument, Endpoint, Plan, Refusal, Step, mode_reader},
    scheme::Raw,
};

use crate::{ARTICLE, GROUPPART, Grouppart, News, NewsUrl};

/// Returns a news URL names no server, so the plan is for the one that the client is configured with.
pub(crate) fn plan(url: Raw<News, &str>) -> Result<Plan, Refusal> {
    let span = url.spans().grouppart(url.as_str());
    let plan = Plan::new(Endpoint::Configured { service: "news server", port: 119 });
    let plan = plan.step(mode_reader());
    Ok(match NewsUrl(url).grouppart() {
        Grouppart::All => plan
            .warn(&GROUPPART, span, "all-groups", "a server may list tens of thousands of groups")
            .step(Step::bare("LIST")),
        Grouppart::Group(name) => {
            plan.step(Step::command("GROUP", Argument::of_part(&GROUP, span, name.as_bytes())?))
        }
        Grouppart::Article(_) => plan.step(Step::command("ARTICLE", message_id(url, span)?)),
    })
}

/// Returns the message-id in its angle brackets. RFC 1036 has no blanks, brackets or control octets in one, and a blank
/// would end the argument.
fn message_id(url: Raw<News, &str>, span: Span) -> Result<Argument, Refusal> {
    let id = Escaped::new_validated(span.slice(url.as_str())).decode();
    let foreign = |octet: &u8| octet.is_ascii_control() || b" <>".contains(octet);
    if id.iter().any(foreign) {
        let reason =
            "escaped space, angle bracket or control octet, which a message-id cannot contain";
        return Err(Refusal::new(&ARTICLE, span, "message-id-octets", reason));
    }
    Argument::of_part(&ARTICLE, span, &[b"<", &*id, b">"].concat())
}
