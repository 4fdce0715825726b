#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The README's two commands and the Debian package on other systems, by hand and as root: systems.sh [bookworm] [trixie]
# Each system is a minimal root that mmdebstrap makes; what is committed here is what is tried there. The package goes into a second
# root, which never saw a compiler, and is taken out again. Says how many seconds each took; exit status 1 where anything failed.
# COARSEN_ROOTS names the folder of the roots, which stay there to be looked into; else they are temporary.
set -euo pipefail
cd "$(dirname "$0")/../.."
here=$PWD
[ $# -gt 0 ] || set -- bookworm trixie
if [ -n "${COARSEN_ROOTS:-}" ]; then
  roots=$COARSEN_ROOTS
  mkdir -p "$roots"
else
  roots=$(mktemp -d)
  trap 'rm -rf "$roots"' EXIT
fi

make_root() { # suite, folder
  rm -rf "$2"
  mmdebstrap --quiet --mode=root --variant=minbase "$1" "$2" http://deb.debian.org/debian
  cp /etc/resolv.conf "$2/etc/resolv.conf"
}

# Runs a script in a root; what it mounted and what it left running goes with it.
in_root() { # root, script
  unshare --mount --pid --fork --kill-child bash -c '
    mount --rbind /dev "$1/dev" && mount -t tmpfs tmpfs "$1/dev/shm" && mount -t proc proc "$1/proc" || exit 1
    exec chroot "$1" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
      DEBIAN_FRONTEND=noninteractive bash -euo pipefail -c "$2"' - "$1" "$2"
}

failed=()
try() { # what, root, script
  local before=$SECONDS status=0
  in_root "$2" "$3" >"$roots/$1.log" 2>&1 || status=$?
  if [ $status -eq 0 ]; then
    echo "$1: $((SECONDS - before)) s"
  else
    echo "$1: FAILED with $status after $((SECONDS - before)) s"
    tail -40 "$roots/$1.log" | sed 's/^/    /'
    failed+=("$1")
  fi
  return $status
}

run_and_look='cd /coarsen && ./run.sh && cd results && test -s results.csv && test -s window.png && test -s figures/report.pdf'
package='apt-get install -y -qq --no-install-recommends dpkg-dev file >/dev/null && cd /coarsen/build && cpack && cp coarsen_*.deb /coarsen.deb'
list='find / -xdev -path /proc -prune -o -path /var/cache -prune -o -path /var/log -prune -o -path /var/lib/dpkg -prune -o -path /var/lib/apt -prune -o -path /tmp -prune -o -print | sort'
install="$list >/tmp/before
  apt-get update -qq && apt-get install -y -qq /tmp/coarsen.deb >/dev/null
  coarsen-cli --version
  coarsen-cli selftest
  cd /tmp && coarsen-cli analyze /usr/share/coarsen/sample/frames --t0 '-10 h' -o results
  coarsen --grab window.png --size 1366x768 results/session.coarsen
  test \$(stat -c %s window.png) -gt 50000"
remove="cd /tmp && apt-get purge -y -qq coarsen >/dev/null && apt-get autoremove --purge -y -qq >/dev/null
  $list >after
  if diff before after | grep -i coarsen; then exit 1; fi"

# `try` counts and shows each failure, and the exit status tells of it; what does not build on it goes on.
for suite in "$@"; do
  make_root "$suite" "$roots/$suite"
  git clone -q --no-hardlinks "$here" "$roots/$suite/coarsen"
  try "$suite-run" "$roots/$suite" "$run_and_look" || continue
  # The package is made of what the first command built.
  if try "$suite-package" "$roots/$suite" "cd /coarsen && cmake --preset default -DCOARSEN_TESTS=OFF >/dev/null && cmake --build build && $package"; then
    make_root "$suite" "$roots/$suite-bare"
    cp "$roots/$suite/coarsen.deb" "$roots/$suite-bare/tmp/"
    try "$suite-install" "$roots/$suite-bare" "$install" && try "$suite-remove" "$roots/$suite-bare" "$remove" || true
  fi
  try "$suite-test" "$roots/$suite" 'cd /coarsen && ./test.sh' || true
done
if [ ${#failed[@]} -gt 0 ]; then
  echo "failed: ${failed[*]}"
  exit 1
fi
