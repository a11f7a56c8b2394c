//! The use of a number by a per-row node: one product a row, some of them shown.

use super::super::Context;
use super::super::why::lost_grads::{NodeGrads, Product};
use crate::core::graph::{Use, Value};
use crate::core::ops::is_no_path;
use crate::parts::rows::RowGrads;
use crate::report::{Facts, Paragraph, exact_json, facts_of};

/// With no more rows than this all are shown, else the first ones and the last; the current one
/// stands instead of another first one.
const MOST_ROWS: usize = 5;
const FIRST_ROWS: usize = 2;
/// Machines get all, up to this number.
const MOST_FACTS: usize = 1000;

/// A use of a node. If a per-row node below a fold uses a number, each row has a product.
pub struct Term {
    pub edge: Use,
    pub watch: Option<Watch>,
}

impl Term {
    /// The contribution to the grad.
    pub fn contribution(&self, context: &Context) -> f64 {
        self.watch.as_ref().map_or_else(|| context.contribution(self.edge), |watch| watch.sum)
    }

    /// The number of its products.
    pub fn count(&self, context: &Context) -> usize {
        let rows = context.node(self.edge.user).rows().filter(|_| self.watch.is_some());
        rows.unwrap_or(1)
    }
}

/// The products of a use over all rows, some of them in full.
pub struct Watch {
    sum: f64,
    /// The products by row, from 0.
    rows: Vec<(usize, Product)>,
}

/// The uses of a node, those that have rows watched row by row.
pub fn terms(context: &Context, number: usize) -> Vec<Term> {
    let graph = &context.pass.order;
    let has_rows = graph.first_fold().is_some() && !context.node(number).is_per_row();
    let mut passes = has_rows.then(|| graph.backward_passes(&[]));
    let row = graph.root().and_then(Value::current_row).unwrap_or(0);
    let term = |edge: &Use| {
        let user = context.node(edge.user);
        let grads = passes.as_mut().filter(|_| user.is_per_row()).map(|passes| {
            let mut grads = vec![RowGrads::starting(user, graph.no_grad())];
            passes.grads(row, &mut grads);
            NodeGrads::of_rows(&grads[0])
        });
        Term { edge: *edge, watch: grads.and_then(|grads| watch(context, *edge, &grads)) }
    };
    graph.uses(number).iter().map(term).collect()
}

/// The products of a use, with those of a few rows in full if there are many.
fn watch(context: &Context, edge: Use, grads: &NodeGrads) -> Option<Watch> {
    let user = context.node(edge.user);
    let rows = user.rows().unwrap_or(0);
    let wanted = if rows <= MOST_FACTS { (0..rows).collect() } else { shown(user) };
    let (operands, out, local, upstream) = ([0.0; 2], 0.0, 0.0, 0.0);
    let none = Product { edge, operands, out, local, upstream, row: None, is_open: true };
    let rows = wanted.into_iter().map(|row| (row, none)).collect();
    let mut watch = Watch { sum: 0.0, rows };
    for product in context.pass.order.products(edge, grads)? {
        watch.sum += product.contribution();
        let own = watch.rows.iter_mut().find(|(row, _)| product.row == Some(row + 1));
        own.into_iter().for_each(|(_, own)| *own = product);
    }
    Some(watch)
}

/// The rows of a node that are shown, from 0; the current one is among them.
fn shown(node: &Value) -> Vec<usize> {
    let rows = node.rows().unwrap_or(0);
    if rows <= MOST_ROWS {
        return (0..rows).collect();
    }
    let mut shown: Vec<usize> = (0..FIRST_ROWS).chain([rows - 1]).collect();
    if let Some(row) = node.current_row()
        && !shown.contains(&row)
    {
        shown[FIRST_ROWS - 1] = row;
    }
    shown
}

/// The lines of a use in the table: its formula, then a product for each row shown.
pub fn lines(context: &Context, edge: Use, watch: &Watch) -> Vec<Vec<Paragraph>> {
    let (equation, formula) = (context.equation(edge.user), context.formula(edge).text);
    let blank = Paragraph::default;
    let mut lines = vec![vec![Paragraph::new(equation), Paragraph::new(formula), blank(), blank()]];
    let user = context.node(edge.user);
    let is_shown = shown(user);
    let terms = || watch.rows.iter().filter(|(row, _)| is_shown.contains(row));
    let hidden = user.rows().unwrap_or(0).saturating_sub(is_shown.len());
    let rest = watch.sum - terms().map(|(_, term)| term.contribution()).sum::<f64>();
    let number = |number: f64| Paragraph::default().brief(number);
    let has_branches = context.pass.order.has_branches();
    for (at, (row, term)) in terms().enumerate() {
        if hidden > 0 && at == FIRST_ROWS {
            let more = indented(format!("… {hidden} more …"));
            lines.push(vec![more, blank(), blank(), Paragraph::grad(rest)]);
        }
        let [local, upstream] = if has_branches && is_no_path(term.upstream) {
            [Paragraph::default(), Paragraph::new("none arrives")]
        } else {
            [term.local, term.upstream].map(number)
        };
        let row = indented(format!("row {}", row + 1));
        lines.push(vec![row, local, upstream, Paragraph::grad(term.contribution())]);
    }
    lines
}

/// The products of a use as named values, one for each row up to a limit.
pub fn facts(watch: &Watch, rows: usize) -> Facts {
    let fact = |(row, term): &(usize, Product)| {
        facts_of([
            ("row", (row + 1).into()),
            ("local", exact_json(term.local)),
            ("upstream", exact_json(term.upstream)),
            ("contribution", exact_json(term.contribution())),
        ])
    };
    facts_of([
        ("rows", rows.into()),
        ("products", watch.rows.iter().map(fact).collect()),
        ("contribution", exact_json(watch.sum)),
    ])
}

/// The number of products, one for each row, in the sum of a path to the root; `None` for a single product.
pub fn products(context: &Context, number: usize, path: &[Use]) -> Option<u64> {
    let mut products: Option<u64> = None;
    let (mut here, mut entered) = (number, None);
    for edge in path {
        let (node, user) = (context.node(here), context.node(edge.user));
        if !node.is_per_row() && user.is_per_row() {
            entered = user.rows();
        }
        if user.is_fold()
            && let Some(rows) = entered.take()
        {
            products = Some(products.unwrap_or(1).saturating_mul(rows as u64));
        }
        here = edge.user;
    }
    products
}

fn indented(text: String) -> Paragraph {
    Paragraph::new(format!("        {text}"))
}
