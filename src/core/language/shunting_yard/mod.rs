//! Tokens to a tree by precedence, with explicit stacks: which token may follow which, and balance.

mod branches;
mod count;
mod implied;
mod list;
pub mod percent;
mod row;
mod uncertain;
mod unexpected;

use std::borrow::Cow;

use super::error::{Error, Result, Span, quoted, unclosed};
use super::parenthesis_uncertainty::{Reading, two_readings};
use super::tokens::{Token, TokenKind, quotation};
use super::tree::{Kind, Step, Tree};
use crate::core::ops::{self, COMPARES, Notation, Operation};
use count::{Folded, folded};
pub(super) use implied::stands_apart;

impl<'text> Tree<'text> {
    /// Builds the tree of an expression.
    ///
    /// # Errors
    ///
    /// The first token that cannot stand where it does.
    pub fn build(
        text: &'text str,
        tokens: impl Iterator<Item = Token> + Clone,
    ) -> Result<Tree<'text>> {
        Tree::build_joined(text, None, tokens)
    }

    /// Builds the tree of an expression that is a statement of its own, which may have an uncertainty.
    ///
    /// # Errors
    ///
    /// As [`Tree::build`].
    pub fn build_statement(
        text: &'text str,
        tokens: impl Iterator<Item = Token> + Clone,
    ) -> Result<Tree<'text>> {
        ShuntingYard { is_statement: true, ..ShuntingYard::of(text) }.read(tokens)
    }

    /// Builds the tree of an expression, or of all that `joined` joins to it.
    ///
    /// # Errors
    ///
    /// As [`Tree::build`].
    pub fn build_joined(
        text: &'text str,
        joined: Option<Joined>,
        tokens: impl Iterator<Item = Token> + Clone,
    ) -> Result<Tree<'text>> {
        let mut yard = ShuntingYard::of(text);
        if let Some(Joined { target, operation, mark }) = joined {
            yard.steps.push(Step { kind: Kind::Name, span: target });
            yard.waiting.push((Waiting::Joined(operation), mark));
        }
        yard.read(tokens)
    }
}

/// What stands before the expression of a compound assignment: `target +=`.
#[derive(Debug, Clone, Copy)]
pub struct Joined {
    pub target: Span,
    pub operation: &'static Operation,
    /// The place of `+=`.
    pub mark: Span,
}

/// An entry of the stack that waits for its last operand or its closing parenthesis.
#[derive(Clone, Copy)]
enum Waiting {
    Operation(&'static Operation, u8),
    /// A comparison that goes on from another one.
    Chained(&'static Operation),
    /// `if`, until its `else`.
    If,
    /// Both of them.
    Else,
    /// A prefix plus, which does nothing but may not follow everything.
    Plus,
    /// `±`, which waits for all that follows in its parenthesis.
    PlusMinus,
    Open,
    Call(u32),
    /// The operation of `+=` and its like, which waits for all that follows.
    Joined(&'static Operation),
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
    /// True if the brackets of lists of arguments have been taken out of the tokens to come.
    is_plain: bool,
    /// True if the expression is a statement of its own.
    is_statement: bool,
}

impl<'text> ShuntingYard<'text> {
    fn of(text: &'text str) -> ShuntingYard<'text> {
        let (steps, waiting) = (Vec::with_capacity(8), Vec::with_capacity(8));
        let (last, is_whole, is_plain, is_statement) = (None, false, false, false);
        ShuntingYard { text, steps, waiting, last, is_whole, is_plain, is_statement }
    }

    fn read(mut self, mut tokens: impl Iterator<Item = Token> + Clone) -> Result<Tree<'text>> {
        while let Some(token) = tokens.next() {
            if token.kind == TokenKind::Semicolon {
                return Err(self.semicolon(token.span, tokens));
            }
            if token.kind == TokenKind::OpenBracket && !self.is_plain && !self.is_whole {
                self.is_plain = true;
                let rest = std::iter::once(token).chain(tokens).collect();
                let rest = self.without_lists(rest)?;
                return self.read(rest.into_iter());
            }
            if let Some(folded) = self.folded(token, tokens.clone()).transpose()? {
                self.steps.pop();
                self.steps.push(Step { kind: Kind::Number(folded.number), span: folded.span });
                // The parenthesis that closes the call comes after it.
                self.last = tokens.nth(folded.tokens);
            } else if let Some(row) = self.row(token, tokens.clone()) {
                self.take_row(row);
                self.last = tokens.nth(1);
            } else if self.is_compared_text(token, tokens.clone().next()) {
                quotation(self.text, token.span)?;
                self.steps.push(Step { kind: Kind::Text, span: token.span });
                self.is_whole = true;
                self.last = Some(token);
            } else if self.is_percentage(token, tokens.clone()) {
                self.percentage(token, tokens.clone().next())?;
            } else {
                self.take(token)?;
            }
        }
        self.finish()
    }

    /// What a call folds to a number, `sum(1:8)`, if a token opens one.
    fn folded(&self, token: Token, after: impl Iterator<Item = Token>) -> Option<Result<Folded>> {
        let is_open = self.is_whole && token.kind == TokenKind::Open;
        let name = self.last.filter(|last| is_open && last.kind == TokenKind::Name)?;
        folded(name.span.of(self.text), self.text, after)
    }

    fn take(&mut self, token: Token) -> Result<()> {
        let span = token.span;
        let (was_whole, was_of) = (self.is_whole, self.is_of(span));
        self.is_whole = token.kind.ends_a_value() && !was_of;
        match (was_whole, token.kind) {
            (false, TokenKind::Number) => self.number(span)?,
            (false, TokenKind::Name) => self.name(span),
            (false, TokenKind::Open) => self.waiting.push((Waiting::Open, span)),
            (false, TokenKind::Mark) => self.mark_before_value(span)?,
            (true, TokenKind::Name) if was_of => self.infix(ops::MULTIPLY, span),
            (true, TokenKind::Name) => {
                self.multiply_by(token)?;
                self.name(span);
            }
            (true, TokenKind::Number) => {
                self.multiply_by(token)?;
                self.number(span)?;
            }
            (true, TokenKind::Open) => self.open_after_value(token)?,
            (true, TokenKind::Mark) => self.mark_after_value(span)?,
            (true, TokenKind::Superscript) => self.superscript(span)?,
            (true, TokenKind::PlusMinus) if self.may_be_uncertain() => self.plus_minus(span)?,
            (true, TokenKind::Comma) => self.comma(span)?,
            (true, TokenKind::Close) => self.close(span)?,
            (_, TokenKind::OpenBracket) => return Err(self.bracket(span)),
            (_, TokenKind::Concise) => return Err(two_readings(self.text, span, Reading::Operand)),
            (false, TokenKind::Close) if self.is_empty_call() => self.close_empty_call(),
            (true, _) => return Err(self.not_an_operation(token)),
            (false, _) => return Err(self.not_a_value(token)),
        }
        self.last = Some(token);
        Ok(())
    }

    /// Returns true for a text beside a comparison.
    fn is_compared_text(&self, token: Token, next: Option<Token>) -> bool {
        let compares = |other: Option<Token>| {
            let mark = other.map_or("", |other| other.span.of(self.text));
            ops::infix(mark).is_some_and(Operation::compares)
        };
        token.kind == TokenKind::Quotation
            && !self.is_whole
            && (compares(self.last) || compares(next))
    }

    fn name(&mut self, span: Span) {
        let plain = without_module(self.text, span);
        let span = if ops::constant(plain.of(self.text)).is_some() { plain } else { span };
        self.steps.push(Step { kind: Kind::Name, span });
    }

    fn number(&mut self, span: Span) -> Result<()> {
        let value = number(span.of(self.text), span)?;
        self.steps.push(Step { kind: Kind::Number(value), span });
        Ok(())
    }

    /// A parenthesis after a name begins a call, after another value or a constant a factor.
    fn open_after_value(&mut self, token: Token) -> Result<()> {
        let calls = |last: &Token| {
            last.kind == TokenKind::Name && ops::constant(last.span.of(self.text)).is_none()
        };
        if let Some(name) = self.last.filter(calls) {
            self.steps.pop();
            self.waiting.push((Waiting::Call(1), name.span));
            return Ok(());
        }
        self.multiply_by(token)?;
        self.waiting.push((Waiting::Open, token.span));
        Ok(())
    }

    /// A sign, a mark that takes the next atom, or a constant that is a mark: `-x`, `√x`, `∞`.
    fn mark_before_value(&mut self, span: Span) -> Result<()> {
        let mark = span.of(self.text);
        if let Some(constant) = ops::constant(mark) {
            self.is_whole = true;
            self.steps.push(Step { kind: Kind::Number(constant.value), span });
            return Ok(());
        }
        let takes_an_atom =
            matches!(self.waiting.last(), Some((Waiting::Operation(_, TIGHTEST), _)));
        if let Some(operation) = ops::prefix(mark) {
            self.refuse_loose_prefix(operation, span)?;
        }
        let waiting = match ops::prefix(mark) {
            _ if ops::before_atom(mark).is_some() => {
                ops::before_atom(mark).map(|operation| Waiting::Operation(operation, TIGHTEST))
            }
            _ if takes_an_atom => None,
            Some(operation) => Some(Waiting::Operation(operation, precedence_of(operation))),
            None => (mark == "+").then_some(Waiting::Plus),
        };
        let refused = || self.not_a_value(Token { kind: TokenKind::Mark, span });
        let waiting = waiting.ok_or_else(refused)?;
        self.waiting.push((waiting, span));
        Ok(())
    }

    /// An operation between two values, a mark that takes the next atom as a factor, or one that
    /// multiplies the number before it: `x + y`, `2√x`, `30°`.
    fn mark_after_value(&mut self, span: Span) -> Result<()> {
        let mark = span.of(self.text);
        match (ops::infix(mark), mark) {
            (Some(operation), _) => {
                self.refuse_after_plus_minus(precedence_of(operation), span)?;
                self.infix(operation, span);
                return Ok(());
            }
            (None, ops::IF) => {
                self.refuse_after_plus_minus(0, span)?;
                return self.begin_choice(span);
            }
            (None, ops::ELSE) => return self.go_on_with_choice(span),
            _ => {}
        }
        if ops::before_atom(mark).is_some() {
            self.multiply_by(Token { kind: TokenKind::Mark, span })?;
            return self.mark_before_value(span);
        }
        if mark == ops::FACTORIAL_MARK {
            if self.last.is_some_and(|last| last.span.of(self.text) == mark) {
                return Err(Error::new(span, "!! can be read in two ways")
                    .hint("write (n!)! for the factorial of a factorial"));
            }
            self.apply_down_to(precedence_of(ops::POWER), true);
            self.steps.push(Step { kind: Kind::Call(1), span });
            self.is_whole = true;
            return Ok(());
        }
        let is_number = self.last.is_some_and(|last| last.kind == TokenKind::Number);
        if let Some(constant) = ops::after_number(mark)
            && is_number
            && let Some(Step { kind: Kind::Number(number), span: place }) = self.steps.last_mut()
        {
            *number *= constant.value;
            place.end = span.end;
            self.is_whole = true;
            return Ok(());
        }
        Err(self.not_an_operation(Token { kind: TokenKind::Mark, span }))
    }

    /// A power in superscript digits holds the atom before it: `x²^3` is `(x^2)^3`.
    fn superscript(&mut self, span: Span) -> Result<()> {
        let plain: String = span.of(self.text).chars().filter_map(plain_digit).collect();
        let power = number(&plain, span)?;
        self.apply_down_to(precedence_of(ops::POWER), true);
        self.steps.push(Step { kind: Kind::Number(power), span });
        self.steps.push(Step { kind: Kind::Operation(ops::POWER), span });
        Ok(())
    }

    fn infix(&mut self, operation: &'static Operation, span: Span) {
        let precedence = precedence_of(operation);
        if precedence == COMPARES {
            self.compare(operation, span);
            return;
        }
        let right = matches!(operation.notation, Notation::Infix { right: true, .. });
        self.apply_down_to(precedence, right);
        self.waiting.push((Waiting::Operation(operation, precedence), span));
    }

    fn comma(&mut self, span: Span) -> Result<()> {
        self.apply_down_to(0, false);
        self.must_have_else()?;
        match self.waiting.last_mut() {
            Some((Waiting::Call(arguments), _)) => {
                *arguments = arguments.saturating_add(1);
                Ok(())
            }
            _ => Err(Error::new(span, "found a comma outside the arguments of a call")
                .hint("; separates statements, and a decimal point is written .")),
        }
    }

    /// Returns true if a call has just been opened.
    fn is_empty_call(&self) -> bool {
        let is_call = matches!(self.waiting.last(), Some((Waiting::Call(_), _)));
        is_call && self.last.is_some_and(|last| last.kind == TokenKind::Open)
    }

    /// Ends a call without arguments, which is an error of what is called.
    fn close_empty_call(&mut self) {
        if let Some((_, span)) = self.waiting.pop() {
            self.steps.push(Step { kind: Kind::Call(0), span });
        }
    }

    fn close(&mut self, span: Span) -> Result<()> {
        self.apply_down_to(0, false);
        self.must_have_else()?;
        match self.waiting.pop() {
            Some((Waiting::Call(arguments), callee)) => {
                let callee = without_module(self.text, callee);
                let name = callee.of(self.text);
                let fits = |row: &&Operation| row.arity() == arguments as usize;
                // What a name means that gives way is known where it is called.
                let operation = ops::call(name).filter(fits).filter(|_| !ops::gives_way(name));
                let kind = match operation {
                    Some(operation) => Kind::Operation(operation),
                    None => Kind::Call(arguments),
                };
                self.steps.push(Step { kind, span: callee });
                Ok(())
            }
            Some((Waiting::Open, _)) => Ok(()),
            _ => {
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
                Waiting::Open | Waiting::Call(_) | Waiting::If | Waiting::Joined(_) => return,
                Waiting::Else | Waiting::PlusMinus if precedence > 0 => return,
                Waiting::Chained(_) if precedence > COMPARES => return,
                Waiting::Operation(_, waits)
                    if waits < precedence || (waits == precedence && right) =>
                {
                    return;
                }
                // A sign binds as the prefix operations do.
                Waiting::Plus if precedence > PREFIX => return,
                Waiting::Operation(operation, _) => self.apply(operation, span),
                Waiting::Chained(operation) => {
                    self.steps.push(Step { kind: Kind::Chain(operation), span });
                }
                Waiting::Else => self.steps.push(Step { kind: Kind::Choice, span }),
                Waiting::PlusMinus => self.steps.push(Step { kind: Kind::PlusMinus, span }),
                Waiting::Plus => {}
            }
            self.waiting.pop();
        }
    }

    fn apply(&mut self, operation: &'static Operation, span: Span) {
        if operation.is(ops::NEGATE)
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
        if self.is_whole {
            self.must_have_else()?;
        }
        let is_open =
            |(waiting, _): &(Waiting, Span)| matches!(waiting, Waiting::Open | Waiting::Call(_));
        if !self.is_whole && !self.waiting.iter().any(is_open) {
            let end = self.text.trim_end().len();
            let end = self.last.map_or(end, |last| last.span.end as usize);
            let message = "the statement ends where a value was expected";
            return Err(Error::new(Span::new(end, end + 1), message));
        }
        if let Some((Waiting::Joined(operation), span)) = self.waiting.first().copied() {
            self.steps.push(Step { kind: Kind::Operation(operation), span });
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
}

/// The modules whose prefixes operations, constants and columns that count may have.
pub const MODULES: [&str; 3] = ["math", "np", "torch"];

/// What numpy means something else by: its n is our n - 1.
const DIFFERENT: [&str; 2] = ["std", "var"];

/// The place of an operation's or a constant's name without that of a module: `np.sin`.
fn without_module(text: &str, span: Span) -> Span {
    let Some((module, name)) = span.of(text).split_once('.') else {
        return span;
    };
    if !MODULES.contains(&module) || DIFFERENT.contains(&name) {
        return span;
    }
    Span { start: span.end.saturating_sub(name.len() as u32), ..span }
}

/// The precedence of a sign.
pub(super) const PREFIX: u8 = 7;

/// The precedence of a call, and of a mark that takes the next atom.
const TIGHTEST: u8 = u8::MAX;

/// Returns the precedence of an operation; a call binds tightest.
pub(super) fn precedence_of(operation: &Operation) -> u8 {
    match operation.notation {
        Notation::Infix { precedence, .. } | Notation::Prefix { precedence } => precedence,
        Notation::Call | Notation::Row => TIGHTEST,
    }
}

/// The number that `text` spells; one that overflows is an error.
pub fn number(text: &str, span: Span) -> Result<f64> {
    let separated = |at: usize| {
        let digit = |at: Option<usize>| {
            at.and_then(|at| text.as_bytes().get(at)).is_some_and(u8::is_ascii_digit)
        };
        digit(at.checked_sub(1)) && digit(Some(at + 1))
    };
    if !text.match_indices('_').all(|(at, _)| separated(at)) {
        return Err(Error::new(span, format!("{} is not a number", quoted(text)))
            .hint("an underscore goes between two digits"));
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

/// The plain character of a superscript one.
fn plain_digit(superscript: char) -> Option<char> {
    const SUPERSCRIPTS: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    let digit = SUPERSCRIPTS.chars().zip('0'..='9').find(|(from, _)| *from == superscript);
    digit.map(|(_, digit)| digit).or((superscript == '⁻').then_some('-'))
}
