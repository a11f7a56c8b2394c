//! ASCII replacements for terminals without UTF-8.

use std::borrow::Cow;

use super::Style;

/// Replaces drawing characters and mathematical signs by ASCII.
pub fn in_ascii(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.replace("χ²", "chi^2").chars() {
        if character == '∂' && !plain.ends_with('/') {
            plain.push_str("local ");
        }
        match STAND_INS.iter().find(|(drawn, _)| *drawn == character) {
            Some((_, stand_in)) => plain.push_str(stand_in),
            None => plain.push(character),
        }
    }
    plain
}

/// Returns the text as drawn, for its width.
pub(super) fn drawn<'text>(text: Cow<'text, str>, style: &Style) -> Cow<'text, str> {
    if style.ascii && !text.is_ascii() { Cow::Owned(in_ascii(&text)) } else { text }
}

const STAND_INS: &[(char, &str)] = &[
    ('○', "o"),
    ('●', "*"),
    ('◆', "#"),
    ('•', "*"),
    ('·', "."),
    ('─', "-"),
    ('│', "|"),
    ('┼', "+"),
    ('╮', "."),
    ('╯', "'"),
    ('┬', "+"),
    ('┴', "+"),
    ('├', "|"),
    ('└', "`"),
    ('┐', "."),
    ('┘', "'"),
    ('┌', "."),
    ('┤', "|"),
    ('∂', "d"),
    ('×', "x"),
    ('→', "->"),
    ('…', "..."),
    ('µ', "u"),
    ('µ', "u"),
    ('▁', "."),
    ('▂', ":"),
    ('▃', "-"),
    ('▄', "="),
    ('▅', "+"),
    ('▆', "*"),
    ('▇', "#"),
    ('█', "@"),
    ('▌', "#"),
    ('░', "."),
    ('▒', ":"),
    ('▓', "%"),
    ('±', "+/-"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_local_derivative_is_told_from_a_total_one() {
        assert_eq!(in_ascii("∂e/∂b = 1   df/de = -6"), "local de/db = 1   df/de = -6");
        assert_eq!(in_ascii("█▇▆▅▄▃▂▁"), "@#*+=-:.");
    }

    /// The views and the commands draw: each character they use needs its stand-in.
    #[test]
    fn everything_that_is_drawn_has_a_stand_in() {
        // Marks of the language, which are read and not drawn; letters are those of names.
        const READ: &str = "·×−÷∞₀₉ₐₜ⁰⁹′″²√∛°";
        let is_letter = |c: &char| c.is_alphabetic() && *c != 'µ';
        let mut missing = Vec::new();
        let mut work = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))];
        while let Some(path) = work.pop() {
            if path.is_dir() {
                work.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let is_drawing = ["command", "parts", "render", "repl", "report"]
                .iter()
                .any(|room| path.to_string_lossy().contains(&format!("/src/{room}")));
            let is_test = path.to_string_lossy().contains("/tests");
            // Exports are files in a language of their own.
            let is_export = path.to_string_lossy().contains("/parts/export/");
            if !is_drawing || is_test || is_export {
                continue;
            }
            for line in code.lines() {
                let line = line.split("//").next().unwrap_or_default();
                let drawn =
                    line.chars().filter(|c| !c.is_ascii() && !READ.contains(*c) && !is_letter(c));
                let without = |c: &char| !STAND_INS.iter().any(|(drawn, _)| drawn == c);
                missing.extend(drawn.filter(without).map(|c| (path.clone(), c)));
            }
        }
        assert_eq!(missing, []);
        assert!(STAND_INS.iter().all(|(_, stand_in)| stand_in.is_ascii()));
    }
}
