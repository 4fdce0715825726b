#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What the archive for every Linux does where nothing of it is installed:
#   portable.sh FOLDER                               short: COARSEN_PORTABLE=1 cmake --install build --prefix FOLDER made it
#   portable.sh ARCHIVE FILMS [bookworm] [trixie]    as root: as `cpack -G TXZ` made them, in minimal roots that mmdebstrap makes
#   portable.sh --here ARCHIVE [FILMS]               on this system as it is, by any user, with its GPU where it has one
# A short one is tried in a root of libc, the compiler's libraries and a shell, as they are here, or on this system where no root can be
# made, without the self-test. No root has a network, a screen, fonts or OpenGL. Everywhere the folder lies behind a space and a letter
# that is not ASCII, and the environment names a folder of files that are no libraries. COARSEN_DATA names the folder of the data, for
# a camera's raw picture and an HDF5 file. What is left out is said, and why. Exit status 1 where anything failed.
set -euo pipefail
scripts=$(realpath "$(dirname "$0")")
data=${COARSEN_DATA:-}
work=$(mktemp -d)
screen=
finish() {
  [ -z "$screen" ] || kill "$screen" 2>/dev/null || true  # it may have ended by itself
  rm -rf "$work"
}
trap finish EXIT
place="opt/my däta"

# Runs a script where the archive is tried, below the folder AT, in the folder for what it writes. A root is without a network; what
# was mounted in it and what it left running goes with it.
inside() { # root, script
  if [ -n "$on_this_system" ]; then
    (cd "$1/tmp" && exec env -i PATH="$PATH" HOME="$1/root" LANG=C.UTF-8 AT="$1/$place" \
      LD_LIBRARY_PATH="$1/planted${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" sh -euc "$2")
  else
    unshare --mount --net --pid --fork --kill-child bash -c '
      mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && mount -t tmpfs tmpfs "$1/dev/shm" || exit 1
      [ ! -d /tmp/.X11-unix ] || mount --bind /tmp/.X11-unix "$1/tmp/.X11-unix" || exit 1
      exec chroot "$1" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=/root LANG=C.UTF-8 AT="/$3" LD_LIBRARY_PATH=/planted \
        sh -euc "cd /tmp; $2"' - "$1" "$2" "$place"
  fi
}

passed=0 failed=0 left_out=0
try() { # what, command...: says what became of it, with the last line that a passed one wrote
  local before=$SECONDS what=$1 status=0
  shift
  "$@" >"$work/said" 2>&1 &  # not in a condition, where `set -e` would not hold
  wait $! || status=$?
  if [ $status -eq 0 ]; then
    echo "$what: passed, $((SECONDS - before)) s: $(tail -1 "$work/said")"
    passed=$((passed + 1))
  else
    echo "$what: FAILED with $status, $((SECONDS - before)) s"
    tail -15 "$work/said" | sed 's/^/    /'
    failed=$((failed + 1))
  fi
}

leave_out() { # what, why
  echo "$1: left out, $2"
  left_out=$((left_out + 1))
}

# A root of what every system has, copied from this one.
own_root() { # root
  local program
  for program in sh env dirname mkdir rmdir ln cp rm find cat ls sed awk sort sleep; do
    command -v "$program"
  done | xargs realpath >"$work/files"
  # Named by hand: what the archive may rely on.
  for program in libstdc++.so.6 libgcc_s.so.1 libm.so.6 libdl.so.2 libpthread.so.0 librt.so.1 libresolv.so.2; do
    ldconfig -p | awk -v name="$program" '$1 == name && /x86-64|AArch64/ && !n++ { print $NF }'
  done >>"$work/files"
  xargs ldd <"$work/files" 2>/dev/null | awk '/=> \// { print $3 } $1 ~ /^\/lib.*[^:]$/ { print $1 }' >"$work/libraries"
  mkdir -p "$1"/{usr/bin,usr/lib,usr/lib64}
  ln -s usr/bin usr/lib usr/lib64 "$1/"
  sort -u "$work/files" "$work/libraries" | while IFS= read -r file; do
    mkdir -p "$1$(dirname "$file")"
    cp -L "$file" "$1$file"
  done
  for program in sh awk; do
    ln -s "$(basename "$(realpath "$(command -v "$program")")")" "$1/usr/bin/$program"
  done
}

make_folders() { # root
  mkdir -p "$1"/{root,planted,proc,dev,tmp/.X11-unix} "$1/$place"
}

# Files that no loader can use, under the names of what is carried, but for libraries of the system's own programs.
plant() { # root
  local system=$1
  [ -z "$on_this_system" ] || system=
  find "$system/usr/lib" -name '*.so*' -printf '%f\n' 2>/dev/null | sort -u >"$work/of-the-system" || true  # some folders are root's alone
  find "$1/$place"/*/lib -name '*.so*' -printf '%f\n' | sort -u | comm -23 - "$work/of-the-system" | while IFS= read -r name; do
    echo "this is no library" >"$1/planted/$name"
  done
}

# Unpacks as the manual says.
unpack() { # root, archive
  cp "$2" "$1/tmp/archive.tar.xz"
  inside "$1" 'tar -xf archive.tar.xz -C "$AT"; ls "$AT"'
  rm "$1/tmp/archive.tar.xz"
}

version() { # root
  inside "$1" '"$AT"/*/coarsen-cli --version >version; sed -n 1p version'
}

self_test() { # root
  inside "$1" '"$AT"/*/coarsen-cli selftest'
}

measured() { # results.csv in a root: every frame is read, and at least one
  awk -F, '!/^#/ { if (!n++) { for (i = 1; i <= NF; ++i) if ($i == "status") column = i } else if ($column == "failed") bad = 1 }
           END { print n - 1 " frames"; exit !(n > 1 && column && !bad) }' "$1"
}

read_one() { # root, file
  cp "$2" "$1/tmp/$(basename "$2")"
  inside "$1" "\"\$AT\"/*/bin/coarsen-cli analyze '$(basename "$2")' -o one --force || [ \$? -eq 3 ]"
  measured "$1/tmp/one/results.csv"
}

# Looks at the screen until the window's letters are there.
window_comes() { # root
  rm -f "$1/tmp/seen"
  inside "$1" "env DISPLAY=:$(cat "$work/display") QT_QPA_PLATFORM=xcb \"\$AT\"/*/coarsen & window=\$!
    until [ -e seen ]; do sleep 0.2; done
    kill \$window" &
  local script=$! status=1
  for _ in $(seq 20); do
    sleep 1
    if "$scripts/letters.py" "$work/screen/Xvfb_screen0"; then status=0 && break; fi
  done
  touch "$1/tmp/seen"
  wait "$script" || true  # the window was ended by a signal; its letters decide
  return $status
}

menu_comes_and_goes() { # root
  inside "$1" 'export HOME="$PWD/home"; mkdir -p "$HOME"; cd "$AT"/*
    ./install.sh; "$HOME/.local/bin/coarsen-cli" --version
    find "$HOME/.local/share" -name "*.desktop" -exec cat {} + | sed -n "s/^Exec=\"\(.*\)\" %F/\1/p" >"$HOME/command"
    read -r command <"$HOME/command"; rm "$HOME/command"; "$command" --version
    ./install.sh; ./uninstall.sh'
  # Tables that desktops make of what is installed stay, without it.
  find "$1/tmp/home" \( -type f -o -type l \) ! -path '*/share/mime/*' ! -name mimeinfo.cache >"$work/left"
  find "$1/tmp/home" -type f -exec grep -li coarsen {} + >>"$work/left" || true  # where none is left
  cat "$work/left"
  [ ! -s "$work/left" ]
  echo "nothing is left"
}

film_is_refused() { # root: the message names the add-on
  inside "$1" 'printf "RIFF\044\000\000\000AVI LIST" >film.avi; "$AT"/*/bin/coarsen-cli analyze film.avi -o film' >"$work/film" 2>&1 &&
    { echo "a film was measured without the add-on"; return 1; }
  cat "$work/film"
  grep -- "-films.tar.xz" "$work/film"
}

film_is_written() { # root
  inside "$1" '"$AT"/*/bin/coarsen --export film results/session.coarsen --movie --force'
}

newest_glibc() { # root: not newer than Debian 12's
  local newest
  newest=$({ find "$1/$place" -type f \( -name '*.so*' -o -path '*/bin/*' -o -path '*/lib/coarsen/*' \) -exec objdump -T {} + 2>/dev/null ||
    true; } | grep -o 'GLIBC_2\.[0-9]*' | sort -Vu | tail -1)  # a script among them is no program
  echo "needs $newest"
  [ "$(printf '%s\nGLIBC_2.36\n' "$newest" | sort -V | tail -1)" = GLIBC_2.36 ]
}

# Every library is in a list, with its licence, and what that refers to is there.
whose_it_is() { # root
  local carried file name
  carried=$(echo "$1/$place"/*/share/doc/coarsen/carried)
  for file in "$1/$place"/*/lib/*.so* "$1/$place"/*/plugins/*/*.so; do
    name=${file#"$1/$place"/*/}
    grep -hq "^$name," "$carried"/*.csv || { echo "$name is in no list"; return 1; }
  done
  cut -d, -f2 "$carried"/*.csv | grep -vx -e package -e coarsen | sort -u >"$work/packages"
  while IFS= read -r file; do
    [ -s "$carried/$file.copyright" ] || { echo "no licence of $file"; return 1; }
  done <"$work/packages"
  grep -oh '/usr/share/common-licenses/[A-Za-z0-9.-]*[A-Za-z0-9]' "$carried"/*.copyright | sort -u | while IFS= read -r file; do
    file=${file##*/}
    # Some write GPL-2.0 for Debian's GPL-2.
    [ -s "$carried/common-licenses/$file" ] || [ -s "$carried/common-licenses/${file%.0}" ] || { echo "no text of $file"; exit 1; }
  done
  echo "$(cat "$carried"/*.csv | grep -c '^lib/') libraries, licences of $(wc -l <"$work/packages") packages"
}

# The figure at the head of the README, by the manual's second command; and the number that is in it.
sample() { # root
  inside "$1" '"$AT"/*/sample.sh results; "$AT"/*/bin/coarsen --grab start.png --page start --size 900x600'
  [ "$(stat -c %s "$1/tmp/results/window.png")" -gt 50000 ]
  "$scripts/letters.py" "$1/tmp/start.png"
  [ -n "$short" ] || "$scripts/letters.py" "$1/tmp/results/window.png" 100
  grep -aq 'BaseFont /.*DejaVuSans' "$1/tmp/results/figures/report.pdf"
  "$scripts/rate.py" "$1/tmp/results/fit.json" 15 0.1
}

# The sample by each engine of the GPU, and by one of the processor's.
gpu_is_used() { # root
  inside "$1" 'for engine in cpu-fft gpu-fft gpu-direct auto; do
      "$AT"/*/coarsen-cli analyze "$AT"/*/share/coarsen/sample/frames --engine $engine -o $engine --quiet
    done
    "$AT"/*/coarsen-cli engines'
  "$scripts/engines.py" "$1/tmp"
}

no_gpu_is_named() { # root
  inside "$1" '"$AT"/*/coarsen-cli engines' >"$work/engines"
  grep "^gpu-fft  *not here: " "$work/engines"
}

all_of() { # name, root, films: there, missing, or an archive that comes later
  local name=$1 root=$2 films=$3
  plant "$root"
  try "$name, licences" whose_it_is "$root"
  [ -n "$on_this_system" ] || try "$name, glibc" newest_glibc "$root"
  try "$name, version" version "$root"
  if [ -z "$short" ]; then
    try "$name, self-test" self_test "$root"
  else
    leave_out "$name, self-test" "it takes 50 s of a core"
  fi
  try "$name, sample" sample "$root"
  if [ -n "$data" ]; then
    try "$name, DNG" read_one "$root" "$data/camera-raw/colorchart.dng"
    try "$name, HDF5" read_one "$root" "$data/entrance/h5_tzyx.h5"
  else
    leave_out "$name, DNG and HDF5" "COARSEN_DATA names no folder"
  fi
  try "$name, menu" menu_comes_and_goes "$root"
  if [ -n "$on_this_system" ] && ! command -v Xvfb >/dev/null; then
    leave_out "$name, window on X11" "Xvfb is not here"
  else
    try "$name, window on X11" window_comes "$root"
  fi
  if [ -n "$on_this_system" ] && [ -e /dev/nvidia0 ]; then
    try "$name, GPU" gpu_is_used "$root"
  else
    try "$name, no GPU here" no_gpu_is_named "$root"
  fi
  [ "$films" = there ] || try "$name, film without the add-on" film_is_refused "$root"
  if [ "$films" = missing ]; then
    leave_out "$name, films" "the add-on is not named"
    return
  fi
  [ "$films" = there ] || try "$name, add-on" unpack "$root" "$films"
  plant "$root"
  try "$name, licences of films" whose_it_is "$root"
  try "$name, a film is written" film_is_written "$root"
  try "$name, MP4" read_one "$root" "$root/tmp/film/movie.mp4"
}

[ $# -gt 0 ] || { sed -n '3,6s/^# //p' "$0"; exit 2; }
on_this_system=
short=
if [ "$1" = --here ]; then
  on_this_system=yes
  shift
elif [ ! -d "$1" ] && [ "$(id -u)" -ne 0 ]; then
  echo "portable.sh: minimal roots are made by root" >&2
  exit 2
fi
if command -v Xvfb >/dev/null; then
  mkdir "$work/screen"
  Xvfb -displayfd 3 -screen 0 1000x700x24 -fbdir "$work/screen" -nolisten tcp 3>"$work/display" 2>/dev/null &
  screen=$!
  for _ in $(seq 50); do
    [ -s "$work/display" ] && break
    sleep 0.1
  done
fi

if [ -n "$on_this_system" ]; then
  make_folders "$work/root"
  try "here, unpacking" unpack "$work/root" "$(realpath "$1")"
  all_of here "$work/root" "${2:-missing}"
elif [ -d "$1" ]; then
  short=yes
  folder=$(realpath "$1")
  if unshare --mount --net --pid --fork --mount-proc true 2>"$work/said"; then
    own_root "$work/root"
  else
    echo "no root can be made here, so it is tried on this system as it is: $(cat "$work/said")"
    on_this_system=yes
  fi
  make_folders "$work/root"
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
    root=$work/$suite
    if [ -n "${COARSEN_ROOTS:-}" ] && [ -e "$COARSEN_ROOTS/$suite.tar" ]; then
      mkdir -p "$root"
      tar -xf "$COARSEN_ROOTS/$suite.tar" -C "$root" --exclude='./dev/*'
    else
      mmdebstrap --quiet --mode=root --variant=minbase --include=xz-utils "$suite" "$root" http://deb.debian.org/debian
    fi
    make_folders "$root"
    try "$suite, unpacking" unpack "$root" "$archive"
    all_of "$suite" "$root" "$films"
    rm -rf "$root"
  done
fi
echo "$passed passed, $failed failed, $left_out left out"
[ $failed -eq 0 ]
