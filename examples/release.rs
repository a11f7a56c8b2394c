//! Writes what a release holds beside the program into a folder: completions for shells and a manual page.

use std::path::Path;
use std::{env, fs, io};

use clap_complete::{Shell, generate_to};
use gradcalc::internals::repl::arguments;

fn main() -> io::Result<()> {
    let folder = env::args().nth(1).ok_or_else(|| io::Error::other("which folder?"))?;
    write(Path::new(&folder))
}

fn write(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for shell in [Shell::Bash, Shell::Fish, Shell::PowerShell, Shell::Zsh] {
        generate_to(shell, &mut arguments(), "gradcalc", folder)?;
    }
    clap_mangen::generate_to(arguments(), folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completions_and_a_manual_page_are_made() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path()).unwrap();
        let text = |name| fs::read_to_string(folder.path().join(name)).unwrap();
        for name in ["gradcalc.bash", "gradcalc.fish", "_gradcalc.ps1", "_gradcalc"] {
            let completions = text(name);
            for word in ["fail-fast", "lesson", "answers"] {
                assert!(completions.contains(word), "{name}: {word}");
            }
        }
        assert!(text("gradcalc.1").contains("lesson"));
        assert!(text("gradcalc-lesson-play.1").contains("answers"));
    }
}
