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
# Pages are of the window, too, which is not built here; Hardening is of what is shipped: a sanitizer's build has other flags.
no_code='architecture|pages'
# The command line's own tests run whole series through code that the tests of its rooms are watched in, a process each; what a
# user gives it that is damaged or odd comes from nasty_tests and volumes_cli_tests, which stay.
whole_runs='cli|made_up_law'
left_out=$exact_tests
[ "${1:-}" != all ] || whole_runs=none left_out=
GTEST_FILTER="-$left_out:Hardening.*" \
  ctest --preset asan --no-tests=error --stop-on-failure --parallel "$(nproc)" --label-exclude slow \
  --exclude-regex "^($no_code|$whole_runs)_tests\$"
