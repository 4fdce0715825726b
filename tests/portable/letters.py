#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the words of a picture are drawn with letters: letters.py PICTURE [LEAST], a PNG or what Xvfb keeps its screen in (xwd).

Counts how many shapes of a letter's size there are, no two alike. Where a machine has no font each letter is a box, and boxes are
alike. Exit status 1 below LEAST."""
import struct
import sys
import zlib


def png(data):
    """Rows of (red, green, blue, ...) bytes, width, and bytes of a pixel."""
    at, packed = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, bits, colours, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            if bits != 8 or colours not in (2, 6) or interlaced:
                sys.exit("letters.py: not a PNG as Qt writes it")
        if kind == b"IDAT":
            packed += body
        at += 12 + length
    size = 3 if colours == 2 else 4
    stored = zlib.decompress(packed)
    rows, before = [], bytearray(width * size)
    for y in range(height):
        start = y * (width * size + 1)
        row, how = bytearray(stored[start + 1:start + 1 + width * size]), stored[start]
        for i in range(len(row)) if how else ():
            left = row[i - size] if i >= size else 0
            above, corner = before[i], before[i - size] if i >= size else 0
            if how == 1:
                guess = left
            elif how == 2:
                guess = above
            elif how == 3:
                guess = (left + above) // 2
            else:
                guess = min((abs(above - corner), 0, left), (abs(left - corner), 1, above), (abs(left + above - 2 * corner), 2, corner))[2]
            row[i] = (row[i] + guess) & 255
        rows.append(row)
        before = row
    return rows, width, size


def xwd(data):
    """The same of a screen of 24 bits, its bytes blue first."""
    head = struct.unpack(">25I", data[:100])
    width, height, line = head[4], head[5], head[12]
    if head[11] != 32 or head[7] != 0:
        sys.exit("letters.py: not a screen of 32 bits a pixel")
    start = head[0] + 12 * head[19]
    return [data[start + y * line:start + y * line + 4 * width] for y in range(height)], width, 4


def shapes(rows, width, size):
    """The shapes of dark pixels, those that touch as one, of which each is at least 5 and at most 16 px high and wide."""
    waiting = {(x, y) for y, row in enumerate(rows) for x in range(width) if row[x * size] + row[x * size + 1] + row[x * size + 2] < 330}
    found = set()
    if 2 * len(waiting) > len(rows) * width:  # a screen on which nothing is shown yet
        return found
    while waiting:
        first = waiting.pop()
        shape, edge = [first], [first]
        while edge:
            x, y = edge.pop()
            for near in ((x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)):
                if near in waiting:
                    waiting.remove(near)
                    shape.append(near)
                    edge.append(near)
        left, top = min(x for x, _ in shape), min(y for _, y in shape)
        wide, high = max(x for x, _ in shape) - left, max(y for _, y in shape) - top
        if 4 <= wide < 16 and 4 <= high < 16:
            found.add(frozenset((x - left, y - top) for x, y in shape))
    return found


def main():
    data = open(sys.argv[1], "rb").read()
    least = int(sys.argv[2]) if len(sys.argv) > 2 else 40
    count = len(shapes(*(png(data) if data.startswith(b"\x89PNG") else xwd(data))))
    print(f"{sys.argv[1]}: {count} different shapes of a letter's size")
    sys.exit(0 if count >= least else 1)


main()
