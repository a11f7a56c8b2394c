//! What is seen of derivatives: numbers that meet, nudges, and how wide edges are.

use serde_json::json;

use super::cell::{
    ROOT, count_frames, go, in_box, open, press_box, press_button, settle, texts, type_line,
};

#[test]
#[ignore = "needs a browser"]
fn two_numbers_meet_at_the_operation_and_their_product_counts_up() {
    let browser = open("");
    press_button(&browser, "Backward by hand");
    settle(&browser);
    count_frames(&browser);
    // What is seen in each frame.
    browser.run(&format!(
        "window.frames_seen = []; const root = {ROOT};\
         const look = () => {{ frames_seen.push({{ at: performance.now(),\
         tokens: [...root.querySelectorAll('.token')].map(it => it.textContent),\
         told: [[...root.querySelectorAll('.labels > text')].map(it => it.textContent),\
         getComputedStyle(root.querySelector('.caption')).visibility,\
         getComputedStyle([...root.querySelectorAll('.answer')].at(-1)).visibility,\
         ...['status', 'grad'].map(it => root.querySelector('#n5 .' + it).textContent)],\
         lights: root.querySelectorAll('.node.lights').length }}); requestAnimationFrame(look); }}; look();"
    ));
    press_button(&browser, "Next");
    browser.wait_for(
        "frames_seen.some(it => it.tokens.length > 0) && frames_seen.at(-1).tokens.length === 0",
    );
    let seen = browser.run("return [...new Set(frames_seen.flatMap(it => it.tokens))]");
    let seen: Vec<&str> = seen.as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    for token in ["1", "-2", "4", "-2 × 1", "4 × 1", "+= -2"] {
        assert!(seen.contains(&token), "{token} is not in {seen:?}");
    }
    // The data of both operands is what the other gets.
    assert_eq!(browser.run("return Math.max(...frames_seen.map(it => it.lights))"), 2);
    browser.expect(&in_box("L.2", "grad"), "-2.0000");
    browser.expect(
        &format!("{ROOT}.querySelector('.caption').textContent"),
        "L.2 += f × dL/dL = -2 × 1 = -2; f += L.2 × dL/dL = 4 × 1 = 4",
    );

    // What came of it is told no earlier than it arrives.
    let before_arrival = browser.run(
        "return frames_seen.filter(it => it.tokens.length > 0 && it.tokens.every(one => !one.startsWith('+=')))",
    );
    let frames = before_arrival.as_array().unwrap();
    assert!(frames.len() > 2, "{frames:?}");
    for frame in frames {
        assert_eq!(frame["told"], json!([[], "hidden", "hidden", "waiting for 1 more", "·"]));
    }

    // A press on the picture skips, and presses nothing.
    let entries = format!("{ROOT}.querySelectorAll('.entry').length");
    browser.run("frame_time = 0");
    press_button(&browser, "Next");
    browser.wait_for(&format!("{ROOT}.querySelector('.token')"));
    settle(&browser);
    let before = browser.run(&format!("return {entries}"));
    press_box(&browser, 0);
    browser.expect(&format!("{ROOT}.querySelectorAll('.token').length"), 0);
    settle(&browser);
    browser.expect(&entries, before);
    browser.expect(&in_box("c", "grad"), "-2.0000");

    // Where motion is not wanted there is the last frame at once.
    let still = json!({"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]});
    browser.devtools("Emulation.setEmulatedMedia", still);
    browser.run("frames_seen.length = 0");
    press_button(&browser, "Next");
    settle(&browser);
    browser.expect(&in_box("a", "grad"), "6.0000");
    assert_eq!(browser.run("return frames_seen.every(it => it.tokens.length === 0)"), true);
}

#[test]
#[ignore = "needs a browser"]
fn a_push_waits_after_each_phase_and_has_the_speed_that_is_chosen() {
    let browser = open("");
    press_button(&browser, "Backward by hand");
    settle(&browser);
    let tokens = format!(
        "[...{ROOT}.querySelectorAll('.token')].filter(it => getComputedStyle(it).visibility === 'visible')\
         .map(it => it.textContent)"
    );
    let speed = |time: u32| {
        browser.run(&format!(
            "const speed = {ROOT}.querySelector('.hand select');\
             speed.value = {time}; speed.dispatchEvent(new Event('change'))"
        ))
    };
    speed(800);
    press_button(&browser, "By phases");
    // Enter, and what is shown then.
    for (button, shown) in [
        ("Phase 2: local", json!(["1"])),
        ("Phase 3: ×", json!(["-2", "4", "1"])),
        ("Phase 4: +=", json!(["-2 × 1 = -2", "4 × 1 = 4"])),
    ] {
        browser.wait_for(&format!("{}.includes('{button}')", texts(".hand button")));
        browser.run("return new Promise(done => setTimeout(done, 100))");
        browser.expect(&tokens, shown);
        browser.expect(&in_box("f", "grad"), "·");
        browser.run(&format!(
            "[...{ROOT}.querySelectorAll('.hand button')].find(it => it.textContent === '{button}').focus()"
        ));
        browser.press("\u{E007}");
    }
    browser.expect(&in_box("f", "grad"), "4.0000");
    browser.wait_for(&format!("{}.includes('By phases')", texts(".hand button")));
    browser.expect(&texts(".labels text"), json!(["+= -2 × 1", "+= 4 × 1"]));
    // What is typed meanwhile ends it, and is answered.
    press_button(&browser, "By phases");
    browser.wait_for(&format!("{}.includes('Phase 2: local')", texts(".hand button")));
    assert_eq!(type_line(&browser, "6*7"), "42\n");
    browser.expect(&in_box("c", "grad"), "-2.0000");
    browser.expect(
        &format!("getComputedStyle([...{ROOT}.querySelectorAll('.answer')].at(-1)).visibility"),
        "visible",
    );
    type_line(&browser, ":prev");
    // The speed stays over the pushes, and none of them waits.
    let time = || {
        browser.run(&format!(
            "const root = {ROOT}; window.time = null; let wasSeen = false; const begun = performance.now();\
             new MutationObserver((_, seer) => {{ const isSeen = !!root.querySelector('.token');\
             if (wasSeen && !isSeen) {{ seer.disconnect(); window.time = performance.now() - begun; }}\
             wasSeen ||= isSeen;\
             }}).observe(root, {{childList: true, subtree: true}})"
        ));
        press_button(&browser, "Next");
        browser.wait_for("time").as_f64().unwrap()
    };
    assert!(time() >= 800.0);
    speed(2500);
    assert!(time() >= 2500.0);
    assert_eq!(browser.log(), json!([]));
}

#[test]
#[ignore = "needs a browser"]
fn no_number_rests_on_how_far_a_node_is() {
    let browser = open("");
    let address = browser.run("return location.href.split('#')[0]");
    let diamond = "#a=-2;b=3;d=a*b;e=a%2Bb;f=d*e";
    for (width, height, link) in [(1280, 800, ""), (390, 844, ""), (1280, 800, diamond)] {
        browser.resize(width, height);
        go(&browser, &format!("{}{link}", address.as_str().unwrap()));
        type_line(&browser, ":back");
        browser.run("return new Promise(done => setTimeout(done, 300))");
        settle(&browser);
        count_frames(&browser);
        browser.run(&format!(
            "window.covered = new Set(); window.moved = 0; const root = {ROOT};\
             const look = () => {{ requestAnimationFrame(look);\
             const words = [...root.querySelectorAll('.status')].filter(it => /ready|done|pushed/.test(it.textContent));\
             const tokens = [...root.querySelectorAll('.token')].filter(it => getComputedStyle(it).visibility === 'visible');\
             moved += tokens.length;\
             const at = tokens.map(it => it.getAttribute('transform')), rest = window.before ?? []; window.before = at;\
             for (const token of tokens.filter((_, i) => rest.includes(at[i]))) for (const word of words) {{\
             const [one, other] = [token, word].map(it => it.getBoundingClientRect());\
             const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);\
             const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);\
             if (wide > 1 && high > 3) covered.add(`${{token.textContent}} on ${{word.textContent}}`); }} }}; look();"
        ));
        for _ in 0..3 {
            press_button(&browser, "Next");
            settle(&browser);
            browser.wait_for(&format!("!{ROOT}.querySelector('.token')"));
        }
        browser.expect("[...covered]", json!([]));
        browser.expect("moved > 100", true);
    }
}

#[test]
#[ignore = "needs a browser"]
fn the_first_picture_keeps_its_grads_until_the_backward_pass_brings_them() {
    let browser = open("");
    let grads = texts(".node .grad");
    browser.expect(&grads, json!(vec!["·"; 7]));
    browser.expect(&format!("{ROOT}.querySelectorAll('.edge:is(.plus, .minus)').length"), 0);
    count_frames(&browser);
    browser.run(&format!(
        "window.seen = new Set(); const look = () => {{\
         seen.add([{}, {}].join()); requestAnimationFrame(look); }}; look();",
        in_box("f", "grad"),
        in_box("a", "grad")
    ));
    press_button(&browser, "Backward");
    // From the root to the leaves.
    browser.expect("[...seen]", json!(["·,·", "4.0000,·", "4.0000,6.0000"]));
    browser.wait_for(&format!("!{ROOT}.querySelector('.token')"));
    browser.expect(&format!("{ROOT}.querySelectorAll('.edge:is(.plus, .minus)').length"), 6);
    // What is typed brings them, too.
    let browser = open("");
    browser.expect(&in_box("a", "grad"), "·");
    type_line(&browser, "a");
    browser.expect(&in_box("a", "grad"), "6.0000");
    assert_eq!(browser.log(), json!([]));
}

#[test]
#[ignore = "needs a browser"]
fn each_operation_gives_its_own_factor_and_a_second_arrival_adds() {
    let browser = open("#a=0.5;b=2;c=a%2Bb;t=tanh(a);L=c*t");
    press_button(&browser, "Backward by hand");
    settle(&browser);
    count_frames(&browser);
    browser.run(&format!(
        "window.seen = []; const root = {ROOT};\
         const look = () => {{ const cell = root.querySelector('#n0 .grad').textContent;\
         seen.push(...[...root.querySelectorAll('.token')].map(it => it.textContent), `a: ${{cell}}`);\
         requestAnimationFrame(look); }}; look();"
    ));
    let next = |wanted: &str| {
        browser.run("seen.length = 0");
        press_button(&browser, "Next");
        browser.wait_for(&format!("seen.some(it => it.includes('{wanted}'))"));
        browser.expect(&format!("{ROOT}.querySelectorAll('.token').length"), 0);
        settle(&browser);
        browser.run("return [...new Set(seen)]").to_string()
    };
    let caption = format!("{ROOT}.querySelector('.caption').textContent");
    // c*t: each gets the data of the other.
    next(" × 1");
    // What is left are the sum and tanh, the newest first: tanh by its slope, 1 - t^2.
    let seen = next("0.7864 × 2.5");
    let said = browser.run(&format!("return {caption}"));
    assert!(said.as_str().unwrap().starts_with("a += "), "{said} {seen}");
    browser.expect(&in_box("a", "grad"), "1.9661");
    // A sum passes on what it got: both factors are 1, and a, which has got something, goes on from there.
    let seen = next("1 × 0.4621");
    assert!(seen.contains("+= 0.4621"), "{seen}");
    let counted = browser.run(
        "return [...new Set(seen)].filter(it => it.startsWith('a: ')).map(it => Number(it.slice(3)))",
    );
    let counted: Vec<f64> =
        counted.as_array().unwrap().iter().filter_map(serde_json::Value::as_f64).collect();
    assert!(counted.first() == Some(&1.9661), "{counted:?}");
    assert!(counted.windows(2).all(|pair| pair[0] <= pair[1]), "{counted:?}");
    browser.expect(&in_box("a", "grad"), "2.4282");
    assert_eq!(browser.log(), json!([]));
}

#[test]
#[ignore = "needs a browser"]
fn the_forward_pass_plays_once_when_it_is_asked_for() {
    let browser = open("");
    count_frames(&browser);
    browser.run(&format!(
        "window.seen = new Set(); const look = () => {{\
         seen.add([{ROOT}.querySelectorAll('.node.later').length, !!{ROOT}.querySelector('.token')].join());\
         requestAnimationFrame(look); }}; look();"
    ));
    press_button(&browser, "Forward");
    let frames = json!(["0,false", "3,true", "2,true", "1,true"]);
    browser.expect("[...seen]", frames);
    browser.expect(&format!("{ROOT}.querySelectorAll('.node.later, .token').length"), 0);
    assert_eq!(browser.log(), json!([]));
}

#[test]
#[ignore = "needs a browser"]
fn a_nudge_of_a_leaf_moves_all_that_follows_it() {
    let browser = open("");
    let nudge = format!("{ROOT}.querySelector('.slider button')");
    browser.run(&format!("{nudge}.click()"));
    browser.expect(&texts(".node.nudged .name"), json!(["a", "L.1", "L.2", "L"]));
    browser.expect(&in_box("L", "status"), "Δ +0.06 (× 6)");
    browser.expect(&in_box("L.1", "status"), "Δ -0.03 (× -3)");
    // In words, too, since in a small picture there is no room for both.
    let said = format!("{ROOT}.querySelector('.caption').textContent");
    browser.expect(&said, "a + 0.01 moves each by Δ; Δ / 0.01: L.1 -3, L.2 -3, L 6");
    // Which is read out, as no answer says it.
    browser.expect(&format!("{ROOT}.querySelector('.caption').ariaLive"), "polite");
    // Nothing is moved, and a second press ends it.
    browser.expect(&in_box("L", "data"), "-8.0000");
    browser.run(&format!("{nudge}.click()"));
    browser.expect(&texts(".node.nudged .name"), json!([]));
    // A slider that is held says the same of where it is.
    browser.run(&format!(
        "const range = {ROOT}.querySelector('.slider input'); range.value = 3; range.dispatchEvent(new Event('input'))"
    ));
    browser.expect(&in_box("L", "status"), "Δ +0.06 (× 6)");
    browser
        .run(&format!("{ROOT}.querySelector('.slider input').dispatchEvent(new Event('change'))"));
    browser.expect(&texts(".node.nudged .name"), json!([]));
}

#[test]
#[ignore = "needs a browser"]
fn edges_are_as_wide_as_what_flows_back_but_not_in_a_quiz() {
    let browser = open("#a=3;b=a*a%2Ba;o=tanh(b/5)");
    let wide = format!(
        "[...{ROOT}.querySelectorAll('.edge:is(.plus, .minus)')].map(it => Number(it.getAttribute('stroke-width')))"
    );
    browser.expect(&format!("{wide}.length"), 6);
    browser.expect(&format!("Math.max(...{wide})"), 6);
    press_button(&browser, "Quiz");
    browser.wait_for(&format!("{ROOT}.querySelector('.node.asked')"));
    settle(&browser);
    browser.expect(&format!("{wide}.length"), 0);
    assert_eq!(browser.log(), json!([]));
}
