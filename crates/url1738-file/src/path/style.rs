//! The rules for names on Unix and on Windows.

use url1738_core::{Span, part::FSEGMENT, plan::Refusal};

use crate::refusal::{
    NO_DRIVE_LETTER, NOT_UTF_8, SEPARATOR_IN_NAME, WINDOWS_DEVICE, WINDOWS_DROPPED, WINDOWS_OCTET,
};

/// The rules for the paths of a system. Both are compiled on every system, so that both are tested on every one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Unix,
    Windows,
}

impl Style {
    pub(super) const HERE: Self = if cfg!(windows) { Self::Windows } else { Self::Unix };

    pub(super) const fn separator(self) -> u8 {
        match self {
            Self::Unix => b'/',
            Self::Windows => b'\\',
        }
    }
}

/// Why a name is not one of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// `/` or NUL, which separates names or ends the path everywhere.
    Separator,
    NoDrive,
    DriveAlone,
    Windows,
    Dropped,
    Device,
    NotUtf8,
}

impl Fault {
    /// Returns the fault of the segment at `place`, of which the first is a drive on Windows.
    pub(super) fn of_segment(name: &[u8], place: usize, style: Style) -> Option<Self> {
        let is = |set: &'static [u8]| name.iter().any(|octet| set.contains(octet));
        if is(b"/\0") {
            return Some(Self::Separator);
        }
        match (style, place) {
            (Style::Unix, _) => None,
            (Style::Windows, 0) => (!is_drive(name)).then_some(Self::NoDrive),
            _ if is(br#"\<>:"|?*"#) || name.iter().any(u8::is_ascii_control) => Some(Self::Windows),
            _ if core::str::from_utf8(name).is_err() => Some(Self::NotUtf8),
            _ if !matches!(name, b"." | b"..") && matches!(name, [.., b'.' | b' ']) => {
                Some(Self::Dropped)
            }
            _ => is_device(name).then_some(Self::Device),
        }
    }

    pub(super) const fn at(self, span: Span) -> Refusal {
        let info = match self {
            Self::Separator => &SEPARATOR_IN_NAME,
            Self::NoDrive => &NO_DRIVE_LETTER,
            Self::DriveAlone => {
                const { &NO_DRIVE_LETTER.with_message("no `/` after the drive letter") }
            }
            Self::Windows => &WINDOWS_OCTET,
            Self::Dropped => &WINDOWS_DROPPED,
            Self::Device => &WINDOWS_DEVICE,
            Self::NotUtf8 => &NOT_UTF_8,
        };
        Refusal::new(&FSEGMENT, span, info)
    }
}

/// Returns whether `name` is a drive letter and `:`.
fn is_drive(name: &[u8]) -> bool {
    matches!(name, [letter, b':'] if letter.is_ascii_alphabetic())
}

/// Returns whether Windows reads `name` as a device, whatever its extension: `NUL.txt` is one, too. The digits of `COM1`
/// may be superscripts.
fn is_device(name: &[u8]) -> bool {
    let stem = name.split(|octet| matches!(octet, b'.' | b':')).next().unwrap_or_default();
    let stem = stem.trim_ascii_end().to_ascii_uppercase();
    match stem.as_slice() {
        b"CON" | b"PRN" | b"AUX" | b"NUL" | b"CONIN$" | b"CONOUT$" => true,
        [b'C', b'O', b'M', digit @ ..] | [b'L', b'P', b'T', digit @ ..] => {
            matches!(digit, [b'1'..=b'9'] | [0xC2, 0xB9 | 0xB2 | 0xB3])
        }
        _ => false,
    }
}
