//! Texts in an expression: compared with a column of categories, and nothing else.

use std::rc::Rc;

use super::{Builder, Scope, operation_meant};
use crate::graph::column::Categories;
use crate::graph::value::{Category, Operand};
use crate::language::{Error, Instant, Kind, Result, Span, Step, in_marks, nearest, without_marks};
use crate::ops::{self, Makes, Statistic};

/// What compares dates.
const COMPARISONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

/// The most categories that a hint names.
const MOST_NAMED: usize = 6;

impl Builder {
    /// Adds a text, given with its quotation marks.
    pub(super) fn push_text(&mut self, text: &str) {
        let text = without_marks(text).into_owned();
        self.operands.push(Operand::Text(Rc::new(Category { text, code: f64::NAN })));
        self.has_text = true;
    }

    /// Gives a text that the step compares its code, and makes sure that no step computes with one.
    pub(super) fn take_text(&mut self, step: Step, called: &str, scope: &dyn Scope) -> Result<()> {
        let first = self.operands.len().saturating_sub(step.kind.operands());
        let operands = self.operands.get_mut(first..).unwrap_or_default();
        if let [one, other] = operands
            && let (Some(first), Some(second)) = (one.days(), other.days())
            && first != second
        {
            let message = format!("one column is in days since {first}, the other since {second}");
            return Err(Error::new(step.span, message).hint(
                "columns of one table, or typed with one date after since, count from one day",
            ));
        }
        let is_text = |it: &Operand| matches!(it, Operand::Text(_)) || it.categories().is_some();
        let Some(culprit) = operands.iter().position(is_text) else {
            return Ok(());
        };
        let asks = |mark: &str| match step.kind {
            Kind::Operation(operation) | Kind::Link(operation, _) | Kind::Chain(operation) => {
                ops::infix(mark).is_some_and(|row| row.is(operation))
            }
            _ => false,
        };
        if let [one, other] = operands
            && COMPARISONS.iter().any(|mark| asks(mark))
            && let Some((first, text)) = match (one.days(), other.days()) {
                (Some(first), None) => Some((first, other)),
                (None, Some(first)) => Some((first, one)),
                _ => None,
            }
            && let Operand::Text(category) = &*text
        {
            let wanted = category.text.clone();
            let message = || format!("{} is compared with dates, and is none", in_marks(&wanted));
            let code = Instant::expected(&wanted, step.span, message)?.days_since(first);
            *text = Operand::Text(Rc::new(Category { text: wanted, code }));
            return Ok(());
        }
        if let [one, other] = operands
            && (asks("==") || asks("!="))
        {
            if one.categories().is_some() && other.categories().is_some() {
                let message = "two columns of text are not compared with each other";
                return Err(Error::new(step.span, message).hint(
                    "each is compared with a text: (g == \"a\") == (h == \"a\") is 1 where both are \"a\", or neither is",
                ));
            }
            let (column, text) =
                if one.categories().is_some() { (one, other) } else { (other, one) };
            if let (Some(categories), Operand::Text(category)) = (column.categories(), &*text) {
                let name = column.value().and_then(|it| scope.name_of(it));
                let wanted = category.text.clone();
                let code = categories.code(&wanted).ok_or_else(|| {
                    let name = name.unwrap_or_else(|| "this column".to_owned());
                    let text = in_marks(&wanted);
                    Error::new(step.span, format!("{name} has no category {text}"))
                        .hint(which(categories, &wanted))
                })?;
                *text = Operand::Text(Rc::new(Category { text: wanted, code }));
                return Ok(());
            }
        }
        // A function compares what it is given.
        let counts = |makes: &Makes| matches!(makes, Makes::Statistic(Statistic::Count));
        let may_have_text = match step.kind {
            Kind::Operation(operation) => operation.name == "is_given",
            Kind::Call(_) => {
                let own = scope.function(called).is_some_and(|it| it.network.is_none());
                let counts = ops::form(called).is_some_and(|form| counts(&form.makes));
                own || counts
                    || operation_meant(called, scope).is_some_and(|it| it.name == "is_given")
            }
            _ => false,
        };
        if may_have_text {
            return Ok(());
        }
        let culprit = operands.get(culprit);
        Err(match culprit.and_then(Operand::text) {
            Some(text) => Error::new(
                step.span,
                format!("{text} is text, which is compared only with a column of text"),
            )
            .hint("in each row, species == \"a\" is 1 or 0, where species = [\"a\", \"b\", \"a\"]"),
            None => {
                let name = culprit.and_then(Operand::value).and_then(|it| scope.name_of(it));
                let name = name.unwrap_or_else(|| "this column".to_owned());
                let categories = culprit.and_then(Operand::categories).cloned().unwrap_or_default();
                no_numbers(&name, &categories, step.span)
            }
        })
    }
}

/// Returns the error for a column of text that something would compute with.
pub fn no_numbers(name: &str, categories: &Categories, span: Span) -> Error {
    let example = in_marks(categories.texts().first().map_or("a", String::as_str));
    Error::new(span, format!("{name} is a column of text, which has no numbers")).hint(format!(
        "in each row, {name} == {example} is 1 or 0; sum({name} == {example}) is how many there are"
    ))
}

/// Says which categories there are, or which one is meant.
pub fn which(categories: &Categories, wanted: &str) -> String {
    let texts = categories.texts();
    if let Some(meant) = nearest(wanted, texts.iter().map(String::as_str)) {
        return format!("did you mean {}?", in_marks(meant));
    }
    let named: Vec<String> = texts.iter().take(MOST_NAMED).map(|it| in_marks(it)).collect();
    let more = if texts.len() > MOST_NAMED { ", …" } else { "" };
    format!("it has {}{more}", named.join(", "))
}
