//! A local derivative as a person would write it: the operation's text with the operands' names in
//! the place of `x`, `y` and `out`.

use std::rc::Rc;

use crate::graph::{Names, Operand, Value};
use crate::language::{Item, Kind, exact, expression, parse_expression};
use crate::ops::{self, Operation};

/// A local derivative as a formula.
#[derive(Debug, Clone, PartialEq)]
pub struct Formula {
    /// Its text.
    pub text: String,
    /// The number, when there is no name in it.
    pub number: Option<f64>,
    /// The nodes it names, with what they are called.
    pub nodes: Vec<(String, f64)>,
}

impl Formula {
    /// Whether it needs no parentheses in a product.
    pub fn is_atom(&self) -> bool {
        !self.text.contains([' ', '/']) && !self.text.starts_with('-')
    }
}

/// The local derivative of `node` with respect to operand `index`.
pub fn formula(names: &Names, node: &Value, index: usize) -> Formula {
    let text = node.operation().map_or("0", |operation| operation.partial_text(index));
    let data = |at: usize| node.operands().get(at).map_or(0.0, Operand::data);
    let mut nodes: Vec<(String, f64)> = Vec::new();
    // The rows of the table are tested to be readable.
    let Ok(tree) = parse_expression(text) else {
        return Formula { text: text.to_owned(), number: None, nodes };
    };
    let mut stack: Vec<Term> = Vec::new();
    for step in &tree.steps {
        let name = step.span.of(tree.text);
        match step.kind {
            Kind::Number(number) => stack.push(Term::number(number)),
            Kind::Operation(operation) => apply(operation, &mut stack),
            Kind::Call(arguments) => call(name, arguments as usize, &mut stack),
            Kind::Name | Kind::Parameter(_) => stack.push(match (name, node.operands()) {
                ("x", [Operand::Constant(number), ..]) => Term::number(*number),
                ("y", [_, Operand::Constant(number)]) => Term::number(*number),
                ("x", [Operand::Value(value), ..]) => named(names, value, data(0), &mut nodes),
                ("y", [_, Operand::Value(value)]) => named(names, value, data(1), &mut nodes),
                ("out", _) => named(names, node, node.data(), &mut nodes),
                _ => Term::name(name.into()),
            }),
        }
    }
    let term = stack.pop().unwrap_or_else(|| Term::number(0.0));
    let text = term.text();
    nodes.retain(|(name, _)| {
        term.0.iter().any(|token| matches!(token, Token::Name(it) if **it == **name))
    });
    Formula { text, number: term.as_number(), nodes }
}

fn named(names: &Names, value: &Value, data: f64, nodes: &mut Vec<(String, f64)>) -> Term {
    let name = names.call(value);
    if !nodes.iter().any(|(known, _)| *known == name) {
        nodes.push((name.clone(), data));
    }
    Term::name(name.into())
}

/// A part of the formula in postfix order.
#[derive(Clone)]
struct Term(Vec<Token>);

#[derive(Clone)]
enum Token {
    Number(f64),
    Name(Rc<str>),
    Operation(&'static Operation),
    Call(Rc<str>, usize),
}

impl Term {
    fn number(number: f64) -> Term {
        Term(vec![Token::Number(number)])
    }

    fn name(name: Rc<str>) -> Term {
        Term(vec![Token::Name(name)])
    }

    fn as_number(&self) -> Option<f64> {
        match self.0.as_slice() {
            [Token::Number(number)] => Some(*number),
            _ => None,
        }
    }

    fn text(&self) -> String {
        let items: Vec<Item<'_>> = self
            .0
            .iter()
            .map(|token| match token {
                Token::Number(number) => Item::Number(*number),
                Token::Name(name) => Item::Name(name),
                Token::Operation(operation) => Item::Operation(operation),
                Token::Call(name, arguments) => Item::Call(name, *arguments),
            })
            .collect();
        expression(&items, exact)
    }
}

fn call(name: &str, arguments: usize, stack: &mut Vec<Term>) {
    let first = stack.len().saturating_sub(arguments);
    let mut whole: Vec<Token> = stack.drain(first..).flat_map(|term| term.0).collect();
    whole.push(Token::Call(name.into(), arguments));
    stack.push(Term(whole));
}

/// Puts an operation on the last terms, and leaves out what nobody would write: 0 and 1 where they
/// change nothing, and reckoning with numbers that comes out short.
fn apply(operation: &'static Operation, stack: &mut Vec<Term>) {
    let last = stack.pop().unwrap_or_else(|| Term::number(0.0));
    let result = match operation.arity() {
        1 => unary(operation, last),
        _ => {
            let first = stack.pop().unwrap_or_else(|| Term::number(0.0));
            binary(operation, first, last)
        }
    };
    stack.push(result);
}

fn unary(operation: &'static Operation, x: Term) -> Term {
    if let Some(number) = x.as_number().and_then(|x| short(operation.forward(x, 0.0))) {
        return Term::number(number);
    }
    let is_sign = |token: Option<&Token>| match token {
        Some(Token::Operation(last)) => std::ptr::eq(*last, operation),
        _ => false,
    };
    let mut tokens = x.0;
    if matches!(operation.notation, ops::Notation::Prefix { .. }) && is_sign(tokens.last()) {
        tokens.pop();
        return Term(tokens);
    }
    tokens.push(Token::Operation(operation));
    Term(tokens)
}

fn binary(operation: &'static Operation, x: Term, y: Term) -> Term {
    let (left, right) = (x.as_number(), y.as_number());
    if let (Some(left), Some(right)) = (left, right)
        && let Some(number) = short(operation.forward(left, right))
    {
        return Term::number(number);
    }
    let negated = |term: Term| match ops::prefix("-") {
        Some(sign) => unary(sign, term),
        None => term,
    };
    match (operation.name, left, right) {
        ("+", Some(0.0), _) | ("*", Some(1.0), _) => return y,
        ("+" | "-", _, Some(0.0)) | ("*" | "/" | "^", _, Some(1.0)) => return x,
        ("-", Some(0.0), _) | ("*", Some(-1.0), _) => return negated(y),
        ("*" | "/", _, Some(-1.0)) => return negated(x),
        ("*", Some(0.0), _) | ("*", _, Some(0.0)) | ("/", Some(0.0), _) => {
            return Term::number(0.0);
        }
        ("^", _, Some(0.0)) => return Term::number(1.0),
        _ => {}
    }
    let mut tokens = x.0;
    tokens.extend(y.0);
    tokens.push(Token::Operation(operation));
    Term(tokens)
}

/// The number, when it is one that a person would put down instead of how it comes about.
fn short(number: f64) -> Option<f64> {
    const LONGEST: usize = 6;
    (number.is_finite() && exact(number).len() <= LONGEST).then_some(number + 0.0)
}
