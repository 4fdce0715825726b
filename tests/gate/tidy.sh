#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# clang-tidy with the checks of .clang-tidy over all C++ of core, gpu and the command line: tidy.sh [PART OF A PATH ...]
# Exit status 1 when it finds anything. All of it is read in the units that the compiler reads, which takes a fifth to an eighth of
# the time that its files take one by one, for each reads the same headers; files that are named are read by themselves. Nothing is
# built.
set -euo pipefail
cd "$(dirname "$0")/../.."

options=(-p build-tidy -quiet -j "$(nproc)")
if [ $# -gt 0 ]; then
  unity=OFF files=("$@")
else
  unity=ON files=('/(core|gpu|app/cli)/.*\.(cpp|cxx)$')
  options+=(-checks=-bugprone-suspicious-include)  # what a unit does
fi
cmake --preset tidy -DCOARSEN_UNITY=$unity >/dev/null
ninja -C build-tidy coarsen_commit >/dev/null
if run-clang-tidy-19 "${options[@]}" "${files[@]}" >build-tidy/tidy.log 2>/dev/null; then
  read_files=$(sed -n 's/^Running clang-tidy for \([0-9]*\) files.*/\1/p' build-tidy/tidy.log)
  echo "clang-tidy: nothing found in ${read_files:-0} units"
  [ "${read_files:-0}" -gt 0 ]
else
  grep -vE '^(Running clang-tidy|\[ *[0-9]+/[0-9]+\])' build-tidy/tidy.log || true  # a log of nothing else is a failure, too
  exit 1
fi
