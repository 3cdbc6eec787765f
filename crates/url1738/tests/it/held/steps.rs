//! Section 6, for one plan: nothing that a step takes from the URL ends a line.

use url1738::plan::{Chunk, Plan, Step};

/// What ends a line somewhere, or a string.
pub(crate) const ENDS: &[u8] = b"\r\n\0";

pub(crate) fn ends(octets: &[u8]) -> Vec<u8> {
    octets.iter().copied().filter(|octet| ENDS.contains(octet)).collect()
}

/// Nothing that a step takes from the URL ends a line. The exceptions are data of their protocols: the NUL in a gopher
/// selector (decision 57), the fields of WAIS, which carry their lengths, and the names of local files.
pub(crate) fn assert_steps(text: &str, plan: &Plan) {
    for step in plan.steps() {
        match step {
            Step::Command(command) => assert_chunks(text, command.argument.iter()),
            Step::Send(chunks) => assert_chunks(text, chunks.iter()),
            Step::AdviseUser(argument)
            | Step::AdvisePassword(argument)
            | Step::Compose(argument) => {
                assert_eq!(ends(argument.octets()), b"", "{text}: {step}");
            }
            Step::Resolve { hsoname, fields } => {
                let fields = fields.iter().flat_map(|(name, value)| [name, value]);
                assert!(fields.chain([hsoname]).all(|octets| ends(octets).is_empty()), "{text}");
            }
            Step::Open(segments) => {
                let foreign =
                    |segment: &Vec<u8>| segment.iter().any(|octet| b"/\0".contains(octet));
                assert!(!segments.iter().any(foreign), "{text}: {step}");
            }
            Step::Search { .. } | Step::Retrieve { .. } => assert!(is_of(text, "wais")),
            Step::Ask(_) | Step::Session | Step::Init => {}
            step => panic!("a step without a rule: {step:?}"),
        }
    }
}

fn assert_chunks<'a>(text: &str, chunks: impl Iterator<Item = &'a Chunk>) {
    for chunk in chunks {
        match chunk {
            Chunk::Octets(argument) => assert_eq!(ends(argument.octets()), b"", "{text}"),
            Chunk::Line(line) => {
                assert!(is_of(text, "gopher"), "{text}");
                assert!(line.octets().iter().all(|octet| !b"\r\n".contains(octet)), "{text}");
            }
            Chunk::Protocol(_) | Chunk::Answer(_) => {}
            other => panic!("{text}: {other:?}"),
        }
    }
}

fn is_of(text: &str, scheme: &str) -> bool {
    text.split(':').next().is_some_and(|name| name.eq_ignore_ascii_case(scheme))
}
