//! Writes what a release holds beside the program: `completions/` for shells and `man/`, the manual.

use std::path::Path;
use std::{env, fs, io};

use clap_complete::{Shell, generate_to};
use gradcalc::internals::repl::arguments;

fn main() -> io::Result<()> {
    let folder = env::args().nth(1).ok_or_else(|| io::Error::other("which folder?"))?;
    write(Path::new(&folder))
}

fn write(folder: &Path) -> io::Result<()> {
    let (completions, man) = (folder.join("completions"), folder.join("man"));
    fs::create_dir_all(&completions)?;
    for shell in [Shell::Bash, Shell::Fish, Shell::PowerShell, Shell::Zsh] {
        generate_to(shell, &mut arguments(), "gradcalc", &completions)?;
    }
    fs::create_dir_all(&man)?;
    clap_mangen::generate_to(arguments(), &man)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completions_and_a_manual_are_written() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path()).unwrap();
        let text = |name| fs::read_to_string(folder.path().join(name)).unwrap();
        for name in ["gradcalc.bash", "gradcalc.fish", "_gradcalc.ps1", "_gradcalc"] {
            let completions = text(format!("completions/{name}"));
            for word in ["fail-fast", "lesson", "answers"] {
                assert!(completions.contains(word), "{name}: {word}");
            }
        }
        assert!(text("man/gradcalc.1".to_owned()).contains("lesson"));
        assert!(text("man/gradcalc-lesson-play.1".to_owned()).contains("answers"));
    }
}
