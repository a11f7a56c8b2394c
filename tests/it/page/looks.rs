//! What is in sight, on screens of several sizes.

use super::cell::{ROOT, folder, go, in_box, open, press_button, settle, texts, type_line};
use super::driver::Browser;
use super::server;

#[test]
#[ignore = "needs a browser"]
fn every_size_has_all_in_sight_and_nothing_scrolls_sideways() {
    let chain: String = (1..96).map(|n| format!("v{n}=v{}*{n}%2B1;", n - 1)).collect();
    let links = [
        "#a=2;b=a*3".to_owned(),
        "#x1=2;x2=0;w1=-3;w2=1;b=6.88;n=x1*w1%2Bx2*w2%2Bb;e=exp(2n);o=(e-1)/(e%2B1);p=o^2;q=p*w1%2Bx2".to_owned(),
        format!("#a=1;v0=2;{chain}"),
    ];
    let browser = Browser::start(1440, 900, "/nowhere");
    let address = server::serve(&folder());
    for (width, height) in [(1440, 900), (1024, 768), (390, 844)] {
        browser.resize(width, height);
        for link in &links {
            go(&browser, &format!("{address}{link}"));
            browser.wait_for(&format!("{ROOT}.querySelector('.node')"));
            type_line(&browser, ":grad");
            let sizes = browser.run(&format!(
                "const [all, root] = [document.documentElement, {ROOT}];\
                 const place = root.querySelector('.place').getBoundingClientRect();\
                 return [all.scrollWidth - innerWidth, all.scrollHeight - innerHeight, place.top, innerHeight - place.bottom,\
                 root.querySelector('.line').getBoundingClientRect().bottom - innerHeight,\
                 ...['.log', '.see', '.hand', '.sliders', '.training', '.bar'].map(it => {{\
                 const one = root.querySelector(it); return one.scrollWidth - one.clientWidth; }})]"
            ));
            let sizes: Vec<f64> =
                sizes.as_array().unwrap().iter().map(|it| it.as_f64().unwrap()).collect();
            assert!(sizes[0] <= 0.0 && sizes[1] <= 0.0, "the page scrolls: {width} {sizes:?}");
            assert!(
                sizes[2] >= 0.0 && sizes[3] >= 0.0 && sizes[4] <= 0.0,
                "out of sight: {width} {sizes:?}"
            );
            assert!(
                sizes[5..].iter().all(|it| *it <= 0.0),
                "a part scrolls sideways: {width} {sizes:?}"
            );
        }
    }
}

/// Waits until the frame of the picture cuts none of its texts.
#[track_caller]
fn expect_whole_texts(browser: &Browser, when: &str) {
    let cut = format!(
        "/* {when} */ (() => {{
        const root = {ROOT}, place = root.querySelector('.place').getBoundingClientRect();
        return [...root.querySelectorAll('.place text')].filter(it => {{
          const text = it.getBoundingClientRect();
          // What is on its way is in view only for a moment.
          return it.textContent && !it.closest('.token') && (text.left < place.left || text.right > place.right
            || text.top < place.top || text.bottom > place.bottom);
        }}).map(it => it.textContent); }})()"
    );
    browser.expect(&cut, serde_json::json!([]));
}

#[test]
#[ignore = "needs a browser"]
fn no_words_of_a_picture_that_is_whole_are_cut() {
    let browser = Browser::start(1440, 900, "/nowhere");
    let address = server::serve(&folder());
    for (width, height) in [(1440, 900), (1024, 768), (720, 450), (390, 844)] {
        browser.resize(width, height);
        go(&browser, &format!("{address}#a=-2;b=3;d=a*b;e=a%2Bb;f=d*e"));
        for line in [":back", ":next", ":next"] {
            type_line(&browser, line);
        }
        // Where only numbers have room in a box, its words are short, too.
        let status = in_box("b", "status");
        browser.wait_for(&format!("{status}.endsWith('1 more')"));
        expect_whole_texts(&browser, &format!("{width}"));
    }
    browser.resize(1280, 800);
    go(&browser, &address);
    type_line(&browser, ":back");
    for pushed in 1..=3 {
        type_line(&browser, ":next");
        browser.wait_for(&format!("{ROOT}.querySelectorAll('.labels > text').length === 2"));
        expect_whole_texts(&browser, &format!("push {pushed}"));
    }
    // The words in the boxes go before a part of the picture does.
    let neuron = "x1*w1%2Bx2*w2%2Bb;o=tanh(n)";
    go(&browser, &format!("{address}#x1=2;x2=0;w1=-3;w2=1;b=6.88;n={neuron}"));
    browser.wait_for(&format!("{ROOT}.querySelector('.node')"));
    expect_whole_texts(&browser, "a neuron");
    browser.expect(&format!("{ROOT}.querySelectorAll('.label').length"), 0);
    browser.expect(&format!("{ROOT}.querySelectorAll('.node .name').length"), 10);
}

#[test]
#[ignore = "needs a browser"]
fn long_names_keep_both_ends_and_their_sliders_one_line() {
    let names = ["weight_of_the_first_input", "weight_of_the_second_input", "w"];
    let leaves: String = names.iter().map(|name| format!("{name}=-1.5e-200;")).collect();
    let browser = Browser::start(390, 844, "/nowhere");
    let link = format!("#{leaves}L={}", names.join("*"));
    go(&browser, &format!("{}{link}", server::serve(&folder())));
    browser.expect(
        &texts(".slider .name"),
        serde_json::json!(["weight…t_input", "weight…d_input", "w"]),
    );
    let boxes = browser.run(&format!("return {}", texts(".node .name"))).to_string();
    assert!(boxes.contains("weight_of_…first_input"), "{boxes}");
    let lines = format!(
        "new Set([...{ROOT}.querySelectorAll('.slider')].map(it => {{\
         const [name, range, value] = [...it.children].map(one => one.getBoundingClientRect());\
         return [name.height < 24, range.x, value.x, value.right <= innerWidth].join();}})).size"
    );
    browser.expect(&lines, 1);
    let label = format!("{ROOT}.querySelector('.slider input').ariaLabel");
    browser.expect(&label, names[0]);
}

#[test]
#[ignore = "needs a browser"]
fn a_graph_that_is_larger_than_its_frame_can_be_looked_around() {
    let chain: String = (1..96).map(|n| format!("v{n}=v{}*{n}%2B1;", n - 1)).collect();
    let browser = open(&format!("#a=1;v0=2;{chain}L=v95^2"));
    browser.wait_for(&format!("{ROOT}.querySelectorAll('.node').length > 150"));
    let scale = format!("{ROOT}.querySelector('.place > svg').getScreenCTM().a");
    let is_seen = |name: &str| {
        format!(
            "(() => {{ const root = {ROOT}, place = root.querySelector('.place').getBoundingClientRect(),\
             node = [...root.querySelectorAll('.node')].find(it => it.querySelector('.name').textContent === '{name}')\
             .getBoundingClientRect(); return node.left >= place.left - 1 && node.right <= place.right + 1\
             && node.top >= place.top && node.bottom <= place.bottom; }})()"
        )
    };
    let readable = browser.run(&format!("return {scale}")).as_f64().unwrap();
    assert!(readable > 0.8, "{readable}");
    browser.expect(&is_seen("L"), true);
    // The wheel moves it.
    let wheel = format!(
        "{ROOT}.querySelector('.place').dispatchEvent(new WheelEvent('wheel', \
         {{deltaX: -3000, cancelable: true, bubbles: true}}))"
    );
    browser.run(&wheel);
    browser.expect(&is_seen("L"), false);
    // What has the focus is seen, and so is what goes on.
    browser.run(&format!("{ROOT}.querySelector('.node[tabindex=\"0\"]').focus()"));
    browser.expect(&is_seen("L"), true);
    browser.run(&wheel);
    type_line(&browser, ":back");
    type_line(&browser, ":next 2");
    browser.expect(&is_seen("v95"), true);
    // All of it, and back.
    press_button(&browser, "All");
    browser.wait_for(&format!("{scale} < 0.2"));
    browser.expect(&is_seen("L"), true);
    press_button(&browser, "All");
    browser.expect(&format!("Math.round({scale} * 100)"), (readable * 100.0).round() as i64);
}

#[test]
#[ignore = "needs a browser"]
fn a_network_a_plot_and_the_page_at_twice_the_size_fit_in() {
    let browser = Browser::start(390, 844, "/nowhere");
    let address = server::serve(&folder());
    go(&browser, &format!("{address}#x1=[0,0,1,1];x2=[0,1,0,1];y=[-1,1,1,-1]"));
    type_line(&browser, ":net xor 2 4 1");
    type_line(&browser, "score = xor(x1, x2); loss = mean((score - y)^2)");
    type_line(&browser, ":plot score x1 -0.5 1.5 x2 -0.5 1.5 by y");
    press_button(&browser, "Step");
    settle(&browser);
    browser.run(&format!("{ROOT}.querySelector('.training input').value = '1e-9'"));
    press_button(&browser, "Train");
    press_button(&browser, "Stop");
    for (width, height) in [(390, 844), (390, 664), (720, 450), (1024, 768), (1440, 900)] {
        browser.resize(width, height);
        settle(&browser);
        let sizes = browser.run(&format!(
            "const root = {ROOT}, high = name => root.querySelector(name).clientHeight;\
             const edge = (name, side) => root.querySelector(name).getBoundingClientRect()[side];\
             const all = document.documentElement;\
             return [all.scrollWidth - innerWidth, all.scrollHeight - innerHeight,\
             Math.min(high('.log'), high('.place') - 20, high('.plot') - 40),\
             edge('.curve', 'bottom') - (innerWidth < 760 ? edge('.log', 'top') : innerHeight)]"
        ));
        let sizes = [0, 1, 2, 3].map(|index: usize| sizes[index].as_f64().unwrap());
        assert!(sizes[0] <= 0.0 && sizes[3] <= 0.0, "sideways, or covered: {width} {sizes:?}");
        if height < 700 {
            // It scrolls, and the picture stays.
            browser.run("scrollTo(0, 9999)");
            let top = format!("{ROOT}.querySelector('.place').getBoundingClientRect().top");
            browser.expect(&format!("scrollY > 0 && {top} === 0"), true);
            let bar = format!("{ROOT}.querySelector('.bar').getBoundingClientRect().bottom");
            browser.expect(&format!("{bar} <= innerHeight + 1"), true);
        } else {
            assert!(sizes[1] <= 0.0, "the page scrolls: {width} {sizes:?}");
        }
        assert!(sizes[2] >= 60.0, "no room: {width}x{height} {sizes:?}");
    }
}

#[test]
#[ignore = "needs a browser"]
fn on_a_projector_the_page_begins_at_its_top_and_what_has_the_focus_is_seen() {
    let browser = Browser::start(640, 400, "/nowhere");
    let address = server::serve(&folder());
    // 1280 x 800 at 175 and 200 %.
    for (width, height) in [(731, 457), (640, 400)] {
        browser.resize(width, height);
        go(&browser, &address);
        browser.expect("scrollY", 0);
        let covered = format!(
            "(() => {{ const root = {ROOT}, found = [];\
             for (const it of root.querySelectorAll('button, input, select, textarea')) {{\
             if (it.disabled || !it.checkVisibility() || it.closest('.window')) continue;\
             it.focus(); const at = it.getBoundingClientRect();\
             const above = root.querySelector('.window').getBoundingClientRect().bottom;\
             if (at.top < above - 1 || at.bottom > innerHeight + 1) found.push(it.outerHTML); }}\
             return found; }})()"
        );
        browser.expect(&covered, serde_json::json!([]));
    }
}

#[test]
#[ignore = "needs a browser"]
fn on_a_projector_a_network_and_its_boundary_stay_in_view_beside_each_control() {
    let browser = open("#x1=[0,0,1,1];x2=[0,1,0,1];y=[-1,1,1,-1]");
    // 1280 x 720 at 150 %.
    browser.resize(853, 480);
    type_line(&browser, ":net xor 2 4 1");
    type_line(&browser, "score = xor(x1, x2); loss = mean((score - y)^2)");
    type_line(&browser, ":plot score x1 -0.5 1.5 x2 -0.5 1.5 by y");
    type_line(&browser, ":step 0.1 20");
    let large = format!(
        "['.plot img', '.circuit'].map(it => {ROOT}.querySelector(it).clientHeight > innerHeight / 5)"
    );
    browser.wait_for(&format!("String({large}) === 'true,true'"));
    let covered = format!(
        "(() => {{ const root = {ROOT}, found = [];\
         for (const it of root.querySelectorAll('.see button, .see input, .see select')) {{\
         if (it.disabled || !it.checkVisibility() || it.closest('.window')) continue;\
         it.focus(); const at = it.getBoundingClientRect();\
         const above = root.querySelector('.window').getBoundingClientRect();\
         if (above.top !== 0 || at.top < above.bottom - 1 || at.bottom > innerHeight + 1) found.push(it.outerHTML); }}\
         return found; }})()"
    );
    browser.expect(&covered, serde_json::json!([]));
}

#[test]
#[ignore = "needs a browser"]
fn a_phone_at_twice_the_size_cuts_no_control() {
    let browser = Browser::start(390, 844, "/nowhere");
    browser.resize(195, 422);
    let address = server::serve(&folder());
    let links = [
        "",
        "#slope=2.0214;offset=-0.042857;L=slope*offset^2",
        "#x1=[0,0,1,1];x2=[0,1,0,1];y=[-1,1,1,-1]",
    ];
    for link in links {
        go(&browser, &format!("{address}{link}"));
        if link.contains("x1") {
            type_line(&browser, ":net xor 2 4 1");
            type_line(&browser, "score = xor(x1, x2); loss = mean((score - y)^2)");
            type_line(&browser, ":plot score x1 -0.5 1.5 x2 -0.5 1.5 by y");
        }
        browser.wait_for(&format!("{ROOT}.querySelector('.node')"));
        settle(&browser);
        let cut = format!(
            "[...{ROOT}.querySelectorAll('button, input, select, textarea, .value')].filter(it => it.checkVisibility())\
             .filter(it => {{ const at = it.getBoundingClientRect();\
             return at.width > 2 && (at.left < 0 || at.right > innerWidth); }}).map(it => it.outerHTML)"
        );
        browser.expect(&cut, serde_json::json!([]));
        browser.expect("document.documentElement.scrollWidth <= innerWidth", true);
    }
}
