//! The exercise in progress; it ends when its data changes.

use std::collections::{HashMap, HashSet};
use std::mem;
use std::rc::Rc;

use crate::core::graph::{Scope, Value, undifferentiated};
use crate::core::language::{Error, Kind, Result, Span, Step, Tree};
use crate::core::session::{PartState, Session};
use crate::parts::learn::{Context, Practice, Question, Try};

/// The exercise in progress, if there is one, or the question of a lesson that waits, and what was tried.
#[derive(Debug, Default)]
struct Learning {
    begun: Option<Begun>,
    question: Option<Box<dyn Question>>,
    tries: Vec<Try>,
}

/// An exercise, and the clock when it began.
#[derive(Debug)]
struct Begun {
    practice: Practice,
    clock: u32,
}

impl PartState for Learning {}

#[doc(hidden)]
impl Session {
    /// Runs the backward pass from `root` for the tutor to look at.
    ///
    /// # Errors
    ///
    /// When the work was interrupted.
    pub fn tutor_context(&mut self, root: &Value) -> Result<Context> {
        self.backward(root);
        self.guard().go_on(Span::default())?;
        let (order, names) = self.shared_pass();
        Ok(Context::new(self, order, names))
    }

    /// As [`Session::tutor_context`], of a root for which the row in view is all there is, for the
    /// command that begins so.
    ///
    /// # Errors
    ///
    /// The work was interrupted, or there is a fold.
    pub fn one_row_context(&mut self, root: &Value, command: &str) -> Result<Context> {
        self.must_be_one_row(root, command)?;
        self.tutor_context(root)
    }

    /// Begins an exercise, ending any other.
    pub fn begin_practice(&mut self, practice: Practice) {
        let begun = Begun { practice, clock: self.clock };
        *self.part_setting_mut() = Learning { begun: Some(begun), ..Learning::default() };
    }

    /// Asks a question of a lesson, ending any exercise.
    pub fn begin_question(&mut self, question: Box<dyn Question>) {
        *self.part_setting_mut() = Learning { question: Some(question), ..Learning::default() };
    }

    /// The current exercise, if its data has not changed.
    pub fn practice(&self) -> Option<&Practice> {
        let begun = self.part_setting::<Learning>()?.begun.as_ref();
        begun.filter(|begun| begun.clock == self.clock).map(|begun| &begun.practice)
    }

    /// The grads that the learner knows during a pass by hand from this root: only these are shown.
    pub fn known_by_hand(&self, root: &Value) -> Option<HashMap<Value, f64>> {
        match self.practice() {
            Some(Practice::ByHand(pass)) if pass.is_in_progress(root) => Some(pass.known()),
            _ => None,
        }
    }

    /// The current exercise, for its next step.
    pub fn practice_mut(&mut self) -> Option<&mut Practice> {
        let (clock, names) = (self.clock, Rc::clone(&self.state.names));
        let begun = self.part_setting_mut::<Learning>().begun.as_mut();
        let begun = begun.filter(|begun| begun.clock == clock)?;
        begun.practice.rename(names);
        Some(&mut begun.practice)
    }

    /// Ends the current exercise, and drops a question that waits.
    pub fn leave_practice(&mut self) {
        let learning = self.part_setting_mut::<Learning>();
        (learning.begun, learning.question) = (None, None);
    }

    /// Returns true if a question waits for an answer.
    pub fn is_asking(&self) -> bool {
        let is_lessons_own = |it: &Learning| it.question.is_some();
        self.part_setting().is_some_and(is_lessons_own)
            || matches!(self.practice(), Some(Practice::Quiz(quiz)) if !quiz.is_over())
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

    /// Does something with the question that waits; `None` if there is none.
    pub fn with_question<T>(
        &mut self,
        act: impl FnOnce(&mut Session, &mut dyn Question) -> T,
    ) -> Option<T> {
        self.practice_mut();
        let is_quiz = matches!(self.practice(), Some(Practice::Quiz(_)));
        let mut learning = mem::take(self.part_setting_mut::<Learning>());
        let done = match (&mut learning.question, &mut learning.begun) {
            (Some(question), _) => Some(act(self, question.as_mut())),
            (None, Some(Begun { practice: Practice::Quiz(quiz), .. })) if is_quiz => {
                Some(act(self, quiz))
            }
            _ => None,
        };
        learning.question = learning.question.filter(|question| question.asks().is_some());
        *self.part_setting_mut() = learning;
        done
    }

    /// Keeps what was typed when something was asked.
    pub fn note_try(&mut self, tried: Try) {
        self.part_setting_mut::<Learning>().tries.push(tried);
    }

    /// Takes what was typed when something was asked.
    pub fn take_tries(&mut self) -> Vec<Try> {
        mem::take(&mut self.part_setting_mut::<Learning>().tries)
    }

    /// Ends an exercise whose data has changed; none if it was over.
    pub fn end_outdated_practice(&mut self) -> Option<Practice> {
        let clock = self.clock;
        let begun =
            self.part_setting_mut::<Learning>().begun.take_if(|begun| begun.clock != clock)?;
        Some(begun.practice).filter(|practice| !practice.is_over())
    }

    /// Goes on with an exercise that was going on at `clock`: all has been undone since.
    pub(crate) fn keep_practice_of(&mut self, clock: u32) {
        let now = self.clock;
        let begun = self.part_setting_mut::<Learning>().begun.as_mut();
        let Some(begun) = begun.filter(|it| it.clock == clock && clock != now) else {
            return;
        };
        begun.clock = now;
        let root = begun.practice.context().root_node().clone();
        self.refresh(&root);
    }

    /// The number of times that leaves have changed.
    pub fn clock(&self) -> u32 {
        self.clock
    }
}

/// Makes sure that no call in an answer has the session differentiate, by itself or through a function of
/// the user's.
///
/// # Errors
///
/// The first one that does.
pub fn must_not_differentiate(session: &Session, tree: &Tree<'_>) -> Result<()> {
    let is_call = |step: &&Step| matches!(step.kind, Kind::Call(_));
    let does = |step: &&Step| {
        let mut seen: HashSet<String> = HashSet::new();
        let mut work = vec![step.span.of(tree.text).to_owned()];
        while let Some(name) = work.pop() {
            let (base, primes) = undifferentiated(&name);
            if primes > 0 || name == "diff" {
                return true;
            }
            if let Some(function) = session.function(base).filter(|_| seen.insert(name.clone())) {
                work.extend(function.calls().map(str::to_owned));
            }
        }
        false
    };
    let Some(call) = tree.steps.iter().filter(is_call).find(does) else { return Ok(()) };
    let call_text = call.span.of(tree.text);
    let message = format!("{call_text} differentiates, which is what is asked of you");
    Err(Error::new(call.span, message).hint(":hint helps, :skip tells the answer"))
}
