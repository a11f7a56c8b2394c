//! Statistics of rows or arguments as nodes: `count`, `std`, `var`, `median`.

use super::sweep::Sweep;
use crate::core::graph::{Builder, Operand, Order, Stop, UNUSED, Value, no_argument, operation};
use crate::core::language::{Error, Result, Span};
use crate::core::ops::{ADD, DIVIDE, Form, POWER, SQRT, SUBTRACT};
use crate::parts::rows;

impl Builder<'_> {
    /// Replaces the last `arguments` operands by a statistic of them.
    pub(crate) fn statistic(
        &mut self,
        form: &'static Form,
        arguments: usize,
        span: Span,
    ) -> Result<()> {
        let statistic = form.name;
        self.must_be_one(arguments, span)?;
        self.must_have_equal_rows(arguments, span)?;
        let operands = self.take_last(arguments);
        let found = match operands.as_slice() {
            [] => Err(no_argument(form, span)),
            [Operand::Value(rows)] if rows.is_per_row() => {
                let rows = rows.clone();
                self.of_rows(statistic, &rows, span)
            }
            several => self.of_numbers(statistic, several, span),
        }?;
        self.operands.push(found);
        Ok(())
    }

    fn of_rows(&mut self, statistic: &str, rows: &Value, span: Span) -> Result<Operand> {
        let numbers = Sweep::rows_of(rows, self.guard.stop()).unwrap_or_default();
        let gaps = gaps_among(&numbers, rows, self.guard.stop(), span)?;
        self.left_out = self.left_out.max(gaps);
        let x = Operand::Value(rows.clone());
        // Each node leaves out the gaps of the moment: a row may become one later.
        match statistic {
            fold if rows::fold(fold).is_some() => return self.named(fold, x, span),
            "median" => {
                let low = self.named("median_low", x.clone(), span)?;
                let high = self.named("median_high", x, span)?;
                let sum = self.result(ADD, [low, high], span)?;
                return self.result(DIVIDE, [sum, Operand::Constant(2.0)], span);
            }
            _ => {}
        }
        let mean = self.named("mean_given", x.clone(), span)?;
        let count = self.named("count", x.clone(), span)?;
        let distance = self.result(SUBTRACT, [x, mean], span)?;
        let square = self.result(POWER, [distance, Operand::Constant(2.0)], span)?;
        let sum = self.named("sum_given", square, span)?;
        let freedom = self.result(SUBTRACT, [count, Operand::Constant(1.0)], span)?;
        // No number has no spread either: 0/0, not 0/-1.
        let freedom =
            self.result(operation("max", span)?, [freedom, Operand::Constant(0.0)], span)?;
        let is_alone = freedom.data() == 0.0 && self.non_finite.is_none();
        let variance = self.result(DIVIDE, [sum, freedom], span)?;
        if let Some(found) = self.non_finite.as_mut().filter(|_| is_alone) {
            found.because = "std and var need two numbers";
        }
        match statistic {
            "std" => self.result(SQRT, [variance, UNUSED], span),
            _ => Ok(variance),
        }
    }

    /// A statistic of numbers, of which a nan is a gap.
    fn of_numbers(&mut self, statistic: &str, several: &[Operand], span: Span) -> Result<Operand> {
        let Some(all) = several.iter().map(Operand::constant).collect::<Option<Vec<f64>>>() else {
            if statistic == "count" {
                return Ok(Operand::Constant(several.len() as f64));
            }
            let message = format!("the arguments of {statistic} must be numbers, not names");
            return Err(Error::new(span, message)
                .hint(format!("or use a column: x = [4.1, 3.9, 4.3]; {statistic}(x)")));
        };
        let mut numbers: Vec<f64> = all.iter().copied().filter(|it| !it.is_nan()).collect();
        self.left_out = self.left_out.max(all.len() - numbers.len());
        if numbers.len() < 2 && ["std", "var"].contains(&statistic) {
            return Err(Error::new(span, "std and var need two numbers"));
        }
        numbers.sort_by(f64::total_cmp);
        let count = numbers.len();
        let mean = mean_of(&numbers);
        let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
        let variance = squares / (count as f64 - 1.0);
        // The median of no number is nan, as their mean is.
        let low = numbers.get(count.saturating_sub(1) / 2).copied().unwrap_or(mean);
        let high = numbers.get(count / 2).copied().unwrap_or(mean);
        Ok(Operand::Constant(match statistic {
            "count" => count as f64,
            "median" => (low + high) / 2.0,
            "median_low" => low,
            "median_high" => high,
            "sum_given" => numbers.iter().sum(),
            "mean_given" => mean,
            "std" => variance.sqrt(),
            _ => variance,
        }))
    }

    /// Applies the fold of a name to rows, or its operation; a second operand is 0.
    pub(crate) fn named(&mut self, name: &str, x: Operand, span: Span) -> Result<Operand> {
        let fold = rows::fold(name).filter(|_| x.rows().is_some());
        let operation = fold.map_or_else(|| operation(name, span), Ok)?;
        self.rebuilt(operation, [x, UNUSED], span)
    }
}

/// The number of gaps among the rows of a node. A nan without a gap in a column is an error.
pub(super) fn gaps_among(rows: &[f64], node: &Value, stop: &Stop, span: Span) -> Result<usize> {
    let missing = (0..rows.len()).filter(|row| rows[*row].is_nan());
    let order = Order::until(stop, [node]);
    let columns: Vec<_> =
        order.leaves().filter_map(|it| it.as_column()).map(|it| it.numbers()).collect();
    let is_gap = |row: usize| {
        columns.iter().any(|numbers| numbers.get(row).is_some_and(|number| number.is_nan()))
    };
    match missing.clone().find(|row| !is_gap(*row)) {
        None => Ok(missing.count()),
        Some(row) => {
            let message = format!("row {} is nan, and no column has a gap there", row + 1);
            Err(Error::new(span, message).hint("only gaps in data are left out"))
        }
    }
}

/// The mean of numbers, added up relative to the first: the mean of equal numbers is that number.
pub fn mean_of(numbers: &[f64]) -> f64 {
    let (first, count) = (numbers.first().copied().unwrap_or(f64::NAN), numbers.len() as f64);
    let mean = first + numbers.iter().map(|number| number - first).sum::<f64>() / count;
    // The distance of two finite numbers may be too large for a double.
    if mean.is_finite() { mean } else { numbers.iter().sum::<f64>() / count }
}
