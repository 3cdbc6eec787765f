//! Telnet sessions, which the user takes over.

use std::io::{self, Write as _};

use url1738::plan::Plan;
use url1738_client::Error;

use super::{
    Fetcher,
    output::{Output, Target},
    sink::Sink,
};
use crate::{
    exit::{self, Outcome},
    records::ValidLine,
};

/// Hands the connection of a telnet URL over to the user.
pub(super) fn session(
    fetcher: &Fetcher<'_>,
    valid: &ValidLine<'_>,
    plan: &Plan,
    has_header: &mut bool,
) -> exit::Result<Outcome> {
    let shown = valid.input().to_string();
    let mut output = Output::new(Target::stdout());
    let mut sink = Sink::new(fetcher.config, fetcher.arguments.trace, &shown, &mut output, 0);
    let opened = fetcher.client.open_session(plan, &mut sink);
    sink.end();
    let mut session = match opened {
        Ok(session) => session,
        Err(error) => return fetcher.failed(valid, &error, has_header),
    };
    let mut sender = session.sender()?;
    std::thread::spawn(move || {
        // The session ends when the server closes it.
        let _ = io::copy(&mut io::stdin().lock(), &mut sender);
    });
    let timeout = fetcher.arguments.timeout;
    session.stream().set_read_timeout(timeout)?;
    let mut buffer = [0; 4096];
    loop {
        match io::Read::read(&mut session, &mut buffer) {
            Ok(0) => return Ok(Outcome::Valid),
            Ok(len) => {
                let mut out = io::stdout().lock();
                out.write_all(buffer.get(..len).unwrap_or_default())?;
                out.flush()?;
            }
            Err(source) => {
                let error = Error::Io { step: "session".to_owned(), source };
                return fetcher.failed(valid, &error, has_header);
            }
        }
    }
}
