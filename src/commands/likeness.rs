//! Notes on names that take the place of a constant, or only look like another name.

use std::borrow::Cow;

use crate::ops;
use crate::report::{Part, numbers};
use crate::session::{self, Session};

/// Letters that look alike: on the left those of another script, on the right the ones they pass for.
const ALIKE: [(&str, &str); 3] = [
    ("аеорсухіјѕһԁԛԝАВЕКМНОРСТУХІЈЅ", "aeopcyxijshdqwABEKMHOPCTYXIJS"),
    ("οΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "oABEZHIKMNOPTYX"),
    // The micro sign and the letter.
    ("µ", "μ"),
];

/// The most names that each new one is compared with; where there are more, only its own letters
/// tell.
const MOST: usize = 200;

/// Returns the notes on a name that is about to be bound to a node.
pub fn of_node(session: &Session, name: &str) -> Vec<Part> {
    if session.has_name(name) {
        return Vec::new();
    }
    let constant = ops::constant(name).map(|constant| {
        let value = numbers::answer(constant.value, None);
        let note = "no longer means the constant";
        Part::Note(format!("{name} {note} {value}; :del {name} brings that back"))
    });
    let is_fitted = session::fitted_names(session).any(|(fitted, _)| fitted == name);
    let fitted = is_fitted.then(|| {
        let note = "no longer means that of the last :fit";
        Part::Note(format!("{name} {note}; :del {name} brings that back"))
    });
    constant.into_iter().chain(fitted).chain(of_name(session, name)).collect()
}

/// Returns the notes on a name that is about to be a function's.
pub fn of_function(session: &Session, name: &str) -> Vec<Part> {
    let is_new = !session.has_function(name);
    let operation = (is_new && ops::gives_way(name)).then(|| {
        let note = "no longer means the operation";
        Part::Note(format!("{name} {note}; :del {name} brings that back"))
    });
    operation.into_iter().chain(of_name(session, name)).collect()
}

/// Returns the note on a new name that looks like another one.
pub fn of_name(session: &Session, name: &str) -> Option<Part> {
    let is_operation = |other: &str| ops::call_names().any(|known| known == other);
    let exists = |other: &str| {
        session.has_name(other) || ops::constant(other).is_some() || is_operation(other)
    };
    let plain = plain(name);
    let odd = session.names().if_few(MOST).filter(|other| !other.is_ascii());
    let other = if plain != name && exists(&plain) {
        plain.into_owned()
    } else {
        odd.filter(|other| self::plain(other) == plain).min()?.to_owned()
    };
    // Asked last, since few names come so far.
    if exists(name) {
        return None;
    }
    let differs = name.chars().zip(other.chars()).find(|(own, its)| own != its);
    let (own, its) = differs?;
    let its_own = latin(own).is_some();
    let place = if its_own {
        format!("its {own} is U+{:04X}", own as u32)
    } else {
        format!("the {its} there is U+{:04X}", its as u32)
    };
    Some(Part::Note(format!("{name} is not {other}, though it looks like it: {place}")))
}

/// Returns the name that a name looks like.
fn plain(name: &str) -> Cow<'_, str> {
    if name.is_ascii() {
        return Cow::Borrowed(name);
    }
    name.chars().map(|letter| latin(letter).unwrap_or(letter)).collect()
}

/// Returns the letter that a letter of another script passes for.
fn latin(letter: char) -> Option<char> {
    const WIDE: u32 = 'Ａ' as u32 - 'A' as u32;
    const ALPHABETS: std::ops::RangeInclusive<u32> = 0x1D400..=0x1D6A3;
    let code = letter as u32;
    match letter {
        _ if letter.is_ascii() => None,
        'Ａ'..='Ｚ' | 'ａ'..='ｚ' => char::from_u32(code - WIDE),
        // Bold, italic and other letters of formulas: alphabets of 52.
        _ if ALPHABETS.contains(&code) => {
            let place = usize::try_from((code - ALPHABETS.start()) % 52).ok()?;
            ('A'..='Z').chain('a'..='z').nth(place)
        }
        _ => ALIKE.iter().find_map(|(letters, like)| {
            let place = letters.chars().position(|it| it == letter)?;
            like.chars().nth(place)
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_look_alike_are_pairs() {
        for (letters, like) in ALIKE {
            assert_eq!(letters.chars().count(), like.chars().count());
            assert!(letters.chars().all(|letter| !letter.is_ascii()), "{letters}");
        }
        assert_eq!(plain("аа"), "aa");
        assert_eq!(plain("ｘ𝑥𝐀"), "xxA");
        assert_eq!(plain("αρν"), "αρν");
    }
}
