//! What moves leaves: sliders, training, and stopping it.

use super::cell::{
    ROOT, choose_pace, go, in_box, open, press_button, settle, steps_at_rest, type_line,
};
use super::driver::Browser;

/// The number that an expression gives.
fn number(browser: &Browser, script: &str) -> f64 {
    browser.wait_for(script).as_str().unwrap().parse().unwrap()
}

/// Waits until something stands in the log.
#[track_caller]
fn wait_for_log(browser: &Browser, text: &str) {
    browser.wait_for(&format!("{ROOT}.querySelector('.log').textContent.includes('{text}')"));
}

#[test]
#[ignore = "needs a browser"]
fn a_slider_moves_its_leaf_and_one_undo_takes_the_drag_back() {
    let browser = open("");
    browser.expect(&format!("{ROOT}.querySelectorAll('.slider').length"), 4);
    let place = browser.run(&format!(
        "const at = {ROOT}.querySelector('.slider input').getBoundingClientRect();\
         return [at.x, at.y + at.height / 2, at.width]"
    ));
    let at = |index: usize| place[index].as_f64().unwrap();
    // 2 of -5 to 5.
    let knob = at(0) + at(2) * 0.7;
    let places: Vec<(f64, f64)> =
        (0..=10).map(|step| (knob + f64::from(step) * at(2) / 50.0, at(1))).collect();
    browser.drag(&places);
    wait_for_log(&browser, ":set a ");
    settle(&browser);
    let moved = number(&browser, &in_box("a", "data"));
    assert!(moved > 2.5, "{moved}");
    let root = number(&browser, &in_box("L", "data"));
    assert!((root - (moved * -3.0 + 10.0) * -2.0).abs() < 1e-3, "{root}");
    type_line(&browser, ":undo");
    browser.expect(&in_box("a", "data"), "2.0000");
}

#[test]
#[ignore = "needs a browser"]
fn training_shows_its_curve_and_stops_with_the_session_whole() {
    let browser = open("#x=3;y=1;loss=(x-1)^2%2B(x*y-2)^2");
    browser.run(&format!("{ROOT}.querySelector('.training input').value = '0.000001'"));
    choose_pace(&browser, 0);
    press_button(&browser, "Train");
    browser.wait_for(&format!(
        "{ROOT}.querySelector('.curve polyline').getAttribute('points')?.length > 100"
    ));
    let said = format!("{ROOT}.querySelector('.training .said').textContent");
    browser.wait_for(&format!("/after \\d{{4,}} steps/.test({said})"));
    press_button(&browser, "Stop");
    settle(&browser);
    wait_for_log(&browser, ":step 0.000001 ");
    let said = browser.wait_for(&said);
    let said = said.as_str().unwrap();
    let (_, after) = said.split_once("after ").unwrap();
    let steps: u64 = after.split(' ').next().unwrap().parse().unwrap();
    assert!(steps > 100, "{said}");
    wait_for_log(&browser, &format!(":step 0.000001 {steps}"));
    // One undo, and the same steps again.
    let trained = type_line(&browser, "x");
    type_line(&browser, ":undo");
    assert_eq!(type_line(&browser, "x"), "3\n");
    type_line(&browser, &format!(":step 0.000001 {steps}"));
    assert_eq!(type_line(&browser, "x"), trained);
}

#[test]
#[ignore = "needs a browser"]
fn a_run_can_be_followed_and_ends_when_it_has_settled() {
    let browser = open("#x=5.4;y=(x-3)^2");
    let said = format!("{ROOT}.querySelector('.training .said').textContent");
    browser.run(&format!(
        "window.seen = new Set(); const said = {ROOT}.querySelector('.training .said');\
         new MutationObserver(() => window.seen.add(said.textContent)).observe(said, {{childList: true}});\
         {ROOT}.querySelector('.training input').value = '0.1'"
    ));
    choose_pace(&browser, 60);
    press_button(&browser, "Train");
    let said = browser.wait_for(&format!("{said}.includes('converged') && {said}"));
    // `converged after 360 steps: the last 200 changed nothing`
    let numbers = said.as_str().unwrap().split(' ').filter_map(|word| word.parse::<u64>().ok());
    let numbers: Vec<u64> = numbers.collect();
    // In doubles x stands still after 158 steps, and (x - 3)^2 at most a few of them before.
    assert!((150..=200).contains(&(numbers[0] - numbers[1])), "{said}");
    let seen = browser.run("return window.seen.size").as_u64().unwrap();
    assert!(seen >= 10, "the first steps are too fast to be seen: {seen}");
}

#[test]
#[ignore = "needs a browser"]
fn a_run_goes_on_at_full_speed_from_every_pace_and_after_a_pause() {
    let browser = open("#x=5;f=x^2");
    browser.run(&format!("{ROOT}.querySelector('.training input').value = '1e-12'"));
    let steps = format!(
        "Number(/after (\\d+) steps/.exec({ROOT}.querySelector('.training .said').textContent)?.[1] ?? 0)"
    );
    let is_at_full_speed = || {
        let before = browser.run(&format!("return {steps}"));
        browser.wait_for(&format!("{steps} > {before} + 1000"));
    };
    choose_pace(&browser, 1);
    press_button(&browser, "Train");
    for pace in [1, 10, 60] {
        choose_pace(&browser, pace);
        let before = browser.run(&format!("return {steps}"));
        browser.wait_for(&format!("{steps} > {before}"));
        choose_pace(&browser, 0);
        is_at_full_speed();
    }
    press_button(&browser, "Pause");
    browser.run("return new Promise(done => setTimeout(done, 300))");
    press_button(&browser, "Continue");
    is_at_full_speed();
    press_button(&browser, "Stop");
    settle(&browser);
    wait_for_log(&browser, ":step 1e-12 ");
    assert_eq!(browser.log(), serde_json::json!([]));
}

#[test]
#[ignore = "needs a browser"]
fn what_is_typed_ends_a_training_run() {
    let browser = open("#x=3;loss=(x-1)^2");
    browser.run(&format!("{ROOT}.querySelector('.training input').value = '1e-9'"));
    press_button(&browser, "Train");
    browser.wait_for(&format!("{ROOT}.querySelector('.training .said').textContent"));
    browser.run(&format!("{ROOT}.querySelector('textarea').focus()"));
    browser.press("6*7\u{E007}");
    wait_for_log(&browser, "42");
    settle(&browser);
    press_button(&browser, "Train");
}

#[test]
#[ignore = "needs a browser"]
fn what_takes_forever_can_be_stopped() {
    let browser = open("#x=3;f(a)=a^2;loss=f(x)%2B1");
    // The session is written now and then, and what came after that is run again.
    browser.wait_for("location.hash.includes('loss')");
    type_line(&browser, "z = 5");
    browser.press(":step 1e-9 1000000000\u{E007}");
    browser
        .wait_for(&format!("/step \\d+: /.test({ROOT}.querySelector('.bar .said').textContent)"));
    press_button(&browser, "Stop");
    wait_for_log(&browser, "stopped: the session is unchanged");
    settle(&browser);
    assert_eq!(type_line(&browser, "f(z) + x"), "28\n");
    browser.expect(&in_box("loss", "grad"), "1.0000");
}

#[test]
#[ignore = "needs a browser"]
fn a_plot_goes_when_what_it_shows_is_reset() {
    let browser = open("");
    let is_shown = format!("!{ROOT}.querySelector('.plot').hidden");
    type_line(&browser, "f(x) = x^2; :plot f -5 5");
    browser.expect(&is_shown, true);
    type_line(&browser, ":reset");
    browser.expect(&is_shown, false);
    type_line(&browser, "f = -2; g = f*3");
    browser.expect(&is_shown, false);
}

#[test]
#[ignore = "needs a browser"]
fn a_boundary_is_drawn_again_and_again_while_it_trains() {
    let browser = open("#x1=[0,0,1,1];x2=[0,1,0,1];y=[-1,1,1,-1]");
    type_line(&browser, ":net xor 2 4 1");
    type_line(&browser, "score = xor(x1, x2); loss = mean((score - y)^2)");
    type_line(&browser, ":plot score x1 -0.5 1.5 x2 -0.5 1.5 by y");
    browser.run(&format!(
        "window.drawn = 0; const image = {ROOT}.querySelector('.plot img');\
         new MutationObserver(() => {{ drawn += 1; }}).observe(image, {{attributeFilter: ['src']}});\
         {ROOT}.querySelector('.training input').value = '0.1'"
    ));
    choose_pace(&browser, 10);
    press_button(&browser, "Train");
    // A busy machine holds up many; a test of the room, with a clock of its own, has one for each step.
    browser.wait_for("drawn >= 15");
    press_button(&browser, "Stop");
    settle(&browser);
}

#[test]
#[ignore = "needs a browser"]
fn a_plot_follows_a_slider_and_a_boundary_the_training() {
    let browser = open("");
    type_line(&browser, ":plot L a -5 5");
    let source = format!("decodeURIComponent({ROOT}.querySelector('.plot img').src)");
    browser.wait_for(&format!("{source}.includes('a = 2, L = -8')"));
    let is_drawn = format!("{ROOT}.querySelector('.plot img').naturalWidth > 0");
    browser.expect(&is_drawn, true);
    let slide = "const range = root.querySelector('.slider input');\
        range.value = 3; range.dispatchEvent(new Event('input'));";
    browser.run(&format!("const root = {ROOT}; {slide}"));
    browser.wait_for(&format!("{source}.includes('a = 3, L = -2')"));
    press_button(&browser, "×");
    browser.expect(&format!("{ROOT}.querySelector('.plot').hidden"), true);

    let browser = open("#x1=[0,0,1,1];x2=[0,1,0,1];y=[-1,1,1,-1]");
    type_line(&browser, ":net xor 2 4 1");
    type_line(&browser, "score = xor(x1, x2); loss = mean((score - y)^2)");
    type_line(&browser, ":plot score x1 -0.5 1.5 x2 -0.5 1.5 by y");
    browser.expect(&format!("{ROOT}.querySelector('.plot').hidden"), false);
    browser.run(&format!("window.before = {ROOT}.querySelector('.plot img').src"));
    press_button(&browser, "Train");
    browser.wait_for(&format!("{ROOT}.querySelector('.plot img').src !== window.before"));
    press_button(&browser, "Stop");
    settle(&browser);
    assert_eq!(browser.log(), serde_json::json!([]));
}

#[test]
#[ignore = "needs a browser"]
fn while_it_trains_a_boundary_has_a_third_of_the_window_and_one_scale() {
    let browser = open("");
    let address = browser.run("return location.href.split('#')[0]");
    let address = address.as_str().unwrap();
    let are_sliders_seen = format!("{ROOT}.querySelector('.sliders').checkVisibility()");
    for (width, height) in [(1280, 800), (1920, 1080), (768, 1024), (390, 844)] {
        browser.resize(width, height);
        press_button(&browser, "Two moons");
        settle(&browser);
        browser.expect(&are_sliders_seen, true);
        press_button(&browser, "Train");
        browser.expect(&are_sliders_seen, false);
        // The part of the window, and how much larger one scale is than the other: true, once they are right.
        let seen = format!(
            "(() => {{ const image = {ROOT}.querySelector('.plot img');\
             const [, wide, high] = /viewBox=\"0 0 (\\d+) (\\d+)/.exec(decodeURIComponent(image.src)) ?? [];\
             const [, a, b, c, d] = /x1 (\\S+) (\\S+) x2 (\\S+) (\\S+) by/.exec(image.alt) ?? [];\
             const part = image.clientWidth * image.clientHeight / (innerWidth * innerHeight);\
             const scales = ((b - a) / (wide - 104)) / ((d - c) / (high - 106));\
             return part >= 1 / 3 && scales > 0.9 && scales < 1.1 || `{width}x{height}: ${{part}} ${{scales}}`; }})()"
        );
        browser.expect(&seen, true);
        press_button(&browser, "Stop");
        settle(&browser);
        browser.expect(&are_sliders_seen, true);
        go(&browser, address);
    }
    assert_eq!(browser.log(), serde_json::json!([]));
}

#[test]
#[ignore = "needs a browser"]
fn training_begins_slowly_waits_and_takes_single_steps() {
    let browser = open("#x=3;f=x^2");
    let said = format!("{ROOT}.querySelector('.training .said').textContent");
    browser.run(&format!(
        "window.seen = []; const said = {ROOT}.querySelector('.training .said');\
         new MutationObserver(() => seen.push(said.textContent)).observe(said, {{childList: true}})"
    ));
    press_button(&browser, "Train");
    browser.wait_for("[1, 2].every(it => seen.some(said => said.includes(`after ${it} steps`)))");
    press_button(&browser, "Pause");
    choose_pace(&browser, 60);
    let waiting = steps_at_rest(&browser);
    // One more by key.
    browser.run(&format!("{ROOT}.querySelector('.training button').focus()"));
    browser.press("s");
    browser.wait_for(&format!("{said}.includes('after {} steps')", waiting + 1));
    press_button(&browser, "Continue");
    browser.wait_for(&format!("/after \\d\\d+ steps/.test({said})"));
    press_button(&browser, "Stop");
    settle(&browser);
    let steps = steps_at_rest(&browser);
    assert!(steps > waiting);
    wait_for_log(&browser, &format!(":step 0.01 {steps}"));
}

#[test]
#[ignore = "needs a browser"]
fn a_curve_has_axes_of_round_numbers_and_its_last_value() {
    let browser = open("#x=3;f=x^2");
    choose_pace(&browser, 0);
    press_button(&browser, "Train");
    let words = format!("[...{ROOT}.querySelectorAll('.curve text')].map(it => it.textContent)");
    browser.wait_for(&format!(
        "{ROOT}.querySelector('.training .said').textContent.includes('converged')"
    ));
    // Falls to nothing, by powers of ten.
    let upward = browser.run(&format!("return {words}"));
    assert!(
        upward.as_array().unwrap().iter().any(|it| it.as_str().unwrap().starts_with("1e-")),
        "{upward}"
    );
    press_button(&browser, "log steps");
    browser.wait_for(&format!("{words}.includes('1') && {words}.includes('100')"));
    press_button(&browser, "log loss");
    let all = browser.run(&format!("return {words}"));
    let round = |text: &str| ["0", "2", "4", "5", "6", "8", "10"].contains(&text);
    assert!(
        all.as_array().unwrap().iter().filter(|it| round(it.as_str().unwrap())).count() >= 2,
        "{all}"
    );
    let end = format!("{ROOT}.querySelector('.curve .end').textContent");
    browser.wait_for(&end);
}

#[test]
#[ignore = "needs a browser"]
fn an_optimizer_can_be_chosen() {
    let browser = open("#x=3;f=x^2");
    browser.run(&format!("{ROOT}.querySelector('.training input').value = '0.95'"));
    browser.run(&format!("{ROOT}.querySelector('[aria-label=\"kind of step\"]').value = 'adam'"));
    press_button(&browser, "Step");
    wait_for_log(&browser, ":step 0.95 adam");
    choose_pace(&browser, 60);
    press_button(&browser, "Train");
    browser.wait_for(&format!("{ROOT}.querySelector('.curve .end')?.textContent"));
    press_button(&browser, "Stop");
    settle(&browser);
    browser.wait_for(&format!(
        "/:step 0.95 \\d+ adam/.test({ROOT}.querySelector('.log').textContent)"
    ));
    assert_eq!(browser.log(), serde_json::json!([]));
}
