//! The exercise in progress; it ends when its data changes.

use std::collections::{HashMap, HashSet};
use std::mem;
use std::rc::Rc;

use crate::core::graph::{Operand, Order, Part, Scope, Value, undifferentiated};
use crate::core::language::{Error, Kind, Result, Span, Step, Tree};
use crate::core::session::{PartState, Session, same_bits};
use crate::parts::learn::{Context, PassByHand, Question, Quiz, Try};
use crate::report::Report;

/// An exercise in progress.
#[derive(Debug, Clone)]
pub enum Practice {
    /// A backward pass taken by hand.
    ByHand(PassByHand),
    /// A quiz.
    Quiz(Quiz),
}

impl Practice {
    /// The pass that it is about.
    pub fn context(&self) -> &Context {
        match self {
            Practice::ByHand(pass) => &pass.context,
            Practice::Quiz(quiz) => &quiz.context,
        }
    }

    /// Returns true if nothing is left to do.
    pub fn is_over(&self) -> bool {
        match self {
            Practice::ByHand(pass) => pass.is_done(),
            Practice::Quiz(quiz) => quiz.is_over(),
        }
    }
}

/// The current exercise or lesson question, and the tries.
#[derive(Debug, Default)]
struct Learning {
    begun: Option<Begun>,
    question: Option<Box<dyn Question>>,
    tries: Vec<Try>,
}

/// An exercise, and the data of its leaves when it began.
#[derive(Debug)]
struct Begun {
    practice: Practice,
    data: Vec<f64>,
}

impl Begun {
    /// Returns true if its leaves have the data with which it began.
    fn is_current(&self) -> bool {
        let is_same = |(now, before): (f64, &f64)| same_bits(now, *before);
        leaf_data(&self.practice).zip(&self.data).all(is_same)
    }
}

fn leaf_data(practice: &Practice) -> impl Iterator<Item = f64> {
    let context = practice.context();
    context.leaves().map(|number| context.node(number).data())
}

impl PartState for Learning {}

/// Exercises, as a part of the program.
#[derive(Debug)]
pub struct Exercises;

impl Part for Exercises {
    /// Goes on with an exercise that was going on when a statement began: all has been undone since.
    fn failed(&self, scope: &mut dyn Scope, began: u32) {
        let Some(session) = scope.owner_mut().downcast_mut::<Session>() else { return };
        let root = session.practice().map(|practice| practice.context().root_node().clone());
        if let Some(root) = root.filter(|_| session.data_time != began) {
            session.refresh(&root);
        }
    }

    fn reset(&self, scope: &mut dyn Scope) {
        if let Some(session) = scope.owner_mut().downcast_mut::<Session>() {
            session.leave_practice();
        }
    }
}

/// Ends an exercise whose data has changed or whose root is gone, and returns a note that says so, unless it was over.
pub fn end_outdated(session: &mut Session) -> Option<String> {
    let names = Rc::clone(&session.state.names);
    let ended = session.part_setting_mut::<Learning>().begun.take_if(|begun| {
        let name = names.reference(begun.practice.context().root_node());
        names.resolve(&name).is_none() || !begun.is_current()
    });
    let practice = ended?.practice;
    let what = match practice {
        _ if practice.is_over() => return None,
        Practice::ByHand(_) => "the backward pass by hand",
        Practice::Quiz(_) => "the quiz",
    };
    let name = practice.context().row_name();
    let name = name.unwrap_or_else(|| session.names().call(practice.context().root_node()));
    Some(format!("{what} on {name} has ended: {name} has changed"))
}

#[doc(hidden)]
impl Session {
    /// Runs the backward pass from `root` for the tutor to look at.
    pub fn tutor_context(&mut self, root: &Value) -> Result<Context> {
        self.backward(root);
        self.guard().go_on(Span::default())?;
        let (order, names) = self.shared_pass();
        Ok(Context::new(self, order, names))
    }

    /// As [`Session::tutor_context`], of a root that is one number in the current row: if the root has a fold with
    /// parameters, of the operand of that. Folds of columns alone are numbers.
    ///
    /// # Errors
    ///
    /// The work was interrupted, or a row of the root depends on other rows.
    pub fn one_row_context(&mut self, root: &Value) -> Result<Context> {
        let has_parameters = |fold: &&Value| {
            fold.folded_rows() > 0 && Order::of([*fold]).leaves().any(|leaf| !leaf.is_per_row())
        };
        let nodes = self.order_of(root).nodes().iter();
        let folds: Vec<Value> = nodes.filter(has_parameters).cloned().collect();
        let name = self.names().call(root);
        let of_row = match folds.as_slice() {
            [] => return self.tutor_context(root),
            [fold] if !root.is_per_row() => fold.operands().first().and_then(Operand::value),
            _ => None,
        };
        let Some(of_row) = of_row else {
            let message = format!("an exercise on {name} cannot show one row alone");
            let error = Error::new(Span::default(), message);
            return Err(error.hint("choose a root with one sum or mean over rows"));
        };
        let mut context = self.tutor_context(of_row)?;
        context.row_of = of_row.rows().map(|rows| (name, self.current_row(rows)));
        Ok(context)
    }

    /// Begins an exercise, ending any other.
    pub fn begin_practice(&mut self, practice: Practice) {
        let begun = Begun { data: leaf_data(&practice).collect(), practice };
        *self.part_setting_mut() = Learning { begun: Some(begun), ..Learning::default() };
    }

    /// Asks a question of a lesson, ending any exercise.
    pub fn begin_question(&mut self, question: Box<dyn Question>) {
        *self.part_setting_mut() = Learning { question: Some(question), ..Learning::default() };
    }

    /// The current exercise, if its data has not changed.
    pub fn practice(&self) -> Option<&Practice> {
        let begun = self.part_setting::<Learning>()?.begun.as_ref();
        begun.filter(|begun| begun.is_current()).map(|begun| &begun.practice)
    }

    /// The grads that the learner knows during a pass by hand from this root: only these are shown.
    pub fn known_by_hand(&self, root: &Value) -> Option<HashMap<Value, f64>> {
        self.pass_by_hand(root).map(PassByHand::known)
    }

    fn pass_by_hand(&self, root: &Value) -> Option<&PassByHand> {
        match self.practice() {
            Some(Practice::ByHand(pass)) if pass.is_in_progress(root) => Some(pass),
            _ => None,
        }
    }

    /// As [`Session::tutor_context`], with the grads found by a pass by hand from this root.
    pub(super) fn found_context(&mut self, root: &Value) -> Result<Context> {
        let mut context = self.tutor_context(root)?;
        context.pass.known = self.known_by_hand(root);
        context.pushed = self.pass_by_hand(root).map(PassByHand::pushed);
        Ok(context)
    }

    /// The names that begin so, of the nodes that a pass by hand has not visited.
    pub fn unvisited(&self, typed: &str) -> Vec<String> {
        let Some(Practice::ByHand(pass)) = self.practice() else { return Vec::new() };
        let names = pass.left().map(|number| pass.context.name(number));
        names.filter(|name| name.starts_with(typed)).collect()
    }

    /// The current exercise, for its next step.
    pub fn practice_mut(&mut self) -> Option<&mut Practice> {
        let names = Rc::clone(&self.state.names);
        let begun = self.part_setting_mut::<Learning>().begun.as_mut();
        let Begun { practice, .. } = begun.filter(|begun| begun.is_current())?;
        let (Practice::ByHand(PassByHand { context, .. }) | Practice::Quiz(Quiz { context, .. })) =
            practice;
        context.pass.names = names;
        Some(practice)
    }

    /// Ends the current exercise, and drops a question that waits.
    pub fn leave_practice(&mut self) {
        let learning = self.part_setting_mut::<Learning>();
        (learning.begun, learning.question) = (None, None);
    }

    /// Returns true during a pass by hand, in which Enter takes a step.
    pub fn is_in_pass(&self) -> bool {
        matches!(self.practice(), Some(Practice::ByHand(pass)) if !pass.is_done())
    }

    /// Returns true if a question waits for an answer.
    pub fn is_asking(&self) -> bool {
        self.asks().is_some()
    }

    /// The name of the question that waits.
    pub fn asks(&self) -> Option<String> {
        let own = self.part_setting::<Learning>().and_then(|it| it.question.as_ref());
        match (own, self.practice()) {
            (Some(question), _) => question.asks(),
            (None, Some(Practice::Quiz(quiz))) => quiz.asks(),
            _ => None,
        }
    }

    /// Lets the current question reply to an input, and records the try; `None` without a question.
    pub(super) fn reply(
        &mut self,
        reply: impl FnOnce(&mut Session, &mut dyn Question) -> (Try, Result<Report>),
    ) -> Option<Result<Report>> {
        let has_practice = self.practice_mut().is_some();
        let mut learning = mem::take(self.part_setting_mut::<Learning>());
        let question: Option<&mut dyn Question> =
            match (&mut learning.question, &mut learning.begun) {
                (Some(question), _) => Some(question.as_mut()),
                (None, Some(Begun { practice: Practice::Quiz(quiz), .. })) if has_practice => {
                    Some(quiz)
                }
                _ => None,
            };
        let replied = question.map(|question| reply(self, question));
        learning.question = learning.question.filter(|question| question.asks().is_some());
        let (tried, report) = replied.unzip();
        learning.tries.extend(tried);
        *self.part_setting_mut() = learning;
        report
    }

    pub fn take_tries(&mut self) -> Vec<Try> {
        mem::take(&mut self.part_setting_mut::<Learning>().tries)
    }
}

/// Makes sure that nothing in an answer has the session differentiate: no `a.grad`, and no call, by itself
/// or through a function of the user's.
pub fn must_not_differentiate(session: &Session, tree: &Tree<'_>) -> Result<()> {
    let is_named = |step: &&Step| matches!(step.kind, Kind::Call(_) | Kind::Name);
    let does = |step: &&Step| {
        let mut seen: HashSet<String> = HashSet::new();
        let mut work = vec![step.span.of(tree.text).to_owned()];
        while let Some(name) = work.pop() {
            let (base, primes) = undifferentiated(&name);
            if primes > 0 || name == "diff" || name.ends_with(".grad") {
                return true;
            }
            if let Some(function) = session.function(base).filter(|_| seen.insert(name.clone())) {
                work.extend(function.calls().map(str::to_owned));
            }
        }
        false
    };
    let Some(step) = tree.steps.iter().filter(is_named).find(does) else { return Ok(()) };
    let message = format!("an answer cannot use {}", step.span.of(tree.text));
    Err(Error::new(step.span, message).hint("answer with a number or a formula, such as -2*x"))
}
