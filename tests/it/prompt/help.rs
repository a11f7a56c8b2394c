//! Help on a screen of 80 by 24.

use super::terminal::*;

#[test]
fn the_overview_fits_on_one_screen_with_the_next_prompt() {
    let terminal = Start::new().run();
    for (typed, examples) in [
        (":help", [":grad L", ":undo", "2.0 ± 0.1", ":solve", ":save", ":help all"]),
        (":help all", [":grad L", ":explain a", ":step", ":help step", "tanh", ":help numbers"]),
    ] {
        terminal.enter("clear");
        terminal.enter(typed);
        let lines = terminal.lines();
        let start = lines.iter().position(|line| *line == format!("> {typed}"));
        assert!(start.is_some(), "it has scrolled away: {lines:?}");
        for example in examples {
            assert!(lines.iter().any(|line| line.contains(example)), "{example}: {lines:?}");
        }
    }
    assert!(terminal.attributes_above("sometimes").bold);
}

#[test]
fn a_command_an_operation_and_a_topic_have_pages() {
    let terminal = Start::new().size(50, 80).run();
    for (typed, texts) in [
        (":help step", &["until TOL", ":step 0.01 100 adam"][..]),
        (":help tanh", &["1 - out^2", "domain: any x"]),
        (":help relu", &["gradient 0 at 0"]),
        (":help numbers", &["2^3^2 is 512"]),
    ] {
        terminal.enter(typed);
        let contents = terminal.contents();
        for text in texts {
            assert!(contents.contains(text), "{text}: {contents}");
        }
    }
}
