//! The names of nodes in equations.

use std::fmt::Write;

use crate::graph::{ANSWER, Label, Names, Part, Value, split};
use crate::language::without_marks;

/// The name of a node: `x1` becomes x with an index, `loss` a word, `L.2` L with a bracketed index,
/// `c@1` c with a superscript, and `mlp.w1.2.3` mlp with an index.
pub fn spelled(names: &Names, node: &Value) -> String {
    let called = names.reference(node);
    let (name, binding, part) = split(&called).unwrap_or((&called, None, Part::WHOLE));
    let mut text = if name == ANSWER { "\\mathit{ans}".to_owned() } else { word(name) };
    if let Some(binding) = binding {
        // In braces, so that a power may follow.
        text = format!("{{{text}^{{({binding})}}}}");
    }
    match part {
        Part::WHOLE => text,
        Part::Number(part) => match (Label { part, ..Label::default() }).member() {
            Some(member) => format!("{{{text}}}_{{o{member}}}"),
            None => format!("{{{text}}}_{{[{part}]}}"),
        },
        Part::Leaf(place) => format!("{{{text}}}_{{{}}}", place.written()),
        Part::Neuron(place) => format!("{{{text}}}_{{{}}}", place.written()),
    }
}

/// A text in words.
pub fn in_words(text: &str) -> String {
    let text = without_marks(text);
    let escaped = text.chars().map(|character| match character {
        '\\' => "\\backslash ".to_owned(),
        '#' | '$' | '%' | '&' | '_' | '{' | '}' => format!("\\{character}"),
        '^' | '~' => format!("\\{character}{{}}"),
        plain => plain.to_string(),
    });
    format!("\\text{{{}}}", escaped.collect::<String>())
}

/// A name without its binding and part.
pub fn word(name: &str) -> String {
    let primes = name.chars().rev().take_while(|c| matches!(c, '\'' | '′' | '″')).count();
    let plain: Vec<char> = name.chars().collect();
    let (stem, primes) = plain.split_at(plain.len() - primes);
    let is_index = |c: &char| c.is_ascii_digit() || subscript(*c).is_some();
    // The index is what follows the first underscore, or else the digits at the end.
    let line = stem.iter().skip(1).position(|c| *c == '_').map(|at| at + 1);
    let digits = stem.iter().rev().take_while(|c| is_index(c)).count();
    let cut = line.unwrap_or(stem.len() - digits.min(stem.len() - 1));
    let (base, index) = stem.split_at(cut);
    let index: String = index
        .iter()
        .filter(|c| Some(cut) != line || **c != '_')
        .map(|c| subscript(*c).unwrap_or(*c))
        .collect();
    let mut text = letters(base);
    if !index.is_empty() {
        let is_number = index.chars().all(|c| c.is_ascii_digit());
        let index: Vec<char> = index.chars().collect();
        let shown = if is_number { index.iter().collect() } else { letters(&index) };
        let _ = write!(text, "_{{{shown}}}");
    }
    for prime in primes {
        text.push_str(if *prime == '″' { "''" } else { "'" });
    }
    text
}

/// A single letter, or several as a word.
fn letters(letters: &[char]) -> String {
    let shown: String = letters
        .iter()
        .map(|letter| match (greek(*letter), letter) {
            (Some(command), _) => format!("{{{command}}}"),
            (None, '_') => "\\_".to_owned(),
            (None, letter) => letter.to_string(),
        })
        .collect();
    match letters.len() {
        0 | 1 => shown,
        _ => format!("\\mathit{{{shown}}}"),
    }
}

fn subscript(letter: char) -> Option<char> {
    let digit = u32::from(letter).checked_sub(u32::from('₀')).filter(|digit| *digit < 10)?;
    char::from_digit(digit, 10)
}

/// Greek letters and their commands.
const LETTERS: &[(char, &str)] = &[
    ('α', "\\alpha"),
    ('β', "\\beta"),
    ('γ', "\\gamma"),
    ('δ', "\\delta"),
    ('ε', "\\varepsilon"),
    ('ϵ', "\\epsilon"),
    ('ζ', "\\zeta"),
    ('η', "\\eta"),
    ('θ', "\\theta"),
    ('ϑ', "\\vartheta"),
    ('ι', "\\iota"),
    ('κ', "\\kappa"),
    ('λ', "\\lambda"),
    ('μ', "\\mu"),
    ('µ', "\\mu"),
    ('ν', "\\nu"),
    ('ξ', "\\xi"),
    ('ο', "o"),
    ('π', "\\pi"),
    ('ρ', "\\rho"),
    ('σ', "\\sigma"),
    ('ς', "\\varsigma"),
    ('τ', "\\tau"),
    ('υ', "\\upsilon"),
    ('φ', "\\varphi"),
    ('ϕ', "\\phi"),
    ('χ', "\\chi"),
    ('ψ', "\\psi"),
    ('ω', "\\omega"),
    ('Γ', "\\Gamma"),
    ('Δ', "\\Delta"),
    ('Θ', "\\Theta"),
    ('Λ', "\\Lambda"),
    ('Ξ', "\\Xi"),
    ('Π', "\\Pi"),
    ('Σ', "\\Sigma"),
    ('Φ', "\\Phi"),
    ('Ψ', "\\Psi"),
    ('Ω', "\\Omega"),
];

/// The command of a Greek letter.
fn greek(letter: char) -> Option<&'static str> {
    LETTERS.iter().find(|(known, _)| *known == letter).map(|(_, command)| *command)
}

/// The Greek letter of a command, without its backslash.
pub fn greek_letter(command: &str) -> Option<char> {
    let is_it = |known: &str| known.strip_prefix('\\') == Some(command);
    LETTERS.iter().find(|(_, known)| is_it(known)).map(|(letter, _)| *letter)
}
