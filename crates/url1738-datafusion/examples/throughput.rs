//! `url_valid` over a column, and the library's own loop over the same texts, on one thread in one run.
//!
//! `throughput FILE` prints URLs a second of both and their ratio, for each type of column.

#![allow(
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core,
    reason = "the engine has the whole standard library"
)]

use std::{env, error::Error, fs, hint::black_box, sync::Arc, time::Instant};

use datafusion_common::{
    arrow::{
        array::{ArrayRef, AsArray, LargeStringArray, StringArray, StringViewArray},
        datatypes::Field,
    },
    config::ConfigOptions,
};
use datafusion_expr::{ColumnarValue, ScalarFunctionArgs, ScalarUDF};
use url1738::Url;

/// The rows of a batch, as the engine has them.
const BATCH: usize = 8192;
/// The best of so many rounds counts; the two take turns.
const ROUNDS: usize = 40;

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("throughput FILE")?;
    let text = fs::read_to_string(path)?;
    let lines: Vec<&str> = text.lines().collect();
    let valid = url1738_datafusion::functions()
        .find(|function| function.name() == "url_valid")
        .ok_or("no url_valid")?;
    let batch = |lines: &[&str], make: fn(&[&str]) -> ArrayRef| -> Vec<ArrayRef> {
        lines.chunks(BATCH).map(make).collect()
    };
    let columns = [
        ("Utf8", batch(&lines, |texts| Arc::new(StringArray::from_iter_values(texts)))),
        ("LargeUtf8", batch(&lines, |texts| Arc::new(LargeStringArray::from_iter_values(texts)))),
        ("Utf8View", batch(&lines, |texts| Arc::new(StringViewArray::from_iter_values(texts)))),
    ];
    println!("{} texts, {} bytes, the best of {ROUNDS} rounds", lines.len(), text.len());
    for (name, batches) in columns {
        let (mut own, mut function) = (f64::MAX, f64::MAX);
        for _ in 0..ROUNDS {
            let (seconds, expected) = timed(|| library(&lines));
            own = own.min(seconds);
            let (seconds, found) = timed(|| column(&valid, &batches));
            function = function.min(seconds);
            assert_eq!(found?, expected, "the function and the library disagree");
        }
        let rate = |seconds: f64| lines.len() as f64 / seconds / 1e6;
        println!(
            "{name:<10} url_valid {:6.2} million/s, the library's loop {:6.2} million/s, ratio {:.2}",
            rate(function),
            rate(own),
            own / function,
        );
    }
    Ok(())
}

/// How many are valid.
fn library(lines: &[&str]) -> usize {
    lines.iter().filter(|line| Url::parse(line).is_ok()).count()
}

fn column(valid: &ScalarUDF, batches: &[ArrayRef]) -> Result<usize, Box<dyn Error>> {
    let config_options = Arc::new(ConfigOptions::default());
    let mut count = 0_usize;
    for batch in batches {
        let field = Arc::new(Field::new("u", batch.data_type().clone(), true));
        let return_type = valid.return_type(&[batch.data_type().clone()])?;
        let result = valid.invoke_with_args(ScalarFunctionArgs {
            args: vec![ColumnarValue::Array(Arc::clone(batch))],
            arg_fields: vec![field],
            number_rows: batch.len(),
            return_field: Arc::new(Field::new("valid", return_type, true)),
            config_options: Arc::clone(&config_options),
        })?;
        count = count.saturating_add(result.into_array(batch.len())?.as_boolean().true_count());
    }
    Ok(count)
}

fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let result = black_box(work());
    (start.elapsed().as_secs_f64(), result)
}
