//! The pages of the help: on topics, operations, forms, constants and commands.

use super::super::{Argument, ArgumentKind, Command};
use super::topics::TOPICS;
use crate::core::graph::Value;
use crate::core::ops::{self, Makes, Notation, Operation};
use crate::core::session::Session;
use crate::parts;
use crate::report::{Facts, facts_of};

/// A page of the help.
pub struct Page {
    /// Its lines, as long as they are: the blanks at the start of one are its indent, and three
    /// blanks in it begin a column.
    pub text: Vec<String>,
    /// What machines get in addition.
    pub facts: Facts,
}

impl Page {
    fn of(text: Vec<String>) -> Page {
        Page { text, facts: Facts::new() }
    }
}

pub fn on_topic(name: &str) -> Option<Page> {
    let topic = TOPICS.iter().find(|topic| topic.name == name)?;
    let mut text = paragraphs(topic.text);
    if name == "operations" {
        text.insert(0, precedences());
        text.extend(operation_list());
    }
    Some(Page::of(text))
}

/// Returns the paragraphs and the rows of a topic's text: a line that begins no row goes on with
/// the line before.
fn paragraphs(text: &str) -> Vec<String> {
    let is_row = |line: &str| line.starts_with(' ') || line.contains("   ");
    let mut found: Vec<String> = Vec::new();
    for line in text.lines().map(with_marks) {
        match found.last_mut() {
            // A sentence that has ended begins a paragraph.
            Some(last) if !is_row(&line) && !is_row(last) && !last.ends_with(['.', ':']) => {
                last.push(' ');
                last.push_str(&line);
            }
            _ => found.push(line),
        }
    }
    found
}

/// Returns a line of a topic with `{marks}` replaced by the compound assignments.
fn with_marks(line: &str) -> String {
    let marks = parts::operations()
        .filter(|row| matches!(row.notation, Notation::Infix { .. }) && !row.branching.is_some());
    let joined: Vec<String> = marks.map(|row| format!("{}=", row.name)).collect();
    line.replace("{marks}", &joined.join(" "))
}

/// Returns the sentence on precedence.
fn precedences() -> String {
    let mut levels: Vec<(u8, Vec<&str>)> = Vec::new();
    for row in parts::operations() {
        let (precedence, name) = match row.notation {
            Notation::Infix { precedence, .. } => (precedence, row.name),
            Notation::Prefix { precedence } => (precedence, row.name),
            Notation::Call | Notation::Row => continue,
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
    let operations = parts::operations().map(|operation| {
        let mut help = operation.help.to_owned();
        if !operation.aliases.is_empty() {
            help.push_str(&format!(" (also {})", operation.aliases.join(" ")));
        }
        in_columns(written(operation, &operands(operation)), &help)
    });
    let forms = parts::forms().map(|form| in_columns(form.written(), form.help));
    operations.chain(forms).collect()
}

/// Returns a line with a name in one column and its help in the next.
fn in_columns(head: String, help: &str) -> String {
    const HEAD: usize = 15;
    let blanks = (HEAD + 3).saturating_sub(head.chars().count()).max(3);
    format!("{head}{}{help}", " ".repeat(blanks))
}

/// Returns the page on a function of the user's.
pub fn on_function(session: &Session, name: &str) -> Option<Page> {
    let function = session.called(name)?;
    let line = match session.network(name).as_ref().and_then(Value::as_network) {
        Some(members) => {
            format!("{}: a network of yours, {}", function.written(), members.network.described())
        }
        None => format!("{} = {}: a function of yours", function.written(), function.body()),
    };
    Some(Page::of(vec![line]))
}

pub fn on_form(form: &ops::Form) -> Page {
    let mut text = vec![format!("{}: {}", form.written(), form.help)];
    if let Makes::Body { text: body, .. } = form.makes {
        text.push(format!("  = {body}"));
    }
    Page::of(text)
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
        text.push(format!("  {}", command.details));
    }
    text.extend(command.arguments.iter().flat_map(choice_list));
    text.extend([String::new(), format!("  Example: {}", command.example)]);
    let facts = facts_of([
        ("usage", command.usage().into()),
        ("summary", command.summary().into()),
        ("details", command.details.into()),
        ("aliases", command.aliases.iter().copied().collect()),
        ("example", command.example.into()),
    ]);
    Page { text, facts }
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
    let rows = all.into_iter().map(|(name, about)| in_columns(format!("    {name}"), about));
    title.into_iter().chain(rows).collect()
}

fn operands(operation: &Operation) -> Vec<String> {
    ["x", "y"].into_iter().take(operation.arity()).map(str::to_owned).collect()
}

pub fn on_operation(operation: &'static Operation) -> Page {
    let head = written(operation, &operands(operation));
    let mut text = vec![format!("{head}: {}", operation.help), String::new()];
    for (index, operand) in operands(operation).iter().enumerate() {
        text.push(format!("  d out / d {operand} = {}", operation.partial_text(index)));
    }
    text.push(format!("  domain: {}", operation.domain));
    if !operation.kinks.is_empty() {
        text.push(format!("  It is defined to have {}.", operation.kinks));
    }
    let mut also: Vec<String> = operation.aliases.iter().map(|name| (*name).to_owned()).collect();
    if let Notation::Infix { call, .. } = operation.notation
        && !call.is_empty()
    {
        also.push(format!("{call}({})", operands(operation).join(", ")));
    }
    if !also.is_empty() {
        text.push(format!("  Also written {}.", also.join(", ")));
    }
    Page::of(text)
}

/// Returns the text of an operation applied to operands.
fn written(operation: &Operation, operands: &[String]) -> String {
    match operation.notation {
        Notation::Infix { .. } => operands.join(&format!(" {} ", operation.name)),
        Notation::Prefix { .. } => operation.before(&operands.join(" ")),
        Notation::Call | Notation::Row => format!("{}({})", operation.name, operands.join(", ")),
    }
}
