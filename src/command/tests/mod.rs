//! Tests of command.

mod commands;
