//! Random histories of a session: statements of every kind, mostly sensible, from bytes that choose.

use gradcalc::commands::{Argument, Kind, Times, commands};
use gradcalc::ops::{self, Notation, Operation};

/// The statements that `bytes` choose: the same for the same bytes, and any bytes will do.
pub fn history(bytes: &[u8]) -> Vec<String> {
    let mut writer = Writer { bytes, operations: ops::operations().collect() };
    let mut statements = Vec::new();
    while !writer.bytes.is_empty() {
        statements.push(writer.statement());
    }
    statements
}

/// One statement of any kind: half of them broken, and every command with arguments of any kind.
#[allow(dead_code, reason = "not every test breaks statements")]
pub fn any_statement(bytes: &[u8]) -> String {
    let mut writer = Writer { bytes, operations: ops::operations().collect() };
    writer.any_statement()
}

/// Names, few enough to be bound again and again; some of them mean something already.
const NAMES: &[&str] = &["a", "b", "c", "L", "M", "x'", "θ", "inf", "all", "f", "_"];

/// What is chosen next, a byte each.
struct Writer<'bytes> {
    bytes: &'bytes [u8],
    operations: Vec<&'static Operation>,
}

impl Writer<'_> {
    fn byte(&mut self) -> usize {
        match self.bytes.split_first() {
            Some((byte, rest)) => {
                self.bytes = rest;
                usize::from(*byte)
            }
            None => 0,
        }
    }

    /// True once in so many times.
    fn once_in(&mut self, times: usize) -> bool {
        self.byte() % times == times - 1
    }

    fn one_of<'choice>(&mut self, choices: &[&'choice str]) -> &'choice str {
        let at = self.byte();
        choices.get(at % choices.len()).copied().unwrap_or_default()
    }

    fn statement(&mut self) -> String {
        let name = self.name();
        match self.byte() % 32 {
            0..=5 => format!("{name} = {}", self.expression(2)),
            6..=8 => format!("{name} = {}", self.number()),
            9..=10 => format!("{name} = {}", self.reference()),
            11 => format!("{name} {}= {}", self.one_of(&["+", "-", "*", "/", "^"]), self.atom()),
            12 => format!("{}(x) = {}", self.one_of(&["f", "g"]), self.body()),
            13 => format!("h(x, y) = {}", self.body()),
            14..=16 => self.expression(2),
            17 => self.reference(),
            18 => format!(":diff {} {name}", self.reference()),
            19..=20 => format!(":grad {}", self.reference()),
            21 => format!(":root {}", self.reference()),
            22..=23 => format!(":del {name}"),
            24..=25 => ":undo".to_owned(),
            26 => format!(":freeze {}", self.reference()),
            27 => format!(":thaw {}", self.reference()),
            28 => format!(":set {} {}", self.reference(), self.number()),
            29 => format!(":node {} {}", self.reference(), self.one_operation()),
            30 => format!(":node {} {}", self.reference(), self.atom()),
            _ if self.once_in(3) => ":reset".to_owned(),
            _ => ":step 0.01".to_owned(),
        }
    }

    fn any_statement(&mut self) -> String {
        if self.once_in(4) {
            return self.statement();
        }
        let rows: Vec<_> = commands().collect();
        let at = self.byte();
        let Some(row) = rows.get(at % rows.len()) else {
            return String::new();
        };
        let forced = if self.once_in(8) { "!" } else { "" };
        let mut text = format!(":{}{forced}", row.name);
        for argument in row.arguments {
            let times = match argument.times {
                Times::Once => 1,
                Times::Maybe => self.byte() % 2,
                Times::Some => 1 + self.byte() % 3,
                Times::Any => self.byte() % 3,
            };
            // One too few or too many now and then.
            let times = if self.once_in(8) { self.byte() % 3 } else { times };
            for _ in 0..times {
                text.push(' ');
                text.push_str(&self.argument(argument));
            }
        }
        if self.once_in(6) {
            text.push(' ');
            text.push_str(&self.word());
        }
        text
    }

    fn argument(&mut self, argument: &Argument) -> String {
        if self.once_in(8) {
            return self.word();
        }
        match argument.kind {
            Kind::Node => self.operand(),
            Kind::Leaf => self.reference(),
            Kind::Name => self.name().to_owned(),
            Kind::Expression => self.operand(),
            Kind::Count => (self.byte() % 5).to_string(),
            Kind::OneOf(words) => self.one_of(words).to_owned(),
            Kind::File => "no/such/folder/file".to_owned(),
            _ => self.word(),
        }
    }

    /// Something that is a node, a number, an argument of some command, or nothing.
    fn word(&mut self) -> String {
        const WORDS: &[&str] = &[
            "zz",
            "zz@1",
            "a@9",
            "L.99",
            "2",
            "-1",
            "0",
            "1e-3",
            "1/0",
            "all",
            "until",
            "scan",
            "f",
            "g",
            "h",
            "sin",
            "overwrite",
            "nozero",
            "order",
            "bfs",
            "json",
            "svg",
            "dot",
            "latex",
            "tsv",
            "fade",
            "nodes",
            "table",
            "vi",
            "\"",
            "(",
            ")",
            "=",
            "!",
            "1+",
            "inf",
            "a*zz",
        ];
        if self.once_in(3) { self.operand() } else { self.one_of(WORDS).to_owned() }
    }

    /// A name or an expression that is one word.
    fn operand(&mut self) -> String {
        if self.once_in(3) { format!("({})", self.expression(2)) } else { self.reference() }
    }

    fn name(&mut self) -> &'static str {
        // The first few are bound most often.
        let few = if self.once_in(3) { NAMES.len() } else { 5 };
        let at = self.byte();
        NAMES.get(at % few).copied().unwrap_or("a")
    }

    /// A name, an older binding of it, or a node inside its statement.
    fn reference(&mut self) -> String {
        let name = self.name();
        match self.byte() % 12 {
            0..=5 => name.to_owned(),
            6..=7 => format!("{name}@{}", 1 + self.byte() % 4),
            8..=9 => format!("{name}.{}", 1 + self.byte() % 3),
            10 => self.one_of(&["_", "ans", "_.1", "_@1", "_@2"]).to_owned(),
            _ => format!("{name}@{}.{}", 1 + self.byte() % 4, 1 + self.byte() % 3),
        }
    }

    fn number(&mut self) -> String {
        match self.byte() % 8 {
            0..=4 => (self.byte() as f64 / 8.0 - 12.0).to_string(),
            5 => self.one_of(&["0", "-0", "1e300", "5e-324", "0.1", "1/3"]).to_owned(),
            6 => self.one_of(&["inf", "-inf", "nan", "1/0", "-1/0", "0/0"]).to_owned(),
            _ => self.one_of(&["pi", "2", "3"]).to_owned(),
        }
    }

    fn atom(&mut self) -> String {
        if self.once_in(4) { self.number() } else { self.reference() }
    }

    fn one_operation(&mut self) -> String {
        let (first, second) = (self.atom(), self.atom());
        self.applied(first, second)
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.atom();
        }
        let first = self.expression(depth - 1);
        match self.byte() % 8 {
            0 => first,
            1 => format!("{}({first})", self.one_of(&["f", "g"])),
            2 => format!("h({first}, {})", self.expression(depth - 1)),
            3 => format!("max({first}, {}, {})", self.atom(), self.atom()),
            4 if self.once_in(4) => format!("diff({first}, {})", self.name()),
            _ => {
                let second = self.expression(depth - 1);
                self.applied(first, second)
            }
        }
    }

    /// An operation of the table; those with a mark are more frequent.
    fn applied(&mut self, first: String, second: String) -> String {
        if self.once_in(2) {
            return format!("({first}) {} ({second})", self.one_of(&["+", "-", "*", "/", "^"]));
        }
        let at = self.byte();
        let Some(operation) = self.operations.get(at % self.operations.len()).copied() else {
            return first;
        };
        match operation.notation {
            Notation::Infix { .. } => format!("({first}) {} ({second})", operation.name),
            Notation::Prefix { .. } => format!("{}({first})", operation.name),
            Notation::Call if operation.arity() == 1 => format!("{}({first})", operation.name),
            Notation::Call => format!("{}({first}, {second})", operation.name),
        }
    }

    /// The body of a function of x, and perhaps y.
    fn body(&mut self) -> String {
        match self.byte() % 6 {
            0 => "x".to_owned(),
            1 => format!("x*x + {}", self.atom()),
            2 => format!("({} - x) * x", self.expression(1)),
            3 => format!("g(x) + {}", self.number()),
            4 => format!("x * (x * {} + 1)", self.name()),
            _ => self.one_operation(),
        }
    }
}
