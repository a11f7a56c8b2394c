//! Looking for a lower minimum of a root than the one that a search has come to.

use super::search::Search;
use super::{Outcome, Proof};
use crate::methods::thresholds_of_minimize::elsewhere::{
    AROUND, AS_LOW, BETWEEN, ENDS, MOST_LEAVES, MOST_STEPS, MOST_WORK, SAME, VALLEY,
};
use crate::methods::thresholds_of_minimize::verdict::SHOWN;
use crate::solver::{Problem, Range, Triangle, around, low_places};

/// A minimum: the leaves, and the root there.
#[derive(Debug, Clone, PartialEq)]
pub struct Bottom {
    /// The data of the leaves.
    pub at: Vec<f64>,
    /// The root's data.
    pub root: f64,
    /// The proof that it is a minimum.
    pub proof: Proof,
}

/// What is known of a lower minimum than the one found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lower {
    /// There is none, and no other one: the root is quadratic.
    Only,
    /// There is none, as the root is made of squares.
    Nowhere,
    /// None was seen from elsewhere.
    NotSeen,
    /// From elsewhere the root was seen to fall without end.
    Endless,
    /// So many leaves move that none was looked for.
    TooMany(usize),
    /// To look for one, or to look farther, would take too long.
    TooLong,
}

/// What has been found elsewhere.
#[derive(Debug)]
pub struct Elsewhere {
    /// The lowest minimum.
    pub lowest: Bottom,
    /// The others, the nearest to where the search began first.
    pub others: Vec<Bottom>,
    /// What is known of lower ones.
    pub lower: Lower,
    /// The number of steps taken.
    pub steps: u64,
}

/// Looks for a lower minimum than the one that a search from `start` has come to, with the starts of a
/// fit: from where the root is low as one leaf moves far, and from around the start and the lowest
/// minimum. The search ends at the lowest minimum.
pub fn elsewhere(search: &mut Search, proof: Proof, start: &[f64]) -> Elsewhere {
    let (at, root) = (search.tape.data().to_vec(), search.tape.root_data());
    let (lowest, leaves) = (Bottom { at, root, proof }, search.tape.leaves().len());
    let lower = match proof {
        Proof::Curvature { .. } if search.traits.is_quadratic => Lower::Only,
        Proof::NeverNegative => Lower::Nowhere,
        _ if leaves > MOST_LEAVES => Lower::TooMany(leaves),
        _ => Lower::NotSeen,
    };
    let found = Elsewhere { lowest, others: Vec::new(), lower, steps: 0 };
    let mut hunt = Hunt { search, start, work: 0.0, found };
    if lower == Lower::NotSeen {
        hunt.look_along_leaves();
        hunt.look_around();
    }
    let Hunt { search, mut found, .. } = hunt;
    let far = |it: &Bottom| distance(&it.at, start);
    found.others.sort_by(|one, other| far(one).total_cmp(&far(other)));
    search.restart(&found.lowest.at);
    found
}

/// The search for the lowest minimum.
struct Hunt<'hunt> {
    search: &'hunt mut Search,
    start: &'hunt [f64],
    /// The work so far, in records executed.
    work: f64,
    found: Elsewhere,
}

impl Hunt<'_> {
    /// Searches from where the root is low as one leaf moves, as long as that leads lower.
    fn look_along_leaves(&mut self) {
        loop {
            let lowest = self.found.lowest.clone();
            let each = self.search.tape.records().max(1) as f64;
            let room = (MOST_WORK - self.work) / each;
            let mut heights = Heights(self.search);
            let Some(places) = low_places(&mut heights, &lowest.at, Range::WIDE, room) else {
                return self.give_up();
            };
            self.work += places.count as f64 * each;
            let ends = (0..lowest.at.len()).flat_map(|leaf| {
                let at = &lowest.at;
                ENDS.iter().map(move |far| {
                    let mut at = at.clone();
                    at.iter_mut().skip(leaf).take(1).for_each(|it| {
                        *it = if *it == 0.0 { *far } else { *it * far };
                    });
                    at
                })
            });
            let ends: Vec<Vec<f64>> = ends.collect();
            for from in &places.starts {
                self.search_from(from);
            }
            for from in ends {
                if Heights(self.search).norm(&from) < self.found.lowest.root {
                    self.search_from(&from);
                }
            }
            if self.is_over() || !is_lower(&self.found.lowest, &lowest) {
                return;
            }
        }
    }

    /// Searches from around the start and the lowest minimum, ever farther away.
    fn look_around(&mut self) {
        for round in 0..AROUND {
            if self.is_over() {
                return;
            }
            let middle = if round % 2 == 1 { &self.found.lowest.at } else { self.start };
            let from = around(middle, round);
            self.search_from(&from);
        }
    }

    fn give_up(&mut self) {
        if self.found.lower == Lower::NotSeen {
            self.found.lower = Lower::TooLong;
        }
    }

    fn is_over(&mut self) -> bool {
        if self.work > MOST_WORK {
            self.give_up();
        }
        self.search.stop.is_set() || self.found.lower != Lower::NotSeen
    }

    /// Searches from a point, and keeps the minimum that it comes to.
    fn search_from(&mut self, from: &[f64]) {
        if self.is_over() {
            return;
        }
        self.search.restart(from);
        let (highest, steepest) = (self.search.tape.root_data(), self.search.tape.largest_grad());
        if !highest.is_finite() || !steepest.is_finite() {
            return;
        }
        let (outcome, steps) = self.search.run(highest, MOST_STEPS, |_, _| ());
        self.found.steps += steps;
        // A step takes a few passes.
        self.work += 4.0 * (steps as f64 + 2.0) * self.search.tape.records() as f64;
        match outcome {
            Outcome::Minimum(proof) => {
                let (at, root) = (self.search.tape.data().to_vec(), self.search.tape.root_data());
                self.take(Bottom { at, root, proof });
            }
            // In a long valley above the minimum it may only seem to fall for ever.
            Outcome::Unbounded | Outcome::Endless
                if self.search.tape.root_data() < self.found.lowest.root =>
            {
                self.found.lower = Lower::Endless;
            }
            _ => {}
        }
    }

    /// Keeps a minimum that is not known yet.
    fn take(&mut self, bottom: Bottom) {
        let Hunt { search, start, found, .. } = self;
        let Elsewhere { lowest, others, lower, .. } = found;
        if is_lower(&bottom, lowest) {
            if bottom.proof == Proof::NeverNegative {
                *lower = Lower::Nowhere;
            }
            let before = std::mem::replace(lowest, bottom);
            others.push(before);
        } else if !others
            .iter()
            .chain([&*lowest])
            .any(|other| is_same(other, &bottom) || is_one_valley(search, start, [other, &bottom]))
        {
            others.push(bottom);
        }
    }
}

fn is_lower(one: &Bottom, other: &Bottom) -> bool {
    one.root < other.root - AS_LOW * one.root.abs().max(other.root.abs()) && !is_same(one, other)
}

fn is_same(one: &Bottom, other: &Bottom) -> bool {
    let size = |at: &[f64]| at.iter().fold(0.0, |most: f64, it| most.max(it.abs()));
    distance(&one.at, &other.at) <= SAME * size(&one.at).max(size(&other.at)).max(SAME)
}

/// Tells whether two minima are near each other, with nothing between them that is higher by more than rounding, which
/// decides where at the bottom of a valley a search ends.
fn is_one_valley(search: &mut Search, start: &[f64], [one, other]: [&Bottom; 2]) -> bool {
    let sizes = [&*one.at, &*other.at, start].into_iter().flatten().map(|it| it.abs());
    if distance(&one.at, &other.at) > VALLEY * sizes.fold(1.0, f64::max) {
        return false;
    }
    let highest = one.root.max(other.root);
    let highest = highest + SHOWN * highest.abs();
    BETWEEN.into_iter().all(|part| {
        let places = one.at.iter().zip(&other.at);
        let between = places.map(|(one, other)| one + part * (other - one));
        search.tape.root_at(between) <= highest
    })
}

/// The largest difference of a leaf.
fn distance(one: &[f64], other: &[f64]) -> f64 {
    let far = one.iter().zip(other).map(|(one, other)| (one - other).abs());
    far.fold(0.0, f64::max)
}

/// A root as a problem of which only the height is known.
struct Heights<'search>(&'search mut Search);

impl Problem for Heights<'_> {
    fn rows(&self) -> usize {
        1
    }

    fn linear(&self) -> usize {
        0
    }

    fn norm(&mut self, at: &[f64]) -> f64 {
        self.0.tape.root_at(at.iter().copied())
    }

    fn triangle(&mut self, _: &[f64]) -> Option<Triangle> {
        None
    }

    fn spread(&self) -> f64 {
        0.0
    }

    fn rounding(&self) -> f64 {
        0.0
    }

    fn is_stopped(&self) -> bool {
        self.0.stop.is_set()
    }
}
