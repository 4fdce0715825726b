# SPDX-License-Identifier: GPL-3.0-or-later
# Sets COARSEN_HAVE_CUDA. A missing compiler is no error: the program then measures on the CPU.
# A broken CUDA installation stops CMake; -DCOARSEN_CUDA=OFF goes round it.
set(COARSEN_HAVE_CUDA OFF)
if(COARSEN_CUDA)
  include(CheckLanguage)
  if(NOT DEFINED CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})  # nvcc is often not on PATH
    find_program(COARSEN_NVCC nvcc HINTS ENV CUDA_PATH ENV CUDA_HOME PATHS /usr/local/cuda/bin)
    if(COARSEN_NVCC)
      set(CMAKE_CUDA_COMPILER "${COARSEN_NVCC}" CACHE FILEPATH "CUDA compiler")
    endif()
  endif()
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)  # before enable_language; code for x.0 runs on x.y too, and the last one is also kept as PTX, for GPUs to come
    set(CMAKE_CUDA_ARCHITECTURES "80-real;90-real;100-real;120" CACHE STRING "GPU generations to build for")
  endif()
  if(NOT DEFINED CMAKE_CUDA_COMPILER)
    check_language(CUDA)
  endif()
  if(CMAKE_CUDA_COMPILER)
    enable_language(CUDA)
    find_package(CUDAToolkit)
    if(CUDAToolkit_FOUND)
      set(COARSEN_HAVE_CUDA ON)
      set(CMAKE_CUDA_STANDARD 17)  # CMake 3.25 knows no CUDA 20
      set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
    endif()
  endif()
endif()
message(STATUS "Coarsen: CUDA ${COARSEN_HAVE_CUDA}")
