//! `url1738 explain`: a picture of one URL.

use std::{
    ffi::OsString,
    io::{self, Write},
    path::PathBuf,
};

use clap::Args;

use crate::{
    args::with_exit_status,
    comparison::Comparison,
    ending::{Outcome, Trouble},
    failed::Failed,
    line::{Line, Origin},
    picture::{LONGEST, Picture, svg, text},
    session::Session,
    whole_file::WholeFile,
};

/// Explain a URL: what each part is and means, what is risky, and what client and server would say
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 explain 'ftp://myname@host.dom/%2Fetc/motd;type=a'
  url1738 explain 'gopher://host.dom/7/find%09words'
  url1738 explain --compare 'http://010.0.0.1/'
  url1738 explain --svg picture.svg 'ftp://host.dom/pub/motd'", "all URLs are valid", "a URL is invalid"))]
pub(crate) struct Arguments {
    /// The URL; in quotation marks, for the shell has its own use for ; & and ?
    #[arg(value_name = "URL", required = true)]
    urls: Vec<OsString>,
    /// Show how RFC 1738, RFC 3986 and the WHATWG URL Standard split it, and where they differ
    #[arg(long)]
    compare: bool,
    /// Write the picture into this file, too, as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub(crate) fn run(session: &Session, arguments: Arguments) -> Result<Outcome, Trouble> {
    let mut out = io::stdout().lock();
    let mut outcome = Outcome::Good;
    if arguments.svg.is_some() && arguments.urls.len() > 1 {
        return Err(Trouble::Usage("--svg draws one URL".to_owned()));
    }
    for (number, url) in (1..).zip(&arguments.urls) {
        let line = Line::single(number, url.as_encoded_bytes(), &Origin::Arguments);
        match line.parse() {
            Ok(url) if line.bytes.len() > LONGEST => {
                let shown = url.redacted().to_string().len();
                return Err(Trouble::Usage(format!("a URL of {shown} bytes is too long to draw")));
            }
            Ok(url) => {
                let picture = Picture::new(line, url, session);
                text::draw(&picture, &session.palette, &mut out)?;
                if let Some(path) = &arguments.svg {
                    let file = WholeFile::open(path.clone())?;
                    file.write(|out| out.write_all(svg::draw(&picture).as_bytes()))?;
                }
            }
            Err(error) => {
                Failed::new(line, error, session).report(&session.palette, &mut out)?;
                outcome = Outcome::Bad;
            }
        }
        if arguments.compare {
            Comparison::new(line.bytes, session).draw(&session.palette, &mut out)?;
        }
    }
    out.flush()?;
    Ok(outcome)
}
