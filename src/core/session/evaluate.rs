//! Building expressions without binding the result.

use std::rc::Rc;

use super::Session;
use crate::core::graph::{Function, Guard, Label, Operand, Scope, Value, build};
use crate::core::language::{Error, Kind, Result, Span, Step, Tree};
use crate::core::ops;

/// Builds `tree` without binding the result; a name gives its own node, a constant its number.
///
/// # Errors
///
/// When a name or a function is unknown, or the work is interrupted.
pub fn unbound(session: &mut Session, tree: &Tree<'_>) -> Result<Operand> {
    let is_node =
        |name: &&str| ops::constant(name).is_none() || session.names().get(name).is_some();
    match tree.as_name().filter(is_node) {
        Some(name) => session.find(name, tree.span()).map(Operand::Value),
        None => Ok(session.build(tree, Label::default())?.result),
    }
}

/// Builds the call of a function or an operation on `leaf`, which has no name.
///
/// # Errors
///
/// When there is no such function of one argument, or the work is interrupted.
pub fn applied(session: &mut Session, name: &str, leaf: &Value) -> Result<Operand> {
    // The grammar has no such name, so it cannot clash with one of the user's.
    let text = format!("{name}(·)");
    let function = Span::new(0, name.len());
    let argument = Span::new(name.len() + 1, text.len() - 1);
    let kind = match ops::call(name).filter(|it| it.arity() == 1 && !it.gives_way) {
        Some(operation) => Kind::Operation(operation),
        None => Kind::Call(1),
    };
    let steps = vec![Step { kind: Kind::Name, span: argument }, Step { kind, span: function }];
    built_with(session, &Tree { text: &text, steps }, "·", leaf)
}

/// Builds `tree`, in which `name` means `leaf` whatever else bears it, without binding the
/// result.
///
/// # Errors
///
/// When a name or a function is unknown, or the work is interrupted.
pub fn built_with(
    session: &mut Session,
    tree: &Tree<'_>,
    name: &str,
    leaf: &Value,
) -> Result<Operand> {
    let clock = session.clock;
    session.with_room(|session| {
        let mut scope = WithLeaf { session, name, leaf };
        Ok(build(tree, Label::default(), clock, &mut scope)?.result)
    })
}

/// A session with one more name, for a leaf.
struct WithLeaf<'scope> {
    session: &'scope mut Session,
    name: &'scope str,
    leaf: &'scope Value,
}

impl Scope for WithLeaf<'_> {
    fn value(&mut self, reference: &str, span: Span) -> Result<Operand> {
        if reference == self.name {
            return Ok(Operand::Value(self.leaf.clone()));
        }
        Scope::value(self.session, reference, span)
    }

    fn function(&self, name: &str) -> Option<Rc<Function>> {
        Scope::function(self.session, name)
    }

    fn uncertainty(&mut self, node: &Value, span: Span) -> Result<f64> {
        Scope::uncertainty(self.session, node, span)
    }

    fn make_uncertain(&mut self, leaf: &Value, u: f64) {
        Scope::make_uncertain(self.session, leaf, u);
    }

    fn guard(&self) -> Guard {
        self.session.guard()
    }

    fn name_of(&self, node: &Value) -> Option<String> {
        self.session.name_of(node)
    }

    fn no_such_call(&self, name: &str, span: Span) -> Error {
        Scope::no_such_call(self.session, name, span)
    }
}
