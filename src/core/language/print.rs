//! Printing a tree with as few parentheses as possible.

use super::tree::{Kind, Position, Step, Stride, Tree};
use crate::core::ops::{self, ADD, COMPARES, MULTIPLY, Notation, Operation, REMAINDER};

/// The precedence of a sign.
const PREFIX: u8 = 7;

/// Returns the precedence of an operation; a call binds tightest.
pub(super) fn precedence_of(operation: &Operation) -> u8 {
    match operation.notation {
        Notation::Infix { precedence, .. } | Notation::Prefix { precedence } => precedence,
        Notation::Call | Notation::Row => u8::MAX,
    }
}

/// Words that end a formula, beside which nothing is multiplied without a mark.
const WORDS: [&str; 5] = ["where", "without", "for", "by", "detail"];

/// One item of an expression to print, in postfix order.
#[derive(Debug, Clone)]
pub enum Item<'text> {
    /// A number, formatted by the caller.
    Number(f64),
    /// A name, or other text that needs no parentheses.
    Name(&'text str),
    /// An operation on the last one or two items.
    Operation(&'static Operation),
    /// A call with this many arguments.
    Call(&'text str, usize),
    /// A comparison of a chain: what is to the left of all but the first is the one before it.
    Chained(&'static Operation, Position),
    /// `a if c else b`, of the last three items.
    Choice,
    /// `a ± u`, of the last two items.
    PlusMinus {
        /// True for `a ± u%`.
        percent: bool,
    },
    /// A word after that, and its number if the items are two: `dof 9`.
    Evaluation(&'text str, usize),
    /// `[1, 2]`, of the last items, so many.
    List(usize),
    /// `1:8`
    Range(Stride),
}

/// Which signs of multiplication are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Signs {
    /// All: `4 * x`.
    All,
    /// None between a number and what cannot be taken for a part of it: `4x`.
    Few,
}

/// Returns the shortest text that parses to exactly `value`.
pub fn exact(value: f64) -> String {
    let size = value.abs();
    if size == 0.0 || (1e-5..1e16).contains(&size) || !value.is_finite() {
        match value {
            _ if value.is_nan() => "nan".to_owned(),
            f64::INFINITY => "inf".to_owned(),
            f64::NEG_INFINITY => "-inf".to_owned(),
            _ => value.to_string(),
        }
    } else {
        format!("{value:e}")
    }
}

/// Returns the text of a number with up to 15 significant digits, which a double has for sure.
pub fn rounded(value: f64) -> String {
    let is_whole = value.fract() == 0.0;
    let rounded = format!("{value:.14e}").parse().ok().filter(|_| !is_whole);
    exact(rounded.unwrap_or(value))
}

impl Tree<'_> {
    /// Returns the tree as text, which parses to the same tree.
    pub fn to_text(&self) -> String {
        self.text_with(&[])
    }

    /// Returns the same, with other items in the place of the expressions that end with these steps.
    pub fn text_with(&self, replaced: &[(usize, Item<'_>)]) -> String {
        let mut items: Vec<Item<'_>> = Vec::with_capacity(self.steps.len());
        let mut starts: Vec<usize> = Vec::new();
        for (at, step) in self.steps.iter().enumerate() {
            let first = starts.len().saturating_sub(step.kind.operands());
            let start = starts.get(first).copied().unwrap_or(items.len());
            starts.truncate(first);
            starts.push(start);
            match replaced.iter().find(|(step, _)| *step == at) {
                Some((_, item)) => {
                    items.truncate(start);
                    items.push(item.clone());
                }
                None => items.push(self.item(step)),
            }
        }
        expression(&items, exact)
    }

    fn item(&self, step: &Step) -> Item<'_> {
        match step.kind {
            Kind::Number(value) => Item::Number(value),
            Kind::Name | Kind::Text | Kind::Parameter(_) => Item::Name(step.span.of(self.text)),
            Kind::Operation(operation) => Item::Operation(operation),
            Kind::Call(arguments) => {
                let name = step.span.of(self.text);
                // `n!` is written as the call that it is.
                let name = if name == ops::FACTORIAL_MARK { "factorial" } else { name };
                Item::Call(name, arguments as usize)
            }
            Kind::Link(operation, position) => Item::Chained(operation, position),
            Kind::Chain(operation) => Item::Chained(operation, Position::Further),
            Kind::Choice => Item::Choice,
            Kind::Present => Item::Name(""),
            Kind::PlusMinus { percent } => Item::PlusMinus { percent },
            Kind::Evaluation(operands) => {
                Item::Evaluation(step.span.of(self.text), operands as usize)
            }
            Kind::List(elements) => Item::List(elements as usize),
            Kind::Range(stride) => Item::Range(stride),
        }
    }
}

/// Returns the text of an expression in postfix order; `number` formats its numbers.
pub fn expression(items: &[Item<'_>], number: impl Fn(f64) -> String) -> String {
    written(items, &number, Signs::All)
}

/// Returns the same as a textbook writes it: `4x^3` for `4 * x^3`.
pub fn textbook_expression(items: &[Item<'_>], number: impl Fn(f64) -> String) -> String {
    written(items, &number, Signs::Few)
}

fn written(items: &[Item<'_>], number: &dyn Fn(f64) -> String, signs: Signs) -> String {
    let starts = starts(items);
    let mut text = String::new();
    let Some(last) = items.len().checked_sub(1) else {
        return text;
    };
    let mut work = vec![Work::Item(last)];
    while let Some(next) = work.pop() {
        let at = match next {
            Work::Text(piece) => {
                text.push_str(piece);
                continue;
            }
            Work::Item(at) => at,
        };
        match items.get(at) {
            Some(Item::Number(value)) => text.push_str(&number(*value)),
            Some(Item::Name(name)) => text.push_str(name),
            Some(Item::Operation(operation) | Item::Chained(operation, _)) => {
                spell(operation, at, (items, &starts, signs), &mut work);
            }
            Some(Item::Choice) => choice(at, items, &starts, &mut work),
            Some(Item::PlusMinus { percent }) => {
                plus_minus(at, *percent, (items, &starts), &mut work);
            }
            Some(Item::Evaluation(word, operands)) => {
                evaluation(word, *operands, at, &starts, &mut work);
            }
            Some(Item::List(elements)) => list(*elements, ["[", "]"], at, &starts, &mut work),
            Some(Item::Range(stride)) => range(*stride, at, &starts, &mut work),
            Some(Item::Call(name, arguments)) => {
                list(*arguments, ["(", ")"], at, &starts, &mut work);
                work.push(Work::Text(name));
            }
            None => {}
        }
    }
    text
}

/// An entry of the work list, which is written last entry first.
enum Work<'text> {
    Text(&'text str),
    Item(usize),
}

/// For each item, the index of the first item of its expression.
fn starts(items: &[Item<'_>]) -> Vec<usize> {
    let mut starts: Vec<usize> = Vec::with_capacity(items.len());
    for (at, item) in items.iter().enumerate() {
        let operands = match item {
            Item::Number(_) | Item::Name(_) => 0,
            Item::Operation(operation) | Item::Chained(operation, _) => operation.arity(),
            Item::Range(Stride::Given | Stride::Second) | Item::Choice => 3,
            Item::Range(Stride::One) | Item::PlusMinus { .. } => 2,
            Item::Call(_, operands) | Item::Evaluation(_, operands) | Item::List(operands) => {
                *operands
            }
        };
        let start = (0..operands).fold(at, |start, _| left_of(start, &starts).1);
        starts.push(start);
    }
    starts
}

/// The last item of the expression that ends just before `start`, and the first item of that one.
fn left_of(start: usize, starts: &[usize]) -> (usize, usize) {
    let last = start.saturating_sub(1);
    (last, starts.get(last).copied().unwrap_or(0))
}

fn spell<'text>(
    operation: &'static Operation,
    at: usize,
    (items, starts, signs): (&[Item<'text>], &[usize], Signs),
    work: &mut Vec<Work<'text>>,
) {
    let (last, last_start) = left_of(at, starts);
    match operation.notation {
        Notation::Call => {
            list(operation.arity(), ["(", ")"], at, starts, work);
            work.push(Work::Text(operation.name));
        }
        Notation::Row => {
            let (first, _) = left_of(last_start, starts);
            work.push(Work::Text("]"));
            work.push(Work::Item(last));
            work.push(Work::Text("["));
            operand(first, !is_atom(items, first), work);
        }
        Notation::Prefix { precedence } => {
            operand(last, binding(items, last) < precedence, work);
            // A word stands apart.
            work.push(Work::Text(if precedence < PREFIX { " " } else { "" }));
            work.push(Work::Text(operation.name));
        }
        Notation::Infix { precedence, right, .. } => {
            let (first, _) = left_of(last_start, starts);
            let grip = |at: usize, tie: bool| {
                let inner = binding(items, at);
                inner < precedence || (inner == precedence && tie)
            };
            // A sign may follow any operation but %: 2^-x needs no parentheses.
            let is_grouped = match binding(items, last) {
                PREFIX => operation.is(REMAINDER),
                _ => grip(last, !right),
            };
            operand(last, is_grouped, work);
            let is_implied = signs == Signs::Few
                && operation.is(MULTIPLY)
                && matches!(items.get(first), Some(Item::Number(number)) if number.is_finite())
                && (is_grouped || follows_a_number(last, items, starts));
            // Of two comparisons only a chain goes on without parentheses.
            let is_chain = matches!(items.get(at), Some(Item::Chained(_, Position::Further)));
            let right = right || precedence == COMPARES && !is_chain;
            let blank = if precedence > PREFIX { "" } else { " " };
            for piece in [blank, operation.name, blank].into_iter().filter(|_| !is_implied) {
                work.push(Work::Text(piece));
            }
            operand(first, grip(first, right), work);
        }
    }
}

fn choice<'text>(at: usize, items: &[Item<'text>], starts: &[usize], work: &mut Vec<Work<'text>>) {
    let (last, last_start) = left_of(at, starts);
    let (condition, start) = left_of(last_start, starts);
    let (first, _) = left_of(start, starts);
    operand(last, is_uncertain(items, last), work);
    work.push(Work::Text(" else "));
    operand(condition, binding(items, condition) == CHOICE, work);
    work.push(Work::Text(" if "));
    operand(first, binding(items, first) == CHOICE, work);
}

fn plus_minus<'text>(
    at: usize,
    percent: bool,
    (items, starts): (&[Item<'text>], &[usize]),
    work: &mut Vec<Work<'text>>,
) {
    let (last, last_start) = left_of(at, starts);
    let (first, _) = left_of(last_start, starts);
    // A sum after it would be read in two ways.
    let loosest = if percent { PREFIX } else { precedence_of(ADD) };
    work.extend(percent.then_some(Work::Text("%")));
    operand(last, binding(items, last) <= loosest, work);
    work.push(Work::Text(if items.get(first).is_some_and(is_present) { "± " } else { " ± " }));
    operand(first, is_uncertain(items, first), work);
}

fn is_uncertain(items: &[Item<'_>], at: usize) -> bool {
    matches!(items.get(at), Some(Item::PlusMinus { .. }))
}

/// Tells whether an item is the number that a leaf has, which is not written.
fn is_present(item: &Item<'_>) -> bool {
    matches!(item, Item::Name(""))
}

/// `1 ± 0.1 dof 9`
fn evaluation<'text>(
    word: &'text str,
    operands: usize,
    at: usize,
    starts: &[usize],
    work: &mut Vec<Work<'text>>,
) {
    let (mut last, last_start) = left_of(at, starts);
    if operands > 1 {
        work.push(Work::Item(last));
        work.push(Work::Text(if word == "k" { "=" } else { " " }));
        last = left_of(last_start, starts).0;
    }
    work.extend([Work::Text(word), Work::Text(" "), Work::Item(last)]);
}

/// `1:8`, `0:0.5:4`, `[0, 2 .. 8]`
fn range(stride: Stride, at: usize, starts: &[usize], work: &mut Vec<Work<'_>>) {
    let (last, last_start) = left_of(at, starts);
    let (middle, start) = left_of(last_start, starts);
    let (marks, first) = match stride {
        Stride::One => (["", ":", ""], None),
        Stride::Given => (["", ":", ""], Some(":")),
        Stride::Second => (["[", " .. ", "]"], Some(", ")),
    };
    let [open, mark, close] = marks.map(Work::Text);
    work.extend([close, Work::Item(last), mark, Work::Item(middle)]);
    if let Some(mark) = first {
        work.extend([Work::Text(mark), Work::Item(left_of(start, starts).0)]);
    }
    work.push(open);
}

/// The bindings of a choice and of `±`, which are looser than any operation.
const CHOICE: u8 = 0;
const PLUS_MINUS: u8 = 0;

/// Returns true if the expression that ends at `at` begins with a name that does not go on with a number
/// before it, as the exponent in `2e3` would.
fn follows_a_number(mut at: usize, items: &[Item<'_>], starts: &[usize]) -> bool {
    let name = loop {
        match items.get(at) {
            Some(Item::Name(name) | Item::Call(name, _)) => break *name,
            Some(Item::Operation(operation)) => match operation.notation {
                Notation::Call => break operation.name,
                Notation::Row => at = left_of(left_of(at, starts).1, starts).0,
                Notation::Prefix { .. } => return false,
                Notation::Infix { .. } => {
                    let (_, last_start) = left_of(at, starts);
                    let (first, _) = left_of(last_start, starts);
                    if binding(items, first) < precedence_of(operation) {
                        return true;
                    }
                    at = first;
                }
            },
            _ => return false,
        }
    };
    name.starts_with(|first: char| first.is_alphabetic() && !matches!(first, 'e' | 'E'))
        && !WORDS.contains(&name)
}

fn operand(at: usize, grouped: bool, work: &mut Vec<Work<'_>>) {
    if grouped {
        work.push(Work::Text(")"));
    }
    work.push(Work::Item(at));
    if grouped {
        work.push(Work::Text("("));
    }
}

/// The items of a list or the arguments of a call, between brackets.
fn list<'text>(
    count: usize,
    [open, close]: [&'text str; 2],
    at: usize,
    starts: &[usize],
    work: &mut Vec<Work<'text>>,
) {
    work.push(Work::Text(close));
    let mut start = at;
    for number in 0..count {
        let (last, last_start) = left_of(start, starts);
        if number > 0 {
            work.push(Work::Text(", "));
        }
        work.push(Work::Item(last));
        start = last_start;
    }
    work.push(Work::Text(open));
}

/// Returns true for what `[2]` may follow without parentheses.
fn is_atom(items: &[Item<'_>], at: usize) -> bool {
    match items.get(at) {
        Some(Item::Name(_) | Item::Call(..)) => true,
        Some(Item::Operation(operation)) => operation.notation == Notation::Call,
        _ => false,
    }
}

/// The precedence of the expression that ends at `at`. A negative number counts as a sign and a
/// number.
fn binding(items: &[Item<'_>], at: usize) -> u8 {
    match items.get(at) {
        Some(Item::Operation(operation) | Item::Chained(operation, _)) => precedence_of(operation),
        Some(Item::Choice) => CHOICE,
        Some(Item::PlusMinus { .. }) => PLUS_MINUS,
        Some(Item::Number(value)) if value.is_sign_negative() && !value.is_nan() => PREFIX,
        _ => u8::MAX,
    }
}
