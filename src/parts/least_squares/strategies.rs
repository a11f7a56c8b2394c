//! Searches from one start with several damping strategies, and from the best of several starts.

use super::Problem;
use super::search::{Found, Point, Strategy, search};
use crate::report::Ending;

/// The limits on steps from one start, and from one of several.
const MOST_STEPS: u64 = 500;
const MOST_STEPS_EACH: u64 = 100;
/// The part of the starts that are searched, with the fewest and the most.
const SEARCHED: usize = 20;
const FEWEST_SEARCHED: usize = 2;

/// The strategies, in the order in which they are tried.
const STRATEGIES: [Strategy; 3] = [
    Strategy { projects: true, first: 0.1 },
    Strategy { projects: false, first: 1.0 },
    Strategy { projects: false, first: 10.0 },
];

/// The end of a search with each strategy in turn; the first that is `enough` is the last.
pub fn ends(
    problem: &mut dyn Problem,
    start: &[f64],
    is_enough: impl Fn(&Found) -> bool,
) -> Vec<Found> {
    let (mut ends, has_linear) = (Vec::new(), problem.linear() > 0);
    for strategy in STRATEGIES.into_iter().filter(|it| has_linear || !it.projects) {
        let Some(end) = search(problem, start, strategy, MOST_STEPS) else { continue };
        let is_last = end.end == Ending::Interrupted || is_enough(&end);
        ends.push(end);
        if is_last {
            break;
        }
    }
    ends
}

/// The end of the first strategy that converges, else the lowest end; `None` if the start is not finite.
pub fn local(problem: &mut dyn Problem, start: &[f64]) -> Option<Found> {
    let mut ends = ends(problem, start, Found::has_converged);
    if ends.last().is_some_and(|end| end.end == Ending::Interrupted || end.has_converged()) {
        return ends.pop();
    }
    ends.into_iter().min_by(|one, other| one.triangle.norm().total_cmp(&other.triangle.norm()))
}

/// Searches from the starts with the smallest sums of squares; returns the lowest converged end and its start.
pub fn multistart(problem: &mut dyn Problem, starts: Vec<Vec<f64>>) -> Option<(Vec<f64>, Found)> {
    let linear = problem.linear();
    let mut norm =
        |start: &Vec<f64>| Point::of(problem, start.clone(), linear).map(|it| it.triangle.norm());
    let mut starts: Vec<(f64, Vec<f64>)> =
        starts.into_iter().filter_map(|start| Some((norm(&start)?, start))).collect();
    starts.sort_by(|one, other| one.0.total_cmp(&other.0));
    let count = (starts.len() / SEARCHED).max(FEWEST_SEARCHED);
    let [strategy, ..] = STRATEGIES;
    let ends = starts.into_iter().take(count).filter_map(|(_, start)| {
        let end = search(problem, &start, strategy, MOST_STEPS_EACH)?;
        end.has_converged().then_some((start, end))
    });
    ends.min_by(|(_, one), (_, other)| one.triangle.norm().total_cmp(&other.triangle.norm()))
}
