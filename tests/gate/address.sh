#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# AddressSanitizer and UndefinedBehaviourSanitizer over core, the command line and the engines: address.sh [all]
# Their tests are not watched themselves: they are those compiled for ./test.sh, linked with what is.
set -euo pipefail
cd "$(dirname "$0")/../.."
cmake --preset default >/dev/null
cmake --build build
cmake --preset asan -DCOARSEN_TESTS_FROM="$PWD/build" >/dev/null
cmake --build build-asan
. tests/gate/exact_tests.sh
. tests/gate/symbolizer.sh
# They start, kill and continue whole runs, whose parts the other tests of the command line run through.
whole_runs='Resume.*:ResumedGrown*:Interrupted*:Watched*:EnsembleCommand.*:BatchCommand.*:BatchOfRings.*'
left_out=$exact_tests:$whole_runs
[ "${1:-}" != all ] || left_out=
# Hardening is of what is shipped: a sanitizer's build has other flags. Pages are of the window, too, which is not built here.
GTEST_FILTER="-$left_out:Hardening.*" \
  ctest --preset asan --no-tests=error --stop-on-failure --parallel "$(nproc)" --label-exclude slow --exclude-regex '^(architecture|pages)_tests$'
