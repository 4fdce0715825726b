#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what the gate needs beyond what the program and its tests do.
set -euo pipefail
cd "$(dirname "$0")/../.."
EXTRA_PACKAGES="clang-19 libclang-rt-19-dev clang-tidy-19 clang-format-14" ./install-packages.sh
