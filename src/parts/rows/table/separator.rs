//! What stands between the cells of a table, and a title above them.

use super::commas::without_thousands;

/// What stands between two cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Separator {
    Delimiter(u8),
    Blanks,
}

impl Separator {
    /// The separator of a table that starts so: the first of the marks that its first line has.
    pub fn of(start: &[u8]) -> Separator {
        let is_code = |line: &&[u8]| !line.trim_ascii().is_empty() && !line.starts_with(b"#");
        let first = start.split(|byte| *byte == b'\n').find(is_code).unwrap_or_default();
        let mut is_quoted = false;
        let bare: Vec<u8> = first
            .iter()
            .copied()
            .filter(|byte| {
                is_quoted ^= *byte == b'"';
                !is_quoted
            })
            .collect();
        match [b'\t', b';', b','].into_iter().find(|mark| bare.contains(mark)) {
            Some(b',') if has_commas_in_cells(&bare) || are_amounts(start) => Separator::Blanks,
            Some(delimiter) => Separator::Delimiter(delimiter),
            None if bare.trim_ascii().contains(&b' ') && !bare.contains(&b'"') => Separator::Blanks,
            None if are_amounts(start) => Separator::Blanks,
            None => Separator::Delimiter(b','),
        }
    }
}

/// Returns true for numbers with blanks between, of which one has a comma inside: `0,5 1,1`.
fn has_commas_in_cells(line: &[u8]) -> bool {
    let mut cells = line.split(u8::is_ascii_whitespace).filter(|cell| !cell.is_empty());
    let is_number = |cell: &[u8]| {
        let is_inside = |byte: &u8| byte.is_ascii_digit() || b".,".contains(byte);
        let cell = cell.strip_prefix(b"-").unwrap_or(cell);
        let ends = [cell.first(), cell.last()].into_iter().flatten();
        cell.iter().all(is_inside) && ends.into_iter().all(u8::is_ascii_digit)
    };
    let are_several = cells.clone().nth(1).is_some();
    are_several && cells.all(is_number)
}

/// Returns true for lines that are each one number with commas between its thousands, or none, perhaps
/// below a name: as rows of cells they would be uneven.
fn are_amounts(start: &[u8]) -> bool {
    let lines = start.split(|byte| b"\r\n".contains(byte)).map(<[u8]>::trim_ascii);
    let is_amount =
        |line: &&[u8]| str::from_utf8(line).is_ok_and(|line| without_thousands(line).is_some());
    let mut full = lines.filter(|line| !line.is_empty()).peekable();
    let has_name = full.next_if(|first| !is_amount(first) && !first.contains(&b',')).is_some();
    let mut commas = full.clone().map(|line| line.iter().filter(|byte| **byte == b',').count());
    let first = commas.next().unwrap_or_default();
    let is_uneven = has_name && first > 0 || commas.any(|count| count != first);
    is_uneven && full.all(|line| is_amount(&line))
}

/// The delimiter that the first line says, as Excel writes it: `sep=;`.
pub fn said_delimiter(start: &[u8]) -> Option<u8> {
    let first = start.split(|byte| b"\r\n".contains(byte)).next()?;
    match first.to_ascii_lowercase().as_slice() {
        [b's', b'e', b'p', b'=', mark] => Some(*mark),
        _ => None,
    }
}

/// The first line, if it is several words above a table whose cells commas, tabs or semicolons
/// separate.
pub fn title(start: &[u8], separator: Separator) -> Option<String> {
    let is_code = |line: &&[u8]| !line.trim_ascii().is_empty() && !line.starts_with(b"#");
    let mut lines = start.split(|byte| b"\r\n".contains(byte)).filter(is_code);
    let (first, second) = (lines.next()?, lines.next()?.trim_ascii());
    let is_table = second.iter().any(|byte| b",;\t".contains(byte)) && !second.contains(&b' ');
    let is_title = separator == Separator::Blanks && is_table && !are_amounts(start);
    is_title.then(|| String::from_utf8_lossy(first).trim().to_owned())
}
