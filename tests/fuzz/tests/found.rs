//! Regression tests for what the targets found.

use url1738_fuzz as fuzz;

/// Resolves `\xHH` and `\\`.
fn octets(text: &str) -> Vec<u8> {
    let (mut octets, mut rest) = (Vec::new(), text.as_bytes());
    while let Some((first, tail)) = rest.split_first() {
        rest = tail;
        match (first, tail) {
            (b'\\', [b'x', high, low, tail @ ..]) => {
                let digit = |digit: &u8| char::from(*digit).to_digit(16).unwrap() as u8;
                octets.push(digit(high) * 16 + digit(low));
                rest = tail;
            }
            (b'\\', [b'\\', tail @ ..]) => {
                octets.push(b'\\');
                rest = tail;
            }
            _ => octets.push(*first),
        }
    }
    octets
}

#[test]
fn what_was_found_holds() {
    for line in include_str!("../found.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [target, text, _] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        fuzz::target(target)(&octets(text));
    }
}

/// Servers that agree, lie and stop, in every way in which their octets can be cut.
#[test]
fn exchanges_hold() {
    let servers: [&[u8]; 9] = [
        b"220 hi\r\n331 ?\r\n230 in\r\n250 ok\r\n200 i\r\n229 (|||7|)\r\n150 go\r\ndata226 ok\r\n",
        b"220-a\r\nb\r\n220 c\r\n331 hunter2\r\n530 hunter2\r\n",
        b"+4\r\nitem",
        b"+-1\r\nitem\r\n.\r\n",
        b"--1\r\n1 none\r\n.\r\n",
        b"3none\t\th\t1\r\n.\r\n",
        b"HTTP/1.0 200 OK\r\nContent-Length: 4\r\n\r\nitem",
        b"200 hi\r\n200 r\r\n211 g\r\n220 a\r\n..x\r\n.\r\n",
        b"\xff\xfd\x01login\xff\xff\xff\xfa\x01\xff\xf0",
    ];
    for server in servers {
        for url in 0..12 {
            for size in (0..80).step_by(13) {
                for end in 0..=server.len() {
                    fuzz::exchange(&[&[url, size], &server[..end]].concat());
                }
            }
        }
    }
}
