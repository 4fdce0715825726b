# SPDX-License-Identifier: GPL-3.0-or-later
# What the gate looks at where it looks at changes only: those of the last 50 commits or since the last tag, whichever is less.
# Sourced from the project's root.

# Prints the commit before the changes; nothing where the history here is shorter than that, and all is looked at.
before_the_changes() {
  local tag
  tag=$(git describe --tags --abbrev=0 2>/dev/null) || tag=
  if [ -n "$tag" ] && [ "$(git rev-list --count "$tag"..HEAD)" -lt 50 ]; then
    echo "$tag"
  else
    git rev-parse --quiet --verify HEAD~50 || true  # a shorter history: then all is looked at
  fi
}

# Prints the headers that may no longer stand alone: those that changed, and those that include, by however many steps, one that no
# longer includes or declares something.
changed_headers() { # commit
  local changed poorer including found
  changed=$(git diff --name-only "$1" -- core gpu app | grep '\.hpp$' || true)
  poorer=$(git diff --unified=0 "$1" -- core gpu app |
    awk '/^--- /{file = substr($2, 3)} /^-(#include|(class|struct|enum).*;)/ && file ~ /\.hpp$/{print file}' | sort -u)
  found=$poorer
  while [ -n "$poorer" ]; do
    including=$(sed 's/.*/#include "&"/' <<<"$poorer" | grep -rlFf - --include='*.hpp' core gpu app || true)
    poorer=$(comm -23 <(sort -u <<<"$including") <(sort -u <<<"$found"))
    found=$(printf '%s\n' "$found" "$poorer")
  done
  printf '%s\n' "$changed" "$found" | sort -u | sed '/^$/d'
}
