//! Answers on narrow, usual and wide screens, and graphs larger than the screen.

use super::terminal::*;

const DIAMOND: &str = "a = -2; b = 3; d = a*b; e = a + b; f = d*e";

/// Asserts that the terminal has broken no line: it joins those that it broke.
#[track_caller]
pub fn assert_unbroken(terminal: &Terminal, columns: usize) {
    terminal.with_screen(|screen| {
        for (row, line) in screen.rows(0, columns as u16).enumerate() {
            let is_typed = line.starts_with('>');
            assert!(is_typed || !screen.row_wrapped(row as u16), "{line:?}");
        }
    });
}

#[test]
fn nothing_is_broken_by_the_terminal_on_a_narrow_screen() {
    let terminal = Start::new().size(100, 50).run();
    for line in [
        DIAMOND,
        ":explain b",
        ":back f",
        ":next 3",
        ":plot f a -5 5",
        ":grad f",
        ":draw f",
        ":levels f",
        ":check f",
        ":help",
        ":help step",
        ":help language",
        ":help tanh",
    ] {
        terminal.enter(line);
        assert_unbroken(&terminal, 50);
    }
}

#[test]
fn titles_wider_than_their_columns_do_not_break_the_lines_of_a_narrow_screen() {
    for columns in [49, 50, 53, 54] {
        let terminal = Start::new().size(100, columns).run();
        for line in [
            "P = 320000; i = 3.8%/12; n = 360",
            "M = P*i/(1-(1+i)^-n)",
            ":grad M",
            "r = 0.05/12",
            "M = P*r*(1+r)^n/((1+r)^n - 1)",
            ":grad M",
        ] {
            terminal.enter(line);
            assert_unbroken(&terminal, columns.into());
        }
    }
}

#[test]
fn long_names_do_not_break_the_lines_of_a_narrow_screen() {
    let terminal = Start::new().size(100, 50).run();
    terminal.enter("a_rather_long_name_of_a_leaf = 2; b = 3");
    terminal.enter("N = (a_rather_long_name_of_a_leaf*b + 1)^2");
    for line in [":grad", ":step 1e-9 30", ":step 1e-20 3"] {
        terminal.enter(line);
        assert_unbroken(&terminal, 50);
    }
    terminal.wait_for("a_rath…_a_leaf");
}

#[test]
fn tables_of_a_network_are_not_broken_on_a_narrow_screen() {
    let terminal = Start::new().size(100, 50).run();
    terminal.enter("x1 = [2, 3]; x2 = [3, -1]; x3 = [-1, 0.5]");
    terminal.enter("y = [1, -1]; :net mlp 3 4 4 1");
    terminal.enter("ypred = mlp(x1, x2, x3)");
    terminal.enter("loss = sum((ypred - y)^2)");
    for line in [
        ":grad loss",
        ":draw loss",
        ":draw ypred",
        ":levels loss",
        ":check loss",
        ":bug overwrite ypred",
    ] {
        terminal.press("\x0c");
        terminal.wait("a clear screen", |screen| screen.cursor_position().0 == 0);
        terminal.enter(line);
        assert_unbroken(&terminal, 50);
    }
}

#[test]
fn a_plot_uses_the_width_of_the_screen_and_names_its_axes() {
    for (columns, width) in [(50, 31), (80, 61), (120, 101)] {
        let terminal = Start::new().size(30, columns).run();
        terminal.enter("x = 3; f = 3*x^2 - 4*x + 5");
        terminal.enter(":plot f x -5 5");
        let lines = terminal.lines();
        let axis = lines.iter().find(|line| line.contains('└')).unwrap();
        assert_eq!(axis.matches('─').count(), width, "{lines:?}");
        assert!(lines.iter().any(|line| line.trim() == "f"), "{lines:?}");
        assert!(lines.iter().any(|line| line.ends_with("5  x")), "{lines:?}");
        let labels: Vec<&str> =
            lines.iter().filter_map(|line| Some(line.split_once(" ┤")?.0.trim())).collect();
        assert_eq!(labels, ["100", "80", "60", "40", "20", "0"]);
    }
}

#[test]
fn a_plot_names_no_minimum_of_several() {
    let terminal = Start::new().size(30, 80).run();
    terminal.enter("x = 0; y = cos(3*x)");
    terminal.enter(":plot y x -5 5");
    let contents = terminal.contents();
    assert!(contents.contains("y = 1") && !contents.contains("near x ="), "{contents}");
}

/// A network of 40 parameters and hundreds of nodes, on a screen of 24 rows.
fn network() -> Terminal {
    let home = Home::new();
    let mut text = String::from("x = 0.5\n:freeze x\nL = 0\n");
    for n in 0..40 {
        text += &format!("w{n} = {n}/40\nL = L + tanh(w{n}*x + 1)^2\n");
    }
    home.write("network.grad", text);
    Start::new().argument("-i").argument("network.grad").run_in(std::sync::Arc::new(home))
}

#[test]
fn a_large_graph_shows_its_root_and_leaves_and_fits_the_screen() {
    let terminal = network();
    for line in [":grad L", ":vars", ":step 0.01", ":set w3 1"] {
        terminal.press("\x0c");
        terminal.wait("a clear screen", |screen| screen.cursor_position().0 == 0);
        terminal.enter(line);
        let lines = terminal.lines();
        assert!(lines.first().is_some_and(|first| *first == format!("> {line}")), "{lines:?}");
        let hidden = lines.iter().filter(|line| line.contains("hidden")).count();
        assert_eq!(hidden, 1, "{line}: {lines:?}");
        assert!(lines.iter().any(|line| line.contains(" all shows them")), "{lines:?}");
        let is_node = |name: &str| lines.iter().any(|line| line.trim_start().starts_with(name));
        assert!(is_node("w3") || is_node("w39"), "{lines:?}");
        assert!(is_node("L "), "{line}: {lines:?}");
    }
}

#[test]
fn all_and_a_pipe_show_every_row() {
    let terminal = network();
    terminal.enter(":set w3 1 all");
    assert!(!terminal.contents().contains("hidden"), "{}", terminal.contents());
    let piped = terminal.home.read("network.grad") + ":step 0.01\n";
    terminal.home.write("piped.grad", piped);
    let home = std::sync::Arc::clone(&terminal.home);
    let piped = Start::new().argument("piped.grad").redirected(">out.txt").spawn_in(home);
    assert_eq!(piped.wait_for_end(), 0);
    let out = terminal.home.read("out.txt");
    assert!(out.lines().count() > 200 && !out.contains("hidden"), "{out}");
}

#[test]
fn the_trace_of_a_run_comes_last() {
    let terminal = Start::new().run();
    terminal.enter("x = 3; f = (x - 1)^2");
    terminal.enter(":step 0.1 60");
    let lines = terminal.lines();
    let last = lines.iter().rposition(|line| line.starts_with('>')).unwrap();
    assert!(lines[last - 1].contains("   converged: "), "{lines:?}");
}

#[test]
fn a_circuit_that_does_not_fit_says_how_to_have_it_drawn() {
    let terminal = Start::new().size(40, 50).run();
    terminal.enter("a = 2; b = 3; c = 4; d = 5");
    terminal.enter("L = ((a*b + c)*d + a)*b + c");
    terminal.enter(":draw L");
    let contents = terminal.contents();
    let words: Vec<&str> = contents.split_whitespace().collect();
    // It breaks between words.
    assert!(words.join(" ").contains(":export svg L FILE.svg draws it"), "{contents}");
    assert!(contents.lines().any(|line| line.trim() == "draws it"), "{contents}");
}

#[test]
fn numbers_stay_whole_on_a_narrow_screen() {
    let terminal = Start::new().size(60, 50).run();
    terminal.enter("x = [1, 2, 3]; m = 1; c = 0");
    terminal.enter("loss = mean((m*x + c - 1)^2)");
    terminal.enter(":grad loss");
    let lines = terminal.lines();
    let rows: Vec<&String> =
        lines.iter().filter(|line| line.starts_with(['○', '│', '●'])).collect();
    assert!(rows.len() >= 8, "{lines:?}");
    for row in rows {
        // A remark after the grad goes on below.
        let first: String = row.chars().take(50).collect();
        let is_number = |word: &&str| word.parse::<f64>().is_ok();
        let grad = first.split_whitespace().rfind(is_number).unwrap();
        assert_eq!(grad.split_once('.').map(|(_, decimals)| decimals.len()), Some(4), "{row}");
    }
}

#[test]
fn errors_and_notes_are_broken_between_words() {
    let terminal = Start::new().size(40, 50).run();
    terminal.enter("x = 3; f = x^2");
    for line in ["x = 4", "f + nosuchname", "x > 1", ":set f 3", ":step", "import numpy"] {
        terminal.enter(line);
        assert_unbroken(&terminal, 50);
    }
    let lines = terminal.lines();
    assert!(lines.iter().any(|line| line.starts_with("    ")), "{lines:?}");
    let home = Home::new();
    home.write("long.grad", format!("x = {}(1)\n", "name".repeat(30)));
    let terminal = Start::new().size(40, 50).argument("-i").argument("long.grad");
    assert_unbroken(&terminal.run_in(std::sync::Arc::new(home)), 50);
}

#[test]
fn long_names_leave_the_numbers_in_columns() {
    let terminal = Start::new().size(60, 80).run();
    terminal.enter("abcdefghijklmnopq = 2 ± 0.1; b = 3 ± 0.2");
    terminal.enter("cdefghijklmnopqrs = abcdefghijklmnopq*b");
    for command in [":budget", ":check"] {
        terminal.press("\x0c");
        terminal.wait("a clear screen", |screen| screen.cursor_position().0 == 0);
        terminal.enter(command);
        let lines = terminal.lines();
        let point = |start: &str| {
            let line = lines.iter().find(|line| line.trim_start().starts_with(start));
            line.and_then(|line| line.find('.')).unwrap_or_else(|| panic!("{start}: {lines:?}"))
        };
        assert_eq!(point("abcdefghijklmnopq "), point("b "), "{lines:?}");
    }
}

#[test]
fn a_trace_and_a_fit_break_no_number_on_a_narrow_screen() {
    let terminal = Start::new().size(60, 50).run();
    terminal.enter("a = 2; b = -3; c = 10");
    terminal.enter("the_total_loss = (a*b + c)^2");
    terminal.enter(":step 0.001 3");
    let lines = terminal.lines();
    let titles = lines.iter().find(|line| line.trim_start().starts_with("step "));
    assert!(titles.is_some_and(|line| line.ends_with(" the_total_loss")), "{lines:?}");
    terminal.enter("t = [0, 1, 2, 3]; y = [1.1, 2.9, 5.2, 7.1]");
    terminal.enter(":fit y = slope*t + intercept");
    // The correlation is left out where it is too large for the memory.
    assert_unbroken(&terminal, 50);
    terminal.wait_for("intercept  1.03  ± 0.12");
}
