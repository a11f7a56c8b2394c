//! Operations between two operands: percentages, chains, choices, products without a mark, `±`.

use gradcalc_grammar::Rule;
use gradcalc_grammar::pest::iterators::Pair;

use super::{Builder, Built, Checked, Form, Operand, refused};
use crate::core::language::error::{Span, quoted};
use crate::core::language::print::precedence_of;
use crate::core::language::tree::{Kind, Position, Step};
use crate::core::ops::{self, Operation};

impl Builder<'_> {
    pub(super) fn infix(&self, left: Operand, mark: &Pair<'_, Rule>, right: Operand) -> Built {
        let (rule, place) = (mark.as_rule(), self.span(mark));
        let (is_share, span) = (left.form.is_percentage(), left.span.to(right.span));
        let left = Operand { span, ..left };
        let operation = match rule {
            Rule::of if left.form == Form::Quotient => {
                return self.share_of_quotient(left, place, right);
            }
            Rule::of => ops::MULTIPLY,
            Rule::implied => return self.implied(left, right),
            Rule::alternative => {
                let start = if let Form::Choosing(start) = left.form { start } else { place.start };
                self.push(Kind::Choice, Span { start, end: start + 2 });
                return Ok(Operand { form: Form::Loose, ..left });
            }
            _ => ops::infix(mark.as_str()).unwrap_or(ops::MULTIPLY),
        };
        let form = match rule {
            Rule::sum => {
                let is_part = !(is_share && right.form.is_percentage());
                self.join(operation, place, right, is_part)?;
                if is_part { Form::Loose } else { Form::Percent }
            }
            Rule::compare => {
                self.compare(left.form, operation, place, right);
                Form::Comparison
            }
            _ => {
                self.push(Kind::Operation(operation), place);
                match right.form {
                    Form::Root => Form::Root,
                    _ if operation.divides() => Form::Quotient,
                    _ if precedence_of(operation) < precedence_of(ops::ADD) => Form::Loose,
                    _ => Form::Other,
                }
            }
        };
        Ok(Operand { form, ..left })
    }

    /// Joins an operand to all before it; a percentage that is added or subtracted may be a part of that.
    pub(super) fn join(
        &self,
        operation: &'static Operation,
        mark: Span,
        right: Operand,
        is_part: bool,
    ) -> Built {
        let adds = operation.is(ops::ADD);
        let form = right.form;
        if !is_part || !(adds || operation.is(ops::SUBTRACT)) || !form.is_percentage() {
            self.push(Kind::Operation(operation), mark);
            return Ok(right);
        }
        let percent = self.last_span();
        let mut steps = self.steps.borrow_mut();
        match (form, steps.get_mut(right.first)) {
            (Form::Hundredths(percent), Some(Step { kind: Kind::Number(number), .. })) => {
                *number = (100.0 + if adds { percent } else { -percent }) / 100.0;
            }
            (Form::Percent, _) => {
                steps.insert(right.first, Step { kind: Kind::Number(1.0), span: percent });
                steps.push(Step { kind: Kind::Operation(operation), span: percent });
            }
            (Form::SignedPercent, _) => {
                let sign = Span { end: right.span.start + 1, ..right.span };
                let message = "found a sign before a percentage";
                return refused(sign, message, "write x - 10%, or x ± 10% for an uncertainty");
            }
            _ => {
                steps.push(Step { kind: Kind::Operation(operation), span: mark });
                return Ok(right);
            }
        }
        steps.push(Step { kind: Kind::Operation(ops::MULTIPLY), span: mark });
        Ok(right)
    }

    /// Makes an operand a percentage.
    pub(super) fn percent(&self, operand: Operand, mark: Span) -> Built {
        let after = self.text.get(mark.end as usize..).unwrap_or_default().trim_start();
        let is_signed = after.starts_with(['-', '+', '−']) && !after.starts_with("+/-");
        let before = Span { end: mark.start, ..operand.span }.of(self.text);
        if is_signed && before.ends_with(char::is_whitespace) {
            let hint = "write mod(7, -3) for the remainder, 7% - 3 for a percentage";
            return refused(mark, "% before a sign is ambiguous", hint);
        }
        let mut steps = self.steps.borrow_mut();
        let form = match steps.last_mut() {
            Some(Step { kind: Kind::Number(number), span }) if operand.form == Form::Number => {
                let hundredths = *number;
                *number /= 100.0;
                span.end = mark.end;
                Form::Hundredths(hundredths)
            }
            _ => {
                steps.push(Step { kind: Kind::Number(100.0), span: mark });
                steps.push(Step { kind: Kind::Operation(ops::DIVIDE), span: mark });
                Form::Percent
            }
        };
        Ok(Operand { form, ..operand })
    }

    /// A comparison, which goes on from the one before it if there is one: `0 < x < 1`.
    fn compare(&self, left: Form, operation: &'static Operation, mark: Span, right: Operand) {
        let mut steps = self.steps.borrow_mut();
        let before = right.first.checked_sub(1).and_then(|at| steps.get_mut(at));
        let mut kind = Kind::Operation(operation);
        if let Some(before) = before.filter(|_| left == Form::Comparison) {
            before.kind = match before.kind {
                Kind::Operation(first) => Kind::Link(first, Position::First),
                Kind::Chain(first) => Kind::Link(first, Position::Further),
                other => other,
            };
            kind = Kind::Chain(operation);
        }
        steps.push(Step { kind, span: mark });
    }

    /// Refuses `100 / 5% of 40`, which can be read as `(100 / 5%)*40` and as `100 / (5% of 40)`.
    fn share_of_quotient(&self, quotient: Operand, of: Span, right: Operand) -> Built {
        let text = |start: u32, end: u32| Span { start, end }.of(self.text);
        let end = text(0, of.start).trim_end().len() as u32;
        let before = right.first.checked_sub(1);
        let mark = before.and_then(|at| self.steps.borrow().get(at).map(|step| step.span.end));
        let mark = mark.unwrap_or(quotient.span.start);
        let share = text(mark, end).trim_start();
        let place = Span { start: end - share.len() as u32, end };
        let [head, share, next] =
            [text(quotient.span.start, place.start), share, right.span.of(self.text)].map(quoted);
        let message = format!("{} is ambiguous", quoted(quotient.span.of(self.text)));
        let hint = format!("write ({head}{share})*{next} or {head}({share} of {next})");
        refused(place, message, hint)
    }

    /// A product without a mark; `1/3x` can be read as `(1/3)*x` and as `1/(3*x)`, `√3x` as `√3*x` and as
    /// `√(3*x)`.
    fn implied(&self, product: Operand, right: Operand) -> Built {
        let text = |start: u32, end: u32| Span { start, end }.of(self.text);
        let end = text(0, right.span.start).trim_end().len() as u32;
        let mark = match product.form {
            Form::Quotient => {
                let before = right.first.checked_sub(1);
                before.and_then(|at| self.steps.borrow().get(at).map(|step| step.span.end))
            }
            Form::Root => text(0, end).rfind(['√', '∛']).map(|at| (at + '√'.len_utf8()) as u32),
            _ => None,
        };
        if let Some(mark) = mark {
            let factor = text(mark, end).trim_start();
            let place = Span { start: end - factor.len() as u32, end };
            let [head, factor, next] =
                [text(product.span.start, place.start), factor, right.span.of(self.text)]
                    .map(quoted);
            let message = format!("{} is ambiguous", quoted(product.span.of(self.text)));
            let hint = format!("write {head}{factor}*{next} or {head}({factor}*{next})");
            return refused(place, message, hint);
        }
        self.push(Kind::Operation(ops::MULTIPLY), right.span);
        let form = if right.form == Form::Root { Form::Root } else { Form::Other };
        Ok(Operand { form, ..product })
    }

    /// `value ± u`, in parentheses or an argument.
    pub(super) fn uncertain(
        &self,
        value: Operand,
        mark: Span,
        u: Pair<'_, Rule>,
        depth: usize,
    ) -> Built {
        let (u, percent) = self.deviation(u, depth)?;
        self.must_be_closed(value.span, u)?;
        self.push(Kind::PlusMinus { percent }, mark);
        Ok(Operand { form: Form::Closed, span: value.span.to(u.span), ..value })
    }

    /// Refuses an operation after `±` that may be meant for the whole number: `5 ± 0.1 + 3`, `12 ± 0.2 * 50`.
    /// The standard uncertainty of a mean, `s/sqrt(n)`, is read in one way.
    pub(super) fn must_be_closed(&self, value: Span, u: Operand) -> Checked<()> {
        let last = self.steps.borrow().last().copied();
        let Some(Step { kind, span }) = last else { return Ok(()) };
        // A product without a mark, such as 2pi, is one number.
        let has_mark = ops::infix(span.of(self.text)).is_some();
        let is_product = match kind {
            Kind::Operation(operation) if operation.divides() => !self.divides_by_root(),
            Kind::Operation(operation) => operation.is(ops::MULTIPLY) && has_mark,
            _ => false,
        };
        let is_open = match u.form {
            Form::Loose | Form::Comparison | Form::Percent => true,
            Form::Other | Form::Quotient | Form::Root => is_product,
            _ => false,
        };
        if !is_open {
            return Ok(());
        }
        let mark = span.of(self.text);
        let message = format!("± before {mark} is ambiguous");
        let part = |start: u32, end: u32| quoted(Span { start, end }.of(self.text).trim());
        let value = quoted(value.of(self.text).trim());
        let [first, rest] = [part(u.span.start, span.start), part(span.end, u.span.end)];
        let alone = match first.parse::<f64>() {
            Ok(_) => first.clone(),
            Err(_) => format!("({first})"),
        };
        let whole = format!("({value} ± {alone}) {mark} {rest}");
        refused(span, message, format!("write {whole} or {value} ± ({first} {mark} {rest})"))
    }

    /// Returns true if the last step divides by a square root.
    fn divides_by_root(&self) -> bool {
        let steps = self.steps.borrow();
        let root = ops::before_atom("√");
        let is_root =
            |it: &Step| matches!((it.kind, root), (Kind::Operation(it), Some(root)) if it.is(root));
        matches!(steps.as_slice(), [.., divisor, last] if is_root(divisor)
            && matches!(last.kind, Kind::Operation(it) if it.is(ops::DIVIDE)))
    }
}
