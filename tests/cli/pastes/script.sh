#!/bin/sh
# A script in the manner of perftree that knows the counts of the start position to depth 3. $1 says what it prints.
style=$1 depth=$2
here=$(dirname "$0")
case $depth in 1) total=20 ;; 2) total=400 ;; 3) total=8902 ;; *) total=0 ;; esac
rows() {
    grep -E '^[a-h][1-8]' "$here/moves-and-total.txt" | tr -d '\r' | while IFS=': ' read -r move count; do
        case $depth in 1) count=1 ;; 2) count=20 ;; esac
        printf "$1" "$move" "$count"
    done
}
case $style in
perftree) rows '%s %s\n'; printf '\n%s\n' $total ;;
engine) printf 'Engine 1.0\n> go perft %s\n' "$depth"; rows '%s: %s\n'; printf '\nNodes searched: %s\nTime: 1ms\n' $total ;;
csv) echo 'move,nodes'; rows '%s,%s\n'; echo "total,$total" ;;
total-only) echo $total ;;
total-worded) echo "Perft($depth) = $total" ;;
total-logged) printf 'Engine 1.0\nnodes %s nps 3000\n' $total ;;
wrong) rows '%s %s\n'; printf '\n%s1\n' $total ;;
no-total) rows '%s %s\n' ;;
unreadable) rows '%s 1.6e%s\n'; printf '\n%s\n' $total ;;
usage) echo 'usage: perft DEPTH FEN' ;;
esac
