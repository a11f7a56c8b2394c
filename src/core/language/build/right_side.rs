//! What a name gets: numbers with an uncertainty, columns, ranges: `1.235(34)`, `[1, 2] ± 0.1`, `0:0.5:4`.

use gradcalc_grammar::Rule;
use gradcalc_grammar::pest::iterators::{Pair, Pairs};

use super::calls::{column_inside, range_inside};
use super::{Builder, Built, Checked, Form, Joined, Operand, refused, take};
use crate::core::language::concise::{concise, two_readings};
use crate::core::language::error::{Span, quoted};
use crate::core::language::tree::{Kind, Stride, names};
use crate::core::ops;

impl Builder<'_> {
    /// Builds a right side, or an uncertainty alone.
    pub(super) fn right_side(
        &self,
        mut pairs: Pairs<'_, Rule>,
        joined: Option<Joined>,
        is_setting: bool,
    ) -> Checked<()> {
        let Some(first) = pairs.peek() else { return Ok(()) };
        let place = self.span(&first);
        let mut is_number = first.as_rule() == Rule::expression;
        match (first.as_rule(), joined) {
            (Rule::plus_minus, _) => {
                self.push(Kind::Present, place);
                return self.uncertainty(pairs, None);
            }
            (Rule::column, None) => self.column(first, 0)?,
            (Rule::column, Some(_)) => return Err(column_inside(opening(place)).into()),
            (_, None) => drop(self.measured(first, 0)?),
            (_, Some(Joined { target, operation, mark })) => {
                self.push(Kind::Name, target);
                let right = self.expression(first.into_inner(), 0)?;
                self.join(operation, mark, right, true)?;
            }
        }
        pairs.next();
        match self.range(place, &mut pairs, 0)? {
            Some(colon) if joined.is_some() => return Err(range_inside(colon).into()),
            Some(_) => is_number = false,
            None => {}
        }
        // No operation is on a leaf of :set with its uncertainty.
        self.uncertainty(pairs, (is_number && !is_setting).then_some(place))
    }

    /// Builds what follows a first number in a range, and returns the place of its colon.
    pub(super) fn range(
        &self,
        first: Span,
        pairs: &mut Pairs<'_, Rule>,
        depth: usize,
    ) -> Checked<Option<Span>> {
        let (mut mark, mut stride, mut end) = (None, Stride::One, first);
        while let Some(colon) = take(pairs, Rule::colon) {
            stride = if mark.is_some() { Stride::Given } else { Stride::One };
            mark.get_or_insert(self.span(&colon));
            if let Some(number) = pairs.next() {
                end = self.span(&number);
                self.expression(number.into_inner(), depth)?;
            }
        }
        if mark.is_some() {
            self.push(Kind::Range(stride), first.to(end));
        }
        Ok(mark)
    }

    /// Builds an uncertainty after what has been built, with the words on how it was found. `value` is
    /// the place of the number where an operation after it may be meant for the whole.
    fn uncertainty(&self, mut pairs: Pairs<'_, Rule>, value: Option<Span>) -> Checked<()> {
        let Some((mark, given)) = pairs.next().zip(pairs.next()) else { return Ok(()) };
        let percent = match given.as_rule() {
            Rule::column => {
                self.column(given, 0)?;
                false
            }
            _ => {
                let (u, percent) = self.deviation(given, 0)?;
                if let Some(value) = value {
                    self.must_be_closed(value, u)?;
                }
                percent
            }
        };
        self.push(Kind::PlusMinus { percent }, self.span(&mark));
        while let Some(word) = pairs.next().filter(|word| word.as_rule() != Rule::EOI) {
            let number = take(&mut pairs, Rule::number);
            let operands = 1 + u32::from(number.is_some());
            number.map(|number| self.primary(number, 0)).transpose()?;
            self.push(Kind::Evaluation(operands), self.span(&word));
        }
        Ok(())
    }

    /// Builds what stands after `±`, and tells whether it is given in hundredths.
    pub(super) fn deviation(&self, u: Pair<'_, Rule>, depth: usize) -> Checked<(Operand, bool)> {
        let mut pairs = u.into_inner();
        let is_percent = pairs.clone().next_back().is_some_and(|it| it.as_rule() == Rule::percent);
        if is_percent {
            pairs.next_back();
        }
        Ok((self.expression(pairs, depth)?, is_percent))
    }

    /// Builds an expression that may be a number with the uncertainty of its last digits.
    fn measured(&self, expression: Pair<'_, Rule>, depth: usize) -> Built {
        let (first, span) = (self.steps.borrow().len(), self.span(&expression));
        let mut parts = expression.clone().into_inner();
        let sign = take(&mut parts, Rule::sign);
        let number = take(&mut parts, Rule::number);
        let from = |number: &Pair<'_, Rule>| self.span(number).to(span);
        let is_close =
            |number: &Pair<'_, Rule>| !from(number).of(self.text).contains(char::is_whitespace);
        match (number, parts.next(), parts.next(), parts.next()) {
            (Some(number), None, ..) if number.as_str().contains('(') => {
                let (value, u) = concise(number.as_str(), self.span(&number))?;
                let is_minus = sign.is_some_and(|sign| sign.as_str() != "+");
                self.push(Kind::Number(if is_minus { -value } else { value }), span);
                self.push(Kind::Number(u), span);
                self.push(Kind::PlusMinus { percent: false }, span);
                Ok(Operand { first, span, form: Form::Other })
            }
            (Some(number), Some(mark), Some(group), None)
                if mark.as_rule() == Rule::implied && holds_number(&group) && is_close(&number) =>
            {
                Err(two_readings(self.text, from(&number)).into())
            }
            _ => self.expression(expression.into_inner(), depth),
        }
    }

    /// Builds a column of numbers or texts.
    fn column(&self, column: Pair<'_, Rule>, depth: usize) -> Checked<()> {
        let (first, place) = (self.steps.borrow().len(), self.span(&column));
        let elements = self.elements(column.into_inner(), place, depth)?;
        elements.into_iter().for_each(|elements| self.push(Kind::List(elements), place));
        let steps = self.steps.borrow();
        let mut names = names(self.text, steps.get(first..).unwrap_or_default());
        if let Some((name, place)) = names.find(|(name, _)| ops::constant(name).is_none()) {
            let message = format!("found {} where a number was expected", quoted(name));
            let hint = "the elements of a column are numbers, not names";
            return refused(place, message, hint);
        }
        Ok(())
    }

    /// Builds the elements of a column, and returns how many there are, or none if it counts: its range is then
    /// the last step.
    pub(super) fn elements(
        &self,
        mut pairs: Pairs<'_, Rule>,
        place: Span,
        depth: usize,
    ) -> Checked<Option<u32>> {
        let (mut elements, mut last, mut counts) = (0, None, false);
        while let Some(pair) = pairs.next() {
            match (pair.as_rule(), last) {
                (Rule::comma, _) => {}
                (Rule::dots, _) => counts = true,
                (Rule::plus_minus, Some(value)) => {
                    let u = pairs.next().unwrap_or_else(|| pair.clone());
                    self.uncertain(value, self.span(&pair), u, depth)?;
                }
                _ => {
                    last = Some(self.measured(pair, depth)?);
                    elements += 1;
                }
            }
        }
        if counts {
            let stride = if elements == 2 { Stride::One } else { Stride::Second };
            self.push(Kind::Range(stride), place);
        }
        Ok(Some(elements).filter(|_| !counts))
    }
}

/// The place of the bracket that begins a column.
pub(super) fn opening(column: Span) -> Span {
    Span { end: column.start + 1, ..column }
}

/// Returns true if a number is all that stands in a pair of parentheses.
fn holds_number(group: &Pair<'_, Rule>) -> bool {
    let inside = group.clone().into_inner().flatten().map(|pair| pair.as_rule());
    group.as_rule() == Rule::group && inside.eq([Rule::expression, Rule::number])
}
