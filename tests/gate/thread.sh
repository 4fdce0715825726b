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
  for shard in 0 1 2; do echo "env GTEST_TOTAL_SHARDS=3 GTEST_SHARD_INDEX=$shard bin/analysis_tests"; done
  printf 'env -u GTEST_FILTER %s\n' bin/base_tests bin/run_tests
  bin/window_worker_tests --classes | sed 's|^|bin/window_worker_tests |'
} >thread.tests
. ../tests/gate/exact_tests.sh
# Of the tests of the analysis those that start threads; the others say what one thread finds.
threaded='FindDrift.*:Stabilise*:Frame*:Engines.*:GiantFrames.*:RunSeries.*:SeriesMedian.*:SurveyHash.*:GrowingSurvey.*:Region.*:Measurer.*'
[ "${1:-}" = all ] || export GTEST_FILTER="$threaded:-$exact_tests"
[ "$(wc -l <thread.tests)" -gt 5 ]
watch='begun=$(date +%s); log=$(echo {} | tr " /" ..).log
  if {} >$log 2>&1; then echo "{}: no race, $(($(date +%s) - begun)) s"; else echo "{}: FAILED"; tail -60 $log; exit 255; fi'
xargs -P 2 -I {} sh -c "$watch" <thread.tests
