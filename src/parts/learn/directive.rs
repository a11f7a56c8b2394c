//! What may be typed in place of an answer: `:hint`, `skip`.

/// What a line asks for in place of an answer.
#[derive(Debug, Clone, Copy)]
pub enum Directive {
    /// A hint.
    Hint,
    /// What may be typed.
    Help,
    /// The answer.
    Skip,
    /// The end of the questions.
    Quit,
}

const ALL: [(&str, Directive); 6] = [
    ("hint", Directive::Hint),
    ("help", Directive::Help),
    ("?", Directive::Help),
    ("skip", Directive::Skip),
    ("quit", Directive::Quit),
    ("exit", Directive::Quit),
];

/// Returns what a line asks for: after a colon also by its first letters, without one if it is no name of a node.
pub fn directive(typed: &str, is_name: bool) -> Option<Directive> {
    let short = typed.strip_prefix(':').map(str::trim).filter(|word| !word.is_empty());
    let is_meant = |name: &str| match short {
        Some(word) => name.starts_with(word),
        None => name == typed && !is_name,
    };
    ALL.iter().find(|(name, _)| is_meant(name)).map(|(_, directive)| *directive)
}
