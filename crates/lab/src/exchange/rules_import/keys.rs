//! The keys of a file: which have no effect on the rules, and which ask for what `variant.json` cannot say.

/// What becomes of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// It has no effect on the rules.
    Ignored,
    /// It asks for what only a whole game shows, unless it has this value: no count from a position depends on it.
    Noted { unless: &'static str, what: &'static str },
    /// It asks for something that is not imported, unless it has this value.
    Refused { unless: &'static str, what: &'static str },
    /// It is not a key of the format.
    Unknown,
}

/// Keys of looks, of values for engines and of other programs.
const IGNORED: [&str; 6] =
    ["variantTemplate", "pieceToCharTable", "pocketSize", "pieceValueMg", "pieceValueEg", "chess960"];

/// Keys about the course of a game, the values with which they ask for nothing, and what they ask for.
const NOTED: [(&str, &str, &str); 4] = [
    ("chasingRule", "none", "the side that chases a piece without end"),
    ("countingRule", "none", "counting moves to a draw"),
    ("nFoldValueAbsolute", "false", "a result of repetition that depends on the side"),
    ("perpetualCheckIllegal", "false", "perpetual check"),
];

/// Keys that are refused, unless they have the value in the middle, and what they ask for.
const REFUSED: [(&str, &str, &str); 50] = [
    ("adjudicateFullBoard", "false", "counting material on a full board"),
    ("bikjangRule", "false", "facing Kings that draw"),
    ("blastImmuneTypes", "-", "explosions"),
    ("blastOnCapture", "false", "explosions"),
    ("cambodianMoves", "false", "the first moves of Cambodian chess"),
    ("capturesToHand", "false", "pieces in hand"),
    ("castlingDroppedPiece", "false", "pieces in hand"),
    ("castlingWins", "-", "castling that wins"),
    ("checkCounting", "false", "counting checks"),
    ("collinearN", "0", "pieces in a line"),
    ("connectN", "0", "pieces in a line"),
    ("connectNxN", "0", "pieces in a square"),
    ("connectRegion1Black", "-", "connected regions"),
    ("connectRegion1White", "-", "connected regions"),
    ("connectRegion2Black", "-", "connected regions"),
    ("connectRegion2White", "-", "connected regions"),
    ("diagonalLines", "-", "lines of a palace"),
    ("dropChecks", "true", "pieces in hand"),
    ("dropLoop", "false", "pieces in hand"),
    ("dropPromoted", "false", "pieces in hand"),
    ("dupleCheck", "false", "check to several Kings at once"),
    ("enclosingDrop", "none", "drops"),
    ("flagPieceBlockedWin", "false", "goals that count as reached when they are blocked"),
    ("flipEnclosedPieces", "none", "pieces that change sides"),
    ("gating", "false", "gating"),
    ("makpongRule", "false", "Kings that must not leave check"),
    ("materialCounting", "none", "results by material"),
    ("moveRepetitionIllegal", "false", "moves that must not be repeated"),
    ("mustDrop", "false", "drops"),
    ("mutuallyImmuneTypes", "-", "pieces that cannot capture each other"),
    ("oppositeCastling", "false", "castling to different sides"),
    ("pass", "false", "passing"),
    ("passBlack", "false", "passing"),
    ("passOnStalemate", "false", "passing"),
    ("passOnStalemateBlack", "false", "passing"),
    ("passOnStalemateWhite", "false", "passing"),
    ("passWhite", "false", "passing"),
    ("petrifyBlastPieces", "false", "pieces that turn into walls"),
    ("petrifyOnCaptureTypes", "-", "pieces that turn into walls"),
    ("pieceDemotion", "false", "promotion back"),
    ("pieceDrops", "false", "pieces in hand"),
    ("piecePromotionOnCapture", "false", "promotion by captures only"),
    ("seirawanGating", "false", "gating"),
    ("shatarMateRule", "false", "mates that do not count"),
    ("sittuyinPromotion", "false", "the promotion of Sittuyin"),
    ("stalematePieceCount", "false", "stalemate by the number of pieces"),
    ("tripleStepRegionBlack", "-", "triple steps of Pawns"),
    ("tripleStepRegionWhite", "-", "triple steps of Pawns"),
    ("wallOrMove", "false", "walls"),
    ("wallingRule", "none", "walls"),
];

/// Keys that only matter with one of the refused ones.
const OF_REFUSED: [&str; 24] = [
    "connectDiagonal",
    "connectHorizontal",
    "connectPieceTypes",
    "connectValue",
    "connectVertical",
    "dropNoDoubled",
    "dropNoDoubledCount",
    "dropOppositeColoredBishop",
    "dropRegionBlack",
    "dropRegionWhite",
    "enclosingDropStart",
    "firstRankPawnDrops",
    "freeDrops",
    "mustDropType",
    "promotionZonePawnDrops",
    "shogiPawnDropMateIllegal",
    "sittuyinRookDrop",
    "twoBoards",
    "wallingRegion",
    "wallingRegionBlack",
    "wallingRegionWhite",
    "blackDropRegion",
    "whiteDropRegion",
    "dropOnTop",
];

/// What becomes of a key that no setting reads.
pub(super) fn use_of(key: &str) -> Use {
    if IGNORED.contains(&key) || OF_REFUSED.contains(&key) {
        return Use::Ignored;
    }
    let find = |list: &[(&'static str, &'static str, &'static str)]| {
        list.iter().find(|(known, ..)| *known == key).map(|&(_, unless, what)| (unless, what))
    };
    if let Some((unless, what)) = find(&NOTED) {
        return Use::Noted { unless, what };
    }
    find(&REFUSED).map_or(Use::Unknown, |(unless, what)| Use::Refused { unless, what })
}

/// The keys that no setting reads.
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    let asking = NOTED.into_iter().chain(REFUSED).map(|(key, ..)| key);
    IGNORED.into_iter().chain(OF_REFUSED).chain(asking)
}
