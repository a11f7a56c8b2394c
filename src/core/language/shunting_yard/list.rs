//! A list in brackets as the only argument of what takes any number of them: `mean([1, 2, 3])`.

use super::{ShuntingYard, Waiting};
use crate::core::language::error::Result;
use crate::core::language::separated::separated;
use crate::core::language::tokens::{Token, TokenKind, closing_bracket};
use crate::core::ops::{self, Makes, Operation};

impl ShuntingYard<'_> {
    /// The tokens, which begin with a bracket, without those that enclose all arguments of a call.
    pub(super) fn without_lists(&self, tokens: Vec<Token>) -> Result<Vec<Token>> {
        let mut plain: Vec<Token> = Vec::with_capacity(tokens.len());
        let mut rest = tokens.as_slice();
        while let Some((token, after)) = rest.split_first() {
            let before = match plain.as_slice() {
                [] => self.last.zip(self.called()),
                [name, open] | [.., name, open] => Some((*open, *name)),
                [open] => Some(*open).zip(self.last),
            };
            let takes_many = before
                .is_some_and(|(open, name)| open.kind == TokenKind::Open && self.takes_many(name));
            match inside(token, after).filter(|_| takes_many) {
                Some((inside, after)) => {
                    plain.extend(separated(self.text, inside)?);
                    rest = after;
                }
                None => {
                    plain.push(*token);
                    rest = after;
                }
            }
        }
        Ok(plain)
    }

    /// The name of the call that is open.
    fn called(&self) -> Option<Token> {
        match self.waiting.last() {
            Some((Waiting::Call(1), span)) => Some(Token { kind: TokenKind::Name, span: *span }),
            _ => None,
        }
    }

    /// Operations take numbers one by one; what else is called may take a list of them.
    fn takes_many(&self, name: Token) -> bool {
        name.kind == TokenKind::Name && ops::call(name.span.of(self.text)).is_none_or(is_form)
    }
}

/// Tells whether a form of the same name takes any number of arguments: `max`.
fn is_form(operation: &Operation) -> bool {
    ops::form(operation.name).is_some_and(|form| matches!(form.makes, Makes::Fold { .. }))
}

/// What is in the brackets that a token opens, if a parenthesis follows them and nothing counts in
/// them; and what follows them.
fn inside<'all>(token: &Token, after: &'all [Token]) -> Option<(&'all [Token], &'all [Token])> {
    if token.kind != TokenKind::OpenBracket {
        return None;
    }
    let (inside, rest) = after.split_at(closing_bracket(after)?);
    let rest = rest.get(1..)?;
    let is_list = !inside.is_empty()
        && rest.first().is_some_and(|next| next.kind == TokenKind::Close)
        && inside.iter().all(|it| !matches!(it.kind, TokenKind::Dots | TokenKind::OpenBracket));
    is_list.then_some((inside, rest))
}
