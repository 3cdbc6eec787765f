//! Five questions that an archivist asks of a list of URLs: by SQL over a Parquet file, and by the program.
//!
//! `archive FILE|FOLDER PROGRAM` writes the list as Parquet, prints of each question the plan of its query, the
//! first rows and both times, and ends badly where the two answers differ.

#![allow(
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core,
    reason = "the engine has the whole standard library"
)]

mod archive {
    pub(crate) mod program;
    pub(crate) mod questions;
}

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::Instant,
};

use archive::{
    program,
    questions::{QUESTIONS, Question, Row},
};
use datafusion::{
    arrow::{
        array::{Array as _, ArrayRef, StringArray},
        record_batch::RecordBatch,
        util::display::{ArrayFormatter, FormatOptions},
    },
    dataframe::DataFrameWriteOptions,
    physical_plan::{collect, displayable},
    prelude::{ParquetReadOptions, SessionContext},
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// So many rows of each answer are shown.
const SHOWN: usize = 5;

fn main() -> Result<()> {
    let mut arguments = env::args().skip(1).map(PathBuf::from);
    let (Some(list), Some(binary)) = (arguments.next(), arguments.next()) else {
        return Err("archive FILE|FOLDER PROGRAM".into());
    };
    let mut files: Vec<PathBuf> = if list.is_dir() {
        fs::read_dir(&list)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?
    } else {
        vec![list]
    };
    files.sort();
    let runtime = tokio::runtime::Builder::new_multi_thread().build()?;
    let table = env::temp_dir().join(format!("url1738-archive-{}.parquet", std::process::id()));
    let answered = runtime.block_on(async {
        store(&files, &table.to_string_lossy()).await?;
        let mut context = SessionContext::new();
        url1738_datafusion::register_all(&mut context)?;
        let options = ParquetReadOptions::default();
        context.register_parquet("urls", table.to_string_lossy(), options).await?;
        for question in &QUESTIONS {
            ask(&context, question, &binary, &files).await?;
        }
        Ok(())
    });
    fs::remove_file(&table)?;
    answered
}

/// Writes the lines of the files as the column `u` of a Parquet file.
async fn store(files: &[PathBuf], table: &str) -> Result<()> {
    let mut batches = Vec::new();
    for file in files {
        let text = fs::read_to_string(file)?;
        let lines: Vec<&str> = text.lines().collect();
        for lines in lines.chunks(65_536) {
            let column: ArrayRef = Arc::new(StringArray::from_iter_values(lines));
            batches.push(RecordBatch::try_from_iter([("u", column)])?);
        }
    }
    let rows: usize = batches.iter().map(RecordBatch::num_rows).sum();
    let frame = SessionContext::new().read_batches(batches)?;
    let options = DataFrameWriteOptions::new().with_single_file_output(true);
    frame.write_parquet(table, options, None).await?;
    println!("{rows} URLs, {} bytes of Parquet", fs::metadata(table)?.len());
    Ok(())
}

/// Asks one question both ways, and compares.
async fn ask(
    context: &SessionContext,
    question: &Question,
    binary: &Path,
    files: &[PathBuf],
) -> Result<()> {
    println!("\n{}\n", question.asked);
    let start = Instant::now();
    let plan = context.sql(question.sql).await?.create_physical_plan().await?;
    let batches = collect(Arc::clone(&plan), context.task_ctx()).await?;
    let by_sql = start.elapsed();
    let rows = rows(&batches)?;

    let start = Instant::now();
    let expected = program::answer(binary, files, question)?;
    let by_program = start.elapsed();

    print!("{}", displayable(plan.as_ref()).indent(false));
    for row in rows.iter().take(SHOWN) {
        println!("  {}", row.join("\t"));
    }
    println!(
        "  {} rows; SQL {:.2} s, the program {:.2} s",
        rows.len(),
        by_sql.as_secs_f64(),
        by_program.as_secs_f64(),
    );
    if rows == expected {
        println!("  equal");
        return Ok(());
    }
    let differs = rows.iter().zip(&expected).find(|(found, expected)| found != expected);
    Err(format!("{} rows and not {}: {differs:?}", rows.len(), expected.len()).into())
}

/// The answer as texts, sorted as the program's.
fn rows(batches: &[RecordBatch]) -> Result<Vec<Row>> {
    let options = FormatOptions::default();
    let mut rows = Vec::new();
    for batch in batches {
        let columns = batch.columns().iter();
        let columns: Vec<_> = columns
            .map(|column| ArrayFormatter::try_new(column.as_ref(), &options))
            .collect::<std::result::Result<_, _>>()?;
        assert!(batch.columns().iter().all(|column| column.null_count() == 0), "a null in a row");
        for row in 0..batch.num_rows() {
            rows.push(columns.iter().map(|column| column.value(row).to_string()).collect());
        }
    }
    program::sort(&mut rows);
    Ok(rows)
}
