//! The texts of folders to start from: a variant whose rules are data, and a backend in a language.
//!
//! Invariants: the texts depend on the request alone, and whatever they claim is true of them without an edit: a new variant passes
//! `lint`, and a new backend passes `protocol check`. Nothing here reads or writes a file.

mod array;
mod backend;
mod catalog;
mod corpus;
mod rules;
mod table;
mod variant;

pub use array::{MAX_SIZE, MIN_SIZE};
pub use backend::{Language, backend};
pub use catalog::piece_list;
pub use corpus::{positions, suite};
pub use variant::{VariantDraft, check_name, free_prefix, title};

/// A file of a new folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFile {
    /// The path within the folder, with `/`.
    pub path: String,
    /// The whole text.
    pub text: String,
}

impl NewFile {
    /// A file with a path within the folder.
    pub fn new(path: &str, text: impl Into<String>) -> Self {
        Self { path: path.to_owned(), text: text.into() }
    }
}
