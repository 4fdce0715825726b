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
[ -n "$(ls -A "$prefix/share/coarsen")" ] || rmdir "$prefix/share/coarsen"  # which others may use
later() { echo "uninstall.sh: $1 failed: the menu or the file type may go with the next login only" >&2; }
if [ -d "$prefix/share/mime/packages" ] && command -v update-mime-database >/dev/null; then
  update-mime-database "$prefix/share/mime" || later update-mime-database
fi
if [ -d "$prefix/share/applications" ] && command -v update-desktop-database >/dev/null; then
  update-desktop-database -q "$prefix/share/applications" || later update-desktop-database
fi
echo "Coarsen is out of the menu of $prefix"
