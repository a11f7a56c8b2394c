//! Statements that bind names, with the text that a saved session writes.

use std::rc::Rc;

use super::Session;
use super::names::{ANSWER, reference::split};
use crate::core::graph::{Built, Charge, Function, Inner, Label, LeafContents, Value, WeakValue};
use crate::core::language::{Error, Item, Kind, Result, Tree, exact};
use crate::core::ops;

const LONGEST: usize = 10_000;

/// A statement that has bound names.
#[derive(Debug, Default)]
pub struct Statement {
    /// The statement as typed. `None` for columns, networks and copied leaves, which are saved by their
    /// contents.
    pub text: Option<Box<str>>,
    /// The names that it bound, by number.
    pub names: Box<[u32]>,
    /// The number of nodes built.
    pub built: u32,
    /// The user's functions that it called, as they were then.
    pub functions: Box<[Rc<Function>]>,
    /// The leaves that its text makes, as they were then.
    pub leaves: Box<[LeafStart]>,
    /// True if it made a network.
    pub is_called: bool,
    _charge: Charge,
}

/// A leaf as its statement made it.
#[derive(Debug)]
pub struct LeafStart {
    pub leaf: WeakValue,
    /// Its number.
    pub data: f64,
    /// The numbers of a column.
    pub rows: Option<Rc<Vec<f64>>>,
    /// True if it was frozen.
    pub is_frozen: bool,
    /// The text after its number, such as `± 0.1`; empty for an exact one.
    pub plus_minus: Box<str>,
}

impl LeafStart {
    pub fn of(session: &Session, leaf: &Value) -> LeafStart {
        let plus_minus = session.typed_after(leaf).into();
        let rows = leaf.contents().and_then(|contents| contents.numbers());
        let (data, is_frozen) = (leaf.data(), leaf.is_frozen());
        LeafStart { leaf: leaf.downgrade(), data, rows, is_frozen, plus_minus }
    }
}

impl Statement {
    /// Creates the statement of a text that bound these names to a node or its members.
    pub fn new(
        session: &Session,
        text: Option<String>,
        names: &[u32],
        (value, built): (&Value, &Built),
    ) -> Statement {
        let is_number = value.is_leaf() && value.contents().is_none();
        let own = Some(value).filter(|_| is_number && built.result.value().is_none());
        let leaves = own.into_iter().chain(&built.recorded.leaves).filter(|_| text.is_some());
        let column = Some(value).filter(|it| it.is_leaf() && it.is_per_row() && text.is_none());
        let leaves = leaves.chain(column);
        let bytes = size_of::<Statement>() + text.as_ref().map_or(0, String::len);
        Statement {
            leaves: leaves.map(|leaf| LeafStart::of(session, leaf)).collect(),
            text: text.map(String::into_boxed_str),
            names: names.into(),
            built: built.count,
            functions: built.recorded.functions.clone().into(),
            is_called: value.contents().is_some_and(LeafContents::is_called),
            _charge: Charge::new(session.budget(), bytes),
        }
    }
}

impl Session {
    /// Returns text that rebuilds a statement: `typed`, with copied numbers written out and `_` replaced by a
    /// name. `None` if a number does not depend on the text alone.
    ///
    /// # Errors
    ///
    /// A function has copied a number, and the result is too long to be written out.
    pub(crate) fn text_to_save(
        &self,
        (target, typed): (Option<&str>, &str),
        tree: &Tree<'_>,
        (label, built): (Label, &Built),
    ) -> Result<Option<String>> {
        let recorded = &built.recorded;
        let word = |at: usize| tree.steps.get(at).map_or("", |step| step.span.of(tree.text));
        let is_name = |at: &usize| matches!(tree.steps[*at].kind, Kind::Name);
        let is_constant =
            |word: &str| ops::constant(word).is_some() && self.names().get(word).is_none();
        let mut names = (0..tree.steps.len()).filter(is_name);
        let Some(value) = built.result.value() else {
            let copies = recorded.copies_inside || !recorded.copies.is_empty();
            let is_fixed = !copies && names.all(|at| is_constant(word(at)));
            return Ok(is_fixed.then(|| typed.trim().to_owned()));
        };
        let expression = if recorded.copies_inside {
            self.written_out(value, tree, label)?
        } else {
            let called = names.filter_map(|at| Some((at, self.name_of_answer(word(at))?)));
            let called: Vec<(usize, String)> = called.collect();
            let called = called.iter().map(|(at, name)| (*at, Item::name(name)));
            let copies = recorded.copies.iter().map(|(at, number)| (*at, Item::number(*number)));
            let replaced: Vec<(usize, Item<'_>)> = copies.chain(called).collect();
            if replaced.is_empty() {
                return Ok(Some(typed.trim().to_owned()));
            }
            tree.text_with(&replaced)
        };
        Ok(Some(match target {
            Some(target) => format!("{target} = {expression}"),
            None => expression,
        }))
    }

    /// The name of the node that `_`, or an earlier answer such as `_@1`, means.
    fn name_of_answer(&self, reference: &str) -> Option<String> {
        split(self.answered(reference)).filter(|(name, ..)| *name == ANSWER)?;
        let meant = self.meant(reference, || !self.stop().is_set())?;
        let node = meant.value().filter(|node| !self.names().is_nameless(node))?;
        Some(self.names().reference(node))
    }

    /// The formula of a node over nodes of other statements.
    fn written_out(&self, value: &Value, tree: &Tree<'_>, label: Label) -> Result<String> {
        let is_inner =
            |node: &Value| node.label().shares_binding(label) || self.names().is_nameless(node);
        let name = |node: &Value| match self.typed_after(node) {
            _ if !is_inner(node) => self.names().reference(node),
            exactly if exactly.is_empty() => exact(node.data()),
            plus_minus => format!("({}{plus_minus})", exact(node.data())),
        };
        let inner = Inner { is_inner: &is_inner, name: &name, most: LONGEST };
        let text = Some(value).filter(|it| it.members().is_none());
        let written =
            text.and_then(|it| self.parts.iter().find_map(|part| part.written_out(it, inner)));
        written.filter(|it| it.is_whole).map(|it| it.text).ok_or_else(|| {
            let message = "a function copies a number here; a group or long result cannot be saved";
            Error::new(tree.span(), message)
                .hint("give the number a name first, s = u(x), and pass s to the function")
        })
    }

    /// The text typed after a leaf's number, such as `± 0.1`.
    pub(crate) fn typed_after(&self, leaf: &Value) -> String {
        self.parts.iter().map(|part| part.typed_after(self, leaf)).collect()
    }
}
