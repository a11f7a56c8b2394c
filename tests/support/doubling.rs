//! Functions whose nodes are twice as many from one to the next.

/// Functions of which `f0` makes two nodes and each further one twice as many as the one before.
pub fn doubling(last: usize) -> String {
    let mut text = "f0(x) = x + x*x\n".to_owned();
    for n in 1..=last {
        text += &format!("f{n}(x) = f{}(x) + f{}(x)\n", n - 1, n - 1);
    }
    text
}
