//! The nodes of a pass, as machines read them.

use std::ops::Not;

use serde::Serialize;

use super::number::as_exact;
use serde_json::Value as Json;

use super::{Pass, exact_json, numbers};
use crate::core::graph::{Operand, Value};
use crate::parts::rows;

/// A node of a pass.
#[derive(Debug, Serialize)]
pub struct NodeOfPass<'pass> {
    name: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    aliases: Vec<&'pass str>,
    op: &'static str,
    expression: String,
    operands: Vec<Json>,
    data: Data,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    u: Option<f64>,
    #[serde(serialize_with = "as_exact")]
    grad: Option<f64>,
    /// Why the first grad that is not finite is made here.
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<&'pass str>,
    #[serde(skip_serializing_if = "Not::not")]
    frozen: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<usize>,
}

/// The data of a node: a number, or the text that it stands for.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Data {
    Number(#[serde(serialize_with = "as_exact")] f64),
    Text(String),
}

impl Pass {
    /// Returns the nodes to show, in backward order.
    pub fn nodes(&self) -> impl Iterator<Item = NodeOfPass<'_>> {
        self.backward().map(|node| NodeOfPass::of(self, node))
    }
}

impl<'pass> NodeOfPass<'pass> {
    fn of(pass: &'pass Pass, node: &'pass Value) -> Self {
        let operand = |(at, operand): (usize, &Operand)| match operand.value() {
            Some(value) => pass.names.reference(value).into(),
            None => rows::text_among(node.operands(), at)
                .map_or_else(|| exact_json(operand.data()), Json::from),
        };
        NodeOfPass {
            name: pass.names.reference(node),
            aliases: pass.names.aliases(node),
            op: node.operation().map_or("", |operation| operation.name),
            expression: pass.applied(node, |it| pass.names.reference(it), numbers::exact),
            operands: node.operands().iter().enumerate().map(operand).collect(),
            data: node.text().map_or(Data::Number(node.data()), Data::Text),
            u: pass.uncertainties.get(node).copied(),
            grad: pass.grad(node),
            lost: pass.lost.as_ref().filter(|it| it.node.is(node)).map(|it| it.cause.as_str()),
            frozen: node.is_frozen() && !node.is_per_row(),
            row: pass.row(node),
            rows: node.rows(),
        }
    }
}
