#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Kills runs at random moments (kill -9), goes on with each until it is whole, and compares it with one that nobody disturbed:
# kills.sh COARSEN-CLI [KILLS, 60 [KIND ...]], kinds: analyze batch volumes ensemble watch; SEED begins the random moments.
# By hand. A line a kind; exit status 1 where anything differs or is left over.
set -u
export LC_ALL=C
program=$(realpath "${1:?kills.sh COARSEN-CLI [KILLS [KIND ...]]}")
kills=${2:-60}
shift $(($# < 2 ? $# : 2))
kinds=("$@")
[ $# -gt 0 ] || kinds=(analyze batch volumes ensemble watch)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
RANDOM=${SEED:-1}

# The file without what a clock has a part in: dates, seconds, and a session's hashes of tables that hold dates.
withoutClocks() {
  tr -d '\n' <"$1" | sed -E 's/# date: [^#]*//g; s/"(started|finished|tuned)_utc": *"[^"]*"//g; s/"seconds": *[^,}]*//g; s/"outputs": *\[[^]]*\]//g'
}

differences() { # folder, other
  diff <(cd "$1" && find . -type f | sort) <(cd "$2" && find . -type f | sort)
  (cd "$1" && find . -type f | sort) | while read -r file; do
    if [ -e "$2/$file" ] && ! cmp -s <(withoutClocks "$1/$file") <(withoutClocks "$2/$file"); then echo "$file differs"; fi
  done
}

makeInput() { # kind
  local in=$work/$1/in each
  case $1 in
    volumes) "$program" synth bicontinuous -o "$in" --size 40x38x36 --frames 4 --wavelength 5:7 ;;
    batch)
      for each in 20C-1 20C-2 30C-1; do "$program" synth ring -o "$in/$each" --size 200x150 --frames 5 --r-max 8:16; done
      ;;
    *) "$program" synth ring -o "$in" --size 200x150 --frames 16 --r-max 8:16 ;;
  esac
}

# Runs the kind into the folder; "again": on what a killed run left.
start() { # kind, out, again
  local in=$work/$1/in more=()
  [ -z "$3" ] || more=(--resume)
  [ "$1" != ensemble ] || [ -z "$3" ] || more=(--force)
  case $1 in
    analyze) exec "$program" analyze "$in" -o "$2" --threads 2 --save c2d,final --quiet "${more[@]}" ;;
    volumes) exec "$program" analyze "$in" --volumes -o "$2" --threads 2 --save c3d,final --set surface.on=true --quiet "${more[@]}" ;;
    batch) exec "$program" batch "$in" -o "$2" --threads 2 --quiet "${more[@]}" ;;
    ensemble) exec "$program" ensemble "$in" -o "$2" --threads 2 --quiet "${more[@]}" ;;
    watch) exec "$program" analyze "$in" -o "$2" --threads 2 --watch --until 16 --save c2d --quiet "${more[@]}" ;;
  esac
}

milliseconds() { date +%s%3N; }

failed=0
for kind in "${kinds[@]}"; do
  mkdir -p "$work/$kind"
  makeInput "$kind" >"$work/said" 2>&1 || { cat "$work/said"; exit 2; }
  began=$(milliseconds)
  (start "$kind" "$work/$kind/plain" "") >"$work/said" 2>&1 || { cat "$work/said"; exit 2; }
  whole=$(($(milliseconds) - began))
  killed=0 runs=0 wrong=0
  out=$work/$kind/out
  while [ "$killed" -lt "$kills" ]; do
    rm -rf "$out"
    again=
    for turn in 1 2 3 4 5 6; do
      (start "$kind" "$out" "$again") >"$work/said" 2>&1 &
      run=$!
      if [ "$turn" -lt 6 ] && [ "$killed" -lt "$kills" ]; then
        pause=$((whole * (RANDOM % 1000) / 1000))
        sleep "$((pause / 1000)).$(printf %03d $((pause % 1000)))"
        kill -9 "$run" 2>/dev/null && killed=$((killed + 1))
      fi
      wait "$run" 2>/dev/null
      status=$?
      [ "$status" = 137 ] || break
      again=yes
    done
    runs=$((runs + 1))
    differ=$(differences "$work/$kind/plain" "$out")
    if [ "$status" != 0 ] || [ -n "$differ" ]; then
      wrong=$((wrong + 1))
      echo "$kind, run $runs: exit status $status"
      cat "$work/said"
      echo "$differ"
    fi
  done
  echo "$kind: $killed kills in $runs runs, $wrong of them other than the undisturbed one"
  [ "$wrong" = 0 ] || failed=1
  rm -rf "${work:?}/$kind"
done
exit "$failed"
