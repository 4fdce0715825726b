# SPDX-License-Identifier: GPL-3.0-or-later
# Makes of what was just installed a folder that runs wherever it lies, where the environment says COARSEN_PORTABLE, as `cpack -G TXZ`
# does: Qt's plugins and every library that the programs need go in, but those of libc and of the compiler, which every system has,
# and each file looks for libraries beside itself. The system's libraries are taken, so it runs where glibc is as new as here, or
# newer. Needs patchelf and dpkg. `part` is program or films: the add-on has what the program, installed before it, has not.
cmake_policy(VERSION 3.25)
if(NOT DEFINED ENV{COARSEN_PORTABLE})
  return()
endif()
if(NOT qt_plugins)
  message(FATAL_ERROR "the archive has the window: build with COARSEN_WINDOW")
endif()
find_program(PATCHELF patchelf REQUIRED)
find_program(DPKG_QUERY dpkg-query REQUIRED)
set(folder "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
set(carried "${folder}/share/doc/coarsen/carried")

# glibc's and the compiler's: an older one of them in front of the system's would break the system's own libraries, as a driver's.
set(of_every_system "^(ld-linux|lib(c|m|dl|pthread|rt|resolv|util|anl|mvec|nss_[a-z]+|stdc\\+\\+|gcc_s)\\.so)")
# Drawing in memory is all that the window asks for: no plugin that stands on OpenGL, none of a screen without a desktop.
set(plugins
  platforms/libqxcb.so platforms/libqwayland-generic.so platforms/libqoffscreen.so
  wayland-shell-integration/libxdg-shell.so wayland-decoration-client/libbradient.so
  platforminputcontexts/libcomposeplatforminputcontextplugin.so platforminputcontexts/libibusplatforminputcontextplugin.so
  iconengines/libqsvgicon.so imageformats/libqsvg.so imageformats/libqjpeg.so imageformats/libqico.so)

# The libraries that these files need, by their names and where they lie here.
function(coarsen_libraries_of result)
  file(GET_RUNTIME_DEPENDENCIES MODULES ${ARGN} PRE_EXCLUDE_REGEXES "${of_every_system}|^libcurl\\.so\\.4$" RESOLVED_DEPENDENCIES_VAR found)
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# Notes whose a file is that comes from the system, and copies what its package says of its licence.
function(coarsen_note file name list)
  file(REAL_PATH "${file}" file)
  # dpkg knows a file by the name that its package gave it, be /lib a link to /usr/lib or not.
  string(REGEX REPLACE "^/usr/" "/" short "${file}")
  execute_process(COMMAND "${DPKG_QUERY}" -S "${file}" "${short}" OUTPUT_VARIABLE owner ERROR_QUIET)
  if(NOT owner MATCHES "^([^\n:]+):[^\n]* /")
    message(FATAL_ERROR "${file} belongs to no package: its licence is not known, so that it cannot be handed on")
  endif()
  set(package "${CMAKE_MATCH_1}")
  execute_process(COMMAND "${DPKG_QUERY}" -W -f "\${Version},\${source:Package},\${source:Version}\n" "${package}"
    OUTPUT_VARIABLE versions COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX REPLACE "\n.*" "" versions "${versions}")  # of several architectures all are one version
  file(COPY_FILE "/usr/share/doc/${package}/copyright" "${carried}/${package}.copyright")
  file(APPEND "${carried}/${list}" "${name},${package},${versions}\n")
endfunction()

# Puts the libraries into the folder, each under the name by which it is looked for.
function(coarsen_carry list)
  foreach(library IN LISTS ARGN)
    cmake_path(GET library FILENAME name)
    file(REAL_PATH "${library}" file)
    file(COPY_FILE "${file}" "${folder}/lib/${name}")
    coarsen_note("${file}" "lib/${name}" "${list}")
    coarsen_look_in("$ORIGIN" "${folder}/lib/${name}")
  endforeach()
endfunction()

# Makes files look for libraries in this folder, and before any that the user's environment names.
function(coarsen_look_in place)
  foreach(file IN LISTS ARGN)
    execute_process(COMMAND "${PATCHELF}" --force-rpath --set-rpath "${place}" "${file}" COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
endfunction()

# Leaves of ICU's data, a third of all that is carried, what Qt asks it for: encodings, normalisation, and the order of letters. Names
# of countries, currencies, units and time zones and where lines break are Qt's own, or asked for by nobody.
function(coarsen_shorten_icu library)
  find_program(ICUPKG icupkg PATHS /usr/sbin REQUIRED)  # of icu-devtools
  find_program(OBJCOPY objcopy REQUIRED)
  cmake_path(GET library FILENAME name)
  string(REGEX REPLACE "^libicudata\\.so\\." "" version "${name}")
  execute_process(COMMAND "${OBJCOPY}" -O binary --only-section=.rodata "${library}" "${scratch}/icudt${version}l.dat" COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND "${ICUPKG}" -l "${scratch}/icudt${version}l.dat" OUTPUT_VARIABLE items COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" items "${items}")
  set(of_places "${items}")
  list(FILTER of_places INCLUDE REGEX "^((curr|zone|lang|region|unit|rbnf|translit|coll)/|[a-z][a-z][a-z]?(_[A-Za-z0-9_]+)?\\.res$)")
  list(FILTER of_places EXCLUDE REGEX "^[a-z]+/(root|pool|res_index|supplementalData|ucadata|tzdbNames)\\.|(^|/)en(_US|_001)?\\.res$")
  list(FILTER items INCLUDE REGEX "^brkitr/")
  list(APPEND items ${of_places})
  list(JOIN items "\n" items)
  file(WRITE "${scratch}/left-out.txt" "${items}\n")
  execute_process(COMMAND "${ICUPKG}" -r "${scratch}/left-out.txt" "${scratch}/icudt${version}l.dat" "${scratch}/icu.dat" COMMAND_ERROR_IS_FATAL ANY)
  set(symbol "icudt${version}_dat")
  file(WRITE "${scratch}/icu.s" ".section .rodata\n.balign 16\n.globl ${symbol}\n.type ${symbol}, @object\n${symbol}: .incbin \"icu.dat\"\n"
    ".size ${symbol}, . - ${symbol}\n.section .note.GNU-stack, \"\", @progbits\n")
  execute_process(COMMAND "${compiler}" -shared -nostdlib "-Wl,-soname,${name}" icu.s -o "${library}" WORKING_DIRECTORY "${scratch}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(coarsen_begin_list list)
  file(MAKE_DIRECTORY "${folder}/lib" "${carried}")
  file(WRITE "${carried}/${list}" "file,package,version,source,source_version\n")
endfunction()

if(part STREQUAL "program")
  coarsen_begin_list(libraries.csv)
  foreach(plugin IN LISTS plugins)
    cmake_path(GET plugin PARENT_PATH kind)
    file(MAKE_DIRECTORY "${folder}/plugins/${kind}")
    file(COPY_FILE "${qt_plugins}/${plugin}" "${folder}/plugins/${plugin}")
    coarsen_note("${qt_plugins}/${plugin}" "plugins/${plugin}" libraries.csv)
    list(APPEND carried_plugins "${folder}/plugins/${plugin}")
  endforeach()
  # What is compiled in.
  coarsen_note("${font}" "DejaVu Sans in bin/coarsen" libraries.csv)
  foreach(header nlohmann/json.hpp CLI/CLI.hpp)
    find_file(found_${header} "${header}" PATHS /usr/include REQUIRED)
    coarsen_note("${found_${header}}" "${header} in the programs" libraries.csv)
  endforeach()
  set(programs "${folder}/bin/coarsen" "${folder}/bin/coarsen-cli")  # coarsen-slurm beside them is a script
  file(GLOB helpers "${folder}/lib/coarsen/*")
  list(FILTER helpers EXCLUDE REGEX "\\.so$")  # of films, where all is installed into one folder
  coarsen_libraries_of(libraries ${programs} ${helpers} ${carried_plugins})
  coarsen_carry(libraries.csv ${libraries})
  file(GLOB icu_data "${folder}/lib/libicudata.so.*")
  coarsen_shorten_icu("${icu_data}")
  file(COPY_FILE "${no_curl}" "${folder}/lib/libcurl.so.4")
  file(APPEND "${carried}/libraries.csv" "lib/libcurl.so.4,coarsen,,coarsen,\n")
  coarsen_look_in("$ORIGIN/../lib" ${programs})
  coarsen_look_in("$ORIGIN/.." ${helpers})
  coarsen_look_in("$ORIGIN/../../lib" ${carried_plugins})
  file(WRITE "${scratch}/libraries-of-program" "${libraries}")
  file(WRITE "${folder}/bin/qt.conf" "[Paths]\nPrefix = ..\nPlugins = plugins\n")
  file(WRITE "${folder}/lib/coarsen/films-archive" "${archive}-films.tar.xz\n")  # which the program names where it is missing
  file(COPY /usr/share/common-licenses DESTINATION "${carried}")
  file(COPY_FILE "${CMAKE_CURRENT_LIST_DIR}/carried.md" "${carried}/README.md")
  foreach(script install.sh uninstall.sh sample.sh)
    file(COPY "${CMAKE_CURRENT_LIST_DIR}/${script}" DESTINATION "${folder}")
  endforeach()
  foreach(name coarsen coarsen-cli)
    file(CREATE_LINK "bin/${name}" "${folder}/${name}" SYMBOLIC)
  endforeach()
else()
  coarsen_begin_list(libraries-of-films.csv)
  set(module "${folder}/lib/coarsen/libcoarsen_video.so")
  file(READ "${scratch}/libraries-of-program" there)
  coarsen_libraries_of(libraries "${module}")
  list(REMOVE_ITEM libraries ${there})
  coarsen_carry(libraries-of-films.csv ${libraries})
  coarsen_look_in("$ORIGIN/.." "${module}")
endif()
