//! Five questions that an archivist asks of a list of URLs: by SQL over a Parquet file, and by the program.
//!
//! `archive FILE|FOLDER PROGRAM` writes the list as Parquet, prints of each question the plan of its query, the
//! first rows and both times, and ends badly where the two answers differ.

#![allow(
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core,
    reason = "the engine has the whole standard library"
)]

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::Instant,
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
use questions::{QUESTIONS, Question, Row};

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

mod program {
    //! The same answers from the records of the program.

    use std::{
        cmp::Reverse,
        collections::HashMap,
        io::{BufRead, BufReader},
        path::{Path, PathBuf},
        process::{Child, ChildStdout, Command, Stdio},
    };

    use super::questions::{Question, Record, Row};
    use crate::Result;

    /// Counts the records that the program writes of the files.
    pub(crate) fn answer(
        binary: &Path,
        files: &[PathBuf],
        question: &Question,
    ) -> Result<Vec<Row>> {
        let mut parse = Records::start(binary, "parse", files)?;
        let mut fix = question.repairs.then(|| Records::start(binary, "fix", files)).transpose()?;
        let mut counts: HashMap<Row, (u64, u64)> = HashMap::new();
        while let Some(record) = parse.next()? {
            let group = (question.group)(&record);
            // Both write a record of every line, in order.
            let repaired =
                fix.as_mut().map_or(Ok(None), Records::next)?.is_some_and(|fixed| fixed.ok);
            if let Some(group) = group {
                let (rows, of_them) = counts.entry(group).or_default();
                *rows = rows.saturating_add(1);
                *of_them = of_them.saturating_add(u64::from(repaired));
            }
        }
        parse.end()?;
        fix.map_or(Ok(()), Records::end)?;
        let row = |(mut row, (rows, repaired)): (Row, (u64, u64))| {
            row.extend(question.repairs.then(|| repaired.to_string()));
            row.push(rows.to_string());
            row
        };
        let mut rows: Vec<Row> = counts.into_iter().map(row).collect();
        sort(&mut rows);
        Ok(rows)
    }

    /// A command of the program, whose records are read while it writes them.
    struct Records {
        program: Child,
        output: BufReader<ChildStdout>,
        line: String,
    }

    impl Records {
        fn start(binary: &Path, command: &str, files: &[PathBuf]) -> Result<Self> {
            let mut program = Command::new(binary)
                .args([command, "--json", "--quiet"])
                .args(files)
                .stdout(Stdio::piped())
                .spawn()?;
            let output = program.stdout.take().ok_or("no output")?;
            Ok(Self { program, output: BufReader::new(output), line: String::new() })
        }

        fn next(&mut self) -> Result<Option<Record<'_>>> {
            self.line.clear();
            self.output.read_line(&mut self.line)?;
            let some = !self.line.is_empty();
            Ok(some.then(|| serde_json::from_str(&self.line)).transpose()?)
        }

        fn end(mut self) -> Result<()> {
            // One says that some URLs are bad.
            match self.program.wait()?.code() {
                Some(0 | 1) => Ok(()),
                code => Err(format!("the program ended with {code:?}").into()),
            }
        }
    }

    /// Most first; the same number by the cells.
    pub(crate) fn sort(rows: &mut [Row]) {
        let number = |row: &Row| row.last().and_then(|cell| cell.parse::<u64>().ok());
        rows.sort_by(|one, other| {
            let key = |row: &Row| Reverse(number(row));
            key(one).cmp(&key(other)).then_with(|| one.cmp(other))
        });
    }
}

mod questions {
    //! The questions: each as a query, and as what to count of the program's records.

    use serde::Deserialize;

    /// The cells of a row of an answer; the last is what it is sorted by.
    pub(crate) type Row = Vec<String>;

    /// A question that counts.
    pub(crate) struct Question {
        pub(crate) asked: &'static str,
        /// Columns that are grouped by, then numbers, the last of which is that of the rows.
        pub(crate) sql: &'static str,
        /// Whether the first of two numbers is of what the repair repairs, for which `fix` is run besides `parse`.
        pub(crate) repairs: bool,
        /// What group a record of `parse` counts for.
        pub(crate) group: fn(&Record<'_>) -> Option<Row>,
    }

    /// What is needed of a record of `parse`; of one of `fix`, whether all is well.
    #[derive(Deserialize)]
    pub(crate) struct Record<'a> {
        pub(crate) ok: bool,
        pub(crate) scheme: Option<&'a str>,
        #[serde(borrow, default)]
        pub(crate) parts: Vec<Part<'a>>,
        #[serde(borrow)]
        pub(crate) error: Option<Broken<'a>>,
    }

    /// A part as `parse` writes it.
    #[derive(Deserialize)]
    pub(crate) struct Part<'a> {
        name: &'a str,
        // What is not a text of US-ASCII is written escaped.
        #[serde(borrow)]
        text: std::borrow::Cow<'a, str>,
    }

    /// What broke a rule.
    #[derive(Deserialize)]
    pub(crate) struct Broken<'a> {
        pub(crate) part: &'a str,
        pub(crate) rule: &'a str,
    }

    impl Record<'_> {
        /// The first part of this name.
        fn part(&self, name: &str) -> Option<String> {
            Some(self.parts.iter().find(|part| part.name == name)?.text.clone().into_owned())
        }

        fn is(&self, scheme: &str) -> bool {
            self.scheme == Some(scheme)
        }
    }

    pub(crate) const QUESTIONS: [Question; 5] = [
        Question {
            asked: "Which schemes and hosts are there?",
            sql: "SELECT url_scheme(u), coalesce(url_part(u, 'host'), '-'), count(*)
              FROM urls WHERE url_valid(u) GROUP BY 1, 2",
            repairs: false,
            group: |record| {
                let host = record.part("host").unwrap_or_else(|| "-".to_owned());
                Some(vec![record.scheme?.to_owned(), host])
            },
        },
        Question {
            asked: "Which rules are broken most, in which parts, and how many does the repair fix?",
            sql: "SELECT get_field(e, 'part'), get_field(e, 'rule'), count(repaired), count(*)
              FROM (SELECT url_error(u) AS e, url_repair(u) AS repaired
                    FROM urls WHERE url_valid(u) = false)
              GROUP BY 1, 2",
            repairs: true,
            group: |record| {
                let error = record.error.as_ref()?;
                Some(vec![error.part.to_owned(), error.rule.to_owned()])
            },
        },
        Question {
            asked: "What do the gopher URLs lead to, by type?",
            sql: "SELECT coalesce(url_part(u, 'gtype'), '-'), count(*)
              FROM urls WHERE url_scheme(u) = 'gopher' GROUP BY 1",
            repairs: false,
            group: |record| {
                let kind = record.part("gtype").unwrap_or_else(|| "-".to_owned());
                record.is("gopher").then_some(vec![kind])
            },
        },
        Question {
            asked: "Which ftp URLs need a login, by host and user?",
            sql: "SELECT url_part(u, 'host'), url_part(u, 'user'), count(*)
              FROM urls WHERE url_scheme(u) = 'ftp'
              AND url_part(u, 'user') NOT IN ('', 'anonymous', 'ftp') GROUP BY 1, 2",
            repairs: false,
            group: |record| {
                let user = record.part("user").filter(|_| record.is("ftp"))?;
                let named = !["", "anonymous", "ftp"].contains(&user.as_str());
                named.then_some(vec![record.part("host")?, user])
            },
        },
        Question {
            asked: "Which hosts have passwords in their URLs?",
            sql: "SELECT url_part(u, 'host'), count(*)
              FROM urls WHERE url_part(u, 'password') <> '' GROUP BY 1",
            repairs: false,
            group: |record| {
                record.part("password").filter(|password| !password.is_empty())?;
                Some(vec![record.part("host")?])
            },
        },
    ];
}
