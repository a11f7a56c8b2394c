//! Dates and times as ISO 8601 writes them: `2024-03-01`, `2024-03-01T12:30:05Z`.

mod round;

use std::fmt;

use super::error::{Error, Result, Span};

/// A point in time, written as a date where it is the beginning of a day, else with the time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Instant {
    /// The days since 1970-01-01.
    days: i64,
    /// The seconds since the day began, in universal time if a zone is given.
    seconds: f64,
}

const HOUR: f64 = 3600.0;
const MINUTE: f64 = 60.0;
const DAY: f64 = 86_400.0;
/// Seconds are written in steps of which one has so many,
const RESOLUTION: f64 = 1e6;
/// and in so many after this number of days, which has fewer digits left.
const COARSE: f64 = 1e3;
const FAR: f64 = 1e4;

impl Instant {
    /// Reads a date, with or without a time.
    pub fn read(text: &str) -> Option<Instant> {
        let (year, rest) = digits(text, 4)?;
        let (month, rest) = digits(rest.strip_prefix('-')?, 2)?;
        let (day, rest) = digits(rest.strip_prefix('-')?, 2)?;
        if !(1..=12).contains(&month) || !(1..=days_in(year, month)).contains(&day) {
            return None;
        }
        let seconds = match rest.strip_prefix(['T', 't', ' ']) {
            Some(time) => seconds(time)?,
            None => rest.is_empty().then_some(0.0)?,
        };
        Some(Instant { days: days_before(year, month) + day, seconds })
    }

    /// How a date is written.
    pub const WRITTEN: &str = "\"2024-03-01\" or \"2024-03-01T12:30\"";

    /// Tells whether a text may be meant as a date that is written otherwise: `3/4/2026`, `1.2.24`, `Mar 4, 2026`.
    pub fn is_meant(text: &str) -> bool {
        let is_mark = |it: char| "/.- ,".contains(it);
        let parts: Vec<&str> = text.split(is_mark).filter(|part| !part.is_empty()).collect();
        let [first, second, third] = parts.as_slice() else { return false };
        let number = |part: &str| part.parse::<u32>().ok().filter(|_| part.len() <= 4);
        let is_day = |part: &str| number(part).is_some_and(|it| (1..=31).contains(&it));
        let is_year = |part: &str| number(part).is_some() && [2, 4].contains(&part.len());
        let is_month = |part: &str| is_day(part) || is_month_name(part);
        is_month(first) && is_day(second) && is_year(third)
            || is_day(first) && is_month(second) && is_year(third)
            || is_year(first) && is_month(second) && is_day(third)
    }

    /// Reads what is to be a date.
    ///
    /// # Errors
    ///
    /// It is none, which the message says.
    pub fn expected(text: &str, span: Span, message: impl FnOnce() -> String) -> Result<Instant> {
        Instant::read(text).ok_or_else(|| {
            Error::new(span, message()).hint(format!("write it as {}", Instant::WRITTEN))
        })
    }

    /// Returns the days from another instant to this one.
    pub fn days_since(self, first: Instant) -> f64 {
        (self.days - first.days) as f64 + (self.seconds - first.seconds) / DAY
    }

    /// Returns the instant so many days later, to as small a part of a second as such a number tells;
    /// none outside the years 0 to 9999.
    pub fn later(self, days: f64) -> Option<Instant> {
        let whole = days.floor();
        let seconds = self.seconds + (days - whole) * DAY;
        let steps = if days.abs() < FAR { RESOLUTION } else { COARSE };
        let seconds = (seconds * steps).round() / steps;
        let day = self.days as f64 + whole + (seconds / DAY).floor();
        let is_written = day > days_before(0, 1) as f64 && day <= days_before(10_000, 1) as f64;
        is_written.then(|| Instant { days: day as i64, seconds: seconds.rem_euclid(DAY) })
    }

    /// Year, month and day.
    fn date(self) -> [i64; 3] {
        // By the mean length of a year, which is one off at most.
        let near = 1970 + (self.days as f64 / 365.2425).floor() as i64;
        let begun = |year: &i64| days_before(*year, 1) < self.days;
        let year = (near - 1..=near + 1).rev().find(begun).unwrap_or(near);
        let begun = |month: &i64| days_before(year, *month) < self.days;
        let month = (1..=12).rev().find(begun).unwrap_or(1);
        [year, month, self.days - days_before(year, month)]
    }
}

impl fmt::Display for Instant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [year, month, day] = self.date();
        write!(formatter, "{year:04}-{month:02}-{day:02}")?;
        if self.seconds == 0.0 {
            return Ok(());
        }
        let minutes = (self.seconds / MINUTE).floor();
        let (hour, minute) = ((minutes / 60.0).floor(), minutes % 60.0);
        write!(formatter, "T{hour:02}:{minute:02}")?;
        let micros = ((self.seconds - minutes * MINUTE) * RESOLUTION).round() as u64;
        if micros == 0 {
            return Ok(());
        }
        write!(formatter, ":{:02}", micros / 1_000_000)?;
        let part = format!("{:06}", micros % 1_000_000);
        match part.trim_end_matches('0') {
            "" => Ok(()),
            part => write!(formatter, ".{part}"),
        }
    }
}

/// The seconds of `12:30`, `12:30:05.25`, `12:30Z` or `12:30+01:00`.
fn seconds(time: &str) -> Option<f64> {
    let (hour, rest) = digits(time, 2)?;
    let (minute, rest) = digits(rest.strip_prefix(':')?, 2)?;
    let (second, rest) = match rest.strip_prefix(':') {
        None => (0.0, rest),
        Some(rest) => {
            let is_part = |it: char| it.is_ascii_digit() || it == '.';
            let (second, rest) = rest.split_at(rest.find(|it| !is_part(it)).unwrap_or(rest.len()));
            (digits(second, 2).and_then(|_| second.parse().ok())?, rest)
        }
    };
    // A day may end at 24:00, and a minute with a leap second.
    let is_time = hour < 24 && minute < 60 && second < 61.0 || hour == 24 && minute == 0;
    let zone = match rest.trim_start() {
        "" | "Z" | "z" => 0.0,
        zone => {
            let (sign, zone) = match zone.strip_prefix('+') {
                Some(zone) => (1.0, zone),
                None => (-1.0, zone.strip_prefix(['-', '\u{2212}'])?),
            };
            let (hours, rest) = digits(zone, 2)?;
            let rest = rest.strip_prefix(':').unwrap_or(rest);
            let (minutes, rest) = if rest.is_empty() { (0, rest) } else { digits(rest, 2)? };
            rest.is_empty().then_some(sign * (hours as f64 * HOUR + minutes as f64 * MINUTE))?
        }
    };
    is_time.then_some(hour as f64 * HOUR + minute as f64 * MINUTE + second - zone)
}

/// Tells whether a word begins as the English name of a month does.
fn is_month_name(word: &str) -> bool {
    const MONTHS: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let word = word.to_lowercase();
    MONTHS.iter().any(|month| word.starts_with(month))
}

/// So many digits at the start of a text as a number, and what follows them.
fn digits(text: &str, count: usize) -> Option<(i64, &str)> {
    let (number, rest) = text.split_at_checked(count)?;
    let are_digits = number.bytes().all(|byte| byte.is_ascii_digit());
    Some((number.parse().ok().filter(|_| are_digits)?, rest))
}

fn days_in(year: i64, month: i64) -> i64 {
    days_before(year, month + 1) - days_before(year, month)
}

/// The days from 1970-01-01 to the day before a month, in the Gregorian calendar; month 13 is the next
/// January.
fn days_before(year: i64, month: i64) -> i64 {
    // Years from March to February have their leap day last.
    let months = 12 * year + month - 3;
    let (year, month) = (months.div_euclid(12), months.rem_euclid(12));
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    365 * year + leap_days + (153 * month + 2) / 5 - 719_469
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(text: &str) -> Option<f64> {
        let epoch = Instant::read("1970-01-01").unwrap();
        Instant::read(text).map(|it| it.days_since(epoch))
    }

    #[test]
    fn dates_and_times_are_days() {
        for (text, wanted) in [
            ("1970-01-02", 1.0),
            ("1969-12-31", -1.0),
            ("2000-02-29", 11_016.0),
            ("2000-03-01", 11_017.0),
            ("2024-12-31", 20_088.0),
            ("0001-01-01", -719_162.0),
            ("1970-01-01T12:00", 0.5),
            ("1970-01-01 06:00:00Z", 0.25),
            ("1970-01-01T12:00+06:00", 0.25),
            ("1970-01-01T00:00:00.5-0600", 0.25 + 0.5 / DAY),
            ("1970-01-01T24:00", 1.0),
        ] {
            assert_eq!(days(text), Some(wanted), "{text}");
        }
        for text in [
            "",
            "1970",
            "1970-1-1",
            "1970-13-01",
            "1970-02-29",
            "2100-02-29",
            "1970-01-01x",
            "1970-01-01T",
            "1970-01-01T25:00",
            "1970-01-01T12:60",
            "1970-01-01 12",
            "1970-01-01 12:00 x",
            "+970-01-01",
            "1970-01-01T12:00+1",
        ] {
            assert_eq!(days(text), None, "{text}");
        }
    }

    #[test]
    fn dates_that_are_written_otherwise_are_told() {
        for text in ["3/4/2026", "31.12.99", "4 March 2026", "Mar 4, 2026", "2026/3/4", "4-Mar-26"]
        {
            assert!(Instant::is_meant(text), "{text}");
        }
        for text in ["", "3/4", "a b c", "1.5", "192.168.0.1", "99/99/99", "room 3 204", "1-2-3"] {
            assert!(!Instant::is_meant(text), "{text}");
        }
    }

    #[test]
    fn what_is_read_is_written() {
        let first = Instant::read("2024-03-01T06:15").unwrap();
        for text in [
            "2024-03-01T06:15",
            "2024-03-01",
            "0000-01-01",
            "9999-12-31T23:59:59.999",
            "2024-03-01T06:15:00.000001",
            "1969-12-31T00:00:01",
            "2024-02-29T12:30:05.25",
        ] {
            let days = Instant::read(text).unwrap().days_since(first);
            let later = first.later(days).unwrap();
            assert_eq!(later.to_string(), text);
            assert_eq!(Instant::read(text).unwrap().days_since(first), days, "{text}");
        }
        assert_eq!(first.later(1e-12), Some(first));
        for days in [f64::NAN, f64::INFINITY, 1e7, -1e7] {
            assert_eq!(first.later(days), None, "{days}");
        }
    }

    #[test]
    fn every_day_follows_the_one_before() {
        let mut last = Instant::read("1895-12-31").unwrap();
        for year in 1896..2105 {
            for month in 1..=12 {
                for day in 1..=days_in(year, month) {
                    let next = Instant::read(&format!("{year:04}-{month:02}-{day:02}")).unwrap();
                    assert_eq!(next.days_since(last), 1.0, "{year}-{month}-{day}");
                    assert_eq!(next.date(), [year, month, day]);
                    last = next;
                }
            }
        }
    }
}
