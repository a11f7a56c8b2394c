//! The command that makes a network.

use crate::command::{Argument, ArgumentKind, Arguments, Choices, Command, Group, MOST_SEED};
use crate::core::graph::Function;
use crate::core::language::{Error, Result, is_plain_name, quoted};
use crate::core::ops::{self, Operation};
use crate::core::session::Session;
use crate::parts::networks::{LINEAR, MOST_LEAVES, Network, Start};
use crate::report::{Report, facts_of};

pub const COMMANDS: &[Command] = &[Command {
    name: "net",
    group: Group::Leaves,
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
    summary: "a neural network: a function with leaves of its own",
    details: "\
Makes a function of IN inputs; a neuron is tanh(b + w1*x1 + w2*x2 + …). Its leaves are \
NAME.w1.2.3 (layer, neuron, input) and NAME.b1.2, drawn from -1 to 1. NAME stands for all of \
them in :freeze, :step, :set and in a fold: sum(mlp^2).",
    options: &[
        ("IN", "the number of inputs"),
        ("SIZE", "neurons of a layer; an activation after it holds for those before, too"),
        ("linear", "after a SIZE: that layer passes its sums on"),
        ("scale S", "draw leaves from -S to S"),
        ("zero", "begin all leaves at 0"),
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
    let value = session.make_network(name.text, network, name.span)?.value;
    let called = session.names().call(&value);
    let written = Function::of_leaf(&called, &value).written();
    let Some(members) = value.as_network() else {
        return Ok(Report::default());
    };
    let said = format!("{written}: {}", members.network.made());
    let count = members.leaves.len() as u64;
    let facts = facts_of([("name", called.into()), ("leaves", count.into())]);
    Ok(Report::confirm("net", said, facts))
}

/// What a layer applies: none for the weighted sum itself.
type Activation = Option<&'static Operation>;

/// The sizes, that of the inputs first, and what each layer applies.
fn layers(arguments: &Arguments<'_>) -> Result<(Vec<usize>, Vec<Activation>)> {
    let mut sizes = vec![arguments.count("IN")?];
    let mut layers: Vec<Option<Activation>> = Vec::new();
    for [size, activation] in arguments.groups(["SIZE", "ACTIVATION"]) {
        let Some(size) = size else { continue };
        if is_plain_name(size.text) {
            let message = format!("{} is no size", quoted(size.text));
            return Err(Error::new(size.span, message)
                .hint("a layer is its size and at most one of tanh, relu, sigmoid and linear"));
        }
        sizes.push(arguments.count_of("SIZE", size, u64::MAX)?);
        layers.push(None);
        match activation {
            None => {}
            Some(word) if word.text == LINEAR => set_last(&mut layers, None),
            Some(word) => {
                let found = ops::activations().find(|row| row.name == word.text);
                let found = found.ok_or_else(|| arguments.no_such_choice("ACTIVATION", word))?;
                let open = layers.iter_mut().filter(|layer| layer.is_none());
                open.for_each(|layer| *layer = Some(Some(found)));
            }
        }
    }
    if arguments.has(LINEAR) {
        set_last(&mut layers, None);
    }
    let usual = ops::activations().next();
    let sizes = sizes.into_iter().map(|size| usize::try_from(size).unwrap_or(usize::MAX));
    Ok((sizes.collect(), layers.into_iter().map(|layer| layer.unwrap_or(usual)).collect()))
}

/// Says what the last layer applies.
fn set_last(layers: &mut [Option<Activation>], activation: Activation) {
    if let Some(last) = layers.last_mut() {
        *last = Some(activation);
    }
}

/// How the leaves begin: from -1 to 1 unless the arguments say otherwise.
fn start(session: &mut Session, arguments: &Arguments<'_>) -> Result<Start> {
    let starts = ["scale", "zero", "he"].into_iter();
    let given: Vec<_> = starts.flat_map(|start| arguments.words(start)).collect();
    if let [_, second, ..] = given.as_slice() {
        return Err(Error::new(second.span, "leaves begin in one way: scale S, zero or he"));
    }
    Ok(match given.first().map(|word| word.text) {
        Some("scale") => Start::Scale(arguments.finite(session, "S")?),
        Some("zero") => Start::Scale(0.0),
        Some("he") => Start::He,
        _ => Start::Scale(1.0),
    })
}
