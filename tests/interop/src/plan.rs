//! The only place that makes plans.

use url1738::Url;
use url1738::plan::Plan;

use crate::error::{Error, Result};

/// Returns the access plan of `url`, or `None` if the URL is valid and its access is refused.
///
/// # Errors
/// Returns an error if `url` is not a URL.
pub fn plan_for(url: &str) -> Result<Option<Plan>> {
    let parsed = Url::parse(url).map_err(Error::during(url))?;
    Ok(parsed.plan().ok())
}
