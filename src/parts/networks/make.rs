//! Networks of a session: making them, and finding their leaves.

use std::rc::Rc;

use super::network::{Belonging, MOST_LEAVES, Members, Network, Start};
use super::outline::Outline;
use super::random::Random;
use crate::core::graph::{Built, Label, LeafContents, Operand, Order, Value};
use crate::core::language::{Error, Result, Span, is_plain_name, quoted};
use crate::core::session::{ANSWER, Assigned, Session, split};

#[doc(hidden)]
impl Session {
    /// Makes a network and binds a name to it.
    ///
    /// # Errors
    ///
    /// When the name is in use, or there is no room for the leaves.
    pub fn make_network(&mut self, name: &str, network: Network, span: Span) -> Result<Assigned> {
        self.must_be_free(name, span)?;
        if !is_plain_name(name) {
            let message = format!("{} cannot be the name of a network", quoted(name));
            return Err(Error::new(span, message).hint("a plain name can: :net mlp 3 4 4 1"));
        }
        let count = network.count();
        if count > MOST_LEAVES {
            let message = format!("this network would have {count} leaves");
            return Err(Error::new(span, message)
                .hint(format!("a network has at most {MOST_LEAVES}: make its layers smaller")));
        }
        self.need_nodes(count, span)?;
        let label = self.next_label(name, span)?;
        let network = Rc::new(network);
        let belonging = Rc::new(Belonging(Rc::clone(&network)));
        let leaves = (1..).zip(drawn(&network)).map(|(part, data)| {
            let own: Rc<dyn LeafContents> = Rc::<Belonging>::clone(&belonging);
            let leaf = Value::holding(own, Label { part, ..label }, self.budget());
            leaf.set_data(data);
            leaf.set_computed_at(self.clock);
            leaf
        });
        let members = Members { network: Rc::clone(&network), leaves: leaves.collect() };
        let value = Value::holding(Rc::new(members), label, self.budget());
        value.set_computed_at(self.clock);
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        let text = format!(":net {name} {}", network.arguments());
        let built = Built::of(Operand::Value(value), count);
        Ok(self.bind_built(label, built, Some(text)))
    }

    /// Makes sure that a name can be a network's: it means nothing yet.
    fn must_be_free(&self, name: &str, span: Span) -> Result<()> {
        let (what, free) = match name {
            ANSWER | "ans" => ("the last answer", String::new()),
            _ if self.is_operation(name) => ("an operation", String::new()),
            _ if self.has_name(name) => {
                ("in use", format!(", or free this one: :del {}", quoted(name)))
            }
            _ => return Ok(()),
        };
        Err(Error::new(span, format!("{} is {what}", quoted(name)))
            .hint(format!("choose another name{free}")))
    }

    /// Makes sure that a name which is to be bound to a node or a function is not a network's.
    pub(crate) fn must_not_be_network(&self, name: &str, span: Span) -> Result<()> {
        if self.network(name).is_none() {
            return Ok(());
        }
        let name = quoted(name);
        Err(Error::new(span, format!("{name} is a network"))
            .hint(format!("choose another name, or free this one: :del {name}")))
    }

    /// The network that a reference means: a name, or an earlier binding as in `mlp@1`.
    pub fn network(&self, reference: &str) -> Option<Value> {
        let (_, _, "") = split(reference)? else {
            return None;
        };
        self.names().resolve(reference).filter(|value| value.as_network().is_some())
    }

    /// The nodes of the group that a reference means.
    pub fn nodes_of_group(&self, reference: &str) -> Option<Vec<Value>> {
        let group = self.names().resolve(self.answered(reference))?;
        group.members().map(|_| group.nodes().cloned().collect())
    }

    /// The leaves of the network that a reference means.
    pub fn leaves_of_network(&self, reference: &str) -> Option<Vec<Value>> {
        Some(self.network(reference)?.as_network()?.leaves.to_vec())
    }

    /// The outline of an order; none where nothing in it is part of a larger one.
    pub fn outline_of(&self, order: &Order) -> Option<Rc<Outline>> {
        Outline::of(self, order).map(Rc::new)
    }
}

/// The numbers that the leaves of a network begin with.
pub(super) fn drawn(network: &Network) -> Vec<f64> {
    let mut random = Random::seeded(network.seed);
    let mut numbers = Vec::with_capacity(network.count());
    for layer in network.layers() {
        let [weight, bias] = match network.start {
            Start::Scale(scale) => [scale, scale],
            Start::He => [(6.0 / layer.inputs as f64).sqrt(), 0.0],
        };
        for _ in 0..layer.neurons {
            let widths = (0..layer.inputs).map(|_| weight).chain([bias]);
            // Adding 0 makes a zero of -0.
            numbers.extend(widths.map(|width| width * random.uniform() + 0.0));
        }
    }
    numbers
}
