#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds, measures the sample series into results/, and opens the window when there is a screen.
set -euo pipefail
cd "$(dirname "$0")"

./install-packages.sh
cmake --preset default >/dev/null
cmake --build build --target coarsen coarsen-cli

# The growth began ten hours before the first picture: resources/sample/README.md.
build/bin/coarsen-cli analyze resources/sample/frames --t0 "-10 h" -o results --force
build/bin/coarsen --export results/figures results/session.coarsen --force
build/bin/coarsen --grab results/window.png --size 1600x900 --frame 8 results/session.coarsen --force
echo "Look at results/: window.png, figures/, results.csv, c1d.csv, fit.json, session.coarsen"

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  exec build/bin/coarsen results/session.coarsen
fi
