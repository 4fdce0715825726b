#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Measures the sample series into DIR, with tables, figures and a picture of the window: sample.sh [DIR], by default coarsen-sample
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
results=${1:-coarsen-sample}
# The growth began ten hours before the first picture.
"$here/bin/coarsen-cli" analyze "$here/share/coarsen/sample/frames" --t0 "-10 h" -o "$results" --force
"$here/bin/coarsen" --export "$results/figures" "$results/session.coarsen" --force
"$here/bin/coarsen" --grab "$results/window.png" --size 1600x900 --frame 8 "$results/session.coarsen" --force
echo "Look at $results: window.png, figures, results.csv, fit.json; $here/bin/coarsen $results/session.coarsen opens it"
