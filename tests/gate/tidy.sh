#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# clang-tidy with the checks of .clang-tidy over the C++ of core, gpu and the command line: tidy.sh [all | PART OF A PATH ...]
# Exit status 1 when it finds anything. By itself it reads the rooms in which something changed in the last 50 commits or since the
# last tag, whichever is less; `all` is for before a release. Rooms are read in the units that the compiler reads, which takes a fifth
# to an eighth of the time that their files take one by one, for each reads the same headers; files that are named are read by
# themselves. Nothing is built.
set -euo pipefail
cd "$(dirname "$0")/../.."

. tests/gate/changes.sh

# What names each unit in which a changed file is read: its room's, and the file itself where it is compiled alone.
changed_units() { # commit
  git diff --name-only "$1" -- core gpu app/cli | grep -E '\.(cpp|hpp)$' | while read -r file; do
    room=$(dirname "$file")
    echo "/unity_${room//\//_}_cxx\.cxx$"
    echo "/${file//./\\.}$"
  done | sort -u
}

options=(-p build-tidy -quiet -j "$(nproc)")
all=('/(core|gpu|app/cli)/.*\.(cpp|cxx)$')
unity=ON
least=1  # units that must have been read, lest a pattern that fits nothing passes
if [ $# -eq 0 ]; then
  before=$(before_the_changes)
  if [ -n "$before" ]; then mapfile -t files < <(changed_units "$before"); else files=("${all[@]}"); fi
  if [ ${#files[@]} -eq 0 ]; then
    echo "clang-tidy: nothing changed since $(git log -1 --format=%h "$before")"
    exit 0
  fi
  least=0  # what changed may be headers alone, or compiled where there is CUDA only
elif [ "$*" = all ]; then
  files=("${all[@]}")
else
  unity=OFF files=("$@")
fi
[ $unity = OFF ] || options+=(-checks=-bugprone-suspicious-include)  # what a unit does
cmake --preset tidy -DCOARSEN_UNITY=$unity >/dev/null
ninja -C build-tidy coarsen_commit >/dev/null
if run-clang-tidy-19 "${options[@]}" "${files[@]}" >build-tidy/tidy.log 2>/dev/null; then
  read_files=$(sed -n 's/^Running clang-tidy for \([0-9]*\) files.*/\1/p' build-tidy/tidy.log)
  echo "clang-tidy: nothing found in ${read_files:-0} units"
  [ "${read_files:-0}" -ge $least ]
else
  grep -vE '^(Running clang-tidy|\[ *[0-9]+/[0-9]+\])' build-tidy/tidy.log || true  # a log of nothing else is a failure, too
  exit 1
fi
