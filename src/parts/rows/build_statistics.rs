//! Statistics of rows or arguments as nodes: how many, how far apart, the one in the middle.

use super::sweep::Sweep;
use crate::core::graph::{Builder, NOTHING, Operand, Order, Value, no_argument, operation};
use crate::core::language::{Error, Result, Span};
use crate::core::ops::{ADD, DIVIDE, Form, MAX, POWER, SQRT, SUBTRACT};
use crate::parts::rows;

/// The most arguments that are sorted by comparing nodes with each other.
const MOST_SORTED: usize = 64;

/// What is known of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Statistic {
    /// How many there are.
    Count,
    /// The sum of the squares of their distances from their mean, divided by one less than their number.
    Variance,
    /// The square root of that.
    Deviation,
    /// The one in the middle, or the mean of the two in the middle.
    Median,
}

impl Statistic {
    fn of(form: &Form) -> Statistic {
        match form.name {
            "count" => Statistic::Count,
            "var" => Statistic::Variance,
            "std" => Statistic::Deviation,
            _ => Statistic::Median,
        }
    }
}

impl Builder<'_> {
    /// Replaces the last `arguments` operands by a statistic of them.
    pub(crate) fn statistic(
        &mut self,
        form: &'static Form,
        arguments: usize,
        span: Span,
    ) -> Result<()> {
        let statistic = Statistic::of(form);
        let arguments =
            if arguments == 1 && self.is_last_each() { self.unfold_last() } else { arguments };
        self.must_be_one(arguments, span)?;
        self.must_have_equal_rows(arguments, span)?;
        let mut operands = self.take_last(arguments);
        let found = match operands.as_slice() {
            [] => Err(no_argument(form, span)),
            [Operand::Value(rows)] if rows.is_per_row() => {
                let rows = rows.clone();
                let found = self.of_rows(statistic, &rows, span)?;
                if let Some(count) = found.constant() {
                    self.push_copy(count);
                    return Ok(());
                }
                Ok(found)
            }
            several => match statistic {
                Statistic::Count => Ok(Operand::Constant(several.len() as f64)),
                Statistic::Variance | Statistic::Deviation => {
                    self.spread_of(statistic, several, span)
                }
                Statistic::Median => self.middle_of(&mut operands, span),
            },
        }?;
        self.operands.push(found);
        Ok(())
    }

    fn of_rows(&mut self, statistic: Statistic, rows: &Value, span: Span) -> Result<Operand> {
        let gaps = self.gaps(rows, span)?;
        let given = rows.rows().unwrap_or(0).saturating_sub(gaps);
        self.left_out = self.left_out.max(gaps);
        let x = Operand::Value(rows.clone());
        let count = match gaps {
            0 => Operand::Constant(given as f64),
            _ => {
                let is_given = self.named("is_given", x.clone(), span)?;
                self.named("sum", is_given, span)?
            }
        };
        match statistic {
            Statistic::Count => Ok(count),
            Statistic::Median if gaps == 0 && given % 2 == 1 => self.named("median_low", x, span),
            Statistic::Median => {
                let low = self.named("median_low", x.clone(), span)?;
                let high = self.named("median_high", x, span)?;
                self.halved(low, high, span)
            }
            Statistic::Variance | Statistic::Deviation => {
                let mean = if gaps == 0 {
                    self.named("mean", x.clone(), span)?
                } else {
                    let filled = self.named("given_or", x.clone(), span)?;
                    let sum = self.named("sum", filled, span)?;
                    self.result(DIVIDE, [sum, count.clone()], span)?
                };
                let mut distance = self.result(SUBTRACT, [x, mean], span)?;
                if gaps > 0 {
                    distance = self.named("given_or", distance, span)?;
                }
                let square = self.result(POWER, [distance, Operand::Constant(2.0)], span)?;
                let sum = self.named("sum", square, span)?;
                self.spread(statistic, sum, count, span)
            }
        }
    }

    /// The spread of arguments.
    fn spread_of(
        &mut self,
        statistic: Statistic,
        several: &[Operand],
        span: Span,
    ) -> Result<Operand> {
        let count = Operand::Constant(several.len() as f64);
        let sum = self.sum_of(several.iter().cloned(), span)?;
        let mean = self.result(DIVIDE, [sum, count.clone()], span)?;
        let mut squares = Vec::with_capacity(several.len());
        for operand in several {
            let distance = self.result(SUBTRACT, [operand.clone(), mean.clone()], span)?;
            squares.push(self.result(POWER, [distance, Operand::Constant(2.0)], span)?);
        }
        let sum = self.sum_of(squares.into_iter(), span)?;
        self.spread(statistic, sum, count, span)
    }

    /// The variance, or the standard deviation, of a sum of squares.
    fn spread(
        &mut self,
        statistic: Statistic,
        sum: Operand,
        count: Operand,
        span: Span,
    ) -> Result<Operand> {
        let freedom = self.result(SUBTRACT, [count, Operand::Constant(1.0)], span)?;
        let is_alone = freedom.data() == 0.0 && self.non_finite.is_none();
        let variance = self.result(DIVIDE, [sum, freedom], span)?;
        if let Some(found) = self.non_finite.as_mut().filter(|_| is_alone) {
            found.because = "std and var need two numbers";
        }
        match statistic {
            Statistic::Deviation => self.result(SQRT, [variance, NOTHING], span),
            _ => Ok(variance),
        }
    }

    /// The middle of arguments, which are sorted by nodes that choose.
    fn middle_of(&mut self, several: &mut [Operand], span: Span) -> Result<Operand> {
        let count = several.len();
        if several.iter().all(|it| it.value().is_none()) {
            several.sort_by(|one, other| one.data().total_cmp(&other.data()));
        } else if count > MOST_SORTED {
            let message =
                format!("found {count} arguments, and at most {MOST_SORTED} nodes can be sorted");
            return Err(Error::new(span, message).hint("a column may have any number of rows"));
        } else {
            let min = operation("min", span)?;
            for end in 1..count {
                for at in (0..end).rev() {
                    let pair = [several[at].clone(), several[at + 1].clone()];
                    several[at] = self.rebuilt(min, pair.clone(), span)?;
                    several[at + 1] = self.rebuilt(MAX, pair, span)?;
                }
            }
        }
        let at = |at: usize| several.get(at).cloned().unwrap_or(Operand::Constant(f64::NAN));
        let (low, high) = (count.saturating_sub(1) / 2, count / 2);
        if low == high { Ok(at(low)) } else { self.halved(at(low), at(high), span) }
    }

    fn halved(&mut self, one: Operand, other: Operand, span: Span) -> Result<Operand> {
        let sum = self.result(ADD, [one, other], span)?;
        self.result(DIVIDE, [sum, Operand::Constant(2.0)], span)
    }

    /// Applies the fold of a name to rows, or the operation of that name, whose second operand, if it has
    /// one, is 0.
    pub(crate) fn named(&mut self, name: &str, x: Operand, span: Span) -> Result<Operand> {
        let fold = rows::fold(name).filter(|_| x.rows().is_some());
        let operation = fold.map_or_else(|| operation(name, span), Ok)?;
        self.rebuilt(operation, [x, NOTHING], span)
    }

    /// The number of rows of a node that are gaps of the columns that it depends on.
    fn gaps(&self, node: &Value, span: Span) -> Result<usize> {
        let numbers = Sweep::rows_of(node, self.guard.stop()).unwrap_or_default();
        let missing: Vec<usize> = (0..numbers.len()).filter(|row| numbers[*row].is_nan()).collect();
        if missing.is_empty() {
            return Ok(0);
        }
        let order = Order::until(self.guard.stop(), [node]);
        let columns: Vec<_> =
            order.leaves().filter_map(|it| it.as_column()).map(|it| it.numbers()).collect();
        let is_gap = |row: &&usize| {
            columns.iter().any(|numbers| numbers.get(**row).is_some_and(|it| it.is_nan()))
        };
        match missing.iter().find(|row| !is_gap(row)) {
            None => Ok(missing.len()),
            Some(row) => {
                let message = format!("row {} is nan, and no column has a gap there", row + 1);
                Err(Error::new(span, message).hint("only gaps in data are left out"))
            }
        }
    }
}
