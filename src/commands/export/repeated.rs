//! The steps that have led to where a root's leaves are, for a script that repeats them.

use crate::graph::Value;
use crate::language::exact;
use crate::methods::{Method, Rate};
use crate::report::{BatchesOfSteps, LeafOfSteps, RateOfSteps, RunOfSteps};
use crate::session::{self, Session, StepsTaken};

/// Returns the runs of steps from a root, as PyTorch takes them; none unless the leaves are where they led.
pub fn repeated(session: &Session, root: &Value) -> Vec<RunOfSteps> {
    let runs = session::steps_to(session, root);
    let before = std::iter::once(None).chain(runs.iter().map(Some));
    before.zip(&runs).map(|(before, run)| repeated_run(before.map(|it| &**it), run)).collect()
}

fn repeated_run(before: Option<&StepsTaken>, run: &StepsTaken) -> RunOfSteps {
    let StepsTaken { method, count, .. } = *run;
    let (class, settings, decay) = in_torch(&method, &run.rate);
    let batches = run.batch.map(|(start, _)| BatchesOfSteps {
        size: start.size,
        rows: start.rows,
        seed: start.seed,
        epoch: start.epoch,
        taken: start.taken,
    });
    let averages = method.kind.torch.averages;
    let leaf = |it: &session::StepsOfLeaf| {
        let averages = averages.iter().copied().zip(it.remembered.averages);
        Some(LeafOfSteps {
            leaf: it.leaf()?,
            before: it.before,
            steps: it.remembered.steps,
            averages: averages.collect(),
        })
    };
    let goes_on = before.is_some_and(|before| {
        let mut leaves = before.leaves.iter().zip(&run.leaves);
        let is_alike = in_torch(&before.method, &before.rate) == (class, settings.clone(), decay);
        is_alike
            && before.leaves.len() == run.leaves.len()
            && leaves.all(|(one, next)| one.goes_on_in(next))
    });
    let leaves = run.leaves.iter().filter_map(leaf).collect();
    let rate = rate(run);
    RunOfSteps { class, settings, rate, decay, count, batches, leaves, goes_on }
}

/// Returns the class of `torch.optim`, its settings, and the decay that is left to do.
fn in_torch(method: &Method, rate: &Rate) -> (&'static str, String, f64) {
    let torch = &method.kind.torch;
    let numbers = method.kind.numbers.iter().zip(method.numbers);
    let settings = numbers.clone().fold(torch.settings.to_owned(), |text, (it, number)| {
        text.replace(&format!("{{{}}}", it.name), &exact(number))
    });
    // Nesterov's momentum must be above 0 there.
    let is_still = numbers.clone().count() == 1 && torch.class == "SGD" && method.numbers[0] == 0.0;
    let settings = if is_still { String::new() } else { settings };
    let is_falling = rate.formula().is_none() && rate.at(0) >= 0.0;
    match torch.decayed.filter(|_| method.decay != 0.0 && is_falling) {
        Some(class) => (class, format!("{settings}, weight_decay={}", exact(method.decay)), 0.0),
        None => (torch.class, settings, method.decay),
    }
}

fn rate(run: &StepsTaken) -> RateOfSteps {
    let Some((step, order)) = run.rate.formula() else {
        return RateOfSteps::Fixed(run.rate.at(0));
    };
    let constants = order.leaves().cloned().zip(run.constants.iter().copied()).collect();
    RateOfSteps::Formula { step: step.clone(), nodes: order.nodes().to_vec(), constants }
}
