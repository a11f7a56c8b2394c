//! The chain rule at one node: its uses, their shares, and the paths to the root.

use super::count::paths;
use super::{derivative, equation, formula, partial};
use crate::graph::{Names, Order, Use, Value, disagreement};
use crate::report::{Cell, Column, Grid, Part, Piece, Role, Sentence};

/// Above so many uses, or paths, only their number is told.
const MOST: usize = 10;
/// The column the right half of the first line starts in.
const RIGHT: usize = 52;
/// The columns the products of paths start in, the first one that all paths leave free.
const PRODUCTS: std::ops::RangeInclusive<usize> = 39..=56;
/// A longer formula has a line of its own below the table.
const LONGEST_FORMULA: usize = 18;

/// Explains the grad of `node` in the pass over `order`, whose grads are filled.
pub fn explain(names: &Names, order: &Order, node: &Value) -> Vec<Part> {
    let web = order;
    let Some(root) = order.root() else {
        return Vec::new();
    };
    let number = web.number_of(node);
    let grad = number.map_or(0.0, |_| node.grad());
    let mut parts = vec![heading(names, root, node, grad)];
    match number {
        None => parts.push(away(names, root, node)),
        Some(number) if number == web.root_number() => {
            let text = "  it is the output: changing it by h changes it by h, so the grad is 1";
            parts.push(Sentence::new(text).part(2));
        }
        Some(number) => {
            parts.extend(uses(names, web, number));
            parts.extend(ways(names, web, number));
        }
    }
    parts
}

/// `a = 2.0000  (leaf)      dL/da = 6.0000`
fn heading(names: &Names, root: &Value, node: &Value, grad: f64) -> Part {
    let mut line = Sentence::new(names.call_all(node));
    if let Some(text) = super::operation_text(names, node) {
        line = line.text(format!(" = {text}"));
    }
    line = line.text(" = ").piece(Piece::Number(node.data()));
    if node.is_leaf() {
        line = line.text("  (leaf)");
    }
    let total = format!("{} = ", derivative(names, root, node));
    line.stop(RIGHT).text(total).piece(Piece::Number(grad)).part(2)
}

fn away(names: &Names, root: &Value, node: &Value) -> Part {
    let (root_name, name) = (names.call(root), names.call(node));
    let text = match Order::of([node]).contains(root) {
        true => format!(
            "  {name} is computed from {root_name}, not {root_name} from {name}: changing {name} \
             does not change {root_name}, so the grad is 0"
        ),
        false => format!(
            "  {root_name} does not depend on {name}: changing it changes nothing there, so the \
             grad is 0"
        ),
    };
    Sentence::new(text).part(2)
}

/// The table of uses with their sum, and the formulas that are too long for it.
fn uses(names: &Names, web: &Order, number: usize) -> Vec<Part> {
    let node = web.node(number);
    let root = web.node(web.root_number());
    let uses = web.uses(number);
    let shown = if uses.len() > MOST { MOST - 1 } else { uses.len() };
    let plain = |text: String| Cell::Text(text, Role::Plain);
    let mut rows = Vec::new();
    let mut formulas = Vec::new();
    let (mut hidden, mut sum) = (0.0, 0.0);
    for (index, link) in uses.iter().enumerate() {
        let user = web.node(link.user);
        let (local, contribution) = web.contribution(*link, user.grad());
        sum += contribution;
        if index >= shown {
            hidden += contribution;
            continue;
        }
        let upstream = format!("{} = ", derivative(names, root, user));
        let formula = formula(names, user, link.index);
        let slope = match formula.text.chars().count() > LONGEST_FORMULA {
            true => {
                let whole = format!("  {} = {}", partial(names, web, *link, node), formula.text);
                formulas.push(Sentence::new(whole).part(4));
                Sentence::new(format!("{} = ", partial(names, web, *link, node))).brief(local)
            }
            false => local_text(names, web, *link, node, local),
        };
        if let Some(wrong) = disagreement(user, link.index) {
            let whole = format!(
                "  {}: the formula, computed as written, is ",
                partial(names, web, *link, node)
            );
            let because = wrong.because.map(|because| format!(": {because}")).unwrap_or_default();
            formulas.push(Sentence::new(whole).brief(wrong.text).text(because).part(4));
        }
        rows.push(vec![
            plain(equation(names, user)),
            slope.cell(),
            Sentence::new(upstream).brief(user.grad()).cell(),
            Cell::Number(contribution),
        ]);
    }
    if shown < uses.len() {
        let more = plain(format!("and {} more uses", uses.len() - shown));
        rows.push(vec![more, Cell::Empty, Cell::Empty, Cell::Number(hidden)]);
    }
    let count = plain(format!("sum of {}", uses.len()));
    rows.push(vec![Cell::Empty, Cell::Empty, count, Cell::Number(sum)]);
    let column =
        |title: &'static str, width, right| Column { title: title.into(), gap: 2, right, width };
    let columns = vec![
        column("used in", 14, false),
        column("local derivative", 25, false),
        column("× upstream", 18, false),
        column("= contribution", 14, true),
    ];
    let table = Part::Grid(Grid { columns, rows, titled: true, even: false });
    std::iter::once(table).chain(formulas).collect()
}

/// `∂L.1/∂a = b = -3`
pub fn local_text(names: &Names, web: &Order, link: Use, node: &Value, local: f64) -> Sentence {
    let line = Sentence::new(format!("{} = ", partial(names, web, link, node)));
    let formula = formula(names, web.node(link.user), link.index);
    match formula.number {
        Some(_) => line.brief(local),
        None => line.text(format!("{} = ", formula.text)).brief(local),
    }
}

/// The paths to the root with the products along them, or only how many there are.
fn ways(names: &Names, web: &Order, number: usize) -> Vec<Part> {
    let count = paths(web)[number];
    if count.up_to(MOST).is_none() {
        let root = names.call(web.node(web.root_number()));
        let text = format!("  paths  {count} lead to {root}; the grad is the sum over all of them");
        return vec![Sentence::new(text).part(9)];
    }
    let mut lines = Vec::new();
    // The links of the path under way, and of each which of its user's uses comes next.
    let mut path: Vec<Use> = Vec::new();
    let mut next: Vec<usize> = vec![web.uses(number).len()];
    while let Some(left) = next.last_mut() {
        let here = path.last().map_or(number, |link| link.user);
        if here == web.root_number() {
            lines.push(way(names, web, number, &path));
        } else if let Some(at) = left.checked_sub(1) {
            // The last to push is the first in the order.
            *left = at;
            let link = web.uses(here)[at];
            path.push(link);
            next.push(web.uses(link.user).len());
            continue;
        }
        next.pop();
        path.pop();
    }
    let widest = lines.iter().map(|(path, _)| path.chars().count() + 3).max().unwrap_or(0);
    let stop = widest.clamp(*PRODUCTS.start(), *PRODUCTS.end());
    let line =
        |(path, product): (String, Sentence)| Sentence::new(path).stop(stop).then(product).part(8);
    lines.into_iter().map(line).collect()
}

/// `path  a → L.1 → L.2 → L` and `(-3) × 1 × (-2) = 6`
fn way(names: &Names, web: &Order, number: usize, path: &[Use]) -> (String, Sentence) {
    const LONGEST: usize = 7;
    const ENDS: usize = 2;
    let locals: Vec<f64> = path.iter().map(|link| web.contribution(*link, 1.0).0).collect();
    let product = locals.iter().rev().fold(1.0, |product, local| product * local);
    let is_long = path.len() > LONGEST;
    let mut text = format!("  path  {}", names.call(web.node(number)));
    let mut factors = Vec::new();
    for (at, (link, local)) in path.iter().zip(&locals).enumerate() {
        if is_long && at == ENDS + 1 {
            let left_out = path.len() - 2 * ENDS - 1;
            text.push_str(&format!(" → … {left_out} more …"));
            factors.push(Sentence::new("…"));
        }
        if is_long && at > ENDS && at < path.len() - ENDS {
            continue;
        }
        text.push_str(&format!(" → {}", names.call(web.node(link.user))));
        factors.push(Sentence::default().factor(*local));
    }
    (text, Sentence::default().list(factors, " × ").text(" = ").brief(product))
}
