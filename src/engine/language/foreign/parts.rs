//! Compares the parts of a row with what was typed.

use super::captured::{from_latex, listed, plain, without_points};
use super::rows::{MODULE_NAMES, OTHER_NAMES};
use super::{Meaning, Part, Piece};
use crate::language::error::split_number;
use crate::language::lines::Scan;
use crate::language::statement::{parse, parse_expression};
use crate::language::tokens::{TokenKind, without_marks};
use crate::ops;

/// A statement in pieces, and what its names mean.
#[derive(Clone, Copy)]
pub(super) struct Typed<'all> {
    pub(super) text: &'all str,
    pub(super) pieces: &'all [Piece<'all>],
    pub(super) meaning: &'all dyn Fn(&str) -> Option<Meaning>,
}

/// The texts that are captured, and the place after what they were taken from.
type Captured = (Vec<String>, usize);

/// The marks of a derivative.
const PRIMES: [char; 3] = ['\'', '′', '″'];

impl Typed<'_> {
    /// Returns what is captured if all parts match from `start` on.
    pub(super) fn matches(&self, parts: &[Part], start: usize) -> Option<Captured> {
        let mut captured = Vec::new();
        let mut at = start;
        for part in parts {
            let (texts, end) = self.part(part, at)?;
            captured.extend(texts);
            at = end;
        }
        Some((captured, at))
    }

    fn part(&self, part: &Part, at: usize) -> Option<Captured> {
        let all = self.pieces.len();
        let up_to = |end: usize, text: Option<String>| Some((vec![text?], all.min(end + 1)));
        let one = |text: Option<&str>| Some((vec![text?.to_owned()], at + 1));
        let two = |texts: Option<[&str; 2]>| Some((texts?.map(str::to_owned).to_vec(), at + 1));
        match part {
            Part::End => (at >= all).then(|| (Vec::new(), at)),
            Part::Touching => self.touches(at).then(|| (Vec::new(), at)),
            Part::Is([only]) => self.word(&[only], at).map(|_| (Vec::new(), at + 1)),
            Part::Is(words) => one(self.word(words, at)),
            Part::Name => one(self.name(at)),
            Part::Value => one(self.name(at).or_else(|| self.number(at))),
            Part::Unknown => one(self.unknown(at)),
            Part::Node => one(self.text(at).filter(|name| self.means(name, Meaning::Node))),
            Part::Function => one(self.name(at).filter(|name| {
                self.means(name, Meaning::Function) || self.means(name, Meaning::OfSeveral)
            })),
            Part::Differential => one(self.differential(at)),
            Part::DifferentialOfFunction => {
                one(self.differential(at).filter(|name| self.means(name, Meaning::Function)))
            }
            Part::Derivative => one(self
                .unknown(at)?
                .strip_suffix(PRIMES)
                .filter(|name| self.means(name.trim_end_matches(PRIMES), Meaning::Function))),
            Part::Operation => one(operation(self.unknown(at)?)),
            Part::Invertible => {
                let name = operation(self.unknown(at)?)?;
                operation(&format!("a{name}"))?;
                one(Some(name))
            }
            Part::Method => one(self.method(at)),
            Part::OtherName => two(self.other_name(at)),
            Part::OperationAndNumber => two(self.operation_and_number(at)),
            Part::OperationAndName => two(self.operation_and_name(at)),
            Part::TwoNames => two(self.two_names(at)),
            Part::Number => one(self.number(at)),
            Part::Decimal => one(self.number(at).filter(|number| number.contains('.'))),
            Part::Thousands => one(self.thousands(at, false)),
            Part::ThousandsAndFraction => one(self.thousands(at, true)),
            Part::OtherBase => up_to(at, self.other_base(at)),
            Part::Quotation => up_to(at, self.quotation(at)),
            Part::QuotedEquation => up_to(at, self.quoted_equation(at)),
            Part::UpTo(mark) => {
                let end = self.end_of(at, mark)?;
                up_to(end, self.between(at, end))
            }
            Part::Numbers(mark) => {
                let end = if mark.is_empty() { all } else { self.end_of(at, mark)? };
                up_to(end, self.numbers(at, end))
            }
            Part::Arguments => {
                let end = self.end_of(at, ")")?;
                up_to(end, listed(self.text, self.pieces.get(at..end)?))
            }
            Part::Latex => up_to(all, from_latex(self.pieces)),
            Part::Elementwise => up_to(all, without_points(self.text)),
            Part::Expression => up_to(all, self.expression(at)),
            Part::Rest => up_to(all, self.between(at, all)),
        }
    }

    fn text(&self, at: usize) -> Option<&str> {
        self.pieces.get(at).map(|piece| piece.text)
    }

    fn of_kind(&self, at: usize, kind: TokenKind) -> Option<&str> {
        self.pieces.get(at).filter(|piece| piece.kind == kind).map(|piece| piece.text)
    }

    fn name(&self, at: usize) -> Option<&str> {
        self.pieces.get(at).filter(|piece| is_name(piece)).map(|piece| piece.text)
    }

    fn unknown(&self, at: usize) -> Option<&str> {
        self.name(at).filter(|name| !self.is_known(name))
    }

    fn number(&self, at: usize) -> Option<&str> {
        self.of_kind(at, TokenKind::Number)
    }

    fn is_known(&self, name: &str) -> bool {
        (self.meaning)(name).is_some()
    }

    fn means(&self, name: &str, meaning: Meaning) -> bool {
        (self.meaning)(name) == Some(meaning)
    }

    /// One of these words, unless it is a name that means something.
    fn word(&self, words: &[&str], at: usize) -> Option<&str> {
        let piece = self.pieces.get(at).filter(|piece| words.contains(&piece.text))?;
        (!is_name(piece) || !self.is_known(piece.text)).then_some(piece.text)
    }

    /// Tells whether no blank stands before a piece.
    fn touches(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.pieces.get(before));
        let pair = before.zip(self.pieces.get(at));
        pair.is_some_and(|(before, piece)| before.span.end == piece.span.start)
    }

    fn differential(&self, at: usize) -> Option<&str> {
        self.unknown(at)?.strip_prefix('d').filter(|name| !name.is_empty())
    }

    /// The operation after a point. Of a module it is called as it is.
    fn method(&self, at: usize) -> Option<&'static str> {
        let before = at.checked_sub(1).and_then(|before| self.text(before));
        let is_of_module = before.is_some_and(|before| MODULE_NAMES.contains(&before));
        let name = self.text(at).filter(|_| !is_of_module)?.strip_prefix('.')?;
        operation(name)
    }

    fn other_name(&self, at: usize) -> Option<[&str; 2]> {
        let name = self.text(at).filter(|name| !self.is_known(name))?.trim_start_matches('.');
        let mut names = OTHER_NAMES.iter();
        let (_, ours) = names.find(|(other, _)| other.eq_ignore_ascii_case(name))?;
        Some([name, ours])
    }

    fn operation_and_number(&self, at: usize) -> Option<[&str; 2]> {
        let name = self.unknown(at)?;
        let (letters, digits) = split_number(name);
        let row = ops::call(letters).filter(|_| operation(name).is_none())?;
        (!digits.is_empty() && row.arity() == 1 && !row.jumps).then_some([letters, digits])
    }

    fn operation_and_name(&self, at: usize) -> Option<[&str; 2]> {
        let name = self.unknown(at)?;
        let is_of_one = |name: &&str| ops::call(name).is_some_and(|row| row.arity() == 1);
        let split = |operation: &'static str| Some([operation, name.strip_prefix(operation)?]);
        let mut splits = ops::call_names().filter(is_of_one).filter_map(split);
        splits.find(|[_, rest]| self.means(rest, Meaning::Node))
    }

    fn two_names(&self, at: usize) -> Option<[&str; 2]> {
        let name = self.unknown(at)?;
        let (second, _) = name.char_indices().nth(1)?;
        let (first, second) = name.split_at_checked(second)?;
        let is_node = |name: &str| name.chars().nth(1).is_none() && self.means(name, Meaning::Node);
        (is_node(first) && is_node(second)).then_some([first, second])
    }

    /// Three digits, with or without a fraction.
    fn thousands(&self, at: usize, has_fraction: bool) -> Option<&str> {
        let number = self.number(at)?;
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let is_group = whole.len() == 3 && whole.bytes().all(|it| it.is_ascii_digit());
        (is_group && fraction.is_empty() != has_fraction).then_some(number)
    }

    /// The decimal text of `0` and `xff`.
    fn other_base(&self, at: usize) -> Option<String> {
        let zero = at.checked_sub(1).and_then(|before| self.text(before))?;
        let (letter, digits) = self.text(at)?.split_at_checked(1)?;
        let base = match letter.to_ascii_lowercase().as_str() {
            "x" => 16,
            "b" => 2,
            "o" => 8,
            _ => return None,
        };
        let number = u64::from_str_radix(digits, base).ok();
        Some(number.filter(|_| zero == "0" && self.touches(at))?.to_string())
    }

    fn quotation(&self, at: usize) -> Option<String> {
        self.of_kind(at, TokenKind::Quotation).map(|text| without_marks(text).into_owned())
    }

    fn quoted_equation(&self, at: usize) -> Option<String> {
        let text = self.quotation(at)?;
        let (left, right) = text.split_once('=')?;
        let are_read = [left, right].into_iter().all(|side| parse_expression(side).is_ok());
        are_read.then(|| text.trim().to_owned())
    }

    fn numbers(&self, from: usize, end: usize) -> Option<String> {
        let numbers = self.between(from, end)?;
        parse(Scan::of(format!("x = [{numbers}]")).whole()).ok()?;
        Some(numbers)
    }

    /// All that is left, if it is an expression of which all functions are known.
    fn expression(&self, at: usize) -> Option<String> {
        let rest = self.between(at, self.pieces.len())?;
        parse_expression(&rest).ok()?;
        let is_called = |[name, mark]: &&[Piece<'_>; 2]| is_name(name) && mark.text == "(";
        let is_function = |name: &str| operation(name).is_some() || self.is_known(name);
        let mut called = self.pieces.array_windows().filter(is_called);
        called.all(|[name, _]| is_function(name.text)).then_some(rest)
    }

    /// The place of the next such mark outside parentheses.
    fn end_of(&self, from: usize, mark: &str) -> Option<usize> {
        let mut depth = 0_usize;
        for (at, piece) in self.pieces.iter().enumerate().skip(from) {
            if depth == 0 && piece.text == mark {
                return Some(at);
            }
            match piece.text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.checked_sub(1)?,
                _ => {}
            }
        }
        None
    }

    /// The text of some pieces, as it is written here; none if there are none.
    fn between(&self, from: usize, end: usize) -> Option<String> {
        plain(self.text, self.pieces.get(from..end)?)
    }
}

fn operation(name: &str) -> Option<&'static str> {
    ops::call_names().find(|known| *known == name)
}

fn is_name(piece: &Piece<'_>) -> bool {
    piece.kind == TokenKind::Name && !piece.text.starts_with('.')
}
