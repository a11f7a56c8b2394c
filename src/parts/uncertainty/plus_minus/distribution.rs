//! The distributions that an error may have.

/// How likely each error is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Distribution {
    /// The default.
    #[default]
    Normal,
    /// All numbers up to the half-width are equally likely: a digital reading, a tolerance.
    Rectangular,
    /// The sum of two equal rectangular ones.
    Triangular,
}

impl Distribution {
    /// The distribution of that name.
    pub fn called(name: &str) -> Option<Distribution> {
        match name {
            "normal" => Some(Distribution::Normal),
            "rectangular" | "uniform" => Some(Distribution::Rectangular),
            "triangular" => Some(Distribution::Triangular),
            _ => None,
        }
    }

    /// The name that is printed.
    pub fn name(self) -> &'static str {
        match self {
            Distribution::Normal => "normal",
            Distribution::Rectangular => "rectangular",
            Distribution::Triangular => "triangular",
        }
    }

    /// What stands after `±`, a half-width but for normal errors, over the standard deviation (JCGM 101:2008,
    /// table 1).
    pub fn half_width(self) -> f64 {
        match self {
            Distribution::Normal => 1.0,
            Distribution::Rectangular => 3.0_f64.sqrt(),
            Distribution::Triangular => 6.0_f64.sqrt(),
        }
    }

    /// What is to stand after `±` for this standard uncertainty, to the last bit.
    pub fn given(self, u: f64) -> f64 {
        let given = u * self.half_width();
        let near = [given, given.next_up(), given.next_down()];
        near.into_iter().find(|near| near / self.half_width() == u).unwrap_or(given)
    }
}
