#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds, and runs every test.
set -euo pipefail
cd "$(dirname "$0")"

./install-packages.sh
cmake --preset default -DCOARSEN_TESTS=ON
cmake --build build
ctest --test-dir build --output-on-failure --no-tests=error --parallel "$(nproc)"
