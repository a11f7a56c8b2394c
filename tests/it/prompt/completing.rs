//! What Tab offers and inserts.

use super::terminal::*;

fn lecture() -> Terminal {
    let terminal = Start::new().run();
    terminal.enter("alpha = 2; beta = -3; alto = 10");
    terminal.enter("loss = (alpha*beta + alto)^2");
    terminal.enter("swish(x) = x*sigmoid(x)");
    terminal
}

#[test]
fn a_name_is_completed_and_several_are_listed_with_their_values() {
    let terminal = lecture();
    terminal.type_text("be");
    terminal.press(TAB);
    terminal.wait_for_line("> beta  → -3");
    terminal.press(" + a");
    terminal.press(TAB);
    terminal.wait_for("abs(x)");
    let lines = terminal.lines();
    assert!(lines.iter().any(|line| line == "alpha = 2"), "{lines:?}");
    assert!(lines.iter().any(|line| line == "alto = 10"), "{lines:?}");
    assert_eq!(terminal.attributes_above("= 10").color, GRAY);
    terminal.press("lt");
    terminal.wait_for_line("> beta + alt");
    terminal.press(TAB);
    terminal.wait_for_line("> beta + alto  → 7");
}

#[test]
fn operations_and_functions_come_with_their_arguments() {
    let terminal = lecture();
    terminal.type_text("ata");
    terminal.press(TAB);
    terminal.wait_for("atan2(x, y)");
    terminal.wait_for("atanh(x)");
    terminal.drop_line();
    terminal.type_text("sw");
    terminal.press(TAB);
    terminal.wait_for_line("> swish(  → swish(x) = x * sigmoid(x)");
    terminal.drop_line();
    terminal.type_text("sigm");
    terminal.press(TAB);
    terminal.wait_for("> sigmoid(  → sigmoid(x): 1/(1 + exp(-x))");
}

#[test]
fn commands_come_with_their_summaries() {
    let terminal = lecture();
    terminal.type_text(":s");
    terminal.press(TAB);
    terminal.wait_for(":set NAME VALUE … [all]");
    terminal.wait_for("change leaves in place");
    terminal.press("et");
    terminal.press(TAB);
    terminal.wait("the blank after it", |screen| {
        screen.cursor_position().1 == 7 && screen.contents().contains("> :set")
    });
}

#[test]
fn a_quiz_offers_what_may_be_typed_in_place_of_an_answer() {
    let terminal = lecture();
    terminal.type_text(":quiz loss");
    terminal.press(ENTER);
    terminal.wait("a question", |screen| screen.contents().trim_end().ends_with('?'));
    terminal.type_text(":");
    terminal.press(TAB);
    terminal.wait_for(":hint");
    terminal.wait_for(":skip");
    assert!(!terminal.contents().contains(":levels"), "{}", terminal.contents());
    terminal.press("hi");
    terminal.press(TAB);
    terminal.wait_for("? :hint");
}

#[test]
fn set_offers_leaves_and_then_the_present_value() {
    let terminal = lecture();
    terminal.type_text(":set al");
    terminal.press(TAB);
    terminal.wait_for("alpha = 2");
    terminal.drop_line();
    // A computed node is no leaf.
    terminal.type_text(":set lo");
    terminal.press(TAB);
    terminal.press("x");
    terminal.wait("nothing offered", |screen| {
        screen.contents().lines().any(|line| line.starts_with("> :set lox"))
    });
    terminal.drop_line();
    terminal.type_text(":set alto ");
    terminal.press(TAB);
    terminal.wait("the value", |screen| {
        screen.contents().lines().any(|line| line.starts_with("> :set alto 10"))
    });
}

#[test]
fn nodes_are_offered_where_a_node_is_meant_and_inner_ones_after_a_point() {
    let terminal = lecture();
    terminal.type_text(":grad lo");
    terminal.press(TAB);
    terminal.wait("the node", |screen| screen.contents().contains("> :grad loss"));
    terminal.press(".");
    terminal.press(TAB);
    terminal.wait_for("loss.1 = -6");
    terminal.wait_for("loss.2 = 4");
    terminal.drop_line();
    terminal.type_text("alto = 11; alto@");
    terminal.press(TAB);
    terminal.wait("what is read on", |screen| screen.contents().contains("alto = 11; alto@"));
}

#[test]
fn formats_choices_and_topics_are_offered() {
    let terminal = lecture();
    for (typed, whole) in [
        (":format js", "> :format json"),
        (":keys v", "> :keys vi"),
        (":color ne", "> :color never"),
        (":help softp", "> :help softplus"),
        (":help :fre", "> :help :freeze"),
        (":help oper", "> :help operations"),
    ] {
        terminal.type_text(typed);
        terminal.press(TAB);
        terminal.wait(whole, |screen| {
            screen.contents().lines().last().is_some_and(|line| line.starts_with(whole))
        });
        terminal.drop_line();
    }
}

#[test]
fn files_are_offered_and_put_in_quotes_where_they_must_be() {
    let terminal = lecture();
    terminal.home.write("lessons/first one.grad", "a = 1");
    terminal.home.write("lessons/second.grad", "a = 2");
    terminal.type_text(":load les");
    terminal.press(TAB);
    terminal.wait("the folder", |screen| screen.contents().contains(":load lessons/"));
    terminal.press("s");
    terminal.press(TAB);
    terminal.wait("the file", |screen| screen.contents().contains(":load lessons/second.grad"));
    terminal.drop_line();
    terminal.type_text(":load lessons/f");
    terminal.press(TAB);
    terminal.wait("the quotes", |screen| {
        screen.contents().contains(":load \"lessons/first one.grad\"")
    });
}

#[test]
fn no_files_are_offered_where_none_may_be_read() {
    let terminal = Start::new().argument("--no-files").run();
    terminal.home.write("second.grad", "a = 2");
    terminal.type_text(":load sec");
    terminal.press(TAB);
    terminal.press("x");
    terminal.wait("nothing offered", |screen| {
        screen.contents().lines().any(|line| line.starts_with("> :load secx"))
    });
}

#[test]
fn a_thousand_names_are_completed_as_far_as_they_agree_and_listed_if_wanted() {
    let home = Home::new();
    let names: Vec<String> = (0..2000).map(|n| format!("weight{n} = {n}")).collect();
    home.write("names.grad", names.join("\n"));
    let terminal =
        Start::new().argument("-i").argument("names.grad").run_in(std::sync::Arc::new(home));
    terminal.type_text("we");
    terminal.press(TAB);
    terminal.wait_for("> weight");
    terminal.wait_for("Display all 2000 possibilities? (y or n)");
    terminal.press("n1999");
    terminal.wait_for_line("> weight1999  → 1999");
}

#[test]
fn all_commands_are_listed_in_columns_without_a_pager() {
    let terminal = Start::new().run();
    terminal.type_text(":");
    terminal.press(TAB);
    terminal.wait_for(":explain");
    terminal.wait_for_line("> :");
    let contents = terminal.contents();
    for name in [":grad", ":quit", ":plot", ":vars", ":step"] {
        assert!(contents.contains(name), "{name}: {contents}");
    }
    assert!(!contents.contains("--More--"), "{contents}");
    terminal.press("qui");
    terminal.wait("what is typed on", |screen| screen.contents().contains("> :qui"));
}

#[test]
fn the_nodes_that_a_pass_by_hand_has_not_visited_are_offered() {
    let terminal = Start::new().run();
    terminal.enter("a = 2; b = -3; c = 10; f = -2; L = (a*b + c)*f");
    terminal.enter(":back L; :next");
    terminal.type_text(":visit ");
    terminal.press(TAB);
    terminal.wait_for("\nL.2  L.1\n");
}
