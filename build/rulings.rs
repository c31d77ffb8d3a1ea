//! Generates the rulings of the rules texts: an enum for each, and the struct with a reading of every one.

use super::names::{camel, constant, field};
use super::prose;
use super::variants::Folder;

/// The parts of the generated code. Every ruling adds to each part.
#[derive(Default)]
struct Code {
    enums: String,
    fields: String,
    defaults: String,
    setters: String,
    getters: String,
    table: String,
}

/// The enums, the struct `Rulings` with its default, access to the readings by name, and the table of rulings.
pub fn generate(folders: &[Folder]) -> String {
    let mut code = Code::default();
    for folder in folders {
        for ruling in prose::rulings(&folder.prose) {
            code.add(folder, &ruling);
        }
    }
    let Code { enums, fields, defaults, setters, getters, table } = code;
    format!(
        "{enums}\
         /// One reading of every ruling. The corpus is written for the default readings.\n\
         #[derive(Clone, Debug, Default, PartialEq, Eq)]\n\
         pub struct Rulings {{\n{fields}    /// The readings of loaded variants that are not the default.\n    \
         loaded: BTreeMap<&'static str, &'static str>,\n}}\n\
         impl Rulings {{\n    /// The default readings.\n    \
         pub const DEFAULT: Self = Self {{ {defaults}loaded: BTreeMap::new() }};\n\
         \n    /// Sets the reading of a built-in ruling. `None` if the ruling or the reading is unknown.\n    \
         fn set_built_in(&mut self, name: &str, reading: &str) -> Option<()> {{\n        match name {{\n{setters}            \
         _ => return None,\n        }}\n        Some(())\n    }}\n\
         \n    /// The current reading of a built-in ruling.\n    \
         fn get_built_in(&self, name: &str) -> Option<&'static str> {{\n        match name {{\n{getters}            \
         _ => None,\n        }}\n    }}\n}}\n\
         const BUILT_IN: &[Ruling] = &[\n{table}];\n"
    )
}

impl Code {
    fn add(&mut self, folder: &Folder, ruling: &prose::ProseRuling) {
        let prose::ProseRuling { name, readings } = ruling;
        let (field, kind, variant) = (field(name), camel(name), constant(&folder.name));
        let doc = format!("The readings of `{name}`, a ruling of {}.", folder.name);
        let list: Vec<_> = readings
            .iter()
            .enumerate()
            .map(|(index, reading)| {
                let default = if index == 0 { "#[default] " } else { "" };
                format!("    /// `{name} = {reading}`.\n    {default}{},\n", camel(reading))
            })
            .collect();
        self.enums += &format!(
            "#[doc = {doc:?}]\n#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]\npub enum {kind} {{\n{}}}\n",
            list.concat()
        );
        self.fields += &format!("    /// `{name}`.\n    pub {field}: {kind},\n");
        self.defaults += &format!("{field}: {kind}::{}, ", camel(&readings[0]));
        let pairs = readings.iter().map(|reading| (reading, camel(reading)));
        let (mut set, mut get) = (String::new(), String::new());
        for (reading, value) in pairs {
            set += &format!("{reading:?} => {kind}::{value}, ");
            get += &format!("{kind}::{value} => {reading:?}, ");
        }
        self.setters +=
            &format!("            {name:?} => self.{field} = match reading {{ {set}_ => return None }},\n");
        self.getters += &format!("            {name:?} => Some(match self.{field} {{ {get} }}),\n");
        self.table += &format!(
            "    Ruling {{ name: {name:?}, variant: VariantId::{variant}, readings: &{readings:?} }},\n"
        );
    }
}
