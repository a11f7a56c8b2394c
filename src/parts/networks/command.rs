//! `:net` makes a network.

use std::rc::Rc;

use super::network::{Belonging, LINEAR, MOST_LEAVES, Members, Network, Start};
use crate::command::{Argument, ArgumentKind, Arguments, Choices, Command, MOST_SEED};
use crate::core::graph::{Built, Function, Label, LeafContents, Operand, Value};
use crate::core::language::{Error, Result, Span, is_plain_name, quoted};
use crate::core::ops::{self, Operation};
use crate::core::session::{ANSWER, Session};
use crate::report::{Report, facts_of};

pub const COMMANDS: &[Command] = &[Command {
    name: "net",
    arguments: &[
        Argument::new("NAME", ArgumentKind::Name),
        Argument::count("IN", 1, MOST_LEAVES as u64),
        Argument::count("SIZE", 1, MOST_LEAVES as u64).repeated(),
        Argument::choice("ACTIVATION", &ACTIVATIONS).following().optional(),
        Argument::keyword(LINEAR),
        Argument::keyword("scale"),
        Argument::number("S").following(),
        Argument::keyword("zero"),
        Argument::keyword("he"),
        Argument::keyword("seed"),
        Argument::count("N", 0, MOST_SEED).following(),
    ],
    summary: "make a neural network: a function with its own leaves",
    details: "\
The function NAME takes IN inputs; each neuron is tanh(b + w1*x1 + w2*x2 + …). Its leaves \
NAME.w1.2.3 (layer, neuron, input) and NAME.b1.2 are drawn from -1 to 1. NAME means all of them \
in :freeze, :step, :set and in a fold: sum(mlp^2).",
    options: &[
        ("IN", "the number of inputs"),
        ("SIZE", "the neurons of a layer; an activation applies to all SIZEs before it"),
        ("linear", "after a SIZE: that layer has no activation"),
        ("scale S", "draw leaves from -S to S"),
        ("zero", "set all leaves to 0"),
        ("he", "draw weights within √(6/inputs), biases 0"),
        ("seed N", "draw the same leaves for the same N"),
    ],
    examples: &[":net mlp 3 4 4 1", ":net n 2 8 relu 1 linear", ":net n 2 8 8 1 he seed 7"],
    run: net,
    ..Command::ROW
}];

const ACTIVATIONS: Choices = Choices {
    noun: "activation",
    all: || {
        let linear = (LINEAR, "the weighted sum itself");
        ops::activations().map(|row| (row.name, row.help)).chain([linear]).collect()
    },
};

fn net(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let name = arguments.word("NAME")?;
    let (sizes, activations) = layers(arguments)?;
    let seed = if arguments.has("seed") { arguments.count("N")? } else { 1 };
    let network = Network { sizes, activations, start: start(session, arguments)?, seed };
    let (made, count) = (network.made(), network.count());
    let value = make(session, (name.text, name.span), network)?;
    let called = session.names().call(&value);
    let said = format!("{}: {made}", Function::of_leaf(&called, &value).written());
    let facts = facts_of([("name", called.into()), ("leaves", count.into())]);
    Ok(Report::confirm("net", said, facts))
}

/// Binds a new name to a network.
fn make(session: &mut Session, (name, span): (&str, Span), network: Network) -> Result<Value> {
    let is_taken = session.has_name(name) || session.is_operation(name);
    if is_taken || !is_plain_name(name) || [ANSWER, "ans"].contains(&name) {
        let message = format!("{} cannot be the name of a new network", quoted(name));
        return Err(Error::new(span, message).hint("choose an unused plain name; :del frees one"));
    }
    let count = network.count();
    if count > MOST_LEAVES {
        let message = format!("this network would have {count} leaves");
        return Err(Error::new(span, message)
            .hint(format!("a network has at most {MOST_LEAVES}: make its layers smaller")));
    }
    session.need_nodes(count, span)?;
    let label = session.next_label(name, span)?;
    let network = Rc::new(network);
    let belonging = Rc::new(Belonging(Rc::clone(&network)));
    let leaves = (1..).zip(network.drawn()).map(|(part, data)| {
        let own: Rc<dyn LeafContents> = Rc::<Belonging>::clone(&belonging);
        let leaf = Value::holding(own, Label { part, ..label }, session.budget());
        leaf.set_data(data);
        leaf.set_computed_at(session.data_time);
        leaf
    });
    let members = Members { network: Rc::clone(&network), leaves: leaves.collect() };
    let value = Value::holding(Rc::new(members), label, session.budget());
    value.set_computed_at(session.data_time);
    let built = Built::of(Operand::Value(value), u32::try_from(count).unwrap_or(u32::MAX));
    let text = format!(":net {name} {}", network.arguments());
    Ok(session.bind_built(label, built, Some(text)).value)
}

/// The activation of a layer; `None` if linear.
type Activation = Option<&'static Operation>;

/// The sizes, inputs first, and the activation of each layer.
fn layers(arguments: &Arguments<'_>) -> Result<(Vec<usize>, Vec<Activation>)> {
    let mut sizes = vec![arguments.count("IN")? as usize];
    let mut layers: Vec<Option<Activation>> = Vec::new();
    for [size, activation] in arguments.groups(["SIZE", "ACTIVATION"]) {
        let Some(size) = size else { continue };
        sizes.push(arguments.count_of("SIZE", size, u64::MAX)? as usize);
        layers.push(activation.filter(|word| word.text == LINEAR).map(|_| None));
        if let Some(word) = activation.filter(|word| word.text != LINEAR) {
            let found = ops::activations().find(|row| row.name == word.text);
            let found = found.ok_or_else(|| arguments.no_such_choice("ACTIVATION", word))?;
            let open = layers.iter_mut().filter(|layer| layer.is_none());
            open.for_each(|layer| *layer = Some(Some(found)));
        }
    }
    if let Some(last) = layers.last_mut().filter(|_| arguments.has(LINEAR)) {
        *last = Some(None);
    }
    let usual = ops::activations().next();
    Ok((sizes, layers.into_iter().map(|layer| layer.unwrap_or(usual)).collect()))
}

/// The initial leaves, from -1 to 1 by default.
fn start(session: &mut Session, arguments: &Arguments<'_>) -> Result<Start> {
    let starts = ["scale", "zero", "he"].into_iter();
    let given: Vec<_> = starts.flat_map(|start| arguments.words(start)).collect();
    if let [_, second, ..] = given.as_slice() {
        return Err(Error::new(second.span, "choose only one of scale S, zero and he"));
    }
    Ok(match given.first().map(|word| word.text) {
        Some("scale") => Start::Scale(arguments.finite(session, "S")?),
        Some("zero") => Start::Scale(0.0),
        Some("he") => Start::He,
        _ => Start::Scale(1.0),
    })
}
