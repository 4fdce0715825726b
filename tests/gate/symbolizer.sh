# SPDX-License-Identifier: GPL-3.0-or-later
# Names of functions in what Clang's sanitizers say, by whatever of the machine knows them. Sourced by what runs a program of theirs.
symbolizer=$(command -v llvm-symbolizer-19 || command -v llvm-symbolizer || command -v addr2line || true)
export ASAN_OPTIONS=external_symbolizer_path=$symbolizer
export UBSAN_OPTIONS=print_stacktrace=1:external_symbolizer_path=$symbolizer
