//! Texts in an expression, which can only be compared with a column of categories.

use std::rc::Rc;

use super::column::{Categories, TypedText};
use crate::core::graph::{Builder, Label, Operand, Scope, Value, is_equality, operation_meant};
use crate::core::language::{Error, Kind, Result, Span, Step, in_marks, quoted, without_marks};
use crate::core::ops::Operation;
use crate::report::and;

/// The most categories that a hint names.
const MOST_NAMED: usize = 6;

impl Builder<'_> {
    /// Adds a text, given with its quotation marks.
    pub(crate) fn push_text(&mut self, text: &str) {
        let text = TypedText(without_marks(text).into_owned());
        let leaf = Value::holding(Rc::new(text), Label::default(), self.guard.budget());
        self.operands.push(Operand::Value(leaf));
        self.has_text = true;
    }

    /// Replaces a compared text by its code, and refuses other uses of texts.
    pub(crate) fn take_text(&mut self, step: Step, called: &str) -> Result<()> {
        let first = self.operands.len().saturating_sub(step.kind.operands());
        let operands = self.operands.get_mut(first..).unwrap_or_default();
        let is_text = |it: &Operand| typed_text(it).is_some() || categories(it).is_some();
        let Some(culprit) = operands.iter().position(is_text) else {
            return Ok(());
        };
        let operation = match step.kind {
            Kind::Operation(it) | Kind::Link(it, _) | Kind::Chain(it) => Some(it),
            _ => None,
        };
        if let [one, other] = operands
            && operation.is_some_and(is_equality)
            && code_of_category((one, other), step.span, self.scope)?
        {
            return Ok(());
        }
        if may_have_text(step.kind, called, self.scope) {
            return Ok(());
        }
        let culprit = operands.get(culprit);
        let text = culprit.and_then(typed_text).map(in_marks);
        Err(no_numbers(&text.unwrap_or_else(|| name_of_column(culprit, self.scope)), step.span))
    }
}

/// Replaces a text compared with a column of categories by its code; false for other pairs.
fn code_of_category(
    (one, other): (&mut Operand, &mut Operand),
    span: Span,
    scope: &dyn Scope,
) -> Result<bool> {
    let (column, text) = if categories(one).is_some() { (one, other) } else { (other, one) };
    let (Some(categories), Some(wanted)) = (categories(column), typed_text(text)) else {
        return Ok(false);
    };
    let code = categories.code(wanted).ok_or_else(|| {
        let (name, text) = (name_of_column(Some(column), scope), in_marks(&quoted(wanted)));
        Error::new(span, format!("{name} has no category {text}")).hint(which(categories))
    })?;
    *text = Operand::Constant(code);
    Ok(true)
}

/// The text of an operand.
fn typed_text(operand: &Operand) -> Option<&str> {
    operand.value()?.holds::<TypedText>().map(|text| text.0.as_str())
}

/// The categories of an operand.
fn categories(operand: &Operand) -> Option<&Categories> {
    operand.value()?.categories()
}

/// Returns true if a step may take a text without comparing it: a function, or a count.
fn may_have_text(kind: Kind, called: &str, scope: &dyn Scope) -> bool {
    let is_given = |operation: &Operation| operation.name == "is_given";
    match kind {
        Kind::Operation(operation) => is_given(operation),
        Kind::Call(_) => {
            scope.function(called).is_some_and(|it| it.leaf.is_none())
                || called == "count"
                || operation_meant(called, scope).is_some_and(is_given)
        }
        _ => false,
    }
}

fn name_of_column(column: Option<&Operand>, scope: &dyn Scope) -> String {
    let name = column.and_then(Operand::value).and_then(|it| scope.name_of(it));
    name.unwrap_or_else(|| "this column".to_owned())
}

/// Returns the error for a computation with text.
pub fn no_numbers(name: &str, span: Span) -> Error {
    let v = if name.contains(['"', ' ']) { "v" } else { name };
    Error::new(span, format!("{name} is text, not a number"))
        .hint(format!("{v} == \"a\" is 1 or 0 in each row; sum({v} == \"a\") counts them"))
}

pub fn which(categories: &Categories) -> String {
    format!(
        "it has {}",
        and(categories.texts().iter().map(|it| in_marks(&quoted(it))).collect(), MOST_NAMED)
    )
}
