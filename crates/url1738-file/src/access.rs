//! What a client does with a file URL (section 3.10).

use alloc::vec::Vec;

use url1738_core::{
    __private::LONG,
    part::{FSEGMENT, HOST},
    plan::{DOT_SEGMENT, ESCAPED_CONTROL, Endpoint, Plan, Refusal, Step},
};

use crate::{
    FileHost, FileUrl,
    refusal::{OTHER_HOST, SEPARATOR_IN_NAME},
};

/// Returns the local file, if the URL is for the machine that interprets it. There is no access method for files of
/// another host: neither FTP nor the local file of the same name is one.
pub(crate) fn plan(url: FileUrl<&str>) -> Result<Plan, Refusal> {
    let (text, spans) = (url.as_str(), url.0.spans());
    if let FileHost::Remote(_) = url.file_host() {
        return Err(Refusal::new(&HOST, spans.host().unwrap_or_default(), &OTHER_HOST));
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
            return Err(Refusal::new(&FSEGMENT, at, &SEPARATOR_IN_NAME));
        }
        if *octets == *b".." {
            let info = const { &DOT_SEGMENT.with_message("`..` goes up a directory") };
            plan = plan.warn(&FSEGMENT, at, info);
        }
        if octets.iter().any(u8::is_ascii_control) {
            let info =
                const { &ESCAPED_CONTROL.with_message("escaped control octets in a file name") };
            plan = plan.warn(&FSEGMENT, at, info);
        }
        segments.push(octets.into_owned());
    }
    Ok(plan.step(Step::Open(segments)))
}
