//! The NNTP commands that a news URL stands for (section 3.6; RFC 977).

use url1738_core::{
    Escaped, Span,
    codes::{CodeInfo, CodeKind},
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
        Grouppart::All => plan.warn(&GROUPPART, span, &ALL_GROUPS).step(Step::bare("LIST")),
        Grouppart::Group(name) => {
            plan.step(Step::command("GROUP", Argument::of_part(&GROUP, span, name.as_bytes())?))
        }
        Grouppart::Article(id) => {
            plan.step(Step::command("ARTICLE", message_id(url, span, id.unique())?))
        }
    })
}

/// Returns the message-id in its angle brackets. `unique` is any string of printing US-ASCII without `<`, `>` and `@`
/// (RFC 1036, section 2.1.5), and a space would end the argument.
fn message_id(url: Raw<News, &str>, span: Span, unique: Escaped<'_>) -> Result<Argument, Refusal> {
    let is_foreign = |octet: &u8| !octet.is_ascii_graphic() || b"<>@".contains(octet);
    if unique.decode().iter().any(is_foreign) {
        return Err(Refusal::new(&ARTICLE, span, &MESSAGE_ID_OCTETS));
    }
    let id = Escaped::new_validated(span.slice(url.as_str())).decode();
    Argument::of_part(&ARTICLE, span, &[b"<", &*id, b">"].concat())
}

pub(crate) static ALL_GROUPS: CodeInfo =
    CodeInfo::new(CodeKind::Warning, "all-groups", "a server may list tens of thousands of groups")
        .with_explanation(
            "The plan asks for the list of all groups, which is long on large servers.",
        )
        .with_examples("news:*", "news:comp.test")
        .with_section("3.6");

pub(crate) static MESSAGE_ID_OCTETS: CodeInfo = CodeInfo::new(
    CodeKind::Refusal,
    "message-id-octets",
    "escaped octet that a message-id cannot contain: a space, `<`, `>`, `@`, a control octet, or one outside US-ASCII",
)
.with_explanation("What precedes the `@` of a message-id is printing US-ASCII without `<`, `>` and `@` (RFC 1036, section 2.1.5), and a space would end the argument of the command.")
.with_examples("news:a%20b@host.dom", "news:a@host.dom")
.with_section("3.6");
