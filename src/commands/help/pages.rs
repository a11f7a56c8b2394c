//! The pages of the help on topics, operations, forms, constants and commands.

use super::super::topics::TOPICS;
use super::super::transcript::{self, written};
use super::super::{Argument, ArgumentKind, Command};
use crate::language::exact;
use crate::ops::{self, Makes, Operation};

/// A page of the help: its text, and statements to demonstrate after it.
pub struct Page {
    pub text: Vec<String>,
    pub transcript: Option<String>,
}

impl Page {
    fn of(text: Vec<String>) -> Page {
        Page { text, transcript: None }
    }
}

pub fn on_topic(name: &str) -> Option<Page> {
    let topic = TOPICS.iter().find(|topic| topic.name == name)?;
    let mut text: Vec<String> = topic.text.lines().map(with_marks).collect();
    if name == "operations" {
        text.splice(0..0, wrapped_to(&precedences(), WIDTH));
        text.extend(operation_list());
    }
    let transcript = Some(topic.transcript).filter(|text| !text.is_empty()).map(str::to_owned);
    Some(Page { text, transcript })
}

/// Returns a line of a topic with `{marks}` replaced by the compound assignments.
fn with_marks(line: &str) -> String {
    let marks = ops::operations().filter(|row| matches!(row.notation, ops::Notation::Infix { .. }));
    let joined: Vec<String> = marks.map(|row| format!("{}=", row.name)).collect();
    line.replace("{marks}", &joined.join(" "))
}

/// Returns the sentence on precedence.
fn precedences() -> String {
    let mut levels: Vec<(u8, Vec<&str>)> = Vec::new();
    for row in ops::operations() {
        let (precedence, name) = match row.notation {
            ops::Notation::Infix { precedence, .. } => (precedence, row.name),
            ops::Notation::Prefix { precedence } => (precedence, row.name),
            ops::Notation::Call => continue,
        };
        match levels.iter_mut().find(|(level, _)| *level == precedence) {
            Some((_, names)) => names.push(name),
            None => levels.push((precedence, vec![name])),
        }
    }
    levels.sort_by_key(|(level, _)| *level);
    let levels: Vec<String> = levels.iter().map(|(_, names)| names.join(" and ")).collect();
    format!("Loosest first: {}, then calls.", levels.join(", then "))
}

/// Returns lines on each operation and form.
fn operation_list() -> Vec<String> {
    let operations = ops::operations().flat_map(|operation| {
        let mut help = operation.help.to_owned();
        if !operation.aliases.is_empty() {
            help.push_str(&format!(" (also {})", operation.aliases.join(" ")));
        }
        in_columns(written(operation, &operands(operation)), &help)
    });
    let forms = ops::FORMS.iter().flat_map(|form| in_columns(form.written(), form.help));
    operations.chain(forms).collect()
}

/// Returns lines with a name in one column and its help in the next.
fn in_columns(head: String, help: &str) -> Vec<String> {
    const HEAD: usize = 15;
    let lines = wrapped_to(help, WIDTH - HEAD - 1).into_iter().enumerate();
    let line = |(at, text): (usize, String)| {
        let head = if at == 0 { head.as_str() } else { "" };
        format!("{head:<HEAD$} {text}")
    };
    lines.map(line).collect()
}

pub fn on_form(form: &ops::Form) -> Page {
    let transcript = Some(format!("x = 2; y = 5\nout = {}(x, y, 1)\n:grad out", form.name));
    let mut text = vec![format!("{}: {}", form.written(), form.help)];
    if let Makes::Body { text: body, .. } = form.makes {
        text.push(format!("  = {body}"));
    }
    Page { text, transcript }
}

pub fn on_constant(constant: &ops::Constant) -> Page {
    let also = match constant.aliases {
        [] => String::new(),
        aliases => format!(", also written {}", aliases.join(", ")),
    };
    Page::of(vec![format!("{} = {}: {}{also}", constant.name, constant.value, constant.help)])
}

pub fn on_command(command: &'static Command) -> Page {
    let mut text = vec![command.usage(), String::new(), format!("  {}.", command.summary())];
    if !command.aliases.is_empty() {
        let names: Vec<String> = command.aliases.iter().map(|name| format!(":{name}")).collect();
        text.push(format!("  Also {}.", names.join(", ")));
    }
    if !command.details.is_empty() {
        text.push(String::new());
        text.extend(wrapped(command.details).into_iter().map(|line| format!("  {line}")));
    }
    text.extend(command.arguments.iter().flat_map(choice_list));
    text.extend([String::new(), format!("  Example: {}", command.example)]);
    Page { text, transcript: transcript::of_command(command) }
}

/// Returns a line for each choice of an argument, if the choices have help.
fn choice_list(argument: &Argument) -> Vec<String> {
    let all = match argument.kind {
        ArgumentKind::Choice(choices) => (choices.all)(),
        _ => Vec::new(),
    };
    if all.iter().all(|(_, about)| about.is_empty()) {
        return Vec::new();
    }
    let title = [String::new(), format!("  {} is one of", argument.name)];
    let rows = all.into_iter().flat_map(|(name, about)| in_columns(format!("    {name}"), about));
    title.into_iter().chain(rows).collect()
}

fn operands(operation: &Operation) -> Vec<String> {
    ["x", "y"].into_iter().take(operation.arity()).map(str::to_owned).collect()
}

pub fn on_operation(operation: &'static Operation) -> Page {
    let head = written(operation, &operands(operation));
    let mut text = wrapped(&format!("{head}: {}", operation.help));
    text.push(String::new());
    for (index, operand) in operands(operation).iter().enumerate() {
        text.push(format!("  d out / d {operand} = {}", operation.partial_text(index)));
    }
    text.push(format!("  domain: {}", operation.domain));
    if !operation.kinks.is_empty() {
        let kinks = wrapped(&format!("It is defined to have {}.", operation.kinks));
        text.extend(kinks.into_iter().map(|line| format!("  {line}")));
    }
    for edge in operation.edges.iter().filter(|edge| !edge.pytorch.is_empty()) {
        let at = edge.at.iter().map(|number| exact(*number)).collect::<Vec<_>>().join(", ");
        let unlike =
            wrapped(&format!("At {at} PyTorch has {}; here {}.", edge.pytorch, edge.because));
        text.extend(unlike.into_iter().map(|line| format!("  {line}")));
    }
    let mut also: Vec<String> = operation.aliases.iter().map(|name| (*name).to_owned()).collect();
    if let ops::Notation::Infix { call, .. } = operation.notation
        && !call.is_empty()
    {
        also.push(format!("{call}({})", operands(operation).join(", ")));
    }
    if !also.is_empty() {
        text.push(format!("  Also written {}.", also.join(", ")));
    }
    Page { text, transcript: transcript::of_operation(operation) }
}

/// Wraps text to lines that leave room for an indent.
fn wrapped(text: &str) -> Vec<String> {
    wrapped_to(text, WIDTH - 3)
}

/// Wraps text to lines of at most `most` characters.
fn wrapped_to(text: &str, most: usize) -> Vec<String> {
    flowed(&mut text.split(' ').map(str::to_owned), " ", most)
}

/// The width of a screen.
pub const WIDTH: usize = 79;

/// Joins items with `gap` into lines of at most `most` characters.
pub fn flowed(items: &mut dyn Iterator<Item = String>, gap: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut() {
            Some(line) if line.chars().count() + gap.len() + item.chars().count() <= most => {
                line.push_str(gap);
                line.push_str(&item);
            }
            _ => lines.push(item),
        }
    }
    lines
}
