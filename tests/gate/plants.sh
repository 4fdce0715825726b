#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Plants a fault for each part of the gate into a copy of what is committed, and sees that the part finds it: plants.sh [PART ...]
# By hand, after a change of the gate. COARSEN_PLANTS_IN names a clone in which the gate ran, whose builds are taken; it is left as it
# was committed. Exit status 1 where a part passed with its plant in place.
set -euo pipefail
cd "$(dirname "$0")/../.."
here=$PWD
parts=("$@")
[ $# -gt 0 ] || parts=(format tests_as_a_user headers_alone tidy address thread fuzz portable python)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=${COARSEN_PLANTS_IN:-}
if [ -n "$tree" ] && [ -n "$(git -C "$tree" status --porcelain)" ]; then
  echo "plants.sh: $tree has changes that would be lost" >&2
  exit 2
fi

# Changes one line of a file: the line that fits the pattern is replaced.
change() { # file, pattern, replacement
  grep -q -- "$2" "$1" || { echo "plants.sh: $1 has no line '$2' any more" >&2; exit 2; }
  sed -i "0,/$2/s||$3|" "$1"
}

plant() {
  case $1 in
    format) change core/base/utf8.cpp '^namespace coarsen {' 'namespace  coarsen {' ;;
    tests_as_a_user) echo 'namespace { int planted() { return 1; } }' >>core/base/utf8.cpp ;;
    headers_alone) change core/base/recent_times.hpp '#include <deque>' '' ;;
    tidy) echo '#include <utility>
namespace coarsen { std::string planted(std::string a) { std::string b = std::move(a); return a + b; } }' >>core/base/utf8.cpp ;;
    address) change core/base/natural_order.cpp '    std::size_t i = 0, k = 0;' '    std::size_t i = 0, k = 0; if (new char[a.size()]) (new char[a.size()])[a.size()] = 1;' ;;
    thread) change app/window/workers/main_thread_queue.cpp '    const std::lock_guard lock(mail_->mutex);' '' ;;
    fuzz) change core/image/formats/bmp.cpp '    if (bytes.size() < needed) throw' '    if (bytes.size() + 64 < needed) throw' ;;
    portable) change resources/install/portable.cmake '  coarsen_look_in(.*programs})' '' ;;
    python) change app/python/src/coarsen/__init__.py 'else float(side) for side in' 'else 2 * float(side) for side in' ;;
    *) echo "plants.sh: no plant for a part named $1" >&2; exit 2 ;;
  esac
}

missed=()
for part in "${parts[@]}"; do
  if [ -z "${COARSEN_PLANTS_IN:-}" ]; then
    tree=$work/tree
    rm -rf "$tree"
    git clone -q "$here" "$tree"
  fi
  before=$SECONDS
  (cd "$tree" && plant "$part")
  (cd "$tree" && "tests/gate/$part.sh") >"$work/$part.log" 2>&1 && status=0 || status=$?
  git -C "$tree" checkout -q -- .
  if [ $status -eq 0 ] || [ $status -eq 77 ]; then  # 77: left out, so that nothing was asked
    echo "$part: NOT SEEN, $((SECONDS - before)) s"
    missed+=("$part")
  else
    echo "$part: seen, $((SECONDS - before)) s: $(grep -m1 -E 'error:|ERROR: |WARNING: ThreadSanitizer|BROKEN|runtime error' "$work/$part.log" | cut -c1-150)"
  fi
done
[ ${#missed[@]} -eq 0 ]
