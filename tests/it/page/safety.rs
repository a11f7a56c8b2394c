//! What others may try: markup, scripts, links that flood the page or hide what they do.

use serde_json::json;

use super::cell::{ROOT, copied, folder, go, open, press_button, settle, texts, type_line};
use super::driver::Browser;
use super::server;

/// What would run, or become an element, if it were not taken as text. Whatever runs leaves a mark.
const HOSTILE: [&str; 9] = [
    "<img src=x onerror=window.bad=1>",
    "</script><script>window.bad=1</script>",
    "</pre></span><svg onload=window.bad=1>",
    "]]><b onclick=window.bad=1>",
    "<!--<script>-->",
    "&lt;b&gt;&#60;b&#62;",
    "${window.bad=1}`$&$'",
    "\" onmouseover=\"window.bad=1\" '",
    "javascript:window.bad=1 \u{202e}\u{2028}\u{0}",
];

/// An expression that is true if none of it did, and nothing is there that the page has not put there.
const WHOLE: &str = "window.bad === undefined && ({}).bad === undefined \
    && document.querySelectorAll('body > :not(main, noscript, script), main > :not(gradcalc-cell)').length === 0 \
    && !document.querySelector('gradcalc-cell').shadowRoot.querySelector(\
       'script, b, i, u, iframe, a, img:not(.plot img), .log svg, [onload], [onerror], [onclick], [onmouseover]')";

/// Types a text as it is, whatever is in it, and waits for its answer.
#[track_caller]
fn paste(browser: &Browser, text: &str) -> String {
    settle(browser);
    browser.run(&format!(
        "const line = {ROOT}.querySelector('textarea'); line.value = {};\
         {ROOT}.querySelector('.line button').click()",
        json!(text)
    ));
    settle(browser);
    let last = format!("[...{ROOT}.querySelectorAll('.entry')].at(-1)?.querySelector('.answer')");
    browser.run(&format!("return {last}?.textContent ?? ''")).as_str().unwrap().to_owned()
}

/// Tries what a policy must not allow, and returns what got through.
fn forbidden(browser: &Browser) -> serde_json::Value {
    browser.run(
        "const got = [];\
         const script = document.createElement('script');\
         script.textContent = 'window.inline = 1';\
         document.head.append(script); script.remove();\
         if (window.inline) got.push('script');\
         const link = document.createElement('div');\
         link.setAttribute('onclick', 'window.handler = 1');\
         document.body.append(link); link.click(); link.remove();\
         if (window.handler) got.push('handler');\
         const style = document.createElement('div');\
         style.setAttribute('style', 'color: red');\
         if (style.style.color) got.push('style');\
         const image = () => new Promise(done => {\
           const image = new Image(); image.onload = () => done('image'); image.onerror = () => done();\
           image.src = URL.createObjectURL(new Blob(['<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>'], {type: 'image/svg+xml'}));\
         });\
         return fetch('data:,text').then(() => got.push('fetch'), () => {})\
           .then(image).then(it => it && got.push(it))\
           .then(() => new Promise(done => setTimeout(done)))\
           .then(() => { try { (0, eval)('1'); got.push('eval'); } catch {} }).then(() => got)",
    )
}

#[test]
#[ignore = "needs a browser"]
fn whatever_is_typed_or_linked_stays_text() {
    let linked: String = HOSTILE.iter().map(|it| format!("%0A{}", encoded(it))).collect();
    let browser = open(&format!("#a=1;L=a^2{linked}"));
    browser.expect(WHOLE, true);
    for hostile in HOSTILE {
        for text in [
            hostile.to_owned(),
            format!(":echo {hostile}"),
            format!("b = 1 # {hostile}"),
            format!(":help {hostile}"),
            format!(":explain \"{hostile}\""),
            format!(":read \"{hostile}\""),
            format!("f(x) = x^2 # {hostile}"),
        ] {
            paste(&browser, &text);
        }
    }
    browser.expect(WHOLE, true);
    // Names that mean something to a script or to the picture.
    let names = ["__proto__", "constructor", "hasOwnProperty", "toString", "n0", "head", "u2_0"];
    let leaves: String = names.iter().map(|it| format!("{it} = 2; ")).collect();
    paste(&browser, &format!("{leaves}prototype = {}", names.join(" * ")));
    let boxes = format!("{ROOT}.querySelectorAll('.node').length");
    browser.expect(&boxes, names.len() * 2 - 1);
    assert_eq!(json!(names), browser.wait_for(&texts(".slider .name")));
    paste(&browser, ":plot prototype __proto__ -3 3");
    paste(&browser, ":set __proto__ 3; :set constructor 5");
    paste(&browser, ":back");
    press_button(&browser, "Next: prototype");
    settle(&browser);
    browser.expect(WHOLE, true);
    assert_eq!(paste(&browser, "__proto__ + constructor"), "8\n");
    for format in ["svg", "dot", "python", "mermaid", "json"] {
        let text = paste(&browser, &format!("c = 3 # <b>\n:export {format} prototype"));
        assert!(text.len() > 100, "{format}: {text}");
    }
    browser.expect(WHOLE, true);
    assert_eq!(browser.log(), json!([]));

    // What is exported is a document elsewhere.
    let other = tempfile::tempdir().unwrap();
    let rooted = "a = 1; y = a^2 # <script>window.bad=1</script>\n:export svg y";
    let picture = other.path().join("picture.svg");
    std::fs::write(&picture, paste(&browser, rooted)).unwrap();
    browser.go(&format!("file://{}", picture.display()));
    browser.expect("document.querySelectorAll('script, img, b').length", 0);
    browser.expect("window.bad === undefined", true);
}

/// A text as an address has it.
fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[test]
#[ignore = "needs a browser"]
fn the_policy_holds_in_the_page_and_in_the_single_file() {
    let browser = open("");
    assert_eq!(forbidden(&browser), json!([]));
    let file = format!("file://{}", folder().join("single.html").display());
    go(&browser, &file);
    type_line(&browser, "6*7");
    assert_eq!(forbidden(&browser), json!([]));
    // Nobody is listened to: not another window, and not the name of this one.
    let before = browser.run(&format!("return {ROOT}.querySelector('.cell').textContent"));
    browser.run(
        "window.name = ':quiz'; postMessage({do: 'type', text: ':quiz'}, '*');\
         postMessage({stop: true}, '*'); dispatchEvent(new MessageEvent('message', {data: {slice: 1}}))",
    );
    settle(&browser);
    assert_eq!(before, browser.run(&format!("return {ROOT}.querySelector('.cell').textContent")));
}

#[test]
#[ignore = "needs a browser"]
fn a_link_cannot_hide_what_it_does_nor_flood_the_page() {
    let browser = open("");
    let log = format!("{ROOT}.querySelector('.log').textContent");
    // A busy machine takes longer for what ends than the page waits.
    let patient = copied("cell.js", |cell| cell.replace("PATIENCE = 3000", "PATIENCE = 50000"));
    let address = server::serve(patient.path());
    let try_link_at = |address: &str, link: &str, said: &str| {
        go(&browser, &format!("{address}#{link}"));
        let text = browser.run(&format!("return {log}"));
        assert!(text.as_str().unwrap().contains(said), "{link:.60}: {text:.300}");
        assert_eq!(paste(&browser, "6*7"), "42\n");
    };
    let try_link = |link: &str, said: &str| try_link_at(&address, link, said);
    // What stands after a prompt would be run.
    try_link(&encoded("a = 1; L = a^2\n> :grad L"), "error: ");
    try_link(&encoded("> a = 1; L = a^2\n> :grad L"), "This link runs :grad L.");
    // Characters that turn others around, or cannot be seen.
    try_link(&encoded("a = 1 # \u{202e}\u{2066}\u{0}"), "a = 1 # ��␀");
    try_link(&encoded(":echo \u{202e}1"), "This link runs :echo �1.");
    for broken in ["%ED%A0%80", "a=1%FF", "%", "a=1%2"] {
        try_link(broken, "This link is incomplete");
    }
    try_link(&encoded(&")\n".repeat(3000)), "error: found )");
    try_link(&encoded(&")\n".repeat(30_000)), "the rest is too long to show");
    try_link(&"x".repeat(500_000), "and 480000 more characters");
    // What explodes ends when patience does.
    let mut bomb = "f0(x)=x+x;".to_owned();
    bomb.extend((1..14).map(|n| format!("f{n}(x)=f{}(f{}(x));", n - 1, n - 1)));
    bomb += "a=1;";
    let address = server::serve(&folder());
    try_link_at(&address, &encoded(&(bomb + &"x=f13(a);".repeat(3000))), "This link takes long.");
    press_button(&browser, "Leave it");
    // Many lines are shown at once, and half a character is not lost.
    assert_eq!(paste(&browser, &"6*7\n".repeat(3000)), "42\n");
    browser.run(&format!(
        "{ROOT}.querySelector('textarea').value = 'y = \\ud800';\
         {ROOT}.querySelector('.line button').click()"
    ));
    browser.wait_for(&format!("{log}.includes('y = �')"));
    assert_eq!(browser.log(), json!([]));
}
