#!/bin/sh
# Counts a plan with N workers of GNU parallel: parallel.sh DIR N [OPTION OF `deep work`]...
# With `-S HOST,HOST` in PARALLEL, they run on machines that see the same folder.
plan=$1 workers=$2
shift 2
for _ in 1 2 3 4 5 6 7 8 9 10; do
    seq "$workers" | parallel -j "$workers" --retries 3 -q -N0 \
        vperft deep work "$plan" --threads 1 "$@"
    vperft deep merge "$plan" && exit
done
exit 1
