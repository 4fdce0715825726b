#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What cluster.sh runs within its root: starts Slurm, then runs the commands of the manual's page Clusters as they are printed.
set -euo pipefail

# As root, on loopback and with more ranks than cores, which Open MPI asks to be told.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_oob_tcp_if_include=lo OMPI_MCA_btl=self,vader
mkdir -p /opt/bin /run/munge /var/lib/slurm/ctld /var/lib/slurm/d /var/log/slurm
rm -rf /var/lib/slurm/ctld/* /var/lib/slurm/d/*
ln -sf /build/bin/coarsen-cli /opt/bin/coarsen-cli
ln -sf /coarsen/resources/install/coarsen-slurm.sh /opt/bin/coarsen-slurm
chown munge: /run/munge /var/log/munge /etc/munge/munge.key
su munge -s /bin/sh -c munged
slurmctld
slurmd
for _ in $(seq 100); do
  [ "$(sinfo -h -o %t)" != idle ] || break
  sleep 0.1
done
sinfo

failed=0
check() { # what, command
  local what=$1
  shift
  if "$@"; then echo "passed: $what"; else
    echo "FAILED: $what"
    failed=1
  fi
}
until_idle() {
  while [ -n "$(squeue -h)" ]; do sleep 0.2; done
}
without_clocks() { # file
  tr '\n' '\f' <"$1" | sed -E 's/# date: [^\f]*//g; s/"(started|finished)_utc": *"[^"]*"//g; s/"outputs": *\[[^]]*\]//g'
}
same() { # folder, folder
  local name
  for name in results.csv c1d.csv fit.json session.coarsen; do
    cmp <(without_clocks "$1/$name") <(without_clocks "$2/$name") || return 1
  done
}
# The block of commands on the page that has this line in it.
block() { # text
  awk -v wanted="$1" '/^```/ { if (inside && found) { printf "%s", text; exit } inside = !inside; text = ""; found = 0; next }
    inside { text = text $0 "\n"; if (index($0, wanted)) found = 1 }' /coarsen/resources/manual/clusters.md
}
run_block() { # text in it
  local commands
  commands=$(block "$1")
  [ -n "$commands" ] || { echo "no commands on the page with: $1"; return 1; }
  sed 's/^/  $ /' <<<"$commands"
  bash -ec "$commands"
  until_idle
}

cd /data
coarsen-cli synth ring -o images --size 480x360 --frames 45 --r-max 14:24 >/dev/null
before=$SECONDS
coarsen-cli analyze images/ -o whole --interval 10min --threads 1 --progress none --quiet
echo "one machine: $((SECONDS - before)) s"

fresh() { rm -rf out; }
for what in 'for k in' 'coarsen-slurm -n' 'P=$(sbatch' 'mpirun'; do
  fresh
  before=$SECONDS
  check "page: $what" run_block "$what"
  check "$what: bytes of one machine, $((SECONDS - before)) s" same out whole
done

# A task that is killed in its part: what is submitted again measures the rest of that part, and no other.
fresh
coarsen-slurm -n 3 analyze images/ -o out --interval 10min
unfinished=out/parts/0002.jsonl.part
victim=
while [ -z "$victim" ]; do
  for process in $(pgrep -x coarsen-cli); do
    ! { tr '\0' '\n' <"/proc/$process/environ" | grep -qx SLURM_ARRAY_TASK_ID=2; } 2>/dev/null || victim=$process
  done
done
lines() { { wc -l <$unfinished; } 2>/dev/null || echo 0; }
while [ "$(lines)" -lt 4 ]; do sleep 0.005; done
kill -KILL "$victim"
rows=$(($(grep -c '"check"' $unfinished)))
until_idle
echo "killed process $victim with $rows rows of part 2"
check "the merging names the part" grep -q 'array=2' out/log/merge.txt
check "nothing is merged" test ! -e out/results.csv
run_block 'coarsen-slurm analyze out'
check "only that part is submitted again" test "$(grep -c 'of them measured now' out/log/part-1.txt)$(grep -c 'of them measured now' out/log/part-3.txt)" = 11
check "its rows are not measured again: $(tail -n 2 out/log/part-2.txt | head -n 1)" \
  grep -q "15 frames, $((15 - rows)) of them measured now" out/log/part-2.txt
check "bytes of one machine" same out whole
exit $failed
