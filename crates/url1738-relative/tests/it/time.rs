//! The time is linear in the texts, whatever they hold.

use std::time::{Duration, Instant};

use url1738::{Url, relative::Resolution};

/// The shortest time of some runs.
fn time(work: impl Fn()) -> Duration {
    let run = || {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..5).map(|_| run()).min().unwrap()
}

#[test]
fn eight_times_the_text_takes_about_eight_times_as_long() {
    const SHAPES: [(&str, &str); 8] = [
        ("a/", "../"),
        ("/", "../"),
        ("a/", "./"),
        ("", "a/../"),
        ("", "../"),
        ("../", "a/"),
        ("a", "/"),
        (";", "?"),
    ];
    for (of_base, of_reference) in SHAPES {
        for end in ["x", "~"] {
            for resolution in [Resolution::Rfc1808, Resolution::Rfc3986] {
                let texts = |count: usize| {
                    let base = Url::parse(&format!("http://h/{}", of_base.repeat(count)))
                        .unwrap()
                        .to_owned();
                    (base, format!("x/{}{end}", of_reference.repeat(count)))
                };
                let run = |(base, reference): &(Url, String)| {
                    time(|| {
                        let joined = base.join_with(reference, resolution);
                        if let Ok(joined) = joined {
                            let _ = base.relativize_with(&joined.url, resolution);
                        }
                    })
                };
                let (few, many) = (texts(20_000), texts(160_000));
                // A busy machine may stretch one measurement; what is quadratic is so every time.
                let mut measured = Vec::new();
                let is_linear = (0..5).any(|_| {
                    let (short, long) = (run(&few), run(&many));
                    measured.push((short, long));
                    long < short * 32 + Duration::from_millis(20)
                });
                assert!(is_linear, "{of_base} {of_reference}{end} {resolution:?}: {measured:?}");
            }
        }
    }
}
