//! What is in sight, on screens of several sizes.

use super::cell::{ROOT, folder, go, type_line};
use super::driver::Browser;
use super::server;

#[test]
#[ignore = "needs a browser"]
fn every_size_has_all_in_sight_and_nothing_scrolls_sideways() {
    let chain: String = (1..150).map(|n| format!("v{n}=v{}*{n}%2Ba;", n - 1)).collect();
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
