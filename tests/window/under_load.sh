#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs the window's tests again and again with four busy loops beside them, and says which failed: a line each with the run, the
# program and its function.
#   tests/window/under_load.sh [RUNS] [PROGRAM...]      RUNS: 20 unless given; PROGRAM: all of the window's unless given
# BUILD names the build folder where it is not build/. The exit status is 1 where any failed.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=${BUILD:-$here/../../build}
runs=${1:-20}
[ $# -gt 0 ] && shift
case $runs in
    '' | *[!0-9]*) echo "under_load.sh: $runs is no number of runs" >&2; exit 2 ;;
esac
if [ $# -eq 0 ]; then
    # Which programs there are stands in one place.
    set -- $(sed -n 's/^ *coarsen_add_window_tests(\([a-z0-9_]*\) .*/\1/p' "$here/CMakeLists.txt" | grep -v '^name$')
fi
for program in "$@"; do
    [ -x "$build/bin/$program" ] || { echo "under_load.sh: $build/bin/$program is not built" >&2; exit 2; }
done

said=$(mktemp)
loops=
trap 'kill $loops 2>/dev/null; rm -f "$said"' EXIT
trap 'exit 130' INT TERM
for loop in 1 2 3 4; do
    sh -c 'while :; do :; done' &
    loops="$loops $!"
done

export QT_QPA_PLATFORM=offscreen QT_LOGGING_RULES='qt.qpa.*=false'
failed=0
run=1
while [ "$run" -le "$runs" ]; do
    for program in "$@"; do
        timeout 1800 "$build/bin/$program" >"$said" 2>&1
        status=$?
        [ $status -eq 0 ] && continue
        failed=1
        lines=$(sed -n 's/^\(FAIL!\|XPASS\|QFATAL\) *: *[A-Za-z:0-9_]*::\([A-Za-z0-9_]*([^)]*)\) */\2: /p' "$said")
        [ -n "$lines" ] || lines="ended with status $status after $(grep -c '^PASS' "$said") functions"
        echo "$lines" | while IFS= read -r line; do
            echo "run $run: $program: $line"
        done
    done
    run=$((run + 1))
done
[ $failed -eq 0 ] && echo "nothing failed in $runs runs of $# programs"
exit $failed
