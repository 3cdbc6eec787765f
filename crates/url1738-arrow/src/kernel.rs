//! The kernels as values, for programs that choose one at run time.

use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use url1738::surt::Profile;

use crate::{
    ColumnError, errors, found, lists::list_of_texts, part, parts, plan, rewritten, texts::shared,
    threads, verdict,
};

/// A kernel: what is computed of each URL (section 2.1) of a column.
///
/// ```
/// use url1738_arrow::{Kernel, arrow_array::{StringArray, cast::AsArray}, arrow_schema::DataType};
///
/// let column = StringArray::from(vec!["ftp://host.dom/motd"; 100_000]);
/// let kernel = Kernel::Part("host");
/// assert_eq!(kernel.data_type(), DataType::Utf8View);
///
/// // On one thread, and on one per core.
/// let hosts = kernel.apply(&column)?;
/// assert_eq!(hosts.as_string_view().value(99_999), "host.dom");
/// assert_eq!(&kernel.apply_on_threads(&column, 0)?, &hosts);
/// # Ok::<(), url1738_arrow::ColumnError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kernel<'a> {
    /// [`valid`](fn@crate::valid)
    Valid,
    /// [`scheme`](fn@crate::scheme)
    Scheme,
    /// [`part`](fn@crate::part), with the name of the part
    Part(&'a str),
    /// [`parts`](fn@crate::parts)
    Parts,
    /// [`errors`](fn@crate::errors)
    Errors,
    /// [`normalize`](fn@crate::normalize)
    Normalize,
    /// [`repair`](fn@crate::repair)
    Repair,
    /// [`surt`](fn@crate::surt)
    Surt(Profile),
    /// [`plan`](fn@crate::plan)
    Plan,
    /// [`urls_in`](fn@crate::urls_in)
    UrlsIn,
}

impl Kernel<'_> {
    /// Returns the type of the result, which does not depend on the column.
    #[must_use]
    pub fn data_type(self) -> DataType {
        match self {
            Self::Valid => DataType::Boolean,
            Self::Parts => DataType::Struct(parts::fields()),
            Self::Errors => DataType::Struct(errors::fields()),
            Self::Plan => DataType::Struct(plan::fields()),
            Self::UrlsIn => list_of_texts(),
            Self::Scheme | Self::Part(_) | Self::Normalize | Self::Repair | Self::Surt(_) => {
                DataType::Utf8View
            }
        }
    }

    /// Applies the kernel to each row of a column.
    ///
    /// # Errors
    ///
    /// Returns an error if the column contains neither text nor bytes, if no part has the name in [`Kernel::Part`], or if
    /// Arrow cannot hold the result.
    pub fn apply(self, column: &dyn Array) -> Result<ArrayRef, ColumnError> {
        match self {
            Self::Valid => verdict::valid(column).map(shared),
            Self::Scheme => verdict::scheme(column).map(shared),
            Self::Part(name) => part(column, name).map(shared),
            Self::Parts => parts(column).map(shared),
            Self::Errors => errors(column).map(shared),
            Self::Normalize => rewritten::normalize(column).map(shared),
            Self::Repair => rewritten::repair(column).map(shared),
            Self::Surt(profile) => rewritten::surt(column, profile).map(shared),
            Self::Plan => plan(column).map(shared),
            Self::UrlsIn => found::urls_in(column).map(shared),
        }
    }

    /// Applies the kernel on this many threads, or on one per core if `threads` is 0, with [`on_threads`].
    ///
    /// [`on_threads`]: crate::on_threads
    ///
    /// # Errors
    ///
    /// Like [`Kernel::apply`].
    pub fn apply_on_threads(
        self,
        column: &dyn Array,
        threads: usize,
    ) -> Result<ArrayRef, ColumnError> {
        threads::on_threads(column, threads, |chunk| self.apply(chunk))
    }
}
