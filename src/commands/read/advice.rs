//! What to write for cells that are numbers in other words, and for tables that are none.

use crate::files::Text;
use crate::language::quoted;
use crate::report::numbers;

/// What a table without numbers may lack.
pub const HOW_IT_IS_READ: &str = "commas, tabs, semicolons or blanks separate cells; the first line \
                                  is the header, and # starts a line above it";

/// Returns what a column without numbers has instead.
pub fn first_cell(cell: Option<&Text>) -> Option<String> {
    Some(format!("it begins with {}", quoted(&cell?.text)))
}

/// Returns what to write for a cell that is a number in other words.
pub fn advice(cell: Option<&Text>) -> Option<String> {
    let text = cell?.text.as_str();
    thousands(text).or_else(|| {
        let percent = text.strip_suffix('%').and_then(|it| it.trim().parse::<f64>().ok());
        if let Some(percent) = percent {
            return Some(format!(
                "write {} for {}",
                numbers::answer(percent / 100.0, None),
                quoted(text)
            ));
        }
        let with_point = text.replacen(',', ".", 1);
        let is_decimal = text.contains(',') && with_point.parse::<f64>().is_ok();
        let is_large = || text.parse::<f64>().is_ok_and(f64::is_infinite);
        if is_decimal {
            Some(format!("write {with_point} for {text}, or ; between cells"))
        } else {
            is_large().then(|| "numbers go to 1.8e308; infinity is written inf".to_owned())
        }
    })
}

/// Returns what to do about a cell whose thousands are set apart: `1,000`.
fn thousands(text: &str) -> Option<String> {
    let whole = without_thousands(text)?;
    Some(format!("write {whole} for {}, without a separator between thousands", quoted(text)))
}

/// Returns a number with the marks between its thousands taken out; none for another text.
fn without_thousands(text: &str) -> Option<String> {
    let digits = text.trim_start_matches(['-', '+']);
    [',', '.', '\'', '\u{2019}', ' ', '\u{A0}', '\u{202F}', '_'].into_iter().find_map(|mark| {
        let end = digits.find(|it: char| !it.is_ascii_digit() && it != mark);
        let (whole, _) = digits.split_at(end.unwrap_or(digits.len()));
        let mut groups = whole.split(mark);
        let is_first = |group: &str| (1..=3).contains(&group.len());
        let is_whole = groups.next().is_some_and(is_first) && groups.clone().next().is_some();
        let is_whole = is_whole && groups.all(|group| group.len() == 3);
        let joined = text.replace(mark, "");
        // A comma that is left is a decimal one.
        let number = joined.replace(',', ".");
        (is_whole && number.parse::<f64>().is_ok()).then_some(joined)
    })
}
