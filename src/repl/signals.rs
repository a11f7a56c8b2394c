//! Signals that would end the program instead of giving an error.

/// Turns a file size limit into an error of the write.
#[cfg(unix)]
pub fn ignore() {
    let flag = std::sync::Arc::default();
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, flag);
}

#[cfg(not(unix))]
pub fn ignore() {}
