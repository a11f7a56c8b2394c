//! Numbers of JSON, and how many digits two numbers share.

use serde_json::Value as Json;

/// The numbers of a list.
pub fn numbers(json: &Json) -> Vec<f64> {
    json.as_array().unwrap().iter().map(|it| it.as_f64().unwrap()).collect()
}

/// The digits that two numbers share.
pub fn digits(found: f64, wanted: f64) -> f64 {
    if found == wanted {
        return 16.0;
    }
    let digits = -((found - wanted) / wanted).abs().log10();
    if digits.is_nan() { 0.0 } else { digits.clamp(0.0, 16.0) }
}
