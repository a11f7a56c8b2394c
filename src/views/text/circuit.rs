//! A pass as a circuit: each operation at the end of its operands' wires, with data above and grads
//! below the wires. A shared node is drawn once; at further uses it is only named.

use std::collections::HashSet;
use std::io;

use super::{ledger, rows, sentences};
use crate::graph::{Operand, Value};
use crate::ops::{Notation, Operation};
use crate::report::{NumberStyle, Pass, Piece, Role, numbers};
use crate::views::Style;
use crate::views::line_writer::{LineWriter, width};

/// The maximum number of wires that start at the left of a circuit.
const MOST_STARTS: usize = 40;
/// The significant digits of a narrow circuit.
const FEW_DIGITS: usize = 3;

/// Writes the circuit, or the ledger if the circuit is too wide or too high.
pub fn write(pass: &Pass, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    let fits = [style.digits, Some(FEW_DIGITS)].into_iter().find_map(|digits| {
        let drawing = Drawing::of(pass, digits)?;
        // If too wide with all digits, try fewer.
        (drawing.width() <= style.columns).then_some(drawing)
    });
    match fits {
        Some(drawing) => {
            drawing.write(line)?;
            rows::write_row_in_view(pass, line)
        }
        None => {
            ledger::write(pass, style, line)?;
            let text = format!(
                "too large to draw here; :export svg {} FILE.svg draws it",
                pass.root_name()
            );
            sentences::write(&[Piece::Text(text, Role::Faint)], style, line)
        }
    }
}

/// Texts in rows.
struct Drawing {
    rows: Vec<Vec<Text>>,
    digits: Option<usize>,
}

/// Text at a column of a row.
struct Text {
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
    Leave(&'order Value, &'static Operation),
}

impl Drawing {
    /// Draws the pass; none if too many wires start at the left, or a network is in it.
    fn of(pass: &Pass, digits: Option<usize>) -> Option<Drawing> {
        // A call may have more operands than there are ends of wires.
        if pass.outline.is_some() {
            return None;
        }
        let mut drawing = Drawing { rows: Vec::new(), digits };
        let mut drawn = HashSet::new();
        let mut wires: Vec<Wire> = Vec::new();
        let mut work = vec![Work::Enter(pass.root()?)];
        while let Some(next) = work.pop() {
            match next {
                Work::Enter(node) => {
                    let is_new = drawn.insert(node);
                    match node.operation().filter(|_| is_new) {
                        Some(operation) => {
                            work.push(Work::Leave(node, operation));
                            let operands = node.operands().iter().rev();
                            work.extend(operands.filter_map(Operand::value).map(Work::Enter));
                        }
                        None => {
                            if drawing.rows.len() >= 2 * MOST_STARTS {
                                return None;
                            }
                            let start = Wire { row: drawing.rows.len(), column: 0 };
                            wires.push(drawing.block(pass, node, start, is_new));
                        }
                    }
                }
                Work::Leave(node, operation) => {
                    let last = wires.pop()?;
                    let two = node.operands().iter().filter_map(Operand::value).count() == 2;
                    let end = if two {
                        drawing.join(wires.pop()?, last)
                    } else {
                        drawing.put(last, Role::Faint, "─")
                    };
                    let end = drawing.put(end, Role::Plain, &drawing.label(node, operation));
                    let end = drawing.put(end, Role::Faint, "─ ");
                    wires.push(drawing.block(pass, node, end, true));
                }
            }
        }
        Some(drawing)
    }

    fn put(&mut self, at: Wire, role: Role, text: &str) -> Wire {
        while self.rows.len() <= at.row {
            self.rows.push(Vec::new());
        }
        if let Some(row) = self.rows.get_mut(at.row) {
            row.push(Text { column: at.column, role, text: text.to_owned() });
        }
        Wire { column: at.column + width(text), ..at }
    }

    fn number(&self, value: f64) -> String {
        match self.digits {
            None => numbers::table(value, None),
            digits => numbers::answer(value, digits),
        }
    }

    /// Draws a node's name and data, with its grad below.
    fn block(&mut self, pass: &Pass, node: &Value, at: Wire, is_whole: bool) -> Wire {
        let data = self.number(node.data());
        let (role, below) = match pass.grad(node) {
            _ if !is_whole => (Role::Faint, "above".to_owned()),
            Some(grad) => (Role::of(grad), self.number(grad)),
            None => (Role::Faint, "·".to_owned()),
        };
        let columns = width(&data).max(width(&below));
        let start = self.put(at, Role::Plain, &pass.name(node)).column + 1;
        let right = |text: &str| start + columns - width(text);
        let above_it = Wire { column: right(&data), ..at };
        let below_it = Wire { column: right(&below), row: at.row + 1 };
        self.put(below_it, role, &below);
        self.put(above_it, numbers::role(NumberStyle::Data.of(node.data())), &data)
    }

    /// Joins the wires of two operands.
    fn join(&mut self, first: Wire, last: Wire) -> Wire {
        let column = first.column.max(last.column) + 1;
        for (wire, corner) in [(first, "┐"), (last, "┴")] {
            let text = match column - wire.column {
                1 => "─".to_owned(),
                gap => format!(" {}", "─".repeat(gap - 1)),
            };
            let end = self.put(wire, Role::Faint, &text);
            self.put(end, Role::Faint, corner);
        }
        for row in first.row + 1..last.row {
            self.put(Wire { row, column }, Role::Faint, "│");
        }
        Wire { row: last.row, column: column + 1 }
    }

    /// The operation with its constant operands: `(*)`, `(^2)`, `(max(·, 1))`.
    fn label(&self, node: &Value, operation: &'static Operation) -> String {
        let constant = |operand: &Operand| match operand.value() {
            Some(_) => None,
            None => Some(numbers::text(NumberStyle::Brief.of(operand.data()), self.digits)),
        };
        let name = operation.name;
        let is_call = operation.notation == Notation::Call;
        let operands: Vec<Option<String>> = node.operands().iter().map(constant).collect();
        match operands.as_slice() {
            [Some(x), None] if is_call => format!("({name}({x}, ·))"),
            [None, Some(y)] if is_call => format!("({name}(·, {y}))"),
            [Some(x), None] => format!("({x}{name})"),
            [None, Some(y)] => format!("({name}{y})"),
            _ => format!("({name})"),
        }
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
