//! Pseudorandom numbers for places to try, the same on every machine.

/// A pseudorandom number between -1 and 1 (SplitMix64).
pub fn share(round: usize, place: usize) -> f64 {
    let mixed = (round as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ (place as u64 + 1).wrapping_mul(0xd1b5_4a32_d192_ed03);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    let mixed = mixed ^ (mixed >> 31);
    (mixed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}
