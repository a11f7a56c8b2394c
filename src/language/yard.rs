//! Tokens to a tree by precedence, with explicit stacks, checking balance.

use super::error::{Error, Result, Span, quoted};
use super::parse::no_operation;
use super::tree::{Kind, Step, Tree};
use crate::ops::{self, Notation, Operation};

impl<'text> Tree<'text> {
    /// Builds the tree of an expression whose tokens follow each other as the grammar says.
    pub(super) fn build(
        text: &'text str,
        tokens: impl Iterator<Item = Token>,
    ) -> Result<Tree<'text>> {
        let last = (Mark::Open, Span::default());
        let (steps, waiting) = (Vec::with_capacity(8), Vec::with_capacity(8));
        let mut yard = Yard { text, steps, waiting, last };
        for token in tokens {
            yard.take(token)?;
        }
        yard.finish()
    }
}

/// A token of an expression, in the order typed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub mark: Mark,
    pub span: Span,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Open,
    Close,
    Comma,
    /// The parenthesis after a name, which makes it a call, or right after a number.
    Applied,
    Number,
    Value,
    Sign,
    Infix,
}

/// What waits on the stack for its last operand or its parenthesis.
#[derive(Clone, Copy)]
enum Waiting {
    Operation(&'static Operation, u8),
    /// A prefix plus, which does nothing but may not follow everything.
    Plus,
    Open,
    Call(u32),
}

/// The shunting-yard: finished steps on one stack, what waits on the other.
struct Yard<'text> {
    text: &'text str,
    steps: Vec<Step>,
    waiting: Vec<(Waiting, Span)>,
    /// The token before, to tell what a parenthesis or a name after it means.
    last: (Mark, Span),
}

impl<'text> Yard<'text> {
    fn take(&mut self, token: Token) -> Result<()> {
        let Token { mark, span } = token;
        let before = std::mem::replace(&mut self.last, (mark, span));
        match mark {
            Mark::Number => self.number(span),
            Mark::Value => {
                self.join(before, span)?;
                self.steps.push(Step { kind: Kind::Name, span });
                Ok(())
            }
            Mark::Applied => self.applied(before, span),
            Mark::Sign => self.sign(span),
            Mark::Infix => self.infix(span),
            Mark::Open => {
                self.waiting.push((Waiting::Open, span));
                Ok(())
            }
            Mark::Comma => self.comma(span),
            Mark::Close => self.close(span),
        }
    }

    fn number(&mut self, span: Span) -> Result<()> {
        let value = number(span.of(self.text), span)?;
        self.steps.push(Step { kind: Kind::Number(value), span });
        Ok(())
    }

    /// A parenthesis after a name begins a call, right after a number a factor.
    fn applied(&mut self, before: (Mark, Span), span: Span) -> Result<()> {
        if before.0 == Mark::Value {
            self.steps.pop();
            self.waiting.push((Waiting::Call(1), before.1));
            return Ok(());
        }
        self.join(before, span)?;
        self.waiting.push((Waiting::Open, span));
        Ok(())
    }

    /// What stands right after a number is multiplied by it.
    fn join(&mut self, before: (Mark, Span), span: Span) -> Result<()> {
        match before {
            (Mark::Number, number) if number.end == span.start => self.scale(number),
            (Mark::Number | Mark::Value | Mark::Close, _) => {
                let shown = quoted(span.of(self.text));
                Err(Error::new(span, format!("found {shown} where an operation was expected"))
                    .hint("to multiply, write *"))
            }
            _ => Ok(()),
        }
    }

    /// `3x` is `3*x` and binds as `*` does, so `1/3x` has two readings.
    fn scale(&mut self, span: Span) -> Result<()> {
        let Some(times) = ops::infix("*") else {
            return Err(Error::new(span, "there is no operation *"));
        };
        let holds_back = |waiting: &&(Waiting, Span)| match waiting.0 {
            Waiting::Operation(operation, _) => operation.arity() > 1,
            Waiting::Plus => false,
            Waiting::Open | Waiting::Call(_) => true,
        };
        if let Some((Waiting::Operation(operation, _), _)) =
            self.waiting.iter().rev().find(holds_back)
            && operation.name == "/"
        {
            let number = quoted(span.of(self.text));
            let next = match self.text.get(span.end as usize..) {
                Some(rest) if rest.starts_with('(') => "(…)".to_owned(),
                rest => quoted(&leading_name(rest.unwrap_or_default())),
            };
            return Err(Error::new(span, format!("/{number}{next} can be read in two ways")).hint(
                format!("write /{number}*{next} to divide by {number} only, or /({number}*{next})"),
            ));
        }
        self.apply_down_to(precedence_of(times), false);
        self.waiting.push((Waiting::Operation(times, precedence_of(times)), span));
        Ok(())
    }

    fn sign(&mut self, span: Span) -> Result<()> {
        let mark = span.of(self.text);
        match ops::prefix(mark) {
            Some(operation) => {
                let waiting = Waiting::Operation(operation, precedence_of(operation));
                self.waiting.push((waiting, span));
                Ok(())
            }
            None if mark == "+" => {
                self.waiting.push((Waiting::Plus, span));
                Ok(())
            }
            None => {
                Err(Error::new(span, format!("found {} where a value was expected", quoted(mark))))
            }
        }
    }

    fn infix(&mut self, span: Span) -> Result<()> {
        let mark = span.of(self.text);
        let Some(operation) = ops::infix(mark) else {
            return Err(no_operation(span, mark));
        };
        let precedence = precedence_of(operation);
        let right = matches!(operation.notation, Notation::Infix { right: true, .. });
        self.apply_down_to(precedence, right);
        self.waiting.push((Waiting::Operation(operation, precedence), span));
        Ok(())
    }

    fn comma(&mut self, span: Span) -> Result<()> {
        self.apply_down_to(0, false);
        match self.waiting.last_mut() {
            Some((Waiting::Call(arguments), _)) => {
                *arguments = arguments.saturating_add(1);
                Ok(())
            }
            _ => Err(Error::new(span, "found a comma outside the arguments of a call")
                .hint("a decimal point is written . and a comma belongs between arguments")),
        }
    }

    fn close(&mut self, span: Span) -> Result<()> {
        self.apply_down_to(0, false);
        match self.waiting.pop() {
            Some((Waiting::Call(arguments), callee)) => {
                let operation = ops::call(callee.of(self.text));
                let kind = match operation.filter(|row| row.arity() == arguments as usize) {
                    Some(operation) => Kind::Operation(operation),
                    None => Kind::Call(arguments),
                };
                self.steps.push(Step { kind, span: callee });
                Ok(())
            }
            Some(_) => Ok(()),
            None => {
                Err(Error::new(span, "this ) closes nothing")
                    .hint("remove it, or open a ( before it"))
            }
        }
    }

    /// Applies what waits, down to a parenthesis, a looser operation or, for one that groups to the
    /// right, an equal one.
    fn apply_down_to(&mut self, precedence: u8, right: bool) {
        while let Some((waiting, span)) = self.waiting.last().copied() {
            match waiting {
                Waiting::Open | Waiting::Call(_) => return,
                Waiting::Operation(_, waits)
                    if waits < precedence || (waits == precedence && right) =>
                {
                    return;
                }
                // A sign binds as the prefix operations do.
                Waiting::Plus if precedence > PREFIX => return,
                Waiting::Operation(operation, _) => self.apply(operation, span),
                Waiting::Plus => {}
            }
            self.waiting.pop();
        }
    }

    fn apply(&mut self, operation: &'static Operation, span: Span) {
        if let Notation::Prefix { .. } = operation.notation
            && let Some(Step { kind: Kind::Number(literal), span: place }) = self.steps.last_mut()
        {
            // A sign before a literal is part of it: `b = -3` is a leaf.
            *literal = operation.forward(*literal, 0.0);
            place.start = span.start;
            return;
        }
        self.steps.push(Step { kind: Kind::Operation(operation), span });
    }

    fn finish(mut self) -> Result<Tree<'text>> {
        self.apply_down_to(0, false);
        match self.waiting.pop() {
            Some((Waiting::Call(_), span)) => {
                let open = self.text.get(span.end as usize..).and_then(|rest| rest.find('('));
                let at = span.end as usize + open.unwrap_or(0);
                Err(unclosed(Span::new(at, at + 1)))
            }
            Some((_, span)) => Err(unclosed(span)),
            None => Ok(Tree { text: self.text, steps: self.steps }),
        }
    }
}

pub(super) fn unclosed(span: Span) -> Error {
    Error::new(span, "this ( is never closed").hint("add a ) where it should end")
}

/// How tightly a sign binds.
pub(super) const PREFIX: u8 = 3;

/// How tightly an operation binds; a call binds tightest.
pub(super) fn precedence_of(operation: &Operation) -> u8 {
    match operation.notation {
        Notation::Infix { precedence, .. } | Notation::Prefix { precedence } => precedence,
        Notation::Call => u8::MAX,
    }
}

/// The number that `text` spells; one that overflows is an error.
fn number(text: &str, span: Span) -> Result<f64> {
    let separated = |at: usize| {
        let digit = |at: Option<usize>| {
            at.and_then(|at| text.as_bytes().get(at)).is_some_and(u8::is_ascii_digit)
        };
        digit(at.checked_sub(1)) && digit(Some(at + 1))
    };
    let parsed = match text.contains('_') {
        true if !text.match_indices('_').all(|(at, _)| separated(at)) => {
            return Err(Error::new(span, format!("{} is not a number", quoted(text)))
                .hint("an underscore stands between two digits"));
        }
        true => text.replace('_', "").parse::<f64>(),
        false => text.parse::<f64>(),
    };
    match parsed {
        Ok(value) if value.is_finite() => Ok(value),
        Ok(_) => Err(Error::new(span, "this number is too large")
            .hint("the largest is about 1.8e308; inf stands for infinity")),
        Err(_) => Err(Error::new(span, format!("{} is not a number", quoted(text)))),
    }
}

fn leading_name(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').take(41).collect()
}
