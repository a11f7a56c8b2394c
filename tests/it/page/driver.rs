//! A browser, spoken to in WebDriver over a plain socket.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// The longest that anything may take, on a machine that does much else.
const PATIENCE: Duration = Duration::from_secs(60);

/// A headless Chromium with one window.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
    /// Where the two keep what they need while they run; they do not tidy up.
    _scratch: TempDir,
}

/// Starts the driver on a port that it chooses itself, and says.
fn start_driver(scratch: &Path) -> (Child, u16) {
    // It wants one port for both kinds of addresses, and ends where one of them is taken.
    for _ in 0..10 {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .env("TMPDIR", scratch)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver is there: apt install chromium chromium-driver");
        let mut lines = BufReader::new(driver.stdout.take().expect("a pipe")).lines();
        let port = |line: String| {
            line.split_once("started successfully on port ")?.1.trim_end_matches('.').parse().ok()
        };
        if let Some(port) = lines.by_ref().map_while(Result::ok).find_map(port) {
            // What else it says is not to fill the pipe.
            thread::spawn(move || lines.for_each(drop));
            return (driver, port);
        }
        let _ = driver.wait();
    }
    panic!("chromedriver does not start");
}

impl Browser {
    /// Starts one whose window has this size, and which saves downloads in `downloads`.
    pub fn start(width: u32, height: u32, downloads: &str) -> Browser {
        let scratch = tempfile::tempdir().expect("there is room on the disk");
        let (driver, port) = start_driver(scratch.path());
        let mut browser = Browser { driver, port, session: String::new(), _scratch: scratch };
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

    /// Presses the Back button.
    pub fn back(&self) {
        self.command("/back", &json!({}));
    }

    /// Runs a script, which may return a promise, and returns what it gives.
    #[track_caller]
    pub fn run(&self, script: &str) -> Value {
        self.command("/execute/sync", &json!({"script": script, "args": []}))
    }

    /// Waits until a script gives what is true, and returns that.
    #[track_caller]
    pub fn wait_for(&self, script: &str) -> Value {
        let is_true = |it: &Value| !matches!(it, Value::Null | Value::Bool(false)) && it != "";
        self.wait_until(script, "something true", is_true)
    }

    /// Waits until a script gives this.
    #[track_caller]
    pub fn expect(&self, script: &str, wanted: impl Into<Value>) {
        let wanted = wanted.into();
        self.wait_until(script, &wanted.to_string(), |it| *it == wanted);
    }

    /// Waits until a script gives what is wanted; fails with what it gave last.
    #[track_caller]
    fn wait_until(&self, script: &str, wanted: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
        let begun = Instant::now();
        loop {
            let found = self.run(&format!("return {script}"));
            if is_wanted(&found) {
                return found;
            }
            if begun.elapsed() > PATIENCE {
                panic!("{script}\nnever gave {wanted}, but {found}\n{:#}", self.log());
            }
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

    /// Touches a place with a finger, for a moment.
    pub fn tap(&self, (x, y): (f64, f64)) {
        let (x, y) = (x.round() as i64, y.round() as i64);
        let actions = json!([
            {"type": "pointerMove", "duration": 0, "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]);
        let touch = json!({"pointerType": "touch"});
        self.act(
            json!({"type": "pointer", "id": "finger", "parameters": touch, "actions": actions}),
        );
    }

    fn act(&self, source: Value) {
        self.command("/actions", &json!({"actions": [source]}));
    }

    #[track_caller]
    fn command(&self, path: &str, body: &Value) -> Value {
        self.send("POST", &format!("/session/{}{path}", self.session), body)
    }

    #[track_caller]
    fn send(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = self.try_to_send(method, path, body).expect("the driver answers");
        let value = answer["value"].clone();
        assert!(value["error"].is_null(), "{path} {body:.300}: {}", value["message"]);
        value
    }

    fn try_to_send(&self, method: &str, path: &str, body: &Value) -> io::Result<Value> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(2 * PATIENCE))?;
        let body = body.to_string();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        )?;
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        let mut line = String::new();
        while reader.read_line(&mut line)? > 2 {
            let header = line.to_ascii_lowercase();
            if let Some(bytes) = header.strip_prefix("content-length:") {
                length = bytes.trim().parse().map_err(io::Error::other)?;
            }
            line.clear();
        }
        let mut answer = vec![0; length];
        reader.read_exact(&mut answer)?;
        Ok(serde_json::from_slice(&answer)?)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The driver ends the browser; a test that fails leaves none behind either.
        let _ = self.try_to_send("DELETE", &format!("/session/{}", self.session), &json!({}));
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
