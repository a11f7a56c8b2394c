//! The pages of the help: on topics, operations, forms, constants and commands.

use super::super::{Argument, ArgumentKind, Command};
use super::topics::TOPICS;
use crate::core::language::{Item, exact, expression};
use crate::core::ops::{self, Makes, Notation, Operation};
use crate::report::{Facts, facts_of};

/// The lines of a page: leading blanks are the indent, and three blanks start a column.
pub type Page = Vec<String>;

pub fn on_topic(name: &str) -> Option<Page> {
    let topic = TOPICS.iter().find(|topic| topic.name == name)?;
    Some(topic.lines.iter().map(|line| (*line).to_owned()).collect())
}

pub fn on_form(form: &ops::Form) -> Page {
    let mut text = vec![format!("{}: {}", form.written(), form.help)];
    if let Makes::Body { text: body, .. } = form.makes {
        text.push(format!("  = {body}"));
    }
    text
}

pub fn on_constant(constant: &ops::Constant) -> Page {
    let also = match constant.aliases {
        [] => String::new(),
        aliases => format!(", also written {}", aliases.join(", ")),
    };
    vec![format!("{} = {}: {}{also}", constant.name, constant.value, constant.help)]
}

pub fn on_command(command: &'static Command) -> Page {
    let names: Vec<String> = command.aliases.iter().map(|name| format!(":{name}")).collect();
    let also =
        if names.is_empty() { String::new() } else { format!(" Also {}.", names.join(", ")) };
    let mut text = vec![command.usage(), String::new(), format!("  {}.{also}", command.summary())];
    if !command.details.is_empty() {
        text.push(format!("  {}", command.details));
    }
    if !command.options.is_empty() {
        text.push(String::new());
        text.extend(command.options.iter().map(|(written, about)| option_line(written, about)));
    }
    text.extend(command.arguments.iter().flat_map(choice_list));
    text.push(String::new());
    text.extend(command.examples.iter().map(|example| format!("  {example}")));
    text
}

/// Returns what machines read of a command beside its page.
pub fn facts_on(command: &'static Command) -> Facts {
    let option = |(written, about): &(&str, &str)| {
        facts_of([("option", (*written).into()), ("about", (*about).into())])
    };
    facts_of([
        ("usage", command.usage().into()),
        ("summary", command.summary().into()),
        ("details", command.details.into()),
        ("options", command.options.iter().map(option).collect()),
        ("aliases", command.aliases.iter().copied().collect()),
        ("examples", command.examples.iter().copied().collect()),
    ])
}

/// `  until TOL        stop when the largest |grad| is below TOL`
fn option_line(written: &str, about: &str) -> String {
    format!("  {written:<16}  {about}")
}

/// Returns a line for each choice of an argument, if the choices have help.
fn choice_list(argument: &Argument) -> Vec<String> {
    let ArgumentKind::Choice(choices) = argument.kind else { return Vec::new() };
    let all = (choices.all)().into_iter().filter(|(_, about)| !about.is_empty());
    all.map(|(name, about)| option_line(&format!("  {name}"), about)).collect()
}

pub fn on_operation(operation: &'static Operation) -> Page {
    let operands = &["x", "y"][..operation.arity()];
    let mut items: Vec<Item<'_>> = operands.iter().map(|operand| Item::name(operand)).collect();
    items.push(Item::operation(operation));
    let mut text =
        vec![format!("{}: {}", expression(&items, exact), operation.help), String::new()];
    for (index, operand) in operands.iter().enumerate() {
        text.push(format!("  d out / d {operand} = {}", operation.partial_text(index)));
    }
    text.push(format!("  domain: {}", operation.domain));
    if !operation.kinks.is_empty() {
        text.push(format!("  Convention: {}.", operation.kinks));
    }
    let mut also: Vec<String> = operation.aliases.iter().map(|name| (*name).to_owned()).collect();
    if let Notation::Infix { call, .. } = operation.notation
        && !call.is_empty()
    {
        also.push(format!("{call}({})", operands.join(", ")));
    }
    if !also.is_empty() {
        text.push(format!("  Also written {}.", also.join(", ")));
    }
    text
}
