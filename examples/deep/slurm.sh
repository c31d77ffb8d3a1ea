#!/bin/bash
#SBATCH --job-name=vperft --requeue --cpus-per-task=1 --output=/dev/null
# Counts a unit in each task of an array, on a folder that all nodes see:
#   job=$(sbatch --parsable --array=1-UNITS slurm.sh DIR [OPTION OF `deep work`]...)
#   sbatch --dependency=afterany:$job --wrap 'vperft deep merge DIR'
# If tasks were killed, the merge names their units. Submit the array again with these.
plan=$1
shift
exec vperft deep work "$plan" "$SLURM_ARRAY_TASK_ID" --threads 1 "$@"
