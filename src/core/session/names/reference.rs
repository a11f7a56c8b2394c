//! References to nodes: `c`, `c@1`, `L.2`, `c@1.2`, `mlp.w1.2.3`, `l.h1.2`.

use std::cell::OnceCell;
use std::collections::HashSet;

use super::Names;
use crate::core::graph::{Label, Part, Value, WeakValue};

/// A name with its row, from 1: `x[3]`.
pub fn with_row(name: impl Into<String>, row: Option<usize>) -> String {
    let name = name.into();
    match row {
        None => name,
        Some(row) => format!("{name}[{row}]"),
    }
}

impl Names {
    /// Resolves `c`, `c@1`, `L.2`, `c@1.2`, `mlp.w1.2.3` `l.h1.2` or `l.o0`.
    pub fn resolve(&self, reference: &str) -> Option<Value> {
        self.resolve_while(reference, || true)
    }

    /// As [`Names::resolve`]; returns `None` once `go_on` is false.
    pub fn resolve_while(&self, reference: &str, mut go_on: impl FnMut() -> bool) -> Option<Value> {
        if let Some(value) = self.get(reference) {
            return Some(value.clone());
        }
        let (name, binding, part) = split(reference)?;
        let bound = match binding {
            None => self.table.get(name).and_then(|it| Some((it.binding.node.clone()?, &it.inner))),
            Some(binding) => self.earlier(name, binding),
        };
        let (bound, parts) = bound?;
        if part.is_empty() {
            return Some(bound);
        }
        match ordinal(part).filter(|part| *part < Label::MEMBERS) {
            Some(part) => parts.get(&bound, part, go_on),
            None => match bound.contents().and_then(|contents| contents.member(part)) {
                Some(member) => Some(member),
                None => {
                    let mut named = self.iter().map(|(_, value)| value);
                    let inner =
                        |it: &&dyn Part| it.inner_node(&bound, part, &mut named, &mut go_on);
                    self.parts.iter().find_map(inner)
                }
            },
        }
    }

    /// At most `most` inner nodes of the statement that bound `reference`, in evaluation order.
    pub fn inner_nodes(&self, reference: &str, most: usize) -> Vec<Value> {
        let Some(root) = self.resolve_while(reference, at_most(most)) else {
            return Vec::new();
        };
        let mut found: Vec<Value> =
            own_nodes(&root).take(most).filter(|node| node.label().part != 0).cloned().collect();
        found.sort_unstable_by_key(|node| node.label().part);
        found
    }

    fn earlier(&self, name: &str, wanted: u32) -> Option<(Value, &InnerNodes)> {
        let own = self.table.get(name)?;
        if own.binding.count == wanted
            && let Some(current) = &own.binding.node
        {
            return Some((current.clone(), &own.inner));
        }
        let older = own.older.as_ref()?;
        let at = older.binary_search_by_key(&wanted, |earlier| earlier.count).ok()?;
        let earlier = older.get(at)?;
        Some((earlier.node.upgrade()?, &earlier.inner))
    }
}

/// Weak references to the inner nodes of a statement by number, found in one walk.
#[derive(Debug, Clone, Default)]
pub(super) struct InnerNodes(OnceCell<Box<[(u32, WeakValue)]>>);

impl InnerNodes {
    /// The node of a number in the statement that built `root`; `None` once `go_on` is false.
    fn get(&self, root: &Value, part: u32, mut go_on: impl FnMut() -> bool) -> Option<Value> {
        if part == 0 || root.label().part != 0 {
            return None;
        }
        if self.0.get().is_none() {
            let part_of = |node: &Value| go_on().then(|| (node.label().part, node.downgrade()));
            let mut found = own_nodes(root).map(part_of).collect::<Option<Box<[_]>>>()?;
            found.sort_unstable_by_key(|(part, _)| *part);
            let _ = self.0.set(found);
        }
        let found = self.0.get()?;
        let at = found.binary_search_by_key(&part, |(part, _)| *part).ok()?;
        found.get(at)?.1.upgrade()
    }
}

/// Splits `c@1`, `L.2` or `mlp.w1.2.3` into name, binding and part, which is empty for the bound node.
pub fn split(reference: &str) -> Option<(&str, Option<u32>, &str)> {
    let (whole, part) = reference.split_once('.').unwrap_or((reference, ""));
    match whole.split_once('@') {
        None => Some((whole, None, part)),
        Some((name, binding)) => Some((name, Some(ordinal(binding)?), part)),
    }
}

/// Parses a number from 1 without leading zeros, so that each node has one spelling.
pub fn ordinal(text: &str) -> Option<u32> {
    let digits = !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
    (digits && !text.is_empty()).then(|| text.parse().unwrap_or(u32::MAX))
}

/// Returns true for the first `times` calls.
pub fn at_most(mut times: usize) -> impl FnMut() -> bool {
    move || {
        let left = times > 0;
        times = times.saturating_sub(1);
        left
    }
}

pub fn own_nodes(root: &Value) -> impl Iterator<Item = &Value> {
    let own = root.label();
    let mut seen = HashSet::new();
    let mut work = vec![root];
    std::iter::from_fn(move || {
        let node = work.pop()?;
        let same_statement = |operand: &&Value| operand.label().shares_binding(own);
        let operands = node.operands().iter().chain(node.members().into_iter().flatten());
        let operands = operands.filter_map(|operand| operand.value());
        work.extend(operands.filter(same_statement).filter(|operand| seen.insert(*operand)));
        Some(node)
    })
}
