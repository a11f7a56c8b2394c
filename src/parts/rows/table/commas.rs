//! What a comma inside of a number means in a table: nothing that is sure, a decimal mark, or a mark
//! between thousands.

use super::separator::Separator;

/// What the commas in its numbers mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Commas {
    /// There is none, or what it means is not sure: `1,250`.
    Unknown,
    /// They are decimal marks: `2,5`.
    Decimal,
    /// They set thousands apart: `1,250.5`.
    Thousands,
}

impl Commas {
    /// What they mean in a table that starts so: what all numbers that leave no doubt say.
    pub fn of(start: &[u8], separator: Separator) -> Commas {
        let delimiter = match separator {
            // Of all that write so, it is the reason for the semicolon.
            Separator::Delimiter(b';') => return Commas::Decimal,
            Separator::Delimiter(delimiter) => Some(delimiter),
            Separator::Blanks => None,
        };
        let is_quoted = delimiter == Some(b',');
        if !start.contains(&b',') || is_quoted && !start.contains(&b'"') {
            return Commas::Unknown;
        }
        let mut said = Commas::Unknown;
        let is_end = |byte: &u8| match delimiter {
            Some(b',') => *byte == b'"',
            Some(delimiter) => *byte == delimiter || b"\r\n\"".contains(byte),
            None => byte.is_ascii_whitespace(),
        };
        // Between commas only a cell in quotes has one of its own.
        let (first, stride) = if is_quoted { (1, 2) } else { (0, 1) };
        for cell in start.split(is_end).skip(first).step_by(stride) {
            match (said, Commas::of_cell(cell)) {
                (_, Commas::Unknown) => {}
                (Commas::Unknown, told) => said = told,
                (before, told) if before != told => return Commas::Unknown,
                _ => {}
            }
        }
        said
    }

    /// What they mean in a cell, if that leaves no doubt.
    fn of_cell(cell: &[u8]) -> Commas {
        let Some(text) = str::from_utf8(cell).ok().map(str::trim) else { return Commas::Unknown };
        let digits = text.trim_start_matches(['-', '+', '\u{2212}']);
        let Some((head, tail)) = digits.split_once(',') else { return Commas::Unknown };
        let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !head.is_empty() && are_digits(head) && !tail.is_empty() && are_digits(tail) {
            let may_be_group = tail.len() == 3 && head.len() <= 3 && !head.starts_with('0');
            return if may_be_group { Commas::Unknown } else { Commas::Decimal };
        }
        let is_sure = tail.contains(['.', ',']) && without_thousands(digits).is_some();
        if is_sure { Commas::Thousands } else { Commas::Unknown }
    }
}

/// Returns a number without the commas between its thousands; none for another text.
pub fn without_thousands(text: &str) -> Option<String> {
    let digits = text.trim_start_matches(['-', '+']);
    let (whole, _) = digits.split_once('.').unwrap_or((digits, ""));
    let mut groups = whole.split(',');
    let are_digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let first = groups.next()?;
    let has_groups = groups.clone().next().is_some();
    let is_first = !first.is_empty() && (first.len() <= 3 || !has_groups) && are_digits(first);
    let is_whole = is_first && groups.all(|group| group.len() == 3 && are_digits(group));
    is_whole.then(|| text.replace(',', ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_without_doubt_say_what_a_comma_means() {
        for (text, separator, expected) in [
            ("0,5\t1,1\n1,0\t2,9\n", Separator::Delimiter(b'\t'), Commas::Decimal),
            ("1,250\t0,5\n", Separator::Delimiter(b'\t'), Commas::Decimal),
            ("1,250\t3,400\n", Separator::Delimiter(b'\t'), Commas::Unknown),
            ("1,250\t3,400.5\n", Separator::Delimiter(b'\t'), Commas::Thousands),
            ("1,250,000\t2\n", Separator::Delimiter(b'\t'), Commas::Thousands),
            ("0,5\t3,400.5\n", Separator::Delimiter(b'\t'), Commas::Unknown),
            ("0,5 1,1\n", Separator::Blanks, Commas::Decimal),
            ("-1,5\t-2,5\n", Separator::Delimiter(b'\t'), Commas::Decimal),
            ("a, b\tc\n", Separator::Delimiter(b'\t'), Commas::Unknown),
            ("\"1,250.5\",2\n3,4\n", Separator::Delimiter(b','), Commas::Thousands),
            ("1,25\n3,45\n", Separator::Delimiter(b','), Commas::Unknown),
        ] {
            assert_eq!(Commas::of(text.as_bytes(), separator), expected, "{text}");
        }
    }
}
