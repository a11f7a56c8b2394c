//! Tokens to a tree by precedence, with explicit stacks: which token may follow which, and balance.

mod unexpected;

use std::borrow::Cow;

use super::error::{Error, Result, Span, quoted, unclosed};
use super::tokens::{Token, TokenKind};
use super::tree::{Kind, Step, Tree};
use crate::ops::{self, Notation, Operation};

impl<'text> Tree<'text> {
    /// Builds the tree of an expression.
    ///
    /// # Errors
    ///
    /// The first token that cannot stand where it does.
    pub(super) fn build(
        text: &'text str,
        tokens: impl Iterator<Item = Token>,
    ) -> Result<Tree<'text>> {
        let (steps, waiting) = (Vec::with_capacity(8), Vec::with_capacity(8));
        let mut yard = ShuntingYard { text, steps, waiting, last: None, is_whole: false };
        for token in tokens {
            yard.take(token)?;
        }
        yard.finish()
    }
}

/// An entry of the stack that waits for its last operand or its closing parenthesis.
#[derive(Clone, Copy)]
enum Waiting {
    Operation(&'static Operation, u8),
    /// A prefix plus, which does nothing but may not follow everything.
    Plus,
    Open,
    Call(u32),
}

/// Finished steps on one stack, what waits for its operands on the other.
struct ShuntingYard<'text> {
    text: &'text str,
    steps: Vec<Step>,
    waiting: Vec<(Waiting, Span)>,
    /// The token before, which tells what a parenthesis or a name after it means.
    last: Option<Token>,
    /// True if the tokens so far end with a whole value, so that an operation may follow.
    is_whole: bool,
}

impl<'text> ShuntingYard<'text> {
    fn take(&mut self, token: Token) -> Result<()> {
        let span = token.span;
        let was_whole = self.is_whole;
        self.is_whole =
            matches!(token.kind, TokenKind::Number | TokenKind::Name | TokenKind::Close);
        match (was_whole, token.kind) {
            (false, TokenKind::Number) => self.number(span)?,
            (false, TokenKind::Name) => self.steps.push(Step { kind: Kind::Name, span }),
            (false, TokenKind::Open) => self.waiting.push((Waiting::Open, span)),
            (false, TokenKind::Mark) => self.sign(span)?,
            (true, TokenKind::Name) => {
                self.multiply_by_number(span)?;
                self.steps.push(Step { kind: Kind::Name, span });
            }
            (true, TokenKind::Open) => self.open_after_value(span)?,
            (true, TokenKind::Mark) => self.infix(span)?,
            (true, TokenKind::Comma) => self.comma(span)?,
            (true, TokenKind::Close) => self.close(span)?,
            (_, TokenKind::OpenBracket) => return Err(self.bracket(span)),
            (true, _) => return Err(self.not_an_operation(token)),
            (false, _) => return Err(self.not_a_value(token)),
        }
        self.last = Some(token);
        Ok(())
    }

    fn number(&mut self, span: Span) -> Result<()> {
        let value = number(span.of(self.text), span)?;
        self.steps.push(Step { kind: Kind::Number(value), span });
        Ok(())
    }

    /// A parenthesis after a name begins a call, right after a number a factor.
    fn open_after_value(&mut self, span: Span) -> Result<()> {
        if let Some(name) = self.last.filter(|last| last.kind == TokenKind::Name) {
            self.steps.pop();
            self.waiting.push((Waiting::Call(1), name.span));
            return Ok(());
        }
        self.multiply_by_number(span)?;
        self.waiting.push((Waiting::Open, span));
        Ok(())
    }

    /// Multiplies what stands right after a number by it: `3x` is `3*x` and binds as `*` does.
    fn multiply_by_number(&mut self, span: Span) -> Result<()> {
        let next = Token { kind: TokenKind::Name, span };
        let number = self.last.filter(|last| last.kind == TokenKind::Number && last.touches(&next));
        let Some(Token { span, .. }) = number else {
            return Err(self.not_an_operation(next));
        };
        let times = ops::MULTIPLY;
        self.refuse_two_readings(span)?;
        self.apply_down_to(precedence_of(times), false);
        self.waiting.push((Waiting::Operation(times, precedence_of(times)), span));
        Ok(())
    }

    /// `1/3x` can be read as `(1/3)*x` and as `1/(3*x)`.
    fn refuse_two_readings(&self, span: Span) -> Result<()> {
        let holds_back = |waiting: &&(Waiting, Span)| match waiting.0 {
            Waiting::Operation(operation, _) => operation.arity() > 1,
            Waiting::Plus => false,
            Waiting::Open | Waiting::Call(_) => true,
        };
        let before = self.waiting.iter().rev().find(holds_back);
        let Some((Waiting::Operation(operation, _), _)) = before else {
            return Ok(());
        };
        if !operation.is(ops::DIVIDE) {
            return Ok(());
        }
        let number = quoted(span.of(self.text));
        let next = match self.text.get(span.end as usize..) {
            Some(rest) if rest.starts_with('(') => "(…)".to_owned(),
            rest => quoted(&leading_name(rest.unwrap_or_default())),
        };
        Err(Error::new(span, format!("/{number}{next} can be read in two ways")).hint(format!(
            "write /{number}*{next} to divide by {number} only, or /({number}*{next})"
        )))
    }

    fn sign(&mut self, span: Span) -> Result<()> {
        let mark = span.of(self.text);
        let waiting = match ops::prefix(mark) {
            Some(operation) => Waiting::Operation(operation, precedence_of(operation)),
            None if mark == "+" => Waiting::Plus,
            None => return Err(self.not_a_value(Token { kind: TokenKind::Mark, span })),
        };
        self.waiting.push((waiting, span));
        Ok(())
    }

    fn infix(&mut self, span: Span) -> Result<()> {
        let Some(operation) = ops::infix(span.of(self.text)) else {
            return Err(self.not_an_operation(Token { kind: TokenKind::Mark, span }));
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
        let is_open =
            |(waiting, _): &(Waiting, Span)| matches!(waiting, Waiting::Open | Waiting::Call(_));
        if !self.is_whole && !self.waiting.iter().any(is_open) {
            let end = self.text.trim_end().len();
            let end = self.last.map_or(end, |last| last.span.end as usize);
            let message = "the statement ends where a value was expected";
            return Err(Error::new(Span::new(end, end + 1), message));
        }
        self.waiting.retain(is_open);
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

    /// Says what is wrong with a bracket in an expression.
    fn bracket(&self, span: Span) -> Error {
        let name = self.last.filter(|last| last.kind == TokenKind::Name);
        let Some(name) = name else {
            return Error::new(span, "found a column inside an expression")
                .hint("a column is a whole right side: give it a name first, x = [1, 2, 3]");
        };
        let after = self.text.get(span.end as usize..).unwrap_or_default();
        let inside = after.split_once(']').map_or(after, |(inside, _)| inside).trim();
        let (name, row) = (quoted(name.span.of(self.text)), quoted(inside));
        if inside == "0" {
            return Error::new(span, format!("rows start at 1, found {name}[0]"));
        }
        Error::new(
            span,
            format!("{name}[{row}] is one row, and an expression is about all of them"),
        )
        .hint(format!(
            "sum, mean, min and max make one number of all rows; :row {row} looks at this one"
        ))
    }
}

/// The precedence of a sign.
pub(super) const PREFIX: u8 = 3;

/// Returns the precedence of an operation; a call binds tightest.
pub(super) fn precedence_of(operation: &Operation) -> u8 {
    match operation.notation {
        Notation::Infix { precedence, .. } | Notation::Prefix { precedence } => precedence,
        Notation::Call => u8::MAX,
    }
}

/// The number that `text` spells; one that overflows is an error.
pub(super) fn number(text: &str, span: Span) -> Result<f64> {
    let separated = |at: usize| {
        let digit = |at: Option<usize>| {
            at.and_then(|at| text.as_bytes().get(at)).is_some_and(u8::is_ascii_digit)
        };
        digit(at.checked_sub(1)) && digit(Some(at + 1))
    };
    if !text.match_indices('_').all(|(at, _)| separated(at)) {
        return Err(Error::new(span, format!("{} is not a number", quoted(text)))
            .hint("an underscore stands between two digits"));
    }
    let digits: Cow<'_, str> =
        if text.contains('_') { text.replace('_', "").into() } else { text.into() };
    match digits.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        Ok(_) => Err(Error::new(span, "this number is too large")
            .hint("the largest is about 1.8e308; inf stands for infinity")),
        Err(_) => Err(Error::new(span, format!("{} is not a number", quoted(text)))),
    }
}

fn leading_name(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').take(41).collect()
}
