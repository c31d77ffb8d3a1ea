//! `vperft betza TEXT`: everything about one text.

use crate::args::value::Format;
use crate::exit::{CliError, Exit};
use crate::output;
use serde_json::{Value, json};
use vperft::inner::game::betza::{
    BetzaError, Castling, Compiled, Dialect, canonical, compile, differences, sentence,
};
use vperft::inner::game::drawing::wrap;
use vperft::inner::game::paths::{LegFile, Program};
use vperft::inner::game::variant::Variant;
use vperft_lab::drawing::program_drawing::{Drawing, LEGEND, drawings};

/// The most bytes of a path program that are printed for people.
const MAX_PROGRAM: usize = 4000;

/// Explains each text.
pub fn run(texts: &[String], dialect: Dialect, format: Format) -> Result<Exit, CliError> {
    let mut answers = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        let compiled = compile(text, dialect).map_err(|error| input_error(text, &error))?;
        let written = canonical(text, dialect).map_err(|error| input_error(text, &error))?;
        match format {
            Format::Human => {
                if index > 0 {
                    output::text("\n")?;
                }
                print(text, &written, &compiled)?;
            }
            Format::Json => answers.push(answer(text, dialect, &written, &compiled)),
        }
    }
    if format == Format::Json {
        output::json(&Value::Array(answers))?;
    }
    Ok(Exit::Success)
}

/// The error of a text with a caret below its column.
fn input_error(text: &str, error: &BetzaError) -> CliError {
    let context = error.marked(text).lines().map(str::to_owned).collect();
    CliError::InputAt { message: error.to_string(), context }
}

fn print(text: &str, written: &str, compiled: &Compiled) -> Result<(), CliError> {
    output::line(text)?;
    output::block(indented(&words(compiled)))?;
    print_drawings(&compiled.program)?;
    output::text(format_args!("\nCanonical text: {written}\n"))?;
    let program = program(&compiled.program).to_string();
    if program.len() <= MAX_PROGRAM {
        output::text(format_args!("Path program:   {program}\n"))?;
    } else {
        output::text(format_args!("Path program:   {} bytes; --format json prints it\n", program.len()))?;
    }
    let found = differences(text);
    if !found.is_empty() {
        output::text("Where readers disagree:\n")?;
        for difference in found {
            output::block(indented(&format!("- {difference}")))?;
        }
    }
    Ok(())
}

/// A text in lines, each indented by two spaces.
fn indented(text: &str) -> String {
    let lines = wrap(text, output::style().width.saturating_sub(2)).into_iter();
    lines.map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}

/// The moves and castling in words.
fn words(compiled: &Compiled) -> String {
    let castling = compiled.castling.iter().map(|Castling { squares, left, right }| {
        let side = match (left, right) {
            (true, false) => " to the left",
            (false, true) => " to the right",
            _ => "",
        };
        format!("castles by {squares} squares{side}")
    });
    let moves = Some(sentence(&compiled.program)).filter(|moves| !moves.is_empty());
    moves.into_iter().chain(castling).collect::<Vec<_>>().join("; ")
}

/// Prints the drawings of a program next to one another.
fn print_drawings(program: &Program) -> Result<(), CliError> {
    if program.is_empty() {
        return Ok(());
    }
    let drawings = drawings(program, board_variant());
    let width = drawings.iter().map(|drawing| drawing.title.len().max(2 * row_length(drawing) - 1)).max();
    let width = width.unwrap_or(0);
    let line = |parts: Vec<String>| {
        let padded = parts.iter().map(|part| format!("{part:<width$}"));
        format!("  {}", padded.collect::<Vec<_>>().join("   ")).trim_end().to_owned()
    };
    let mut lines = vec![String::new(), line(drawings.iter().map(|one| one.title.to_owned()).collect())];
    for row in 0..drawings.first().map_or(0, |drawing| drawing.rows.len()) {
        let spaced = |drawing: &Drawing| {
            let marks = drawing.rows.get(row).map(|row| row.chars().map(String::from).collect::<Vec<_>>());
            marks.unwrap_or_default().join(" ")
        };
        lines.push(line(drawings.iter().map(spaced).collect()));
    }
    lines.push(format!("  {LEGEND}"));
    output::block(lines.join("\n"))
}

fn row_length(drawing: &Drawing) -> usize {
    drawing.rows.first().map_or(1, String::len)
}

/// A variant whose names of squares are the common ones.
fn board_variant() -> &'static Variant {
    Variant::get(vperft::inner::game::variant::VariantId::CHESS)
}

/// A path program as JSON.
pub(super) fn program(program: &Program) -> Value {
    let legs: Vec<LegFile> = program.iter().map(LegFile::write).collect();
    json!(legs)
}

fn answer(text: &str, dialect: Dialect, written: &str, compiled: &Compiled) -> Value {
    let drawings =
        if compiled.program.is_empty() { Vec::new() } else { drawings(&compiled.program, board_variant()) };
    let castling = compiled
        .castling
        .iter()
        .map(|castling| json!({"squares": castling.squares, "left": castling.left, "right": castling.right}));
    json!({
        "text": text,
        "dialect": dialect.name(),
        "canonical": written,
        "sentence": words(compiled),
        "castling": castling.collect::<Vec<_>>(),
        "program": program(&compiled.program),
        "drawings": drawings
            .iter()
            .map(|drawing| json!({"title": drawing.title, "rows": drawing.rows}))
            .collect::<Vec<_>>(),
        "differences": differences(text),
    })
}
