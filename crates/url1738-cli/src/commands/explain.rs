//! `url1738 explain`: a picture of one URL.

use std::{
    ffi::OsString,
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::Args;

use crate::{
    config::Config,
    exit::{self, Outcome},
    help::with_exit_status,
    line::{Line, Origin},
    output_file::OutputFile,
    picture::{Comparison, MAX_LEN, Picture, svg, text},
    records::InvalidLine,
};

/// Explain a URL: the meaning of each part, its lints, and the dialogue of client and server
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 explain 'ftp://myname@host.dom/%2Fetc/motd;type=a'
  url1738 explain 'gopher://host.dom/7/find%09words'
  url1738 explain --compare 'http://010.0.0.1/'
  url1738 explain --svg picture.svg 'ftp://host.dom/pub/motd'", "all URLs are valid", "a URL is invalid"))]
pub(crate) struct Arguments {
    /// The URL. Quote it: shells interpret `;`, `&` and `?`
    #[arg(value_name = "URL", required = true)]
    urls: Vec<OsString>,
    /// Also show how RFC 1738, RFC 3986 and the WHATWG URL Standard split the URL, and where they differ
    #[arg(long)]
    compare: bool,
    /// Also write the picture to an SVG file. With `-`, write only the SVG, to stdout
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub(crate) fn run(config: &Config, arguments: Arguments) -> exit::Result<Outcome> {
    let palette = &config.output.palette;
    let mut out = io::stdout().lock();
    let mut outcome = Outcome::Valid;
    if arguments.svg.is_some() && arguments.urls.len() > 1 {
        return Err(exit::Error::Usage("--svg takes one URL".to_owned()));
    }
    let svg_to_stdout = arguments.svg.as_deref() == Some(Path::new("-"));
    if svg_to_stdout && arguments.compare {
        return Err(exit::Error::Usage("--svg - writes no comparison".to_owned()));
    }
    for (number, url) in (1..).zip(&arguments.urls) {
        let line = Line::single(number, url.as_encoded_bytes(), &Origin::Arguments);
        match line.parse() {
            Ok(url) if line.bytes.len() > MAX_LEN => {
                let shown = url.redacted().to_string().len();
                let message = format!("a URL of {shown} bytes is too long to draw");
                return Err(exit::Error::Usage(message));
            }
            Ok(url) => {
                let picture = Picture::new(line, url, config.masking);
                if svg_to_stdout {
                    out.write_all(svg::draw(&picture).as_bytes())?;
                    continue;
                }
                text::draw(&picture, palette, &mut out)?;
                if let Some(path) = &arguments.svg {
                    let file = OutputFile::open(path.clone())?;
                    file.write(|out| out.write_all(svg::draw(&picture).as_bytes()))?;
                }
            }
            Err(error) => {
                let invalid = InvalidLine::new(line, error, config.masking);
                // What reads the SVG must not get a report instead.
                match svg_to_stdout {
                    true => invalid.report(&config.stderr, &mut anstream::stderr())?,
                    false => invalid.report(palette, &mut out)?,
                }
                outcome = Outcome::Invalid;
            }
        }
        if arguments.compare {
            Comparison::new(line.bytes, config.masking).draw(palette, &mut out)?;
        }
    }
    out.flush()?;
    Ok(outcome)
}
