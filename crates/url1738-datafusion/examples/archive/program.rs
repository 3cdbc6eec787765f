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
pub(crate) fn answer(binary: &Path, files: &[PathBuf], question: &Question) -> Result<Vec<Row>> {
    let mut parse = Records::start(binary, "parse", files)?;
    let mut fix = question.repairs.then(|| Records::start(binary, "fix", files)).transpose()?;
    let mut counts: HashMap<Row, (u64, u64)> = HashMap::new();
    while let Some(record) = parse.next()? {
        let group = (question.group)(&record);
        // Both write a record of every line, in order.
        let repaired = fix.as_mut().map_or(Ok(None), Records::next)?.is_some_and(|fixed| fixed.ok);
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
