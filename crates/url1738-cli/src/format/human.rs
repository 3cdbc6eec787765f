//! For people: each record writes itself.

use std::io::{self, Write};

use super::{Exporter, Record};
use crate::session::Session;

#[derive(Clone, Copy, Debug)]
pub(super) struct Human;

impl Exporter for Human {
    fn record<R: Record>(
        &self,
        record: &R,
        session: &Session,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        record.human(session, out)
    }
}
