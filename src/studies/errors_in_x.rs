//! Fits to rows whose x is uncertain, too: the residual of a row is the distance of its point from the
//! curve, in units of the uncertainties of both.
//!
//! Where the curve at x has the slope f', that is `(y - f)/sqrt(uy^2 + (f'*ux)^2)` of a straight line, and of a
//! curve the same at the x that is nearest to the point, which Gauss's and Newton's steps lead to. All of it
//! is made of nodes, so that the search for the leaves knows its exact derivatives.

use super::Response;
use super::gaps::used_by_row;
use crate::graph::{Copies, Label, Operand, Order, Value, row_derivative};
use crate::language::Result;
use crate::ops::{self, Operation};
use crate::session::Session;
use crate::solver::thresholds_of_fit::nearest::{FARTHEST, STEPS};

/// The distances of rows from a curve.
pub(super) struct Distances {
    /// Those in y and in each x; of a straight line, or where some are exact, the whole of both.
    pub nodes: Vec<Value>,
    /// What the difference in y is in units of.
    pub deviation: Value,
    /// The columns with the x that are nearest.
    nearest: Vec<(Value, Operand)>,
}

/// The columns whose uncertainties count in a fit: the model uses them row by row only, and the data do not.
pub fn columns_with_errors(session: &mut Session, response: &Response) -> Vec<Value> {
    let Response { y, model } = response;
    let Some(root) = model.value().filter(|_| session.has_uncertainties()) else {
        return Vec::new();
    };
    let stop = session.stop().clone();
    let (order, data) = (Order::until(&stop, [root]), Order::until(&stop, [y]));
    let mut columns: Vec<Value> = used_by_row(session, y, model).into_iter().collect();
    columns.retain(|column| {
        let is_folded = || {
            let number = order.number_of(column);
            let depends = order.dependents(&number.into_iter().collect::<Vec<_>>());
            order.nodes().iter().zip(depends).any(|(node, depends)| depends && node.is_fold())
        };
        session.uncertainties_of_column(column).is_some()
            && order.contains(column)
            && !data.contains(column)
            && !is_folded()
    });
    columns.sort_unstable_by_key(Value::label);
    columns
}

impl Distances {
    /// The distances of the rows of a response, of which these columns are uncertain.
    ///
    /// # Errors
    ///
    /// A derivative cannot be made.
    pub fn of(session: &mut Session, response: &Response, columns: &[Value]) -> Result<Distances> {
        let Response { y, model } = response;
        let rows = y.rows().unwrap_or(0);
        let mut slopes = Vec::with_capacity(columns.len());
        for column in columns {
            let made = match model.value() {
                Some(root) => row_derivative(root, column)?,
                None => Operand::Constant(0.0),
            };
            slopes.push(made);
        }
        let own = session.uncertainties(y)?;
        let is_exact = |us: &[f64]| us.contains(&0.0);
        let mut has_exact = own.as_ref().is_none_or(|us| is_exact(us));
        let own = own.map(|us| us.iter().map(|u| u * u).collect::<Vec<f64>>());
        let mut variance_of_y = Operand::Constant(0.0);
        if let Some(squares) = own {
            variance_of_y = Operand::Value(session.column_leaf(Label::default(), squares));
        }
        let us = columns.iter().map(|column| {
            let us = session.uncertainties_of_column(column).cloned();
            (0..rows).map(|row| us.as_ref().map_or(0.0, |us| us.at(row))).collect()
        });
        let us: Vec<Vec<f64>> = us.collect();
        has_exact |= us.iter().any(|us| is_exact(us));
        let us = us.into_iter().map(|us| session.column_leaf(Label::default(), us));
        let us: Vec<Operand> = us.map(Operand::Value).collect();
        let stop = session.stop().clone();
        let roots = || slopes.iter().chain([model]).filter_map(Operand::value);
        let order = Order::until(&stop, roots());
        let bends = slopes.iter().filter_map(Operand::value).any(|slope| {
            let order = Order::until(&stop, [slope]);
            columns.iter().any(|column| order.contains(column))
        });
        let own = |column: &Value| Operand::Value(column.clone());
        let mut nearest: Vec<Operand> = columns.iter().map(own).collect();
        let mut step = 0;
        loop {
            let mut copies: Copies = columns.iter().cloned().zip(nearest.iter().cloned()).collect();
            if step > 0 {
                copies.follow(&order, Value::is_per_row);
            }
            let there = |it: &Operand| copies.of(it);
            let mut gap = minus(&Operand::Value(y.clone()), &there(model));
            let mut variance = variance_of_y.clone();
            for (((slope, u), nearest), column) in slopes.iter().zip(&us).zip(&nearest).zip(columns)
            {
                let slope = there(slope);
                if step > 0 {
                    gap = plus(&gap, &times(&slope, &minus(nearest, &own(column))));
                }
                let part = times(&slope, u);
                variance = plus(&variance, &times(&part, &part));
            }
            let share = apply(ops::DIVIDE, [gap.clone(), variance.clone()]);
            let moved = |((slope, u), column): ((&Operand, &Operand), &Value)| {
                let by = times(&times(u, &times(&there(slope), u)), &share);
                let most = times(u, &Operand::Constant(FARTHEST));
                let least = times(u, &Operand::Constant(-FARTHEST));
                plus(&own(column), &limited(by, [least, most]))
            };
            nearest = slopes.iter().zip(&us).zip(columns).map(moved).collect();
            if step == STEPS || !bends {
                let deviation = apply(ops::SQRT, [variance, Operand::Constant(0.0)]);
                let whole = apply(ops::DIVIDE, [gap, deviation.clone()]);
                return Ok(Distances {
                    nodes: if bends && !has_exact {
                        // A steep curve is near all points, as long as it is taken for a straight line.
                        apart(session, response, (columns, &us), &nearest)?
                    } else {
                        vec![as_rows(whole, y)]
                    },
                    deviation: as_rows(deviation, y),
                    nearest: columns.iter().cloned().zip(nearest).collect(),
                });
            }
            step += 1;
        }
    }

    /// The difference in y from the curve where each row is nearest, as it is now: the model at these
    /// numbers, and what the differences are in units of.
    ///
    /// # Errors
    ///
    /// When work is stopped.
    pub fn held(
        &self,
        session: &mut Session,
        Response { y, model }: &Response,
    ) -> Result<(Value, Vec<f64>)> {
        let mut copies = Copies::default();
        for (column, nearest) in &self.nearest {
            let numbers = match nearest.value() {
                Some(nearest) => session.all_rows(nearest)?,
                None => Vec::new(),
            };
            let leaf = session.column_leaf(column.label(), numbers);
            copies.put(column, Operand::Value(leaf));
        }
        let order = Order::until(session.stop(), model.value());
        copies.follow(&order, Value::is_per_row);
        let node = as_rows(minus(&Operand::Value(y.clone()), &copies.of(model)), y);
        Ok((node, session.all_rows(&self.deviation)?))
    }
}

/// The distances in y and in each x of rows from their nearest points, in units of their uncertainties.
fn apart(
    session: &mut Session,
    Response { y, model }: &Response,
    (columns, us): (&[Value], &[Operand]),
    nearest: &[Operand],
) -> Result<Vec<Value>> {
    let mut copies: Copies = columns.iter().cloned().zip(nearest.iter().cloned()).collect();
    let order = Order::until(session.stop(), model.value());
    copies.follow(&order, Value::is_per_row);
    let us_of_y = session.uncertainties(y)?.map(|us| us.to_vec()).unwrap_or_default();
    let us_of_y = Operand::Value(session.column_leaf(Label::default(), us_of_y));
    let gap = minus(&Operand::Value(y.clone()), &copies.of(model));
    let mut nodes = vec![as_rows(apply(ops::DIVIDE, [gap, us_of_y]), y)];
    for ((column, u), nearest) in columns.iter().zip(us).zip(nearest) {
        let moved = minus(nearest, &Operand::Value(column.clone()));
        nodes.push(as_rows(apply(ops::DIVIDE, [moved, u.clone()]), y));
    }
    Ok(nodes)
}

/// A node with the rows of `y`.
fn as_rows(operand: Operand, y: &Value) -> Value {
    let rows = Operand::Value(y.clone());
    match operand {
        Operand::Value(value) if value.is_per_row() => value,
        // What is the same in all rows still has them.
        number => {
            let nothing = apply(ops::MULTIPLY, [rows, Operand::Constant(0.0)]);
            Value::computed(ops::ADD, [nothing, number], Label::default())
        }
    }
}

fn apply(operation: &'static Operation, operands: [Operand; 2]) -> Operand {
    Operand::made(operation, operands, Label::default())
}

fn plus(one: &Operand, other: &Operand) -> Operand {
    apply(ops::ADD, [one.clone(), other.clone()])
}

fn minus(one: &Operand, other: &Operand) -> Operand {
    apply(ops::SUBTRACT, [one.clone(), other.clone()])
}

fn times(one: &Operand, other: &Operand) -> Operand {
    apply(ops::MULTIPLY, [one.clone(), other.clone()])
}

/// A number between two others.
fn limited(number: Operand, [least, most]: [Operand; 2]) -> Operand {
    let (Some(larger), Some(smaller)) = (ops::named("max"), ops::named("min")) else {
        return number;
    };
    apply(smaller, [apply(larger, [number, least]), most])
}
