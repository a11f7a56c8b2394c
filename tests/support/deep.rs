//! Statements and graphs as deep as they are long.

/// A statement, and what it comes to, or what its error says.
pub struct Deep {
    pub text: String,
    pub is: Result<f64, &'static str>,
}

/// Statements `levels` deep, but for those that are quadratic or limited.
pub fn deep(levels: usize) -> Vec<Deep> {
    let deep = |text: String, is| Deep { text, is };
    let times = |text: &str| text.repeat(levels);
    let some = levels.min(100_000);
    vec![
        deep(times("(") + "1" + &times(")"), Ok(1.0)),
        deep(times("-") + "1", Ok(1.0)),
        deep(times("+") + "1", Ok(1.0)),
        deep(times("1 + ") + "1", Ok(levels as f64 + 1.0)),
        deep(times("1 - ") + "1", Ok(-(levels as f64) + 1.0)),
        deep("1^".repeat(some) + "1", Ok(1.0)),
        deep("sin(".repeat(some) + "0" + &")".repeat(some), Ok(0.0)),
        deep("max(1, ".repeat(some) + "2" + &")".repeat(some), Ok(2.0)),
        deep(format!("sum({}1)", "1, ".repeat(some)), Ok(some as f64 + 1.0)),
        deep("2(".repeat(1000) + "0" + &")".repeat(1000), Ok(0.0)),
        deep(times("(") + "1", Err("never closed")),
        deep("1".to_owned() + &times(")"), Err("closes nothing")),
        deep(times("-"), Err("ends where a value")),
        deep(times("f("), Err("never closed")),
        deep(times("9"), Err("too large")),
        deep(times("a"), Err("unknown name aaaa")),
        deep(times("1 1 "), Err("an operation was expected")),
        deep(times("a = "), Err("cannot be assigned to")),
    ]
}

/// `x = 0`, then `x = x + 1` again and again.
pub fn chain(length: usize) -> String {
    "x = 0\n".to_owned() + &"x = x + 1\n".repeat(length)
}
