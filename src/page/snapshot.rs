//! The state of the page: the picture, the sliders, and the next actions.

use std::rc::Rc;

use serde::Serialize;

use super::Page;
use super::circuit::Picture;
use super::lesson::Progress;
use super::neurons::Neurons;
use super::plots::{Pace, Shown};
use super::sliders::NUDGE;
use crate::command::passed_in_detail;
use crate::core::graph::Value;
use crate::core::session::Session;
use crate::parts::export::{MOST_DRAWN, is_tangled};
use crate::parts::learn::Practice;
use crate::report::{Coverage, Overview, Pass, Shape, numbers};

/// The limit on sliders.
const MOST_SLIDERS: usize = 64;
/// The most nodes of a root whose networks are drawn.
const MOST_NODES: usize = 20_000;

/// The state that the page shows.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct State {
    /// The prompt for the next line.
    prompt: &'static str,
    /// The current root and its data.
    root: Option<(String, String)>,
    /// The picture; `None` without a root, or with too many nodes.
    picture: Option<Picture>,
    /// A plot beside it.
    plot: Option<Shown>,
    /// The number of its nodes.
    nodes: usize,
    /// Its unfrozen leaves.
    sliders: Vec<Slider>,
    /// The number of leaves without a slider.
    more: usize,
    /// True if `:step` can train it.
    trains: bool,
    /// The nudged leaf, and its nudge.
    nudged: Option<(String, f64)>,
    /// True if it has networks, drawn by neurons or by operations.
    has_networks: bool,
    /// The current row, from 1, and the number of rows.
    row: Option<(usize, usize)>,
    /// The exercise in progress.
    practice: Option<Doing>,
    /// The progress of the lesson.
    lesson: Option<Progress>,
}

/// A leaf that a slider moves.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Slider {
    name: String,
    #[cfg_attr(test, ts(type = "number | null"))]
    number: f64,
    text: String,
}

/// The exercise in progress.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Doing {
    /// The backward pass by hand, or a quiz.
    #[cfg_attr(test, ts(type = "'hand' | 'quiz'"))]
    kind: &'static str,
    /// The derivative in question.
    question: Option<String>,
    /// The node that `:next` visits.
    next: Option<String>,
    /// The node that was visited before it was ready.
    early: Option<String>,
    over: bool,
}

impl Page {
    pub(super) fn state(&mut self, pace: Pace) -> State {
        let asking = self.session.is_asking();
        let drawn = drawn_practice(&self.session);
        let shown = drawn.map(|practice| practice.context().root_node());
        let shown = shown.or_else(|| self.session.root()).cloned();
        let practice = self.session.practice().map(doing);
        let mut state = State {
            prompt: if asking { "? " } else { "> " },
            practice,
            lesson: self.progress(),
            ..State::default()
        };
        // A tangent would answer an exercise.
        if !self.asks_grads() && self.session.practice().is_none_or(Practice::is_over) {
            state.plot = self.plot(pace);
        }
        if let Some(root) = shown {
            self.show_root(&root, &mut state);
        }
        if state.picture.is_none() {
            self.drawn.is_gone();
        }
        state
    }

    fn show_root(&mut self, root: &Value, state: &mut State) {
        let free = self.session.order_of(root).unfrozen_leaves();
        let order = self.session.order_of(root);
        state.nodes = order.count();
        let has_rows = order.has_rows();
        let most = order.nodes().iter().filter_map(Value::rows).max().filter(|_| has_rows);
        state.row = most.map(|rows| (self.session.current_row(rows), rows));
        self.draw_root(root, state);
        let names = self.session.names();
        let nudged = self.nudged.as_ref();
        state.nudged = nudged.map(|leaf| (names.reference(leaf), NUDGE));
        state.root = Some((names.call(root), numbers::answer(root.data(), None)));
        state.more = free.len().saturating_sub(MOST_SLIDERS);
        state.trains = root.rows().is_none() && !free.is_empty();
        let slider = |leaf: &Value| Slider {
            name: names.reference(leaf),
            number: leaf.data(),
            text: numbers::significant(leaf.data(), 5),
        };
        state.sliders = free.iter().take(MOST_SLIDERS).map(slider).collect();
    }

    /// Draws the networks of the root; without networks, or during an exercise, its operations.
    fn draw_root(&mut self, root: &Value, state: &mut State) {
        let is_learning = drawn_practice(&self.session).is_some();
        if state.nodes > MOST_NODES {
            return;
        }
        let may_have_networks =
            self.session.order_of(root).leaves().any(|it| it.network_of_leaf().is_some());
        if !may_have_networks && state.nodes > MOST_DRAWN {
            return;
        }
        if !self.is_passed {
            self.session.backward(root);
        }
        let pass = passed_in_detail(&mut self.session, Shape::Circuit);
        let outline = self.session.outline_of(&pass.order);
        let overview = outline.clone().map(|outline| outline as Rc<dyn Overview>);
        let pass = Pass { overview, ..pass };
        let neurons = outline.filter(|_| may_have_networks);
        let neurons = neurons.and_then(|outline| Neurons::of(&pass, &outline));
        let style = self.style();
        let hides_grads = self.asks_grads();
        state.has_networks = neurons.is_some();
        let neurons = neurons.filter(|_| !is_learning && !hides_grads && !self.shows_operations);
        if let Some(neurons) = neurons {
            let picture = self.drawn.networks(&pass, &neurons, self.shows_grads, &style);
            state.picture = Some(picture);
            return;
        }
        if state.nodes <= MOST_DRAWN && !is_tangled(&pass.order) {
            let mut pass = pass.covering(Coverage::All);
            pass.non_finite = pass.non_finite.filter(|_| !is_learning);
            let (practice, nudged) = (drawn_practice(&self.session), self.nudged.as_ref());
            let picture = self.drawn.picture(&pass, practice, hides_grads, &style, nudged);
            state.picture = Some(picture);
        }
    }
}

/// The exercise in the picture; a finished quiz hides nothing.
fn drawn_practice(session: &Session) -> Option<&Practice> {
    session.practice().filter(|it| !it.is_over() || matches!(it, Practice::ByHand(_)))
}

fn doing(practice: &Practice) -> Doing {
    let context = practice.context();
    let name = |number: usize| context.name(number);
    let (kind, question, next, early) = match practice {
        Practice::ByHand(pass) => {
            let waits = |number: &usize| pass.seen().get(*number).is_some_and(|it| it.waiting > 0);
            ("hand", None, pass.left().next(), pass.too_early.filter(waits))
        }
        Practice::Quiz(quiz) => {
            let question = quiz.asked().map(|number| context.derivative(number));
            ("quiz", question, quiz.asked(), None)
        }
    };
    Doing { kind, question, next: next.map(name), early: early.map(name), over: practice.is_over() }
}
