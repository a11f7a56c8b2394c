//! The command that makes a network.

use super::{Argument, Arguments, Choices, Command, Group};
use crate::graph::{Function, MOST_LEAVES, Network};
use crate::language::{Error, Result};
use crate::ops::{self, MOST_WHOLE, Operation};
use crate::report::{Cell, Part, Reader, Report, Sentence};
use crate::session::Session;

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "net",
    aliases: &[],
    group: Group::Leaves,
    arguments: &[
        Argument::name("NAME"),
        Argument::count("IN", 1, MOST_LEAVES as u64),
        Argument::count("SIZE", 1, MOST_LEAVES as u64).repeated(),
        Argument::choice("ACTIVATION", &ACTIVATIONS).optional(),
        Argument::keyword("linear"),
        Argument::keyword("seed"),
        Argument::count("N", 0, MOST_SEED).following(),
    ],
    summary: "a neural network: a function with leaves of its own",
    details: "\
Makes a function of IN inputs: layers of SIZE neurons (commas and brackets are allowed), and each neuron is tanh(b + w1*x1 + w2*x2 + …) of the layer before. ACTIVATION is tanh \
or relu; with linear the output is the sum itself. The leaves are mlp.w1.2.3 (layer, neuron, \
input) and mlp.b1.2, drawn from -1 to 1, the same for the same seed N. Tables show a network and \
its calls as one row each; :grad loss mlp shows all of its leaves, and :grad loss all every node. \
NAME stands for all leaves in :freeze, :step, :set NAME COLUMN and in a fold: sum(mlp^2).",
    example: ":net mlp 3 4 4 1",
    run: net,
}];

/// The largest seed: up to it a number as typed is exact.
const MOST_SEED: u64 = MOST_WHOLE as u64;

const ACTIVATIONS: Choices = Choices {
    noun: "activation",
    all: || ops::activations().map(|row| (row.name, row.help)).collect(),
};

fn net(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let name = arguments.word("NAME")?;
    let mut sizes = vec![arguments.count("IN")?];
    must_apply_one(arguments)?;
    for word in arguments.words("SIZE") {
        if word.text.starts_with(char::is_alphabetic) {
            return Err(arguments.no_such_choice("ACTIVATION", word));
        }
        let size = arguments.count_of("SIZE", word, u64::MAX)?;
        sizes.push(size);
    }
    let network = Network {
        sizes: sizes.into_iter().map(|size| usize::try_from(size).unwrap_or(usize::MAX)).collect(),
        activation: activation(arguments)?,
        is_linear: arguments.has("linear"),
        seed: if arguments.has("seed") { arguments.count("N")? } else { 1 },
    };
    let value = session.make_network(name.text, network, name.span)?.value;
    let called = session.names().call(&value);
    let written = Function::of_network(&called, &value).written();
    let Some(members) = value.as_network() else {
        return Ok(Report::default());
    };
    let (described, seed) = (members.network.described(), members.network.seed);
    let said = Sentence::new(format!("{written}: {described} from -1 to 1, seed {seed}"));
    let count = members.leaves.len() as u64;
    let facts = vec![("name", Cell::text(called)), ("leaves", Cell::count(count))];
    let parts = vec![Part::For(Reader::OF_CONFIRMATIONS, vec![said.line()]), Part::Facts(facts)];
    Ok(Report { kind: "net", parts, ..Report::default() })
}

/// Returns an error if several activations are given.
fn must_apply_one(arguments: &Arguments<'_>) -> Result<()> {
    let words = arguments.words("SIZE").chain(arguments.words("ACTIVATION"));
    let mut given = words.filter(|word| ops::activations().any(|row| row.name == word.text));
    let (Some(first), Some(second)) = (given.next(), given.next()) else {
        return Ok(());
    };
    let message = format!("found two activations, {} and {}", first.text, second.text);
    Err(Error::new(second.span, message).hint("all neurons of a network apply the same one"))
}

/// What the neurons apply: tanh unless the arguments name another.
fn activation(arguments: &Arguments<'_>) -> Result<&'static Operation> {
    let word = arguments.words("ACTIVATION").next();
    let meant = |row: &&Operation| word.is_none_or(|word| word.text == row.name);
    ops::activations().find(meant).ok_or_else(|| match word {
        Some(word) => arguments.no_such_choice("ACTIVATION", word),
        None => arguments.usage_error(arguments.end(), "there is no activation"),
    })
}
