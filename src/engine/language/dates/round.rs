//! Round dates between two, for an axis.

use super::{DAY, HOUR, Instant, MINUTE, days_before};

/// The steps of months,
const MONTHS: [i64; 10] = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600];
/// of days,
const DAYS: [f64; 4] = [1.0, 2.0, 5.0, 10.0];
/// and of a day, in seconds.
const SECONDS: [f64; 10] = [
    1.0,
    10.0,
    MINUTE,
    5.0 * MINUTE,
    15.0 * MINUTE,
    30.0 * MINUTE,
    HOUR,
    3.0 * HOUR,
    6.0 * HOUR,
    12.0 * HOUR,
];

impl Instant {
    /// Returns at most so many dates, each by the days since this one and as short a text as says it, between
    /// two numbers of days, where a year, a month, a day or a part of one begins; none where there are no
    /// such few.
    pub fn round_between(self, from: f64, to: f64, most: usize) -> Vec<(f64, String)> {
        let places = |step: f64| {
            let since = self.seconds / DAY;
            let begin = ((from + since) / step - 1e-9).ceil();
            let count = ((to + since) / step + 1e-9).floor() - begin + 1.0;
            (count <= most as f64).then(|| {
                let place = |at: usize| (begin + at as f64) * step - since;
                (0..count.max(0.0) as usize).map(place).collect::<Vec<f64>>()
            })
        };
        let parts = SECONDS.iter().map(|seconds| seconds / DAY).chain(DAYS);
        if let Some(places) = parts.into_iter().find_map(places) {
            let mut day = None;
            let texts = places.into_iter().filter_map(|at| {
                let instant = self.later(at)?;
                let text = instant.to_string();
                // The day is said once.
                let known = day.replace(instant.days) == Some(instant.days);
                let time = text.split_once('T').filter(|_| known).map(|(_, time)| time.to_owned());
                Some((at, time.unwrap_or(text)))
            });
            return texts.collect();
        }
        let found = MONTHS.into_iter().find_map(|step| self.months_between([from, to], step, most));
        found.unwrap_or_default()
    }

    /// The beginnings of every so many months.
    fn months_between(
        self,
        [from, to]: [f64; 2],
        step: i64,
        most: usize,
    ) -> Option<Vec<(f64, String)>> {
        let [year, month, _] = self.later(from)?.date();
        let first = (12 * year + month - 1).div_euclid(step) * step;
        let mut found = Vec::new();
        for at in 0.. {
            let month = first + at * step;
            let (year, month) = (month.div_euclid(12), month.rem_euclid(12) + 1);
            let begin = Instant { days: days_before(year, month) + 1, seconds: 0.0 };
            let place = begin.days_since(self);
            if place > to {
                break;
            }
            if place >= from {
                let text = if step % 12 == 0 {
                    format!("{year:04}")
                } else {
                    format!("{year:04}-{month:02}")
                };
                found.push((place, text));
            }
            if found.len() > most {
                return None;
            }
        }
        Some(found)
    }
}
