//! ASCII replacements for terminals without UTF-8.

/// Replaces drawing characters and mathematical signs by ASCII.
pub fn in_ascii(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        match STAND_INS.iter().find(|(drawn, _)| *drawn == character) {
            Some((_, stand_in)) => plain.push_str(stand_in),
            None => plain.push(character),
        }
    }
    plain
}

/// Returns true if the locale is UTF-8, or not set.
pub(super) fn speaks_utf8(variable: impl Fn(&str) -> Option<String>) -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(|name| variable(name).filter(|value| !value.is_empty()));
    locale.is_none_or(|locale| {
        let locale = locale.to_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
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
    ('▁', "_"),
    ('▂', "_"),
    ('▃', "-"),
    ('▄', "-"),
    ('▅', "="),
    ('▆', "="),
    ('▇', "#"),
    ('█', "#"),
    ('▌', "#"),
    ('±', "+/-"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_says_whether_there_is_more_than_ascii() {
        let speaks = |set: &[(&str, &str)]| {
            speaks_utf8(|name| {
                set.iter().find(|(it, _)| *it == name).map(|(_, value)| (*value).to_owned())
            })
        };
        assert!(speaks(&[]));
        assert!(speaks(&[("LANG", "de_CH.UTF-8")]));
        assert!(speaks(&[("LC_ALL", ""), ("LC_CTYPE", "C.utf8"), ("LANG", "C")]));
        assert!(!speaks(&[("LC_ALL", "C"), ("LANG", "en_US.UTF-8")]));
        assert!(!speaks(&[("LANG", "POSIX")]));
    }

    /// The views and the commands draw: each character they use needs its stand-in.
    #[test]
    fn everything_that_is_drawn_has_a_stand_in() {
        // Marks of the language, which are read and not drawn; letters are those of names.
        const READ: &str = "·×−÷∞₀₉ₐₜ⁰⁹′″²√°";
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
            let is_drawing = ["views", "commands", "tutor", "report", "shell/prompt"]
                .iter()
                .any(|room| path.to_string_lossy().contains(&format!("/src/{room}")));
            let is_test = path.file_stem().is_some_and(|name| name == "tests");
            // Exports are files in a language of their own.
            let is_export = path.to_string_lossy().contains("/views/export/");
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
