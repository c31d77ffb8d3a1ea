//! What other programs write and read: games, suites, and the rules of variants.
//!
//! `import` reads games. `suite_text` reads suites that were not written for this program, and knows no rules; `suites` makes cases of
//! them. `rules_import` and `rules_export` exchange the rules of variants.

pub mod import;
pub mod rules_export;
pub mod rules_import;
pub mod suite_text;
pub mod suites;
