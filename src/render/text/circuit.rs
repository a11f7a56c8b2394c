//! A pass as a circuit: each operation at the end of its operands' wires, with data above and grads
//! below the wires. A shared node is drawn once; at further uses it is only named. A call of a
//! network is drawn as one operation.

use std::collections::{HashMap, HashSet};
use std::io;

use super::{graph_table, paragraph, pass_rows};
use crate::core::graph::{Operand, Value};
use crate::parts::networks::{Whole, WholeKind};
use crate::render::line_writer::{LineWriter, width};
use crate::render::{Style, operation};
use crate::report::{NumberStyle, Paragraph, Pass, Role, leaves, name_of, numbers};

/// The maximum number of wires that start at the left of a circuit.
const MOST_STARTS: usize = 40;
/// The significant digits of a narrow circuit.
const FEW_DIGITS: usize = 3;

/// Writes the circuit, or the ledger if the circuit is too wide or too high.
pub fn write(pass: &Pass, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    // If too wide with all digits, try fewer, and then without the names that nobody has given.
    let sizes = [(false, true), (true, true), (true, false)];
    let fits = sizes.into_iter().find_map(|(is_brief, names_all)| {
        let drawing = CircuitRows::of(pass, (style.digits, is_brief), names_all)?;
        (drawing.width() <= style.columns).then_some(drawing)
    });
    match fits {
        Some(drawing) => {
            drawing.write(line)?;
            write_networks(pass, style, line)?;
            pass_rows::write_row_in_view(pass, line)
        }
        None => {
            graph_table::write(pass, style, line)?;
            let text = pass.too_large_to_draw();
            paragraph::write(&Paragraph::styled(text, Role::Faint), style, line)
        }
    }
}

/// Writes a line for each network: how many leaves it has, and their largest grad.
fn write_networks(pass: &Pass, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    for leaf in pass.shown() {
        if let Some(network) = pass.network(leaf) {
            let (name, count) = (pass.names.call_network(leaf), leaves(network.leaves.len()));
            let text = format!("{name}: {count}, {}", pass.remark_with_network(leaf, style.digits));
            line.put(Role::Faint, &text)?;
            line.end()?;
        }
    }
    Ok(())
}

/// Texts in rows.
struct CircuitRows {
    rows: Vec<Vec<PlacedText>>,
    /// The decimals that the reader wants.
    digits: Option<usize>,
    /// True if numbers have few digits.
    is_brief: bool,
    /// The inner nodes without a name of their own that are drawn without one.
    nameless: HashSet<Value>,
}

/// Text at a column of a row.
struct PlacedText {
    column: usize,
    role: Role,
    text: String,
}

/// The place where a wire starts.
#[derive(Clone, Copy)]
struct Wire {
    row: usize,
    column: usize,
}

/// The nodes still to be drawn, the next one last.
enum Work<'order> {
    Enter(&'order Value),
    /// A computed node, when the so many wires that lead to it are drawn.
    Leave(&'order Value, usize),
}

impl CircuitRows {
    /// Draws the pass; none if too many wires start at the left.
    fn of(
        pass: &Pass,
        (digits, is_brief): (Option<usize>, bool),
        names_all: bool,
    ) -> Option<CircuitRows> {
        let nameless = if names_all { HashSet::new() } else { used_once(pass) };
        let mut drawing = CircuitRows { rows: Vec::new(), digits, is_brief, nameless };
        let mut drawn = HashSet::new();
        let mut wires: Vec<Wire> = Vec::new();
        let mut work = vec![Work::Enter(pass.root()?)];
        while let Some(next) = work.pop() {
            match next {
                Work::Enter(node) => {
                    let is_new = drawn.insert(node);
                    if is_new && !node.is_leaf() {
                        let operands = wired(pass, node);
                        work.push(Work::Leave(node, operands.len()));
                        work.extend(operands.into_iter().rev().map(Work::Enter));
                        continue;
                    }
                    let start = drawing.next_start()?;
                    wires.push(drawing.block(pass, node, start, is_new));
                }
                Work::Leave(node, operands) => {
                    let own = wires.split_off(wires.len().checked_sub(operands)?);
                    let end = match own.as_slice() {
                        [] => drawing.next_start()?,
                        [one] => drawing.put(*one, Role::Faint, "─"),
                        [..] => drawing.join(&own),
                    };
                    let end = drawing.operation(pass, node, end);
                    wires.push(drawing.block(pass, node, end, true));
                }
            }
        }
        Some(drawing)
    }

    /// The place of the next wire at the left; none if there are too many.
    fn next_start(&self) -> Option<Wire> {
        let row = self.rows.len();
        (row < 2 * MOST_STARTS).then_some(Wire { row, column: 0 })
    }

    fn put(&mut self, at: Wire, role: Role, text: &str) -> Wire {
        while self.rows.len() <= at.row {
            self.rows.push(Vec::new());
        }
        if let Some(row) = self.rows.get_mut(at.row) {
            row.push(PlacedText { column: at.column, role, text: text.to_owned() });
        }
        Wire { column: at.column + width(text), ..at }
    }

    fn number(&self, value: f64) -> String {
        match self.is_brief {
            false => numbers::table(value, self.digits),
            true => numbers::significant(value, FEW_DIGITS),
        }
    }

    fn constant(&self, value: f64) -> String {
        match self.is_brief {
            false => numbers::text(NumberStyle::Brief.of(value), self.digits),
            true => numbers::significant(value, FEW_DIGITS),
        }
    }

    /// Draws a node's name and data, with its grad below.
    fn block(&mut self, pass: &Pass, node: &Value, at: Wire, is_whole: bool) -> Wire {
        if pass.network(node).is_some() {
            let name = pass.names.call_network(node);
            self.put(Wire { row: at.row + 1, ..at }, Role::Plain, "");
            return self.put(at, Role::Plain, &name);
        }
        let data = if pass.is_blank(node) {
            "·".to_owned()
        } else {
            node.text().unwrap_or_else(|| self.number(node.data()))
        };
        let (role, below) = match pass.grad(node) {
            _ if !is_whole => (Role::Faint, "above".to_owned()),
            Some(grad) if pass.is_left_out(node) => (Role::Faint, self.number(grad)),
            Some(grad) => (Role::of(grad), self.number(grad)),
            None => (Role::Faint, "·".to_owned()),
        };
        let columns = width(&data).max(width(&below));
        let start = if self.nameless.contains(node) {
            at.column
        } else {
            self.put(at, pass_rows::text_role(pass, node), &pass.name(node)).column + 1
        };
        let right = |text: &str| start + columns - width(text);
        let above_it = Wire { column: right(&data), ..at };
        let below_it = Wire { column: right(&below), row: at.row + 1 };
        self.put(below_it, role, &below);
        let role = if pass.is_left_out(node) || pass.is_blank(node) {
            Role::Faint
        } else {
            numbers::role(NumberStyle::Data.of(node.data()))
        };
        self.put(above_it, role, &data)
    }

    /// Joins the wires of several operands.
    fn join(&mut self, wires: &[Wire]) -> Wire {
        let column = wires.iter().map(|wire| wire.column).max().unwrap_or(0) + 1;
        let mut row = 0;
        for (at, wire) in wires.iter().enumerate() {
            let text = match column - wire.column {
                1 => "─".to_owned(),
                gap => format!(" {}", "─".repeat(gap - 1)),
            };
            let corner = match at {
                0 => "┐",
                _ if at + 1 == wires.len() => "┴",
                _ => "┤",
            };
            let end = self.put(*wire, Role::Faint, &text);
            self.put(end, Role::Faint, corner);
            for between in if at == 0 { 0..0 } else { row + 1..wire.row } {
                self.put(Wire { row: between, column }, Role::Faint, "│");
            }
            row = wire.row;
        }
        Wire { row, column: column + 1 }
    }

    /// Draws what is applied at the end of some wires: an operation, or a network with the number of
    /// its neurons below.
    fn operation(&mut self, pass: &Pass, node: &Value, at: Wire) -> Wire {
        let label = match pass.whole(node) {
            Some(whole) => called(pass, node, whole),
            None => format!("({})", operation(node, |number| self.constant(number))),
        };
        let end = self.put(at, pass_rows::text_role(pass, node), &label);
        let neurons = pass.neurons(node);
        if neurons.is_empty() {
            return self.put(end, Role::Faint, "─ ");
        }
        let below = self.put(Wire { row: at.row + 1, ..at }, Role::Faint, &neurons);
        // The grad below the node comes after this.
        let named = if self.nameless.contains(node) { 0 } else { width(&pass.name(node)) + 1 };
        let wire = (below.column + 1).saturating_sub(end.column + 1 + named).max(1);
        self.put(end, Role::Faint, &format!("{} ", "─".repeat(wire)))
    }

    fn width(&self) -> usize {
        let ends = self.rows.iter().flatten().map(|text| text.column + width(&text.text));
        ends.max().unwrap_or(0)
    }

    fn write(mut self, line: &mut LineWriter<'_>) -> io::Result<()> {
        for row in &mut self.rows {
            row.sort_by_key(|text| text.column);
            let mut column = 0;
            for text in row {
                line.skip(text.column.saturating_sub(column));
                line.put(text.role, &text.text)?;
                column = text.column + width(&text.text);
            }
            line.end()?;
        }
        Ok(())
    }
}

/// The operands of a node that have wires: of a call not its leaves, which the name of the network
/// stands for.
fn wired<'pass>(pass: &'pass Pass, node: &'pass Value) -> Vec<&'pass Value> {
    let mut operands = pass.operands(node);
    if let Some(call) = pass.whole(node).and_then(Whole::called) {
        operands.retain(|operand| !operand.is(call));
    }
    operands
}

/// `(mlp)`, `(mlp(·, 2))` where it has constant operands, `(sum(mlp^2))`.
fn called(pass: &Pass, node: &Value, whole: &Whole) -> String {
    if matches!(whole.kind, WholeKind::Fold { .. }) {
        return format!("({})", pass.expression(node, |number| numbers::answer(number, None)));
    }
    let name = name_of(whole, &pass.names);
    if whole.operands.iter().all(|operand| operand.value().is_some()) {
        return format!("({name})");
    }
    let argument = |operand: &Operand| match operand.value() {
        Some(_) => "·".to_owned(),
        None => numbers::answer(operand.data(), None),
    };
    let arguments: Vec<String> = whole.operands.iter().map(argument).collect();
    format!("({name}({}))", arguments.join(", "))
}

/// The computed nodes that nobody has named and only one node uses: their wires say which they are.
fn used_once(pass: &Pass) -> HashSet<Value> {
    let mut uses: HashMap<&Value, usize> = HashMap::new();
    for node in pass.shown() {
        for operand in wired(pass, node) {
            *uses.entry(operand).or_default() += 1;
        }
    }
    let is_inner = |node: &Value| !node.is_leaf() && node.label().part != 0;
    let once = uses.into_iter().filter(|(node, uses)| *uses == 1 && is_inner(node));
    once.map(|(node, _)| node.clone()).collect()
}
