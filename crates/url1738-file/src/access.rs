//! What a client does with a file URL (section 3.10).

use alloc::vec::Vec;

use url1738_core::{
    __private::LONG,
    Span,
    part::{FSEGMENT, HOST},
    plan::{Endpoint, Plan, Refusal, Step},
};

use crate::{FileHost, FileUrl};

/// Returns the local file, if the URL is for the machine that interprets it. There is no access method for files of
/// another host: neither FTP nor the local file of the same name is one.
pub(crate) fn plan(url: FileUrl<&str>) -> Result<Plan, Refusal> {
    let (text, spans) = (url.as_str(), url.0.spans());
    if let FileHost::Remote(_) = url.file_host() {
        let reason = "file on another host, which RFC 1738 gives no method to reach";
        return Err(Refusal::new(&HOST, spans.host().unwrap_or_default(), "other-host", reason));
    }
    let mut plan = Plan::new(Endpoint::ThisMachine);
    let path = spans.path(text);
    // A list that doubles would take up to twice the memory of a path of slashes.
    let mut segments: Vec<Vec<u8>> = Vec::new();
    if text.len() >= LONG {
        segments.reserve_exact(path.split(text, b'/').count());
    }
    for (segment, at) in url.segments().zip(path.split(text, b'/')) {
        let octets = segment.decode();
        if octets.iter().any(|octet| b"/\0".contains(octet)) {
            let reason = "escaped `/` or NUL, which a file name cannot contain";
            return Err(Refusal::new(&FSEGMENT, at, "separator-in-name", reason));
        }
        if *octets == *b".." {
            plan = warn(plan, at, "dot-segment", "`..` goes up a directory");
        }
        if octets.iter().any(u8::is_ascii_control) {
            plan = warn(plan, at, "control-octets", "escaped control octets in a file name");
        }
        segments.push(octets.into_owned());
    }
    Ok(plan.step(Step::Open(segments)))
}

fn warn(plan: Plan, at: Span, code: &'static str, message: &'static str) -> Plan {
    plan.warn(&FSEGMENT, at, code, message)
}
