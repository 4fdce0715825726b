#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What the archive for every Linux does where nothing is installed, as root:
#   portable.sh FOLDER                         short: COARSEN_PORTABLE=1 cmake --install build --prefix FOLDER made it, or an archive did
#   portable.sh ARCHIVE FILMS [bookworm] [trixie]   as `cpack -G TXZ` made them, in minimal roots that mmdebstrap makes
# A short one is tried in a root of libc, the compiler's libraries and a shell, as they are here. No root has a network, a screen,
# fonts or OpenGL; the folder lies behind a space and a letter that is not ASCII, and the environment names a folder of files that are no
# libraries. COARSEN_DATA names the folder of the data, for a camera's raw picture and an HDF5 file; without it these are left out,
# which is said. Exit status 1 where anything failed.
set -euo pipefail
here=$(realpath "$(dirname "$0")")
data=${COARSEN_DATA:-}
work=$(mktemp -d)
screen=
finish() {
  [ -z "$screen" ] || kill "$screen" 2>/dev/null || true  # it may have ended by itself
  rm -rf "$work"
}
trap finish EXIT
place="opt/my däta"

# Runs a script in a root without a network; what it mounted and what it left running goes with it.
in_root() { # root, script
  unshare --mount --net --pid --fork --kill-child bash -c '
    mkdir -p "$1/proc" "$1/dev" "$1/tmp/.X11-unix"
    mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && mount -t tmpfs tmpfs "$1/dev/shm" || exit 1
    [ ! -d /tmp/.X11-unix ] || mount --bind /tmp/.X11-unix "$1/tmp/.X11-unix" || exit 1
    exec chroot "$1" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=/root LANG=C.UTF-8 LD_LIBRARY_PATH=/planted sh -euc "$2"' - "$1" "$2"
}

failed=0
try() { # what, command...
  local before=$SECONDS what=$1 status=0
  shift
  "$@" >"$work/said" 2>&1 || status=$?
  if [ $status -eq 0 ]; then
    echo "$what: $((SECONDS - before)) s"
  else
    echo "$what: FAILED with $status"
    tail -15 "$work/said" | sed 's/^/    /'
    failed=1
  fi
}

# A root of what every system has, copied from this one.
own_root() { # root
  local program
  for program in sh env dirname mkdir ln cp rm find cat ls sed awk sort sleep; do
    command -v "$program"
  done | xargs realpath >"$work/files"
  # Named by hand: what the archive may rely on.
  for program in libstdc++.so.6 libgcc_s.so.1 libm.so.6 libdl.so.2 libpthread.so.0 librt.so.1 libresolv.so.2; do
    ldconfig -p | awk -v name="$program" '$1 == name && /x86-64|AArch64/ && !n++ { print $NF }'
  done >>"$work/files"
  xargs ldd <"$work/files" 2>/dev/null | awk '/=> \// { print $3 } $1 ~ /^\/lib.*[^:]$/ { print $1 }' >>"$work/files"
  mkdir -p "$1"/{usr/bin,usr/lib,usr/lib64,root}
  ln -s usr/bin usr/lib usr/lib64 "$1/"
  sort -u "$work/files" | while IFS= read -r file; do
    mkdir -p "$1$(dirname "$file")"
    cp -L "$file" "$1$file"
  done
  for program in sh awk; do
    ln -s "$(basename "$(realpath "$(command -v "$program")")")" "$1/usr/bin/$program"
  done
}

# Files that no loader can use, under the names of what is carried, but for libraries of the system's own programs.
plant() { # root
  mkdir -p "$1/planted"
  local library name
  for library in "$1/$place"/*/lib/*.so*; do
    name=$(basename "$library")
    [ -n "$(find "$1/usr/lib" -name "$name" -print -quit)" ] || echo "this is no library" >"$1/planted/$name"
  done
}

measured() { # results.csv in a root: every frame is read, and at least one
  awk -F, '!/^#/ { if (!n++) { for (i = 1; i <= NF; ++i) if ($i == "status") column = i } else if ($column == "failed") bad = 1 }
           END { exit !(n > 1 && column && !bad) }' "$1"
}

read_one() { # root, file
  cp "$2" "$1/tmp/$(basename "$2")"
  in_root "$1" "cd /tmp; '/$place'/*/bin/coarsen-cli analyze '$(basename "$2")' -o one --force || [ \$? -eq 3 ]"
  measured "$1/tmp/one/results.csv"
}

# Looks at the screen until the window's letters are there.
window_comes() { # root
  rm -f "$1/tmp/seen"
  in_root "$1" "env DISPLAY=:$(cat "$work/display") '/$place'/*/coarsen & window=\$!
    until [ -e /tmp/seen ]; do sleep 0.2; done
    kill \$window" &
  local script=$! status=1
  for _ in $(seq 20); do
    sleep 1
    if "$here/letters.py" "$work/screen/Xvfb_screen0"; then status=0 && break; fi
  done
  touch "$1/tmp/seen"
  wait "$script" || true  # the window was ended by a signal; its letters decide
  return $status
}

menu_comes_and_goes() { # root
  in_root "$1" "export HOME=/tmp/home; mkdir -p \$HOME; cd '/$place'/*; find \$HOME | sort >/tmp/before
    ./install.sh; \$HOME/.local/bin/coarsen-cli --version
    find \$HOME/.local/share -name '*.desktop' -exec cat {} + | sed -n 's/^Exec=\"\(.*\)\" %F/\1/p' >/tmp/command
    read -r command </tmp/command; \"\$command\" --version
    ./install.sh; ./uninstall.sh; find \$HOME -type f -o -type l | sort >/tmp/after; cat /tmp/after; [ ! -s /tmp/after ]"
}

film_is_refused() { # root: the message names the add-on
  if in_root "$1" "cd /tmp; printf 'RIFF\044\000\000\000AVI LIST' >film.avi; '/$place'/*/bin/coarsen-cli analyze film.avi -o film" >"$work/film" 2>&1; then
    echo "a film was measured without the add-on"
    return 1
  fi
  cat "$work/film"
  grep -q -- "-films.tar.xz" "$work/film"
}

newest_glibc() { # root: not newer than Debian 12's
  local newest
  newest=$(find "$1/$place" -type f \( -name '*.so*' -o -path '*/bin/*' -o -path '*/lib/coarsen/*' \) -exec objdump -T {} + 2>/dev/null |
    grep -o 'GLIBC_2\.[0-9]*' | sort -Vu | tail -1)
  echo "needs $newest"
  [ "$(printf '%s\nGLIBC_2.36\n' "$newest" | sort -V | tail -1)" = GLIBC_2.36 ]
}

whose_it_is() { # root: every library is in the list, with its licence
  local folder=$1/$place file
  for file in "$folder"/*/lib/*.so*; do
    grep -hq "^lib/$(basename "$file")," "$folder"/*/share/doc/coarsen/carried/*.csv || { echo "$file is in no list"; return 1; }
  done
  cut -d, -f2 "$folder"/*/share/doc/coarsen/carried/libraries*.csv | grep -vx -e package -e coarsen | sort -u | while IFS= read -r file; do
    [ -s "$(echo "$folder"/*/share/doc/coarsen/carried/"$file.copyright")" ] || { echo "no licence of $file"; return 1; }
  done
}

sample() { # root: README's figure
  in_root "$1" "cd /tmp; '/$place'/*/sample.sh results; '/$place'/*/bin/coarsen --grab start.png --page start"
  [ "$(stat -c %s "$1/tmp/results/window.png")" -gt 50000 ]
  "$here/letters.py" "$1/tmp/start.png"
  grep -aq 'BaseFont /.*DejaVuSans' "$1/tmp/results/figures/report.pdf"
}

all_of() { # name, root, films: there, missing, or an archive that comes later
  local name=$1 root=$2 films=$3
  plant "$root"
  try "$name, licences" whose_it_is "$root"
  try "$name, glibc" newest_glibc "$root"
  try "$name, self-test" in_root "$root" "'/$place'/*/bin/coarsen-cli selftest --quick"
  try "$name, sample" sample "$root"
  if [ -n "$data" ]; then
    try "$name, DNG" read_one "$root" "$data/camera-raw/colorchart.dng"
    try "$name, HDF5" read_one "$root" "$data/entrance/h5_tzyx.h5"
  else
    echo "$name: no DNG and no HDF5, for COARSEN_DATA names no folder"
  fi
  try "$name, menu" menu_comes_and_goes "$root"
  try "$name, window on X11" window_comes "$root"
  [ "$films" = there ] || try "$name, film without the add-on" film_is_refused "$root"
  [ "$films" = there ] || [ "$films" = missing ] || tar -xf "$films" -C "$root/$place"
  [ "$films" = missing ] || plant "$root"
  [ "$films" = missing ] || try "$name, licences of films" whose_it_is "$root"
  [ "$films" = missing ] || try "$name, a film is written" in_root "$root" "cd /tmp; '/$place'/*/bin/coarsen --export film results/session.coarsen --movie --force"
  [ "$films" = missing ] || try "$name, MP4" read_one "$root" "$root/tmp/film/movie.mp4"
}

[ $# -gt 0 ] || { sed -n '3,5s/^# //p' "$0"; exit 2; }
[ "$(id -u)" -eq 0 ] || { echo "portable.sh: it makes roots and so is run as root" >&2; exit 2; }
mkdir "$work/screen"
Xvfb -displayfd 3 -screen 0 1400x900x24 -fbdir "$work/screen" -nolisten tcp 3>"$work/display" 2>/dev/null &
screen=$!
for _ in $(seq 50); do
  [ -s "$work/display" ] && break
  sleep 0.1
done

if [ -d "$1" ]; then
  folder=$(realpath "$1")
  own_root "$work/root"
  mkdir -p "$work/root/$place"
  cp -a "$folder" "$work/root/$place/coarsen"
  films=missing
  [ ! -e "$folder/lib/coarsen/libcoarsen_video.so" ] || films=there
  all_of short "$work/root" $films
else
  archive=$(realpath "$1")
  films=$(realpath "$2")
  shift 2
  [ $# -gt 0 ] || set -- bookworm trixie
  for suite in "$@"; do
    before=$SECONDS
    root=$work/$suite
    if [ -n "${COARSEN_ROOTS:-}" ] && [ -e "$COARSEN_ROOTS/$suite.tar" ]; then
      mkdir -p "$root"
      tar -xf "$COARSEN_ROOTS/$suite.tar" -C "$root" --exclude='./dev/*'
    else
      mmdebstrap --quiet --mode=root --variant=minbase "$suite" "$root" http://deb.debian.org/debian
    fi
    mkdir -p "$root/$place"
    tar -xf "$archive" -C "$root/$place"
    echo "$suite: root and unpacking $((SECONDS - before)) s"
    all_of "$suite" "$root" "$films"
    rm -rf "$root"
  done
fi
exit $failed
