#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The fuzzers, three seconds each.
set -euo pipefail
cd "$(dirname "$0")/../.."
tests/fuzz/run.sh 3
