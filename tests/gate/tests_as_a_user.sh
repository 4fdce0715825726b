#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The README's test command. Warnings are errors in its build. One generation of GPUs: no machine of the gate has any, and four take
# four times as long to compile.
set -euo pipefail
cd "$(dirname "$0")/../.."
cmake --preset default -DCOARSEN_WARNINGS_AS_ERRORS=ON -DCMAKE_CUDA_ARCHITECTURES=90-real >/dev/null
./test.sh
