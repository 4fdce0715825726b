#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The folder of the archive for every Linux, of what tests_as_a_user built, in a root where nothing is installed; then a program of
# somebody else's with the library as it is installed. Needs patchelf, qt6-wayland and icu-devtools beside the packages of the build.
set -euo pipefail
cd "$(dirname "$0")/../.."
cmake --preset default -DCOARSEN_WARNINGS_AS_ERRORS=ON -DCMAKE_CUDA_ARCHITECTURES=90-real >/dev/null
cmake --build build >/dev/null
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
COARSEN_PORTABLE=1 cmake --install build --component program --strip --prefix "$folder/coarsen" >/dev/null
tests/portable/portable.sh "$folder/coarsen"
tests/library/library.sh
