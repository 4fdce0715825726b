# SPDX-License-Identifier: GPL-3.0-or-later
# The libraries that core stands on; installed beside it, so that whoever builds with core finds the same. FFTW, libspng, pugixml,
# GSL, blosc and zstd are found by their pkg-config files. Without the last two Coarsen is built, and refuses chunks that are packed
# by them.
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(FFTW REQUIRED IMPORTED_TARGET fftw3f)
pkg_check_modules(FFTW_DOUBLE REQUIRED IMPORTED_TARGET fftw3)
pkg_check_modules(SPNG REQUIRED IMPORTED_TARGET spng)
pkg_check_modules(PUGIXML REQUIRED IMPORTED_TARGET pugixml)
if(COARSEN_ZARR)
  pkg_check_modules(BLOSC IMPORTED_TARGET blosc)
  pkg_check_modules(ZSTD IMPORTED_TARGET libzstd)
endif()
pkg_check_modules(GSL REQUIRED IMPORTED_TARGET gsl)
find_package(ZLIB REQUIRED)
find_package(TIFF REQUIRED)
find_package(JPEG REQUIRED)
find_package(exiv2 REQUIRED)
find_package(OpenSSL 3.0 REQUIRED COMPONENTS Crypto)
find_package(nlohmann_json REQUIRED)

# Debian's small OpenCV packages ship no CMake config (only the 1 GB umbrella does): look for the two libraries by hand then.
find_package(OpenCV 4.5 QUIET COMPONENTS core imgproc)
if(NOT OpenCV_FOUND)
  find_path(OpenCV_INCLUDE_DIRS opencv2/core.hpp PATH_SUFFIXES opencv4 REQUIRED)
  foreach(part core imgproc)
    find_library(OpenCV_${part}_LIBRARY opencv_${part} REQUIRED)
    add_library(opencv_${part} SHARED IMPORTED GLOBAL)
    set_target_properties(opencv_${part} PROPERTIES IMPORTED_LOCATION "${OpenCV_${part}_LIBRARY}"
      INTERFACE_INCLUDE_DIRECTORIES "${OpenCV_INCLUDE_DIRS}")
  endforeach()
  target_link_libraries(opencv_imgproc INTERFACE opencv_core)
endif()
