//! Derivatives of functions called with primes: `f'(3)`.

use std::rc::Rc;

use super::derivative::derivative_within;
use super::{Copies, Formula, text_of};
use crate::core::graph::{
    Builder, Built, Callee, Function, Label, NonFinite, Operand, Order, Returning, Value,
    undifferentiated, wrong_count,
};
use crate::core::language::{Error, Result, Span, exact};
use crate::core::ops;
use crate::core::session::Session;

/// The most primes of a call: formulas grow with each.
const MOST_PRIMES: usize = 6;

/// The most atoms of a formula in a hint.
const MOST_ATOMS: usize = 24;

/// The derivative of a function at an argument. It is built with a leaf, replaced by the argument
/// afterwards: the body may use the argument's nodes by name.
struct PrimeSlope {
    primes: usize,
    leaf: Value,
    argument: Operand,
    /// The number of nodes built before, and their notices.
    part: u32,
    non_finite: Option<NonFinite>,
}

impl Returning for PrimeSlope {
    fn enter(&mut self, builder: &mut Builder<'_>) {
        let argument = builder.pop();
        self.leaf = Value::counted_leaf(argument.data(), Label::default(), builder.guard.budget());
        self.leaf.set_computed_at(builder.data_time);
        self.argument = argument;
        builder.operands.push(Operand::Value(self.leaf.clone()));
        (self.part, self.non_finite) = (builder.label.part, builder.non_finite.take());
    }

    /// Differentiates the result by the leaf, and replaces the leaf.
    fn leave(
        self: Box<Self>,
        builder: &mut Builder<'_>,
        mut result: Operand,
        at: Span,
    ) -> Result<Operand> {
        let argument = self.argument.clone();
        for _ in 0..self.primes {
            let root = match result {
                Operand::Value(root) => root,
                Operand::Constant(number) => {
                    // A constant that is no number has no slope either.
                    let slope = if number.is_finite() { 0.0 } else { f64::NAN };
                    return builder.of_each_row(Operand::Constant(slope), &argument, at);
                }
            };
            let (label, guard) = (builder.label, (&builder.guard, at));
            let made = derivative_within(&root, &self.leaf, label, builder.data_time, guard)?;
            builder.single_point = builder.single_point.take().or(made.single_point);
            builder.label.part = label.part.saturating_add(made.count);
            result = made.result;
        }
        let label = builder.label;
        let is_new = |it: Label| it.shares_binding(label) && it.part > self.part;
        builder.label.part = self.part;
        builder.non_finite = self.non_finite;
        let order = Order::until(builder.guard.stop(), result.value());
        let mut copies = Copies::default();
        copies.put(&self.leaf, self.argument);
        for node in order.nodes().iter().filter(|node| is_new(node.label())) {
            if let Some(operation) = node.operation() {
                let copy = builder.rebuilt(operation, copies.operands(node), at)?;
                copies.put(node, copy);
            }
        }
        builder.guard.go_on(at)?;
        builder.of_each_row(copies.of(&result), &argument, at)
    }
}

impl Builder<'_> {
    /// A derivative by a row of the argument, for each row also if it is the same for all.
    fn of_each_row(&mut self, slope: Operand, argument: &Operand, at: Span) -> Result<Operand> {
        match argument.rows() {
            Some(_) if slope.rows().is_none() => self.in_each_row(slope, argument, at),
            _ => Ok(slope),
        }
    }

    /// Replaces the last two operands by the derivative of the first by the second.
    pub(super) fn differentiate(&mut self, arguments: usize, span: Span) -> Result<()> {
        if arguments != 2 {
            return Err(wrong_count("diff", 2, arguments, span)
                .hint("the second is the name to differentiate by; to see a formula, use :diff"));
        }
        let (by, root) = (self.pop(), self.pop());
        let Operand::Value(by) = by else {
            let number = exact(by.data());
            let message = format!("diff needs a node to differentiate by, found {number}");
            return Err(Error::new(span, message)
                .hint("give it a name first, x = 2, and use that: diff(x^3, x)"));
        };
        let made = match root {
            Operand::Value(root) => {
                let guard = (&self.guard, span);
                let made = derivative_within(&root, &by, self.label, self.data_time, guard);
                let mut made = made.map_err(|error| match by.is_per_row() {
                    true => error.maybe_hint(self.row_by_row(&root, &by)),
                    false => error,
                })?;
                self.single_point = self.single_point.take().or(made.single_point.take());
                if made.result.constant() == Some(0.0)
                    && let Some(error) = (self.scope.older_use(&root, &by, span))
                        .or_else(|| self.row_of_used(&root, &by, span))
                {
                    return Err(error);
                }
                made
            }
            Operand::Constant(_) if let Some(name) = self.without_slope => {
                let message = format!("{name} takes whole numbers and has no derivative");
                return Err(Error::new(span, message)
                    .hint("n*log(n) - n + log(2*pi*n)/2 is close to log(n!), and has one"));
            }
            Operand::Constant(_) => Built::number(0.0),
        };
        self.label.part = self.label.part.saturating_add(made.count);
        self.non_finite = self.non_finite.take().or(made.non_finite);
        self.operands.push(made.result);
        Ok(())
    }

    /// Returns the hint for the derivative of a node by a column that it uses row by row: `f(x) = x^3; f'(x)`.
    fn row_by_row(&self, root: &Value, by: &Value) -> Option<String> {
        let order = Order::until(self.guard.stop(), [root]);
        let is_named = |leaf: &Value| self.scope.name_of(leaf).is_some();
        let uses_one_row = root.is_per_row() && !order.nodes().iter().any(Value::is_fold);
        if !uses_one_row || !by.is_leaf() || !order.leaves().all(is_named) {
            return None;
        }
        let session = self.scope.owner().downcast_ref::<Session>()?;
        let function = ["f", "g", "h"].into_iter().find(|name| !session.has_name(name))?;
        let root = Operand::Value(root.clone());
        let formula = Formula::of(&root, |node| !node.is_leaf(), MOST_ATOMS);
        let name = |node: &Value| self.scope.name_of(node).unwrap_or_default();
        let text = text_of(&formula.atoms, name, exact);
        let by = name(by);
        (!formula.is_cut()).then(|| format!("write {function}({by}) = {text}; {function}'({by})"))
    }

    /// Returns the error for a row `x[2]` of a column that `root` uses: each is a node of its own.
    fn row_of_used(&self, root: &Value, by: &Value, span: Span) -> Option<Error> {
        let (row, column) = (by.row_taken()? + 1, by.operands().first()?.value()?);
        let order = Order::until(self.guard.stop(), [root]);
        let is_new = by.label().shares_binding(self.label) && !order.contains(by);
        let name = |node, other: &str| self.scope.name_of(node).unwrap_or_else(|| other.to_owned());
        (is_new && order.contains(column)).then(|| {
            let (root, row) = (name(root, "ROOT"), format!("{}[{row}]", name(column, "x")));
            Error::new(span, format!("cannot differentiate by a row, found {row}"))
                .hint(format!(":grad {root} {row} shows the number"))
        })
    }

    /// Returns the derivative called by a name with primes; `None` for another name.
    pub(super) fn prime_of(&self, name: &str, given: usize, span: Span) -> Result<Option<Callee>> {
        let (base, primes) = undifferentiated(name);
        if primes == 0 {
            return Ok(None);
        }
        let function = match (self.scope.function(base), ops::call(base)) {
            (Some(own), _) => own,
            (None, Some(row)) if row.arity() == 1 => {
                Rc::new(Function::of_call(base, self.guard.budget())?)
            }
            _ => return Ok(None),
        };
        if primes > MOST_PRIMES {
            let message = format!("{base} is differentiated {primes} times");
            return Err(Error::new(span, message)
                .hint(format!("write at most {MOST_PRIMES} primes, then :diff _ x")));
        }
        let parameters = &function.parameters;
        if let Some(first) = parameters.first().filter(|_| parameters.len() > 1) {
            let message = format!("{base} takes {} arguments, not one", parameters.len());
            let call = function.written();
            return Err(Error::new(span, message)
                .hint(format!("name the argument to differentiate by: diff({call}, {first})")));
        }
        let leaf = Value::leaf(f64::NAN, Label::default());
        let (argument, part, non_finite) = (Operand::Constant(f64::NAN), 0, None);
        let slope = PrimeSlope { primes, leaf, argument, part, non_finite };
        Ok(Some(Callee { function, given, returning: Some(Box::new(slope)) }))
    }
}
