//! The arithmetic of an optimizer step, and the state of its leaves.

use super::optimizer::{EPSILON, Method, Remembered, Way};
use super::steps::{Descent, FirstStep, Moved};
use crate::core::language::exact;
use crate::core::session::Names;
use crate::report::{Block, Column, NumberStyle, Paragraph, Table};

/// The factor of the rate: `0.9487 / (√0.9000 + 1e-8)`.
pub fn way((method, rate): (&Method, f64), step: &FirstStep, moved: &Moved) -> Paragraph {
    let number = |sentence: Paragraph, number: f64| sentence.number(number, NumberStyle::Data);
    let mut sentence = match method.way(moved.grad, &step.remembered) {
        Way::Along(one) => number(Paragraph::default(), one),
        Way::Ahead { grad, part, remembered } => {
            let sentence = number(Paragraph::new("("), grad).text(format!(" + {} × ", exact(part)));
            number(sentence, remembered).text(")")
        }
        Way::Over { above, square } => {
            let sentence = number(Paragraph::default(), above).text(" / (√");
            number(sentence, square).text(format!(" + {})", exact(EPSILON)))
        }
    };
    if method.decay != 0.0 {
        // Decay subtracts also in a step that climbs.
        let sign = if rate < 0.0 { '-' } else { '+' };
        sentence = Paragraph::new("(").then(sentence);
        let decay = format!(" {sign} {} × ", exact(method.decay));
        sentence = number(sentence.text(decay), moved.before).text(")");
    }
    sentence
}

/// The grad of each leaf, and its state after the step.
pub fn remembered(names: &Names, descent: &Descent, folded: bool) -> Option<Block> {
    let method = &descent.method;
    let averages = method.kind.averages;
    if averages.is_empty() || descent.first_steps.is_empty() {
        return None;
    }
    let corrected = |at: usize| {
        let number = method.numbers.get(at).copied().unwrap_or(0.0);
        let name = averages.get(at).copied().unwrap_or_default();
        Column::number(format!("{name}_corrected"))
            .titled(format!("{name}/(1 - {}^t)", exact(number)))
            .drop(1)
    };
    let average = |name: &'static str| Column::number(name).titled(name);
    let mut columns = vec![Column::text("name"), Column::number("t").titled("t")];
    columns.push(Column::number("grad").titled("grad"));
    columns.extend(averages.iter().copied().map(average));
    if method.kind.is_corrected {
        columns.extend((0..averages.len()).map(corrected));
    }
    let is_shown = |moved: &Moved| !folded || moved.leaf.network_of_leaf().is_none();
    let steps = descent.moved.iter().zip(&descent.first_steps);
    let rows = steps.filter(|(moved, _)| is_shown(moved)).map(|(moved, step)| {
        let Remembered { steps, averages: numbers } = step.remembered;
        let mut row = vec![Paragraph::new(names.call(&moved.leaf)), Paragraph::count(steps)];
        row.push(Paragraph::grad(moved.grad));
        row.extend(averages.iter().zip(numbers).map(|(_, number)| Paragraph::data(number)));
        if method.kind.is_corrected {
            let corrections = method.corrections(steps);
            let corrected = averages.iter().zip(numbers).zip(corrections);
            row.extend(corrected.map(|((_, number), by)| Paragraph::data(number / by)));
        }
        row
    });
    let rows: Vec<Vec<Paragraph>> = rows.collect();
    let grid = Table::titled(columns, rows);
    (!grid.rows.is_empty()).then_some(Block::Table(grid))
}
