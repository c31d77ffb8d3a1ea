//! Generates the constants of the clauses from the rules texts.

use super::names::constant;
use super::prose;
use super::variants::Folder;

/// A constant for every clause, the shared ones first, and the table of their texts.
pub fn generate(shared: &str, folders: &[Folder]) -> String {
    let own = folders.iter().enumerate();
    let sources = std::iter::once((None, shared))
        .chain(own.map(|(index, folder)| (Some(index), folder.prose.as_str())));
    let (mut constants, mut rows, mut count) = (String::new(), String::new(), 0);
    for (source, text) in sources {
        for prose::ProseClause { id, text } in prose::clauses(text) {
            let name = constant(&id);
            let doc = format!("`{id}`: {text}");
            constants += &format!("    #[doc = {doc:?}]\n    pub const {name}: Self = Self({count});\n");
            rows += &format!("    ClauseText {{ source: {source:?}, id: {id:?}, text: {text:?} }},\n");
            count += 1;
        }
    }
    format!("impl Clause {{\n{constants}}}\nconst CLAUSES: [ClauseText; {count}] = [\n{rows}];\n")
}
