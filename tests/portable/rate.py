#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rate that was fitted to the sample series: rate.py FIT.JSON RATE WITHIN, in micrometres an hour. Exit status 1 where it is another."""
import json
import sys

fit = json.load(open(sys.argv[1]))
assert (fit["length_unit"], fit["time_unit"]) == ("um", "s"), "the sample has a pixel size and times"
rate = fit["models"]["origin-line"]["parameters"]["v"]
value, error = 3600 * rate["value"], 3600 * rate["error"]
print(f"v = {value:.2f} ± {error:.2f} µm/h")
sys.exit(0 if abs(value - float(sys.argv[2])) < float(sys.argv[3]) and error < float(sys.argv[3]) else 1)
