//! The distributions that an error may have, by the names that the guides give them.

/// How likely each error is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Distribution {
    /// What is not said to be another one.
    #[default]
    Normal,
    /// All numbers up to the half-width are equally likely: a digital reading, a tolerance.
    Rectangular,
    /// The sum of two equal rectangular ones.
    Triangular,
}

/// Each of them with its names, the first of which is printed, and the half-width over the standard
/// deviation, if what stands after `±` is a half-width (JCGM 101:2008, table 1).
const TABLE: &[(Distribution, &[&str], Option<f64>)] = &[
    (Distribution::Normal, &["normal", "gaussian"], None),
    (Distribution::Rectangular, &["rectangular", "uniform"], Some(1.732_050_807_568_877_2)),
    (Distribution::Triangular, &["triangular"], Some(2.449_489_742_783_178)),
];

impl Distribution {
    /// The distribution of that name.
    pub fn called(name: &str) -> Option<Distribution> {
        let row = TABLE.iter().find(|(_, names, _)| names.contains(&name));
        row.map(|(distribution, ..)| *distribution)
    }

    /// All names.
    pub fn names() -> impl Iterator<Item = &'static str> {
        TABLE.iter().flat_map(|(_, names, _)| names.iter().copied())
    }

    /// The name that is printed.
    pub fn name(self) -> &'static str {
        self.row().1.first().copied().unwrap_or_default()
    }

    /// The half-width over the standard deviation; none where no half-width is given.
    pub fn half_width(self) -> Option<f64> {
        self.row().2
    }

    /// What is to stand after `±` for this standard uncertainty, to the last bit.
    pub fn given(self, u: f64) -> f64 {
        let Some(times) = self.half_width() else { return u };
        let given = u * times;
        let near = [given, given.next_up(), given.next_down()];
        near.into_iter().find(|near| near / times == u).unwrap_or(given)
    }

    fn row(self) -> (Distribution, &'static [&'static str], Option<f64>) {
        let row = TABLE.iter().find(|(distribution, ..)| *distribution == self);
        row.copied().unwrap_or((self, &[], None))
    }
}
