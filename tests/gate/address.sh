#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# AddressSanitizer and UndefinedBehaviourSanitizer over core, the command line and the engines. Their tests are not watched
# themselves: they are those compiled for ./test.sh, linked with what is.
set -euo pipefail
cd "$(dirname "$0")/../.."
cmake --preset default >/dev/null
cmake --build build
cmake --preset asan -DCOARSEN_WINDOW=OFF -DCOARSEN_TESTS_FROM="$PWD/build" >/dev/null
cmake --build build-asan
ctest --preset asan --no-tests=error --parallel "$(nproc)" --label-exclude slow
