//! Statements of every kind, made from choices: the words of the language, of the table of
//! operations and of the table of commands. A new operation or command is in it by being in its
//! table; new syntax gets its line here.

use gradcalc::internals::command;
use gradcalc::internals::command::{Argument, ArgumentKind, Command};
use gradcalc::internals::export::exports;
use gradcalc::internals::language::exact;
use gradcalc::internals::learn::BUGS;
use gradcalc::internals::ops;
use gradcalc::internals::ops::{Makes, Notation, Operation};
use gradcalc::internals::render::FORMATS;

use super::choices::Choices;

/// Names that are given to nodes, those that are bound again and again first. Some of them mean
/// something already.
const NAMES: &[&str] =
    &["a", "b", "L", "c", "x", "M", "y", "x'", "θ₁", "step", "f", "inf", "all", "_"];
const FREQUENT: usize = 5;
/// References to the answer and its inner nodes.
const ANSWERS: &[&str] = &["_", "ans", "_.1", "_@1", "_@2", "_@1.1"];
/// What follows a name and an `@` in the name of a node that is to be made.
const NUMBERED: &[&str] = &["1", "2", "3", "2.1", "2.2", "3.1", "4.1", "4"];
/// References that mean nothing.
const NONSENSE: &[&str] = &["zz", "zz@1", "L.4294967295", "x@0", "a@4294967296", "L.0"];
/// Functions of one argument, and one of two.
const FUNCTIONS: &[&str] = &["f", "g", "h"];
/// Networks, which have two inputs, and leaves that they may have.
const NETWORKS: &[&str] = &["n", "n", "a", "f"];
const MEMBERS: &[&str] = &["w1.1.1", "b1.1", "w1.1.2", "w2.1.1", "b2.1", "w1.3.1", "w0.1.1", "b1"];
/// Numbers at which something happens.
const SPECIAL: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "0.5",
    "-0",
    "inf",
    "nan",
    "pi",
    "∞",
    "deg",
    "(-inf)",
    "1e300",
    "1e-300",
    "5e-324",
    "1.7976931348623157e308",
    ".5",
    "3.",
    "2.5E2",
    "1_000",
    "1e400",
    "36.9",
    "-710",
    "0.1",
];
/// The most statements of a history.
const LONGEST: usize = 30;

/// What most histories begin with, so that commands have something to work on.
pub const BEGINNING: [&str; 7] =
    ["a = 2", "b = -3", "c = a*b + a", "L = tanh(c)*b", "x = 1", "f(x) = x^2", "h(x, y) = x*y"];

/// Statements that follow each other, of every kind.
pub fn history(choices: &mut Choices<'_>) -> Vec<String> {
    let begun = choices.pick(&[0, 3, BEGINNING.len(), BEGINNING.len()]);
    let mut statements: Vec<String> =
        BEGINNING.iter().take(begun).map(|text| (*text).to_owned()).collect();
    while !choices.is_spent() && statements.len() < LONGEST {
        statements.push(statement(choices));
    }
    statements
}

/// Assignments, definitions and expressions that follow each other, without a command.
pub fn calculation(choices: &mut Choices<'_>) -> Vec<String> {
    let mut statements = vec!["a = 2".to_owned(), "b = -3".to_owned()];
    while !choices.is_spent() && statements.len() < LONGEST {
        statements.push(plain_statement(choices, 3));
    }
    statements
}

/// A statement of any kind, sensible as a rule.
pub fn statement(choices: &mut Choices<'_>) -> String {
    match choices.weighted(&[8, 6, 3]) {
        0 => plain_statement(choices, 2),
        1 => change(choices),
        _ => command(choices),
    }
}

/// An assignment, a definition or an expression, nested so deep as a rule.
fn plain_statement(choices: &mut Choices<'_>, depth: usize) -> String {
    match choices.weighted(&[8, 4, 2, 2, 2, 1]) {
        0 => format!("{} = {}", name(choices), expression(choices, depth)),
        1 => format!("{} = {}", name(choices), uncertain(choices)),
        2 => expression(choices, depth),
        3 => definition(choices),
        4 => format!("{} = {}", name(choices), column(choices)),
        _ => {
            let mark = choices.pick(&["+", "-", "*", "/", "^", "%"]);
            format!("{} {mark}= {}", name(choices), expression(choices, 2))
        }
    }
}

fn definition(choices: &mut Choices<'_>) -> String {
    match choices.below(3) {
        2 => format!("h(x, y) = {}", expression(choices, 2)),
        place => format!("{}(x) = {}", FUNCTIONS[place], expression(choices, 2)),
    }
}

/// One of the statements that change what names mean, with arguments that suit it.
fn change(choices: &mut Choices<'_>) -> String {
    match choices.weighted(&[3, 3, 2, 2, 1, 1, 1, 1, 2, 2, 1, 1, 1, 3, 2, 1, 3, 1]) {
        0 => ":undo".to_owned(),
        1 => format!("{} = {}", name(choices), reference(choices)),
        2 => format!(":del {}", name(choices)),
        3 => format!(":grad {}", reference(choices)),
        4 => format!(":root {}", reference(choices)),
        5 => format!(":freeze {}", reference(choices)),
        6 => format!(":thaw {}", reference(choices)),
        7 => format!(":set {} {}", reference(choices), number(choices)),
        8 => format!("{} = {}", name(choices), expression(choices, 1)),
        9 => format!(":diff {} {}", reference(choices), name(choices)),
        10 => {
            let kinds = ["", " adam", " 2 momentum 0.9", " nesterov decay 0.1"];
            format!(":step 0.01{}", choices.pick(&kinds))
        }
        11 => format!(":set {} {}", reference(choices), uncertain(choices)),
        12 => {
            let r = choices.pick(&["0.5", "1", "-1", "0", "-0.9"]);
            format!(":correlate {} {} {r}", name(choices), name(choices))
        }
        13 => network(choices),
        14 => {
            let row = choices.pick(&[1, 1, 2, 3, 0, 4]);
            format!(":set {}[{row}] {}", name(choices), uncertain(choices))
        }
        15 => format!(":row {}", choices.pick(&[1, 2, 3, 4])),
        16 => choices.pick(SAVED_APART).to_owned(),
        _ if choices.one_in(4) => ":reset".to_owned(),
        _ => ":undo".to_owned(),
    }
}

/// Statements whose text alone does not make again what they have built.
const SAVED_APART: &[&str] = &[
    "a, b = softmax(a, b)",
    "b, c = softmax(b, 2)",
    "f(x) = u(a)*x + (1 ± 0.1)",
    "g(x) = a@2*x",
    "c = f(b) + g(2)",
    "std(x) = x/2",
    ":del std",
    "b = std(c)",
    "c = [1, 2, 4]",
    "c = std(log(c))",
    "d = [\"p\", \"q\", \"p\"]",
    ":set d[1] \"q\"",
    "b = sum(d == \"p\")",
    "b = diff(n(a, b) + a^2, a)",
    "a = u(b)",
    "b = measured(c)",
    "L = b*_",
    "c = a.grad",
];

/// What makes, uses or changes a network.
fn network(choices: &mut Choices<'_>) -> String {
    let net = choices.pick(NETWORKS);
    match choices.weighted(&[4, 4, 2, 1, 1, 1, 1, 1]) {
        0 => {
            format!(":net {net} 2 {}", choices.pick(&["1", "2 1", "2 1 relu", "1 1 linear seed 7"]))
        }
        1 => format!("{} = {net}({})", name(choices), arguments(choices, 2, 2)),
        2 => format!("{} = {}({net}^2)", name(choices), choices.pick(&["sum", "mean", "max"])),
        3 => format!(":set {net} [{} .. {}]", choices.below(3), choices.pick(&["3", "9", "4"])),
        4 => format!(":freeze {net}"),
        5 => format!(":thaw {net}"),
        6 => format!(":del {net}"),
        _ => format!(":set {net}.{} {}", choices.pick(MEMBERS), uncertain(choices)),
    }
}

/// A root over calls of networks, their leaves and folds over these.
pub fn networks(choices: &mut Choices<'_>) -> Vec<String> {
    let mut net = |name: &str| {
        let sizes = choices.pick(&["1", "1", "2 1", "1 1 relu", "5 4 1", "3"]);
        format!(":net {name} 2 {sizes} seed {}", choices.below(9))
    };
    let mut statements = vec![net("n"), net("m"), "a = 2".to_owned(), "b = -0.5".to_owned()];
    statements
        .push(choices.pick(&["x = 1", "x = [1, 2, 3]", "x = a", "f(x) = n(x, x)"]).to_owned());
    let terms: Vec<String> = (0..=choices.below(4)).map(|_| of_networks(choices, 2)).collect();
    let mark = choices.pick(&[" + ", " * ", " - "]);
    statements.push(format!("L = {}", terms.join(mark)));
    statements.push(choices.pick(&["M = L", "n = 3", "L", ":del m", "c = b"]).to_owned());
    statements.push(":root L".to_owned());
    statements
}

/// Fits and solved equations, one after the other, and what may become of their leaves afterwards.
pub fn fits(choices: &mut Choices<'_>) -> Vec<String> {
    let rows = 4 + choices.below(6);
    let mut column = |name: &str| {
        let numbers: Vec<String> =
            (0..rows).map(|_| format!("{}", choices.byte() as f64 / 16.0)).collect();
        format!("{name} = [{}]", numbers.join(", "))
    };
    let mut statements = vec![column("x"), column("y")];
    statements
        .extend([":net n 1 1 seed 3", "k = 3 ± 0.2 dof 5", "p = 1; q = 2"].map(str::to_owned));
    statements
        .push(choices.pick(&["a = 2; b = -1", "a = 2 ± 0.1; b = 0", "b = 1; a = b"]).to_owned());
    statements.extend((0..2 + choices.below(6)).map(|_| {
        let kind = choices.weighted(&[3, 2, 4]);
        choices.pick([FITS, SOLVED, AFTERWARDS][kind]).to_owned()
    }));
    statements.push("f = a*3 + b*p + q*k; g = n(a)".to_owned());
    statements
}

const FITS: &[&str] = &[
    ":fit y = a*x + b",
    ":fit y = a*x + b for b",
    ":fit y = a*exp(b*x/9)",
    ":fit y = k*a*x + b",
    ":fit y = n(x)",
    ":fit y = a*x + n(x)",
];
const SOLVED: &[&str] =
    &[":solve p^2 = a*a + k^2 for p", ":solve q = a*p + b for q", ":solve q^3 = k + mean(y) for q"];
const AFTERWARDS: &[&str] = &[
    ":set a 1.5",
    ":set b 2 ± 0.1",
    ":set x[2] 0.7",
    ":set k 4",
    ":set k 4 ± 0.3 dof 2",
    ":set k 4 ± 0.3 rectangular",
    ":set y ± 0.2 triangular",
    "k = 4 ± 0.3 rectangular",
    "k = 2 ± 0.3",
    ":correlate a k 0.2",
    ":correlate a b 0",
    ":correlate k p 0.1",
    ":set n.w1.1.1 0.3",
    ":set n.b1.1 0.3 ± 0.1",
    ":set y ± 0.3",
    ":freeze b",
    "a = 7",
    "h = a + p",
    ":undo",
    ":del a",
    ":net n 1 1",
    "b = a",
];

fn of_networks(choices: &mut Choices<'_>, depth: usize) -> String {
    let net = choices.pick(&["n", "m"]);
    match choices.weighted(&[4, 2, 2, if depth > 0 { 3 } else { 0 }]) {
        0 => format!("{net}(a, {})", choices.pick(&["b", "x", "a", "1"])),
        1 => format!("{}({net}^2)", choices.pick(&["sum", "mean", "max"])),
        2 => format!("{net}.{}*{}", choices.pick(MEMBERS), choices.pick(&["a", "b"])),
        _ => format!("{net}(a, {})", of_networks(choices, depth - 1)),
    }
}

fn name(choices: &mut Choices<'_>) -> &'static str {
    if choices.one_in(8) { choices.pick(NAMES) } else { choices.pick(&NAMES[..FREQUENT]) }
}

/// A name, an earlier binding of it, or an inner node; it need not be there.
fn reference(choices: &mut Choices<'_>) -> String {
    let name = name(choices);
    let binding = |choices: &mut Choices<'_>| choices.pick(&[1, 1, 2, 2, 3, 4]);
    let part = |choices: &mut Choices<'_>| choices.pick(&[1, 1, 2, 3]);
    match choices.weighted(&[40, 3, 3, 3, 4, 2, 1]) {
        0 => name.to_owned(),
        1 => format!("{name}@{}", binding(choices)),
        2 => format!("{name}.{}", part(choices)),
        3 => format!("{name}@{}.{}", binding(choices), part(choices)),
        4 => choices.pick(ANSWERS).to_owned(),
        5 => format!("{}.{}", choices.pick(NETWORKS), choices.pick(MEMBERS)),
        _ => choices.pick(NONSENSE).to_owned(),
    }
}

/// An expression nested so deep at most.
pub fn expression(choices: &mut Choices<'_>, depth: usize) -> String {
    if depth == 0 {
        return atom(choices);
    }
    match choices.weighted(&[3, 6, 3, 1, 1, 1, 1, 1]) {
        0 => atom(choices),
        1 => infix(choices, depth),
        2 => {
            let operations: Vec<&Operation> = ops::operations().collect();
            applied(choices.pick(&operations), choices, depth)
        }
        3 => called(choices, depth),
        4 => {
            let arguments = arguments(choices, 1, depth);
            let primes = choices.pick(&["", "", "", "'", "''"]);
            format!("{}{primes}({arguments})", choices.pick(FUNCTIONS))
        }
        5 => format!("{}{}", choices.pick(&["2", "3", ".5"]), group(choices, depth)),
        6 => format!("-{}", group(choices, depth)),
        _ => marked(choices, depth),
    }
}

/// What a mark before or after it changes.
fn marked(choices: &mut Choices<'_>, depth: usize) -> String {
    let before: Vec<&str> =
        ops::operations().map(|row| row.before_atom).filter(|mark| !mark.is_empty()).collect();
    match choices.below(9) {
        7 => format!("{} {}", choices.pick(&["2", "a", "(b)", "pi"]), reference(choices)),
        8 => format!("{}{}", group(choices, depth), group(choices, depth)),
        4 => format!("{}%", group(choices, depth)),
        5 => {
            format!("{} {} {}%", group(choices, depth), choices.pick(&["+", "-"]), number(choices))
        }
        6 => format!("{}% of {}", number(choices), group(choices, depth)),
        0 => format!("{}{}", choices.pick(&before), group(choices, depth)),
        1 => format!("2{}{}", choices.pick(&before), group(choices, depth)),
        2 => format!("{}{}", number(choices), choices.pick(&["°", " °"])),
        _ => format!("{}{}", group(choices, depth), choices.pick(&["²", "³", "⁻¹", "¹⁰"])),
    }
}

fn atom(choices: &mut Choices<'_>) -> String {
    match choices.weighted(&[2, 1]) {
        0 => reference(choices),
        _ => number(choices),
    }
}

/// A number as it is typed; a negative one may be the first of a statement only.
pub fn number(choices: &mut Choices<'_>) -> String {
    match choices.weighted(&[6, 2, 1]) {
        0 => exact(f64::from(choices.byte()) / 8.0 - 8.0),
        1 => choices.pick(SPECIAL).to_owned(),
        _ => exact(choices.double()),
    }
}

/// A number as a leaf has it, with or without its uncertainty, or that alone.
fn uncertain(choices: &mut Choices<'_>) -> String {
    let mark = choices.pick(&["±", "+/-"]);
    match choices.weighted(&[6, 3, 1, 1, 1]) {
        0 => number(choices),
        1 => format!("{} {mark} {}", number(choices), choices.below(16)),
        2 => format!("{} {mark} {}%", number(choices), number(choices)),
        3 => format!("{mark} {}", number(choices)),
        _ => format!("{mark} {}", after_plus_minus(choices)),
    }
}

/// A column as it is typed, with or without uncertainties.
fn column(choices: &mut Choices<'_>) -> String {
    let column = match choices.weighted(&[6, 1, 1]) {
        0 => list(choices),
        1 => format!("[{} .. {}]", choices.below(4), choices.below(6)),
        _ => format!("[0, {} .. {}]", number(choices), choices.below(3)),
    };
    match choices.weighted(&[3, 1]) {
        0 => column,
        _ => format!("{column} ± {}", after_plus_minus(choices)),
    }
}

/// What stands after the `±` of a column: for all rows, or for each.
fn after_plus_minus(choices: &mut Choices<'_>) -> String {
    match choices.weighted(&[3, 1, 2, 1, 1]) {
        0 => choices.below(16).to_string(),
        1 => format!("{}%", choices.below(200)),
        2 => {
            let us = (0..rows(choices)).map(|_| choices.below(8).to_string());
            format!("[{}]", us.collect::<Vec<_>>().join(", "))
        }
        3 => name(choices).to_owned(),
        _ => list(choices),
    }
}

fn list(choices: &mut Choices<'_>) -> String {
    let numbers: Vec<String> = (0..rows(choices)).map(|_| number(choices)).collect();
    format!("[{}]", numbers.join(", "))
}

/// The rows of a column; most are equally long, so that they can meet.
fn rows(choices: &mut Choices<'_>) -> usize {
    choices.pick(&[3, 3, 3, 3, 1, 2, 0])
}

/// Sums and products, which people type most.
fn infix(choices: &mut Choices<'_>, depth: usize) -> String {
    let marks: Vec<&Operation> =
        ops::operations().filter(|row| matches!(row.notation, Notation::Infix { .. })).collect();
    let mut text = group(choices, depth);
    for _ in 0..=choices.below(3) {
        let row = choices.pick(&marks);
        text = format!("{text} {} {}", spelling(row, choices), group(choices, depth));
    }
    text
}

/// What can stand beside a mark.
fn group(choices: &mut Choices<'_>, depth: usize) -> String {
    match choices.weighted(&[40, 20, 2, 1]) {
        0 => atom(choices),
        1 => format!("({})", expression(choices, depth - 1)),
        2 => format!("{}[{}]", name(choices), choices.below(5)),
        _ => format!("({} ± {})", expression(choices, depth - 1), number(choices)),
    }
}

/// The row's name or one of its others.
fn spelling(row: &Operation, choices: &mut Choices<'_>) -> &'static str {
    match choices.below(row.aliases.len() + 3).checked_sub(3) {
        Some(place) => row.aliases[place],
        None => row.name,
    }
}

/// An operation on operands of its own.
fn applied(row: &Operation, choices: &mut Choices<'_>, depth: usize) -> String {
    let name = spelling(row, choices);
    match row.notation {
        Notation::Infix { call: "", .. } => {
            format!("{} {name} {}", group(choices, depth), group(choices, depth))
        }
        Notation::Infix { call, .. } => format!("{call}({})", arguments(choices, 2, depth)),
        Notation::Prefix { .. } => format!("{name}{}", group(choices, depth)),
        Notation::Call | Notation::Row => {
            format!("{name}({})", arguments(choices, row.arity(), depth))
        }
    }
}

/// A call of a form, or of a function of two arguments.
fn called(choices: &mut Choices<'_>, depth: usize) -> String {
    let Some(form) = ops::forms().nth(choices.below(ops::forms().count() + 1)) else {
        return format!("h({})", arguments(choices, 2, depth));
    };
    if form.name == "diff" {
        return format!("{}({}, {})", form.name, expression(choices, depth - 1), name(choices));
    }
    let count = match form.makes {
        Makes::Body { parameters, .. } | Makes::Number { parameters, .. } => parameters.len(),
        _ if form.name == "u" => 1,
        _ => 1 + choices.below(4),
    };
    format!("{}({})", form.name, arguments(choices, count, depth))
}

fn arguments(choices: &mut Choices<'_>, count: usize, depth: usize) -> String {
    // Now and then there is one too many.
    let count = if choices.one_in(64) { count + 1 } else { count };
    let texts: Vec<String> = (0..count).map(|_| expression(choices, depth - 1)).collect();
    texts.join(", ")
}

/// A command of the table with arguments of the kinds it declares, as a rule.
pub fn command(choices: &mut Choices<'_>) -> String {
    let rows: Vec<&Command> = command::commands().collect();
    let row = choices.pick(&rows);
    let mut words = vec![format!(":{}", command_name(row, choices))];
    for group in row.arguments.chunk_by(|_, next| next.follows) {
        for _ in 0..times(&group[0], choices) {
            for argument in group {
                let again = argument.follows && argument.repeats && choices.one_in(2);
                (0..=usize::from(again)).for_each(|_| words.push(word(argument, choices)));
            }
        }
    }
    if choices.one_in(8) {
        words.push(any_word(choices));
    }
    words.join(" ")
}

/// The name of the row, one of its others, or the beginning of it.
fn command_name(row: &Command, choices: &mut Choices<'_>) -> String {
    match choices.weighted(&[12, 1, 1, 1]) {
        0 => row.name.to_owned(),
        1 => (*row.aliases.first().unwrap_or(&row.name)).to_owned(),
        2 => row.name.chars().take(1 + choices.below(4)).collect(),
        _ => format!("{}!", row.name),
    }
}

fn times(argument: &Argument, choices: &mut Choices<'_>) -> usize {
    match (argument.optional, argument.repeats) {
        (false, false) => usize::from(!choices.one_in(32)),
        (true, false) => choices.below(2),
        (false, true) => 1 + choices.below(3),
        (true, true) => choices.below(3),
    }
}

/// Two sides with `=` between them, of which the first is often a name, as in a fit; perhaps with the
/// comma before another.
fn equation(choices: &mut Choices<'_>) -> String {
    let left = if choices.one_in(2) { reference(choices) } else { expression(choices, 1) };
    let mark = if choices.one_in(3) { "=" } else { " = " };
    let end = if choices.one_in(2) { "," } else { "" };
    format!("({left}){mark}({}){end}", expression(choices, 2))
}

/// A word of the argument's kind.
fn word(argument: &Argument, choices: &mut Choices<'_>) -> String {
    let one_of = |choices: &mut Choices<'_>, words: Vec<&str>| choices.pick(&words).to_owned();
    match argument.kind {
        ArgumentKind::Node if choices.one_in(4) => format!("({})", expression(choices, 2)),
        ArgumentKind::Formula if choices.one_in(2) => expression(choices, 2),
        ArgumentKind::Phrase => format!("{} adam,", number(choices)),
        ArgumentKind::Condition => {
            let mark = choices.pick(&["<", ">=", "==", "!="]);
            format!("{} {mark} {}", reference(choices), number(choices))
        }
        ArgumentKind::Node | ArgumentKind::Formula | ArgumentKind::Leaf | ArgumentKind::Named => {
            reference(choices)
        }
        ArgumentKind::Equation => equation(choices),
        ArgumentKind::NodeOrEquation if choices.one_in(3) => equation(choices),
        ArgumentKind::NodeOrEquation => reference(choices),
        ArgumentKind::Name if choices.one_in(4) => choices.pick(FUNCTIONS).to_owned(),
        ArgumentKind::Name => name(choices).to_owned(),
        ArgumentKind::Number if choices.one_in(4) => format!("({})", expression(choices, 2)),
        ArgumentKind::Number => number(choices),
        ArgumentKind::Uncertain => uncertain(choices),
        // Not many, since what takes COUNT steps may take them.
        ArgumentKind::Count { .. } => choices.below(40).to_string(),
        ArgumentKind::File | ArgumentKind::FileOrName => {
            one_of(choices, vec!["lesson.grad", "out.svg", "\"a b\"", "/dev/null", "."])
        }
        ArgumentKind::Choice(all) => one_of(choices, all.names().collect()),
        ArgumentKind::Topic => one_of(choices, command::topic_names().collect()),
        ArgumentKind::Keyword => argument.name.to_owned(),
        ArgumentKind::Statement if choices.one_in(2) => statement(choices),
        ArgumentKind::Statement => any_word(choices),
    }
}

/// A word that some command knows.
fn any_word(choices: &mut Choices<'_>) -> String {
    const WORDS: &[&str] = &["all", "scan", "fade", "until 1", "0.01 3", "-1", "0", ")", "\"", "@"];
    match choices.weighted(&[2, 1, 1]) {
        0 => choices.pick(WORDS).to_owned(),
        1 => reference(choices),
        _ => number(choices),
    }
}

/// Pieces that mean something to somebody, in no order.
pub fn soup(choices: &mut Choices<'_>) -> String {
    const PIECES: &[&str] = &[
        "a",
        "L",
        "x'",
        "1",
        "2.5",
        "1e",
        "1e5",
        ".",
        "_",
        "__",
        "@",
        "@1",
        ".1",
        "(",
        ")",
        "((",
        "))",
        ",",
        "+",
        "-",
        "*",
        "**",
        "/",
        "^",
        "=",
        "==",
        "+=",
        "^=",
        ";",
        "#",
        "\n",
        " ",
        "\t",
        "\"",
        ":",
        "nan",
        "inf",
        "pi",
        "sin(",
        "max(",
        "f(x) = ",
        "f(",
        "all",
        "until",
        "−",
        "×",
        "²",
        "⁻",
        "√",
        "°",
        "±",
        "+/-",
        "%",
        "[",
        "]",
        "[1, 2, 3]",
        "mean([",
        "..",
        "% of ",
        " if ",
        " else ",
        " and ",
        "not ",
        "<",
        "!",
        "x[2]",
        "é",
        "\0",
        "\u{1b}[31m",
        "\u{feff}",
        "\u{202e}",
        "日本",
        "1/2x",
        "99999999999999999999",
        "c@4294967295",
        "c@99999999999",
        "L.4294967296",
        "\r",
        "\u{7f}",
    ];
    let mut text = String::new();
    for _ in 0..choices.below(30) {
        match choices.weighted(&[6, 1, 1, 1, 1]) {
            0 => text.push_str(choices.pick(PIECES)),
            4 => text.push_str(&choices.pick(PIECES).repeat(choices.below(250))),
            1 => text.extend(char::from_u32(choices.below(0x1_0000) as u32)),
            2 => text.push_str(&expression(choices, 1)),
            _ => {
                let rows: Vec<&Command> = command::commands().collect();
                text.push_str(&format!(":{} ", choices.pick(&rows).name));
            }
        }
    }
    text
}
