#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every header by itself (tests/headers).
set -euo pipefail
cd "$(dirname "$0")/../.."
cmake --preset default >/dev/null
cmake --build build --target headers_alone
