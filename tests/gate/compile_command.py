# SPDX-License-Identifier: GPL-3.0-or-later
"""Compile commands of a build folder: compile_command.py compile_commands.json [FILE]
Without FILE prints each file that is compiled; with it the command that compiles FILE, for a shell, without its output."""
import json
import shlex
import sys

entries = json.load(open(sys.argv[1]))
if len(sys.argv) == 2:
    print("\n".join(sorted({entry["file"] for entry in entries})))
    sys.exit()
entry = next(entry for entry in entries if entry["file"] == sys.argv[2])
words = shlex.split(entry["command"])
kept = [word for before, word in zip([""] + words, words) if word not in ("-c", "-o") and before != "-o"]
print("cd", shlex.quote(entry["directory"]), "&&", shlex.join(kept))
