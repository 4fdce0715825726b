# SPDX-License-Identifier: GPL-3.0-or-later
# The libraries of the programs, among them those that core starts or loads for some files: LibRaw, HDF5, libav, GDCM.
pkg_check_modules(LIBRAW REQUIRED IMPORTED_TARGET libraw_r)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")  # LibRaw was built by GCC: the OpenMP library that it runs on is GCC's
  set_property(TARGET PkgConfig::LIBRAW PROPERTY INTERFACE_LINK_OPTIONS -fopenmp=libgomp)
endif()
pkg_search_module(HDF5 REQUIRED IMPORTED_TARGET hdf5-serial hdf5)  # Debian's name, and that of others
if(COARSEN_VIDEO)
  pkg_check_modules(LIBAV REQUIRED IMPORTED_TARGET libavformat libavcodec libswscale libavutil)
endif()
# GDCM has no pkg-config file, and its own wants VTK. Without it DICOM is refused.
if(COARSEN_DICOM)
  find_path(GDCM_INCLUDE_DIR gdcmImageReader.h PATH_SUFFIXES gdcm-3.0 gdcm)
  set(GDCM_LIBRARIES)
  set(GDCM_FOUND ${GDCM_INCLUDE_DIR})
  foreach(part MSFF DSED DICT Common)
    find_library(GDCM_${part} gdcm${part})
    list(APPEND GDCM_LIBRARIES "${GDCM_${part}}")
    if(NOT GDCM_${part})
      set(GDCM_FOUND OFF)
    endif()
  endforeach()
endif()
find_package(CLI11 REQUIRED)
