#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The Python module as pip installs it, in an environment of its own: python.sh [PYTHON]
# Environment and objects are kept in build-python, so that a second run compiles what has changed. COARSEN_CLI names a command line
# whose numbers are compared, else that of build/bin is. Needs the network, for what pip fetches: exit status 77
# where there is none.
set -euo pipefail
cd "$(dirname "$0")/../.."
python=${1:-/usr/bin/python3}
export COARSEN_CLI=${COARSEN_CLI:-$PWD/build/bin/coarsen-cli}
[ -x "$COARSEN_CLI" ] || { echo "$COARSEN_CLI is not there: build it, or name it by COARSEN_CLI" >&2; exit 2; }
env=$PWD/build-python/env
[ "$("$env/bin/python" --version 2>/dev/null)" = "$("$python" --version)" ] || "$python" -m venv --clear "$env"
pip() { "$env/bin/python" -m pip --disable-pip-version-check --quiet "$@"; }
# As pyproject.toml asks; without isolation they stay where they are.
pip install "scikit-build-core>=0.10" "nanobind>=2.4" "cmake>=3.26" || { echo "pip reaches no index of packages here: nothing of Python was tried" >&2; exit 77; }
pip install --no-build-isolation --config-settings=build-dir="$PWD/build-python" "./app/python[test]"
"$env/bin/python" -m unittest discover -s tests/python
