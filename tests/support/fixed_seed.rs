//! The same inputs in every run of a property, so that a change is not blamed for what chance found.

use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngSeed;

/// So many cases with a fixed seed; `PROPTEST_CASES` and `PROPTEST_RNG_SEED` ask for others.
pub fn config(cases: u32) -> ProptestConfig {
    let environment = ProptestConfig::default();
    let is_set = |name: &str| std::env::var_os(name).is_some();
    ProptestConfig {
        cases: if is_set("PROPTEST_CASES") { environment.cases } else { cases },
        rng_seed: match is_set("PROPTEST_RNG_SEED") {
            true => environment.rng_seed,
            false => RngSeed::Fixed(1),
        },
        max_global_rejects: 100_000,
        failure_persistence: None,
        ..environment
    }
}
