#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Takes out what install.sh put in: uninstall.sh [PREFIX], with the same PREFIX. Results and settings stay; the folder that was
# unpacked is removed by hand.
set -eu
prefix=${1:-$HOME/.local}
list=$prefix/share/coarsen/installed-by-archive
[ -e "$list" ] || { echo "uninstall.sh: nothing of Coarsen was installed in $prefix" >&2; exit 1; }
while IFS= read -r file; do
  rm -f "$prefix/$file"
done <"$list"
rm -f "$list"
rmdir "$prefix/share/coarsen" 2>/dev/null || true  # which others may use
[ ! -d "$prefix/share/mime/packages" ] || ! command -v update-mime-database >/dev/null || update-mime-database "$prefix/share/mime" 2>/dev/null || true
[ ! -d "$prefix/share/applications" ] || ! command -v update-desktop-database >/dev/null || update-desktop-database -q "$prefix/share/applications" || true
echo "Coarsen is out of the menu of $prefix"
