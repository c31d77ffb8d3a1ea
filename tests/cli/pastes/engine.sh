#!/bin/sh
# A UCI engine that knows the counts of the start position to depth 3, and prints them as the engine that $1 names does.
# The counts are in moves-and-total.txt next to this file; at depth 1 every count is 1, at depth 2 it is 20.
here=$(dirname "$0")
start='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
fen=$start
rows() { # FORMAT: printf with the move and its count
    grep -E '^[a-h][1-8]' "$here/moves-and-total.txt" | tr -d '\r' | while IFS=': ' read -r move count; do
        case $depth in 1) count=1 ;; 2) count=20 ;; esac
        printf "$1" "$move" "$count"
    done
}
counts() {
    depth=$1
    case $depth in 1) total=20 ;; 2) total=400 ;; 3) total=8902 ;; *) total=0 ;; esac
    case $style in
    plain) rows '%s: %s\n'; printf '\nNodes searched: %s\n\n' $total ;;
    indented) printf '\nRunning performance test to depth %s\n\n' "$depth"; rows '%5s: %s\n'
        printf '\nNodes: %s\nTime: 1ms\nNPS: %s000\n\n' $total $total ;;
    times-below) rows '%s: %s\n'; printf '\nNodes searched: %s\nTime (ms)     : 2\nNodes/second  : 4451000\n\n' $total ;;
    times-above) rows '%s: %s\n'; printf '\nTotal time (ms) : 2\nNodes searched: %s\nNodes/second    : 4451000\n\n' $total ;;
    total) rows '%s: %s\n'; printf 'total: %s\n' $total ;;
    tabs) rows '%s\t%s\n'; printf '\ntotal %s\n%s000 nps\n' $total $total ;;
    one-line) rows '%s: %s\n'; printf 'nodes %s nps 100 time 1\n' $total ;;
    sentence) rows '%s: %s\n'; printf '\nNodes searched: %s nodes in 3 ms (1000 knps)\n' $total ;;
    numbered) rows ' 1. %s %s (0.1 s)\n'; printf 'Perft(%s)=%s\n' "$depth" $total ;;
    dashes) rows '%s - %s\n'; printf '%s leaf nodes\n' $total ;;
    counts-first) rows '%s %s\n' | while read -r move count; do printf '%5s %s\n' "$count" "$move"; done
        printf '%6s total\n' $total ;;
    current-moves) rows 'info currmove %s currmovenumber 1 nodes %s\n'; printf 'info depth %s nodes %s time 3\n' "$depth" $total ;;
    moves) rows '%s %s\n'; printf 'Moves: 20\nNodes: %s\n' $total ;;
    wrong) rows '%s: %s\n'; printf '\nNodes searched: %s1\n\n' $total ;;
    total-only) echo $total ;;
    total-worded) printf 'info string perft %s: %s\n' "$depth" $total ;;
    total-table) printf 'depth %s nodes %s time 3\n' "$depth" $total ;;
    unreadable) rows '%s: -%s\n'; printf '\nNodes searched: %s\n' $total ;;
    silent) ;;
    dies) echo 'terminate called'; exit 134 ;;
    esac
}
style=$1
[ "$style" = usage ] && { echo 'usage: engine FILE'; exit 2; }
while read -r line; do
    case $line in
    uci) case $style in
        xboard) echo 'Error (unknown command): uci' ;;
        *) echo 'id name Paste 1'; [ "$style" = crashes-at-start ] &&
            printf 'option name UCI_Variant type combo default chess var chess\noption name VariantPath type string\n'
            echo uciok ;;
        esac ;;
    protover*) [ "$style" = xboard ] && echo 'feature myname="Paste 1" done=1' ;;
    isready) echo readyok ;;
    'position startpos') [ "$style" = crashes-at-start ] && kill -SEGV $$; fen=$start ;;
    'position fen '*) fen=${line#position fen } ;;
    d) printf 'Fen: %s\nCheckers: \n' "$fen" ;;
    'go perft '*) case $style in
        other-command) echo 'Unknown command: go' ;;
        starts-search) echo 'info depth 1 score cp 13 nodes 20 pv e2e4'; echo 'bestmove e2e4' ;;
        *) counts "${line#go perft }" ;;
        esac ;;
    'perft '*) case $style in
        other-command | starts-search) style=plain; counts "${line#perft }"; style=other-command ;;
        esac ;;
    quit) exit ;;
    esac
done
