#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Measures many small frames that come into a watched folder, and many small volumes, and says what memory the program holds after
# a tenth of them and in the end: long_runs.sh COARSEN-CLI [FRAMES, 10000 [VOLUMES, 1000]]. By hand. Exit status 1 where it grows
# by more than a quarter and 20 MB.
set -u
export LC_ALL=C
program=$(realpath "${1:?long_runs.sh COARSEN-CLI [FRAMES [VOLUMES]]}")
frames=${2:-10000}
volumes=${3:-1000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

rows() { # out
  local journal=0 table=0
  [ -e "$1/.coarsen-run.jsonl" ] && journal=$(($(wc -l <"$1/.coarsen-run.jsonl") - 1))
  [ -e "$1/results.csv" ] && table=$(($(grep -vc '^#' "$1/results.csv") - 1))
  echo $((journal > table ? journal : table))
}

kilobytes() { awk '/VmRSS/ { print $2 }' "/proc/$1/status" 2>/dev/null; }

# Waits for the run and tells of its memory; what it measures comes meanwhile.
follow() { # process, out, count, words
  local early= last= now
  while kill -0 "$1" 2>/dev/null; do
    now=$(kilobytes "$1")
    [ -n "$now" ] && last=$now
    [ -z "$early" ] && [ "$(rows "$2")" -ge $(($3 / 10)) ] && early=$last
    sleep 0.2
  done
  wait "$1"
  local status=$?
  echo "$4: exit status $status, $(rows "$2") rows, $((${early:-0} / 1024)) MB after a tenth, $((${last:-0} / 1024)) MB in the end"
  [ "$status" = 0 ] && [ "${last:-0}" -le $((${early:-0} * 5 / 4 + 20480)) ]
}

failed=0
"$program" synth ring -o "$work/rings" --size 96x72 --frames 20 --r-max 8:12 || exit 2
mapfile -t pictures < <(ls "$work"/rings/*.png)
mkdir "$work/in"
cp "${pictures[0]}" "$work/in/f_00000.png"
"$program" analyze "$work/in" -o "$work/frames" --interval 1 --watch --until "$frames" --quiet --threads 2 >"$work/said" 2>&1 &
run=$!
(
  for ((i = 1; i < frames; ++i)); do
    name=$(printf 'f_%05d.png' "$i")
    cp "${pictures[$((i % ${#pictures[@]}))]}" "$work/in/.coming"
    mv "$work/in/.coming" "$work/in/$name"
  done
) &
follow "$run" "$work/frames" "$frames" "$frames frames by --watch" || { failed=1; tail -3 "$work/said"; }

"$program" synth bicontinuous -o "$work/made" --size 24x22x20 --frames 10 --wavelength 6:7 || exit 2
mapfile -t pictures < <(ls "$work"/made/*.tif)
mkdir "$work/volumes"
for ((i = 0; i < volumes; ++i)); do
  ln "${pictures[$((i % ${#pictures[@]}))]}" "$(printf '%s/volumes/v_%05d.tif' "$work" "$i")"
done
"$program" analyze "$work/volumes" --volumes -o "$work/measured" --interval 1 --quiet --threads 2 >"$work/said" 2>&1 &
follow $! "$work/measured" "$volumes" "$volumes volumes" || { failed=1; tail -3 "$work/said"; }
exit "$failed"
