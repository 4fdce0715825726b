# SPDX-License-Identifier: GPL-3.0-or-later
# What differs between the kinds of packages; cpack reads it before it makes one of a kind.
unset(ENV{COARSEN_PORTABLE})
if(CPACK_GENERATOR STREQUAL "TXZ")
  # A folder that runs wherever it is unpacked, and its add-on for films, which is unpacked over it.
  set(ENV{COARSEN_PORTABLE} 1)
  set(CPACK_PACKAGE_FILE_NAME "${CPACK_COARSEN_ARCHIVE}")
  set(CPACK_PACKAGING_INSTALL_PREFIX "/")
  set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
  set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
  set(CPACK_ARCHIVE_PROGRAM_FILE_NAME "${CPACK_COARSEN_ARCHIVE}")
  set(CPACK_ARCHIVE_FILMS_FILE_NAME "${CPACK_COARSEN_ARCHIVE}-films")
  set(CPACK_THREADS 0)
  set(CPACK_POST_BUILD_SCRIPTS "${CPACK_COARSEN_INSTALL_FOLDER}/pack_smaller.cmake")
elseif(CPACK_GENERATOR STREQUAL "DEB")
  # One package, without what other programs are built with.
  set(CPACK_DEB_COMPONENT_INSTALL ON)
  set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
endif()
