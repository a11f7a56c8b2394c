//! The memory available to the process.

use std::fs::read_to_string;

use crate::core::graph::{BYTES_PER_NODE, LEAST_ROOM, USUAL_MOST};

/// Returns the number of nodes that fit in memory.
pub fn room() -> usize {
    let most = bytes().map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX) / BYTES_PER_NODE);
    // Node numbers have 31 bits.
    most.unwrap_or(USUAL_MOST).clamp(LEAST_ROOM, (1 << 31) - 1)
}

/// The bytes available: what `ulimit` leaves, or half of the free memory if less. Returns `None` if
/// unknown.
fn bytes() -> Option<u64> {
    let read = |path: &str| read_to_string(path).unwrap_or_default();
    let own = limit(&read("/proc/self/limits"), || read("/proc/self/status"));
    let free = kilobytes(&read("/proc/meminfo"), "MemAvailable:");
    own.into_iter().chain(free.map(|bytes| bytes / 2)).min()
}

/// Returns the bytes left under the limit of the process; `None` without one.
fn limit(limits: &str, status: impl Fn() -> String) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let most: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(most.saturating_sub(kilobytes(&status(), "VmSize:").unwrap_or(0)))
}

/// Parses the bytes from a line such as `VmSize:  6144 kB`.
fn kilobytes(text: &str, title: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(title))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: &str = "\
Limit                     Soft Limit           Hard Limit           Units
Max data size             unlimited            unlimited            bytes
Max address space         524288000            524288000            bytes
";

    #[test]
    fn the_limit_of_the_process_is_read() {
        let status = || "VmPeak:\t    9000 kB\nVmSize:\t    8000 kB\n".to_owned();
        assert_eq!(limit(LIMITS, status), Some(524_288_000 - 8_192_000));
        assert_eq!(limit(&LIMITS.replace("524288000", "unlimited"), status), None);
        assert_eq!(limit("", status), None);
    }

    #[test]
    fn there_is_room_for_nodes_wherever_this_runs() {
        assert!((LEAST_ROOM..1 << 31).contains(&room()));
    }
}
