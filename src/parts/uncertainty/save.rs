//! Uncertainties in a saved script: of each leaf, and what is known of several together.

use std::collections::HashSet;
use std::fmt::Write;
use std::rc::Rc;

use super::covariance::Solved;
use super::rebuilding::{followed_by, parts_of_error};
use crate::core::graph::{Operand, Order, Value};
use crate::core::language::{Distribution, Item, expression};
use crate::core::ops::ADD;
use crate::core::session::{Session, Writer, same_bits};
use crate::parts::solve::Source;

/// Equations longer than this, written out, are not saved with the leaves that they solve.
const MOST_ITEMS: usize = 10_000;

/// The leaves that the errors of solved leaves follow, directly or through others.
pub fn followed(session: &Session, live: &Order) -> Vec<Value> {
    let mut met: HashSet<Value> = HashSet::new();
    let mut all = Vec::new();
    let mut work: Vec<Value> = live.leaves().cloned().collect();
    while let Some(leaf) = work.pop() {
        if !met.insert(leaf.clone()) {
            continue;
        }
        let solved = followed_by(session, &leaf);
        let sources = solved.iter().flat_map(|it| it.inputs.iter().chain(&it.columns));
        for Source { leaf, .. } in sources {
            work.push(leaf.clone());
            all.push(leaf.clone());
        }
    }
    all
}

impl Writer<'_> {
    /// The uncertainty of a leaf, as it stands after its number; nothing for any other node.
    pub(crate) fn uncertainty(&self, node: &Value) -> String {
        self.given(node) + &self.found(node)
    }

    /// The same, if it were typed.
    pub(crate) fn given(&self, node: &Value) -> String {
        let distribution = self.session.distribution_of(node);
        let typed = |u: f64| distribution.given(u);
        let u = match self.session.uncertainties_of_column(node) {
            None => self.session.uncertainty_of_leaf(node).map(|u| self.number(typed(u))),
            Some(rows) => Some(match rows.same() {
                Some(u) => self.number(typed(u)),
                None => {
                    let us = rows.all(node.rows().unwrap_or(0));
                    self.rows(&us.iter().map(|u| typed(*u)).collect::<Vec<f64>>())
                }
            }),
        };
        let Some(u) = u else { return String::new() };
        let mut text = format!(" ± {u}");
        if let Some(freedom) = self.session.freedom_of(node) {
            let _ = write!(text, " dof {}", self.number(freedom.number()));
        }
        if distribution != Distribution::Normal {
            let _ = write!(text, " {}", distribution.name());
        }
        text
    }

    /// Says that the uncertainty of a leaf was found, if it was, and with which.
    pub(crate) fn found(&self, node: &Value) -> String {
        if !self.session.is_found(node) {
            return String::new();
        }
        let mut text = " found".to_owned();
        if let Some(freedom) = self.session.freedom_of(node) {
            let mut freedoms = self.freedoms.borrow_mut();
            match freedoms.iter().find(|(other, _)| other.is(freedom)) {
                Some((_, first)) => {
                    let _ = write!(text, " with {}", self.reference(first));
                }
                None => freedoms.push((freedom.clone(), node.clone())),
            }
        }
        text
    }

    /// Writes the correlations of leaves. Those of one group go into one command, as a part of them may have
    /// a negative eigenvalue on the way; where the errors are known by their sources, `:errors` writes these.
    pub(crate) fn correlations(&mut self, live: &Order) {
        let session = self.session;
        let mut written: HashSet<Value> = HashSet::new();
        for leaf in live.leaves() {
            let mut together = session.correlated_with(leaf);
            together.retain(|other| live.contains(other) && written.insert(other.clone()));
            let mut text = String::new();
            for one in &together {
                if let Some(parts) = parts_of_error(session, one, &together) {
                    let _ = write!(text, " {} {}", self.reference(one), self.rows(parts));
                }
            }
            if !text.is_empty() {
                let _ = writeln!(self.text, ":errors{text}");
                continue;
            }
            let pairs = together.iter().enumerate().flat_map(|(at, one)| {
                let others = together.iter().skip(at + 1);
                others.map(move |other| (one, other, session.correlation_of_leaves(one, other)))
            });
            for (one, other, r) in pairs.filter(|(_, _, r)| *r != 0.0) {
                let [one, other] = [one, other].map(|leaf| self.reference(leaf));
                let _ = write!(text, " {one} {other} {}", self.number(r));
            }
            if !text.is_empty() {
                let _ = writeln!(self.text, ":correlate{text}");
            }
        }
    }

    /// Writes the equations that the errors of solved leaves follow, each after those of its inputs.
    pub(crate) fn equations(&mut self, live: &Order) {
        let mut all: Vec<Solved> = Vec::new();
        for solved in live.leaves().filter_map(|leaf| followed_by(self.session, leaf)) {
            if !all.iter().any(|other| Rc::ptr_eq(other, &solved)) {
                all.push(solved);
            }
        }
        all.sort_by_key(|solved| solved.rank());
        for solved in all {
            if let Some(text) = self.solved(live, &solved) {
                let _ = writeln!(self.text, ":solve {text} found");
            }
        }
    }

    /// Equations and the names of their unknowns; none where these have moved since, or it would be
    /// too long.
    fn solved(&self, live: &Order, solved: &Solved) -> Option<String> {
        let mut names: Vec<(&Value, String, f64)> = Vec::new();
        let mut unknowns = String::new();
        for unknown in &solved.unknowns {
            let leaf = unknown.leaf().filter(|leaf| live.contains(leaf))?;
            if !same_bits(leaf.data(), unknown.root) {
                return None;
            }
            let name = self.reference(&leaf);
            let _ = write!(unknowns, " {name}");
            names.push((&unknown.stand_in, name, 0.0));
        }
        for Source { leaf, stand_in, data, numbers } in solved.inputs.iter().chain(&solved.columns)
        {
            let name =
                Some(leaf).filter(|leaf| live.contains(leaf)).map(|it| self.reference(it))?;
            let moved = *data - leaf.data();
            let moved = match (numbers, leaf.as_column()) {
                (Some(numbers), Some(column)) if **numbers == *column.numbers() => 0.0,
                (Some(_), _) => return None,
                (None, _) => moved,
            };
            names.push((stand_in, name, moved));
        }
        let mut equations = Vec::new();
        for node in &solved.nodes {
            let sides = node.operands().iter().map(|side| self.side(side, &names));
            equations.push(sides.collect::<Option<Vec<String>>>()?.join(" = "));
        }
        Some(format!("{} for{unknowns}", equations.join(", ")))
    }

    /// One side of an equation.
    fn side(&self, side: &Operand, names: &[(&Value, String, f64)]) -> Option<String> {
        let mut items: Vec<Item<'_>> = Vec::new();
        let mut work = vec![(side, false)];
        while let Some((operand, are_operands_there)) = work.pop() {
            if items.len() > MOST_ITEMS {
                return None;
            }
            match operand.value().map(|node| (node, node.operation())) {
                None => items.push(Item::Number(operand.data())),
                Some((_, Some(operation))) if are_operands_there => {
                    items.push(Item::Operation(operation));
                }
                Some((node, Some(_))) => {
                    work.push((operand, true));
                    work.extend(node.operands().iter().rev().map(|operand| (operand, false)));
                }
                Some((leaf, None)) => {
                    let (_, name, moved) = names.iter().find(|(it, ..)| *it == leaf)?;
                    items.push(Item::Name(name));
                    // Where the leaf has moved since, so far from there.
                    if *moved != 0.0 {
                        items.extend([Item::Number(*moved), Item::Operation(ADD)]);
                    }
                }
            }
        }
        Some(expression(&items, |number| self.number(number)))
    }
}
