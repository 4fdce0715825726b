#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The sources of what an archive carries, on the Debian where it was made: sources.sh ARCHIVE'S_FOLDER [PLACE]
# Fetches what Debian's mirror says of each source package (.dsc, its hash checked); with PLACE the sources themselves into it, for
# whoever hands the archive on. Exit status 1 where the mirror has not all of them; older ones are at snapshot.debian.org.
set -euo pipefail
[ $# -gt 0 ] || { sed -n '3s/^# //p' "$0"; exit 2; }
folder=$(realpath "$1")/share/doc/coarsen/carried
how=()
if [ $# -eq 1 ]; then
  how=(--dsc-only)
  place=
else
  mkdir -p "$2"
  place=$(realpath "$2")
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
mkdir -p "$work"/{lists/partial,fetched}
printf 'deb-src http://deb.debian.org/%s main\n' "debian $suite" "debian $suite-updates" "debian-security $suite-security" >"$work/sources.list"
options=(-o "Dir::State::Lists=$work/lists" -o "Dir::Etc::SourceList=$work/sources.list" -o Dir::Etc::SourceParts=- -o APT::Sandbox::User=root)
apt-get "${options[@]}" -qq update

find "$work/lists" -name '*_Sources*' -exec /usr/lib/apt/apt-helper cat-file {} + |
  awk '/^Package: / { package = $2 } /^Version: / { print package "=" $2 }' | sort -u >"$work/there"
awk -F, '$4 != "source" && $4 != "coarsen" { print $4 "=" $5 }' "$folder"/libraries*.csv | sort -u >"$work/needed"
cd "${place:-$work/fetched}"
# What it cannot fetch, for an index may name what is there no more, is told below.
comm -12 "$work/needed" "$work/there" | xargs apt-get "${options[@]}" -qq source --download-only "${how[@]}" || true
missing=0
while IFS='=' read -r source version; do
  [ ! -s "${source}_${version#*:}.dsc" ] || continue
  echo "not at the mirror: https://snapshot.debian.org/package/$source/$version/"
  missing=$((missing + 1))
done <"$work/needed"
echo "$(wc -l <"$work/needed") source packages, $missing of them not at the mirror"
[ $missing -eq 0 ]
