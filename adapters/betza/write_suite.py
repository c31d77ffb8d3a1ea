#!/usr/bin/env python3
"""Writes suites/betza: texts of Betza notation with probe boards and the moves that independent readers find there.

    write_suite.py          compares the files with what this would write
    write_suite.py write    writes them

The readers are adapters/betza/notation_reader.py, for XBetza, and Fairy-Stockfish through pyffish, for its dialect. A text of both dialects is
one case if both readers agree, and a case for each dialect otherwise. ci/betza runs this with pyffish.
"""

import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

import notation_reader
import pyffish_reader

SECOND = "notation_reader.py"
ENGINE = "pyffish@{}.{}.{}".format(*pyffish_reader.pyffish.version())

# The places of the published descriptions.
CVP = "chessvariants.com, Betza notation (extended): "
QUICK = "hgm.nubati.net/rules/Betza.html, quick reference: "
XBOARD = "hgm.nubati.net/Betza.html, Betza notation and XBoard: "
WIKI = "Wikipedia, Betza's funny notation: "
LEGS = "chessvariants.com, comment 30854 of 2014-10-06 (choice for XBoard)"
LAME = "chessvariants.com, comment 33263 (lame moves as legs)"
BENDS = "chessvariants.com, comment 43609 of 2021-12-03 (z and q in later legs)"
TOGGLE = "chessvariants.com, comment 42950 of 2021-08-10 (y and t)"
BRACKETS = "github.com/fairy-stockfish/Fairy-Stockfish, pull request 1034, comment of 2026-08-31"
PREFIX = "github.com/fairy-stockfish/Fairy-Stockfish, pull request 1035, comments of 2026-09-01"
FAIRY = "Fairy-Stockfish, src/variants.ini: custom pieces"
FAIRY_CODE = "Fairy-Stockfish, src/piece.cpp: from_betza"

# Boards: size, square of the piece, friends, enemies.
MIXED = ("12x10", "f5", "e4 f7 c5 i8 d6", "g6 f3 d7 i5 h4 e3 h7 c8")
EMPTY = ("12x10", "f5", "", "")
LARGE = ("16x16", "h8", "h10 e8 j11 m8 c3", "k8 h5 e11 i10 f6 m13 d7 l6")
CORNER = ("12x10", "b2", "b5 d2", "e2 b4 d4 c3")
CROWD = ("12x10", "f5", "e5 f6 g4", "f4 g5 e6 g6 e4 h7 d3 f8")


def texts():
    """Every text: file, name, text, dialects (x, f or b for both), board, whether the piece has not moved, source."""

    def add(name, text, dialects="x", board=MIXED, source=CVP + "Basics", unmoved=False):
        rows.append((file, name, text, dialects, board, unmoved, source))

    rows = []
    file = "atoms"
    for letter in "WFDNAHCZG":
        add(letter, letter, "b")
        add(f"{letter}-empty", letter, "b", EMPTY)
    for letter in "KQRB":
        add(letter, letter, "b", source=CVP + "Basics (shortcuts)")
        add(f"{letter}-corner", letter, "b", CORNER, CVP + "Basics (shortcuts)")
    for letter in "JL":
        add(letter, letter, "b", source=WIKI + "original letters J and L")
    for letter in ("WX", "FX", "DX", "NX", "AX", "HX", "CX", "ZX", "GX", "DY", "NY", "AY", "CY", "ZY"):
        add(letter, letter, "x", LARGE, CVP + "Basics (table of atoms)")
    add("U", "U", "x", CORNER, XBOARD + "Atoms")

    file = "directions"
    singles = "f b l r s v".split()
    pairs = "fl fr bl br lf rf lb rb fs bs lv rv".split()
    for atom in "WRDH":
        for letters in [*singles, "fs", "fr", "bl", "frl", "lrb"]:
            add(f"{letters}{atom}", letters + atom, "b", source=CVP + "Directional modifiers")
    for atom in "FBAG":
        for letters in [*singles, "fl", "fr", "bl", "br", "lf", "rb", "flbr", "flb"]:
            add(f"{letters}{atom}", letters + atom, "b", source=CVP + "Directional modifiers")
    for atom in "NCZ":
        for letters in [*singles, *pairs, "fh", "bh", "lh", "rh", "hl", "hr", "ff", "bb", "ll", "rr", "ffrr"]:
            add(f"{letters}{atom}", letters + atom, "b", source=QUICK + "Directional subsets")
    for letters in ["f", "s", "lh", "hr", "rv"]:
        add(f"{letters}NN", letters + "NN", "b", source=QUICK + "Directional subsets")
    for atom in "KQ":
        for letters in [*singles, "fs", "fl", "bs", "lv", "rv", "frl", "ffss", "vfs"]:
            add(f"{letters}{atom}", letters + atom, "b", source=QUICK + "Directional subsets")
    for letters in ["fh", "rh", "hlh"]:
        if letters != "hlh":
            add(f"{letters}K-fairy", letters + "K", "f", source=FAIRY_CODE)
    for text in ("fFX", "sWX", "rfNY", "hlZX"):
        add(text, text, "x", LARGE, QUICK + "Directional subsets")

    file = "modes"
    for atom in ("W", "F", "N", "K", "R", "B", "Q", "NN"):
        for letters in ("m", "c", "mc"):
            add(f"{letters}{atom}", letters + atom, "b", source=QUICK + "Move modality modifiers")
    for text in ("dK", "mdR", "cdQ", "mcdN", "dNN"):
        add(text, text, "x", CROWD, CVP + "Modifiers (d)")
    for text in ("udK", "ucQ", "ucdN", "fudR"):
        add(text, text, "x", CROWD, CVP + "Modifiers (u)")
    for text in ("fmWfcF", "mWcF", "mNcB", "mBcN", "mNcR", "mRcN", "mQcN", "cKmN", "fmRbcB", "mfWcfF"):
        add(text, text, "b", source=CVP + "Basics (compounds)")

    file = "ranges"
    for text in ("W2", "W3", "W4", "F2", "F5", "R2", "R4", "B3", "Q2", "Q3", "K2", "K3", "N2", "N3", "W0", "F0", "N0", "K0"):
        add(text, text, "b", source=CVP + "Basics (ranges)")
    for text in ("WW", "FF", "NN", "KK", "W1", "R1", "N1"):
        add(text, text, "b", source=CVP + "Basics (riders)")
    for text in ("D2", "DD", "AA", "H2", "HH", "C2", "CC", "ZZ", "GG", "A0", "D3"):
        add(text, text, "x", LARGE, CVP + "Basics (riders)")
    for text in ("R10", "W12", "B15", "FX2", "WX0"):
        add(text, text, "x", LARGE, CVP + "Basics (ranges)")
    for text in ("fmR3", "cB2", "sW3", "vN2"):
        add(text, text, "b", source=CVP + "Basics (ranges)")

    file = "hops"
    for text in ("pR", "pB", "pQ", "gR", "gB", "gQ", "cpR", "mpB", "mRcpR", "mBcpB", "mQcpQ", "cgQ", "mgR", "fpR", "spR", "flpB"):
        for name, board in (("", MIXED), ("-crowd", CROWD)):
            add(text + name, text, "b", board, WIKI + "p and g")
    for text in ("pW3", "pR5", "pF4", "cpW2", "pK3"):
        add(text, text, "b", source=WIKI + "p and g")
    for text in ("gW3", "gF4", "gR2", "pNN", "gNN", "pDD", "gAA"):
        add(text, text, "x", LARGE, WIKI + "p and g")
    for text in ("tpR", "tgQ", "ctpB"):
        add(text, text, "x", CROWD, TOGGLE)

    # What the text says. Fairy-Stockfish generates more, because it joins the ranges of all parts before it looks at what is between.
    for text in ("R2pR", "R2gR", "B2gQ", "F3pB"):
        add(text, text, "d", source=WIKI + "p and g")

    file = "blocks"
    for text in ("nN", "nA", "nD", "fnN", "mnN", "cnA", "snD"):
        for name, board in (("", MIXED), ("-crowd", CROWD)):
            add(text + name, text, "b", board, XBOARD + "non-jumping moves")
    add("nZ-fairy", "nZ", "f", CROWD, FAIRY)
    add("nZ-fairy-mixed", "nZ", "f", MIXED, FAIRY)
    for text in ("nH", "nG", "nDD", "nNN", "nA2", "nWX"):
        add(text, text, "x", LARGE, XBOARD + "non-jumping moves")
    for text in ("jD", "jA", "fjD", "cjA", "mjD"):
        for name, board in (("", MIXED), ("-crowd", CROWD)):
            add(text + name, text, "x", board, QUICK + "Move blocking (j)")
    for text in ("jR", "jB", "jQ", "jW3", "jF2", "fjR", "cjB", "jK2"):
        for name, board in (("", MIXED), ("-crowd", CROWD)):
            add(text + name, text, "x", board, WIKI + "j on sliders")

    file = "first-moves"
    low = ("12x10", "f2", "e3", "g3 d4")
    for text in ("fmWfcFimfnD", "ifmW2", "imN", "ifmnDfmWfcF", "imK", "isR", "iNW"):
        for unmoved in (True, False):
            add(f"{text}-{'first' if unmoved else 'later'}", text, "x", low, WIKI + "i and the orthodox Pawn", unmoved)
    add("pawn", "fmWfceFifmnD", "x", low, WIKI + "i and the orthodox Pawn", True)
    add("pawn-blocked", "fmWfceFifmnD", "x", ("12x10", "f2", "f3", "e3"), WIKI + "i and the orthodox Pawn", True)
    for text in ("ifmW2", "imN", "imKfcF", "imfnDfmW"):
        add(f"{text}-fairy-rank-2", text, "f", low, "Fairy-Stockfish, src/variants.ini: doubleStepRegion")
        add(f"{text}-fairy-rank-5", text, "f", MIXED, "Fairy-Stockfish, src/variants.ini: doubleStepRegion")
    add("castling", "KisO2", "x", low, WIKI + "O as castling", True)

    file = "legs"
    for text in ("afsW", "afsF", "afsK", "mafsW", "asW", "abW", "afW", "aW", "aF", "aN", "afN", "afsN", "asN"):
        add(text, text, "x", source=LAME if "fs" in text else LEGS)
    for text in ("aK", "abK", "mabK", "caK", "mcabK", "cabK", "KNADcaKmcabK", "caKmabK", "mpafK", "pafK", "paK", "gafK", "gaK"):
        add(text, text, "x", CROWD, WIKI + "XBetza")
    for text in ("fcafmF", "fcafF", "cafmW", "cafmF", "cafcK", "dafK", "cdafK", "cpafK", "mcafK", "tpafK", "cafmbK"):
        add(text, text, "x", CROWD, LEGS)
    for text in ("afafW", "afafK", "afsafW", "afsafK", "mpafmpafK", "mpafmpafsW", "afsafsW", "aafW"):
        add(text, text, "x", source=LAME)
    for text in ("afsafzW", "afsafqW", "afafsK", "asazW", "asaqW", "afsafzafzW", "afafsKafsafzfK"):
        add(text, text, "x", source=BENDS)
    for text in ("yafsF", "yafsW", "yafF", "yafW", "yasW", "yasF", "yafR", "yafB", "yafQ", "yabQ", "yafsK", "ycafW"):
        add(text, text, "x", source=TOGGLE)
    for text in ("gafQ", "gafR", "gabQ", "pafR", "pafB", "paR", "mpafR", "cafR", "cafmR", "asR", "abR", "cabR", "caibR", "caimbR", "mafiR"):
        add(text, text, "x", source=WIKI + "XBetza")
    for text in ("sasR", "vasR", "fafsF", "frafrN", "fmafcW", "ifafW", "rafsW", "imafsW"):
        if text != "frafrN":
            add(text, text, "x", source=LEGS, unmoved=True)
    for text in ("afsD", "afA", "afD", "asA", "mafsH", "afC", "aafsafK"):
        add(text, text, "x", LARGE, LEGS)
    for text in ("zB", "zF4", "zW6", "mzB", "fzB", "zAA", "qNN", "qN", "qN3", "mqN", "fqNN"):
        add(text, text, "x", source=WIKI + "z and q")

    file = "brackets"
    for text in (
        "[F?R]", "[F-R]", "[W?B]", "[W-B]", "[D?B]", "[F-B]", "[W-R]", "[W?sR]", "[W-sR]", "[F?bsR]", "[F-bsR]", "[W-bsB]",
        "[N?R]", "[N-B]", "[W?F]", "[W-F]", "[F-W]", "[F?W]", "[A?R]", "[K-K]", "[W-bW]", "[R-sR]", "[R?sR]", "[B-fsW]",
        "[W?W?W]", "[W-F-W]", "[F?R3]", "[W2-sW2]", "[N-N]", "[N?NN]", "[Q-bK]", "[B?sB]",
    ):
        add(text, text, "x", source=BRACKETS)
    for text in ("[cF-R]", "[pR-R]", "[pR-fW]", "[cW-mW]", "[mF?R]", "[mF?mR]", "[F?cR]", "[mcF-R]", "[tpB-B]", "[pcF-F]"):
        add(text, text, "x", CROWD, BRACKETS)
    for text in (
        "v[F?R]", "s[F?R]", "v[W?B]", "s[W?B]", "fr[W?B]", "f[F-R]", "fs[F?R]", "rf[F?R]", "fh[W?B]", "hr[F?R]", "f[W-R]",
        "fl[F-B]", "b[D?B]", "lv[W-B]",
    ):
        add(text, text, "x", source=PREFIX)
    for unmoved in (True, False):
        add(f"i[F?R]-{unmoved}", "i[F?R]", "x", source=BRACKETS, unmoved=unmoved)

    file = "pieces"
    for name, text in (
        ("silver", "FfW"), ("gold", "WfF"), ("copper", "fFvW"), ("drunk-elephant", "FfsW"), ("tiger", "FbsW"),
        ("leopard", "FvW"), ("dragon-king", "RF"), ("dragon-horse", "BW"), ("archbishop", "BN"), ("chancellor", "RN"),
        ("amazon", "QN"), ("centaur", "KN"), ("kirin", "FD"), ("phoenix", "WA"), ("aiwok", "RNF"), ("soldier", "fsW"),
        ("lance", "fR"), ("shogi-knight", "fN"), ("horse", "nN"), ("elephant", "nA"), ("breakthrough", "fmWfF"),
        ("flying-ox", "vRB"), ("free-boar", "sRB"), ("whale", "vRbB"), ("white-horse", "vRfB"), ("vertical-mover", "WvR"),
        ("side-mover", "WsR"), ("reverse-chariot", "vR"), ("violent-ox", "W2"), ("flying-dragon", "F2"), ("squirrel", "NAD"),
        ("buffalo", "NCZ"), ("half-duck", "HFD"), ("charging-rook", "fsRbK"), ("colonel", "KfhNfsR"), ("woody-rook", "WD"),
        ("waffle", "WA"), ("fad", "FAD"), ("bede", "BD"), ("short-rook", "R4"), ("fibnif", "vNF"), ("sissa-knight", "NNW"),
        ("cannon", "mRcpR"), ("vao", "mBcpB"), ("leo", "mQcpQ"), ("grasshopper", "gQ"), ("locust-free", "WgQ"),
        ("gnu", "NC"), ("okapi", "NZ"), ("zebu", "CZ"), ("camelrider-less", "WC"), ("wizard", "FC"), ("champion", "WAD"),
        ("dullahan", "NF"), ("toad", "DH"), ("frog", "FH"), ("lizard", "sWhrN"), ("crab", "ffNbsN"), ("barc", "bbNfsN"),
    ):
        dialects = "b"
        add(name, text, dialects, source=CVP + "Basics (compounds)")

    file = "errors"
    for name, text, column in (
        ("empty", "", 1), ("no-atom", "fm", 2), ("unknown-atom", "WE", 2), ("unknown-atom-2", "MW", 1), ("cylinder", "oR", 1),
        ("king-capture", "kK", 1), ("unknown-modifier", "wR", 1), ("space", "R W", 2), ("range", "R16", 2),
        ("leading-zero", "W03", 2), ("doubled-slider", "RR", 2), ("suffix", "WY", 2), ("suffix-of-slider", "RX", 2), ("twice", "mmR", 2),
        ("half-of-W", "hW", 1), ("half-of-F", "fhF", 2), ("lame-slider", "nR", 1), ("lame-camel", "nC", 1), ("hop-of-a-step", "pN", 1),
        ("grasshop-of-a-step", "fgW", 2), ("jump-of-a-camel", "jC", 1), ("jump-of-a-step", "jW", 1), ("test-alone", "tR", 1),
        ("unload-to-empty", "uK", 1), ("toggle-alone", "yR", 1), ("hop-and-skip", "pjR", 2), ("ep-before-a-leg", "eafK", 1),
        ("bend-first", "zafW", 1), ("bend-after-straight", "afazW", 4), ("bracket-open", "[F?R", 4), ("bracket-of-one", "[F]", 3),
        ("bracket-direction", "[vW?B]", 2), ("bracket-turn", "[F?sR]", 4), ("bracket-again", "[caF-R]", 3), ("parentheses", "(FW)", 1),
        ("castling-without-number", "O", 1), ("castling-mode", "cO2", 1), ("range-of-U", "U3", 2), ("legs-without-atom", "Ka", 2),
        ("digit-first", "3R", 1), ("crooked-knight", "zNN", 1), ("circular-rook", "qR", 1), ("side-after-oblique", "afrN", 3),
        ("line-end", "R\n", 2), ("letter-of-another-alphabet", "RЖ", 2), ("hyphen", "F-R", 2),
    ):
        errors.append(("errors", f"x-{name}", text, "xbetza", column, CVP + "Basics; every other character has no meaning there"))
    for name, text, column in (
        ("two-digits", "R10", 3), ("unknown", "xyzR", 1), ("cylinder", "oR", 1), ("skip", "jR", 1), ("bracket", "[F?R]", 1),
        ("ep", "fmWfceF", 6), ("again", "afsW", 1), ("rider-of-D", "DD", 2), ("rider-of-A", "A2", 2), ("rider-of-C", "CC", 2),
        ("hopper-of-N", "pN", 1), ("hopper-of-NN", "pNN", 1), ("grasshopper-range", "gR3", 1), ("hopper-range-1", "pR1", 3),
        ("lame-W", "nW", 1), ("lame-H", "nH", 1), ("lame-rider", "nNN", 1), ("initial-capture", "iN", 1), ("initial-capture-2", "icN", 1),
        ("direction-vs", "vsN", 1), ("direction-h", "hW", 1), ("ends", "Rfm", 3), ("unknown-atom", "MW", 1), ("U", "U", 1),
        ("extended", "WX", 2), ("destroy", "dK", 1), ("universal", "kK", 1), ("doubled-slider", "RR", 2), ("p-and-g", "pgR", 2),
        ("castling", "KO2", 2),
    ):
        errors.append(("errors", f"f-{name}", text, "fairy-stockfish", column, FAIRY_CODE + " skips what it does not know"))
    return rows


errors = []

# Differences of the readers that are explained: for `vperft betza check --known`.
known = {"notation": {}, "pyffish": {}}
JOINED = "the engine joins the ranges of a slide and a hop in one direction (bitboard.cpp: init_pieces); the text keeps them apart"
UNCHECKED = {
    "notation": "this reader does not check texts, which the notation does not define",
    "pyffish": "the engine skips what it does not know (piece.cpp: from_betza); here it is an error",
}


def request(text, dialect, board, unmoved):
    size, at, friends, enemies = board
    files, ranks = map(int, size.split("x"))
    return {
        "text": text, "dialect": dialect, "files": files, "ranks": ranks, "square": at, "friends": friends.split(),
        "enemies": enemies.split(), "unmoved": unmoved,
    }


def case(name, text, dialects, board, unmoved, source, answer, provenance):
    size, at, friends, enemies = board
    entry = {"id": name, "text": text, "dialects": dialects, "board": size, "at": at}
    entry |= {key: value for key, value in (("friends", friends), ("enemies", enemies)) if value}
    if unmoved:
        entry["unmoved"] = True
    entry |= {"moves": " ".join(answer["moves"]), "captures": " ".join(answer["captures"])}
    return entry | {"source": source, "provenance": provenance}


def build():
    """The cases of each file."""
    files = {}
    for file, name, text, dialects, board, unmoved, source in texts():
        identity = f"{file}/{name}"
        asked = {}
        if dialects in "xbd":
            asked["xbetza"] = notation_reader.reply(request(text, "xbetza", board, unmoved))
        if dialects in "fb":
            asked["fairy-stockfish"] = pyffish_reader.answer(request(text, "fairy-stockfish", board, unmoved))
        for dialect, answer in asked.items():
            if "moves" not in answer:
                sys.exit(f"{identity}: {text} ({dialect}): {answer}")
        if dialects == "d":
            asked["fairy-stockfish"] = asked["xbetza"]
            known["pyffish"][identity] = JOINED
        origin = {"xbetza": SECOND, "fairy-stockfish": ENGINE}
        cases = files.setdefault(file, [])
        answers = list(asked.values())
        if all(answer == answers[0] for answer in answers):
            found = [SECOND] if dialects == "d" else [origin[dialect] for dialect in asked]
            cases.append(case(identity, text, list(asked), board, unmoved, source, answers[0], found))
            continue
        for dialect, answer in asked.items():
            own = source if dialect == "xbetza" else FAIRY_CODE
            short = "x" if dialect == "xbetza" else "f"
            cases.append(case(f"{identity}-{short}", text, [dialect], board, unmoved, own, answer, [origin[dialect]]))
    for file, name, text, dialect, column, source in errors:
        reader = "notation" if dialect == "xbetza" else "pyffish"
        known[reader][f"{file}/{name}"] = UNCHECKED[reader]
        entry = {"id": f"{file}/{name}", "text": text, "dialects": [dialect], "error": column, "source": source}
        files.setdefault(file, []).append(entry | {"provenance": ["description"]})
    return files


def main():
    wrong = []
    files = build()
    # Texts that the readers refuse as expected are no differences.
    for case in files["errors"]:
        dialect = case["dialects"][0]
        reader = {"xbetza": (notation_reader.reply, "notation"), "fairy-stockfish": (pyffish_reader.answer, "pyffish")}[dialect]
        board = ("8x8", "a1", "", "")
        if "moves" not in reader[0](request(case["text"], dialect, board, False)):
            known[reader[1]].pop(case["id"])
    line = lambda case: json.dumps(case, ensure_ascii=False, separators=(",", ":")) + "\n"
    written = {f"suites/betza/{file}.jsonl": "".join(map(line, cases)) for file, cases in files.items()}
    written |= {f"adapters/betza/{name}-known.json": json.dumps(ids, indent=2) + "\n" for name, ids in known.items()}
    for name, text in written.items():
        path = ROOT / name
        if sys.argv[1:] == ["write"]:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            wrong.append(path.relative_to(ROOT))
    split = sorted(case["id"] for cases in files.values() for case in cases if case["id"].endswith(("-x", "-f")))
    count = sum(map(len, files.values()))
    strings = len({case["text"] for cases in files.values() for case in cases})
    print(f"{count} cases of {strings} texts; the dialects differ about {len(split) // 2}")
    if wrong:
        sys.exit("changed: " + ", ".join(map(str, wrong)) + "; write them with ci/betza write")


main()
