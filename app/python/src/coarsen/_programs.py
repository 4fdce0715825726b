# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs that lie in the package, as the commands that pip installs start them."""

import os
import sys


def coarsen_cli() -> None:
    """Becomes coarsen-cli with the arguments of this process."""
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "coarsen-cli")
    os.execv(program, [program, *sys.argv[1:]])
