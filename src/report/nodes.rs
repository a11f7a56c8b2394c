//! The nodes of a pass for machines.

use serde_json::Value as Json;

use super::{Facts, Pass, exact_json, numbers};
use crate::core::graph::{Operand, Value, text_among};

impl Pass {
    /// The nodes to show, in backward order.
    pub fn nodes(&self) -> impl Iterator<Item = Facts> {
        self.backward().map(|node| self.facts_of(node))
    }

    fn facts_of(&self, node: &Value) -> Facts {
        let mut facts = Facts::new();
        let mut put = |name: &str, value: Json| facts.insert(name.to_owned(), value);
        let operand = |(at, operand): (usize, &Operand)| match operand.value() {
            Some(value) => self.names.reference(value).into(),
            None => text_among(node.operands(), at)
                .map_or_else(|| exact_json(operand.data()), Json::from),
        };
        let aliases = self.names.aliases(node);
        put("name", self.names.reference(node).into());
        if !aliases.is_empty() {
            put("aliases", aliases.into());
        }
        put("op", node.operation().map_or("", |operation| operation.name).into());
        let name = |it: &Value| self.names.reference(it);
        put("expression", self.applied(node, name, numbers::exact).into());
        put("operands", node.operands().iter().enumerate().map(operand).collect());
        put("data", node.text().map_or_else(|| exact_json(node.data()), Json::from));
        if let Some(u) = self.uncertainties.get(node) {
            put("u", exact_json(*u));
        }
        put("grad", self.grad(node).map_or(Json::Null, exact_json));
        if let Some(found) = self.non_finite.as_ref().filter(|it| it.node.is(node)) {
            put("lost", found.cause.as_str().into());
        }
        if node.is_frozen() && !node.is_per_row() {
            put("frozen", true.into());
        }
        for (name, row) in [("row", self.row(node)), ("rows", node.rows())] {
            if let Some(row) = row {
                put(name, row.into());
            }
        }
        facts
    }
}
