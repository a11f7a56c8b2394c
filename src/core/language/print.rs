//! Printing a tree with as few parentheses as possible.

use std::borrow::Cow;

use super::tree::{Kind, Position, Stride, Tree, last_operands};
use crate::core::ops::{self, COMPARES, MULTIPLY, Notation, Operation, REMAINDER};

/// The precedence of a sign.
const PREFIX: u8 = 7;

/// The precedence of a choice and of `±`, which are looser than any operation.
const LOOSEST: u8 = 0;

/// Words that end a formula, and numbers, beside which nothing is multiplied without a mark.
const WORDS: [&str; 7] = ["where", "without", "for", "by", "detail", "inf", "nan"];

/// Returns the precedence of an operation; a call binds tightest.
pub(super) fn precedence_of(operation: &Operation) -> u8 {
    match operation.notation {
        Notation::Infix { precedence, .. } | Notation::Prefix { precedence } => precedence,
        Notation::Call | Notation::Row => u8::MAX,
    }
}

/// One item of an expression to print, in postfix order.
#[derive(Debug, Clone, Copy)]
pub struct Item<'text> {
    /// The kind of the step.
    pub kind: Kind,
    /// A name, or other text that needs no parentheses.
    pub text: &'text str,
}

impl<'text> Item<'text> {
    /// A number, formatted by the caller.
    pub fn number(number: f64) -> Item<'text> {
        Item { kind: Kind::Number(number), text: "" }
    }

    /// An operation on the last one or two items.
    pub fn operation(operation: &'static Operation) -> Item<'text> {
        Item { kind: Kind::Operation(operation), text: "" }
    }

    /// A name, or other text that needs no parentheses.
    pub fn name(text: &'text str) -> Item<'text> {
        Item { kind: Kind::Name, text }
    }
}

/// Returns the shortest text that parses to exactly `value`.
pub fn exact(value: f64) -> String {
    match value.abs() {
        size if size.is_nan() => "nan".to_owned(),
        size if size == 0.0 || (1e-5..1e16).contains(&size) => value.to_string(),
        _ => format!("{value:e}"),
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
        for (at, step) in self.steps.iter().enumerate() {
            let item = replaced.iter().find(|(replaced, _)| *replaced == at);
            if item.is_some() {
                let kinds = items.iter().map(|item| item.kind);
                items.truncate(last_operands(kinds, step.kind.operands()));
            }
            let as_typed = Item { kind: step.kind, text: step.span.of(self.text) };
            items.push(item.map_or(as_typed, |(_, item)| *item));
        }
        expression(&items, exact)
    }
}

/// Returns the text of an expression in postfix order; `number` formats its numbers.
pub fn expression(items: &[Item<'_>], number: impl Fn(f64) -> String) -> String {
    written(items, &number, false)
}

/// Returns the same as a textbook writes it: `4x^3` for `4 * x^3`.
pub fn textbook_expression(items: &[Item<'_>], number: impl Fn(f64) -> String) -> String {
    written(items, &number, true)
}

fn written(items: &[Item<'_>], number: &dyn Fn(f64) -> String, in_textbook: bool) -> String {
    let writer = Writer::of(items, in_textbook);
    let (mut text, last) = (String::new(), items.len().checked_sub(1));
    let mut pieces: Vec<Piece<'_>> = last.map(Piece::Item).into_iter().collect();
    let mut follows_a_number = false;
    while let Some(piece) = pieces.pop() {
        let piece = match piece {
            Piece::Text("") => continue,
            Piece::Text(piece) => Cow::Borrowed(piece),
            Piece::Product => {
                follows_a_number = true;
                continue;
            }
            Piece::Item(at) => match items.get(at).map(|item| item.kind) {
                Some(Kind::Number(value)) => number(value).into(),
                _ => {
                    let first = pieces.len();
                    writer.add(at, &mut pieces);
                    pieces.get_mut(first..).unwrap_or_default().reverse();
                    continue;
                }
            },
        };
        if std::mem::take(&mut follows_a_number) && !stands_beside_a_number(&piece) {
            text.push_str(" * ");
        }
        text.push_str(&piece);
    }
    text
}

/// Returns true for a parenthesis, and for a name that does not go on with a number before it, as the
/// exponent in `2e3` would.
fn stands_beside_a_number(text: &str) -> bool {
    let begins = |first: char| first == '(' || first.is_alphabetic() && !matches!(first, 'e' | 'E');
    text.starts_with(begins) && !WORDS.contains(&text)
}

/// A piece of a text: text as it is, the expression that ends with an item, or the sign of a product with a
/// number before it, which is written where it must be.
#[derive(Clone, Copy)]
enum Piece<'text> {
    Text(&'text str),
    Item(usize),
    Product,
}

/// The items of an expression, and the first item of the expression that each ends.
struct Writer<'items, 'text> {
    items: &'items [Item<'text>],
    starts: Vec<usize>,
    /// True to omit the sign between a number and a name: `4x`.
    in_textbook: bool,
}

impl<'items, 'text> Writer<'items, 'text> {
    fn of(items: &'items [Item<'text>], in_textbook: bool) -> Self {
        let mut writer = Writer { items, starts: Vec::with_capacity(items.len()), in_textbook };
        for at in 0..items.len() {
            let start = writer.operands(at).first().map_or(at, |first| writer.start(*first));
            writer.starts.push(start);
        }
        writer
    }

    fn kind(&self, at: usize) -> Kind {
        self.items.get(at).map_or(Kind::Name, |item| item.kind)
    }

    fn start(&self, at: usize) -> usize {
        self.starts.get(at).copied().unwrap_or(0)
    }

    /// The last items of the operands of an item.
    fn operands(&self, at: usize) -> Vec<usize> {
        let mut start = at;
        let last = (0..self.kind(at).operands()).map(|_| {
            let last = start.saturating_sub(1);
            start = self.start(last);
            last
        });
        let mut operands: Vec<usize> = last.collect();
        operands.reverse();
        operands
    }

    /// Adds the pieces of the expression that ends with an item.
    fn add(&self, at: usize, pieces: &mut Vec<Piece<'text>>) {
        let operands = self.operands(at);
        let text = self.items.get(at).map_or("", |item| item.text);
        match (self.kind(at), operands.as_slice()) {
            (Kind::Operation(operation) | Kind::Chain(operation) | Kind::Link(operation, _), _) => {
                self.add_operation(operation, at, &operands, pieces);
            }
            (Kind::Call(_), all) => {
                // `n!` is written as the call that it is.
                let name = if text == ops::FACTORIAL_MARK { "factorial" } else { text };
                pieces.push(Piece::Text(name));
                add_list(["(", ", ", ")"], all, pieces);
            }
            (Kind::List(_), all) => add_list(["[", ", ", "]"], all, pieces),
            (Kind::Range(Stride::Second), [first, second, last]) => {
                add_list(["[", ", ", ""], &[*first, *second], pieces);
                pieces.extend([Piece::Text(" .. "), Piece::Item(*last), Piece::Text("]")]);
            }
            (Kind::Range(_), all) => add_list(["", ":", ""], all, pieces),
            (Kind::Choice, [first, condition, last]) => {
                let is_loose = |at: usize| self.binding(at) == LOOSEST;
                self.add_operand(*first, is_loose(*first), pieces);
                pieces.push(Piece::Text(" if "));
                self.add_operand(*condition, is_loose(*condition), pieces);
                pieces.push(Piece::Text(" else "));
                self.add_operand(*last, self.is_uncertain(*last), pieces);
            }
            (Kind::PlusMinus { percent }, [value, u]) => {
                let is_present = matches!(self.kind(*value), Kind::Present);
                self.add_operand(*value, self.is_uncertain(*value), pieces);
                pieces.push(Piece::Text(if is_present { "± " } else { " ± " }));
                // A sum or a product after it would be read in two ways.
                let loosest = if percent { PREFIX } else { precedence_of(MULTIPLY) };
                self.add_operand(*u, self.binding(*u) <= loosest, pieces);
                pieces.extend(percent.then_some(Piece::Text("%")));
            }
            (Kind::Evaluation(_), [value, numbers @ ..]) => {
                pieces.extend([Piece::Item(*value), Piece::Text(" "), Piece::Text(text)]);
                for number in numbers {
                    let mark = Piece::Text(if text == "k" { "=" } else { " " });
                    pieces.extend([mark, Piece::Item(*number)]);
                }
            }
            (Kind::Present, _) => {}
            _ => pieces.push(Piece::Text(text)),
        }
    }

    fn add_operation(
        &self,
        operation: &'static Operation,
        at: usize,
        operands: &[usize],
        pieces: &mut Vec<Piece<'text>>,
    ) {
        let name = Piece::Text(operation.name);
        match (operation.notation, operands) {
            (Notation::Row, [first, row]) => {
                self.add_operand(*first, !self.is_atom(*first), pieces);
                add_list(["[", "", "]"], &[*row], pieces);
            }
            (Notation::Prefix { precedence }, [operand]) => {
                // A word stands apart.
                pieces.extend([name, Piece::Text(if precedence < PREFIX { " " } else { "" })]);
                self.add_operand(*operand, self.binding(*operand) < precedence, pieces);
            }
            (Notation::Infix { precedence, right, .. }, [first, last]) => {
                let is_grouped = |at: usize, tie: bool| {
                    let inner = self.binding(at);
                    inner < precedence || (inner == precedence && tie)
                };
                // Only a chain of comparisons needs no parentheses.
                let is_chain =
                    matches!(self.kind(at), Kind::Chain(_) | Kind::Link(_, Position::Further));
                let ties = right || precedence == COMPARES && !is_chain;
                self.add_operand(*first, is_grouped(*first, ties), pieces);
                // A sign may follow any operation but %: 2^-x needs no parentheses.
                let is_last_grouped = match self.binding(*last) {
                    PREFIX => operation.is(REMAINDER),
                    _ => is_grouped(*last, !right),
                };
                let is_implied = self.in_textbook
                    && operation.is(MULTIPLY)
                    && matches!(self.kind(*first), Kind::Number(number) if number.is_finite());
                let blank = Piece::Text(if precedence > PREFIX { "" } else { " " });
                match is_implied {
                    true => pieces.push(Piece::Product),
                    false => pieces.extend([blank, name, blank]),
                }
                self.add_operand(*last, is_last_grouped, pieces);
            }
            _ => {
                pieces.push(name);
                add_list(["(", ", ", ")"], operands, pieces);
            }
        }
    }

    fn add_operand(&self, at: usize, is_grouped: bool, pieces: &mut Vec<Piece<'text>>) {
        let [open, close] = if is_grouped { ["(", ")"] } else { [""; 2] };
        pieces.extend([Piece::Text(open), Piece::Item(at), Piece::Text(close)]);
    }

    fn is_uncertain(&self, at: usize) -> bool {
        matches!(self.kind(at), Kind::PlusMinus { .. })
    }

    /// Returns true if `[2]` may follow without parentheses.
    fn is_atom(&self, at: usize) -> bool {
        match self.kind(at) {
            Kind::Name | Kind::Parameter(_) | Kind::Call(_) => true,
            Kind::Operation(operation) => operation.notation == Notation::Call,
            _ => false,
        }
    }

    /// The precedence of the expression that ends at `at`. A negative number counts as a sign and a
    /// number.
    fn binding(&self, at: usize) -> u8 {
        match self.kind(at) {
            Kind::Operation(operation) | Kind::Chain(operation) | Kind::Link(operation, _) => {
                precedence_of(operation)
            }
            Kind::Choice | Kind::PlusMinus { .. } => LOOSEST,
            Kind::Number(value) if value.is_sign_negative() && !value.is_nan() => PREFIX,
            _ => u8::MAX,
        }
    }
}

/// Adds items between brackets, with a mark between two.
fn add_list<'text>(
    [open, mark, close]: [&'text str; 3],
    items: &[usize],
    pieces: &mut Vec<Piece<'text>>,
) {
    pieces.push(Piece::Text(open));
    for (at, item) in items.iter().enumerate() {
        pieces.extend([Piece::Text(if at == 0 { "" } else { mark }), Piece::Item(*item)]);
    }
    pieces.push(Piece::Text(close));
}
