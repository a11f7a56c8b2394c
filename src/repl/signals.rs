//! Signals that would end the program where an error says more.

/// Makes a limit on the size of files an error of what writes, and not the end of the program.
#[cfg(unix)]
pub fn ignore() {
    let flag = std::sync::Arc::default();
    // Without it the program only ends as it used to.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, flag);
}

#[cfg(not(unix))]
pub fn ignore() {}
