//! One row of what has rows, `x[2]`, and brackets that mean nothing.

use super::ShuntingYard;
use crate::core::language::error::{Error, Span, quoted};
use crate::core::language::tokens::{Token, TokenKind};
use crate::core::language::tree::{Kind, Step};
use crate::core::ops::ROW_OF;

impl ShuntingYard<'_> {
    /// The number of a row as a step, if a token opens `[2]` after a value.
    pub(super) fn row(&self, token: Token, mut after: impl Iterator<Item = Token>) -> Option<Step> {
        let is_atom = |last: Token| matches!(last.kind, TokenKind::Name | TokenKind::Close);
        if token.kind != TokenKind::OpenBracket || !self.is_whole || !self.last.is_some_and(is_atom)
        {
            return None;
        }
        let row = after.next().filter(|row| row.kind == TokenKind::Number)?;
        after.next().filter(|close| close.kind == TokenKind::CloseBracket)?;
        let number = row.span.of(self.text).parse::<u32>().ok().filter(|number| *number > 0)?;
        Some(Step { kind: Kind::Number(f64::from(number)), span: row.span })
    }

    /// Takes the row of this number of the last value.
    pub(super) fn take_row(&mut self, row: Step) {
        self.steps.push(row);
        self.steps.push(Step { kind: Kind::Operation(ROW_OF), span: row.span });
    }

    /// Says what is wrong with a bracket that begins neither a column nor the number of a row.
    pub(super) fn bracket(&self, span: Span) -> Error {
        let name = self.last.filter(|last| last.kind == TokenKind::Name);
        let Some(name) = name else {
            return Error::new(span, "found a column inside an expression")
                .hint("a column is a whole right side: give it a name first, x = [1, 2, 3]");
        };
        let after = self.text.get(span.end as usize..).unwrap_or_default();
        let Some((inside, _)) = after.split_once(']') else {
            return Error::new(span, "this [ is never closed").hint("add a ] where it ends");
        };
        let inside = inside.trim();
        let (name, row) = (quoted(name.span.of(self.text)), quoted(inside));
        if inside == "0" {
            return Error::new(span, format!("rows start at 1, found {name}[0]"));
        }
        let message =
            format!("found {name}[{row}], and a row has a whole number from 1: {name}[2]");
        let error = Error::new(span, message);
        match inside.strip_prefix('-') {
            Some(_) => error.hint(format!("count({name}) says which one is the last")),
            None => error.hint("sum, mean, min, max, median and std make one number of all rows"),
        }
    }
}
