//! The lints of host names that are written with A-labels: what they look like to a reader.

#[cfg(feature = "idna")]
use unicode_security::{
    RestrictionLevel, RestrictionLevelDetection as _, is_potential_mixed_script_confusable_char,
};

#[cfg(feature = "idna")]
use super::list::Lints;
use super::list::lint;
use crate::syntax::code::CodeInfo;
#[cfg(feature = "idna")]
use crate::syntax::{international::to_unicode, part::PartSpan};

/// Adds the lints of the labels of a host (UTS 39).
#[cfg(feature = "idna")]
pub(super) fn host(at: PartSpan, text: &str, lints: &mut Lints) {
    if to_unicode(at.span.slice(text)).is_none() {
        return;
    }
    for span in at.span.split(text, b'.') {
        let Some(label) = to_unicode(span.slice(text)) else { continue };
        let at = PartSpan { span, ..at };
        if label.as_str().detect_restriction_level() > RestrictionLevel::HighlyRestrictive {
            lints.push(at, &MIXED_SCRIPTS);
        } else if label.chars().all(is_lookalike) {
            lints.push(at, &CONFUSABLE_NAME);
        }
    }
}

/// Returns whether a character of a label looks like one of another script. Skeletons (UTS 39, section 4) would say more, and
/// their tables are larger than the crate.
#[cfg(feature = "idna")]
fn is_lookalike(c: char) -> bool {
    is_potential_mixed_script_confusable_char(c) || c.is_ascii_digit() || c == '-'
}

/// Label of letters that do not belong to one language (section 3.1).
pub(crate) static MIXED_SCRIPTS: CodeInfo = lint("mixed-scripts", "3.1")
    .with_message("label that mixes scripts: it may look like another name (UTS 39)")
    .with_explanation("A label that mixes scripts which no language mixes, such as Latin and Cyrillic, often imitates another name. Browsers show it as an A-label.")
    .with_examples("http://xn--pple-43d.dom/", "http://xn--bcher-kva.dom/");

/// Label that looks like one in another script (section 3.1).
pub(crate) static CONFUSABLE_NAME: CodeInfo = lint("confusable-name", "3.1")
    .with_message("label that looks like one in another script (UTS 39)")
    .with_explanation("Each letter of the label looks like one of another script, so that readers may take the name for another.")
    .with_examples("http://xn--80ak6aa92e.dom/", "http://xn--80aswg.dom/");
