//! The lints of host names that are written with A-labels: what they look like to a reader.

use unicode_security::{
    RestrictionLevel, RestrictionLevelDetection as _, confusable_detection::skeleton,
};

use super::{
    list::Lints,
    server::{CONFUSABLE_NAME, MIXED_SCRIPTS},
};
use crate::syntax::{international::to_unicode, part::PartSpan};

/// Adds the lints of the labels of a host (UTS 39).
pub(super) fn host(at: PartSpan, text: &str, lints: &mut Lints) {
    if to_unicode(at.span.slice(text)).is_none() {
        return;
    }
    for span in at.span.split(text, b'.') {
        let Some(label) = to_unicode(span.slice(text)) else { continue };
        let at = PartSpan { span, ..at };
        if label.as_str().detect_restriction_level() > RestrictionLevel::HighlyRestrictive {
            lints.push(at, &MIXED_SCRIPTS);
        } else if skeleton(&label).all(|c| c.is_ascii()) {
            lints.push(at, &CONFUSABLE_NAME);
        }
    }
}
