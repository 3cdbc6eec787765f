//! Columns as other programs make them, and the texts that the kernels are tried on.

use std::{
    fs,
    ops::Range,
    path::{Path, PathBuf},
    sync::{Arc, LazyLock},
};

use arrow_buffer::Buffer;
use url1738::surt::Profile;
use url1738_arrow::{
    Kernel,
    arrow_array::{
        Array, ArrayRef, BinaryArray, BinaryViewArray, DictionaryArray, Int32Array,
        LargeBinaryArray, LargeStringArray, NullArray, StringArray, StringViewArray,
        builder::{BinaryViewBuilder, StringViewBuilder},
        cast::AsArray,
        types::{Int8Type, Int32Type, UInt16Type},
    },
    part, surt, urls_in, valid,
};

const KERNELS: [Kernel<'static>; 11] = [
    Kernel::Valid,
    Kernel::Scheme,
    Kernel::Part("host"),
    Kernel::Parts,
    Kernel::Errors,
    Kernel::Normalize,
    Kernel::Repair,
    Kernel::Surt(Profile::Exact),
    Kernel::Surt(Profile::Wayback0_3_1),
    Kernel::Plan,
    Kernel::UrlsIn,
];

#[test]
fn no_row_and_rows_of_nothing() {
    let columns: [ArrayRef; 6] = [
        Arc::new(NullArray::new(0)),
        Arc::new(NullArray::new(5)),
        Arc::new(StringArray::new_null(5)),
        Arc::new(StringViewArray::new_null(5)),
        Arc::new(StringArray::new_null(0)),
        // A dictionary without a value has no key that is not null.
        Arc::new(DictionaryArray::<Int8Type>::new(
            vec![None; 5].into(),
            Arc::new(StringArray::new_null(0)),
        )),
    ];
    for column in columns {
        for kernel in KERNELS {
            let result = kernel.apply(&column).unwrap();
            assert_eq!(result.data_type(), &kernel.data_type());
            assert_eq!((result.len(), result.logical_null_count()), (column.len(), column.len()));
        }
    }
}

#[test]
fn dictionaries_with_nulls_in_both_places() {
    let column = small_dictionary();
    let found: Vec<_> = valid(&column).unwrap().iter().collect();
    assert_eq!(found, [Some(true), None, None, Some(false), Some(true)]);
    let found = part(&column.slice(3, 2), "fsegment").unwrap();
    assert_eq!(found.iter().collect::<Vec<_>>(), [None, Some("a-long-name.txt")]);
    let of_numbers: DictionaryArray<Int8Type> =
        DictionaryArray::new(vec![0].into(), Arc::new(Int32Array::from(vec![1])));
    let error = valid(&of_numbers).unwrap_err().to_string();
    assert_eq!(error, "expected a column of text or binary, found Dictionary(Int8, Int32)");
}

#[test]
fn bytes_that_are_not_utf_8() {
    let texts: [&[u8]; 3] =
        [b"http://h.dom/\xff", b"ftp://h.dom/a", b"\xff see ftp://h.dom/a-long-enough-name \xfe"];
    let column = BinaryArray::from(texts.to_vec());
    let found: Vec<_> = valid(&column).unwrap().iter().flatten().collect();
    assert_eq!(found, [false, true, false]);
    let found = urls_in(&column).unwrap().value(2);
    assert_eq!(found.as_string_view().value(0), "ftp://h.dom/a-long-enough-name");
    for kernel in KERNELS {
        assert_eq!(kernel.apply(&column).unwrap().len(), 3);
    }
    assert_eq!(surt(&column, Profile::Exact).unwrap().null_count(), 2);
}

/// Pieces of a URL are views of its column, in every layout.
#[test]
fn pieces_of_a_row_are_not_copied() {
    let long = "ftp://host.dom/a-name-that-is-longer-than-a-view-holds.txt";
    for (_, column) in columns(&vec![Some(long.to_owned()); 2000]) {
        let buffers = match column.as_any_dictionary_opt() {
            Some(dictionary) => data_buffers(dictionary.values()),
            None => data_buffers(&column),
        };
        for kernel in [Kernel::Part("fsegment"), Kernel::Normalize, Kernel::Repair] {
            let result = kernel.apply(&column).unwrap();
            assert!(result.as_string_view().value(7).ends_with("longer-than-a-view-holds.txt"));
            let found = data_buffers(&result);
            assert!(!found.is_empty(), "{kernel:?} of {}", column.data_type());
            for part in found {
                let is_within = |whole: &Range<usize>| {
                    whole.contains(&part.start) && whole.contains(&(part.end - 1))
                };
                let is_view = buffers.iter().any(is_within);
                assert!(is_view, "{kernel:?} of {}", column.data_type());
            }
        }
    }
}

/// Returns the addresses of the buffers of texts.
fn data_buffers(column: &ArrayRef) -> Vec<Range<usize>> {
    // The first buffer holds offsets or views.
    let buffers = column.to_data().buffers().iter().skip(1).cloned().collect::<Vec<Buffer>>();
    buffers.iter().map(|it| it.as_ptr().addr()..it.as_ptr().addr() + it.len()).collect()
}

/// A result is saved with its buffers: those of a slice or of a chunk are not those of the whole column.
#[test]
fn a_result_has_the_bytes_of_its_rows() {
    let long =
        |row| format!("ftp://a-long-name-of-a-host-{row}.dom/a-long-name-of-a-file-{row}.txt");
    let bytes = |result: ArrayRef| data_buffers(&result).iter().map(Range::len).sum::<usize>();
    for (_, column) in
        columns(&(0..40_000).map(|row| Some(long(row))).collect()).into_iter().take(6)
    {
        let whole: usize = data_buffers(&column).iter().map(Range::len).sum();
        for kernel in [Kernel::Part("host"), Kernel::Normalize] {
            let of_chunks = bytes(kernel.apply_on_threads(&column, 16).unwrap());
            assert!(of_chunks <= whole + 100_000, "{of_chunks} bytes of {whole} for {kernel:?}");
            assert!(bytes(kernel.apply(&column.slice(20_000, 10)).unwrap()) < 10_000);
        }
        // The views hold all texts.
        assert_eq!(bytes(Kernel::Part("port_or_default").apply(&column).unwrap()), 0);
    }
}

pub(crate) type Rows = Vec<Option<String>>;

/// The real lists, mutated, and what else a column may contain. Every seventh row is null.
pub(crate) static TEXTS: LazyLock<Rows> = LazyLock::new(|| {
    let lines = files("data/urls");
    let lines: Vec<&str> = lines.iter().flat_map(|text| text.lines()).collect();
    assert!(lines.len() > 10_000, "tests/data/urls");
    let mutated = lines.iter().enumerate().step_by(3).map(|(row, line)| {
        let at = row % (line.chars().count() + 1);
        let inserted = ['%', ' ', '\u{e9}', ':', '@', '/'][row % 6];
        line.chars().take(at).chain([inserted]).chain(line.chars().skip(at)).collect::<String>()
    });
    let all: Vec<String> =
        lines.iter().map(|line| (*line).to_owned()).chain(mutated).chain(others()).collect();
    all.into_iter().enumerate().map(|(row, text)| (row % 7 != 6).then_some(text)).collect()
});

fn others() -> Vec<String> {
    let long = format!("http://host.dom/{}", "long/".repeat(50_000));
    [
        "",
        " ",
        ":",
        "x:",
        "\u{e9}",
        "a\nb",
        "http://h/\r",
        "URL:http://h/",
        "<URL:http://h/~a b#c>",
        "https://host.dom/",
        "X-Db://joe:@host.dom/orders",
        "x-a-scheme-of-a-long-name:rest",
        "news:a@b",
        "FTP://h",
        "ftp://joe:secret@h/%0A",
        "file://elsewhere.dom/x",
        "gopher://h/7/find",
        "prospero://h/p;a=b;c=d;a=e",
        "http://192.168.001.001:080/",
        &long,
    ]
    .map(Into::into)
    .into()
}

/// Running texts: whole documents, their paragraphs, null, and nothing.
pub(crate) static DOCUMENTS: LazyLock<Rows> = LazyLock::new(|| {
    let texts = files("context/data");
    let paragraphs = texts.iter().flat_map(|text| text.split("\n\n").map(Into::into));
    let all: Vec<String> = texts.iter().cloned().chain(paragraphs).collect();
    all.into_iter().map(Some).chain([None, Some(String::new())]).collect()
});

fn files(folder: &str) -> Vec<String> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut paths: Vec<PathBuf> = fs::read_dir(tests.join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    paths.sort();
    let text = |path: &PathBuf| String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
    paths.iter().map(text).collect()
}

/// The texts in every layout, whole, and as a slice of each: the number of the first row, and the column.
pub(crate) fn columns(texts: &Rows) -> Vec<(usize, ArrayRef)> {
    let each = || texts.iter().map(Option::as_deref);
    let bytes = || each().map(|text| text.map(str::as_bytes));
    // Small blocks, so that the views are into many buffers.
    let mut views = StringViewBuilder::new().with_fixed_block_size(4096);
    each().for_each(|text| views.append_option(text));
    let views: StringViewArray = views.finish();
    assert!(views.data_buffers().len() > 10);
    let mut binary_views = BinaryViewBuilder::new().with_fixed_block_size(8192);
    bytes().for_each(|text| binary_views.append_option(text));
    let binary_views: BinaryViewArray = binary_views.finish();
    let words: DictionaryArray<Int32Type> = each().collect();
    let view_words = DictionaryArray::<Int32Type>::new(
        words.keys().clone(),
        Arc::new(
            words
                .values()
                .as_any()
                .downcast_ref::<StringArray>()
                .unwrap()
                .iter()
                .collect::<StringViewArray>(),
        ),
    );
    let whole: [ArrayRef; 8] = [
        Arc::new(each().collect::<StringArray>()),
        Arc::new(each().collect::<LargeStringArray>()),
        Arc::new(views),
        Arc::new(bytes().collect::<BinaryArray>()),
        Arc::new(bytes().collect::<LargeBinaryArray>()),
        Arc::new(binary_views),
        Arc::new(words),
        Arc::new(view_words),
    ];
    let (from, len) = (texts.len() / 3, texts.len() / 3);
    let sliced = whole.clone().map(|column| (from, column.slice(from, len)));
    whole.map(|column| (0, column)).into_iter().chain(sliced).collect()
}

/// A dictionary of few values, with nulls among the keys and among the values.
pub(crate) fn small_dictionary() -> DictionaryArray<UInt16Type> {
    let values = StringArray::from(vec![Some("ftp://host.dom/a-long-name.txt"), None, Some("no")]);
    let keys = vec![Some(0), Some(1), None, Some(2), Some(0)];
    DictionaryArray::new(keys.into(), Arc::new(values))
}
