//! Lists in a sentence.

/// Joins texts; if there are more than `most`, the first ones and the number of the others.
pub fn few(texts: impl ExactSizeIterator<Item = String>, most: usize, between: &str) -> String {
    let count = texts.len();
    let shown = if count > most + 1 { most } else { count };
    let mut text = texts.take(shown).collect::<Vec<_>>().join(between);
    if count > shown {
        text.push_str(&format!("{between}and {} more", count - shown));
    }
    text
}

/// `a`, `a and b`, `a, b and c`, `a, b and 3 more`.
pub fn and(mut texts: Vec<String>, most: usize) -> String {
    if texts.len() > most + 1 {
        let more = texts.len() - most;
        texts.truncate(most);
        texts.push(format!("{more} more"));
    }
    match texts.pop() {
        None => String::new(),
        Some(last) if texts.is_empty() => last,
        Some(last) => format!("{} and {last}", texts.join(", ")),
    }
}
