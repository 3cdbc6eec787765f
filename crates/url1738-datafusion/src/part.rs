//! `url_part`: one part of a URL, by its name.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use arrow::{
    array::{Array, ArrayRef},
    datatypes::{DataType, Field, FieldRef},
};
use datafusion_common::{Result, arrow, exec_err, internal_err};
use datafusion_expr::{
    ColumnarValue, Documentation, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature,
    Volatility,
};
use url1738::{Span, Url};

use crate::{
    function, names,
    texts::{Pieces, Row, Texts},
};

/// `url_part(u, name)`.
#[derive(Debug)]
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
            names::check(name)?;
        }
        Ok(Arc::new(Field::new(Self::NAME, DataType::Utf8View, true)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        match &*args.args {
            [texts, ColumnarValue::Scalar(name)] => {
                let name = name.try_as_str().flatten();
                name.map_or(Ok(()), names::check)?;
                function::over(texts, |texts| Ok(of_one_name(texts, name)))
            }
            [texts, ColumnarValue::Array(names)] => {
                let texts = texts.to_array(names.len())?;
                of_many_names(Texts::new(&texts)?, Texts::new(names)?).map(ColumnarValue::Array)
            }
            _ => exec_err!("{} takes a column and the name of a part", Self::NAME),
        }
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }
}

fn of_one_name(texts: Texts<'_>, name: Option<&str>) -> ArrayRef {
    let mut pieces = Pieces::of(texts);
    texts.each(|row, text| match (text, name) {
        (Some(text), Some(name)) => append(Row::new(texts, row, text), name, &mut pieces),
        _ => pieces.null(),
    });
    Arc::new(pieces.finish())
}

fn of_many_names(texts: Texts<'_>, names: Texts<'_>) -> Result<ArrayRef> {
    let mut asked = Vec::with_capacity(names.len());
    let mut unknown = Ok(());
    names.each(|_, name| {
        if let (Some(name), Ok(())) = (name, &unknown) {
            unknown = names::check(name);
        }
        asked.push(name);
    });
    unknown?;
    let mut pieces = Pieces::of(texts);
    texts.each(|row, text| match (text, asked.get(row)) {
        (Some(text), Some(Some(name))) => append(Row::new(texts, row, text), name, &mut pieces),
        _ => pieces.null(),
    });
    Ok(Arc::new(pieces.finish()))
}

/// Appends the first part of this name.
fn append(row: Row<'_>, name: &str, pieces: &mut Pieces) {
    match Url::parse(row.text()).ok().and_then(|url| first(&url, name)) {
        Some(span) => pieces.piece(row, span),
        None => pieces.null(),
    }
}

fn first(url: &Url<&str>, name: &str) -> Option<Span> {
    let mut found = None;
    url.each_part(&mut |at| {
        if found.is_none() && at.part.name() == name {
            found = Some(at.span);
        }
    });
    found
}

/// There is one function of this name.
impl PartialEq for UrlPart {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for UrlPart {}

impl Hash for UrlPart {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Self::NAME.hash(state);
    }
}
