#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs the window's tests again and again with four busy loops beside them: under_load.sh [RUNS, 20] [NAME OF A TEST ...]
# A test that fails once is not run again. BUILD names the build folder where it is not build/, JOBS how many run at a time. Exit
# status 1 where any failed.
set -euo pipefail
cd "$(dirname "$0")/../.."
runs=${1:-20}
[ $# -eq 0 ] || shift
names=$(IFS='|'; echo "$*")
loops=()
trap 'kill "${loops[@]}"' EXIT
for _ in 1 2 3 4; do
  while :; do :; done &
  loops+=($!)
done
ctest --test-dir "${BUILD:-build}" --label-regex '^window$' --tests-regex "${names:-.}" --repeat until-fail:"$runs" \
  --output-on-failure --no-tests=error --parallel "${JOBS:-$(nproc)}"
