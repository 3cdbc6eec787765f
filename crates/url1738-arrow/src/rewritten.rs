//! URLs written anew: normal forms, repairs and keys.

use std::borrow::Cow;

use arrow_array::{Array, StringViewArray};
use url1738::{
    Url,
    surt::{Profile, wayback_key},
};

use crate::{errors::ColumnError, pieces::pieces_of};

/// Returns the normal form of each URL (section 2.2), by which equivalent URLs are equal. Null if the text is not a URL.
///
/// ```
/// use url1738_arrow::{arrow_array::StringArray, normalize};
///
/// let column = StringArray::from(vec!["HTTP://Host.DOM:80/%61", "http://host.dom/~joe"]);
/// let normal = normalize(&column)?;
/// assert_eq!(normal.iter().collect::<Vec<_>>(), [Some("http://host.dom/a"), None]);
/// # Ok::<(), url1738_arrow::ColumnError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the column contains neither text nor bytes.
pub fn normalize(column: &dyn Array) -> Result<StringViewArray, ColumnError> {
    pieces_of(column, |_, text| {
        let url = Url::parse_bytes(text).ok()?;
        match url.normal_form() {
            Cow::Owned(form) => Some(form.into()),
            Cow::Borrowed(_) => Some(url.as_str().into()),
        }
    })
}

/// Returns each text repaired to a URL (section 2.2): with unsafe characters percent-encoded, without wrappers and without a
/// fragment. Null if nothing repairs it.
///
/// ```
/// use url1738_arrow::{arrow_array::StringArray, repair};
///
/// let column = StringArray::from(vec!["<URL:http://host.dom/~joe#top>", "?"]);
/// let repaired = repair(&column)?;
/// assert_eq!(repaired.iter().collect::<Vec<_>>(), [Some("http://host.dom/%7Ejoe"), None]);
/// # Ok::<(), url1738_arrow::ColumnError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the column contains neither text nor bytes.
pub fn repair(column: &dyn Array) -> Result<StringViewArray, ColumnError> {
    pieces_of(column, |_, text| Some(Url::repair(text).ok()?.url.to_string().into()))
}

/// Returns the key of each URL in a [`Profile`], without its password. Null if the text has no key.
///
/// [`Profile::Exact`] has keys for the URLs of RFC 1738 alone; [`Profile::Wayback0_3_1`] also for texts that are not valid,
/// since the indexes of web archives contain them.
///
/// ```
/// use url1738::surt::Profile;
/// use url1738_arrow::{arrow_array::StringArray, surt};
///
/// let column = StringArray::from(vec!["http://www.host.dom/B?b&a", "http://host.dom/~joe"]);
/// let keys = surt(&column, Profile::Wayback0_3_1)?;
/// assert_eq!(keys.iter().collect::<Vec<_>>(), [Some("dom,host)/b?a&b"), Some("dom,host)/~joe")]);
/// let keys = surt(&column, Profile::Exact)?;
/// assert_eq!(keys.iter().collect::<Vec<_>>(), [Some("dom,host,www)http:///B?b&a"), None]);
/// # Ok::<(), url1738_arrow::ColumnError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the column contains neither text nor bytes.
pub fn surt(column: &dyn Array, profile: Profile) -> Result<StringViewArray, ColumnError> {
    let key = |text: &[u8]| match profile {
        Profile::Wayback0_3_1 => wayback_key(text).ok(),
        profile => Url::parse_bytes(text).ok()?.surt(profile).ok(),
    };
    pieces_of(column, |_, text| key(text).map(Cow::from))
}
