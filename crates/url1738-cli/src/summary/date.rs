//! The date of a run.

use core::fmt;
use std::{
    env,
    time::{SystemTime, UNIX_EPOCH},
};

/// A date and time in UTC, to the minute. Display writes it for reading; the alternate form is that of HTML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Date {
    year: u64,
    month: u64,
    day: u64,
    minutes: u64,
}

impl Date {
    /// Returns the current date, or that of the variable `SOURCE_DATE_EPOCH`, with which a page can be made again.
    pub(crate) fn now() -> Self {
        let named = env::var("SOURCE_DATE_EPOCH").ok().and_then(|value| value.parse().ok());
        let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        Self::of_seconds(named.unwrap_or_else(now))
    }

    /// Returns the date this many seconds after 1970 began.
    fn of_seconds(seconds: u64) -> Self {
        const YEARS_400: u64 = 146_097;
        // Years begin in March, so that the day that leap years add is their last.
        let days = seconds / 86_400 + 719_468;
        let (era, day_of_era) = (days / YEARS_400, days % YEARS_400);
        let year_of_era =
            (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        // From March on, 153 days are five months: 31, 30, 31, 30, 31.
        let month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = era * 400 + year_of_era + u64::from(month <= 2);
        Self { year, month, day, minutes: seconds % 86_400 / 60 }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MONTHS: [&str; 12] = [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ];
        let Self { year, month, day, minutes } = *self;
        let (hour, minute) = (minutes / 60, minutes % 60);
        if f.alternate() {
            return write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}Z");
        }
        let name = usize::try_from(month - 1).ok().and_then(|month| MONTHS.get(month));
        write!(f, "{day} {} {year}, {hour:02}:{minute:02} UTC", name.unwrap_or(&""))
    }
}

#[cfg(test)]
mod tests {
    use super::Date;

    #[test]
    fn days_have_their_dates() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00Z"),
            (786_499_199, "1994-12-03T23:59Z"),
            (951_782_400, "2000-02-29T00:00Z"),
            (1_709_164_800, "2024-02-29T00:00Z"),
            (1_709_251_200, "2024-03-01T00:00Z"),
            (4_107_542_400, "2100-03-01T00:00Z"),
        ] {
            assert_eq!(format!("{:#}", Date::of_seconds(seconds)), expected);
        }
        let text = Date::of_seconds(1_700_000_000).to_string();
        assert_eq!(text, "14 November 2023, 22:13 UTC");
    }
}
