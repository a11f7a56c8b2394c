//! The page without a mouse, without a screen, and with colors of one's own.

use serde_json::{Value, json};

use super::cell::{ROOT, in_box, open, press_button, settle, type_line};
use super::driver::Browser;

pub const TAB: &str = "\u{E004}";
pub const SPACE: &str = " ";
pub const ENTER: &str = "\u{E007}";
pub const ESCAPE: &str = "\u{E00C}";
pub const LEFT: &str = "\u{E012}";
const RIGHT: &str = "\u{E014}";

/// Scripts that compute the contrast of colors, as WCAG 2 does.
const CONTRAST: &str = "
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const parts = color => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      return canvas.getImageData(0, 0, 1, 1).data;
    };
    const light = color => {
      const [red, green, blue] = [...parts(color)].map(it => it / 255)
        .map(it => it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one, other) => {
      const [least, most] = [light(one), light(other)].sort((a, b) => a - b);
      return (most + 0.05) / (least + 0.05);
    };
    const look = (element, pseudo) => getComputedStyle(element, pseudo);
    const behind = element => {
      for (let it = element; it; it = it.parentElement ?? it.getRootNode().host) {
        if (parts(look(it).backgroundColor)[3] === 255) return look(it).backgroundColor;
      }
      return 'white';
    };
";

/// What can hardly be read, of all the text that is seen.
fn faint_texts(browser: &Browser) -> Value {
    browser.run(&format!(
        "{CONTRAST}
        const found = [], root = {ROOT};
        const check = (text, color, under) => {{
          const times = contrast(color, under);
          if (times < 4.5) found.push(`${{text.trim()}}: ${{color}} on ${{under}}, ${{times.toFixed(2)}}`);
        }};
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        let count = 0;
        while (walker.nextNode()) {{
          const text = walker.currentNode.data, element = walker.currentNode.parentElement;
          if (text.trim() === '' || !element.checkVisibility()) continue;
          count += 1;
          if (!element.closest('svg')) {{
            check(text, look(element).color, behind(element));
            continue;
          }}
          const box = element.closest('.node, .operation');
          const shape = element.matches('.status') ? null : box?.querySelector('.frame, .ellipse');
          check(text, look(element).fill, shape ? look(shape).fill : behind(element.closest('.place')));
        }}
        for (const it of root.querySelectorAll('textarea, input[placeholder]')) {{
          check(it.placeholder || 'nothing', look(it, '::placeholder').color, behind(it));
        }}
        return count > 30 ? found : [`only ${{count}} texts`];"
    ))
}

pub fn prefer(browser: &Browser, features: &[(&str, &str)]) {
    let features: Vec<Value> =
        features.iter().map(|(name, value)| json!({"name": name, "value": value})).collect();
    browser.devtools("Emulation.setEmulatedMedia", json!({"features": features}));
}

#[test]
#[ignore = "needs a browser"]
fn all_text_can_be_read_in_light_and_dark_and_with_colors_of_ones_own() {
    let browser = open("#a=2;b=-3;z=0;c=10;d=a*b%2Bz*c;L=d*a%2Bz");
    for line in [":grad L", "1/z", "a + nope", "m = max(a, a)", ":explain a", ":help step"] {
        type_line(&browser, line);
    }
    let check = |when: &str| {
        for scheme in ["light", "dark"] {
            prefer(&browser, &[("prefers-color-scheme", scheme)]);
            assert_eq!(faint_texts(&browser), json!([]), "{when}, {scheme}");
            let forced = [("prefers-color-scheme", scheme), ("forced-colors", "active")];
            prefer(&browser, &forced);
            assert_eq!(faint_texts(&browser), json!([]), "{when}, {scheme}, forced");
        }
    };
    check("a pass");
    press_button(&browser, "Backward by hand");
    press_button(&browser, "Next");
    type_line(&browser, ":visit! a");
    browser.wait_for(&format!("!{ROOT}.querySelector('.token')"));
    check("by hand");
    press_button(&browser, "Show all grads");
    press_button(&browser, "Quiz");
    type_line(&browser, "1");
    type_line(&browser, "77");
    check("a quiz");
}

/// What has the focus, in few words.
pub const FOCUSED: &str = "(() => {
    const it = document.activeElement?.shadowRoot?.activeElement;
    return it ? it.getAttribute('aria-label') ?? it.textContent : 'outside';
  })()";

/// Where the Tab key goes, from the line that is typed on and around.
fn tab_around(browser: &Browser) -> Vec<String> {
    browser.run(&format!("{ROOT}.querySelector('textarea').focus()"));
    let mut names = Vec::new();
    loop {
        browser.press(TAB);
        let seen = browser.run(&format!(
            "{CONTRAST}
            const it = document.activeElement?.shadowRoot?.activeElement;
            if (!it) return [{FOCUSED}, 9];
            const frame = it.matches('.node') ? look(it.querySelector('.frame')) : null;
            const ring = frame ? frame.stroke : look(it).outlineColor;
            const wide = parseFloat(frame ? frame.strokeWidth : look(it).outlineStyle === 'none' ? 0 : look(it).outlineWidth);
            const box = it.getBoundingClientRect();
            const inView = box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
            return [{FOCUSED}, wide >= 2 && inView ? contrast(ring, behind(it)) : 0];"
        ));
        let name = seen[0].as_str().unwrap().to_owned();
        assert!(seen[1].as_f64().unwrap() >= 3.0, "the focus is not seen on {name}: {seen}");
        if name == "statement" || name == "answer" {
            return names;
        }
        assert!(names.len() < 50, "no way around: {names:?}");
        // A word is told with its meaning.
        names.push(name.split(": ").next().unwrap_or_default().to_owned());
    }
}

#[test]
#[ignore = "needs a browser"]
fn all_can_be_done_with_the_keyboard_alone() {
    let browser = open("");
    let root = "L, data -8.0000, grad not known yet";
    let zoom = ["Zoom out", "Zoom in", "All of the picture"];
    let leaves =
        ["a", "b", "c", "f"].map(|name| [name.to_owned(), format!("nudge {name} by 0.01")]);
    let leaves = leaves.as_flattened().iter().map(String::as_str);
    let around: Vec<&str> = ["Run", "Undo", "Lessons", "Copy link", "Download", "Help", root]
        .into_iter()
        .chain(["data", "grad", "leaf", "root", "L.1"])
        .chain(["Forward", "Backward", "Backward by hand", "Quiz", "speed of the picture"])
        .chain(zoom)
        .chain(leaves)
        .chain([
            "rate",
            "kind of step",
            "Step",
            "Train",
            "speed",
            "outside",
            "answers",
            "A neuron",
            "A line through points",
            "Two moons",
            "Lessons",
            "A lesson of your own",
        ])
        .collect();
    assert_eq!(tab_around(&browser), around);

    // A leaf by its slider, to be undone.
    browser.run(&format!("{ROOT}.querySelector('.slider input').focus()"));
    browser.press(&RIGHT.repeat(4));
    settle(&browser);
    browser.expect(&in_box("a", "data"), "2.1000");

    // A pass by hand in the picture: from the root to the box that pushes next.
    let press_box = |keys: &str| {
        browser.run(&format!("{ROOT}.querySelector('.node[tabindex=\"0\"]').focus()"));
        browser.press(keys);
        settle(&browser);
    };
    type_line(&browser, ":back");
    press_box(ENTER);
    browser.expect(&in_box("L", "status"), "pushed");
    press_box(&format!("{LEFT}{SPACE}"));
    browser.wait_for(&format!("!!{ROOT}.querySelector('.node.done')"));
    press_button(&browser, "Show all grads");

    // A quiz, whose boxes are drawn anew, is answered at its box; Escape leaves that as it is.
    settle(&browser);
    browser.run(&format!("{ROOT}.querySelector('#n2').focus()"));
    browser.run("document.querySelector('gradcalc-cell').type(':quiz')");
    browser.wait_for(&format!("{ROOT}.querySelector('.node.asked')"));
    settle(&browser);
    browser.expect(&format!("{ROOT}.activeElement.id"), "n2");
    browser.run(&format!("{ROOT}.querySelector('.node.asked').focus()"));
    browser.press(ENTER);
    let is_open = format!("!{ROOT}.querySelector('.at-box').hidden");
    browser.wait_for(&is_open);
    browser.press(ESCAPE);
    browser.expect(&is_open, false);
    browser.expect(FOCUSED, "L, data -7.4000, grad asked for");
    browser.press(&format!("{ENTER}1{ENTER}"));
    browser.expect(&in_box("L", "grad"), "1.0000");
    settle(&browser);
    assert!(tab_around(&browser).contains(&"Hint".to_owned()));
}

/// What a screen reader is told: role, name, value and properties.
pub fn told(browser: &Browser) -> Vec<(String, String, Value)> {
    let tree = browser.devtools("Accessibility.getFullAXTree", json!({}));
    let nodes = tree["nodes"].as_array().unwrap();
    let text = |it: &Value| it["value"].as_str().unwrap_or_default().to_owned();
    let seen = nodes.iter().filter(|it| it["ignored"] == false);
    seen.map(|it| (text(&it["role"]), text(&it["name"]), it.clone())).collect()
}

/// The names of all that has a role.
pub fn named(told: &[(String, String, Value)], role: &str) -> Vec<String> {
    told.iter().filter(|it| it.0 == role).map(|it| it.1.clone()).collect()
}

#[test]
#[ignore = "needs a browser"]
fn a_screen_reader_is_told_what_is_there() {
    let browser = open("");
    type_line(&browser, ":grad");
    let all = told(&browser);
    assert_eq!(named(&all, "main").len(), 1);
    assert_eq!(named(&all, "heading"), ["gradcalc"]);
    assert_eq!(named(&all, "region"), ["statements", "circuit"]);
    assert_eq!(named(&all, "log"), ["answers"]);
    assert_eq!(named(&all, "slider"), ["a", "b", "c", "f"]);
    assert_eq!(browser.run("return document.documentElement.lang"), "en");
    let named_so = |start: &str| {
        let nodes = named(&told(&browser), "button");
        nodes.into_iter().find(|it| it.starts_with(start)).unwrap_or_default()
    };
    assert_eq!(named_so("b, "), "b, data -3.0000, grad -4.0000");
    let groups = named(&all, "group");
    let picture = groups.iter().find(|it| it.starts_with("the circuit of L; ")).unwrap();
    assert!(picture.ends_with("Enter explains its grad"), "{picture}");
    // Whatever can be reached has a name, in letters.
    for (role, name, node) in &all {
        let properties = node["properties"].as_array();
        let is_reached = properties.into_iter().flatten().any(|it| it["name"] == "focusable");
        let says = name.chars().any(char::is_alphabetic);
        assert!(!is_reached || says, "a {role} has no name: {name}");
    }
    // No character of a drawing is read out.
    let texts = named(&all, "StaticText").join("");
    assert!(texts.contains("L.2 * f") && !texts.contains(['│', '●', '╮']), "{texts}");

    // Moving a leaf, or training, is not read out number by number.
    let live = format!(
        "[...{ROOT}.querySelectorAll('output, [role=status], [role=log], [aria-live]')]\
         .filter(it => it.getAttribute('aria-live') !== 'off').map(it => it.className)"
    );
    browser.expect(&live, json!(["log", "said", "said"]));
    browser.run(&format!("{ROOT}.querySelector('.training input').value = '1e-9'"));
    press_button(&browser, "Train");
    browser.expect(&live, json!(["log", "said"]));
    press_button(&browser, "Stop");
    browser.expect(&live, json!(["log", "said", "said"]));

    // A quiz keeps its answers to itself here, too, and what it covers is not read out again.
    browser.run(&format!("{ROOT}.querySelector('.training').inert = true"));
    type_line(&browser, ":set a 2 b -3 c 10 f -2");
    press_button(&browser, "Quiz");
    browser.wait_for(&format!("!!{ROOT}.querySelector('.node.asked')"));
    settle(&browser);
    assert_eq!(named_so("L, "), "L, data -8.0000, grad asked for");
    assert_eq!(named_so("b, "), "b, data -3.0000, grad not known yet");
    let quiet =
        format!("[...{ROOT}.querySelectorAll('.covered')].every(it => it.ariaLive === 'off')");
    browser.expect(&quiet, true);
    press_button(&browser, "End the quiz");
    settle(&browser);
    let again = format!(
        "[...{ROOT}.querySelectorAll('pre.answer')].filter(it => it.ariaLive !== 'off').length"
    );
    // The questions, and the end.
    browser.expect(&again, 2);

    type_line(&browser, ":plot L a -5 5");
    let alt = browser.run(&format!("return {ROOT}.querySelector('.plot img').alt"));
    assert_eq!(alt, ":plot L a -5 5: L for a from -5 to 5. a = 2, L = -8. tangent: -8 + 6·(a - 2)");
}

#[test]
#[ignore = "needs a browser"]
fn fingers_move_sliders_press_boxes_and_turn_no_page() {
    let browser = open("");
    browser.resize(390, 844);
    browser.devtools("Emulation.setTouchEmulationEnabled", json!({"enabled": true}));
    settle(&browser);
    let middle = |selector: &str| {
        let at = browser.run(&format!(
            "const it = {ROOT}.querySelector('{selector}').getBoundingClientRect();\
             return [it.x + it.width / 2, it.y + it.height / 2, it.width]"
        ));
        [0, 1, 2].map(|index: usize| at[index].as_f64().unwrap())
    };
    let touch = |kind: &str, points: &[(f64, f64)]| {
        let points: Vec<Value> = points.iter().map(|(x, y)| json!({"x": x, "y": y})).collect();
        let event = json!({"type": kind, "touchPoints": points});
        browser.devtools("Input.dispatchTouchEvent", event);
    };
    // From 2, in the middle third, to the right end.
    let [x, y, width] = middle(".slider input");
    touch("touchStart", &[(x + 0.2 * width, y)]);
    for step in 1..=8 {
        touch("touchMove", &[(x + (0.2 + 0.05 * f64::from(step)) * width, y + f64::from(step))]);
    }
    // A finger that is lifted while it moves flings, and the browser takes the next tap as the end of that.
    std::thread::sleep(std::time::Duration::from_millis(300));
    touch("touchEnd", &[]);
    settle(&browser);
    browser.expect(&in_box("a", "data"), "5.0000");
    browser.expect("[scrollX, scrollY, visualViewport.offsetTop]", json!([0, 0, 0]));

    // A tap presses a box.
    let [x, y, _] = middle("#n0");
    browser.tap((x, y));
    browser.wait_for(&format!("{ROOT}.querySelector('.log').textContent.includes(':explain a')"));
    settle(&browser);

    // Two fingers make the picture larger, one moves it.
    let shown = format!("{ROOT}.querySelector('.place > svg').getAttribute('viewBox')");
    let view = || {
        let numbers = browser.run(&format!("return {shown}"));
        let numbers = numbers.as_str().unwrap().split(' ').map(|it| it.parse().unwrap());
        numbers.collect::<Vec<f64>>()
    };
    let before = view();
    let [x, y, _] = middle(".place");
    touch("touchStart", &[(x - 30.0, y), (x + 30.0, y)]);
    for apart in [40.0, 50.0, 60.0] {
        touch("touchMove", &[(x - apart, y), (x + apart, y)]);
    }
    touch("touchEnd", &[]);
    let larger = view();
    assert!(larger[2] < 0.7 * before[2], "{before:?} {larger:?}");
    touch("touchStart", &[(x, y)]);
    for far in [10.0, 30.0, 50.0] {
        touch("touchMove", &[(x - far, y)]);
    }
    touch("touchEnd", &[]);
    assert!(view()[0] > larger[0] + 10.0, "{larger:?} {:?}", view());

    // All that can be pressed has room for a finger.
    let small = format!(
        "[...{ROOT}.querySelectorAll('button, input, textarea, .slider')]\
         .filter(it => it.checkVisibility() && !it.matches('.slider input'))\
         .filter(it => Math.min(it.getBoundingClientRect().width, it.getBoundingClientRect().height) < 43.9)\
         .map(it => it.outerHTML)"
    );
    browser.expect(&small, json!([]));
}

#[test]
#[ignore = "needs a browser"]
fn nothing_moves_by_itself_where_that_is_not_wanted() {
    let browser = open("");
    press_button(&browser, "Backward by hand");
    press_button(&browser, "Next");
    settle(&browser);
    let moves = format!("getComputedStyle({ROOT}.querySelector('.edge.lit')).animationName");
    browser.expect(&moves, "push");
    prefer(&browser, &[("prefers-reduced-motion", "reduce")]);
    browser.expect(&moves, "none");
}

#[test]
#[ignore = "needs a browser"]
fn on_paper_there_is_the_picture_and_all_that_was_said() {
    let browser = open("");
    for _ in 0..5 {
        type_line(&browser, ":grad");
    }
    let features = [json!({"name": "prefers-color-scheme", "value": "dark"})];
    let paper = json!({"media": "print", "features": features});
    browser.devtools("Emulation.setEmulatedMedia", paper);
    let seen = format!(
        "[...{ROOT}.querySelectorAll('button, textarea, input')].filter(it => it.checkVisibility()).length"
    );
    browser.expect(&seen, 0);
    let cut = format!(
        "(() => {{ const log = {ROOT}.querySelector('.log'); return log.scrollHeight - log.clientHeight; }})()"
    );
    browser.expect(&cut, 0);
    browser.expect("document.documentElement.scrollHeight > innerHeight", true);
    browser.expect(&format!("{ROOT}.querySelector('.place').clientHeight > 200"), true);
    // Paper is white.
    browser.expect(&format!("getComputedStyle({ROOT}.host).color"), "rgb(34, 34, 31)");
}
