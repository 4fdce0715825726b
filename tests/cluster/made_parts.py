#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts of a long series, made of those of a short one whose plan and part lie in FOLDER: made_parts.py FOLDER OUT ROWS PARTS.

The short one's rows come again and again, each with a frame, a name and a time of its own and with an R_max that grows as t^(1/3)
with some noise; their images are nowhere, which neither reading the plan nor merging asks for. What takes time and memory with the
number of rows is seen by merging them: analyze OUT --merge.
"""

import hashlib
import json
import pathlib
import random
import sys


def dense(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def made(folder, out, rows, parts):
    (out / "parts").mkdir(parents=True)
    plan = json.loads((folder / "plan.json").read_text())
    head, *short, end = map(json.loads, (folder / "parts" / "0001.jsonl").read_text().splitlines())
    image = json.loads((folder / "plan-frames.jsonl").read_text().splitlines()[0])
    listed = image["listed"]
    names = [f"frame_{frame:07}.png" for frame in range(rows)]
    sum_of_frames = hashlib.sha256()
    with open(out / "plan-frames.jsonl", "wb") as file:
        for frame, name in enumerate(names):
            line = dense(image | {"file": f"../frames/{name}", "name": name, "time_s": 60.0 * frame,
                                  "listed": [name, listed[1], listed[2], str(60 * frame)]}).encode() + b"\n"
            file.write(line)
            sum_of_frames.update(line)
    plan["frames_sha256"] = sum_of_frames.hexdigest()
    text = dense(plan) + "\n"
    (out / "plan.json").write_text(text)
    head |= {"plan": hashlib.sha256(text.encode()).hexdigest(), "of": parts}
    noise = random.Random(1)
    for part in range(parts):
        frames = range(rows * part // parts, rows * (part + 1) // parts)
        with open(out / "parts" / f"{part + 1:04}.jsonl", "w") as file:
            file.write(dense(head | {"part": part + 1}) + "\n")
            for frame in frames:
                row = dict(short[frame % len(short)])
                del row["check"]
                r_max = 8 * (1 + frame / rows) ** (1 / 3) * (1 + noise.gauss(0, 0.005))
                row |= {"frame": frame, "file": names[frame], "time_s": 60.0 * frame, "r_max": row["r_max"] | {"px": r_max},
                        "neighbour_correlation": noise.uniform(0, 0.5)}
                line = dense(row)[:-1]
                file.write(line + ',"check":"' + hashlib.sha256(line.encode()).hexdigest()[:8] + '"}\n')
            file.write(dense(end | {"rows": len(frames)}) + "\n")


if __name__ == "__main__":
    made(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
