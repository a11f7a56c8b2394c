//! A browser, spoken to in WebDriver over a plain socket.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The longest that anything may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// A headless Chromium with one window.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

/// A port that nothing listens on.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

impl Browser {
    /// Starts one whose window has this size, and which saves downloads in `downloads`.
    pub fn start(width: u32, height: u32, downloads: &str) -> Browser {
        let port = free_port();
        let driver = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver is there: apt install chromium chromium-driver");
        let mut browser = Browser { driver, port, session: String::new() };
        let window = format!("--window-size={width},{height}");
        let arguments =
            ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", &window];
        let options = json!({
            "args": arguments,
            "prefs": {"download.default_directory": downloads, "download.prompt_for_download": false},
        });
        let wanted = json!({
            "browserName": "chrome",
            "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL"},
        });
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(begun.elapsed() < PATIENCE, "chromedriver does not listen");
            thread::sleep(Duration::from_millis(20));
        }
        let started =
            browser.send("POST", "/session", &json!({"capabilities": {"alwaysMatch": wanted}}));
        browser.session = started["sessionId"].as_str().expect("a session").to_owned();
        browser.resize(width, height);
        browser
    }

    /// Gives the page this size, whatever the window has around it.
    pub fn resize(&self, width: u32, height: u32) {
        let metrics = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500});
        self.devtools("Emulation.setDeviceMetricsOverride", metrics);
    }

    /// Sends a command of the developer tools.
    pub fn devtools(&self, command: &str, parameters: Value) -> Value {
        self.command("/goog/cdp/execute", &json!({"cmd": command, "params": parameters}))
    }

    /// Opens an address.
    pub fn go(&self, address: &str) {
        self.command("/url", &json!({"url": address}));
    }

    /// Runs a script, which may return a promise, and returns what it gives.
    pub fn run(&self, script: &str) -> Value {
        self.command("/execute/sync", &json!({"script": script, "args": []}))
    }

    /// Waits until a script returns what is true, and returns that.
    #[track_caller]
    pub fn wait_for(&self, script: &str) -> Value {
        let begun = Instant::now();
        loop {
            let found = self.run(&format!("return {script}"));
            if !matches!(found, Value::Null | Value::Bool(false)) && found != json!("") {
                return found;
            }
            let log = || self.log();
            assert!(begun.elapsed() < PATIENCE, "never came true: {script}\n{:#}", log());
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// What the browser has complained about since it was last asked.
    pub fn log(&self) -> Value {
        self.command("/se/log", &json!({"type": "browser"}))
    }

    /// Presses keys one after another; WebDriver has a character for each special one.
    pub fn press(&self, keys: &str) {
        let mut actions = Vec::new();
        for key in keys.chars() {
            actions.push(json!({"type": "keyDown", "value": key.to_string()}));
            actions.push(json!({"type": "keyUp", "value": key.to_string()}));
        }
        self.act(json!({"type": "key", "id": "keyboard", "actions": actions}));
    }

    /// Presses a key while Shift is held.
    pub fn press_shifted(&self, key: char) {
        let step = |kind: &str, value: char| json!({"type": kind, "value": value.to_string()});
        let [shift, down, up] = ['\u{E008}', key, key];
        let actions = [
            step("keyDown", shift),
            step("keyDown", down),
            step("keyUp", up),
            step("keyUp", shift),
        ];
        self.act(json!({"type": "key", "id": "keyboard", "actions": actions}));
    }

    /// Presses the mouse at the first of these places, moves over the others, and lets it go.
    pub fn drag(&self, places: &[(f64, f64)]) {
        let go = |(x, y): &(f64, f64), duration: u32| {
            let (x, y) = (x.round() as i64, y.round() as i64);
            json!({"type": "pointerMove", "duration": duration, "x": x, "y": y})
        };
        let mut actions = vec![go(&places[0], 0), json!({"type": "pointerDown", "button": 0})];
        actions.extend(places[1..].iter().map(|place| go(place, 30)));
        actions.push(json!({"type": "pointerUp", "button": 0}));
        self.act(json!({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}));
    }

    fn act(&self, source: Value) {
        self.command("/actions", &json!({"actions": [source]}));
    }

    fn command(&self, path: &str, body: &Value) -> Value {
        self.send("POST", &format!("/session/{}{path}", self.session), body)
    }

    fn send(&self, method: &str, path: &str, body: &Value) -> Value {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the driver listens");
        stream.set_read_timeout(Some(2 * PATIENCE)).expect("a timeout");
        let body = body.to_string();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        )
        .expect("the driver listens");
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        let mut line = String::new();
        while reader.read_line(&mut line).expect("a header") > 2 {
            let header = line.to_ascii_lowercase();
            if let Some(bytes) = header.strip_prefix("content-length:") {
                length = bytes.trim().parse().expect("a length");
            }
            line.clear();
        }
        let mut answer = vec![0; length];
        reader.read_exact(&mut answer).expect("an answer");
        let answer: Value = serde_json::from_slice(&answer).expect("JSON");
        let value = answer["value"].clone();
        assert!(value["error"].is_null(), "{path} {body:.300}: {}", value["message"]);
        value
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() && !thread::panicking() {
            self.send("DELETE", &format!("/session/{}", self.session), &json!({}));
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
