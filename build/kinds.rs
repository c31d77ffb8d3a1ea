//! Generates the indexes of the piece types, which a compact board uses in place of `PieceType`.

use super::names::{constant, field};
use super::variants::Folder;

/// A module for every variant, with the table `KINDS` of its types in the order of its `variant.json`, and the
/// index of each type in the table.
pub fn generate(folders: &[Folder]) -> String {
    folders.iter().map(module).collect()
}

fn module(folder: &Folder) -> String {
    let (mut types, mut indexes) = (String::new(), String::new());
    for (index, kind) in folder.pieces.iter().enumerate() {
        let name = constant(kind);
        types += &format!("PieceType::{name}, ");
        indexes += &format!("    /// The index of `{kind}`.\n    pub const {name}: usize = {index};\n");
    }
    let (name, count) = (&folder.name, folder.pieces.len());
    format!(
        "/// The piece types of `suites/{name}`.\npub mod {} {{\n    use crate::game::variant::PieceType;\n\
         \n    /// The types in the order of their indexes.\n    pub const KINDS: [PieceType; {count}] = [{types}];\n{indexes}}}\n",
        field(name)
    )
}
