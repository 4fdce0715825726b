#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A wheel in minimal roots of Python and nothing else, which mmdebstrap makes, as root: wheel.sh WHEEL [bookworm] [trixie]
# `pip install`, the first five lines of the manual's page on the sample, the tests of tests/python that need nothing but what pip
# brings, and the command line on HDF5, DICOM and, where COARSEN_DATA names the folder of the data, a camera's raw picture. The roots have
# no network: pip of this system's python3 fetches what is installed there. COARSEN_ROOTS names the folder of the roots, which stay;
# else they are temporary.
set -euo pipefail
[ $# -gt 0 ] || { sed -n '3,7s/^# //p' "$0" >&2; exit 2; }
wheel=$(realpath "$1")
shift
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || set -- trixie
if [ -n "${COARSEN_ROOTS:-}" ]; then
  roots=$COARSEN_ROOTS
  mkdir -p "$roots"
else
  roots=$(mktemp -d)
  trap 'rm -rf "$roots"' EXIT
fi

in_root() { # root, script: what it mounted and what it left running goes with it
  unshare --mount --net --pid --fork --kill-child bash -c '
    mount --rbind /dev "$1/dev" && mount -t tmpfs tmpfs "$1/dev/shm" && mount -t proc proc "$1/proc" || exit 1
    exec chroot "$1" /usr/bin/env -i PATH=/root/env/bin:/usr/bin:/bin HOME=/root LANG=C.UTF-8 bash -euo pipefail -c "$2"' - "$1" "$2"
}

failed=0
try() { # what, root, script
  local before=$SECONDS
  if in_root "$2" "cd /root; $3" >"$2/said" 2>&1; then
    echo "$1: passed, $((SECONDS - before)) s: $(tail -1 "$2/said")"
  else
    echo "$1: FAILED, $((SECONDS - before)) s"
    tail -30 "$2/said" | sed 's/^/    /'
    failed=1
  fi
}

# A frame of a known series as a file of that kind, measured by the command line.
measure='coarsen-cli analyze one.$kind -o $kind --force --quiet || [ $? -eq 3 ]
  awk -F, "!/^#/ { if (!n++) for (i = 1; i <= NF; ++i) at[\$i] = i; else print \$at[\"status\"], \"R_max\", \$at[\"r_max_px\"], \"px\" }" $kind/results.csv >measured
  grep -v "^failed" measured'
for suite in "$@"; do
  root=$roots/$suite
  [ -x "$root/usr/bin/python3" ] ||
    mmdebstrap --quiet --mode=root --variant=minbase --include=python3,python3-venv "$suite" "$root" http://deb.debian.org/debian
  rm -rf "$root/root/project" "$root/root/env"
  mkdir -p "$root"/root/project/{tests,resources/manual,resources/sample}
  cp -r tests/python "$root/root/project/tests/"
  cp -r resources/screenshots "$root/root/project/resources/"
  cp resources/manual/python.md "$root/root/project/resources/manual/"
  cp -r resources/sample/frames "$root/root/project/resources/sample/"
  rm -rf "$root/root/wheels"
  version=$(in_root "$root" 'python3 -c "import sys; print(*sys.version_info[:2], sep=\".\")"')
  python3 -m pip download --quiet --disable-pip-version-check --dest "$root/root/wheels" --only-binary=:all: --python-version "$version" \
    "$wheel[plot]" h5py tifffile pydicom
  try "$suite, pip install" "$root" "python3 -m venv env && pip install --quiet --no-index --find-links wheels 'coarsen[plot]' --pre h5py tifffile pydicom && pip list 2>/dev/null | grep coarsen"
  try "$suite, command line" "$root" 'coarsen-cli --version >version; head -1 version'
  try "$suite, the page's lines" "$root" 'python -m unittest discover -s project/tests/python -p test_page.py'
  try "$suite, tests" "$root" 'export COARSEN_CLI=$(command -v coarsen-cli); cd project/tests/python && python -m unittest test_coarsen test_scripts test_files'
  try "$suite, HDF5" "$root" "cd project/tests/python; python -c 'import test_files; test_files.write_hdf5(\"/root/one.h5\", test_files.FRAME)'; cd /root; kind=h5; $measure"
  try "$suite, DICOM" "$root" "cd project/tests/python; python -c 'import test_files; test_files.write_dicom(\"/root/one.dcm\", test_files.FRAME)'; cd /root; kind=dcm; $measure"
  if [ -n "${COARSEN_DATA:-}" ]; then
    cp "$COARSEN_DATA/camera-raw/colorchart.dng" "$root/root/one.dng"
    try "$suite, camera raw" "$root" "kind=dng; $measure"
  fi
done
exit $failed
