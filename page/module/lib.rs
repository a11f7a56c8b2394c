//! The WebAssembly module of the page: what it exports to the page and imports from it. It is linked as one piece
//! with the library.

// Exporting a function under a name of its own counts as unsafe, since two may have the same name,
// and importing one, since its type is not checked. There is no other unsafe code here: JavaScript
// reads and writes only what these functions tell it to.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::time::Duration;

use gradcalc::internals::page::Page;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// The milliseconds since some moment.
    safe fn now() -> f64;
    /// Takes the number of a step, and the root's data.
    safe fn progress(step: f64, root: f64);
}

/// A module has one session, and no other place to keep it between calls.
struct Kept {
    page: Page,
    request: Vec<u8>,
    reply: String,
}

thread_local! {
    static KEPT: RefCell<Kept> = RefCell::new(Kept {
        page: Page::new(clock, |step, root| progress(step as f64, root)),
        request: Vec::new(),
        reply: String::new(),
    });
}

fn clock() -> Duration {
    Duration::try_from_secs_f64(now() / 1e3).unwrap_or_default()
}

/// Makes room for a request of this many bytes, and returns where it is to be written. Memory may
/// have moved afterwards.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    KEPT.with_borrow_mut(|kept| {
        kept.request.clear();
        kept.request.resize(bytes, 0);
        kept.request.as_mut_ptr()
    })
}

/// Replies to the request, and returns how many bytes the reply has.
#[unsafe(no_mangle)]
pub extern "C" fn reply() -> usize {
    KEPT.with_borrow_mut(|kept| {
        let request = String::from_utf8_lossy(&kept.request);
        kept.reply = kept.page.reply(&request);
        kept.reply.len()
    })
}

/// Returns where the reply is.
#[unsafe(no_mangle)]
pub extern "C" fn place() -> *const u8 {
    KEPT.with_borrow(|kept| kept.reply.as_ptr())
}
