#!/bin/sh
#SBATCH --job-name=yschema
#SBATCH --array=1-64
#SBATCH --cpus-per-task=1
# sbatch slurm.sh - checks the files of `list` by schema.yml in 64 tasks. An interrupted task resumes when it is
# started again: scontrol requeue.
mkdir -p verdicts memory
task=$SLURM_ARRAY_TASK_ID
exec yschema check -f schema.yml -j 1 --files0-from list --shard "$task/$SLURM_ARRAY_TASK_COUNT" \
  --report ndjson --report-file "verdicts/$task.ndjson" --resume "memory/$task"
