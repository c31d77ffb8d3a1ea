//! Which implementation keeps which rule: pages that compare the documents about several.
//!
//! Invariant: the same documents give the same pages.

mod badge;
mod pages;

pub use pages::{Clash, Page, pages};
