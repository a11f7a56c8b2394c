//! Tests of parts/networks.

mod eureka;
mod groups;
mod layers;
mod moons;
mod networks;
