//! From the pairs of an expression to its tree, by pest's PrattParser.

mod calls;
mod infix;
mod right_side;

use std::cell::RefCell;

use gradcalc_grammar::Rule;
use gradcalc_grammar::pest::iterators::{Pair, Pairs};
use gradcalc_grammar::pest::pratt_parser::{Assoc, ConstPrattParser, Op};
use gradcalc_grammar::pest::pratt_precedence;

use super::concise::two_readings;
use super::error::{Error, Result, Span};
use super::number::{number, superscript};
use super::outline::DEEPEST;
use super::tokens::quotation;
use super::tree::{Kind, Step, Tree};
use crate::core::ops::{self, Operation};
pub use calls::{MODULES, column_inside, range_inside};

/// Operations that bind tighter come later.
static PRECEDENCES: ConstPrattParser<Rule, 20> = ConstPrattParser::new_const(pratt_precedence![
    Op::infix(Rule::alternative, Assoc::Right) | Op::postfix(Rule::condition),
    Op::infix(Rule::or, Assoc::Left),
    Op::infix(Rule::and, Assoc::Left),
    Op::prefix(Rule::not),
    Op::infix(Rule::compare, Assoc::Left),
    Op::infix(Rule::sum, Assoc::Left),
    Op::infix(Rule::product, Assoc::Left)
        | Op::infix(Rule::remainder, Assoc::Left)
        | Op::infix(Rule::of, Assoc::Left)
        | Op::infix(Rule::implied, Assoc::Left),
    Op::prefix(Rule::sign),
    Op::infix(Rule::power, Assoc::Right),
    Op::postfix(Rule::factorial) | Op::postfix(Rule::superscript) | Op::postfix(Rule::percent),
    Op::prefix(Rule::root),
    Op::postfix(Rule::degree) | Op::postfix(Rule::row) | Op::postfix(Rule::arguments),
]);

/// The form of an operand, as operations need to know it.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Form {
    /// A number as typed, which `°` and `%` change.
    Number,
    /// A group or a call, which ends with its own parenthesis.
    Closed,
    /// `5%`, and its number in hundredths: `x + 5%` needs it so.
    Hundredths(f64),
    /// A percentage of a name, `r%`, or a sum of percentages.
    Percent,
    /// `-5%`
    SignedPercent,
    /// A percentage in parentheses.
    Percentage,
    /// `x < y`, or the last one of a chain.
    Comparison,
    /// A quotient or a remainder.
    Quotient,
    /// An operand that ends with `√x` without parentheses.
    Root,
    /// `x if c`, which waits for its `else`; where its `if` starts.
    Choosing(u32),
    /// A sum, a choice, or an operand that binds no tighter.
    Loose,
    /// Anything else.
    Other,
}

impl Form {
    fn is_percentage(self) -> bool {
        use Form::{Hundredths, Percent, Percentage, SignedPercent};
        matches!(self, Hundredths(_) | Percent | SignedPercent | Percentage)
    }
}

/// A built operand: its first step, its span, and its form.
#[derive(Debug, Clone, Copy)]
struct Operand {
    first: usize,
    span: Span,
    form: Form,
}

/// Errors are large, and operands are passed often.
type Checked<T> = std::result::Result<T, Box<Error>>;
type Built = Checked<Operand>;

fn refused<T>(span: Span, message: impl Into<String>, hint: impl Into<String>) -> Checked<T> {
    Err(Error::new(span, message).hint(hint).into())
}

/// Takes the next pair if it is of a rule.
pub(super) fn take<'code>(pairs: &mut Pairs<'code, Rule>, rule: Rule) -> Option<Pair<'code, Rule>> {
    pairs.peek().filter(|next| next.as_rule() == rule)?;
    pairs.next()
}

/// The operation of `c += 1`, which joins the name to all that follows.
#[derive(Debug, Clone, Copy)]
pub struct Joined {
    pub target: Span,
    pub operation: &'static Operation,
    /// The place of `+=`.
    pub mark: Span,
}

/// Builds trees from pairs of a text that starts at `offset`.
pub(super) struct Builder<'text> {
    pub(super) text: &'text str,
    pub(super) offset: usize,
    steps: RefCell<Vec<Step>>,
}

impl<'text> Builder<'text> {
    pub(super) fn new(text: &'text str, offset: usize) -> Builder<'text> {
        Builder { text, offset, steps: RefCell::default() }
    }

    /// The place of a pair, without blanks after it.
    pub(super) fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let start = self.offset + pair.as_span().start();
        Span::new(start, start + pair.as_str().trim_end().len())
    }

    /// Builds the tree of the expression that comes next, and of its uncertainty if it has one.
    pub(super) fn tree_of(self, mut pairs: Pairs<'_, Rule>) -> Result<Tree<'text>> {
        let built = self.quantity(&mut pairs, 0).map(drop);
        self.finish(built)
    }

    /// Builds the tree of a right side, or of all that `joined` joins to it, or of a value of `:set`.
    pub(super) fn tree_of_right_side(
        self,
        pairs: Pairs<'_, Rule>,
        joined: Option<Joined>,
        is_setting: bool,
    ) -> Result<Tree<'text>> {
        let built = self.right_side(pairs, joined, is_setting);
        self.finish(built)
    }

    fn finish(self, built: Checked<()>) -> Result<Tree<'text>> {
        built.map_err(|error| *error)?;
        Ok(Tree { text: self.text, steps: self.steps.into_inner() })
    }

    fn push(&self, kind: Kind, span: Span) {
        self.steps.borrow_mut().push(Step { kind, span });
    }

    fn last_span(&self) -> Span {
        self.steps.borrow().last().map(|step| step.span).unwrap_or_default()
    }

    fn expression(&self, pairs: Pairs<'_, Rule>, depth: usize) -> Built {
        let depth = depth + 1 + self.pending(&pairs, depth + 1)?;
        PRECEDENCES
            .map_primary(|pair| self.primary(pair, depth))
            .map_prefix(|mark, operand| self.prefix(&mark, operand?))
            .map_postfix(|operand, mark| self.postfix(operand?, mark, depth))
            .map_infix(|left, mark, right| self.infix(left?, &mark, right?))
            .parse(pairs)
    }

    /// Builds an expression, and the uncertainty after it if there is one.
    fn quantity(&self, pairs: &mut Pairs<'_, Rule>, depth: usize) -> Built {
        let expression = pairs.next().map_or_else(|| pairs.clone(), Pair::into_inner);
        let value = self.expression(expression, depth)?;
        match pairs.next().filter(|pair| pair.as_rule() == Rule::plus_minus).zip(pairs.next()) {
            None => Ok(value),
            Some((mark, u)) => self.uncertain(value, self.span(&mark), u, depth),
        }
    }

    /// The most operations that wait for their right operand at once; PrattParser recurses for each.
    fn pending(&self, pairs: &Pairs<'_, Rule>, depth: usize) -> Checked<usize> {
        if depth + pairs.len() <= DEEPEST {
            return Ok(0);
        }
        let (mut tight, mut negated, mut chosen, mut most) = (0, 0, 0, 0);
        for pair in pairs.clone() {
            match pair.as_rule() {
                Rule::power | Rule::sign | Rule::root => tight += 1,
                Rule::not => negated += 1,
                Rule::alternative => (tight, negated, chosen) = (0, 0, chosen + 1),
                Rule::or | Rule::and | Rule::condition => (tight, negated) = (0, 0),
                Rule::sum | Rule::product | Rule::remainder | Rule::implied | Rule::compare => {
                    tight = 0;
                }
                _ => continue,
            }
            most = most.max(tight + negated + chosen);
            if depth + most > DEEPEST {
                return Err(too_deep(self.span(&pair)).into());
            }
        }
        Ok(most)
    }

    fn primary(&self, pair: Pair<'_, Rule>, depth: usize) -> Built {
        let (first, span) = (self.steps.borrow().len(), self.span(&pair));
        let (kind, form) = match pair.as_rule() {
            Rule::number if pair.as_str().bytes().any(|byte| byte == b'(') => {
                return Err(two_readings(self.text, span).into());
            }
            Rule::number => (Kind::Number(number(pair.as_str(), span)?), Form::Number),
            Rule::name => (Kind::Name, Form::Other),
            Rule::text => {
                quotation(self.text, span)?;
                (Kind::Text, Form::Other)
            }
            Rule::infinity => (Kind::Number(f64::INFINITY), Form::Other),
            _ => {
                let form = match self.quantity(&mut pair.into_inner(), depth)?.form {
                    form if form.is_percentage() => Form::Percentage,
                    _ => Form::Closed,
                };
                return Ok(Operand { first, span, form });
            }
        };
        self.push(kind, calls::plain_constant(self.text, span));
        Ok(Operand { first, span, form })
    }

    fn prefix(&self, mark: &Pair<'_, Rule>, operand: Operand) -> Built {
        let (rule, place, form) = (mark.as_rule(), self.span(mark), operand.form);
        let form = match rule {
            Rule::sign => {
                if mark.as_str() != "+" {
                    self.negate(place);
                }
                match form {
                    Form::Percentage | Form::Root => form,
                    form if form.is_percentage() => Form::SignedPercent,
                    _ => Form::Other,
                }
            }
            _ => {
                let name = mark.as_str();
                if let Some(operation) = ops::prefix(name).or_else(|| ops::before_atom(name)) {
                    self.push(Kind::Operation(operation), place);
                }
                match form {
                    Form::Closed | Form::Percentage => Form::Other,
                    _ if rule == Rule::root => Form::Root,
                    _ => Form::Other,
                }
            }
        };
        Ok(Operand { form, span: place.to(operand.span), ..operand })
    }

    /// A sign before a literal is part of it: `b = -3` is a leaf.
    fn negate(&self, sign: Span) {
        let mut steps = self.steps.borrow_mut();
        match steps.last_mut() {
            Some(Step { kind: Kind::Number(literal), span }) => {
                *literal = -*literal;
                span.start = sign.start;
            }
            _ => steps.push(Step { kind: Kind::Operation(ops::NEGATE), span: sign }),
        }
    }

    fn postfix(&self, operand: Operand, mark: Pair<'_, Rule>, depth: usize) -> Built {
        let place = self.span(&mark);
        let operand = Operand { span: operand.span.to(place), ..operand };
        if mark.as_rule() == Rule::percent {
            return self.percent(operand, place);
        }
        let form = match mark.as_rule() {
            Rule::arguments => {
                self.call(mark.into_inner(), depth)?;
                Form::Closed
            }
            Rule::row => {
                mark.into_inner().next().map_or(Ok(()), |number| self.row(&number, place))?;
                Form::Other
            }
            Rule::condition => {
                self.expression(mark.into_inner(), depth)?;
                Form::Choosing(place.start)
            }
            Rule::superscript => {
                self.push(Kind::Number(superscript(mark.as_str(), place)?), place);
                self.push(Kind::Operation(ops::POWER), place);
                Form::Other
            }
            Rule::factorial => {
                self.push(Kind::Call(1), place);
                Form::Other
            }
            _ => {
                let unit = ops::constant(mark.as_str()).filter(|_| operand.form == Form::Number);
                match (unit, self.steps.borrow_mut().last_mut()) {
                    (Some(unit), Some(Step { kind: Kind::Number(number), span })) => {
                        *number *= unit.value;
                        span.end = place.end;
                    }
                    _ => return refused(place, "° follows a number only", "write …*deg"),
                }
                Form::Other
            }
        };
        Ok(Operand { form, ..operand })
    }
}

/// The error for a text that nests too deeply.
pub(super) fn too_deep(span: Span) -> Error {
    Error::new(span, format!("this is nested more than {DEEPEST} levels deep"))
        .hint("give a part of it a name first")
}
