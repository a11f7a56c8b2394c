//! The contribution of fits to sessions.

use super::model::statistic;
use crate::core::graph::{Part, Scope};
use crate::core::language::{Result, Span};
use crate::core::session::Session;

/// Fits, as a part of the program.
#[derive(Debug)]
pub struct Fits;

impl Part for Fits {
    fn number(&self, scope: &mut dyn Scope, reference: &str, at: Span) -> Result<Option<f64>> {
        match scope.owner().downcast_ref::<Session>() {
            Some(session) => statistic(session, reference, at),
            None => Ok(None),
        }
    }
}
