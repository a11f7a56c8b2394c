//! Slips in the names by which a lesson knows its blocks and paragraphs.

use super::fence::{CODE, Fence};
use super::{Exercise, is_transcript};
use crate::language::{Error, Span, is_one_letter_from, quoted};

/// What is wrong with a block whose name is a slip for one that means something, as far as what stands in it
/// can be read as that: other blocks are none of ours, such as `asm`.
pub(super) fn of_fence(fence: &Fence) -> Option<Error> {
    let mut words = fence.info.split_whitespace();
    let first = words.next()?;
    // Behind the name of all blocks may stand that of one.
    let second = words.next().filter(|_| first == CODE);
    let own = second.unwrap_or(first);
    if second.is_none() && first == CODE || Exercise::names().any(|name| name == own) {
        return None;
    }
    let reads = |name: &str| match Exercise::read(name, &fence.content) {
        Some(read) => read.is_ok() && !(name == "quiz" && is_transcript(&fence.content)),
        None => second.is_none(),
    };
    let mut all = [CODE].into_iter().chain(Exercise::names());
    let meant = all.find(|name| is_slip(own, name) && reads(name))?;
    let error = Error::new(Span::default(), format!("there is no block {}", quoted(own)));
    Some(error.hint(format!("write {meant}")))
}

/// What is wrong with a paragraph that is nearly one that begins a session or names leaves to vary.
pub(super) fn of_paragraph(said: &str) -> Option<Error> {
    /// Longer ones are prose, whatever they begin with.
    const LONGEST: usize = 200;
    if said.len() > LONGEST {
        return None;
    }
    let no_blanks = said.replace(' ', "");
    let meant = if is_slip(&no_blanks, "session:new") || is_slip(said, "session new") {
        "session: new".to_owned()
    } else {
        let (word, names) = said.split_once([':', ' '])?;
        let has_colon = said.get(word.len()..).is_some_and(|rest| rest.starts_with(':'));
        let names = names.trim_start_matches([' ', ':']);
        let is_name = |name: &str| {
            let mut letters = name.chars();
            let is_first = letters.next().is_some_and(|it| it.is_alphabetic() || it == '_');
            is_first && letters.all(|it| it.is_alphanumeric() || it == '_')
        };
        let is_range = |word: &str| word.contains(':') && !word.contains(char::is_alphabetic);
        let mut all = names.split([' ', ',']).filter(|it| !it.is_empty()).peekable();
        let are_names = all.peek().is_some() && all.all(|it| is_name(it) || is_range(it));
        let is_meant = word == "vary" || has_colon && is_slip(word, "vary");
        if !(is_meant && are_names) {
            return None;
        }
        format!("vary: {names}")
    };
    let error = Error::new(Span::default(), format!("this paragraph is read as prose: {said}"));
    Some(error.hint(format!("write {meant}")))
}

/// True for a word that is another but for one letter, for capitals, or for marks around it.
fn is_slip(word: &str, other: &str) -> bool {
    let letters = word.trim_matches(|it: char| !it.is_alphanumeric());
    letters.eq_ignore_ascii_case(other) || is_one_letter_from(letters, other)
}

#[cfg(test)]
mod tests {
    use super::super::{Lesson, PartKind};
    use super::*;

    #[test]
    fn a_paragraph_with_a_slip_is_told() {
        for (said, wanted) in [
            ("sesion: new", Some("session: new")),
            ("Session new", Some("session: new")),
            ("session: nwe", Some("session: new")),
            ("session: new.", Some("session: new")),
            ("vray: a b", Some("vary: a b")),
            ("Vary: a b 1:20", Some("vary: a b 1:20")),
            ("vary a, b", Some("vary: a, b")),
            ("vary : a", Some("vary: a")),
            ("session: newly begun", None),
            ("A new session", None),
            ("Vary them", None),
            ("vary the numbers of a and b, and see!", None),
            ("Very: see there, it is 4", None),
            ("", None),
        ] {
            let found = of_paragraph(said);
            let hint = found.as_ref().and_then(Error::advice).map(|it| it.replace("write ", ""));
            assert_eq!(hint.as_deref(), wanted, "{said}");
        }
        let slips = Lesson::read("# A\n\nsesion: new\n\nb\n\nvary a\n").slips;
        assert_eq!(slips.iter().map(|it| it.0).collect::<Vec<_>>(), [3, 7]);
    }

    #[test]
    fn a_block_with_a_slip_is_told() {
        let wrong = |opening: &str, content: &str| {
            let parts = Lesson::read(&format!("{opening}\n{content}\n```\n")).parts;
            match parts.into_iter().next().map(|part| part.kind) {
                Some(PartKind::Wrong(_, error)) => error.advice().map(str::to_owned),
                _ => None,
            }
        };
        let (ask, task, code) = ("What?\n= 2", "Do.\ngoal a > 2", "a = 2");
        for (opening, content, wanted) in [
            ("```aks", ask, "write ask"),
            ("```gradcalc aks", ask, "write ask"),
            ("```gradcalc Quiz", "L", "write quiz"),
            ("```gradcalc {task}", task, "write task"),
            ("```Gradcalc", code, "write gradcalc"),
            ("```{gradcalc}", code, "write gradcalc"),
            ("```gradclac quiz", "L", "write gradcalc"),
        ] {
            assert_eq!(wrong(opening, content).as_deref(), Some(wanted), "{opening}");
        }
        for (opening, content) in [
            ("```gradcalc", code),
            ("```gradcalc x", code),
            ("```gradcalc aks", code),
            ("```asm", code),
            ("```text", ask),
            ("```gradcalc ask", ask),
        ] {
            assert_eq!(wrong(opening, content), None, "{opening}");
        }
    }
}
