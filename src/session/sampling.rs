//! Values of a node as one leaf moves, with the session left as it was.

use std::rc::Rc;

use super::Session;
use crate::graph::{Function, Guard, Label, Operand, Order, Scope, Value, build, interrupted};
use crate::language::{Error, Kind, Result, Span, Step, Tree};
use crate::ops;

impl Session {
    /// The result of `tree`: the node of its name, or nodes that nothing is bound to.
    ///
    /// # Errors
    ///
    /// When a name or a call means nothing, or when work is stopped.
    pub fn unbound(&mut self, tree: &Tree<'_>) -> Result<Operand> {
        match tree.as_name() {
            Some(name) => self.find(name, tree.span()).map(Operand::Value),
            None => Ok(self.build(tree, Label::default())?.result),
        }
    }

    /// The function of that name, one's own or an operation, applied to a leaf nobody else has.
    ///
    /// # Errors
    ///
    /// When there is no such function of one argument, or when work is stopped.
    pub fn applied(&mut self, name: &str, leaf: &Value) -> Result<Operand> {
        // The leaf's name is one that nobody can type.
        let text = format!("{name}(·)");
        let function = Span::new(0, name.len());
        let argument = Span::new(name.len() + 1, text.len() - 1);
        let kind = match ops::call(name).filter(|operation| operation.arity() == 1) {
            Some(operation) => Kind::Operation(operation),
            None => Kind::Call(1),
        };
        let steps = vec![Step { kind: Kind::Name, span: argument }, Step { kind, span: function }];
        let tree = Tree { text: &text, steps };
        let clock = self.clock;
        self.with_room(|session| {
            let mut scope = WithLeaf { session, leaf };
            Ok(build(&tree, Label::default(), clock, &mut scope)?.result)
        })
    }

    /// The values of `root` as `leaf` takes each of these numbers.
    ///
    /// # Errors
    ///
    /// When work is stopped.
    pub fn sample(
        &mut self,
        root: &Value,
        leaf: &Value,
        places: impl Iterator<Item = f64>,
    ) -> Result<Vec<f64>> {
        let order = Order::until(&self.stop, [root]);
        let mut moved = order.number_of(leaf).map(|number| order.perturb(number));
        let values = places.take_while(|_| !self.is_interrupted());
        let values =
            values.map(|x| moved.as_mut().map_or(root.data(), |moved| moved.root_at(x))).collect();
        if self.is_interrupted() { Err(interrupted(Span::default())) } else { Ok(values) }
    }

    /// d `root` / d `leaf` here; the grads of the last pass stay.
    pub fn slope(&mut self, root: &Value, leaf: &Value) -> f64 {
        let order = Order::until(&self.stop, [root]);
        order.number_of(leaf).map_or(0.0, |number| order.grads()[number])
    }
}

/// A session in which one more name means a leaf.
struct WithLeaf<'scope> {
    session: &'scope mut Session,
    leaf: &'scope Value,
}

impl Scope for WithLeaf<'_> {
    fn value(&mut self, reference: &str, span: Span) -> Result<Operand> {
        match reference {
            "·" => Ok(Operand::Value(self.leaf.clone())),
            _ => Scope::value(self.session, reference, span),
        }
    }

    fn function(&self, name: &str) -> Option<Rc<Function>> {
        Scope::function(self.session, name)
    }

    fn guard(&self) -> Guard {
        self.session.guard()
    }

    fn no_such_call(&self, name: &str, span: Span) -> Error {
        Scope::no_such_call(self.session, name, span)
    }
}
