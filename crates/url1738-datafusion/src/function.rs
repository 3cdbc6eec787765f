//! A function of one column of texts.

use arrow::{array::ArrayRef, datatypes::DataType};
use datafusion_common::{DataFusionError, Result, ScalarValue, arrow, exec_err};
use datafusion_expr::{
    ColumnarValue, DocSection, Documentation, ScalarFunctionArgs, ScalarUDFImpl, Signature,
    Volatility,
};
use url1738_arrow::{ColumnError, Kernel};

/// The section of the functions in the engine's documentation.
const SECTION: DocSection = DocSection {
    include: true,
    label: "URL Functions",
    description: Some("URLs as RFC 1738 defines them."),
};

/// A function of one column of texts: its name and its kernel.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Function {
    name: &'static str,
    kernel: Kernel<'static>,
    signature: Signature,
    documentation: Documentation,
}

impl Function {
    /// `syntax` is the call, as `url_valid(u)`.
    pub(crate) fn new(syntax: &'static str, kernel: Kernel<'static>, description: &str) -> Self {
        Self {
            name: name_of(syntax),
            kernel,
            signature: Signature::string(1, Volatility::Immutable),
            documentation: documentation(syntax, description),
        }
    }
}

/// Returns what is before the bracket.
pub(crate) fn name_of(syntax: &'static str) -> &'static str {
    syntax.split_once('(').map_or(syntax, |(name, _)| name)
}

pub(crate) fn documentation(syntax: &str, description: &str) -> Documentation {
    Documentation::builder(SECTION, description, syntax).build()
}

/// Applies a kernel to the column, or to the one text as a column of one row.
pub(crate) fn over(
    value: &ColumnarValue,
    kernel: impl FnOnce(&ArrayRef) -> Result<ArrayRef, ColumnError>,
) -> Result<ColumnarValue> {
    match value {
        ColumnarValue::Array(column) => kernel(column).map(ColumnarValue::Array).map_err(refused),
        ColumnarValue::Scalar(text) => {
            let result = kernel(&text.to_array()?).map_err(refused)?;
            Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(&result, 0)?))
        }
    }
}

/// Returns the error of a kernel as one of the engine.
pub(crate) fn refused(error: ColumnError) -> DataFusionError {
    match error {
        ColumnError::Arrow(error) => error.into(),
        error => DataFusionError::Execution(error.to_string()),
    }
}

impl ScalarUDFImpl for Function {
    fn name(&self) -> &str {
        self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(self.kernel.data_type())
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        match &*args.args {
            [texts] => over(texts, |column| self.kernel.apply(column)),
            _ => exec_err!("{} takes one column", self.name),
        }
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }
}
