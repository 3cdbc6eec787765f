//! Committed figures, as TSV files in the folder of this crate.

use std::{collections::BTreeMap, env, fs, path::PathBuf};

/// Rows by their names: the columns that are not numbers.
pub(crate) type Table = BTreeMap<String, Vec<f64>>;

/// Returns the folder of this crate.
///
/// It is searched when the program runs. Compiled into the program, its length would move the functions, and with them
/// the mispredicts that are counted: those of `owned` differed by a fifth between two folders with the same source.
pub(crate) fn folder() -> PathBuf {
    let starts = [env::current_dir().ok(), env::current_exe().ok()];
    let above = starts.iter().flatten().flat_map(|start| start.ancestors());
    let found = above.map(|folder| folder.join("tests/peers")).find(|folder| folder.is_dir());
    found.expect("the program runs in the repository")
}

pub(crate) fn path(file: &str) -> PathBuf {
    folder().join(file)
}

/// Returns the table in `file`, or an empty one if it does not exist.
pub(crate) fn read(file: &str) -> Table {
    let text = fs::read_to_string(path(file)).unwrap_or_default();
    let rows = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (figures, name): (Vec<&str>, Vec<&str>) =
            line.split('\t').partition(|cell| cell.parse::<f64>().is_ok());
        (name.join("\t"), figures.iter().filter_map(|cell| cell.parse().ok()).collect())
    });
    rows.collect()
}

/// Writes the table, with its columns in the first line.
pub(crate) fn write(file: &str, columns: &str, table: &Table) -> Result<(), String> {
    let mut text = format!("# {columns}\n");
    for (name, cells) in table {
        text.push_str(name);
        for cell in cells {
            text.push_str(&format!("\t{cell:.2}"));
        }
        text.push('\n');
    }
    write_text(file, &text)
}

pub(crate) fn write_text(file: &str, text: &str) -> Result<(), String> {
    let path = path(file);
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    eprintln!("wrote tests/peers/{file}");
    Ok(())
}
