//! An uncertainty budget: what each input contributes to the uncertainty of a root.

use serde::Serialize;

use super::{Distribution, Input, Propagation, Trials};
use crate::core::session::{Names, with_row};
use crate::parts::least_squares::student;
use crate::render::{WIDEST_ROOT, width};
use crate::report::{
    Block, Column, Fold, NumberStyle, Paragraph, Table, as_exact, counted, numbers,
};

/// The blocks of a bar for a share of 100 %.
const WHOLE_BAR: f64 = 20.0;
/// The digits of a sensitivity.
const SENSITIVITY: usize = 4;
/// The columns before the further lines of a sentence.
const INDENT: usize = 4;

/// The uncertainty of a root, by its inputs and by random trials.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct UncertaintyBudget {
    /// The name of the root.
    pub root: String,
    /// Its data.
    #[serde(serialize_with = "as_exact")]
    pub data: f64,
    /// Its standard uncertainty to first order.
    #[serde(serialize_with = "as_exact")]
    pub u: f64,
    /// The coverage factor of `k=2`.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub coverage: Option<f64>,
    /// The coverage factor times the standard uncertainty.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub expanded: Option<f64>,
    /// The effective degrees of freedom of its uncertainty, if that was estimated.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub degrees_of_freedom: Option<f64>,
    /// Its uncertain leaves, the largest contribution first.
    pub inputs: Vec<Contribution>,
    /// The same by random trials.
    pub trials: Trials,
}

/// One uncertain leaf.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Contribution {
    /// Its name, without a row.
    pub name: String,
    /// Its data, or that of the row; `None` for several rows.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub data: Option<f64>,
    /// The row of a column, from 1, if it is only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<usize>,
    /// The number of rows of a column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<usize>,
    /// Its standard uncertainty; of a column the root mean square of its rows'.
    #[serde(serialize_with = "as_exact")]
    pub u: f64,
    /// d root / d leaf; of a column the contribution over u.
    #[serde(serialize_with = "as_exact")]
    pub sensitivity: f64,
    /// u × |sensitivity|.
    #[serde(serialize_with = "as_exact")]
    pub contribution: f64,
    /// The distribution of its error, unless that is normal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distribution: Option<&'static str>,
    /// Its part of the root's variance; `None` if that is 0.
    #[serde(serialize_with = "as_exact")]
    pub share: Option<f64>,
    /// The degrees of freedom that its uncertainty was estimated with, if it was.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub degrees_of_freedom: Option<f64>,
}

/// Returns the contributions of all inputs, the largest first; those that differ by rounding only
/// stay in the order of their names.
pub fn contributions(names: &Names, propagation: &Propagation) -> Vec<Contribution> {
    let mut inputs: Vec<&Input> = propagation.vector.inputs().collect();
    inputs.sort_unstable_by_key(|input| input.leaf.label());
    let contribution = |input: &Input| Contribution {
        name: names.call(&input.leaf),
        data: match input.leaf.as_column() {
            None => Some(input.leaf.data()),
            Some(column) => input.row.and_then(|row| column.number(row - 1)),
        },
        row: input.row,
        rows: input.leaf.rows(),
        u: input.u,
        sensitivity: input.sensitivity,
        contribution: input.contribution(),
        distribution: Some(input.distribution())
            .filter(|it| *it != Distribution::Normal)
            .map(Distribution::name),
        share: propagation.vector.share(input),
        degrees_of_freedom: input.degrees_of_freedom(),
    };
    let mut all: Vec<Contribution> = inputs.into_iter().map(contribution).collect();
    let size = |input: &Contribution| input.contribution as f32;
    all.sort_by(|one, other| size(other).total_cmp(&size(one)));
    all
}

impl UncertaintyBudget {
    /// Returns the budget as text.
    pub fn blocks(&self, digits: Option<usize>) -> Vec<Block> {
        let lines = self.lines(digits).into_iter();
        let lines = lines.map(|line| Paragraph::new(format!("  {line}")).wrapped(INDENT));
        std::iter::once(Block::Table(self.table(digits))).chain(lines).collect()
    }

    /// The sentences below the table.
    fn lines(&self, digits: Option<usize>) -> Vec<String> {
        let UncertaintyBudget { root, data, u, .. } = self;
        let mut lines = vec![format!("{root} = {}", numbers::with_uncertainty(*data, *u, digits))];
        lines.push(self.trials.line(digits));
        if let (Some(k), Some(expanded)) = (self.coverage, self.expanded) {
            let expanded = numbers::with_uncertainty(*data, expanded, digits);
            let k = numbers::answer(k, None);
            lines.push(format!("expanded uncertainty, k = {k}: {root} = {expanded}"));
        }
        if let Some(freedom) = self.degrees_of_freedom.filter(|it| it.is_finite()) {
            let [freedom, k] = [freedom, student(freedom)].map(degrees_of_freedom);
            lines.push(format!("{freedom} effective degrees of freedom; k = {k} for 95 %"));
        }
        lines
    }

    fn table(&self, digits: Option<usize>) -> Table {
        let inputs = &self.inputs;
        let is_short = width(&self.root) <= WIDEST_ROOT;
        let sensitivity =
            if is_short { format!("d{}/dinput", self.root) } else { "sensitivity".to_owned() };
        let contribution = format!("u × |{sensitivity}|");
        let mut columns = vec![Column::text("").titled("input")];
        let titled = |title: &str| Column::number("").titled(title.to_owned());
        columns.extend(["value", "u"].map(titled));
        columns.extend([titled(&sensitivity), titled(&contribution).drop(1)]);
        columns.push(titled("share"));
        let has_distributions = inputs.iter().any(|input| input.distribution.is_some());
        if has_distributions {
            columns.push(Column::text("").titled("error"));
        }
        let has_freedom = inputs.iter().any(|input| input.degrees_of_freedom.is_some());
        if has_freedom {
            columns.push(titled("dof"));
        }
        columns.push(Column::text("").drop(2));
        let row = |input: &Contribution| input.cells((has_distributions, has_freedom), digits);
        let fold = Some(Fold { ranks: vec![0; inputs.len()], command: ":rows N".to_owned() });
        Table { fold, ..Table::titled(columns, inputs.iter().map(row).collect()) }
    }
}

impl Contribution {
    fn cells(
        &self,
        (has_distributions, has_freedom): (bool, bool),
        digits: Option<usize>,
    ) -> Vec<Paragraph> {
        let [data, u] = match self.data {
            Some(data) => Paragraph::with_uncertainty(data, self.u),
            None => [Paragraph::default(), Paragraph::uncertainty(self.u)],
        };
        let data = match self.rows.filter(|_| self.row.is_none()) {
            Some(rows) => Paragraph::new(counted(rows as u64, "row")),
            None => data,
        };
        let sensitivity = match digits {
            Some(_) => numbers::table(self.sensitivity, digits),
            None => numbers::to_digits(self.sensitivity, SENSITIVITY),
        };
        let text = |text: Option<String>| text.map_or(Paragraph::default(), Paragraph::new);
        let mut cells = vec![Paragraph::new(with_row(self.name.clone(), self.row)), data, u];
        cells.push(Paragraph::new(sensitivity));
        cells.push(Paragraph::uncertainty(self.contribution));
        cells.push(text(self.share.map(percentage)));
        if has_distributions {
            cells.push(text(self.distribution.map(str::to_owned)));
        }
        if has_freedom {
            cells.push(text(self.degrees_of_freedom.map(degrees_of_freedom)));
        }
        cells.push(Paragraph::new(bar(self.share.unwrap_or(0.0))));
        cells
    }
}

/// `42 %`, with a single digit below one percent.
fn percentage(share: f64) -> String {
    let percent = share * 100.0;
    let style =
        if percent.abs() < 0.95 { NumberStyle::Significant(1) } else { NumberStyle::Decimals(0) };
    format!("{} %", numbers::text(style.of(percent), None))
}

fn degrees_of_freedom(number: f64) -> String {
    numbers::text(NumberStyle::Significant(3).of(number), None)
}

fn bar(share: f64) -> String {
    let halves = (share.clamp(0.0, 1.0) * 2.0 * WHOLE_BAR).round() as usize;
    "█".repeat(halves / 2) + if halves % 2 == 1 { "▌" } else { "" }
}
