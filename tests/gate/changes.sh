# SPDX-License-Identifier: GPL-3.0-or-later
# What the gate looks at where it looks at changes only: those of the last 50 commits or since the last tag, whichever is less.
# Sourced from the project's root.

# Prints the commit before the changes; nothing where the history here is shorter than that, and all is looked at. Commits are counted
# one by one, those that a merge brought too.
before_the_changes() {
  local tag
  tag=$(git describe --tags --abbrev=0 2>/dev/null) || tag=
  if [ -n "$tag" ] && [ "$(git rev-list --count "$tag"..HEAD)" -lt 50 ]; then
    echo "$tag"
  else
    git rev-list --skip=50 --max-count=1 HEAD  # of a shorter history nothing: then all is looked at
  fi
}

# Prints the headers in which more than comments changed.
headers_whose_code_changed() { # commit
  git diff --unified=0 "$1" -- core gpu app |
    awk '/^(---|[+][+][+]) /{ if ($2 != "/dev/null") file = substr($2, 3); next }
         /^[-+]/ && file ~ /\.hpp$/ && !/^[-+][ \t]*(\/\/.*)?$/{ print file }' | sort -u
}

# Prints the headers that may lean on a line which another header no longer has: those that include it, by however many steps, and
# do not have that line themselves.
headers_that_leaned_on() { # header, line
  local given=$1 found= including
  ! grep -qxF -- "$2" "$1" 2>/dev/null || return 0  # it stands elsewhere in the same header
  while [ -n "$given" ]; do
    including=$(sed 's/.*/#include "&"/' <<<"$given" | grep -rlFf - --include='*.hpp' core gpu app | xargs -r grep -LxF -- "$2" || true)
    given=$(comm -23 <(sort -u <<<"$including") <(sort -u <<<"$found"))
    found=$(printf '%s\n' "$found" "$given")
  done
  echo "$found"
}

# Prints the headers that may no longer stand alone: those that changed, and those that leaned on an include or a declaration that
# one of them no longer has.
changed_headers() { # commit
  {
    headers_whose_code_changed "$1"
    git diff --unified=0 "$1" -- core gpu app |
      awk '/^--- /{file = substr($2, 3)} /^-(#include|(class|struct|enum).*;)/ && file ~ /\.hpp$/{print file "\t" substr($0, 2)}' |
      while IFS=$'\t' read -r header line; do headers_that_leaned_on "$header" "$line"; done
  } | sort -u | sed '/^$/d'
}
