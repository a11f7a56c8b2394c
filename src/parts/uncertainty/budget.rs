//! An uncertainty budget: what each input contributes to the uncertainty of a root.

use std::rc::Rc;

use foldhash::fast::RandomState;
use indexmap::IndexMap;
use serde::Serialize;

use super::errors::Errors;
use super::vector::{Term, error, size};
use super::{Distribution, Propagation, Trials};
use crate::core::session::{Session, with_row};
use crate::parts::learn::Wording;
use crate::parts::least_squares::{norm_of, student};
use crate::report::{
    Block, Column, Fold, NumberStyle, Paragraph, Table, and, as_exact, counted, numbers,
};

/// The blocks of a bar for a share of 100 %.
const WHOLE_BAR: f64 = 20.0;
/// The digits of a sensitivity.
const SENSITIVITY: usize = 4;
/// The most nodes at kinks that a sentence names.
const MOST_KINKS: usize = 3;
/// The columns before the further lines of a sentence.
const INDENT: usize = 4;

/// The uncertainty of a root, by inputs and by random trials.
#[derive(Debug, Serialize)]
pub struct UncertaintyBudget {
    /// The name of the root.
    pub root: String,
    /// The data of the root.
    #[serde(serialize_with = "as_exact")]
    pub data: f64,
    /// The standard uncertainty to first order.
    #[serde(serialize_with = "as_exact")]
    pub u: f64,
    /// The coverage factor of `k=2`.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub coverage: Option<f64>,
    /// The coverage factor times the standard uncertainty.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub expanded: Option<f64>,
    /// The effective degrees of freedom of the uncertainty, if an input's uncertainty was estimated.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub degrees_of_freedom: Option<f64>,
    /// The uncertain leaves of the root, the largest contribution first.
    pub inputs: Vec<Input>,
    /// The command that solved an input, if the root is linear through it: there are no trials.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub linear_through: Option<&'static str>,
    /// The uncertainty by random trials.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trials: Option<Trials>,
    /// The nodes that are exactly at a kink, where the slope of the steeper side counts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kinks: Vec<String>,
}

/// One uncertain leaf of a root.
#[derive(Debug, Serialize)]
pub struct Input {
    /// The name of the leaf, without a row.
    pub name: String,
    /// The data of the leaf or of the row; `None` for several rows.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub data: Option<f64>,
    /// The row of a column, from 1, if the root depends on only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<usize>,
    /// The number of rows of a column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<usize>,
    /// The standard uncertainty; for several rows, the root mean square of the rows' uncertainties.
    #[serde(serialize_with = "as_exact")]
    pub u: f64,
    /// d root / d leaf; for several rows, the contribution divided by u.
    #[serde(serialize_with = "as_exact")]
    pub sensitivity: f64,
    /// u × |sensitivity|.
    #[serde(serialize_with = "as_exact")]
    pub contribution: f64,
    /// The distribution of the error, unless the error is normal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distribution: Option<&'static str>,
    /// The leaf's part of the root's variance: the covariance of the contribution with the root, divided by the
    /// variance; `None` if the variance is 0.
    #[serde(serialize_with = "as_exact")]
    pub share: Option<f64>,
    /// The degrees of freedom of the uncertainty, if the uncertainty was estimated.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub degrees_of_freedom: Option<f64>,
}

impl Propagation {
    /// The uncertain leaves, the largest contribution first; leaves whose contributions differ only by rounding
    /// are in the order of names.
    pub fn inputs(&self, session: &Session) -> Vec<Input> {
        let Some(errors) = session.part::<Errors>() else { return Vec::new() };
        let mut terms: Vec<&Term> = self.vector.terms.iter().collect();
        terms.sort_unstable_by_key(|term| term.leaf.label());
        let inputs = terms.into_iter().filter_map(|term| self.input(session, errors, term));
        let mut inputs: Vec<Input> = inputs.collect();
        let size = |input: &Input| input.contribution as f32;
        inputs.sort_by(|one, other| size(other).total_cmp(&size(one)));
        inputs
    }

    fn input(&self, session: &Session, errors: &Errors, term: &Term) -> Option<Input> {
        let (_, of_leaf) = errors.stored_error(&term.leaf)?;
        let (parts, rows) = (errors.parts(term), term.leaf.rows());
        let (u, sensitivity, contribution) = match term.slopes.as_slice() {
            [slope] => {
                let u = of_leaf.us.at(term.first);
                (u, *slope, error(u, *slope).abs())
            }
            _ => {
                let rows = rows.unwrap_or(0);
                let squares = norm_of((0..rows).map(|row| of_leaf.us.at(row)));
                let u = of_leaf.us.same().unwrap_or(squares / (rows as f64).sqrt());
                (u, size(&parts) / u, size(&parts))
            }
        };
        let row = rows.filter(|_| term.slopes.len() == 1).map(|_| term.first + 1);
        let of_root = self.vector.u();
        Some(Input {
            name: session.names().call(&term.leaf),
            data: match term.leaf.as_column() {
                None => Some(term.leaf.data()),
                Some(column) => row.and_then(|row| column.number(row - 1)),
            },
            row,
            rows,
            u,
            sensitivity,
            contribution,
            distribution: Some(of_leaf.drawn_from())
                .filter(|it| *it != Distribution::Normal)
                .map(Distribution::name),
            share: (of_root != 0.0 && of_root.is_finite()).then(|| match of_leaf.shared {
                None => (contribution / of_root).powi(2),
                Some(_) => self.vector.along(&parts) / of_root,
            }),
            degrees_of_freedom: of_leaf.freedom.as_deref().copied(),
        })
    }

    /// The nodes above uncertain leaves that are exactly at a kink, where the slope of the steeper side counts.
    pub fn kinks(&self, session: &Session) -> Vec<String> {
        let (order, names) = (&self.order, session.names());
        let depends = order.dependents(&self.leaves);
        let has_sides =
            |number: usize| order.node(number).operation().is_some_and(|it| it.steepest.is_some());
        let at_kinks = order.at_kinks(|number| depends[number] && has_sides(number));
        let wording = Wording { order, names };
        let at_kinks = at_kinks.iter().enumerate().filter(|(_, is_at_kink)| **is_at_kink);
        let mut kinks: Vec<String> = at_kinks.map(|(number, _)| wording.formula(number)).collect();
        kinks.dedup();
        kinks
    }

    /// The effective degrees of freedom of the uncertainty, by Welch and Satterthwaite (JCGM 100:2008, G.4.1);
    /// `None` if nothing was estimated.
    pub fn degrees_of_freedom(&self, session: &Session) -> Option<f64> {
        let errors = session.part::<Errors>()?;
        let own = self.vector.terms.iter().filter_map(|term| {
            let (_, error) = errors.stored_error(&term.leaf)?;
            let freedom = error.freedom.as_ref().filter(|_| error.shared.is_none());
            Some((freedom?, size(&errors.parts(term))))
        });
        let shared = self.vector.parts.iter();
        let shared = shared.filter_map(|(source, part)| Some((errors.freedom(*source)?, *part)));
        // Leaves of one estimate count once.
        let mut estimates = IndexMap::<*const f64, (f64, f64), RandomState>::default();
        for (freedom, part) in own.chain(shared) {
            let (_, all) = estimates.entry(Rc::as_ptr(freedom)).or_insert((**freedom, 0.0));
            *all = all.hypot(part / self.vector.u());
        }
        let parts: f64 = estimates.values().map(|(freedom, part)| part.powi(4) / freedom).sum();
        (parts > 0.0 && parts.is_finite()).then(|| 1.0 / parts)
    }
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
        let with = |u: f64| numbers::with_uncertainty(*data, Some(u), digits);
        let mut lines = vec![format!("{root} = {}", with(*u))];
        lines.extend(self.linear_through.map(|by| format!("linear through :{by}; not checked")));
        lines.extend(self.trials.map(|trials| trials.line(digits)));
        if !self.kinks.is_empty() {
            let (are, their) = if self.kinks.len() == 1 { ("is", "its") } else { ("are", "their") };
            let kinks = and(self.kinks.clone(), MOST_KINKS);
            lines.push(format!(
                "{kinks} {are} at {their} kink: the slope of the steeper side counts"
            ));
        }
        if let (Some(k), Some(expanded)) = (self.coverage, self.expanded) {
            let expanded = with(expanded);
            let k = numbers::answer(k, None);
            lines.push(format!("expanded uncertainty, k = {k}: {root} = {expanded}"));
        }
        if let Some(freedom) = self.degrees_of_freedom {
            let [freedom, k] = [freedom, student(freedom)].map(degrees_of_freedom);
            lines.push(format!("{freedom} effective degrees of freedom; k = {k} for 95 %"));
        }
        lines
    }

    fn table(&self, digits: Option<usize>) -> Table {
        let titled = |title: &str| Column::number("").titled(title.to_owned());
        let mut columns = vec![Column::text("").titled("input")];
        columns.extend(["value", "u", "sensitivity"].map(titled));
        columns.extend([titled("contribution").drop(1), titled("share")]);
        let is_plain = self.inputs.iter().all(|input| input.evaluation().is_empty());
        if !is_plain {
            columns.push(Column::text("").titled("error"));
        }
        columns.push(Column::text("").drop(2));
        let row = |input: &Input| input.cells(is_plain, digits);
        let fold = Some(Fold { ranks: vec![0; self.inputs.len()], command: ":rows N".to_owned() });
        Table { fold, ..Table::titled(columns, self.inputs.iter().map(row).collect()) }
    }
}

impl Input {
    /// How the uncertainty of the input was evaluated: `rectangular`, `dof 9`.
    fn evaluation(&self) -> String {
        let freedom = self.degrees_of_freedom.map(|it| format!("dof {}", degrees_of_freedom(it)));
        freedom.unwrap_or_else(|| self.distribution.unwrap_or_default().to_owned())
    }

    fn cells(&self, is_plain: bool, digits: Option<usize>) -> Vec<Paragraph> {
        let [data, u] = match self.data {
            Some(data) => Paragraph::with_uncertainty(data, self.u),
            None => {
                let rows = counted(self.rows.unwrap_or(0) as u64, "row");
                [Paragraph::new(rows), Paragraph::uncertainty(self.u)]
            }
        };
        let sensitivity = match digits {
            Some(_) => numbers::table(self.sensitivity, digits),
            None => numbers::significant(self.sensitivity, SENSITIVITY),
        };
        let mut cells = vec![
            Paragraph::new(with_row(self.name.clone(), self.row)),
            data,
            u,
            Paragraph::new(sensitivity),
            Paragraph::uncertainty(self.contribution),
            self.share.map_or(Paragraph::default(), |share| Paragraph::new(percentage(share))),
        ];
        cells.extend((!is_plain).then(|| Paragraph::new(self.evaluation())));
        cells.push(Paragraph::new(bar(self.share.unwrap_or(0.0))));
        cells
    }
}

/// `42 %`, with one decimal below one percent, and 0 below that.
fn percentage(share: f64) -> String {
    let percent = if share.abs() < 0.0005 { 0.0 } else { share * 100.0 };
    let decimals = if percent != 0.0 && percent.abs() < 0.95 { 1 } else { 0 };
    format!("{} %", numbers::text(NumberStyle::Decimals(decimals).of(percent), None))
}

fn degrees_of_freedom(number: f64) -> String {
    numbers::text(NumberStyle::Significant(3).of(number), None)
}

fn bar(share: f64) -> String {
    let halves = (share.clamp(0.0, 1.0) * 2.0 * WHOLE_BAR).round() as usize;
    "█".repeat(halves / 2) + if halves % 2 == 1 { "▌" } else { "" }
}
