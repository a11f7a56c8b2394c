//! The declared arguments of a command: kind, optional or repeated, and their usage text.

use crate::core::language::Rule;

/// One argument of a command, required unless it says otherwise.
#[derive(Debug, Clone, Copy)]
pub struct Argument {
    /// Its name in usage, or the keyword itself.
    pub name: &'static str,
    /// The kind of its words.
    pub kind: ArgumentKind,
    /// True if it may be omitted.
    pub optional: bool,
    /// True if it may be given several times, together with its `following` arguments, or alone if
    /// it is one of those.
    pub repeats: bool,
    /// True if it must come right after the argument before it, and only with it.
    pub follows: bool,
}

/// The kinds of arguments.
#[derive(Debug, Clone, Copy)]
pub enum ArgumentKind {
    /// Any node, or an expression.
    Node,
    /// An expression in which blanks mean nothing.
    Formula,
    /// A leaf.
    Leaf,
    /// A node that has a name, leaf or computed.
    Named,
    /// A name, or a function's.
    Name,
    /// A number, which may be written as an expression.
    Number,
    /// A number with `± U` after it, or `± U` alone.
    Uncertain,
    /// An expression that is true in some rows: `x < 10 and y > 0`.
    Condition,
    /// Two expressions and `=` between them. Where several may stand, commas are between them.
    Equation,
    /// Any node, an expression, or an equation.
    NodeOrEquation,
    /// A whole number.
    Count {
        /// The least allowed.
        least: u64,
        /// The most allowed.
        most: u64,
    },
    /// A file.
    File,
    /// A file, or a name in its place.
    FileOrName,
    /// Words up to a comma, which is between several.
    Phrase,
    /// One of a few words.
    Choice(&'static Choices),
    /// A topic of the help.
    Topic,
    /// The argument's name, typed literally. Keywords may come in any order, after the required arguments.
    Keyword,
    /// A whole statement: the rest of the line.
    Statement,
}

/// The words allowed for an argument.
#[derive(Debug)]
pub struct Choices {
    /// The noun for one of them: `format`.
    pub noun: &'static str,
    /// Returns each word with a line of help, which may be empty.
    pub all: fn() -> Vec<(&'static str, &'static str)>,
}

impl Choices {
    /// Returns the words.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        (self.all)().into_iter().map(|(name, _)| name)
    }

    /// Returns the words as text: `table, json or csv`.
    pub fn either(&self) -> String {
        let mut names: Vec<&str> = self.names().collect();
        let last = names.pop().unwrap_or_default();
        if names.is_empty() { last.to_owned() } else { format!("{} or {last}", names.join(", ")) }
    }

    /// Returns a sentence that lists the words with help, or all if none has any.
    pub fn listed(&self) -> String {
        let if_helped = |(name, help): (_, &str)| (!help.is_empty()).then_some(name);
        let helped: Vec<&str> = (self.all)().into_iter().filter_map(if_helped).collect();
        let names = if helped.is_empty() { self.names().collect() } else { helped };
        let verb = if names.len() == 1 { " is" } else { "s are" };
        format!("the {}{verb} {}", self.noun, names.join(", "))
    }
}

impl Argument {
    /// Declares an argument of a kind.
    pub const fn new(name: &'static str, kind: ArgumentKind) -> Argument {
        Argument { name, kind, optional: false, repeats: false, follows: false }
    }

    /// Declares a node, or an expression.
    pub const fn node(name: &'static str) -> Argument {
        Argument::new(name, ArgumentKind::Node)
    }

    /// Declares a leaf.
    pub const fn leaf(name: &'static str) -> Argument {
        Argument::new(name, ArgumentKind::Leaf)
    }

    /// Declares a number, which may be written as an expression.
    pub const fn number(name: &'static str) -> Argument {
        Argument::new(name, ArgumentKind::Number)
    }

    /// Declares a whole number in a range.
    pub const fn count(name: &'static str, least: u64, most: u64) -> Argument {
        Argument::new(name, ArgumentKind::Count { least, most })
    }

    /// Declares a file.
    pub const fn file(name: &'static str) -> Argument {
        Argument::new(name, ArgumentKind::File)
    }

    /// Declares one of a few words.
    pub const fn choice(name: &'static str, choices: &'static Choices) -> Argument {
        Argument::new(name, ArgumentKind::Choice(choices))
    }

    /// Declares an optional keyword; one that ends in `=` has its number after it.
    pub const fn keyword(name: &'static str) -> Argument {
        Argument::new(name, ArgumentKind::Keyword).optional()
    }

    /// Makes it optional.
    pub const fn optional(self) -> Argument {
        Argument { optional: true, ..self }
    }

    /// Allows it several times, together with its `following` arguments.
    pub const fn repeated(self) -> Argument {
        Argument { repeats: true, ..self }
    }

    /// Requires it right after the argument before it, and only with that.
    pub const fn following(self) -> Argument {
        Argument { follows: true, ..self }
    }

    /// Returns true for a keyword.
    pub fn is_keyword(&self) -> bool {
        matches!(self.kind, ArgumentKind::Keyword)
    }
}

impl ArgumentKind {
    /// Returns the rule of the grammar that reads it.
    pub fn rule(self) -> Rule {
        use ArgumentKind::*;
        match self {
            Node | NodeOrEquation | Number => Rule::short_equation,
            Leaf | Named | Name => Rule::short_formula,
            Formula | Condition | Equation => Rule::equation,
            Uncertain => Rule::value,
            Count { .. } => Rule::counts,
            File | FileOrName | Choice(_) | Topic => Rule::file,
            Phrase => Rule::phrase,
            Keyword => Rule::opening,
            Statement => Rule::line,
        }
    }

    /// Returns true if it is one of a few words, and this is one of them.
    pub fn has_choice(self, word: &str) -> bool {
        matches!(self, ArgumentKind::Choice(choices) if choices.names().any(|name| name == word))
    }

    /// Returns true if commas separate several.
    pub fn has_commas(self) -> bool {
        use ArgumentKind::*;
        matches!(self, Equation | NodeOrEquation | Phrase)
    }

    /// Returns true if it is a name, or may be one.
    pub fn is_name(self) -> bool {
        use ArgumentKind::*;
        matches!(self, Node | Formula | NodeOrEquation | Leaf | Named | Name)
    }

    /// Returns true if names may stand in it.
    pub fn has_names(self) -> bool {
        use Rule::{equation, short_equation, short_formula, value};
        matches!(self.rule(), equation | short_equation | short_formula | value)
    }

    /// Returns true for a number.
    pub fn is_number(self) -> bool {
        matches!(self, ArgumentKind::Number | ArgumentKind::Count { .. })
    }
}

/// Returns the usage text of arguments: `RATE [COUNT] [NAME…] [until TOL]`.
pub fn usage(row: &[Argument]) -> String {
    let groups = row.chunk_by(|_, next| next.follows);
    let name = |argument: &Argument| match argument {
        Argument { follows: true, optional: true, name, .. } => format!("[{name}]"),
        Argument { follows: true, repeats: true, name, .. } => format!("{name}…"),
        Argument { kind: ArgumentKind::NodeOrEquation, name, .. } => format!("[DATA =] {name}"),
        Argument { name, .. } => (*name).to_owned(),
    };
    let text = |group: &[Argument]| {
        let names = group.iter().map(name).collect::<Vec<_>>().join(" ");
        let Some(head) = group.first() else {
            return names;
        };
        let names = if head.name.ends_with('=') { names.replacen("= ", "=", 1) } else { names };
        let mark = match (head.repeats, group.len()) {
            (false, _) => "",
            (true, 1) if head.kind.has_commas() => ", …",
            (true, 1) => "…",
            (true, _) => " …",
        };
        if head.optional { format!("[{names}{mark}]") } else { format!("{names}{mark}") }
    };
    groups.map(text).collect::<Vec<_>>().join(" ")
}
