# SPDX-License-Identifier: GPL-3.0-or-later
# What `cmake --install` and `cpack` put on a machine, beside the programs that their own folders install.
include(GNUInstallDirs)

install(DIRECTORY resources/sample resources/sample-crossover resources/sample-volumes DESTINATION "${CMAKE_INSTALL_DATADIR}/coarsen")
install(FILES README.md LICENSE DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/coarsen")
install(FILES resources/CHANGES.md resources/CITATION.cff
  DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/coarsen/resources")
install(DIRECTORY resources/manual resources/reference resources/science resources/develop
  DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/coarsen/resources" FILES_MATCHING PATTERN "*.md")
install(PROGRAMS resources/install/coarsen-slurm.sh DESTINATION "${CMAKE_INSTALL_BINDIR}" RENAME coarsen-slurm)
install(FILES resources/reference/coarsen-cli.1 DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
install(FILES resources/reference/coarsen-cli.bash DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME coarsen-cli)
if(COARSEN_WINDOW)
  install(FILES resources/reference/coarsen.1 DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
  install(FILES resources/install/coarsen.desktop DESTINATION "${CMAKE_INSTALL_DATADIR}/applications" RENAME "${COARSEN_APPLICATION_ID}.desktop")
  configure_file(resources/install/coarsen.metainfo.xml.in "${PROJECT_BINARY_DIR}/generated/${COARSEN_APPLICATION_ID}.metainfo.xml" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/generated/${COARSEN_APPLICATION_ID}.metainfo.xml" DESTINATION "${CMAKE_INSTALL_DATADIR}/metainfo")
  install(FILES resources/install/coarsen.xml DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages")
  install(FILES resources/icons/coarsen.svg DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps")
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME coarsen)
set(CPACK_PACKAGE_VERSION "${COARSEN_VERSION}")
string(REPLACE "-" "~" CPACK_DEBIAN_PACKAGE_VERSION "${COARSEN_VERSION}")  # dpkg sorts ~dev before the release
set(CPACK_PACKAGE_CONTACT "The Coarsen team <coarsen@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)  # needs dpkg-dev and file
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Opens a series of images, cleans each frame, computes the two-dimensional
autocorrelation, reads the characteristic length off its azimuthal average
and fits its growth. With a window and a command line.")

# `cpack` makes the Debian package, `cpack -G TXZ` the archives for every Linux.
set(archive "coarsen-${COARSEN_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR}")
add_library(coarsen_no_curl MODULE resources/install/no_curl.cpp)
set_target_properties(coarsen_no_curl PROPERTIES PREFIX "" OUTPUT_NAME libcurl SUFFIX .so.4 LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/portable")
target_link_options(coarsen_no_curl PRIVATE -Wl,-soname,libcurl.so.4 "-Wl,--version-script=${CMAKE_CURRENT_LIST_DIR}/no_curl.map")
set(CPACK_COMPONENTS_ALL program)
if(COARSEN_VIDEO)
  list(APPEND CPACK_COMPONENTS_ALL films)
endif()
foreach(part IN LISTS CPACK_COMPONENTS_ALL)
  install(CODE "
    set(part ${part})
    set(archive \"${archive}\")
    set(font \"${COARSEN_FONT}\")
    set(qt_plugins \"${COARSEN_QT_PLUGINS}\")
    set(no_curl \"${PROJECT_BINARY_DIR}/portable/libcurl.so.4\")
    set(compiler \"${CMAKE_CXX_COMPILER}\")
    set(scratch \"${PROJECT_BINARY_DIR}/portable\")
    include(\"${CMAKE_CURRENT_LIST_DIR}/portable.cmake\")" COMPONENT ${part})
endforeach()
set(CPACK_PROJECT_CONFIG_FILE "${CMAKE_CURRENT_LIST_DIR}/package_kinds.cmake")
set(CPACK_COARSEN_INSTALL_FOLDER "${CMAKE_CURRENT_LIST_DIR}")
set(CPACK_COARSEN_ARCHIVE "${archive}")
include(CPack)
