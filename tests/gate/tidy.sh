#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# clang-tidy with the checks of .clang-tidy over all C++ of core, gpu and the command line: tidy.sh [PART OF A PATH ...]
# Exit status 1 when it finds anything. The files are read as the preset `tidy` has them, by Clang, one by one; nothing is built.
set -euo pipefail
cd "$(dirname "$0")/../.."

cmake --preset tidy >/dev/null
ninja -C build-tidy coarsen_commit >/dev/null
files=("$@")
[ ${#files[@]} -gt 0 ] || files=('/core/.*\.cpp$' '/gpu/.*\.cpp$' '/app/cli/.*\.cpp$')
if run-clang-tidy-19 -p build-tidy -quiet -j "$(nproc)" "${files[@]}" >build-tidy/tidy.log 2>/dev/null; then
  read_files=$(sed -n 's/^Running clang-tidy for \([0-9]*\) files.*/\1/p' build-tidy/tidy.log)
  echo "clang-tidy: nothing found in ${read_files:-0} files"
  [ "${read_files:-0}" -gt 0 ]
else
  grep -vE '^(Running clang-tidy|\[ *[0-9]+/[0-9]+\])' build-tidy/tidy.log || true  # a log of nothing else is a failure, too
  exit 1
fi
