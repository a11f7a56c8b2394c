//! The usual mistakes, each with the answers that come of it, found without the quiz.

use std::collections::VecDeque;

use crate::core::graph::{Operand, Order};
use crate::core::language::{Kind as Step, parse_expression};
use crate::core::ops::Operation;
use crate::parts::learn::quiz::diagnosis::wrong_rules::{OTHERS, PARTS};

/// One use of a node, in numbers.
#[derive(Debug, Clone)]
pub struct Use {
    operation: &'static Operation,
    /// Which operand the node is.
    index: usize,
    x: f64,
    y: f64,
    out: f64,
    local: f64,
    upstream: f64,
    is_square: bool,
}

/// What a learner sees of a node.
#[derive(Debug)]
pub struct Spot {
    pub data: f64,
    pub grad: f64,
    /// In backward order.
    uses: Vec<Use>,
    /// What passes by a queue give: without a set of visited nodes, and with one.
    queued: [f64; 2],
    /// The answers that come of a slip at a node that uses it.
    above: Vec<f64>,
    /// The data of what uses it, of what else that uses, and of its operands.
    beside: Vec<f64>,
}

impl Spot {
    fn shares(&self) -> Vec<f64> {
        self.uses.iter().map(|it| it.local * it.upstream).collect()
    }

    fn many(&self, values: Vec<f64>) -> Vec<f64> {
        if self.uses.len() > 1 { values } else { Vec::new() }
    }

    /// Each use with its local derivative replaced, beside the others.
    fn replaced(&self, locals: impl Fn(&Use) -> Vec<f64>) -> Vec<f64> {
        let mut found = Vec::new();
        for it in &self.uses {
            let rest = self.grad - it.local * it.upstream;
            let wrong = locals(it).into_iter().filter(|local| !is_near(*local, it.local));
            found.extend(wrong.map(|local| local * it.upstream + rest));
        }
        found
    }

    /// Each use with its local derivative replaced, the others forgotten.
    fn replaced_alone(&self, locals: impl Fn(&Use) -> Vec<f64>) -> Vec<f64> {
        let of = |it: &Use| -> Vec<f64> {
            let wrong = locals(it).into_iter().filter(|local| !is_near(*local, it.local));
            wrong.map(|local| local * it.upstream).collect()
        };
        self.uses.iter().flat_map(of).collect()
    }

    fn wrong_branches(&self) -> Vec<f64> {
        let wrong = |it: &Use| otherwise(it.operation.name, it.local);
        [self.replaced(wrong), self.replaced_alone(wrong)].concat()
    }

    /// The slips that are told one node below.
    fn slips(&self) -> Vec<f64> {
        let is_one = |it: &Use| it.operation.name == "+" || it.operation.choice.is_some();
        let listed = |it: &Use| if is_one(it) { it.listed(false) } else { Vec::new() };
        [self.wrong_branches(), self.replaced(listed)].concat()
    }

    fn is_factor(&self) -> bool {
        self.uses.iter().any(Use::is_factor)
    }
}

impl Use {
    fn is_factor(&self) -> bool {
        self.operation.name == "*" && !self.is_square
    }

    fn listed(&self, are_parts: bool) -> Vec<f64> {
        let table = if are_parts { PARTS } else { OTHERS };
        let rows = table.iter().filter(|(operation, operand, ..)| {
            *operation == self.operation.name && *operand == self.index
        });
        rows.map(|(.., text, _)| self.value(text, self.out)).collect()
    }

    fn at_input(&self) -> f64 {
        let text = self.operation.partial_text(self.index);
        self.value(text, self.x)
    }

    /// A rule in numbers.
    fn value(&self, text: &str, out: f64) -> f64 {
        let tree = parse_expression(text).unwrap();
        let mut stack: Vec<f64> = Vec::new();
        for step in &tree.steps {
            let value = match step.kind {
                Step::Number(number) => number,
                Step::Operation(row) => {
                    let last = stack.pop().unwrap();
                    let (x, y) =
                        if row.arity() == 1 { (last, 0.0) } else { (stack.pop().unwrap(), last) };
                    row.forward(x, y)
                }
                _ => match &text[step.span.start as usize..step.span.end as usize] {
                    "x" => self.x,
                    "y" => self.y,
                    "out" => out,
                    "pi" => std::f64::consts::PI,
                    other => panic!("{other}"),
                },
            };
            stack.push(value);
        }
        stack.pop().unwrap()
    }
}

/// The slopes of whom takes an operation to have chosen otherwise.
fn otherwise(operation: &str, local: f64) -> Vec<f64> {
    match operation {
        "max" | "min" if local == 0.5 => vec![1.0, 0.0],
        "max" | "min" | "clamp_min" | "clamp_max" | "relu" => vec![1.0 - local, 0.5],
        "abs" if local == 0.0 => vec![1.0, -1.0],
        "abs" => vec![-local, 0.0],
        _ => Vec::new(),
    }
}

/// One way to go wrong: what the quiz calls it, and the answers that come of it.
pub type Kind = (&'static str, fn(&Spot) -> Vec<f64>);

pub const KINDS: &[Kind] = &[
    // Not of the graphs here.
    ("a score's grad", |_| Vec::new()),
    ("one use only", |spot| spot.many(spot.shares())),
    ("a use left out", |spot| {
        let but = |share: &f64| spot.grad - share;
        if spot.uses.len() > 2 { spot.shares().iter().map(but).collect() } else { Vec::new() }
    }),
    ("the sum of the local derivatives", |spot| {
        spot.many(vec![spot.uses.iter().map(|it| it.local).sum()])
    }),
    ("its own value for the other factor", |spot| {
        let own = |it: &Use| if it.is_factor() { vec![spot.data] } else { Vec::new() };
        let alone = if spot.is_factor() { vec![spot.data] } else { Vec::new() };
        [spot.replaced(own), spot.replaced_alone(own), alone].concat()
    }),
    ("the wrong branch", Spot::wrong_branches),
    ("the local derivative alone", |spot| spot.uses.iter().map(|it| it.local).collect()),
    ("the upstream alone", |spot| {
        let each: Vec<f64> = spot.uses.iter().map(|it| it.upstream).collect();
        let sum = spot.many(vec![each.iter().sum()]);
        [each, sum].concat()
    }),
    ("the sign", |spot| {
        let one = spot.shares().iter().map(|share| spot.grad - 2.0 * share).collect();
        [vec![-spot.grad], spot.many(one)].concat()
    }),
    ("a part of the rule", |spot| spot.replaced(|it| it.listed(true))),
    ("another rule", |spot| spot.replaced(|it| it.listed(false))),
    ("the rule at the input", |spot| spot.replaced(|it| vec![it.at_input()])),
    ("local plus upstream", |spot| {
        let sum = spot.uses.iter().map(|it| it.local + it.upstream).sum();
        if spot.uses.is_empty() { Vec::new() } else { vec![sum] }
    }),
    ("the product of the uses", |spot| {
        let product: f64 = spot.shares().iter().product();
        spot.many(vec![product])
    }),
    ("a slip one node above", |spot| spot.above.clone()),
    ("a factor of 2", |spot| vec![2.0 * spot.grad, spot.grad / 2.0]),
    ("its own data", |spot| if spot.is_factor() { Vec::new() } else { vec![spot.data] }),
    ("a breadth-first pass", |spot| spot.queued.to_vec()),
    ("the data of a neighbor", |spot| spot.beside.clone()),
];

/// The grads that a queue gives.
fn queued(order: &Order, visits_once: bool) -> Vec<f64> {
    let mut grads = vec![0.0; order.count()];
    grads[order.root_number()] = 1.0;
    let mut seen = vec![false; order.count()];
    let mut queue = VecDeque::from([order.root_number()]);
    while let Some(number) = queue.pop_front() {
        let upstream = grads[number];
        for (receiver, step) in order.push(number, upstream) {
            grads[receiver] += step.local * upstream;
        }
        for operand in order.operands(number) {
            if !visits_once || !std::mem::replace(&mut seen[operand], true) {
                queue.push_back(operand);
            }
        }
    }
    grads
}

/// What a learner sees of a node of a graph whose grads are known.
pub fn spot(order: &Order, number: usize) -> Spot {
    let mut spot = spot_alone(order, number);
    for (link, own) in order.uses(number).iter().zip(&spot.uses) {
        let rest = spot.grad - own.local * own.upstream;
        let slips = spot_alone(order, link.user).slips().into_iter();
        spot.above.extend(slips.map(|slip| own.local * slip + rest));
    }
    spot
}

fn spot_alone(order: &Order, number: usize) -> Spot {
    let grads = order.grads();
    let uses = order.uses(number).iter().map(|link| {
        let user = order.node(link.user);
        let operand = |index: usize| user.operands().get(index).map_or(0.0, Operand::data);
        Use {
            operation: user.operation().unwrap(),
            index: link.index,
            x: operand(0),
            y: operand(1),
            out: user.data(),
            local: order.contribution(*link, 1.0).0,
            upstream: grads[link.user],
            is_square: order.operands(link.user).all(|operand| operand == number),
        }
    });
    let queued = [false, true].map(|visits_once| queued(order, visits_once)[number]);
    let users: Vec<usize> = order.uses(number).iter().map(|link| link.user).collect();
    let beside = users.iter().flat_map(|user| order.operands(*user)).chain(order.operands(number));
    let beside = users.iter().copied().chain(beside).filter(|other| *other != number);
    let beside = beside.map(|other| order.node(other).data()).collect();
    let node = order.node(number);
    let (data, grad, uses) = (node.data(), grads[number], uses.collect());
    Spot { data, grad, uses, queued, above: Vec::new(), beside }
}

/// True within half a percent.
pub fn is_near(one: f64, other: f64) -> bool {
    if other == 0.0 { one == 0.0 } else { (one - other).abs() <= 0.005 * other.abs() }
}
