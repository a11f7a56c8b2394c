//! A pass as a circuit: wires lead from operands to operations, with data above and grads below. A
//! shared node is drawn once, and named at further uses.

use std::collections::{HashMap, HashSet};
use std::io;

use super::graph_table::{self, text_role, write_current_rows};
use super::paragraph;
use crate::core::graph::{Operand, Value, text_among};
use crate::core::ops::Notation;
use crate::render::Style;
use crate::render::line_writer::{LineWriter, width};
use crate::report::{NumberStyle, Paragraph, Pass, Role, numbers};

/// The maximum number of wires that start at the left of a circuit.
const MOST_STARTS: usize = 40;
/// The significant digits of a narrow circuit.
const FEW_DIGITS: usize = 3;

/// Writes the circuit, or the table if the circuit is too wide or too high.
pub fn write(pass: &Pass, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    // If too wide, try fewer digits, then without generated names.
    let sizes = [(false, false), (true, false), (true, true)];
    let mut tries = sizes.into_iter().filter_map(|(is_brief, hides_names)| {
        let nameless = if hides_names { used_once(pass) } else { HashSet::new() };
        let mut circuit = Circuit { rows: Vec::new(), digits: style.digits, is_brief, nameless };
        circuit.draw(pass).filter(|()| circuit.width() <= style.columns).map(|()| circuit)
    });
    let Some(circuit) = tries.next() else {
        graph_table::write(pass, style, line)?;
        let text = Paragraph::styled(pass.too_large_to_draw(), Role::Faint);
        return paragraph::write(&text, style, line);
    };
    circuit.write(line)?;
    for summary in pass.shown().filter_map(|leaf| pass.summary(leaf)) {
        if let Some(name) = summary.name {
            let text = Paragraph::new(format!("{name}: {}, ", summary.expression));
            let text = text.then(summary.remark);
            line.put(Role::Faint, &paragraph::joined(&text, style).1)?;
            line.end()?;
        }
    }
    write_current_rows(pass, line)
}

/// Texts in rows.
struct Circuit {
    /// The texts of each row, with their columns.
    rows: Vec<Vec<(usize, Role, String)>>,
    digits: Option<usize>,
    /// True if numbers have few digits.
    is_brief: bool,
    /// The nodes drawn without names.
    nameless: HashSet<Value>,
}

/// The place where a wire starts.
#[derive(Clone, Copy)]
struct Wire {
    row: usize,
    column: usize,
}

impl Circuit {
    /// Draws the pass; `None` if too many wires start at the left.
    fn draw(&mut self, pass: &Pass) -> Option<()> {
        let mut drawn = HashSet::new();
        let mut wires: Vec<Wire> = Vec::new();
        // The nodes still to draw, the next one last; for a computed node the number of its wires,
        // once these are drawn.
        let mut work: Vec<(&Value, Option<usize>)> = vec![(pass.root()?, None)];
        while let Some((node, operands)) = work.pop() {
            let Some(operands) = operands else {
                let is_new = drawn.insert(node);
                if is_new && !node.is_leaf() {
                    let operands = wired(pass, node);
                    work.push((node, Some(operands.len())));
                    work.extend(operands.into_iter().rev().map(|operand| (operand, None)));
                } else {
                    let start = self.next_start()?;
                    wires.push(self.block(pass, node, start, is_new));
                }
                continue;
            };
            let own = wires.split_off(wires.len().checked_sub(operands)?);
            let end = match own.as_slice() {
                [] => self.next_start()?,
                [one] => self.put(*one, Role::Faint, "─"),
                [..] => self.join(&own),
            };
            let end = self.operation(pass, node, end);
            wires.push(self.block(pass, node, end, true));
        }
        Some(())
    }

    /// The place of the next wire at the left; `None` if there are too many.
    fn next_start(&self) -> Option<Wire> {
        let row = self.rows.len();
        (row < 2 * MOST_STARTS).then_some(Wire { row, column: 0 })
    }

    fn put(&mut self, at: Wire, role: Role, text: &str) -> Wire {
        while self.rows.len() <= at.row {
            self.rows.push(Vec::new());
        }
        if let Some(row) = self.rows.get_mut(at.row) {
            row.push((at.column, role, text.to_owned()));
        }
        Wire { column: at.column + width(text), ..at }
    }

    fn number(&self, value: f64, style: NumberStyle) -> String {
        let style = if self.is_brief { NumberStyle::Significant(FEW_DIGITS) } else { style };
        numbers::text(style.of(value), self.digits)
    }

    /// Draws a node's name and data, with its grad below.
    fn block(&mut self, pass: &Pass, node: &Value, at: Wire, is_whole: bool) -> Wire {
        if let Some(name) = pass.summary(node).and_then(|summary| summary.name) {
            self.put(Wire { row: at.row + 1, ..at }, Role::Plain, "");
            return self.put(at, Role::Plain, &name);
        }
        let is_faint = pass.is_left_out(node);
        let role = |role: Role| if is_faint { Role::Faint } else { role };
        let (above_role, above) = match node.text() {
            _ if pass.is_blank(node) => (Role::Faint, pass.untold.to_owned()),
            Some(text) => (role(Role::Plain), text),
            None => {
                let number = NumberStyle::Data.of(node.data());
                (role(numbers::role(number)), self.number(node.data(), NumberStyle::Data))
            }
        };
        let (below_role, below) = match pass.grad(node) {
            _ if !is_whole => (Role::Faint, "above".to_owned()),
            Some(grad) => (role(Role::of(grad)), self.number(grad, NumberStyle::Data)),
            None => (Role::Faint, pass.untold.to_owned()),
        };
        let columns = width(&above).max(width(&below));
        let start = match self.nameless.contains(node) {
            true => at.column,
            false => self.put(at, text_role(pass, node), &pass.name(node)).column + 1,
        };
        let right = |text: &str| start + columns - width(text);
        self.put(Wire { column: right(&below), row: at.row + 1 }, below_role, &below);
        self.put(Wire { column: right(&above), ..at }, above_role, &above)
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

    /// Draws an operation at the end of wires, with a remark below.
    fn operation(&mut self, pass: &Pass, node: &Value, at: Wire) -> Wire {
        let summary = pass.summary(node);
        let label = match &summary {
            Some(summary) => summary.label.clone(),
            None => operation(node, |number| self.number(number, NumberStyle::Brief)),
        };
        let end = self.put(at, text_role(pass, node), &format!("({label})"));
        let remark = summary.map_or(String::new(), |it| it.remark.exact_text());
        let below = self.put(Wire { row: at.row + 1, ..at }, Role::Faint, &remark);
        // The grad of the node comes after the remark.
        let named = if self.nameless.contains(node) { 0 } else { width(&pass.name(node)) + 1 };
        let wire = (below.column + 1).saturating_sub(end.column + 1 + named).max(1);
        self.put(end, Role::Faint, &format!("{} ", "─".repeat(wire)))
    }

    fn width(&self) -> usize {
        let ends = self.rows.iter().flatten().map(|(column, _, text)| column + width(text));
        ends.max().unwrap_or(0)
    }

    fn write(mut self, line: &mut LineWriter<'_>) -> io::Result<()> {
        for row in &mut self.rows {
            row.sort_by_key(|(column, ..)| *column);
            let mut end = 0;
            for (column, role, text) in row {
                line.skip(column.saturating_sub(end));
                line.put(*role, text)?;
                end = *column + width(text);
            }
            line.end()?;
        }
        Ok(())
    }
}

/// The operands of a node that have wires.
fn wired<'pass>(pass: &'pass Pass, node: &'pass Value) -> Vec<&'pass Value> {
    let mut operands = pass.operands(node);
    if let Some(unwired) = pass.summary(node).and_then(|summary| summary.unwired) {
        operands.retain(|operand| !operand.is(&unwired));
    }
    operands
}

/// The unnamed nodes with a single user: their wires identify them.
fn used_once(pass: &Pass) -> HashSet<Value> {
    let mut uses: HashMap<&Value, usize> = HashMap::new();
    for operand in pass.shown().flat_map(|node| wired(pass, node)) {
        *uses.entry(operand).or_default() += 1;
    }
    let is_inner = |node: &Value| !node.is_leaf() && node.label().part != 0;
    let once = uses.into_iter().filter(|(node, uses)| *uses == 1 && is_inner(node));
    once.map(|(node, _)| node.clone()).collect()
}

/// The label of a node's operation with its constant operands: `+`, `3*`, `^2`, `max(·, 0)`.
pub fn operation(node: &Value, number: impl Fn(f64) -> String) -> String {
    let Some(operation) = node.operation() else {
        return String::new();
    };
    let constant = |(at, it): (usize, &Operand)| {
        text_among(node.operands(), at).or_else(|| it.constant().map(&number))
    };
    let constants = node.operands().iter().enumerate().map(constant);
    let (name, is_call) = (operation.name, operation.notation == Notation::Call);
    match constants.collect::<Vec<_>>().as_slice() {
        [_, Some(row)] if operation.notation == Notation::Row => format!("[{row}]"),
        [Some(x), _] if is_call => format!("{name}({x}, ·)"),
        [_, Some(y)] if is_call => format!("{name}(·, {y})"),
        [Some(x), _] => format!("{x}{name}"),
        [_, Some(y)] => format!("{name}{y}"),
        _ => name.to_owned(),
    }
}
