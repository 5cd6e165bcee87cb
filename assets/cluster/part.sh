#!/bin/sh
# Runs one part of a job folder as a job of Slurm: part.sh PROGRAM FOLDER TOKEN PART
# Slurm keeps a copy of this script, so that it also runs on a node that does not share the folder.
program=$1 folder=$2 token=$3 part=$4
index=${SLURM_ARRAY_TASK_ID:-}
name=$part${index:+_$index}
job=${SLURM_ARRAY_JOB_ID:-$SLURM_JOB_ID}${index:+_$index}

if [ ! -x "$program" ]; then
  line="$(hostname): there is no program $program on this node"
  echo "$line"
  echo "$line" > "$folder/failed/$name"
  exit 2
fi
echo "$name on $(hostname), attempt $((${SLURM_RESTART_COUNT:-0} + 1))"
export LP_NUM_THREADS="${LP_NUM_THREADS:-$SLURM_CPUS_ON_NODE}"  # threads of Mesa's software renderer
"$program" job "$folder" "$part" --index "${index:-0}" --token "$token"
code=$?
# A failed part goes back to Slurm three times. Exit code 2 is bad input, which would fail again.
if [ $code -ne 0 ] && [ $code -ne 2 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 3 ]; then
  echo "$name ended with code $code and is run again"
  scontrol requeue "$job" && sleep 60  # Slurm ends this script
fi
if [ $code -ne 0 ] && [ ! -e "$folder/failed/$name" ]; then
  echo "$(hostname): ended with code $code" > "$folder/failed/$name"
fi
exit $code
