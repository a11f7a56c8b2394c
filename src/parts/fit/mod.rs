//! Fits: `:fit`, and the names `fit` and `residual`.

mod model;

pub use model::{
    FITTED, Fitted, fitted_called, fitted_names, fitted_nodes, last_fit, last_model, last_residual,
    put_fitted, residual, set_fitted,
};
