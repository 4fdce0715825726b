#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds and runs a program of somebody else's with core as it is installed: library.sh [BUILD], which is build by default and holds
# coarsen-cli. Exit status 1 where it does not build, or measures something else than coarsen-cli does.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$(realpath "${1:-build}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cmake --install "$build" --component development --prefix "$folder/usr" >"$folder/installed"
cmake -S tests/library -B "$folder/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$folder/usr" >"$folder/configured" ||
  { cat "$folder/configured"; exit 1; }
cmake --build "$folder/build" >"$folder/built" || { cat "$folder/built"; exit 1; }
"$folder/build/measure" resources/sample/frames >"$folder/own.csv"
"$build/bin/coarsen-cli" analyze resources/sample/frames -o "$folder/results" --quiet
python3 - "$folder" <<'END'
import csv, sys
folder = sys.argv[1]
own = {name: float(px) for name, px in csv.reader(open(folder + "/own.csv"))}
lines = [line for line in open(folder + "/results/results.csv") if not line.startswith("#")]
theirs = {row["file"]: float(row["r_max_px"]) for row in csv.DictReader(lines)}
assert len(theirs) == 15 and own.keys() == theirs.keys(), (own, theirs)
worst = max(abs(own[name] - theirs[name]) for name in own)
assert worst < 1e-3, (worst, own, theirs)
print(f"a program of {len(open('tests/library/measure.cpp').readlines())} lines measures {len(own)} frames as coarsen-cli does: within {worst:.1g} px")
END
