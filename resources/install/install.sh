#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Puts this folder's Coarsen into the menu, gives its files their type and its programs their names: install.sh [PREFIX]
# PREFIX is ~/.local by default; with /usr/local, as root, it is there for everybody. The folder stays where it is: after it was
# moved, install again. uninstall.sh takes out what was put in.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
prefix=${1:-$HOME/.local}
case $prefix in /*) ;; *) echo "install.sh: '$prefix' is not a full path; write one that begins with /" >&2; exit 2 ;; esac
case $here in *'
'*) echo "install.sh: a menu cannot name a folder with a line break; move it" >&2; exit 2 ;; esac
list=$prefix/share/coarsen/installed-by-archive

[ ! -e "$list" ] || "$here/uninstall.sh" "$prefix" >/dev/null
mkdir -p "$prefix/share/coarsen"
: >"$list"

# Names a file that comes next, which may not be somebody else's.
place() { # file below PREFIX
  if [ -e "$prefix/$1" ] || [ -L "$prefix/$1" ]; then
    echo "install.sh: $prefix/$1 is there already, and is not ours; remove it or name another PREFIX" >&2
    "$here/uninstall.sh" "$prefix" >/dev/null
    exit 1
  fi
  mkdir -p "$(dirname "$prefix/$1")"
  echo "$1" >>"$list"
}

for program in "$here"/bin/coarsen*; do
  place "bin/${program##*/}"
  ln -s "$program" "$prefix/bin/${program##*/}"
done
(cd "$here/share" && find icons metainfo mime man bash-completion -type f) | while IFS= read -r file; do
  place "share/$file" || exit 1
  cp "$here/share/$file" "$prefix/share/$file"
done
for entry in "$here"/share/applications/*.desktop; do
  place "share/applications/${entry##*/}"
  # In quotes, as menus read it: \ before the signs that a shell knows, each \ twice again, %% for %.
  command=$(printf '%s\n' "$here/bin/coarsen" | sed -e 's/[\\"`$]/\\&/g' -e 's/\\/\\\\/g' -e 's/%/%%/g')
  program=$command awk '/^Exec=/ { print "Exec=\"" ENVIRON["program"] "\" %F"; next } { print }' "$entry" >"$prefix/share/applications/${entry##*/}"
done

# Desktops read some of it from tables of their own.
later() { echo "install.sh: $1 failed: the menu or the file type may come with the next login only" >&2; }
! command -v update-mime-database >/dev/null || update-mime-database "$prefix/share/mime" || later update-mime-database
! command -v update-desktop-database >/dev/null || update-desktop-database -q "$prefix/share/applications" || later update-desktop-database
echo "Coarsen is in the menu; its files are listed in $list"
case ":$PATH:" in *":$prefix/bin:"*) ;; *) echo "coarsen-cli is $prefix/bin/coarsen-cli: put $prefix/bin into PATH to leave that out" ;; esac
