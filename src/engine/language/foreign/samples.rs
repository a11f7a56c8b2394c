//! What the table of habits says, and random statements that its rows match, for tests of what the
//! hints tell to write.

use super::rows::OTHER_NAMES;
use super::*;

/// Returns a statement that each row of the table answers with an error.
pub fn typed_rows() -> impl Iterator<Item = &'static str> {
    rows().filter(|row| !row.runs).map(|row| row.typed)
}

/// Returns a statement that each row of the table runs.
pub fn rows_that_run() -> impl Iterator<Item = &'static str> {
    rows().filter(|row| row.runs).map(|row| row.typed)
}

/// Returns the hint of each row.
pub fn hints() -> impl Iterator<Item = &'static str> {
    rows().map(|row| row.hint)
}

/// Returns random statements that the rows match, each with the code in the hint that it gets.
pub fn random_rows(seed: u64) -> impl Iterator<Item = (String, Vec<String>)> {
    let mut random = Random(seed);
    let statements: Vec<String> = rows().map(|row| random.filling(row)).collect();
    statements.into_iter().filter_map(|typed| {
        let scan = Scan::of(typed.as_str());
        let (statement, whole) = (scan.whole(), Span::new(0, typed.len()));
        let meaning = |name: &str| match name {
            "f" => Some(Meaning::Function),
            "a" => Some(Meaning::Node),
            _ => None,
        };
        let (row, captured, _) = row_of(&statement, &pieces(&statement), whole, &meaning)?;
        let hint = filled(row.hint, &captured);
        let code = hint.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        Some((typed, code))
    })
}

struct Random(u64);

impl Random {
    fn of<'text>(&mut self, choices: &[&'text str]) -> &'text str {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        choices[(self.0 >> 33) as usize % choices.len()]
    }

    /// A statement that a row matches, unless one before it does.
    fn filling(&mut self, row: &Row) -> String {
        const EXPRESSIONS: &[&str] = &[
            "x",
            "2.5",
            "a + 1",
            "sin(x)",
            "x**2",
            "max(a, b)",
            "-3",
            "(a - 1)^2",
            "np.sin(x)",
            "a.data",
            "x1*w1 + b",
            "x - y",
            "0.1 * a.grad",
        ];
        let mut text = String::new();
        let mut is_touching = true;
        let mut captures = 0;
        let mut is_module = false;
        for part in row.parts {
            captures += usize::from(!matches!(part, Part::Is([_]) | Part::End | Part::Touching));
            let are_parameters = row.hint.contains(&format!("({{{captures}}}) ="));
            let value = if are_parameters {
                self.of(&["x", "x, y"])
            } else {
                self.of(&EXPRESSIONS[..EXPRESSIONS.len() - 1])
            };
            let piece = match part {
                Part::End => continue,
                Part::Touching => {
                    is_touching = true;
                    continue;
                }
                Part::Is(words) => self.of(words).to_owned(),
                Part::Name => self.of(&["a", "x", "foo", "k2"]).to_owned(),
                Part::Node => "a".to_owned(),
                Part::Unknown => "zz".to_owned(),
                Part::Quotation => self.of(&["\"done\"", "\"a is\""]).to_owned(),
                Part::QuotedEquation => "\"x^2 = 2\"".to_owned(),
                Part::Function => "f".to_owned(),
                Part::Elementwise => self.of(&["y = a .* 2", "a ./ 2", "a.^2"]).to_owned(),
                Part::Derivative => "f'".to_owned(),
                Part::Differential => self.of(&["dx", "dL"]).to_owned(),
                Part::DifferentialOfFunction => "df".to_owned(),
                Part::Operation => self.of(&["tanh", "max", "log"]).to_owned(),
                Part::Invertible => self.of(&["sin", "tan"]).to_owned(),
                Part::Method => self.of(&[".tanh", ".exp", ".max"]).to_owned(),
                Part::OtherName if is_module => {
                    format!(".{}", OTHER_NAMES[captures * 7 % OTHER_NAMES.len()].0)
                }
                Part::OtherName => {
                    let names: Vec<&str> = OTHER_NAMES.iter().map(|(other, _)| *other).collect();
                    self.of(&names).to_owned()
                }
                Part::OperationAndNumber => self.of(&["ln2", "tanh3"]).to_owned(),
                Part::OperationAndName => self.of(&["sina", "tanha"]).to_owned(),
                Part::TwoNames => "aa".to_owned(),
                Part::Number => self.of(&["3", "10", "7"]).to_owned(),
                Part::Decimal => self.of(&["2.5", "0.25"]).to_owned(),
                Part::Thousands => self.of(&["234", "000"]).to_owned(),
                Part::ThousandsAndFraction => "234.5".to_owned(),
                Part::OtherBase => self.of(&["xff", "b101"]).to_owned(),
                Part::Value => self.of(&["x", "2", "a", "0.5"]).to_owned(),
                Part::UpTo(mark) => format!("{value}{mark}"),
                Part::Numbers(mark) => format!("{}{mark}", self.of(&["1", "-5", "0.25", "pi/2"])),
                Part::Arguments => format!("{value}, {})", self.of(EXPRESSIONS)),
                Part::Latex => self
                    .of(&[
                        "a = 5 \\pm 0.1",
                        "90^\\circ",
                        "2^{10}",
                        "y = \\frac{a x}{\\sqrt{2}}",
                        "a \\cdot x^2",
                        "\\frac{1}{2}\\pi r",
                    ])
                    .to_owned(),
                Part::Expression => self.of(&["2 + 3", "a*x", "-a^2"]).to_owned(),
                Part::Rest => value.to_owned(),
            };
            let glues = piece.starts_with(['.', '(', '[', ')', ',', '?', '!'])
                || text.ends_with(['(', '[', '\\']);
            if !text.is_empty() && !is_touching && !glues {
                text.push(' ');
            }
            is_touching = false;
            is_module = matches!(part, Part::Is(words) if words.contains(&"np"));
            text.push_str(&piece);
        }
        text
    }
}
