//! A diagram as SVG: one drawing, for files and for the page.

use std::fmt::Write;

use super::layout::{Frame, Layout, Point, is_tangled};
use super::shapes::{Form, PRINTED, path};
use super::{Diagram, NodeBox, Shape};
use crate::core::graph::Value;
use crate::render::{Style, opening, word};
use crate::report::{Pass, numbers};

/// A drawn diagram.
#[derive(Debug)]
pub struct Drawing {
    pub size: Point,
    /// The contents of `<svg>`. A box is a `<g class="node" id="n3">` with texts of the classes `name`, `data`,
    /// `grad` and `status`, its operation a `<g id="op3">`; an edge is a `<path id="…">`.
    pub markup: String,
    /// The layout style.
    pub form: Form,
}

impl Diagram {
    /// Draws a diagram from left to right, or from top to bottom.
    pub fn draw(&self, form: &Form, is_high: bool) -> Drawing {
        let sizes: Vec<Point> = self.boxes.iter().map(|it| form.size(it, is_high)).collect();
        let ellipses: Vec<Option<Point>> =
            self.boxes.iter().map(|it| form.ellipse(&it.operation)).collect();
        let edges: Vec<(usize, usize)> =
            self.edges.iter().map(|edge| (edge.operand, edge.user)).collect();
        let layout = Layout::of(&sizes, &ellipses, &edges, form.between, is_high);
        self.draw_at(&layout, form, is_high)
    }

    pub fn draw_at(&self, layout: &Layout, form: &Form, is_high: bool) -> Drawing {
        let mut markup = String::new();
        let untaken = |is_left_out: bool| if is_left_out { " untaken" } else { "" };
        let computed = || {
            let all = self.boxes.iter().zip(&layout.ellipses).enumerate();
            all.filter_map(|(number, (own, ellipse))| Some((number, own, ellipse.as_ref()?)))
        };
        for (number, own, (_, points)) in computed() {
            let class = format!("edge{}", untaken(own.is_left_out));
            path(&mut markup, &class, &format!("r{number}"), points);
        }
        for (edge, points) in self.edges.iter().zip(&layout.edges) {
            let kind = if edge.is_weight { "weight" } else { "edge" };
            let class = format!("{kind}{}", untaken(edge.is_left_out));
            path(&mut markup, &class, &edge.id(), points);
        }
        for (number, own, (Frame { middle: (x, y), size }, _)) in computed() {
            let _ = write!(
                markup,
                "<g class=\"operation{}\" id=\"op{number}\"><ellipse class=\"ellipse\" cx=\"{x:.1}\" \
                 cy=\"{y:.1}\" rx=\"{:.1}\" ry=\"{:.1}\"/>",
                untaken(own.is_left_out),
                size.0 / 2.0,
                size.1 / 2.0,
            );
            markup += &word("symbol", (*x, y + 4.5), "middle", &own.operation);
            markup += "</g>\n";
        }
        let attributes = if form.has_status { " tabindex=\"-1\" role=\"button\"" } else { "" };
        for (number, (own, frame)) in self.boxes.iter().zip(&layout.boxes).enumerate() {
            let kind = match own.shape {
                Shape::Box => "",
                Shape::Neuron => " neuron",
                Shape::Input => " neuron input",
            };
            let (class, untaken) = (own.class, untaken(own.is_left_out));
            let _ = write!(
                markup,
                "<g class=\"node {class}{kind}{untaken}\" id=\"n{number}\"{attributes}>"
            );
            match own.shape {
                Shape::Box => own.draw(&mut markup, frame, form, is_high),
                Shape::Neuron | Shape::Input => own.draw_circle(&mut markup, frame),
            }
            markup.push_str("</g>\n");
        }
        Drawing { size: (layout.size.0.ceil(), layout.size.1.ceil()), markup, form: *form }
    }
}

/// The picture of a pass as a file; `None` if its edges are too long.
pub fn picture(pass: &Pass, style: &Style) -> Option<String> {
    if is_tangled(&pass.order) {
        return None;
    }
    let diagram = Diagram::of(pass, style);
    let Drawing { size, markup, .. } = diagram.draw(&PRINTED, false);
    let data = pass.root().map_or(f64::NAN, Value::data);
    let data = numbers::answer(data, None);
    let title = format!("{} = {data} and its gradients", pass.root_name());
    Some(format!("{}{markup}</svg>\n", opening(size, &title, &description(pass, &diagram))))
}

/// The description of the picture.
fn description(pass: &Pass, diagram: &Diagram) -> String {
    let root = pass.root_name();
    let said = diagram.boxes.iter().zip(pass.order.nodes()).map(|(own, node)| {
        let made =
            if node.is_leaf() { String::new() } else { format!(" = {}", pass.expression(node)) };
        let NodeBox { name, data, grad, .. } = own;
        let grad = match pass.grad(node) {
            Some(_) => format!(", d{root}/d{name} {grad}"),
            None => String::new(),
        };
        format!(" {name}{made}: data {data}{grad}.")
    });
    format!("A graph from left to right.{}", said.collect::<String>())
}
