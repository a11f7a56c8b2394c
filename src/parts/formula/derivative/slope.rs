//! Conditional slopes: an untaken branch passes nothing on, not even an infinite slope.

use super::simplify::Maker;
use crate::core::graph::{Operand, Value};
use crate::core::ops::{ADD, Branching, MULTIPLY, ROW_OF, UNLESS, WHEN};

/// The slope of a node, as nodes.
#[derive(Clone)]
pub(super) struct Slope {
    /// The slope on live paths.
    pub value: Operand,
    /// The condition of a live path; `None` if always.
    pub live: Option<Live>,
    /// Set if the value is 0 elsewhere.
    pub is_gated: bool,
}

/// A condition, or its opposite.
#[derive(Clone)]
pub(super) struct Live {
    pub condition: Operand,
    pub on: bool,
}

impl Slope {
    /// The slope of a leaf by itself.
    pub const ONE: Slope = Slope { value: Operand::Constant(1.0), live: None, is_gated: false };

    /// The slope times a local derivative.
    pub fn times(self, local: Operand, maker: &mut Maker) -> Slope {
        let is_gated = self.is_gated && local.constant().is_some_and(f64::is_finite);
        Slope { value: maker.apply(MULTIPLY, [self.value, local]), is_gated, ..self }
    }

    /// The slope as one operand: 0 without a live path.
    pub fn gated(self, maker: &mut Maker) -> Operand {
        let Slope { value, live, is_gated } = self;
        match live.filter(|_| !is_gated) {
            Some(Live { condition, on }) => {
                maker.apply(if on { WHEN } else { UNLESS }, [condition, value])
            }
            None => value,
        }
    }

    /// The slope behind one more gate.
    pub fn where_live(self, gate: Live, maker: &mut Maker) -> Slope {
        let live = match self.live {
            Some(live) if !live.is(&gate) => Live::joined("and", gate, live, maker),
            _ => gate,
        };
        Slope { live: Some(live), is_gated: false, ..self }
    }

    /// The slope in the rows where a condition is true; the others pass nothing on.
    pub fn in_rows(self, condition: Operand, maker: &mut Maker) -> Slope {
        if self.live.is_some() {
            return self.where_live(Live { condition, on: true }, maker);
        }
        Slope { value: maker.apply(WHEN, [condition, self.value]), ..self }
    }

    /// The sum of two slopes.
    pub fn plus(self, other: Slope, maker: &mut Maker) -> Slope {
        let live = match (&self.live, &other.live) {
            (Some(one), Some(two)) if one.is(two) => {
                let value = maker.apply(ADD, [self.value, other.value]);
                let is_gated = self.is_gated && other.is_gated;
                return Slope { value, live: self.live, is_gated };
            }
            (Some(one), Some(two)) if !one.condition.is(&two.condition) => {
                Some(Live::joined("or", one.clone(), two.clone(), maker))
            }
            _ => None,
        };
        let values = [self.gated(maker), other.gated(maker)];
        Slope { value: maker.apply(ADD, values), live, is_gated: true }
    }

    /// The slope of a fold over rows with this slope.
    pub fn summed(self, rows: usize, maker: &mut Maker) -> Slope {
        let per_row = self.live.clone().filter(|live| live.condition.rows().is_some());
        let Some(live) = per_row else {
            return Slope { value: maker.sum_of_rows(self.value, rows), ..self };
        };
        let answer = live.answer(maker);
        let live = Some(Live { condition: maker.any_row(answer), on: true });
        let value = self.gated(maker);
        Slope { value: maker.sum_of_rows(value, rows), live, is_gated: true }
    }

    /// The slope of one row.
    pub fn of_row(self, row: &Operand, maker: &mut Maker) -> Slope {
        let mut take = |rows: Operand| match rows.rows() {
            Some(_) => maker.apply(ROW_OF, [rows, row.clone()]),
            None => rows,
        };
        let live = self.live.map(|Live { condition, on }| Live { condition: take(condition), on });
        Slope { value: take(self.value), live, is_gated: self.is_gated }
    }
}

impl Live {
    fn is(&self, other: &Live) -> bool {
        self.on == other.on && self.condition.is(&other.condition)
    }

    fn joined(mark: &str, one: Live, two: Live, maker: &mut Maker) -> Live {
        let answers = [one.answer(maker), two.answer(maker)];
        Live { condition: maker.answer(mark, answers), on: true }
    }

    /// The condition as an answer: 1 or 0.
    fn answer(self, maker: &mut Maker) -> Operand {
        let Live { condition, on } = self;
        let asks = |it: &Value| matches!(it.branching(), Branching::Flat | Branching::Lazy(_));
        match on {
            true if condition.value().is_some_and(asks) => condition,
            true => maker.answer("!=", [condition, Operand::Constant(0.0)]),
            false => maker.answer("not", [condition, Operand::Constant(0.0)]),
        }
    }
}
