//! Statements and graphs as deep as they are long.

/// A statement, and what it comes to, or what its error says.
pub struct Deep {
    pub text: String,
    pub is: Result<f64, &'static str>,
}

/// Statements `levels` deep, of which those are refused that nest deeper than 256 levels.
pub fn deep(levels: usize) -> Vec<Deep> {
    let deep = |text: String, is| Deep { text, is };
    let times = |text: &str| text.repeat(levels);
    let refused = Err("nested more than 256 levels deep");
    let few = |text: &str| text.repeat(250);
    vec![
        deep(times("(") + "1" + &times(")"), refused),
        deep(times("-") + "1", refused),
        deep(times("+") + "1", refused),
        deep(few("(") + "1" + &few(")"), Ok(1.0)),
        deep(few("-") + "1", Ok(1.0)),
        deep(times("1 + ") + "1", Ok(levels as f64 + 1.0)),
        deep(times("1 - ") + "1", Ok(-(levels as f64) + 1.0)),
        deep(times("1^") + "1", refused),
        deep(times("sin(") + "0" + &times(")"), refused),
        deep(few("1^") + "1", Ok(1.0)),
        deep(few("sin(") + "0" + &few(")"), Ok(0.0)),
        deep(few("max(1, ") + "2" + &few(")"), Ok(2.0)),
        deep(format!("sum({}1)", times("1, ")), Ok(levels as f64 + 1.0)),
        deep(few("2(") + "0" + &few(")"), Ok(0.0)),
        deep(few("(") + "1", Err("never closed")),
        deep("1".to_owned() + &times(")"), Err("unmatched )")),
        deep(times("-"), Err("ends where a value")),
        deep(few("f("), Err("never closed")),
        deep(times("9"), Err("too large")),
        deep(times("a"), Err("unknown name aaaa")),
        deep(times("1 1 "), Err("an operation was expected")),
        deep(times("a = "), Err("found = after an expression")),
    ]
}

/// `x = 0`, then `x = x + 1` again and again.
pub fn chain(length: usize) -> String {
    "x = 0\n".to_owned() + &"x = x + 1\n".repeat(length)
}
