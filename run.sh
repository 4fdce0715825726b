#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds, measures the sample series into results/, and opens the window when there is a screen.
set -euo pipefail
cd "$(dirname "$0")"

./install-packages.sh
cmake --preset default >/dev/null
cmake --build build --target coarsen coarsen-cli

# The sample's growth is slower than linear (exponent 0.89), so the power law is the model to choose.
build/bin/coarsen-cli analyze resources/sample/frames --times resources/sample/truth.csv --fit power --weights none -o results --force
build/bin/coarsen --export results/figures results/session.coarsen
build/bin/coarsen --grab results/window.png --size 1600x900 --frame 8 results/session.coarsen
echo "Look at results/: window.png, figures/, results.csv, c1d.csv, fit.json, session.coarsen"

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  exec build/bin/coarsen results/session.coarsen
fi
