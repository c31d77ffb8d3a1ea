//! The rules from data as a backend, which refuses positions with pieces that data cannot move.

use super::Data;
use crate::backend::{Answer, BackendError, CountPlan, InProcess, PositionPath, Question, VariantBackend};
use crate::game::position;
use crate::game::rules::Rules as _;
use crate::game::variant::{Color, Piece, PieceType, Rulebook, Unvalidated, Variant, VariantId};

/// The rules of one variant.
pub(super) struct DataBackend<B> {
    rules: InProcess<Data<B>>,
    variant: &'static Variant,
    book: B,
    /// The kinds that need code, each with its clause.
    code: Vec<(PieceType, &'static str)>,
}

impl<B: Rulebook + Clone> DataBackend<B> {
    pub fn new(identity: &str, rules: Data<B>, book: B) -> Self {
        let variant = Variant::get(rules.variant());
        let code = variant.pieces.iter().filter_map(|entry| Some((entry.kind, entry.code.as_deref()?)));
        Self { rules: InProcess::new(identity.to_owned(), rules), variant, book, code: code.collect() }
    }

    /// Refuses a position in which a piece needs code, or may appear by promotion before the last of these plies.
    fn refuse_pieces_with_code(&self, vfen: &str, plies: u32) -> Result<(), BackendError> {
        let Ok(position) = position::parse(vfen, self.variant, &Unvalidated(self.book.rulings())) else {
            return Ok(());
        };
        let has = |color, kind| position.count(Piece::new(color, kind)) > 0;
        for &(kind, clause) in &self.code {
            let promotes = |color| {
                let mut rules = self.variant.promotion.iter();
                plies > 1 && rules.any(|rule| has(color, rule.piece) && rule.to.contains(&kind))
            };
            if Color::BOTH.into_iter().any(|color| has(color, kind) || promotes(color)) {
                let name = self.variant.entry(kind).map_or("", |entry| entry.name.as_str());
                let reason =
                    format!("variant.json cannot say the rules of the {name} ({clause}), which need code");
                return Err(BackendError::Unsupported(reason));
            }
        }
        Ok(())
    }
}

impl<B: Rulebook + Clone> VariantBackend for DataBackend<B> {
    fn variant(&self) -> VariantId {
        self.variant.id
    }

    fn ask(
        &mut self,
        path: PositionPath<'_>,
        question: &Question,
        plan: &CountPlan<'_>,
    ) -> Result<Answer, BackendError> {
        if !self.code.is_empty() {
            let plies = match question {
                Question::Perft { depth } | Question::Divide { depth } | Question::Classes { depth } => {
                    *depth
                }
                Question::Survey | Question::Digest => 2,
                _ => 1,
            };
            let plies = plies.saturating_add(u32::try_from(path.moves.len()).unwrap_or(u32::MAX));
            self.refuse_pieces_with_code(path.vfen, plies)?;
        }
        self.rules.ask(path, question, plan)
    }
}
