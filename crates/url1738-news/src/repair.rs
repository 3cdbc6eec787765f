//! Repairs of malformed news URLs.

use url1738_core::{Rule, codes::CodeInfo, repair::Repairer};

use crate::{ARTICLE, parse};

/// The angle brackets of a message-id go, raw or escaped.
pub(crate) fn repair(repairer: &mut Repairer<'_>) {
    let why = (&ANGLE_BRACKETS, "message-ids in news URLs have no angle brackets");
    let bracket = |text: &[u8], raw: u8, escaped: &[u8]| match text {
        [byte, ..] if *byte == raw => 1,
        _ if text.get(..3).is_some_and(|head| head.eq_ignore_ascii_case(escaped)) => 3,
        _ => 0,
    };
    let rule = Rule::Prose("3.6");
    let rest = repairer.rest();
    if !rest.contains(&b'@') {
        return repairer.part(&ARTICLE, rest.len());
    }
    let open = bracket(rest, b'<', b"%3C");
    if open > 0 {
        repairer.change(open, "", &ARTICLE, rule, why);
    }
    let rest = repairer.rest();
    let close = [1, 3].into_iter().find(|len| {
        let end = rest.len().checked_sub(*len).and_then(|at| rest.get(at..));
        end.is_some_and(|end| bracket(end, b'>', b"%3E") == *len)
    });
    repairer.part(&ARTICLE, rest.len().saturating_sub(close.unwrap_or_default()));
    if let Some(close) = close {
        repairer.change(close, "", &ARTICLE, rule, why);
    }
}

pub(crate) static ANGLE_BRACKETS: CodeInfo = parse::BRACKETED_ID
    .repair("removes angle brackets")
    .with_explanation("Removes the angle brackets around a message-id.");
