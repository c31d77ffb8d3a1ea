//! The two built-in backends follow the tables of the variants.

use vperft::backend::{Backend, Options, Registry};
use vperft::inner::game::board::Square;
use vperft::inner::game::position::{self, Position};
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::{Color, Piece, Rulings, Variant, VariantId};

/// The start position of a variant with this halfmove clock.
fn clocked(variant: &Variant, halfmove: u32) -> String {
    let mut fields: Vec<_> = variant.starts[0].vfen.split(' ').map(str::to_owned).collect();
    fields[4] = halfmove.to_string();
    fields.join(" ")
}

/// The built-in backends by their names.
fn built_in() -> impl Iterator<Item = (&'static str, Box<dyn Backend>)> {
    let mut registry = Registry::default();
    vperft::inner::generators::reference::register(&mut registry);
    vperft_fast::register(&mut registry);
    let open = move |name| (name, registry.open(name, &Options::default()).expect("the backend is built in"));
    ["reference", "fast"].into_iter().map(open)
}

#[test]
fn a_game_is_drawn_when_the_counter_reaches_the_limit_of_the_table() {
    for (name, mut backend) in built_in() {
        for id in backend.variants() {
            let variant = Variant::get(id);
            let view = backend.of(id).expect("the backend has the variant");
            let mut check = |halfmove: u32, expected: Status| {
                let status = view.status((&clocked(variant, halfmove)).into());
                assert_eq!(status, Ok(expected), "{name}, {id}, after {halfmove} plies");
            };
            match variant.counter_limit {
                Some(limit) => {
                    check(limit - 1, Status::Ongoing);
                    check(limit, Status::DrawCounter);
                }
                None => check(10_000, Status::Ongoing),
            }
            let draws = variant.statuses.contains(&Status::DrawCounter);
            assert_eq!(
                draws,
                variant.counter_limit.is_some(),
                "{id}: the table needs both a limit and the status"
            );
        }
    }
}

#[test]
fn every_closing_square_may_be_closed() {
    for (name, mut backend) in built_in() {
        for id in backend.variants() {
            let variant = Variant::get(id);
            let view = backend.of(id).expect("the backend has the variant");
            // Two distant Kings, with every closing square closed.
            let shape = variant.starts[0].shape;
            let mut position = Position::empty(id, shape);
            let king = variant.king().expect("every built-in variant has a King");
            for (color, rank) in [(Color::White, 1), (Color::Black, shape.ranks() - 2)] {
                position.put(Square::new(shape.files() / 2, rank), Piece::new(color, king));
            }
            for &square in variant.closing_squares() {
                position.closed.insert(square);
            }
            let read = view.read(&position::print(&position, &Rulings::DEFAULT));
            let closed =
                read.as_ref().map(|vfen| vfen.split(' ').next().unwrap_or_default().matches('-').count());
            assert_eq!(closed, Ok(variant.closing_squares().len()), "{name}, {id}: {read:?}");
        }
    }
}

#[test]
fn every_variant_is_found_by_its_name() {
    for id in VariantId::BUILT_IN {
        assert_eq!(id.name().parse(), Ok(id));
        assert!(id.is_built_in() && id.folder().is_none(), "{id}");
    }
}
