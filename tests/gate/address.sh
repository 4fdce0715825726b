#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# AddressSanitizer and UndefinedBehaviourSanitizer over core, the command line and the engines.
set -euo pipefail
cd "$(dirname "$0")/../.."
cmake --preset asan -DCOARSEN_WINDOW=OFF >/dev/null
cmake --build build-asan
ctest --preset asan --no-tests=error --parallel "$(nproc)" --label-exclude slow
