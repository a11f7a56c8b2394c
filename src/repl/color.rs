//! Roles to colors: the only file that knows colored.

use colored::{ColoredString, Colorize};

use crate::report::Role;

/// Turns colors on: the caller decides when to paint.
pub fn always() {
    colored::control::set_override(true);
    // By default a console of Windows prints the escape sequences of colors as text.
    #[cfg(windows)]
    let _ = colored::control::set_virtual_terminal(true);
}

/// Colors of the 256-color palette, with a contrast of at least 4.5 : 1 to white and to black.
/// Terminals redefine the sixteen basic colors, and dim text.
const BLUE: u8 = 63;
const BROWN: u8 = 131;
const GREEN: u8 = 29;
const PURPLE: u8 = 98;
const MAGENTA: u8 = 163;
const GRAY: u8 = 243;

/// The meaning of a piece of the statement being typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    Number,
    /// An operation or a function.
    Operation,
    /// A known name.
    Name,
    /// An unknown name.
    Unknown,
    Command,
    Comment,
    /// The parenthesis at the cursor, and its partner.
    Match,
    /// A parenthesis without a partner.
    Unmatched,
    /// Preview text.
    Preview,
}

/// Colors text by its ink.
pub fn inked(ink: Ink, text: &str) -> ColoredString {
    match ink {
        Ink::Name => text.normal(),
        Ink::Number => text.ansi_color(GREEN),
        Ink::Operation => text.ansi_color(BLUE),
        Ink::Command => text.ansi_color(PURPLE),
        Ink::Unknown => text.ansi_color(MAGENTA).underline(),
        Ink::Match => text.bold().underline(),
        Ink::Unmatched => text.ansi_color(BROWN).bold(),
        Ink::Comment | Ink::Preview => text.ansi_color(GRAY),
    }
}

/// Colors text by its role, readable on light and dark backgrounds.
pub fn painted(role: Role, text: &str) -> ColoredString {
    match role {
        Role::Plain => text.normal(),
        Role::Positive => text.ansi_color(BLUE),
        Role::Negative => text.ansi_color(BROWN),
        Role::Zero | Role::Faint => text.ansi_color(GRAY),
        Role::NonFinite => text.reversed(),
        Role::Title => text.bold(),
        Role::Error => text.ansi_color(MAGENTA).bold(),
        Role::Note => text.ansi_color(GREEN),
        Role::Right => text.ansi_color(GREEN),
        Role::Wrong => text.ansi_color(MAGENTA),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROLES: [Role; 11] = [
        Role::Plain,
        Role::Positive,
        Role::Negative,
        Role::Zero,
        Role::NonFinite,
        Role::Title,
        Role::Faint,
        Role::Error,
        Role::Note,
        Role::Right,
        Role::Wrong,
    ];
    const INKS: [Ink; 9] = [
        Ink::Number,
        Ink::Operation,
        Ink::Name,
        Ink::Unknown,
        Ink::Command,
        Ink::Comment,
        Ink::Match,
        Ink::Unmatched,
        Ink::Preview,
    ];

    /// The red, green and blue of a color of the palette: a cube of 6 by 6 by 6, and grays.
    fn rgb(index: u8) -> [u8; 3] {
        let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
        match index {
            0..16 => panic!("{index} looks different in every terminal"),
            16..232 => [(index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6].map(level),
            232.. => [8 + 10 * (index - 232); 3],
        }
    }

    /// The contrast to white and to black, as the Web Content Accessibility Guidelines define it.
    fn contrasts(rgb: [u8; 3]) -> (f64, f64) {
        let linear = rgb.map(|level| match f64::from(level) / 255.0 {
            share if share <= 0.04045 => share / 12.92,
            share => ((share + 0.055) / 1.055).powf(2.4),
        });
        let luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
        (1.05 / (luminance + 0.05), (luminance + 0.05) / 0.05)
    }

    #[test]
    fn every_color_can_be_read_on_white_and_on_black() {
        assert_eq!(contrasts([255, 255, 255]).1.round(), 21.0);
        always();
        let roles = ROLES.map(|role| painted(role, "x").to_string());
        let inks = INKS.map(|ink| inked(ink, "x").to_string());
        let mut colors = 0;
        for text in roles.iter().chain(&inks) {
            let codes =
                text.split_once('m').map_or("", |(codes, _)| codes.trim_start_matches("\x1b["));
            let mut codes = codes.split(';').filter(|code| !code.is_empty());
            while let Some(code) = codes.next() {
                match code {
                    // Bold, underlined and reversed take the terminal's own colors.
                    "1" | "4" | "7" => {}
                    "x\x1b[0" | "x" => {}
                    "38" => {
                        assert_eq!(codes.next(), Some("5"), "{text:?}");
                        let index: u8 = codes.next().and_then(|code| code.parse().ok()).unwrap();
                        let (white, black) = contrasts(rgb(index));
                        assert!(white >= 4.5 && black >= 4.5, "{index}: {white} {black}");
                        colors += 1;
                    }
                    code => panic!("{code} of {text:?} is not of the palette"),
                }
            }
        }
        assert!(colors >= 12, "{colors}");
    }
}
