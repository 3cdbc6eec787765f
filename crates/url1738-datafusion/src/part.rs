//! `url_part`: one part of a URL, by its name.

use std::sync::Arc;

use arrow::{
    array::{Array as _, StringViewArray},
    datatypes::{DataType, Field, FieldRef},
};
use datafusion_common::{DataFusionError, Result, arrow, exec_err, internal_err};
use datafusion_expr::{
    ColumnarValue, Documentation, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature,
    Volatility,
};
use url1738_arrow::{Kernel, check_part, part_by_row};

use crate::function::{self, over, refused};

/// `url_part(u, name)`.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct UrlPart {
    signature: Signature,
    documentation: Documentation,
}

impl UrlPart {
    const NAME: &'static str = "url_part";

    pub(crate) fn new() -> Self {
        Self {
            signature: Signature::string(2, Volatility::Immutable),
            documentation: function::documentation(
                "url_part(u, name)",
                "The first part of that name as written, as host or fsegment; null if u has none, or is not a URL.",
            ),
        }
    }
}

impl ScalarUDFImpl for UrlPart {
    fn name(&self) -> &str {
        Self::NAME
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        internal_err!("the planner asks for the field")
    }

    /// Refuses a name that no part has before anything is read.
    fn return_field_from_args(&self, args: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        if let [_, Some(name)] = args.scalar_arguments
            && let Some(name) = name.try_as_str().flatten()
        {
            check_part(name).map_err(|error| DataFusionError::Plan(error.to_string()))?;
        }
        Ok(Arc::new(Field::new(Self::NAME, DataType::Utf8View, true)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        match &*args.args {
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
            _ => exec_err!("{} takes a column and the name of a part", Self::NAME),
        }
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }
}
