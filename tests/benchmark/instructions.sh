#!/usr/bin/env bash
# Counts instructions per particle-step on one thread with callgrind, for the product and the literal transcription:
# settled liquid first, then the stretches in motion of motion.cpp (at coarse only as a smoke test). The difference of two
# runs with different numbers of steps is taken, so that settling and set-up do not count.
# valgrind knows AVX2 but not AVX-512, so code that chooses its instructions at run time chooses AVX2 here.
#   instructions.sh build/release/ooze_benchmark [PARTICLES of settled liquid] [coarse|medium]
set -euo pipefail
binary=${1:?usage: instructions.sh OOZE_BENCHMARK [PARTICLES] [coarse|medium]}
particles=${2:-4000}
detail=${3:-medium}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# The seccomp filter for reading meshes would also block valgrind's own system calls, so it is disabled.
echo 'int seccomp_load(void *filter) { return -1; }' | cc -shared -fPIC -w -o "$folder/no_filter.so" -x c -

# The last count is that of the binary itself. The child process in which it reads a mesh ends earlier.
instructions() {  # ARGUMENTS of the binary; its output goes to $folder/out
  LD_PRELOAD="$folder/no_filter.so" valgrind --tool=callgrind --callgrind-out-file=/dev/null "$binary" "$@" \
    2>&1 >"$folder/out" | sed -n 's/.*Collected : \([0-9]*\).*/\1/p' | tail -n 1
}

settled() {  # SIDE SPRINGS
  local first last
  first=$(instructions --steps 1 "$1" "$particles" "$2")
  last=$(instructions --steps 5 "$1" "$particles" "$2")
  echo $(((last - first) / (particles * 4)))
}

moving() {  # SIDE NAME: counts a frame, or a step of the transcription
  local first last few more
  first=$(instructions --motion 1 "$1" "$2" "$detail" "$folder/state")
  few=$(cut -d' ' -f1 "$folder/out")
  last=$(instructions --motion 2 "$1" "$2" "$detail" "$folder/state")
  more=$(cut -d' ' -f1 "$folder/out")
  echo $(((last - first) / (more - few)))
}

echo "| instructions per particle-step, 1 thread | product | transcription |"
echo "|---|---|---|"
for springs in 0 1; do
  with=$([ "$springs" = 1 ] && echo with || echo without)
  product=$(settled product "$springs")
  literal=$(settled literal "$springs")
  echo "| $particles settled, $with springs | $product | $literal |"
done
for name in block_without_springs block_with_springs pour splash tank_with_bodies; do
  "$binary" --state "$name" "$detail" "$folder/state"
  product=$(moving product "$name")
  literal=$(moving literal "$name")
  echo "| ${name//_/ }, $detail | $product | $literal |"
done
