//! The questions of a Gopher+ form.

/// A question of a Gopher+ form (section 3.4.8): a line `Ask: Your name?` of its ASK block.
///
/// ```
/// use url1738_client::FormQuestion;
///
/// let prompt = b"+ASK:\r\n Note: All is optional\r\n Ask: Name?\r\n AskP: Password?\r\n+ADMIN:\r\n";
/// let questions: Vec<_> = FormQuestion::all(prompt).collect();
/// assert_eq!(questions.len(), 2);
/// assert_eq!((questions[0].text, questions[0].is_secret), (&b"Ask: Name?"[..], false));
/// assert_eq!((questions[1].text, questions[1].is_secret), (&b"AskP: Password?"[..], true));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FormQuestion<'a> {
    /// The line, which a server chose: it is not safe to show as it is.
    pub text: &'a [u8],
    /// Whether the answer is a password, which is not to be shown: `AskP`.
    pub is_secret: bool,
}

impl<'a> FormQuestion<'a> {
    /// Returns the questions of a prompt, in the order of the items of the answer.
    pub fn all(prompt: &'a [u8]) -> impl Iterator<Item = Self> {
        let lines = prompt.split(|octet| *octet == b'\n').map(<[u8]>::trim_ascii);
        let lines = lines.skip_while(|line| !line.starts_with(b"+ASK:")).skip(1);
        let lines = lines.take_while(|line| !line.starts_with(b"+") && *line != b".");
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with(b"Note:"));
        lines.map(|text| Self {
            text,
            is_secret: text.get(..5).is_some_and(|kind| kind.eq_ignore_ascii_case(b"AskP:")),
        })
    }
}
