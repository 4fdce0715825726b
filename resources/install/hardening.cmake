# SPDX-License-Identifier: GPL-3.0-or-later
# Debian's hardening flags (dpkg-buildflags, hardening=+all) for every program, library and module that is shipped: what is made in
# the folders that are added after this file is included. Not in Debug builds, and not beside sanitizers, which have their own.
include(CheckCXXCompilerFlag)

set(COARSEN_HARDENING_OPTIONS "")
foreach(flag -fstack-protector-strong -fstack-clash-protection -fcf-protection)
  string(MAKE_C_IDENTIFIER "COARSEN_KNOWS${flag}" known)
  check_cxx_compiler_flag(${flag} ${known})
  if(${known})
    list(APPEND COARSEN_HARDENING_OPTIONS ${flag})
  endif()
endforeach()
set(COARSEN_HARDENED OFF)
if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize=" AND NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
  set(COARSEN_HARDENED ON)
  # What goes into a library that is loaded is position-independent already, and -fPIE behind -fPIC would win.
  set(isLoaded $<OR:$<STREQUAL:$<TARGET_PROPERTY:TYPE>,MODULE_LIBRARY>,$<BOOL:$<TARGET_PROPERTY:POSITION_INDEPENDENT_CODE>>>)
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:${COARSEN_HARDENING_OPTIONS};$<$<NOT:${isLoaded}>:-fPIE>>")
  add_compile_definitions($<$<COMPILE_LANGUAGE:CXX>:_FORTIFY_SOURCE=2>)
  add_link_options(-Wl,-z,relro,-z,now "$<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-pie>")
endif()
