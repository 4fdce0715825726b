#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The Python module as pip installs it, in an environment of its own: python.sh [PYTHON]
# COARSEN_CLI names a command line whose numbers are compared, else that of build/bin is. Needs the network, for what pip fetches.
set -euo pipefail
cd "$(dirname "$0")/../.."
python=${1:-/usr/bin/python3}
export COARSEN_CLI=${COARSEN_CLI:-$PWD/build/bin/coarsen-cli}
[ -x "$COARSEN_CLI" ] || { echo "$COARSEN_CLI is not there: build it, or name it by COARSEN_CLI" >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet "./app/python[test]"
"$folder/env/bin/python" -m unittest discover -s tests/python
