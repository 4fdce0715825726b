#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# ThreadSanitizer over what runs in threads: the runner of a series, the engines' plans, the window's workers and its document.
set -euo pipefail
cd "$(dirname "$0")/../.."
programs=(base_tests run_tests analysis_tests window_dead_reads_tests window_late_rows_tests window_recipe_change_tests window_watch_tests window_series_tests)
cmake --preset tsan >/dev/null
cmake --build build-tsan --target "${programs[@]}"
cd build-tsan
export TSAN_OPTIONS=ignore_noninstrumented_modules=1:detect_deadlocks=0:halt_on_error=1
export QT_QPA_PLATFORM=offscreen QT_LOGGING_RULES='qt.qpa.*=false'
printf '%s\n' "${programs[@]}" | xargs -P 2 -I {} sh -c 'bin/{} >{}.log 2>&1 && echo "{}: no race" || { echo "{}: FAILED"; tail -60 {}.log; exit 255; }'
