//! The real binary, in an environment that says nothing about color or locale.

use std::process::Command;

/// The binary under test.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_gradcalc");

/// A command whose output depends on its arguments alone.
pub fn clean(mut command: Command) -> Command {
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM", "LANG", "LC_ALL", "LC_CTYPE"] {
        command.env_remove(name);
    }
    command.env("GRADCALC_HISTORY", "");
    command
}
