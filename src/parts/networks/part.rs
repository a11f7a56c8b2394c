//! The part for networks and groups.

use std::any::Any;
use std::rc::Rc;

use super::calls::{Call, Calls};
use super::outline::Outline;
use super::{classes, neuron};
use crate::core::graph::{Builder, FormCall, Label, Operand, Order, Part, Scope, Value};
use crate::core::language::{Error, Result, Span, quoted};
use crate::core::ops::{Form, Operation};
use crate::core::session::{Session, split};

#[derive(Debug)]
pub struct Networks;

static FORMS: [Form; 5] = [
    Form {
        name: "group",
        help: "one name for several nodes; the members of l are l.o0, l.o1, …",
        ..Form::DEFAULT
    },
    Form {
        name: "softmax",
        help: "the group of exp of each argument, divided by their sum",
        ..Form::DEFAULT
    },
    Form {
        name: "argmax",
        help: "the number of the largest argument, from 0; of equal ones, the first",
        ..Form::DEFAULT
    },
    Form {
        name: "cross_entropy",
        arguments: "class, …",
        help: "-log(softmax) of a class (0, 1, …), from the scores of all classes",
        ..Form::DEFAULT
    },
    Form {
        name: "onehot",
        arguments: "class, n",
        help: "a group of n numbers: 1 for the class, else 0",
        ..Form::DEFAULT
    },
];

impl Part for Networks {
    fn operations(&self) -> &'static [Operation] {
        &classes::ROWS
    }

    fn forms(&self) -> &'static [Form] {
        &FORMS
    }

    fn make(&self, builder: &mut Builder<'_>, call: FormCall) -> Result<()> {
        builder.scores(call)
    }

    fn fold(&self, builder: &mut Builder<'_>, form: &'static Form, span: Span) -> Result<bool> {
        builder.fold_leaves(form, span)
    }

    fn apply(
        &self,
        builder: &mut Builder<'_>,
        operation: &'static Operation,
        operands: &[Operand; 2],
        span: Span,
    ) -> Result<Option<Operand>> {
        builder.each_result(operation, operands, span).map(Some)
    }

    fn finished(&self, builder: &mut Builder<'_>, result: Operand, label: Label) -> Operand {
        builder.with_labeled_members(result, label)
    }

    fn keep_made(&self, scope: &mut dyn Scope, made: &[(Value, Rc<dyn Any>)]) {
        let calls = made
            .iter()
            .filter_map(|(result, made)| Some((result, Rc::clone(made).downcast::<Call>().ok()?)));
        if let Some(session) = scope.owner_mut().downcast_mut::<Session>() {
            session.part_mut::<Calls>().add(calls);
        }
    }

    fn inner_node(
        &self,
        bound: &Value,
        name: &str,
        named: &mut dyn DoubleEndedIterator<Item = &Value>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Value> {
        neuron::neuron_called(bound, name, named, go_on)
    }

    fn check_name(&self, scope: &dyn Scope, name: &str, span: Span) -> Result<()> {
        let session = scope.owner().downcast_ref::<Session>();
        if session.and_then(|session| session.network(name)).is_none() {
            return Ok(());
        }
        let name = quoted(name);
        Err(Error::new(span, format!("{name} is a network"))
            .hint(format!("choose another name, or free this one: :del {name}")))
    }
}

#[doc(hidden)]
impl Session {
    /// The network of a reference: a name, or `mlp@1`.
    pub fn network(&self, reference: &str) -> Option<Value> {
        let (_, _, "") = split(reference)? else { return None };
        self.names().resolve(reference).filter(|value| value.as_network().is_some())
    }

    pub fn nodes_of_group(&self, reference: &str) -> Option<Vec<Value>> {
        let group = self.names().resolve(self.answered(reference))?;
        group.members().map(|_| group.nodes().cloned().collect())
    }

    pub fn leaves_of_network(&self, reference: &str) -> Option<Vec<Value>> {
        Some(self.network(reference)?.as_network()?.leaves.to_vec())
    }

    /// The outline of an order; `None` if it has no whole operations.
    pub fn outline_of(&self, order: &Order) -> Option<Rc<Outline>> {
        Outline::of(self, order).map(Rc::new)
    }
}
