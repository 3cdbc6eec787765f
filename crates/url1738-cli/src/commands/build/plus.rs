//! The options for the forms of a Gopher+ string (sections 3.4.5 to 3.4.9).

use clap::{Arg, ArgAction, ArgMatches};
use url1738::{Error, GopherUrl};

use super::{
    super::part_options::{switch, values},
    text,
};

/// Returns the options, of which one can be given, or a view with a language.
pub(super) fn options() -> [Arg; 5] {
    let all = ["view", "ask", "attribute", "form", "plus"];
    let alone = |option: Arg| {
        let name = option.get_id().clone();
        option.conflicts_with_all(all.into_iter().filter(move |other| name != *other))
    };
    [
        alone(text("view", "TYPE", "Gopher+: view of the item")),
        text("language", "LANG", "Gopher+: language of the view").requires("view"),
        alone(switch("ask", "Gopher+: the item has a form to fill in".to_owned())),
        alone(
            text(
                "attribute",
                "NAME",
                "Gopher+: attribute to request, as +ABSTRACT; may be repeated",
            )
            .action(ArgAction::Append),
        ),
        alone(
            text("form", "ANSWER", "Gopher+: answer to a question of the form; may be repeated")
                .action(ArgAction::Append),
        ),
    ]
}

/// Returns the Gopher+ string that is asked for, if any.
///
/// # Errors
/// Returns the answer to a form that no form can contain, and the error.
pub(super) fn string(matches: &ArgMatches) -> Result<Vec<Vec<u8>>, (String, Error)> {
    let all = |name| values(matches, name);
    if let Some(string) = all("plus").last() {
        return Ok(vec![string.to_vec()]);
    }
    let shown = |error| (String::from_utf8_lossy(&all("form").concat()).into_owned(), error);
    let mut builder = GopherUrl::builder("host").map_err(shown)?;
    if let Some(view) = all("view").last() {
        builder = match all("language").last() {
            Some(language) => builder.view(view, language),
            None => builder.plus_string(&[b"+", *view].concat()),
        };
    } else if matches.get_flag("ask") {
        builder = builder.ask();
    } else if !all("attribute").is_empty() {
        builder = builder.item_attributes(all("attribute"));
    } else if !all("form").is_empty() {
        builder = builder.form(all("form")).map_err(shown)?;
    }
    let url = builder.build();
    Ok(url.gopher_plus_string().map(|string| string.decode().into_owned()).into_iter().collect())
}
