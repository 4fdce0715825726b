#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs every fuzzer over its corpus and on from there: run.sh [SECONDS each, 20; 0 replays the corpus only] [NAME ...]
# Builds them first. Finds that are new go to a folder of their own, the corpus stays as it is; what breaks a parser is kept in
# build-asan/found, with the command that repeats it. Exit status 1 when anything broke.
set -euo pipefail
cd "$(dirname "$0")/../.."

seconds=${1:-20}
[ $# -eq 0 ] || shift
cmake --preset asan >/dev/null
ninja -C build-asan fuzzers
names=("$@")
if [ ${#names[@]} -eq 0 ]; then
  for folder in tests/fuzz/corpus/*/; do names+=("$(basename "$folder")"); done
fi

mkdir -p build-asan/found
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export scratch seconds
export TMPDIR=$scratch
. tests/gate/symbolizer.sh

fuzz() {
  local name=$1 program=build-asan/fuzz/fuzz_$1 corpus=tests/fuzz/corpus/$1 log=$scratch/$1.log
  local limits=(-timeout=10 -rss_limit_mb=2048 "-artifact_prefix=build-asan/found/$name-" -print_final_stats=1)
  local ok=1
  mkdir "$scratch/$name"
  # First every file of the corpus by itself, which is quick; then on from all of them for the time given.
  "$program" "${limits[@]}" -runs=0 "$corpus" >"$log" 2>&1 || ok=0
  if [ $ok = 1 ] && [ "$seconds" -gt 0 ]; then
    "$program" "${limits[@]}" -max_total_time="$seconds" "$scratch/$name" "$corpus" >"$log" 2>&1 || ok=0
  fi
  if [ $ok = 1 ]; then
    echo "$name: $(ls "$corpus" | wc -l) files, $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs, nothing broke"
    return 0
  fi
  echo "$name: BROKEN"
  grep -v '^#' "$log" | tail -60
  local input
  input=$(sed -n 's/.*Test unit written to //p' "$log" | tail -1)
  [ -n "$input" ] || input=$corpus
  echo "$name: repeat it with: $program -timeout=10 -rss_limit_mb=2048 -runs=0 $input"
  return 1
}
export -f fuzz

printf '%s\n' "${names[@]}" | xargs -P 2 -I {} bash -c 'fuzz {}'
