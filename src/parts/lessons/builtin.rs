//! The texts of the lessons that come with the program.

/// Each by its name.
const TEXTS: [(&str, &str); 5] = [
    ("lecture", include_str!("../../../lessons/lecture.md")),
    ("by-hand", include_str!("../../../lessons/by-hand.md")),
    ("first-fit", include_str!("../../../lessons/first-fit.md")),
    ("uncertainty", include_str!("../../../lessons/uncertainty.md")),
    ("second-lecture", include_str!("../../../lessons/second-lecture.md")),
];

/// The text of a lesson; empty for an unknown name.
pub fn text(name: &str) -> &'static str {
    TEXTS.iter().find(|(own, _)| *own == name).map_or("", |(_, text)| text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::lessons::lesson::SHELF;

    #[test]
    fn what_is_listed_is_there() {
        let names =
            |list: &[(&'static str, &'static str)]| list.iter().map(|it| it.0).collect::<Vec<_>>();
        assert_eq!(names(&TEXTS), names(&SHELF));
    }
}
