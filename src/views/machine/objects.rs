//! The JSON objects of reports and messages.

use std::ops::Not;

use serde::{Serialize, Serializer};

use super::{Field, Place, data, fields, grids, keys, sentences};
use crate::graph::{Operand, Value};
use crate::report::{
    Answer, Contribution, Formula, Number, Pass, Plot, RandomTrials, Report, Surface,
    UncertaintyBudget, numbers,
};
use crate::views::text::sentences::exact;

/// An object with its kind.
#[derive(Serialize)]
pub(super) struct Object<'report, T> {
    pub kind: &'report str,
    #[serde(flatten)]
    pub body: T,
}

/// The facts, rows and sentences of a report, and the nodes of a pass.
#[derive(Serialize)]
pub(super) struct ReportBody<'report> {
    #[serde(skip_serializing_if = "Option::is_none")]
    root: Option<String>,
    #[serde(flatten, serialize_with = "facts")]
    facts: &'report Report,
    #[serde(skip_serializing_if = "is_without_rows", serialize_with = "rows")]
    rows: &'report Report,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    text: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "nodes")]
    nodes: Option<&'report Pass>,
}

impl<'report> ReportBody<'report> {
    pub(super) fn of(report: &'report Report, pass: Option<&'report Pass>) -> Self {
        // An indent is layout.
        let text = sentences(report).map(|pieces| exact(pieces).trim_start().to_owned());
        let text = text.filter(|_| !report.is_all_facts).collect();
        ReportBody {
            root: pass.map(Pass::root_reference),
            facts: report,
            rows: report,
            text,
            nodes: pass,
        }
    }
}

fn facts<S: Serializer>(report: &&Report, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(report.facts.iter().map(|(name, fact)| (name, Field::of(fact))))
}

fn is_without_rows(report: &&Report) -> bool {
    report.is_all_facts || grids(report).next().is_none()
}

fn rows<S: Serializer>(report: &&Report, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(grids(report).flat_map(|grid| {
        let keys = keys(grid);
        grid.rows.iter().map(move |row| Row(keys.iter().cloned().zip(fields(grid, row)).collect()))
    }))
}

/// A row under the keys of its columns.
pub(super) struct Row<'grid>(pub Vec<(String, Field<'grid>)>);

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, field)| (key, field)))
    }
}

// Always `Some`: an empty option is skipped.
fn nodes<S: Serializer>(pass: &Option<&Pass>, serializer: S) -> Result<S::Ok, S::Error> {
    let nodes = pass.iter().flat_map(|pass| pass.backward().map(|node| Node::of(pass, node)));
    serializer.collect_seq(nodes)
}

#[derive(Serialize)]
struct Node<'pass> {
    name: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    aliases: Vec<&'pass str>,
    op: &'static str,
    expression: String,
    operands: Vec<Field<'pass>>,
    data: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    u: Option<Number>,
    grad: Option<Number>,
    #[serde(skip_serializing_if = "Not::not")]
    frozen: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<usize>,
}

impl<'pass> Node<'pass> {
    fn of(pass: &'pass Pass, node: &'pass Value) -> Self {
        let operand = |operand: &Operand| match operand.value() {
            Some(value) => Field::Text(pass.names.reference(value).into()),
            None => Field::Number(data(operand.data())),
        };
        Node {
            name: pass.names.reference(node),
            aliases: pass.names.aliases(node),
            op: node.operation().map_or("", |operation| operation.name),
            expression: pass.operation_on_references(node, numbers::exact),
            operands: node.operands().iter().map(operand).collect(),
            data: data(node.data()),
            u: pass.uncertainties.get(node).copied().map(data),
            grad: pass.grad(node).map(data),
            frozen: node.is_frozen() && !node.is_per_row(),
            row: pass.row(node),
            rows: node.rows(),
        }
    }
}

#[derive(Serialize)]
pub(super) struct AnswerBody<'report> {
    name: &'report str,
    data: AnswerData,
    #[serde(skip_serializing_if = "Option::is_none")]
    u: Option<AnswerData>,
}

/// One number, or one for each row.
#[derive(Serialize)]
#[serde(untagged)]
enum AnswerData {
    Number(Number),
    Rows(Vec<Number>),
}

impl AnswerData {
    fn rows(rows: &[f64]) -> AnswerData {
        AnswerData::Rows(rows.iter().copied().map(data).collect())
    }
}

impl<'report> From<&'report Answer> for AnswerBody<'report> {
    fn from(answer: &'report Answer) -> Self {
        let data = match &answer.rows {
            None => AnswerData::Number(data(answer.data)),
            Some(rows) => AnswerData::rows(rows),
        };
        let u = match &answer.row_uncertainties {
            Some(rows) => Some(AnswerData::rows(rows)),
            None => answer.u.map(|u| AnswerData::Number(self::data(u))),
        };
        AnswerBody { name: &answer.name, data, u }
    }
}

#[derive(Serialize)]
pub(super) struct BudgetBody<'report> {
    root: &'report str,
    data: Number,
    u: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    degrees_of_freedom: Option<Number>,
    inputs: Vec<InputBody<'report>>,
    trials: TrialsBody,
}

#[derive(Serialize)]
struct InputBody<'report> {
    name: &'report str,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<usize>,
    u: Number,
    sensitivity: Number,
    contribution: Number,
    share: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    degrees_of_freedom: Option<Number>,
}

#[derive(Serialize)]
struct TrialsBody {
    count: usize,
    #[serde(skip_serializing_if = "is_zero")]
    not_finite: usize,
    #[serde(skip_serializing_if = "is_zero")]
    no_root: usize,
    u: Option<Number>,
    low: Number,
    high: Number,
    agree: bool,
    settles: bool,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl<'report> From<&'report UncertaintyBudget> for BudgetBody<'report> {
    fn from(budget: &'report UncertaintyBudget) -> Self {
        let input = |input: &'report Contribution| InputBody {
            name: &input.name,
            data: input.has_data().then(|| data(input.data)),
            row: input.row,
            rows: input.rows,
            u: data(input.u),
            sensitivity: data(input.sensitivity),
            contribution: data(input.contribution),
            share: input.share.map(data),
            degrees_of_freedom: input.degrees_of_freedom.map(data),
        };
        let RandomTrials { count, not_finite, no_root, u, low, high, agree, settles, .. } =
            budget.trials;
        let ([low, high], trials_u) = ([low, high].map(data), u.map(data));
        BudgetBody {
            root: &budget.root,
            data: data(budget.data),
            u: data(budget.u),
            inputs: budget.inputs.iter().map(input).collect(),
            degrees_of_freedom: budget.degrees_of_freedom.map(data),
            trials: TrialsBody {
                count,
                not_finite,
                no_root,
                u: trials_u,
                low,
                high,
                agree,
                settles,
            },
        }
    }
}

/// Verbatim text, such as an export.
#[derive(Serialize)]
pub(super) struct TextBody<'report> {
    pub text: &'report str,
}

#[derive(Serialize)]
pub(super) struct FormulaBody<'report> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'report str>,
    derivative: &'report str,
    expression: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    u: Option<Number>,
}

impl<'report> From<&'report Formula> for FormulaBody<'report> {
    fn from(formula: &'report Formula) -> Self {
        FormulaBody {
            name: formula.name.as_deref(),
            derivative: &formula.title,
            expression: formula.text(numbers::exact),
            data: formula.data.map(data),
            u: formula.u.map(data),
        }
    }
}

#[derive(Serialize)]
pub(super) struct PlotBody<'report> {
    x: &'report str,
    y: &'report str,
    #[serde(skip_serializing_if = "Option::is_none")]
    present: Option<[Number; 3]>,
    points: Vec<[Number; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<ObservedBody<'report>>,
}

/// Rows beside a curve.
#[derive(Serialize)]
struct ObservedBody<'report> {
    name: &'report str,
    points: Vec<[Number; 2]>,
}

impl<'report> From<&'report Plot> for PlotBody<'report> {
    fn from(plot: &'report Plot) -> Self {
        let present = plot.present.as_ref();
        let points = plot.values.iter().enumerate();
        PlotBody {
            x: &plot.moves,
            y: &plot.follows,
            present: present.map(|present| [present.at, present.value, present.slope].map(data)),
            points: points.map(|(index, value)| [plot.at(index), *value].map(data)).collect(),
            rows: plot.observed.as_ref().map(|observed| ObservedBody {
                name: &observed.name,
                points: observed.points.iter().map(|(at, value)| [*at, *value].map(data)).collect(),
            }),
        }
    }
}

/// An error, a note or a warning.
#[derive(Serialize)]
pub(super) struct MessageBody<'text> {
    #[serde(flatten)]
    pub place: Place<'text>,
    pub message: &'text str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<&'text str>,
}

#[derive(Serialize)]
pub(super) struct SurfaceBody<'report> {
    x: &'report str,
    y: &'report str,
    root: &'report str,
    xs: Vec<Number>,
    ys: Vec<Number>,
    /// For each y the values of all x.
    values: Vec<Vec<Number>>,
}

impl<'report> From<&'report Surface> for SurfaceBody<'report> {
    fn from(surface: &'report Surface) -> Self {
        let numbers = |numbers: &[f64]| numbers.iter().copied().map(data).collect();
        SurfaceBody {
            x: &surface.x.name,
            y: &surface.y.name,
            root: &surface.follows,
            xs: numbers(&surface.x.places()),
            ys: numbers(&surface.y.places()),
            values: surface.values.chunks(surface.x.count.max(1)).map(numbers).collect(),
        }
    }
}
