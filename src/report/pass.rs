//! A backward pass, as reports hold it.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::Rows;
use super::non_finite::Lost;
use crate::core::graph::{Operand, Order, Use, Value};
use crate::core::session::Names;
use crate::parts::formula::{Formula, applied, number_among, text_of};
use crate::parts::networks::{Members, Outline, Whole, WholeKind};

/// A backward pass over everything a root depends on, its grads just filled.
#[derive(Debug, Clone)]
pub struct Pass {
    /// The names of the nodes.
    pub names: Rc<Names>,
    /// The nodes, operands before users, the root last.
    pub order: Rc<Order>,
    /// The layout for people; the machine formats are the same for every shape.
    pub shape: Shape,
    /// The only nodes to show; none for all.
    pub only: Option<HashSet<Value>>,
    /// How much of it a terminal shows when there are many nodes.
    pub coverage: Coverage,
    /// The grads known so far, while the pass is taken by hand;
    /// none for a whole pass.
    pub known: Option<HashMap<Value, f64>>,
    /// True where the data of computed nodes with a name of their own are blank, as those answers are on a
    /// worksheet.
    pub is_worksheet: bool,
    /// Its rows, if the graph has some.
    pub rows: Option<Rows>,
    /// Why grads are not finite, if some are not.
    pub lost: Option<Lost>,
    /// The standard uncertainties of the root and the leaves, for machines: those that there are.
    pub uncertainties: HashMap<Value, f64>,
    /// What stands for many nodes where people read it; none to show each.
    pub outline: Option<Rc<Outline>>,
    /// By number, the nodes that count for the root's data; none where no branch leaves any out.
    pub touched: Option<Rc<Vec<bool>>>,
    /// Leaves that people see in tables before it; `only` lists these as well.
    pub in_tables: HashSet<Value>,
}

/// How much of a large pass a terminal shows; a pipe or a file gets every row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Coverage {
    /// What fits on the screen: the root and the named leaves first.
    #[default]
    Screen,
    /// Every row, however many.
    All,
    /// The root and the leaves that `:step` moves.
    Moving,
    /// Nothing, since the report has shown the leaves already.
    Small,
}

/// The layouts of a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Backward order, lanes on the left show who uses whom.
    Ledger,
    /// A circuit: data above and grads below the wires.
    Circuit,
}

impl Pass {
    /// A pass of which a table shows every node.
    pub fn new(names: Rc<Names>, order: Rc<Order>) -> Pass {
        let touched = order.touched().map(Rc::new);
        Pass {
            touched,
            names,
            order,
            shape: Shape::Ledger,
            only: None,
            coverage: Coverage::Screen,
            known: None,
            is_worksheet: false,
            rows: None,
            lost: None,
            uncertainties: HashMap::new(),
            outline: None,
            in_tables: HashSet::new(),
        }
    }

    /// The same pass, so much of it; every node if all are wanted.
    pub fn covering(self, coverage: Coverage) -> Pass {
        let outline = self.outline.filter(|_| coverage != Coverage::All);
        Pass { coverage, outline, ..self }
    }

    /// The root.
    pub fn root(&self) -> Option<&Value> {
        self.order.root()
    }

    /// The reference of the root, for machines and for what is to be typed.
    pub fn root_reference(&self) -> String {
        self.root().map(|root| self.names.reference(root)).unwrap_or_default()
    }

    /// The name of the root.
    pub fn root_name(&self) -> String {
        self.root().map(|root| self.names.call(root)).unwrap_or_default()
    }

    /// The nodes to show, in backward order.
    pub fn backward(&self) -> impl Iterator<Item = &Value> {
        let order = &self.order;
        order.nodes().iter().rev().take_while(|_| !order.is_stopped()).filter(|it| self.shows(it))
    }

    /// The nodes that people see, in forward order, unless an interrupt is pending.
    pub fn shown(&self) -> impl DoubleEndedIterator<Item = &Value> {
        let nodes = self.order.nodes().iter().enumerate();
        let nodes = nodes.filter(|(number, _)| !self.hides(*number)).map(|(_, node)| node);
        nodes.filter(|node| self.shows(node) && !self.in_tables.contains(*node))
    }

    /// Returns true if another node stands for the one with this number where people read it.
    pub fn hides(&self, number: usize) -> bool {
        self.only.is_none() && self.outline.as_ref().is_some_and(|it| it.hides(number))
    }

    /// The nodes that people see as operands of a node.
    pub fn operands<'pass>(&'pass self, node: &'pass Value) -> Vec<&'pass Value> {
        match &self.outline {
            Some(outline) => outline.operands(&self.order, node),
            None => node.operands().iter().filter_map(Operand::value).collect(),
        }
    }

    /// The call or fold that a node is the result of, where it stands for many nodes.
    pub fn whole(&self, node: &Value) -> Option<&Whole> {
        self.outline.as_ref()?.whole(node)
    }

    /// The network that a leaf stands for in what people see.
    pub fn network(&self, leaf: &Value) -> Option<&Members> {
        self.outline.as_ref().filter(|_| self.only.is_none())?.network(leaf)
    }

    /// Returns true if the node is to be shown, and no interrupt is pending.
    pub fn shows(&self, node: &Value) -> bool {
        let is_wanted = self.only.as_ref().is_none_or(|only| only.contains(node));
        is_wanted && !self.order.is_stopped()
    }

    /// The remark on the node whose rule made the first grad that is not finite: `nan begins here`.
    pub fn where_lost(&self, node: &Value) -> Option<String> {
        let lost = self.lost.as_ref().filter(|lost| lost.node.is(node))?;
        let other = lost.row.filter(|_| lost.row != self.row(node));
        let row = other.map(|row| format!(", in row {row}")).unwrap_or_default();
        Some(format!("{} begins here{row}", lost.what))
    }

    /// Returns true if a branch leaves the node out, in the row in view.
    pub fn is_left_out(&self, node: &Value) -> bool {
        let Some(touched) = &self.touched else { return false };
        self.order.number_of(node).is_some_and(|number| touched.get(number) == Some(&false))
    }

    /// Returns true if a branch leaves out what an operand is used for, in the row in view.
    pub fn is_use_left_out(&self, edge: Use) -> bool {
        let user = self.order.node(edge.user);
        let condition = user.operands().first().map_or(0.0, Operand::data);
        self.touched.as_ref().is_some_and(|touched| {
            !touched[edge.user] || !user.branching().touches(edge.index, condition)
        })
    }

    /// True for a node whose data are left to whoever fills in a worksheet.
    pub fn is_blank(&self, node: &Value) -> bool {
        self.is_worksheet && is_named_result(&self.names, node)
    }

    /// The grad of a node; none where it is not known yet.
    pub fn grad(&self, node: &Value) -> Option<f64> {
        match &self.known {
            None => Some(node.grad()),
            Some(known) => known.get(node).copied(),
        }
    }

    /// The node's operation as an expression over its operands: `L.2 * f`; empty for a leaf.
    pub fn expression(&self, node: &Value, number: impl Fn(f64) -> String) -> String {
        self.expression_with(node, |name| name, number)
    }

    /// The same expression; `shown` may shorten the names in it.
    pub fn expression_with(
        &self,
        node: &Value,
        shown: impl Fn(String) -> String,
        number: impl Fn(f64) -> String,
    ) -> String {
        let name = |operand: &Value| shown(self.names.call(operand));
        match self.whole(node) {
            Some(whole) => expression_of(whole, &self.names, name, number),
            None => self.applied(node, name, number),
        }
    }

    /// The node's operation over its own operands, by these names, whatever stands for it where people read it.
    pub fn applied(
        &self,
        node: &Value,
        name: impl Fn(&Value) -> String,
        number: impl Fn(f64) -> String,
    ) -> String {
        let number = |value| number_among(&self.names, value, &number);
        node.operation()
            .map(|operation| applied(operation, node.operands(), name, number))
            .unwrap_or_default()
    }
}

/// True for a computed node that was given a name.
pub fn is_named_result(names: &Names, node: &Value) -> bool {
    node.operation().is_some() && names.get(&names.call(node)) == Some(node)
}

/// Returns a call of a network, or a fold over its leaves, as an expression.
pub fn expression_of(
    whole: &Whole,
    names: &Names,
    name: impl Fn(&Value) -> String,
    number: impl Fn(f64) -> String,
) -> String {
    let (network, form, term) = match &whole.kind {
        WholeKind::Fold { network, form, term } => (names.call_network(network), form, term),
        WholeKind::Call(_) | WholeKind::Form(_) => {
            let argument = |operand: &Operand| match operand.value() {
                Some(value) => name(value),
                None => number_among(names, operand.data(), &number),
            };
            let (mut arguments, mut left) = (Vec::new(), whole.operands.as_slice());
            while let Some((first, others)) = left.split_first() {
                let group = group_of(left, names);
                left = group.as_ref().map_or(others, |(_, after)| after);
                arguments.push(group.map_or_else(|| argument(first), |(group, _)| group));
            }
            let output = whole.output.map_or_else(String::new, |output| format!(".o{output}"));
            return format!("{}({}){output}", name_of(whole, names), arguments.join(", "));
        }
    };
    let own: HashSet<&Value> = whole.nodes.iter().collect();
    let term = Operand::Value(term.clone());
    let formula = Formula::of(&term, |node| own.contains(node), LONGEST_TERM);
    let called = |node: &Value| if whole.is_member(node) { network.clone() } else { name(node) };
    let number = |value| number_among(names, value, &number);
    format!("{form}({})", text_of(&formula.atoms, called, number))
}

/// The group whose members some operands begin with, and the operands after them.
fn group_of<'all>(operands: &'all [Operand], names: &Names) -> Option<(String, &'all [Operand])> {
    let first = operands.first()?.value().filter(|first| first.label().member() == Some(0))?;
    let group = names.call(first).strip_suffix(".o0")?.to_owned();
    let members = names.get(&group)?.members()?;
    let (own, after) = operands.split_at_checked(members.len())?;
    let mut pairs = own.iter().zip(members).map(|(one, other)| one.value().zip(other.value()));
    pairs.all(|pair| pair.is_some_and(|(one, other)| one.is(other))).then_some((group, after))
}

/// What a whole is called by: a network or a form.
pub fn name_of(whole: &Whole, names: &Names) -> String {
    match &whole.kind {
        WholeKind::Call(network) => names.call_network(network),
        WholeKind::Fold { form, .. } | WholeKind::Form(form) => (*form).to_owned(),
    }
}

/// The most atoms of what is folded over a network.
const LONGEST_TERM: usize = 24;
