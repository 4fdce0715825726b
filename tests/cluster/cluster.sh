#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The manual's page Clusters on a real Slurm and a real Open MPI, by hand and as root: cluster.sh [BUILD]
# slurmctld, slurmd and munge are started on loopback in a minimal Debian of their own, without a network, where the folder of the
# built programs is mounted. COARSEN_ROOTS names the folder in which that system is made, and is kept for the next time; else it is
# temporary. The exit status is 1 where a result is not what one machine gives, or a killed part lost a frame that was measured.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$(realpath "${1:-build}")
if [ -n "${COARSEN_ROOTS:-}" ]; then
  roots=$COARSEN_ROOTS
else
  roots=$(mktemp -d)
  trap 'rm -rf "$roots"' EXIT
fi
root=$roots/cluster
if [ ! -e "$root/usr/sbin/slurmctld-wlm" ]; then
  mkdir -p "$roots"
  # The libraries that the programs were built with. dpkg knows a file with /usr before it or without; one of the two is not found.
  mapfile -t files < <(ldd "$build/bin/coarsen-cli" | awk '$2 == "=>" { print $3 }' | xargs -n 1 readlink -f)
  libraries=$({ dpkg-query -S "${files[@]}" "${files[@]#/usr}" 2>"$roots/not_found" || true; } | sed 's/:.*//' | sort -u | paste -sd,)
  mmdebstrap --quiet --mode=root --variant=minbase --include="slurmctld,slurmd,slurm-client,munge,openmpi-bin,procps,$libraries" \
    bookworm "$root" http://deb.debian.org/debian
fi
cp tests/cluster/slurm.conf "$root/etc/slurm/slurm.conf"
echo CgroupPlugin=cgroup/v1 >"$root/etc/slurm/cgroup.conf"
echo '127.0.0.1 localhost node' >"$root/etc/hosts"
mkdir -p "$root/coarsen" "$root/build" "$root/data"

unshare --mount --pid --net --uts --fork --kill-child bash -c '
  hostname node && ip link set lo up && ip address add 10.1.1.1/32 dev lo &&
  mount --rbind /dev "$1/dev" && mount -t tmpfs tmpfs "$1/dev/shm" && mount -t proc proc "$1/proc" && mount -t sysfs sysfs "$1/sys" &&
    mount -t tmpfs tmpfs "$1/run" && mount -t tmpfs tmpfs "$1/data" &&
    mount --bind . "$1/coarsen" && mount --bind "$2" "$1/build" || exit 1
  exec chroot "$1" /usr/bin/env -i PATH=/opt/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
    bash /coarsen/tests/cluster/on_the_cluster.sh' - "$root" "$build"
