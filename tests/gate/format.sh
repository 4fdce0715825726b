#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Says which sources are not as .clang-format wants them; exit status 1 when there are any. clang-format 14 is the judge.
set -euo pipefail
cd "$(dirname "$0")/../.."
git ls-files '*.cpp' '*.hpp' '*.cu' '*.cuh' | xargs clang-format-14 --dry-run -Werror
