#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# ThreadSanitizer over what runs in threads: the runner of a series, the engines' plans, the window's workers and its document:
# thread.sh [all]
set -euo pipefail
cd "$(dirname "$0")/../.."
cmake --preset tsan >/dev/null
cmake --build build-tsan --target base_tests run_tests analysis_tests window_worker_tests
cd build-tsan
export TSAN_OPTIONS=ignore_noninstrumented_modules=1:detect_deadlocks=0:halt_on_error=1
export QT_QPA_PLATFORM=offscreen QT_LOGGING_RULES='qt.qpa.*=false'
{
  printf '%s\n' analysis_tests base_tests run_tests
  bin/window_worker_tests --classes | sed 's/^/window_worker_tests /'
} >thread.tests
. ../tests/gate/exact_tests.sh
[ "${1:-}" = all ] || export GTEST_FILTER="-$exact_tests"
[ "$(wc -l <thread.tests)" -gt 3 ]
xargs -P 2 -I {} sh -c 'log=$(echo {} | tr " " .).log; bin/{} >$log 2>&1 && echo "{}: no race" || { echo "{}: FAILED"; tail -60 $log; exit 255; }' <thread.tests
