#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# clang-tidy with the checks of .clang-tidy over the C++ of core, gpu and the command line: tidy.sh [all | PART OF A PATH ...]
# Exit status 1 when it finds anything. By itself it reads the rooms in which something changed in the last 50 commits or since the
# last tag, whichever is less; `all` is for before a release. Rooms are read in the units that the compiler reads, which takes a fifth
# to an eighth of the time that their files take one by one, for each reads the same headers; files that are named are read by
# themselves. Nothing is built. A unit in which nothing was found is not read again until its text, what it includes, its options or
# the checks change: ~/.cache/coarsen-tidy ($XDG_CACHE_HOME) remembers it, and may be deleted at any time.
set -euo pipefail
cd "$(dirname "$0")/../.."

. tests/gate/changes.sh

# What names each unit in which a changed file is read: its room's, and the file itself where it is compiled alone.
changed_units() { # commit
  git diff --name-only "$1" -- core gpu app/cli | grep -E '\.(cpp|hpp)$' | while read -r file; do
    room=$(dirname "$file")
    echo "/unity_${room//\//_}_cxx\.cxx$"
    echo "/${file//./\\.}$"
  done | sort -u
}

# Reads a unit, unless it was clean before; prints what was found.
read_unit() { # file
  local command text key log
  command=$(python3 tests/gate/compile_command.py build-tidy/compile_commands.json "$1")
  text=$(bash -c "$command -E -P -C" | sha256sum)
  key=$(printf '%s\n' "$text" "${checks[*]}" "${command//$PWD/}" "$(cat .clang-tidy)" "$(clang-tidy-19 --version)" | sha256sum | cut -d' ' -f1)
  if [ -e "$clean/$key" ]; then
    echo clean >>build-tidy/clean_before
    return 0
  fi
  log=$(mktemp)
  if clang-tidy-19 -p build-tidy -quiet "${checks[@]}" "$1" >"$log" 2>/dev/null; then
    touch "$clean/$key"
  else
    cat "$log" - <<<"clang-tidy: $1 is not clean"
    rm "$log"
    return 1
  fi
  rm "$log"
}

checks=()
patterns=('/(core|gpu|app/cli)/.*\.(cpp|cxx)$')
unity=ON
least=1  # units that there must be, lest a pattern that fits nothing passes
if [ $# -eq 0 ]; then
  before=$(before_the_changes)
  [ -z "$before" ] || mapfile -t patterns < <(changed_units "$before")
  if [ ${#patterns[@]} -eq 0 ]; then
    echo "clang-tidy: nothing changed since $(git log -1 --format=%h "$before")"
    exit 0
  fi
  [ -z "$before" ] || least=0  # what changed may be headers alone, or compiled where there is CUDA only
elif [ "$*" != all ]; then
  unity=OFF patterns=("$@")
fi
[ $unity = OFF ] || checks+=(-checks=-bugprone-suspicious-include)  # what a unit does
cmake --preset tidy -DCOARSEN_UNITY=$unity >/dev/null
ninja -C build-tidy coarsen_commit >/dev/null
clean=${XDG_CACHE_HOME:-$HOME/.cache}/coarsen-tidy
mkdir -p "$clean"
: >build-tidy/clean_before
mapfile -t units < <(python3 tests/gate/compile_command.py build-tidy/compile_commands.json | grep -E -f <(printf '%s\n' "${patterns[@]}") || true)
[ ${#units[@]} -ge $least ]
status=0
export -f read_unit
export clean checks_words="${checks[*]}"
[ ${#units[@]} -eq 0 ] ||
  printf '%s\n' "${units[@]}" | xargs -P "$(nproc)" -I {} bash -c 'set -euo pipefail; read -ra checks <<<"$checks_words"; read_unit {}' || status=1
[ $status = 0 ] && echo "clang-tidy: nothing found in ${#units[@]} units, $(wc -l <build-tidy/clean_before) of them clean before"
exit $status
