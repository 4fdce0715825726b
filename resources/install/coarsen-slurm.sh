#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Measures a series by jobs of Slurm: what `coarsen-cli analyze` is told, this is told.
#
#     coarsen-slurm [-n PARTS] analyze images/ -o out --interval 10min     all of it
#     coarsen-slurm analyze out                                            what is missing of it
#
# Three jobs are submitted, each depending on the one before: one prepares, an array measures the parts, one merges them. Memory
# and time are those that `analyze --estimate` prints. --threads says how many cores each has [1]. Partition, account and whatever
# else sbatch asks for it takes from its own variables: SBATCH_PARTITION, SBATCH_ACCOUNT, ... What the jobs say stands in out/log.
set -eu

usage() {
  sed -n 's/^# \{0,1\}//; 3,9p' "$0" >&2
  exit 2
}
parts=0
while getopts n: option; do
  case $option in
    n) parts=$OPTARG ;;
    *) usage ;;
  esac
done
shift $((OPTIND - 1))
[ "${1:-}" = analyze ] && [ $# -ge 2 ] || usage
case " $* " in *" --threads"*) ;; *) set -- "$@" --threads 1 ;; esac

program=$(dirname "$(readlink -f "$0")")/coarsen-cli
[ -x "$program" ] || program=coarsen-cli

quoted() { # words, as a shell reads them
  for word; do
    printf " '%s'" "$(printf %s "$word" | sed "s/'/'\\\\''/g")"
  done
}

figures=$("$program" "$@" --estimate "$parts")
figure() { # name
  printf '%s\n' "$figures" | sed -n "s/^$1=//p"
}
folder=$(figure folder) threads=$(figure threads) count=$(figure parts) missing=$(figure missing)
mkdir -p "$folder/log"

submit() { # kind of job, its log, its command, then options of sbatch; gives the job's number
  kind=$1 log=$2 command=$3 memory=$(figure "$1_mb") minutes=$(figure "$1_minutes")
  shift 3
  id=$(sbatch --parsable --job-name "coarsen-$kind" --output "$folder/log/$log.txt" --open-mode append --requeue \
    --mem "${memory}M" --time "$minutes" --wrap "exec$(quoted "$program") $command" "$@")
  echo "${id%%;*}"
  echo "coarsen-slurm: job ${id%%;*}, $kind: $memory MB, at most $minutes min" >&2
}

after=
if [ "$(figure prepared)" = no ]; then
  id=$(submit prepare prepare "$(quoted "$@") --prepare" --cpus-per-task "$threads")
  after=afterok:$id
fi
if [ -n "$missing" ]; then
  id=$(submit part part-%a "analyze $(quoted "$folder") --part /$count --threads $threads --memory $(figure part_mb)MB" \
    --array "$missing" --cpus-per-task "$threads" ${after:+--dependency "$after" --kill-on-invalid-dep=yes})
  after=afterany:$id
fi
submit merge merge "analyze $(quoted "$folder") --merge" ${after:+--dependency "$after"} >/dev/null
