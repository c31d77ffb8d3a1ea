//! The corpus files of the repository conform to their JSON Schemas.

use crate::validator::Validator;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use vperft::inner::corpus::suite::Kind;
use vperft::inner::game::position::VfenErrorKind;
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::VariantId;

const VARIANT: &str = "suites/variant.schema.json";
const SUITE: &str = "suites/suite.schema.json";
const BUGS: &str = "suites/bugs.schema.json";
const SMOKE: &str = "suites/smoke.schema.json";
const BETZA: &str = "suites/betza.schema.json";
const POSITIONS: &str = "positions/positions.schema.json";

fn read(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn schema(name: &str) -> Validator {
    Validator::of(read(&root().join(name)))
}

/// The paths in a folder, sorted.
fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry of the folder").path()).collect();
    paths.sort();
    paths
}

#[test]
fn the_schemas_are_valid() {
    for name in [VARIANT, SUITE, BUGS, SMOKE, BETZA, POSITIONS] {
        let document = read(&root().join(name));
        assert_eq!(document["$schema"], "https://json-schema.org/draft/2020-12/schema", "{name}");
        Validator::of(document);
    }
}

#[test]
fn every_case_of_the_notation_is_valid() {
    let schema = schema(BETZA);
    for path in list(&root().join("suites/betza")) {
        let text = fs::read_to_string(&path).expect("the file is there");
        for (number, line) in text.lines().enumerate() {
            let case: Value = serde_json::from_str(line).expect("JSON");
            let place = format!("{}:{}", path.display(), number + 1);
            assert!(schema.is_valid(&case), "{place}: {}", schema.faults(&case));
            let stem = path.file_stem().and_then(OsStr::to_str).expect("a name");
            assert!(case["id"].as_str().is_some_and(|id| id.starts_with(&format!("{stem}/"))), "{place}");
        }
    }
}

#[test]
fn an_invalid_schema_is_refused() {
    for wrong in [json!({"type": "text"}), json!({"minItems": -1}), json!({"$ref": "#/$defs/none"})] {
        assert!(catch_unwind(|| Validator::of(wrong.clone())).is_err(), "{wrong}");
    }
}

#[test]
fn every_file_is_valid() {
    let schemas = [VARIANT, SUITE, BUGS, SMOKE, POSITIONS].map(|name| (name, schema(name)));
    let mut checked = BTreeSet::new();
    let folders = |parent: &str| list(&root().join(parent)).into_iter().filter(|path| path.is_dir());
    let examples = || folders("examples/variants");
    let suites = folders("suites").chain(examples()).chain(examples().map(|variant| variant.join("suites")));
    let positions = folders("positions").chain(examples().map(|variant| variant.join("positions")));
    for (folders, plain) in [(suites.collect::<Vec<_>>(), SUITE), (positions.collect(), POSITIONS)] {
        for path in folders.iter().flat_map(|folder| list(folder)) {
            if path.extension().is_none_or(|extension| extension != "json") {
                continue;
            }
            let wanted = match path.file_name().and_then(OsStr::to_str) {
                Some("variant.json") => VARIANT,
                Some("bugs.json") => BUGS,
                Some("smoke.json") => SMOKE,
                _ => plain,
            };
            let (name, schema) = schemas.iter().find(|(name, _)| *name == wanted).expect(wanted);
            assert_eq!(schema.faults(&read(&path)), "", "{}", path.display());
            checked.insert((*name, path));
        }
    }
    let count = |wanted: &str| checked.iter().filter(|(name, _)| *name == wanted).count();
    assert_eq!(count(VARIANT), VariantId::BUILT_IN.len() + examples().count());
    for name in [POSITIONS, SUITE, BUGS, SMOKE] {
        assert!(count(name) > 0, "no file of {name}");
    }
}

/// The names of an enum's values, taken from its deserialization error.
fn names<T: DeserializeOwned>() -> Vec<String> {
    let error = serde_json::from_str::<T>("\"?\"").err().expect("no enum has this name").to_string();
    error.split('`').skip(3).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_schemas_list_the_names_of_the_program() {
    let document = read(&root().join(SUITE));
    let constants = |place: &str| -> Vec<String> {
        let list = document.pointer(place).and_then(Value::as_array).expect(place);
        list.iter().map(|item| item["const"].as_str().expect(place).to_owned()).collect()
    };
    assert_eq!(constants("/$defs/status/oneOf"), names::<Status>());
    assert_eq!(constants("/$defs/fault/oneOf"), names::<VfenErrorKind>());
    for place in ["/$defs/checks/properties", "/$defs/provenance/properties"] {
        let properties = document.pointer(place).and_then(Value::as_object).expect(place);
        assert_eq!(properties.keys().cloned().collect::<Vec<_>>(), names::<Kind>(), "{place}");
    }
    // The table lists every status but `ongoing`, which every variant has.
    let table = read(&root().join(VARIANT));
    let mut statuses: Vec<String> =
        serde_json::from_value(table["properties"]["statuses"]["items"]["enum"].clone())
            .expect("a list of status words");
    statuses.push("ongoing".into());
    assert_eq!(statuses, names::<Status>());
    // The folders are the list of variants, so the schemas only restrict the form of a name.
    for name in [SUITE, BUGS, SMOKE, POSITIONS] {
        let document = read(&root().join(name));
        let pattern = Validator::of(document["properties"]["variant"].clone());
        for variant in VariantId::BUILT_IN {
            assert!(pattern.is_valid(&json!(variant)), "{name}: {variant}");
        }
        for wrong in ["", "Ryugi", "10x8", "my variant", "../chess"] {
            assert!(!pattern.is_valid(&json!(wrong)), "{name}: {wrong}");
        }
    }
}

/// The names that the program expects at a place of a `variant.json` instead of `?`, sorted, without the place of the error.
fn expected_in_table(place: &str, value: Value) -> Vec<String> {
    let mut table = json!({"format": 1, "title": "A", "files": "ab", "first_rank": 1, "statuses": ["lost"],
        "pieces": [{"kind": "king", "label": "K", "name": "King", "moves": [{"betza": "K"}, {"steps": "queen", "also": [{"at": "end"}]}]}],
        "castling": {"king": "king", "rook": "king"}, "promotion": [{"piece": "king", "on": "rank 2", "to": ["king"]}],
        "royalty": {}, "dead": [{"kinds": []}], "clauses": {}, "starts": [{"vfen": "2/K1 w - - 0 1"}],
    });
    let (parent, name) = place.rsplit_once('/').expect(place);
    let parent = table.pointer_mut(parent).and_then(Value::as_object_mut).expect(place);
    parent.insert(name.to_owned(), value);
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().join("wrong");
    fs::create_dir(&folder).expect("a folder");
    fs::write(folder.join("variant.json"), table.to_string()).expect("a file");
    let error = vperft::inner::game::variant::load(&folder).expect_err(place).to_string();
    let (_, names) = error.split_once("`?`, expected ").unwrap_or_else(|| panic!("{place}: {error}"));
    let mut names: Vec<_> = names.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    names.sort();
    names
}

#[test]
fn the_schema_of_variants_lists_the_names_of_the_program() {
    let document = read(&root().join(VARIANT));
    for (place, in_schema) in [
        ("", ""),
        ("/pieces/0", "/$defs/piece"),
        ("/pieces/0/moves/0", "/$defs/notation"),
        ("/pieces/0/moves/1", "/$defs/leg"),
        ("/pieces/0/moves/1/also/0", "/$defs/leg/properties/also/items"),
        ("/castling", "/properties/castling"),
        ("/promotion/0", "/properties/promotion/items"),
        ("/royalty", "/properties/royalty"),
        ("/dead/0", "/properties/dead/items"),
        ("/clauses", "/properties/clauses"),
    ] {
        let fields =
            document.pointer(in_schema).expect(in_schema)["properties"].as_object().expect(in_schema);
        let mut fields: Vec<_> = fields.keys().cloned().collect();
        fields.sort();
        assert_eq!(fields, expected_in_table(&format!("{place}/?"), json!("GEN-MOVE")), "{in_schema}");
    }
    for (place, in_schema, is_list) in [
        ("/pieces/0/moves/1/through", "/$defs/contents/items", true),
        ("/pieces/0/moves/1/lame", "/$defs/leg/properties/lame", false),
        ("/pieces/0/moves/1/takes", "/$defs/leg/properties/takes/items", true),
        ("/pieces/0/moves/1/finish", "/$defs/leg/properties/finish", false),
        ("/promotion/0/by", "/properties/promotion/items/properties/by/items", true),
        ("/royalty/check", "/properties/royalty/properties/check", false),
    ] {
        let choices = document.pointer(in_schema).expect(in_schema)["oneOf"].as_array().expect(in_schema);
        let mut choices: Vec<_> =
            choices.iter().map(|choice| choice["const"].as_str().expect(place)).collect();
        choices.sort_unstable();
        assert_eq!(
            choices,
            expected_in_table(place, if is_list { json!(["?"]) } else { json!("?") }),
            "{place}"
        );
    }
}

#[test]
fn the_legs_on_the_page_of_moves_are_valid() {
    let page = fs::read_to_string(root().join("docs/moves.md")).expect("the page");
    let blocks: Vec<_> =
        page.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let is_fields = |block: &&&str| block.starts_with('"');
    let fields = blocks.iter().filter(is_fields).map(|block| -> Value {
        serde_json::from_str(&format!("{{{block}}}")).unwrap_or_else(|error| panic!("{block}: {error}"))
    });
    let mut regions = json!({});
    let mut programs = Vec::new();
    for field in fields {
        programs.extend(field.get("moves").cloned());
        regions = field.get("regions").cloned().unwrap_or(regions);
    }
    for block in blocks.iter().filter(|block| !block.starts_with('"')) {
        let legs = serde_json::Deserializer::from_str(block).into_iter::<Value>();
        programs.extend(legs.map(|leg| leg.unwrap_or_else(|error| panic!("{block}: {error}"))));
    }
    assert!(programs.len() > 10, "{}", programs.len());
    let schema = schema(VARIANT);
    let folder = tempfile::tempdir().expect("a folder");
    for (number, program) in programs.iter().enumerate() {
        let passes = if program.to_string().contains("\"passes\"") { "piece" } else { "pawn" };
        let table = json!({"format": 1, "title": "A", "files": "abcdefgh", "first_rank": 1, "statuses": ["lost"],
            "pieces": [
                {"kind": "king", "label": "K", "name": "King", "royal": true, "moves": {"steps": "queen"}},
                {"kind": "piece", "label": "P", "name": "Piece", "pawn": {}, "moves": program},
                {"kind": "pawn", "label": "A", "name": "Pawn", "moves": {"steps": [[0, 1]], "least": 2, "passes": passes == "pawn"}},
            ],
            "en_passant": {"piece": passes}, "regions": regions, "starts": [{"vfen": "k7/8/8/8/8/8/8/K7 w - - 0 1"}],
        });
        assert_eq!(schema.faults(&table), "", "{program}");
        let folder = folder.path().join(format!("page-{number}"));
        fs::create_dir(&folder).expect("a folder");
        fs::write(folder.join("variant.json"), table.to_string()).expect("a file");
        vperft::inner::game::variant::load(&folder).unwrap_or_else(|error| panic!("{program}: {error}"));
    }
}

#[test]
fn broken_documents_are_refused() {
    let suite = json!({"format": 1, "variant": "ryugi", "cases": [{
        "id": "ryugi/a", "title": "A", "position": "ryugi/a", "clauses": ["RYU-EP"], "bugs": ["ep-lost"],
        "checks": {"perft": {"1": 9_007_199_254_740_991_u64, "2": "9007199254740992"}, "status": "ongoing",
                   "rejects": [{"vfen": "", "kind": "side"}]},
        "provenance": {"perft": ["hand"], "status": ["reference@0.1.0"], "rejects": ["independent"]},
    }]});
    let positions = json!({"format": 1, "variant": "ryugi", "positions": [{
        "id": "ryugi/a", "title": "A", "vfen": "10 w - - 0 1", "origin": {"kind": "published", "source": "print"},
    }]});
    let bugs = json!({"format": 1, "variant": "ryugi", "bugs": [{
        "id": "ep-lost", "title": "A", "text": "A. B.", "case": "ryugi/a", "seen": "C",
    }]});
    let table = json!({"format": 1, "title": "A", "files": "ab", "first_rank": 1, "statuses": ["lost"],
        "pieces": [{"kind": "king", "label": "K", "name": "King", "royal": true, "pawn": {"absent": ["last"]}, "moves":
            {"steps": "diagonal", "from": "rank 2", "then": [{"steps": [[0, 1], [1, 0]], "turn": [-45, 45], "most": "any", "end": ["empty"]}]}}],
        "promotion": [{"piece": "king", "on": ["rank -1", "hall"], "to": ["king"]}], "regions": {"hall": "a1-b1"},
        "explained": {"without GEN-OVER": "a King is never lost"},
        "castling": {"king": "king", "rook": "king"}, "uci": {"rights": [{"letter": "K", "king": "a1", "rook": "b1"}]},
        "starts": [{"ruling": ["height", "2"], "vfen": "2/K1 w - - 0 1"}],
    });
    let case = |rest: &str| format!("/cases/0{rest}");
    let bug = |rest: &str| format!("/bugs/0{rest}");
    let position = |rest: &str| format!("/positions/0{rest}");
    let broken = [
        ("capital file", "/files".into(), json!("aB")),
        ("third rank first", "/first_rank".into(), json!(2)),
        ("no pieces", "/pieces".into(), json!([])),
        ("kind with a blank", "/pieces/0/kind".into(), json!("crowned rook")),
        ("small label", "/pieces/0/label".into(), json!("k")),
        ("label of three letters", "/pieces/0/label".into(), json!("KNG")),
        ("unknown rank", "/pieces/0/pawn/absent/0".into(), json!("second")),
        ("castling alone", "/castling".into(), json!({"king": "king"})),
        ("status twice", "/statuses".into(), json!(["lost", "lost"])),
        ("ongoing", "/statuses/0".into(), json!("ongoing")),
        ("no square", "/uci/rights/0/king".into(), json!("K")),
        ("reading without ruling", "/starts/0/ruling".into(), json!(["height"])),
        ("mutant", "/explained".into(), json!({"GEN-OVER": "a King is never lost"})),
        ("no start", "/starts".into(), json!([])),
        ("steps without a name", "/pieces/0/moves/steps".into(), json!("knigth")),
        ("step of one number", "/pieces/0/moves/then/0/steps".into(), json!([[1]])),
        ("turn", "/pieces/0/moves/then/0/turn/0".into(), json!(30)),
        ("range", "/pieces/0/moves/then/0/most".into(), json!("many")),
        ("content", "/pieces/0/moves/then/0/end".into(), json!(["enemies"])),
        ("area", "/pieces/0/moves/from".into(), json!("rank 0")),
        ("promotion to nothing", "/promotion/0/to".into(), json!([])),
        ("format", "/format".into(), json!(2)),
        ("variant", "/variant".into(), json!("Shogi")),
        ("id without variant", case("/id"), json!("a")),
        ("id with capitals", case("/id"), json!("ryugi/A")),
        ("id with a double hyphen", case("/id"), json!("ryugi/a--b")),
        ("title with a period", case("/title"), json!("A.")),
        ("no clause", case("/clauses"), json!([])),
        ("clause twice", case("/clauses"), json!(["RYU-EP", "RYU-EP"])),
        ("bug twice", case("/bugs"), json!(["ep-lost", "ep-lost"])),
        ("bug with a space", case("/bugs/0"), json!("ep lost")),
        ("no check", case("/checks"), json!({})),
        ("unknown check", case("/checks"), json!({"mate": 1})),
        ("no depth", case("/checks/perft"), json!({})),
        ("depth with a leading zero", case("/checks/perft"), json!({"01": 1})),
        ("negative count", case("/checks/perft/1"), json!(-1)),
        ("large number", case("/checks/perft/1"), json!(9_007_199_254_740_992_u64)),
        ("small string", case("/checks/perft/2"), json!("9007199254740991")),
        ("string with a leading zero", case("/checks/perft/2"), json!("09007199254740992")),
        ("unknown status", case("/checks/status"), json!("mate")),
        ("unknown fault", case("/checks/rejects/0/kind"), json!("wrong")),
        ("unknown source", case("/provenance/perft/0"), json!("guess")),
        ("no source", case("/provenance/perft"), json!([])),
        ("position title", position("/title"), json!("")),
        ("VFEN of five fields", position("/vfen"), json!("10 w - - 0")),
        ("published nowhere", position("/origin"), json!({"kind": "published"})),
        ("constructed with a seed", position("/origin"), json!({"kind": "constructed", "seed": 1})),
        ("bug id with a variant", bug("/id"), json!("ryugi/ep-lost")),
        ("bug title with a period", bug("/title"), json!("A.")),
        ("bug text without a period", bug("/text"), json!("A. B")),
        ("bug text of two lines", bug("/text"), json!("A.\nB.")),
        ("case without variant", bug("/case"), json!("a")),
        ("seen nowhere", bug("/seen"), json!("")),
        (
            "unknown field",
            bug(""),
            json!({"id": "a", "title": "A", "text": "A. B.", "case": "ryugi/a", "cases": []}),
        ),
        ("negative ply", position("/origin"), json!({"kind": "random", "seed": 1, "ply": -1})),
    ];
    let whole = [
        ("/positions", schema(POSITIONS), positions),
        ("/bugs", schema(BUGS), bugs),
        ("/cases", schema(SUITE), suite.clone()),
        ("/format", schema(SUITE), suite.clone()),
        ("/variant", schema(SUITE), suite),
        ("", schema(VARIANT), table),
    ];
    for (_, schema, document) in &whole {
        assert_eq!(schema.faults(document), "");
    }
    for (name, place, value) in broken {
        let (_, schema, document) = whole.iter().find(|(list, ..)| place.starts_with(list)).expect(name);
        let mut document = document.clone();
        *document.pointer_mut(&place).unwrap_or_else(|| panic!("{name}: no {place}")) = value;
        assert!(!schema.is_valid(&document), "{name}");
    }
}
