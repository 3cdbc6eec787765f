//! Further readings of the grammar that the oracle needs.

use crate::{dfa::Dfa, grammar::Grammar, nfa::Nfa, oracle::SCHEMES};

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
