//! Properties that hold in every position of every variant, checked on positions from random play.
//!
//! A failure prints the VFEN, which is more useful than a seed, so there is no regressions file. Once the bug is understood, add the
//! VFEN to the corpus.

mod games;

use self::games::{Game, lines};
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use proptest::{prop_assert, prop_assert_eq};
use std::collections::{BTreeSet, HashMap};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use vperft::backend::Backend as _;
use vperft::inner::corpus::relation::{image_of_move, image_of_position};
use vperft::inner::game::notation;
use vperft::inner::game::perft::{self, Resources};
use vperft::inner::game::position::Position;
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::{Standard, Symmetry};
use vperft::inner::generators::reference;

/// The number of games for each variant and property. `DEEP` is for properties that search two plies and take longer.
const SHALLOW: u32 = 200;
const DEEP: u32 = 60;

type Outcome = Result<(), TestCaseError>;

/// Checks a property on the positions of random games of every variant. Expensive properties look at the last position only.
fn check(id: &str, cases: u32, property: impl Fn(&Game, &[Position]) -> Outcome) {
    for variant in reference::all(&Standard).variants() {
        let game = Game::new(variant);
        let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
        let outcome = runner.run(&lines(), |line| {
            let positions = game.positions(&line);
            let vfen = game.rules.print(last(&positions));
            // Catch the panic here, because the runner does not know the VFEN.
            catch_unwind(AssertUnwindSafe(|| property(&game, &positions)))
                .unwrap_or_else(|_| Err(TestCaseError::fail("panicked")))
                .map_err(|error| TestCaseError::fail(format!("at `{vfen}`: {error}")))
        });
        if let Err(error) = outcome {
            panic!("{id}, {variant}: {error}");
        }
    }
}

fn last(positions: &[Position]) -> &Position {
    &positions[positions.len() - 1]
}

/// Checks that the printed VFEN is valid, parses to the same position, and is canonical.
fn reads_back(game: &Game, position: &Position) -> Outcome {
    let vfen = game.rules.print(position);
    let read = game.rules.parse(&vfen).map_err(|error| TestCaseError::fail(format!("`{vfen}`: {error}")))?;
    prop_assert_eq!(game.rules.print(&read), vfen.as_str());
    prop_assert!(read == *position, "`{}` reads as another position:\n{:?}\n{:?}", vfen, read, position);
    Ok(())
}

#[test]
fn vfens_read_back() {
    check("vfens-read-back", SHALLOW, |game, positions| {
        let children = game.children(last(positions));
        positions.iter().chain(&children).try_for_each(|position| reads_back(game, position))
    });
}

#[test]
fn en_passant_squares_allow_a_capture() {
    check("en-passant-squares-allow-a-capture", DEEP, |game, positions| {
        for position in positions.iter().chain(&game.children(last(positions))) {
            let Some(square) = position.en_passant else { continue };
            let moves = game.moves(position);
            let captures = moves.iter().any(|mv| mv.to == Some(square) && !mv.removals.is_empty());
            prop_assert!(captures, "nothing captures en passant in `{}`", game.rules.print(position));
        }
        Ok(())
    });
}

#[test]
fn move_texts_resolve_to_their_moves() {
    check("move-texts-resolve-to-their-moves", SHALLOW, |game, positions| {
        let texts = game.texts(last(positions));
        let legal: Vec<_> = texts.iter().map(String::as_str).collect();
        let distinct: BTreeSet<_> = legal.iter().collect();
        prop_assert_eq!(distinct.len(), legal.len(), "not unique: {:?}", legal);
        for (index, text) in texts.iter().enumerate() {
            let (_, bare) = text.split_once(' ').expect("a canonical text begins with a label");
            for written in [text, bare, &effects_reversed(text), &effects_reversed(bare)] {
                let meant = notation::resolve(game.variant, written, &legal);
                prop_assert_eq!(meant, Ok(index), "`{}` written as `{}`", text, written);
            }
        }
        Ok(())
    });
}

/// The move text with its effects in reverse order.
fn effects_reversed(text: &str) -> String {
    let mut parts: Vec<_> = text.split("; ").collect();
    parts[1..].reverse();
    parts.join("; ")
}

#[test]
fn the_game_is_decided_if_and_only_if_there_are_no_moves() {
    check("decided-if-and-only-if-no-moves", DEEP, |game, positions| {
        let children = game.children(last(positions));
        for position in positions.iter().chain(&children) {
            let status = game.rules.status(position, 1);
            let decided =
                matches!(status, Status::Lost | Status::Won | Status::Checkmate | Status::Stalemate);
            let moves = game.texts(position);
            let vfen = game.rules.print(position);
            prop_assert_eq!(decided, moves.is_empty(), "`{}` is {}, moves {:?}", vfen, status, moves);
        }
        Ok(())
    });
}

/// Checks that the image of a position has the images of its moves, and the same status and perft.
fn is_symmetric(game: &Game, position: &Position, symmetry: Symmetry) -> Outcome {
    if !game.variant.symmetries.contains(&symmetry) {
        return Ok(());
    }
    let of_position = |vfen: &str| image_of_position(game.variant, symmetry, vfen).expect("a VFEN");
    let vfen = of_position(&game.vfen_without_star(position));
    let image = game.rules.parse(&vfen).map_err(|error| TestCaseError::fail(format!("`{vfen}`: {error}")))?;
    let back = of_position(&game.vfen_without_star(&image));
    prop_assert_eq!(back, game.vfen_without_star(position), "the image of the image, `{}`", vfen);
    let shape = position.shape;
    let texts = game.texts(position);
    let expected: BTreeSet<_> =
        texts.iter().filter_map(|text| image_of_move(game.variant, shape, symmetry, text)).collect();
    let found: BTreeSet<_> = game.texts(&image).into_iter().collect();
    let missing: Vec<_> = expected.difference(&found).collect();
    let surplus: Vec<_> = found.difference(&expected).collect();
    prop_assert!(
        missing.is_empty() && surplus.is_empty(),
        "the image `{}` lacks {:?} and has {:?}",
        vfen,
        missing,
        surplus
    );
    prop_assert_eq!(game.rules.status(position, 1), game.rules.status(&image, 1), "status of `{}`", vfen);
    prop_assert_eq!(
        game.rules.perft(position, 2, &mut Vec::new()),
        game.rules.perft(&image, 2, &mut Vec::new()),
        "perft(2) of `{}`",
        vfen
    );
    Ok(())
}

#[test]
fn rules_are_symmetric_in_colors() {
    check("rules-are-symmetric-in-colors", DEEP, |game, positions| {
        is_symmetric(game, last(positions), Symmetry::Colors)
    });
}

#[test]
fn rules_are_symmetric_in_files() {
    check("rules-are-symmetric-in-files", DEEP, |game, positions| {
        let position = game.without_castling(last(positions).clone());
        is_symmetric(game, &position, Symmetry::Files)
    });
}

#[test]
fn divide_sums_up_to_perft() {
    check("divide-sums-up-to-perft", DEEP, |game, positions| {
        let position = last(positions);
        let vfen = game.rules.print(position);
        let mut backend = reference::all(&Standard);
        prop_assert_eq!(game.rules.perft(position, 0, &mut Vec::new()), 1);
        for depth in [1, 2] {
            let divided = backend.of(game.variant.id).and_then(|view| view.divide((&vfen).into(), depth));
            let divided = divided.map_err(|error| TestCaseError::fail(error.to_string()))?;
            let sum: u128 = divided.iter().map(|(_, count)| count).sum();
            prop_assert_eq!(sum, game.rules.perft(position, depth, &mut Vec::new()), "depth {}", depth);
            let mut moves: Vec<_> = divided.into_iter().map(|(text, _)| text).collect();
            let mut texts = game.texts(position);
            moves.sort();
            texts.sort();
            prop_assert_eq!(moves, texts, "depth {}", depth);
        }
        Ok(())
    });
}

#[test]
fn the_moves_of_all_squares_are_the_legal_moves() {
    check("the-moves-of-all-squares-are-the-legal-moves", DEEP, |game, positions| {
        let position = last(positions);
        let vfen = game.rules.print(position);
        let mut backend = reference::all(&Standard);
        let mut found = Vec::new();
        for square in position.shape.squares() {
            let name = game.variant.labels.square(square);
            let moves = backend.of(game.variant.id).and_then(|view| view.moves_of((&vfen).into(), &name));
            let moves = moves.map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert!(moves.iter().all(|text| notation::starts_on(text, &name)), "{}: {:?}", name, moves);
            found.extend(moves);
        }
        let mut texts = game.texts(position);
        found.sort();
        texts.sort();
        prop_assert_eq!(found, texts);
        Ok(())
    });
}

#[test]
fn counts_do_not_depend_on_threads_and_table() {
    check("counts-do-not-depend-on-threads-and-table", DEEP, |game, positions| {
        let position = last(positions);
        let rules = game.rules.as_ref();
        // Choose threads and table by the key, so that a position always gets the same.
        let draw = rules.key(position);
        let threads = NonZeroUsize::MIN.saturating_add((draw % 4) as usize);
        let hash_bytes = (draw >> 8) as usize % (1 << ((draw >> 64) % 20));
        let resources = Resources { threads, hash_bytes };
        let deepest = if rules.perft(position, 2, &mut Vec::new()) < 500 { 4 } else { 2 };
        for depth in 0..=deepest {
            let tally = perft::parallel::count(rules, position, depth, &resources, &());
            let total = tally.map(|tally| tally.total);
            prop_assert_eq!(
                total,
                Ok(rules.perft(position, depth, &mut Vec::new())),
                "depth {}, {:?}",
                depth,
                resources
            );
        }
        Ok(())
    });
}

/// The identity of a position for repetition (GEN-REPEAT): fields 1 to 4 and the extra fields of the variant.
fn identity(vfen: &str) -> String {
    let fields: Vec<_> = vfen.split(' ').collect();
    [&fields[..4], &fields[6..]].concat().join(" ")
}

/// Copies of the position, each with a change outside the board. The last two change counters, which are not part of its identity.
fn altered(position: &Position) -> Vec<Position> {
    let with = |change: fn(&mut Position)| {
        let mut other = position.clone();
        change(&mut other);
        other
    };
    vec![
        with(|other| other.turn = !other.turn),
        with(|other| other.unmoved = Default::default()),
        with(|other| other.en_passant = None),
        with(|other| other.ban = None),
        with(|other| other.halfmove += 1),
        with(|other| other.fullmove += 1),
    ]
}

#[test]
fn keys_are_equal_if_and_only_if_positions_are() {
    check("keys-are-equal-if-and-only-if-positions-are", SHALLOW, |game, positions| {
        let position = last(positions);
        let children = game.children(position);
        let nephews = children.iter().take(3).flat_map(|child| game.children(child));
        let mut family: Vec<_> = positions.iter().flat_map(altered).collect();
        family.extend(positions.iter().cloned().chain(nephews));
        family.extend(children);
        let mut keys = HashMap::new();
        let mut identities = HashMap::new();
        for member in &family {
            let vfen = game.rules.print(member);
            let (key, identity) = (game.rules.key(member), identity(&vfen));
            let (known_key, known_vfen) = keys.entry(identity.clone()).or_insert((key, vfen.clone()));
            prop_assert_eq!(*known_key, key, "different keys of `{}` and `{}`", known_vfen, vfen);
            let known = identities.entry(key).or_insert_with(|| identity.clone());
            prop_assert_eq!(&*known, &identity, "one key of two positions");
        }
        Ok(())
    });
}
