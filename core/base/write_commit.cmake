# SPDX-License-Identifier: GPL-3.0-or-later
cmake_minimum_required(VERSION 3.25)
# Writes FILE, which names the commit that is being built. Run at every build; the file changes only when the answer does.
execute_process(COMMAND git rev-parse --short HEAD WORKING_DIRECTORY "${SOURCE}" OUTPUT_VARIABLE commit
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
execute_process(COMMAND git status --porcelain --untracked-files=no WORKING_DIRECTORY "${SOURCE}" OUTPUT_VARIABLE changes ERROR_QUIET)
if(failed)
  set(commit "unknown")  # sources without their repository
endif()
set(dirty "false")
if(NOT changes STREQUAL "")
  set(dirty "true")
endif()
file(CONFIGURE OUTPUT "${FILE}" CONTENT "#pragma once

namespace coarsen {
inline constexpr char commit[] = \"@commit@\";
inline constexpr bool isCommitDirty = @dirty@;
}  // namespace coarsen
" @ONLY)
