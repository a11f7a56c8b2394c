//! The WebAssembly module of the page: the library, linked as one piece with the functions that it exports.

use gradcalc as _;
