//! `vperft import VARIANT FILE`: replays a game from a file, and optionally compares a second backend at every ply.

use crate::args::backend;
use crate::args::backend::BackendArgs;
use crate::args::picture::PictureArgs;
use crate::args::position::given;
use crate::args::selected::{Choice, Selected};
use crate::args::value::Format;
use crate::commands::common::{bug_files, perft_suite};
use crate::exit::{CliError, Exit};
use crate::output::file;
use crate::output::read::{input_name, read_input};
use crate::{interrupt, output};
use std::path::{Path, PathBuf};
use vperft::inner::backend::{Backend, PositionPath, Registry};
use vperft::inner::game::perft::Resources;
use vperft::inner::game::position;
use vperft::inner::game::variant::{Rulings, Variant, VariantId};
use vperft::inner::support::observer::Observer;
use vperft_lab::differences::clause_switch::ClauseSwitch;
use vperft_lab::differences::descend;
use vperft_lab::differences::descend::{Descent, ReportedCounts, Side};
use vperft_lab::differences::explain::Explainer;
use vperft_lab::differences::search::{SearchEnd, SearchEvent};
use vperft_lab::exchange::import::{Form, Game, ImportError, Script, Stop};
use vperft_lab::exchange::suite_text::{Hints, SuiteText};
use vperft_lab::exchange::{import, suites};
use vperft_pages::report::findings;
use vperft_pages::report::svg::{Look, Overlay};

/// The arguments about a game.
#[derive(Debug, clap::Args)]
pub struct GameArgs {
    /// The variant
    #[arg(required = true, value_parser = crate::args::variant::named())]
    variant: Option<VariantId>,
    /// The file with the game; `-` is stdin
    #[arg(required = true)]
    file: Option<PathBuf>,
    /// Print only the position after N plies, as VFEN
    #[arg(long, value_name = "N", conflicts_with = "format")]
    ply: Option<usize>,
    /// The root, if the file names none
    ///
    /// The default is the start position.
    #[arg(long, visible_alias = "fen", value_name = "VFEN")]
    vfen: Option<String>,
    #[command(flatten)]
    backend: BackendArgs,
    /// Compare with this backend before every ply, up to the first difference
    #[arg(long, value_name = "NAME", conflicts_with_all = ["ply", "format", "svg"])]
    b: Option<String>,
    /// Write that difference to a bug file for `vperft repro`
    #[arg(long, value_name = "FILE", requires = "b")]
    out: Option<PathBuf>,
    #[command(flatten)]
    picture: PictureArgs,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub fn run(args: &GameArgs, registry: &Registry) -> Result<Exit, CliError> {
    let selected = args.backend.select(registry, &[args.variant()], args.b.as_deref())?;
    let rulings = &selected.options.rulings;
    args.out.as_deref().map_or(Ok(()), file::check_out)?;
    let text = read_input(args.file())?;
    if let Some(suite) = suites::read_suite(&text, Variant::get(args.variant()), Hints::default())
        .ok()
        .filter(SuiteText::is_suite)
    {
        return args.check_suite(&suite, &selected);
    }
    let script = Script::parse(&text);
    let table = Variant::get(args.variant());
    let start = match &args.vfen {
        Some(text) => given(args.variant(), rulings, text)?,
        None => table.start(rulings).vfen.clone(),
    };
    let mut backend = selected.open_noting()?;
    let view = backend::view(backend.as_mut(), args.variant()).map_err(CliError::Backend)?;
    let game = import::import(view, rulings, &script, &start).map_err(|error| match error {
        ImportError::Backend(error) => CliError::answer(error, &start),
        error => CliError::Input(args.named(error)),
    })?;
    args.note_interpretation(&script, &game);
    if let Some(name) = &args.b {
        let exit = args.compare(name, &selected, backend, &game)?;
        if exit != Exit::Success {
            return Ok(exit);
        }
        return game.stop.as_ref().map_or(Ok(exit), |stop| Err(args.stopped(&game, stop)));
    }
    if args.picture.is_wanted() {
        args.draw(&selected, &game)?;
        return game.stop.as_ref().map_or(Ok(Exit::Success), |stop| Err(args.stopped(&game, stop)));
    }
    let printed = match (args.ply, args.format) {
        (Some(number), _) => {
            let vfen =
                if number == 0 { Some(&game.root) } else { game.plies.get(number - 1).map(|ply| &ply.vfen) };
            match vfen {
                Some(vfen) => return output::line(vfen).map(|()| Exit::Success),
                None if game.stop.is_none() => {
                    let plies = game.plies.len();
                    return Err(CliError::Usage(format!("--ply {number}: the game has {plies} plies")));
                }
                None => Ok(()),
            }
        }
        (None, Format::Human) => print(&game).and_then(|()| match &game.stop {
            Some(stop) => args.explain(backend.as_mut(), rulings, &game, stop),
            None => Ok(()),
        }),
        (None, Format::Json) => output::json(&serde_json::json!({
            "variant": args.variant(), "form": script.form, "tag": script.variant, "game": game,
            "notes": script.notes.iter().chain(&game.notes).collect::<Vec<_>>(),
        })),
    };
    output::unless_closed(printed, ())?;
    game.stop.as_ref().map_or(Ok(Exit::Success), |stop| Err(args.stopped(&game, stop)))
}

impl GameArgs {
    /// The variant, which is required unless there is a subcommand.
    fn variant(&self) -> VariantId {
        self.variant.expect("the parser requires it")
    }

    /// The file, likewise.
    fn file(&self) -> &Path {
        self.file.as_deref().expect("the parser requires it")
    }

    /// Checks a suite of positions with counts instead of a game.
    fn check_suite(&self, suite: &SuiteText, selected: &Selected<'_>) -> Result<Exit, CliError> {
        let is_of_games = self.ply.is_some() || self.b.is_some() || self.vfen.is_some();
        if is_of_games || self.picture.is_wanted() {
            let problem = "is a suite of positions with counts, not a game; it takes --backend, and none of --ply, \
                --vfen, --b and --svg";
            return Err(CliError::Usage(self.named(problem)));
        }
        let mut backend = selected.open_noting()?;
        let checked = perft_suite::check_suite(backend.as_mut(), self.variant(), suite, self.format);
        output::unless_closed(checked, Exit::Failed)
    }

    /// Draws the position after the wanted ply or the last one, with its last move, or with the first illegal move.
    fn draw(&self, selected: &Selected<'_>, game: &Game) -> Result<(), CliError> {
        let plies = game.plies.len();
        let number = self.ply.unwrap_or(plies);
        if number > plies {
            return Err(CliError::Usage(format!("--ply {number}: the game has {plies} plies")));
        }
        let last = number.checked_sub(1).map(|index| &game.plies[index]);
        let vfen = last.map_or(&game.root, |ply| &ply.vfen);
        let position = position::parse(vfen, Variant::get(self.variant()), &selected.rulebook())
            .map_err(|error| CliError::answer(error.into(), vfen))?;
        let mut overlays = Overlay::of_last_move(&position, last.map(|ply| ply.text.as_str()));
        let illegal = game.stop.as_ref().filter(|_| number == plies).and_then(|stop| stop.text.as_ref());
        overlays.extend(illegal.iter().flat_map(|text| Overlay::of_move(&position, text, Look::Bad)));
        self.picture.write(&position, overlays)
    }

    /// Compares another backend at every position of the game, up to the first difference.
    fn compare(
        &self,
        name: &str,
        selected: &Selected<'_>,
        believed: Box<dyn Backend>,
        game: &Game,
    ) -> Result<Exit, CliError> {
        let tested = Selected { choice: Choice::named(name), ..selected.clone() };
        let other = tested.open()?;
        let (open_a, open_b) = (|| selected.open_again(), || tested.open_again());
        let mut a = Side::new(believed, &open_a, self.variant(), Resources::default());
        let mut b = Side::new(other, &open_b, self.variant(), Resources::default());
        interrupt::stop_on_signal();
        let moves: Vec<_> = game.plies.iter().map(|ply| ply.text.clone()).collect();
        for length in 0..=moves.len() {
            let root = PositionPath { vfen: &game.root, moves: &moves[..length] };
            let descent = Descent { root, depth: 1, causes: 1 };
            let found = descend::descend(&descent, &mut a, Some(&mut b), &ReportedCounts::default(), &Silent);
            let found = found.map_err(|error| CliError::answer(error, &game.root))?;
            if found.end == SearchEnd::Stopped {
                return Ok(Exit::Interrupted);
            }
            let Some(cause) = found.causes.first() else { continue };
            let sides = findings::SideNames { a: a.identity(), b: b.identity() };
            let after = if length == 0 { "at the start".to_owned() } else { format!("after move {length}") };
            let shown = sides.told_apart([selected.name(), name]);
            let printed = output::line(format_args!("{after}, {} differs from {}", shown.b, shown.a));
            let text = findings::cause(self.variant(), 1, cause, None, None, output::style());
            output::unless_closed(printed.and_then(|()| output::text(text)), ())?;
            if let Some(path) = &self.out {
                let (right, wrong) = ((selected, sides.a), (Some(&tested), sides.b));
                let context = bug_files::repro_context(self.variant(), right, wrong);
                let made = context.of_cause(cause, root, 1, &mut a, Some(&mut b));
                let made = made.map_err(|error| CliError::answer(error, &game.root))?;
                bug_files::write(path, made.as_slice(), selected.given.program)?;
            }
            return Ok(Exit::Failed);
        }
        output::line(format_args!("both find the same moves at all {} positions", moves.len() + 1))?;
        Ok(Exit::Success)
    }

    /// Prints the position of the first illegal move and which clauses forbid it, or the clauses of its piece. The error follows on
    /// stderr.
    fn explain(
        &self,
        backend: &mut dyn Backend,
        rulings: &Rulings,
        game: &Game,
        stop: &Stop,
    ) -> Result<(), CliError> {
        let Some(text) = &stop.text else { return Ok(()) };
        let open = |off| Some(backend::without(rulings, off));
        let clause_switch = ClauseSwitch::new(self.variant(), &open);
        let can_switch = clause_switch.can_switch();
        let identity = backend.identity();
        let view = backend::view(backend, self.variant()).map_err(CliError::Backend)?;
        let (variant, vfen) = (self.variant(), stop.vfen.as_str());
        let clause_switch = can_switch.then_some(&clause_switch);
        let explaining = Explainer { variant, path: vfen.into(), vfen, clause_switch };
        // The error about the move follows in any case.
        let Ok(explained) = explaining.explain_move(view, text) else { return Ok(()) };
        if !explained.may_mean.is_empty() {
            // The error lists what an ambiguous text may mean.
            return Ok(());
        }
        let has_oracle = backend::has_oracle(variant);
        let context = findings::ExplainContext { variant, vfen, backend: &identity, can_switch, has_oracle };
        let title = format!("before move {}, `{text}`", game.plies.len() + 1);
        output::text(findings::reasons(&context, &explained, &title, output::style()))
    }

    /// The error of the first illegal move, with the position and similar legal moves.
    fn stopped(&self, game: &Game, stop: &Stop) -> CliError {
        let number = game.plies.len() + 1;
        let message = self.named(format_args!("line {}, move {number}: {}", stop.line, stop.problem));
        let mut context = vec![format!("  in the position {}", stop.vfen)];
        if !stop.nearest.is_empty() {
            context.push(format!("  nearest: {}", stop.nearest.join(", ")));
        }
        CliError::InputAt { message, context }
    }

    /// A message about the file.
    fn named(&self, text: impl std::fmt::Display) -> String {
        format!("{}: {text}", input_name(self.file()))
    }

    /// Prints notes on how ambiguous parts of the file were read.
    fn note_interpretation(&self, script: &Script, game: &Game) {
        let note = |text: &str| output::note(format_args!("note: {text}"));
        script.notes.iter().chain(&game.notes).for_each(|text| note(text));
        if let Some(meaning) = game.squares.meaning() {
            note(meaning);
        }
        for (number, ply) in (1..).zip(&game.plies) {
            if let Some(deviation) = &ply.deviation {
                note(&format!(
                    "line {}, move {number}: `{}` {deviation}; used `{}`",
                    ply.line, ply.written, ply.text
                ));
            }
        }
        if script.form == Form::Log && game.plies.is_empty() && game.stop.is_none() {
            note("the last position of the log has no moves");
        }
    }
}

/// Shows no progress, but stops the search on a signal.
struct Silent;

impl Observer<SearchEvent<'_>> for Silent {
    fn is_stopped(&self) -> bool {
        interrupt::is_stopped()
    }
}

/// Prints a line for every ply: its number, the move and the position after it.
fn print(game: &Game) -> Result<(), CliError> {
    output::line(format_args!("{:>3}  {}", 0, game.root))?;
    let width = game.plies.iter().map(|ply| ply.text.chars().count()).max().unwrap_or_default();
    for (number, ply) in (1..).zip(&game.plies) {
        output::line(format_args!("{number:>3}  {:width$}  {}", ply.text, ply.vfen))?;
    }
    Ok(())
}
