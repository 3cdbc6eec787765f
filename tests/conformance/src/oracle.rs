//! The verdict of the grammar on a text.

use std::sync::Arc;

use crate::{
    dfa::Dfa,
    exceptions::Measure,
    grammar::Grammar,
    nfa::Nfa,
    split::{Piece, Splitter},
};

/// The ten schemes of section 5, in its order.
pub const SCHEMES: [&str; 10] =
    ["ftp", "file", "http", "gopher", "mailto", "news", "nntp", "telnet", "wais", "prospero"];

/// Decision 15: the characters of a host name, dots among them.
pub const LONGEST_NAME: usize = 255;

/// The productions of `strict.bnf` that hold a range, not prose (decisions 17 and 18).
const RANGES: [&str; 2] = ["hostnumber", "port"];

/// The verdicts of the grammar on the texts of one production.
#[derive(Clone, Debug)]
pub struct Oracle {
    /// Its name in reports.
    pub title: &'static str,
    /// The production of `rfc1738.bnf`.
    pub entry: &'static str,
    /// The scheme names that its texts begin with in the suites.
    pub names: Vec<&'static str>,
    /// The automaton of section 5 as published.
    pub grammar: Grammar,
    /// The automaton of section 5.
    pub bnf: Dfa,
    /// The automaton of the decisions.
    pub strict: Dfa,
    /// The automaton of the decisions with labels of any length: all of their structure in few
    /// states.
    pub uncounted: Dfa,
    /// The automaton of the decisions without the ranges of numbers.
    prose: Dfa,
    /// That of section 5 with the ranges of numbers.
    range: Dfa,
    /// The automata of section 5 and of the decisions for texts without `@`, where they differ.
    without_at: Option<[Dfa; 2]>,
    /// The automaton of the general syntax.
    any_scheme: Dfa,
    /// The splits, tried in this order.
    splitters: Vec<Arc<Splitter>>,
    /// The oracles of the union, that of the general syntax last.
    members: Vec<Self>,
}

/// The rule that refuses a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// None: it is valid.
    Valid,
    /// The BNF.
    Bnf,
    /// The prose.
    Prose,
    /// A range.
    Range,
    /// The prose and a range.
    ProseAndRange,
}

/// The verdict of the grammar on one text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truth {
    /// Whether it is valid, and if not, which rule says so.
    pub verdict: Verdict,
    /// Where the strict automaton dies; the end of the text if it does not.
    pub death: usize,
    /// Whether the strict automaton accepts it, which does not count the characters of a name.
    pub in_table: bool,
}

impl Oracle {
    /// Returns the oracle of a scheme of section 5.
    #[must_use]
    pub fn of_scheme(name: &'static str) -> Self {
        Self::of_scheme_in(name, &Grammar::strict())
    }

    /// Like [`Oracle::of_scheme`], but with another reading of the grammar in place of the strict one.
    ///
    /// # Panics
    ///
    /// Panics if the name is not one of [`SCHEMES`].
    #[must_use]
    pub fn of_scheme_in(name: &'static str, strict: &Grammar) -> Self {
        let entry = match name {
            "ftp" => "ftpurl",
            "file" => "fileurl",
            "http" => "httpurl",
            "gopher" => "gopherurl",
            "mailto" => "mailtourl",
            "news" => "newsurl",
            "nntp" => "nntpurl",
            "telnet" => "telneturl",
            "wais" => "waisurl",
            "prospero" => "prosperourl",
            other => panic!("{other} is not a scheme of section 5"),
        };
        let bnf = Grammar::bnf();
        let automaton = |grammar: &Grammar| Dfa::new(&Nfa::new(grammar, entry, false));
        let only_prose = strict.replaced_by(&bnf.with_only(&RANGES));
        let only_ranges = strict.replaced_by(&bnf.without(&RANGES));
        Self {
            title: name,
            entry,
            names: vec![name],
            bnf: automaton(&bnf),
            strict: automaton(strict),
            uncounted: automaton(&strict.replaced_by(&uncounted())),
            prose: automaton(&only_prose),
            range: automaton(&only_ranges),
            without_at: without_at(name).map(|productions| {
                [&bnf, strict].map(|grammar| automaton(&grammar.replaced_by(&productions)))
            }),
            any_scheme: Dfa::new(&Nfa::new(&bnf, "genericurl", false)),
            splitters: vec![Arc::new(Splitter::new(strict, entry))],
            members: Vec::new(),
            grammar: bnf,
        }
    }

    /// Returns the oracle of the general syntax, for any scheme name.
    #[must_use]
    pub fn generic() -> Self {
        let (bnf, strict) = (Grammar::bnf(), Grammar::strict());
        let automaton = Dfa::new(&Nfa::new(&bnf, "genericurl", false));
        // Decision 2: the form of IP-based protocols first.
        let splitters =
            ["ip-url", "opaque-url"].map(|entry| Arc::new(Splitter::new(&strict, entry)));
        Self {
            title: "generic",
            entry: "genericurl",
            names: vec!["x", "1-+."],
            grammar: bnf,
            bnf: automaton.clone(),
            strict: automaton.clone(),
            uncounted: automaton.clone(),
            prose: automaton.clone(),
            range: automaton.clone(),
            without_at: None,
            any_scheme: automaton,
            splitters: splitters.into(),
            members: Vec::new(),
        }
    }

    /// Returns the oracle of the union: the ten schemes, and the general syntax for all other names
    /// (decision 1).
    #[must_use]
    pub fn union(ten: &[Self]) -> Self {
        let generic = Self::generic();
        let others = generic.bnf.combined(&named_as_one_of_ten(), |generic, ten| generic && !ten);
        let union = |of: fn(&Self) -> &Dfa| {
            ten.iter().fold(others.clone(), |all, one| all.combined(of(one), |a, b| a || b))
        };
        let members: Vec<Self> = ten.iter().chain([&generic]).cloned().collect();
        Self {
            title: "union",
            entry: "url",
            names: vec!["x", "url", "ftp", "gopher"],
            bnf: union(|one| &one.bnf),
            strict: union(|one| &one.strict),
            uncounted: union(|one| &one.uncounted),
            prose: union(|one| &one.prose),
            range: union(|one| &one.range),
            without_at: None,
            any_scheme: generic.any_scheme.clone(),
            splitters: members.iter().flat_map(|one| one.splitters.clone()).collect(),
            members,
            grammar: generic.grammar,
        }
    }

    /// Returns the verdict on `text`, and writes its parts into `pieces` if it is valid.
    pub fn judge(&self, text: &[u8], pieces: &mut Vec<Piece>) -> Truth {
        pieces.clear();
        let run = self.strict.run(text);
        let verdict = match run.accepted {
            true => {
                let split = self.split(text, pieces);
                debug_assert!(split, "an accepted text has a split: {text:?}");
                if has_long_name(text, pieces) { Verdict::Prose } else { Verdict::Valid }
            }
            false if !self.bnf.accepts(text) => Verdict::Bnf,
            false if self.prose.accepts(text) && !may_have_long_name(text) => Verdict::Range,
            false if self.range.accepts(text) => Verdict::Prose,
            false => Verdict::ProseAndRange,
        };
        Truth { verdict, death: run.death, in_table: run.accepted }
    }

    /// Returns where a refused text is wrong, by the narrowest automaton that applies.
    #[must_use]
    pub fn measure(&self, text: &[u8], truth: Truth) -> (Measure, usize) {
        if let Some(member) = self.members.iter().find(|member| member.is_named(text)) {
            return member.measure(text, truth);
        }
        if self.names.len() == 1 && !self.is_named(text) {
            return (Measure::AnyScheme, self.any_scheme.run(text).death);
        }
        let by_bnf = truth.verdict == Verdict::Bnf;
        match &self.without_at {
            Some([bnf, strict]) if !self.has_at(text) => {
                let automaton = if by_bnf { bnf } else { strict };
                (Measure::WithoutAt, automaton.run(text).death)
            }
            _ if by_bnf => (Measure::Bnf, self.bnf.run(text).death),
            _ => (Measure::Strict, truth.death),
        }
    }

    /// Whether this is the oracle of all schemes at once.
    #[must_use]
    pub fn is_union(&self) -> bool {
        !self.members.is_empty()
    }

    /// Whether the text begins with the scheme's name and a colon.
    #[must_use]
    pub fn is_named(&self, text: &[u8]) -> bool {
        let name = self.title.as_bytes();
        let head = text.get(..name.len()).unwrap_or_default();
        head.eq_ignore_ascii_case(name) && text.get(name.len()) == Some(&b':')
    }

    /// Whether a login contains an `@`; in a scheme without login, whether the text does.
    fn has_at(&self, text: &[u8]) -> bool {
        let part = &text[self.title.len() + 1..];
        let login = part.strip_prefix(b"//").filter(|_| self.title != "news");
        let login = login.map(|rest| rest.split(|byte| *byte == b'/').next().unwrap_or_default());
        login.unwrap_or(part).contains(&b'@')
    }

    /// Writes the parts of a text that the strict automaton accepts into `pieces`.
    pub fn split(&self, text: &[u8], pieces: &mut Vec<Piece>) -> bool {
        self.splitters.iter().any(|splitter| splitter.split(text, pieces))
    }

    /// Returns the automaton that splits its texts, if one splits them all.
    #[must_use]
    pub fn splitter(&self) -> Option<&Splitter> {
        match self.splitters.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }
}

/// Decision 15, literally: whether a host name among the parts has over 255 characters.
///
/// As an automaton this would be the product of two counters, to 63 and to 255.
fn has_long_name(text: &[u8], pieces: &[Piece]) -> bool {
    pieces.iter().any(|piece| {
        let part = &text[piece.start..piece.end];
        match piece.part {
            "host" => is_long_name(part),
            "article" => is_long_name(part.rsplit(|byte| *byte == b'@').next().unwrap_or_default()),
            "encoded822addr" => {
                let address = decoded(part);
                let domain = address.rsplit(|byte| *byte == b'@').next().unwrap_or_default();
                !address.ends_with(b"]") && is_long_name(domain)
            }
            _ => false,
        }
    })
}

/// Whether a host is a name, not a number, and too long.
fn is_long_name(host: &[u8]) -> bool {
    let top = host.rsplit(|byte| *byte == b'.').next().unwrap_or_default();
    host.len() > LONGEST_NAME && top.first().is_some_and(u8::is_ascii_alphabetic)
}

/// Whether a refused text holds a run of characters of host names that long.
fn may_have_long_name(text: &[u8]) -> bool {
    let in_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"-.".contains(byte);
    text.split(|byte| !in_name(byte)).any(|run| run.len() > LONGEST_NAME)
}

/// Returns the decoded octets of a part, whose escapes are whole.
#[must_use]
pub fn decoded(part: &[u8]) -> Vec<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let mut octets = Vec::new();
    let mut rest = part;
    while let [first, tail @ ..] = rest {
        match tail {
            [high, low, after @ ..] if *first == b'%' => {
                octets.push(digit(*high).unwrap_or(0) << 4 | digit(*low).unwrap_or(0));
                rest = after;
            }
            _ => {
                octets.push(*first);
                rest = tail;
            }
        }
    }
    octets
}

/// Labels of any length (against decision 15).
pub(crate) fn uncounted() -> Grammar {
    let bnf = Grammar::bnf().with_only(&["domainlabel", "toplabel"]);
    let mailto = "mail-label = mail-alphadigit [ *[ mail-alphadigit | mail-hyphen ] mail-alphadigit ]\n\
                  mail-top = mail-alpha [ *[ mail-alphadigit | mail-hyphen ] mail-alphadigit ]";
    bnf.replaced_by(&Grammar::read(mailto).expect("productions in the notation"))
}

/// Returns the productions without `@`.
pub(crate) fn without_at(name: &str) -> Option<Grammar> {
    let production = match name {
        "ftp" | "telnet" => "login = hostport",
        "news" => "grouppart = \"*\" | group",
        _ => return None,
    };
    Some(Grammar::read(production).expect("a production in the notation"))
}

/// Returns the texts that begin with one of the ten names and a colon.
pub(crate) fn named_as_one_of_ten() -> Dfa {
    let names: Vec<String> = SCHEMES.iter().map(|name| format!("\"{name}:\"")).collect();
    let text = format!("named = ( {} ) *xchar", names.join(" | "));
    let named = Grammar::read(&text).expect("a production in the notation");
    Dfa::new(&Nfa::new(&Grammar::bnf().replaced_by(&named), "named", false))
}
