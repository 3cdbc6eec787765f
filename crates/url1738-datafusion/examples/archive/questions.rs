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
