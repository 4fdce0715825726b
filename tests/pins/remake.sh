#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes pins again, after an issue changed a number on purpose: tests/pins/remake.sh [CASE...], all without one. The commit says why.
# PROGRAM names another coarsen-cli than the one in build/bin. A case is a folder of tests/data/pins; its file `arguments` says what is
# measured, one word a line.
set -euo pipefail
cd "$(dirname "$0")/../.."
program=${PROGRAM:-build/bin/coarsen-cli}

if [ $# -eq 0 ]; then
  set -- $(cd tests/data/pins && ls -d -- */ | tr -d /)
fi
for case in "$@"; do
  folder=tests/data/pins/$case
  mapfile -t words < <(grep -v '^#' "$folder/arguments")
  find "$folder" -type f ! -name arguments -delete
  status=0
  "$program" analyze "${words[@]}" -o "$folder" --force --quiet || status=$?
  rm -f "$folder/survey.json"  # its numbers are shifts.csv's; its key hangs on when the images were written
  case $status in
    0 | 3) echo "$case: made again" ;; # 3: some frames have no R_max
    *) exit "$status" ;;
  esac
done
git --no-pager diff --stat -- tests/data/pins
