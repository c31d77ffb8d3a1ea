//! The rules of a variant as far as every format needs them, and what none can express.

use super::castling::Castling;
use super::promotion::{self, Rule};
use super::refusals::Refusals;
use vperft::inner::game::board::{Shape, Square, SquareSet, Step};
use vperft::inner::game::paths::{Area, Leg, Program};
use vperft::inner::game::variant::{
    Color, EnPassant, Obeys, Piece, PieceEntry, PieceType, Royalty, Rulings, Start, Status, Variant,
};

/// The rules of a variant.
pub struct Game {
    pub variant: &'static Variant,
    pub start: &'static Start,
    /// The kinds with their moves. A kind that never moves has no moves. No leg names the area `start` any more.
    pub kinds: Vec<(&'static PieceEntry, Program)>,
    pub promotion: Vec<Rule>,
    pub castling: Option<Castling>,
}

impl Game {
    /// Reads the rules of a variant. `None` if they are refused so that nothing more can be said about them.
    pub fn from_variant(variant: &'static Variant, refusals: &mut Refusals) -> Option<Self> {
        if !variant.has_data() {
            refusals.field("pieces", "no kind has `moves`; expected a variant whose pieces move by data");
            return None;
        }
        let start = variant.start(&Rulings::default());
        names(variant, refusals);
        rules(variant, refusals);
        start_position(start, refusals);
        for entry in &variant.pieces {
            if let Some(clause) = &entry.code {
                refusals.kind(entry, format_args!("has moves that only programs know (`code`: {clause})"));
            }
            if let Some(senior) = entry.succeeds {
                refusals.kind(entry, format_args!("succeeds `{}` (`succeeds`)", senior.name()));
            }
        }
        let uses_start = |entry: &&PieceEntry| entry.program.iter().any(names_start);
        for entry in variant.pieces.iter().filter(uses_start) {
            if !starts_mirrored(start, entry.kind) {
                refusals.kind(
                    entry,
                    "begins or stays where it starts (`start`), and Black starts on other squares",
                );
            }
        }
        let kinds = variant.pieces.iter().filter(|entry| entry.immobile || !entry.program.is_empty());
        let kinds = kinds.map(|entry| (entry, grounded(variant, start, entry))).collect();
        let promotion = promotion::rules(variant, start, refusals);
        let castling = Castling::from_variant(variant, start, refusals);
        Some(Self { variant, start, kinds, promotion, castling })
    }

    /// The size of the board.
    pub fn shape(&self) -> Shape {
        self.start.shape
    }

    /// The letter of a kind, in upper case.
    pub fn letter(&self, kind: PieceType) -> &str {
        self.variant.entry(kind).map_or("", |entry| &entry.label)
    }

    /// The letters of kinds.
    pub fn letters(&self, kinds: &[PieceType]) -> String {
        kinds.iter().map(|kind| self.letter(*kind)).collect()
    }

    /// The squares of areas, as a side sees them.
    pub fn squares(&self, color: Color, kind: PieceType, areas: &[Area]) -> SquareSet {
        self.variant.squares_of(areas, self.start, Piece::new(color, kind))
    }

    /// Whether the variant has a status.
    pub fn can_be(&self, status: Status) -> bool {
        self.variant.statuses.contains(&status)
    }

    /// The number of such pieces in the start position.
    pub fn count(&self, color: Color, kind: PieceType) -> u32 {
        self.start.squares_of(Piece::new(color, kind)).len()
    }

    /// Whether pieces of a side can become this kind.
    pub fn becomes(&self, color: Color, kind: PieceType) -> bool {
        let mut rules = self.promotion.iter();
        rules.any(|rule| rule.to.contains(&kind) && !rule.on[color as usize].is_empty())
    }

    /// The squares where pieces of a side can become this kind. `None` if that depends on hurdles.
    pub fn arrivals(&self, color: Color, kind: PieceType) -> Option<SquareSet> {
        let mut all = SquareSet::EMPTY;
        for rule in self.promotion.iter().filter(|rule| rule.to.contains(&kind)) {
            let on = rule.on[color as usize];
            all = all | on;
            let legs = self.kinds.iter().filter(|(entry, _)| rule.leaving && entry.kind == rule.kind);
            for leg in legs.flat_map(|(_, program)| program) {
                if !leg.then.is_empty() {
                    return None;
                }
                for (from, step) in
                    on.into_iter().flat_map(|from| leg.steps.iter().map(move |step| (from, step)))
                {
                    let seen = Step::new(step.files, step.ranks * color.forward());
                    let way = std::iter::successors(Some(from), |square| self.shape().step(*square, seen));
                    all =
                        way.skip(1).take(leg.most.map_or(usize::MAX, usize::from)).fold(all, SquareSet::with);
                }
            }
        }
        Some(all)
    }

    /// Whether a side can ever have a piece of this kind.
    pub fn can_have(&self, color: Color, kind: PieceType) -> bool {
        self.count(color, kind) > 0 || self.becomes(color, kind)
    }

    /// The royal kinds, if no royal piece may be left capturable.
    pub fn royals(&self) -> impl Iterator<Item = &'static PieceEntry> {
        let has_check = self.variant.has_check;
        self.variant.pieces.iter().filter(move |entry| has_check && entry.royal)
    }

    /// Whether Black's pieces of a kind start on the mirror images of White's squares.
    pub fn starts_mirrored(&self, kind: PieceType) -> bool {
        starts_mirrored(self.start, kind)
    }

    /// Whether all pieces with initial rights hold them in the start position.
    pub fn all_are_unmoved(&self) -> bool {
        self.start.vfen.split(' ').nth(2) == Some("*")
    }

    /// Whether a piece of this kind can never return to a square where one has started: all of its moves go forward, all such pieces
    /// start on one rank, and no other piece becomes one.
    pub fn goes_forward_only(&self, kind: PieceType, program: &[Leg]) -> bool {
        let ranks = |color| {
            let squares = self.start.squares_of(Piece::new(color, kind));
            squares.into_iter().map(Square::rank).collect::<std::collections::BTreeSet<_>>().len()
        };
        let becomes = Color::BOTH.into_iter().any(|color| self.becomes(color, kind));
        let is_forward = |leg: &Leg| leg.then.is_empty() && leg.steps.iter().all(|step| step.ranks > 0);
        !becomes && Color::BOTH.into_iter().all(|color| ranks(color) <= 1) && program.iter().all(is_forward)
    }

    /// The start position as FEN.
    pub fn fen(&self) -> String {
        let mut fields: Vec<&str> = self.start.vfen.split(' ').collect();
        let rights = self.castling.as_ref().map_or_else(|| "-".to_owned(), Castling::letters);
        if let Some(field) = fields.get_mut(2) {
            *field = &rights;
        }
        fields.join(" ")
    }

    /// The draws that a format without words for them leaves out.
    pub fn unsaid_draws(&self) -> Option<String> {
        let mut draws = Vec::new();
        if self.variant.counter_limit.is_some() {
            draws.push("`counter_limit`");
        }
        if self.can_be(Status::DrawRepetition) || self.can_be(Status::WonRepetition) {
            draws.push("repetition");
        }
        if !self.variant.dead.is_empty() {
            draws.push("`dead`");
        }
        let list = draws.join(", ");
        (!draws.is_empty()).then(|| format!("left out, because the format has no words for it: {list}"))
    }
}

/// Refuses names of squares that other programs do not know.
fn names(variant: &Variant, refusals: &mut Refusals) {
    let files = variant.labels.files();
    let are_usual = (0..files).all(|file| variant.labels.file(file) == char::from(b'a' + file));
    if !are_usual || variant.labels.rank(0) != 1 {
        refusals.field("files", "squares have other names than a1, b1 and so on");
    }
    for entry in variant.pieces.iter().filter(|entry| entry.label.len() != 1) {
        refusals.kind(entry, "has a label of more than one letter");
    }
}

/// Refuses rules that no format has. A new field of the variant belongs here, or into the formats that have it.
fn rules(variant: &Variant, refusals: &mut Refusals) {
    if variant.closing.is_some() {
        refusals.field("closing", "squares that close once they are empty");
    }
    if variant.ban.is_some() {
        refusals.field("ban", "exchanges that may not be taken back");
    }
    if variant.has_edge {
        refusals.field("edge", "edge squares");
    }
    // Without `..`: a new property must be refused or exported.
    let Royalty { also, check } = &variant.royalty;
    if !also.is_empty() {
        let names: Vec<_> = also.iter().map(|kind| format!("`{}`", kind.name())).collect();
        refusals.field("royalty", format_args!("several royal kinds: also {}", names.join(", ")));
    }
    if *check != Obeys::Always {
        refusals.field("royalty", "check counts only while a side has a single royal piece");
    }
    if let Some(EnPassant { piece: _, unless: Some(clause) }) = &variant.en_passant {
        refusals.field("en_passant", format_args!("abolished by a clause (`unless`: {clause})"));
    }
}

/// Refuses start positions that a FEN cannot express.
fn start_position(start: &Start, refusals: &mut Refusals) {
    let fields: Vec<&str> = start.vfen.split(' ').collect();
    let is_usual = |c: char| c.is_ascii_alphanumeric() || c == '/';
    // The initial rights may also be a list of squares.
    let is_right = |c: char| c.is_ascii_alphanumeric() || "*-,".contains(c);
    match &fields[..] {
        [board, _, rights, "-", _, _] if board.chars().all(is_usual) && rights.chars().all(is_right) => {}
        _ => refusals.field("starts", format_args!("`{}` has fields that no FEN has", start.vfen)),
    }
}

/// Whether Black's pieces of a kind start on the mirror images of White's squares.
fn starts_mirrored(start: &Start, kind: PieceType) -> bool {
    let [white, black] = Color::BOTH.map(|color| start.squares_of(Piece::new(color, kind)));
    white.into_iter().map(|square| start.shape.flipped(square)).collect::<SquareSet>() == black
}

/// Whether a leg or one after it names the area `start`.
fn names_start(leg: &Leg) -> bool {
    leg.from.iter().chain(&leg.within).flatten().any(|area| *area == Area::Start)
        || leg.then.iter().any(names_start)
}

/// The moves of a kind with the area `start` as squares.
fn grounded(variant: &Variant, start: &Start, entry: &PieceEntry) -> Program {
    let squares: Vec<Area> = start
        .squares_of(Piece::new(Color::White, entry.kind))
        .into_iter()
        .map(|square| variant.labels.square(square))
        .map(|name| Area::Rectangle(name.clone(), name))
        .collect();
    entry.program.iter().map(|leg| without_start(leg, &squares)).collect()
}

fn without_start(leg: &Leg, squares: &[Area]) -> Leg {
    let areas = |areas: &Option<Vec<Area>>| {
        let list = areas.as_ref()?.iter().flat_map(|area| match area {
            Area::Start => squares.to_vec(),
            other => vec![other.clone()],
        });
        Some(list.collect())
    };
    Leg {
        from: areas(&leg.from),
        within: areas(&leg.within),
        then: leg.then.iter().map(|next| without_start(next, squares)).collect(),
        ..leg.clone()
    }
}
