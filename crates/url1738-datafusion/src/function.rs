//! The functions: a column of texts, and for `url_part` the name of a part.

use std::sync::Arc;

use arrow::{
    array::{Array as _, ArrayRef, StringViewArray},
    datatypes::{DataType, Field, FieldRef},
};
use datafusion_common::{DataFusionError, Result, ScalarValue, arrow, exec_err};
use datafusion_expr::{
    ColumnarValue, DocSection, Documentation, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl,
    Signature, Volatility,
};
use url1738_arrow::{ColumnError, Kernel, check_part, part_by_row};

/// The section of the functions in the engine's documentation.
const SECTION: DocSection = DocSection {
    include: true,
    label: "URL Functions",
    description: Some("URLs as RFC 1738 defines them."),
};

/// A function of a column of texts: its name and its kernel.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Function {
    name: &'static str,
    /// The kernel. If the function has two arguments, the second is the name of the part in place of the one here.
    kernel: Kernel<'static>,
    signature: Signature,
    documentation: Documentation,
}

impl Function {
    /// `syntax` is the call, as `url_valid(u)`.
    pub(crate) fn new(syntax: &'static str, kernel: Kernel<'static>, description: &str) -> Self {
        let (name, arguments) = syntax.split_once('(').unwrap_or((syntax, ""));
        let arguments = arguments.split(',').count();
        Self {
            name,
            kernel,
            signature: Signature::string(arguments, Volatility::Immutable),
            documentation: Documentation::builder(SECTION, description, syntax).build(),
        }
    }
}

/// Applies a kernel to the column, or to the one text as a column of one row.
fn over(
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
fn refused(error: ColumnError) -> DataFusionError {
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

    /// Refuses a name that no part has before anything is read.
    fn return_field_from_args(&self, args: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        if let [_, Some(name)] = args.scalar_arguments
            && let Some(name) = name.try_as_str().flatten()
        {
            check_part(name).map_err(|error| DataFusionError::Plan(error.to_string()))?;
        }
        Ok(Arc::new(Field::new(self.name, self.kernel.data_type(), true)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        match &*args.args {
            [texts] => over(texts, |column| self.kernel.apply(column)),
            [texts, ColumnarValue::Scalar(name)] => {
                let name = name.try_as_str().flatten();
                over(texts, |column| match name {
                    Some(name) => Kernel::Part(name).apply(column),
                    None => Ok(Arc::new(StringViewArray::new_null(column.len()))),
                })
            }
            [texts, ColumnarValue::Array(names)] => {
                let texts = texts.to_array(names.len())?;
                let parts = part_by_row(&texts, names).map_err(refused)?;
                Ok(ColumnarValue::Array(Arc::new(parts)))
            }
            _ => exec_err!("{} takes one column, and url_part the name of a part", self.name),
        }
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }
}
