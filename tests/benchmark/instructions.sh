#!/usr/bin/env bash
# Instructions per particle-step on one thread, product and literal transcription, counted by callgrind.
# Two runs that differ in their number of steps are subtracted, so that settling and set-up do not count.
# valgrind knows AVX2 but not AVX-512: what chooses its instructions at run time chooses AVX2 here.
#   instructions.sh build/release/ooze_benchmark [PARTICLES]
set -euo pipefail
binary=${1:?usage: instructions.sh OOZE_BENCHMARK [PARTICLES]}
particles=${2:-4000}
few=1 more=5

instructions() {  # STEPS SIDE SPRINGS
  valgrind --tool=callgrind --callgrind-out-file=/dev/null \
    "$binary" --steps "$1" "$2" "$particles" "$3" 2>&1 >/dev/null |
    sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

echo "| $particles particles, 1 thread | product | transcription |"
echo "|---|---|---|"
for springs in 0 1; do
  row="| instructions per particle-step, $([ "$springs" = 1 ] && echo with || echo without) springs |"
  for side in product literal; do
    first=$(instructions "$few" "$side" "$springs")
    last=$(instructions "$more" "$side" "$springs")
    row+=" $(((last - first) / (particles * (more - few)))) |"
  done
  echo "$row"
done
