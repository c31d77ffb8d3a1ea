//! Generates the variants and their piece types from `suites/<variant>/variant.json`.

use super::names::constant;
use std::collections::HashMap;
use std::path::Path;
use std::{fs, io};
use tinyjson::{InnerAsRef, JsonValue};

/// The folder of a variant.
pub struct Folder {
    /// The name of the folder and of the variant.
    pub name: String,
    /// The sort key of the variant in reports.
    order: f64,
    /// The kinds of its pieces, such as `crowned-rook`.
    pub pieces: Vec<String>,
    /// The text of its `RULES.md`.
    pub prose: String,
}

/// Every folder of `suites/` with a variant, in the order of reports.
pub fn folders(suites: &Path) -> io::Result<Vec<Folder>> {
    let mut folders = Vec::new();
    for entry in fs::read_dir(suites)? {
        let path = entry?.path();
        let table = path.join("variant.json");
        if !table.is_file() {
            continue;
        }
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .expect("the name of a variant folder is valid Unicode");
        let json: JsonValue = fs::read_to_string(&table)?
            .parse()
            .unwrap_or_else(|error| panic!("{}: {error}", table.display()));
        let kind = |piece: &JsonValue| field::<String>(piece, "kind").cloned();
        let listed = field::<Vec<_>>(&json, "pieces");
        let pieces = listed.and_then(|pieces| pieces.iter().map(kind).collect());
        folders.push(Folder {
            name: name.to_owned(),
            order: field(&json, "order").copied().unwrap_or(f64::INFINITY),
            pieces: pieces
                .unwrap_or_else(|| panic!("{}: expected pieces, each with a kind", table.display())),
            prose: fs::read_to_string(path.join("RULES.md"))?,
        });
    }
    folders.sort_by(|one, other| one.order.total_cmp(&other.order).then_with(|| one.name.cmp(&other.name)));
    Ok(folders)
}

/// A field of an object; `None` if it is missing or has another type.
fn field<'json, T: InnerAsRef>(json: &'json JsonValue, name: &str) -> Option<&'json T> {
    json.get::<HashMap<String, JsonValue>>()?.get(name)?.get()
}

/// The ids of the variants, their names and their tables.
pub fn generate(folders: &[Folder]) -> String {
    let mut constants = String::new();
    let (mut all, mut names, mut tables, mut texts) =
        (String::new(), String::new(), String::new(), String::new());
    for (index, Folder { name, .. }) in folders.iter().enumerate() {
        let id = constant(name);
        constants +=
            &format!("    /// The variant of `suites/{name}`.\n    pub const {id}: Self = Self({index});\n");
        all += &format!("Self::{id}, ");
        names += &format!("{name:?}, ");
        let embed = |file: &str| {
            format!("    include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/suites/{name}/{file}\")),\n")
        };
        tables += &embed("variant.json");
        texts += &embed("RULES.md");
    }
    let count = folders.len();
    format!(
        "impl VariantId {{\n{constants}    /// The built-in variants, in the order of reports.\n    \
         pub const BUILT_IN: [Self; {count}] = [{all}];\n}}\n\
         /// The names of the built-in variants.\nconst NAMES: [&str; {count}] = [{names}];\n\
         /// Their tables.\nconst TABLES: [&str; {count}] = [\n{tables}];\n\
         /// Their rules texts.\nconst RULES_TEXTS: [&str; {count}] = [\n{texts}];\n"
    )
}

/// The piece types of all variants, in order of first occurrence.
pub fn pieces(folders: &[Folder]) -> String {
    let mut kinds: Vec<&str> = Vec::new();
    for kind in folders.iter().flat_map(|folder| &folder.pieces) {
        if !kinds.contains(&kind.as_str()) {
            kinds.push(kind);
        }
    }
    let mut constants = String::new();
    for (index, kind) in kinds.iter().enumerate() {
        let id = constant(kind);
        constants += &format!("    /// The `{kind}`.\n    pub const {id}: Self = Self({index});\n");
    }
    let names: Vec<_> = kinds.iter().map(|kind| format!("{kind:?}")).collect();
    format!(
        "impl PieceType {{\n{constants}}}\n/// The names of the piece types of the built-in variants.\n\
         const NAMES: [&str; {}] = [{}];\n",
        kinds.len(),
        names.join(", ")
    )
}
