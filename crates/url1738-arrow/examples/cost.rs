//! Nanoseconds per row of each kernel, on one thread.
//!
//! `cost FILE` prints the median of several rounds over the lines of the file, in a column of text and in one of views.

#![allow(
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core,
    reason = "Arrow has the whole standard library"
)]

use std::{env, error::Error, fs, hint::black_box, sync::Arc, time::Instant};

use url1738_arrow::{
    Kernel, Profile,
    arrow_array::{Array, ArrayRef, StringArray, StringViewArray},
};

const ROUNDS: usize = 9;

fn main() -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(env::args().nth(1).ok_or("cost FILE")?)?;
    let lines: Vec<&str> = text.lines().collect();
    let text_column: ArrayRef = Arc::new(StringArray::from_iter_values(&lines));
    let view_column: ArrayRef = Arc::new(StringViewArray::from_iter_values(&lines));
    println!("{} rows, nanoseconds per row", text_column.len());
    println!("{:<28} {:>8} {:>8}", "kernel", "Utf8", "Utf8View");
    for kernel in [
        Kernel::Valid,
        Kernel::Scheme,
        Kernel::Part("host"),
        Kernel::Parts,
        Kernel::Errors,
        Kernel::Normalize,
        Kernel::Repair,
        Kernel::Surt(Profile::Wayback0_3_1),
        Kernel::Surt(Profile::Exact),
        Kernel::Plan,
    ] {
        let name = format!("{kernel:?}");
        let (texts, views) = (cost(kernel, &text_column)?, cost(kernel, &view_column)?);
        println!("{name:<28} {texts:>8.1} {views:>8.1}");
    }
    Ok(())
}

/// Returns the median time per row.
fn cost(kernel: Kernel<'_>, column: &ArrayRef) -> Result<f64, Box<dyn Error>> {
    let mut times = Vec::with_capacity(ROUNDS);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        black_box(kernel.apply(column)?);
        times.push(start.elapsed().as_nanos() as f64 / column.len() as f64);
    }
    times.sort_by(f64::total_cmp);
    times.get(ROUNDS / 2).copied().ok_or_else(|| "no round".into())
}
