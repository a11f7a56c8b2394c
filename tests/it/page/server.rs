//! A static server, as dull as any.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;

/// Hands out the files of `folder` below `/some/where/`, and returns that address. It lives as long
/// as the tests.
pub fn serve(folder: &Path) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let folder = folder.to_owned();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let folder = folder.clone();
            thread::spawn(move || answer(stream, &folder));
        }
    });
    format!("http://127.0.0.1:{port}/some/where/")
}

fn answer(mut stream: TcpStream, folder: &Path) {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
    let request = lines.next().unwrap_or_default();
    for _ in lines.by_ref().take_while(|line| !line.is_empty()) {}
    let path = request.split(' ').nth(1).unwrap_or_default();
    let name = path.strip_prefix("/some/where/").unwrap_or("nothing");
    let name = name.split('?').next().unwrap_or_default();
    let file: PathBuf = folder.join(if name.is_empty() { "index.html" } else { name });
    let kind = match file.extension().and_then(|it| it.to_str()) {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    };
    let (status, body) = match std::fs::read(&file) {
        Ok(body) => ("200 OK", body),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    // A browser that has seen enough closes the connection.
    let _ = write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all(&body);
}
