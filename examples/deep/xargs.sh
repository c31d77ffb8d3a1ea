#!/bin/sh
# Counts a plan with N workers: xargs.sh DIR N [OPTION OF `deep work`]...
# A killed worker ends xargs, so workers start again until the results can be merged.
plan=$1 workers=$2
shift 2
for _ in 1 2 3 4 5 6 7 8 9 10; do
    seq "$workers" | xargs -P "$workers" -I {} vperft deep work "$plan" --threads 1 "$@"
    vperft deep merge "$plan" && exit
done
exit 1
