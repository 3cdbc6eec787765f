//! Chromium without a window, driven by its protocol for developers over a pipe, which needs neither a port nor a crate.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::run::has_program;

/// A browser with one page.
pub(crate) struct Browser {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    last_id: u64,
    session: Option<String>,
    _profile: TempDir,
}

/// A node of the accessibility tree that screen readers get.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) role: String,
    pub(crate) name: String,
    pub(crate) description: String,
    /// The level of a heading.
    pub(crate) level: Option<u64>,
    /// Where a link leads.
    pub(crate) url: String,
}

impl Browser {
    /// Starts the browser, or prints why the test is skipped.
    pub(crate) fn start() -> Option<Self> {
        let names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
        let is_here = |name: &&str| Command::new(name).arg("--version").output().is_ok();
        let name = names.into_iter().find(is_here);
        let name = name.or_else(|| has_program(names[0], names[0]).then_some(names[0]))?;
        let profile = tempfile::tempdir().unwrap();
        // The protocol is spoken on the descriptors 3 and 4. The test of a browser that hangs fails.
        let script =
            "exec timeout --kill-after=10 300 \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null";
        let mut child = Command::new("sh")
            .args(["-c", script, "sh", name, "--headless", "--no-sandbox", "--disable-gpu"])
            .args(["--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-pipe"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let from = BufReader::new(from);
        let mut browser = Self { child, to, from, last_id: 0, session: None, _profile: profile };
        let page = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let target = json!({ "targetId": page["targetId"], "flatten": true });
        let attached = browser.call("Target.attachToTarget", target);
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        assert!(browser.session.is_some(), "{attached}");
        for domain in ["Page", "Accessibility"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        Some(browser)
    }

    /// Calls a method, and returns its result.
    pub(crate) fn call(&mut self, method: &str, params: Value) -> Value {
        self.last_id += 1;
        let mut message = json!({ "id": self.last_id, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = session.as_str().into();
        }
        self.to.write_all(format!("{message}\0").as_bytes()).unwrap();
        loop {
            let answer = self.receive();
            if answer["id"] == self.last_id {
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].clone();
            }
        }
    }

    fn receive(&mut self) -> Value {
        let mut message = Vec::new();
        self.from.read_until(0, &mut message).unwrap();
        assert_eq!(message.pop(), Some(0), "the browser ended");
        serde_json::from_slice(&message).unwrap()
    }

    /// Opens a file in a window of this width, in light or dark colors.
    pub(crate) fn open(&mut self, file: &Path, width: u32, colors: &str) {
        self.set_window(width, colors);
        self.go_to(&format!("file://{}", file.display()));
    }

    pub(crate) fn set_window(&mut self, width: u32, colors: &str) {
        let metrics =
            json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", metrics);
        let feature = json!({ "name": "prefers-color-scheme", "value": colors });
        self.call("Emulation.setEmulatedMedia", json!({ "features": [feature] }));
    }

    /// Opens a URL. Returns whether it is a page, and not a download or an answer without an end.
    pub(crate) fn go_to(&mut self, url: &str) -> bool {
        let opened = self.call("Page.navigate", json!({ "url": url }));
        let is_page = opened["errorText"].is_null();
        if is_page {
            self.wait_for_page();
        }
        is_page
    }

    /// Runs a script that leads to another page, and waits for it.
    #[cfg(feature = "serve")]
    pub(crate) fn follow(&mut self, script: &str) {
        self.call("Runtime.evaluate", json!({ "expression": script }));
        self.wait_for_page();
    }

    fn wait_for_page(&mut self) {
        while self.receive()["method"] != "Page.loadEventFired" {}
    }

    /// Returns the value of a script.
    pub(crate) fn run(&mut self, script: &str) -> Value {
        let params = json!({ "expression": script, "returnByValue": true, "awaitPromise": true });
        let result = self.call("Runtime.evaluate", params);
        assert!(result["exceptionDetails"].is_null(), "{result}");
        result["result"]["value"].clone()
    }

    /// Returns the accessibility tree in the order of the page, without the nodes that screen readers ignore.
    pub(crate) fn accessibility(&mut self) -> Vec<Node> {
        let tree = self.call("Accessibility.getFullAXTree", json!({}));
        let nodes = tree["nodes"].as_array().unwrap();
        let mut found = Vec::new();
        let mut open = vec![&nodes[0]["nodeId"]];
        while let Some(id) = open.pop() {
            let Some(node) = nodes.iter().find(|node| node["nodeId"] == *id) else { continue };
            open.extend(node["childIds"].as_array().into_iter().flatten().rev());
            if node["ignored"] != true {
                found.push(Node::of(node));
            }
        }
        found
    }

    /// Writes what the window shows to a PNG file, for looking at it.
    pub(crate) fn screenshot(&mut self, file: &Path) {
        let shot = self.call("Page.captureScreenshot", json!({ "captureBeyondViewport": true }));
        let data = shot["data"].as_str().unwrap();
        let script = "base64 -d > \"$1\"";
        let mut child = Command::new("sh")
            .args(["-c", script, "sh"])
            .arg(file)
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(data.as_bytes()).unwrap();
        assert!(child.wait().unwrap().success());
    }
}

impl Node {
    fn of(node: &Value) -> Self {
        let text = |value: &Value| value["value"].as_str().unwrap_or_default().to_owned();
        let property = |name: &str| {
            let mut all = node["properties"].as_array().into_iter().flatten();
            all.find(|it| it["name"] == name)
                .map(|it| it["value"]["value"].clone())
                .unwrap_or_default()
        };
        Self {
            role: text(&node["role"]),
            name: text(&node["name"]),
            description: text(&node["description"]),
            level: property("level").as_u64(),
            url: property("url").as_str().unwrap_or_default().to_owned(),
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
