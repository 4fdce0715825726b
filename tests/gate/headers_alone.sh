#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Headers by themselves (tests/headers): headers_alone.sh [all]
# By itself it compiles those that may no longer stand alone after the last changes (changes.sh); `all` is for before a release.
set -euo pipefail
cd "$(dirname "$0")/../.."
cmake --preset default >/dev/null
. tests/gate/changes.sh
before=$(before_the_changes)
targets=(headers_alone)
if [ "${1:-}" != all ] && [ -n "$before" ]; then
  all=$(ninja -C build -t targets all | sed -n 's/^\(tests\/headers\/.*\.hpp\.cpp\.o\):.*/\1/p')
  [ -n "$all" ]  # lest a pattern that fits nothing passes
  changed=$(changed_headers "$before" | sed 's/.*/.dir\/&.cpp.o/')
  targets=()
  [ -z "$changed" ] || mapfile -t targets < <(grep -Ff - <(echo "$all") <<<"$changed" || true)  # none of them need be one
fi
echo "headers alone: ${#targets[@]} to compile"
[ ${#targets[@]} -eq 0 ] || cmake --build build --target "${targets[@]}"
