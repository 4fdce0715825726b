# SPDX-License-Identifier: GPL-3.0-or-later
# Makes a source of the lines of use in the headers that it is given, each in a function of its own: it compiles as long as they are
# true. They stand in the comment of a class, indented by five blanks, below "/// Use:" or "/// Use, given `what they need`:".

FNR == 1 { if (isOpen) close_function(); place = ""; isOpen = 0 }
/^namespace coarsen.* \{/ { place = $2 }

function close_function() {
    body = body "}}\n"
    isOpen = 0
}

/^ *\/\/\/ Use(, given `.*`)?:$/ {
    given = $0
    sub(/^[^`]*`?/, "", given)
    sub(/`?:$/, "", given)
    if ($0 !~ /`/) given = ""
    header = FILENAME
    sub(ROOT "/", "", header)
    if (!(header in isIncluded)) {
        isIncluded[header] = 1
        includes = includes "#include \"" header "\"\n"
    }
    body = body "namespace " place " { void use" ++count "(" given ") {\n#line " FNR + 2 " \"" header "\"\n"
    isOpen = 1
    next
}
isOpen && /^ *\/\/\/$/ { next }
isOpen && /^ *\/\/\/     / {
    sub(/^ *\/\/\/     /, "")
    body = body $0 "\n"
    next
}
isOpen { close_function() }

END {
    if (isOpen) close_function()
    printf "%s%s", includes, body
}
