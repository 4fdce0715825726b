# SPDX-License-Identifier: GPL-3.0-or-later
"""``python -m coarsen import FILE... -o FOLDER``: microscopes' own files to OME-TIFF."""

import argparse
import sys

from ._errors import Error
from .importing import READERS, convert


def main(arguments: list[str] | None = None) -> int:
    """Runs a command line; 0, 2 (a wrong command, or a file that cannot be read or written) or 130 (Ctrl+C), as coarsen-cli."""
    parser = argparse.ArgumentParser(prog="python -m coarsen", description="What Coarsen does by Python's readers.")
    commands = parser.add_subparsers(dest="command", required=True)
    importing = commands.add_parser("import", help="microscopes' own files to OME-TIFF, which coarsen and coarsen-cli open",
                                    description="Times, sizes of pixels, channels, slices and positions are kept; pixels stay as they are.")
    importing.add_argument("files", nargs="+", metavar="FILE", help="one of " + ", ".join(READERS))
    importing.add_argument("-o", "--output", required=True, metavar="FOLDER", help="made when missing")
    importing.add_argument("--force", action="store_true", help="replace files that are there")
    importing.add_argument("--quiet", action="store_true", help="say nothing but errors")
    options = parser.parse_args(arguments)
    try:
        convert(options.files, options.output, force=options.force, say=(lambda text: None) if options.quiet else print)
    except Error as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
