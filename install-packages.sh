#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs the Debian packages that are missing, and those named besides. Does nothing, quickly, when all are there.
set -euo pipefail

packages=(
  g++ cmake ninja-build ccache ca-certificates pkg-config
  qt6-base-dev qt6-svg-dev libqcustomplot-dev fonts-dejavu-core
  libopencv-core-dev libopencv-imgproc-dev libfftw3-dev libgsl-dev
  libspng-dev zlib1g-dev libtiff-dev libjpeg-dev libraw-dev libhdf5-dev libexiv2-dev libssl-dev
  libblosc-dev libzstd-dev libgdcm-dev
  libavformat-dev libavcodec-dev libswscale-dev libavutil-dev
  nlohmann-json3-dev libpugixml-dev libcli11-dev libgtest-dev libgmock-dev xvfb xdotool "$@"
)

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>&1) && [ "$status" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "install-packages.sh: these packages are missing: ${missing[*]}; install them as root, then try again" >&2; exit 1; }
  as_root=(sudo)
fi
echo "Installing ${#missing[@]} packages: ${missing[*]}"
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
