# SPDX-License-Identifier: GPL-3.0-or-later
# Packs again what cpack packed: with a filter for code, and far enough back that what both programs have, the kernels of GPUs, is kept
# once.
find_program(XZ xz REQUIRED)
foreach(file IN LISTS CPACK_PACKAGE_FILES)
  execute_process(COMMAND "${XZ}" -dc "${file}" COMMAND "${XZ}" --x86 --lzma2=preset=9,dict=128MiB -c OUTPUT_FILE "${file}.smaller"
    COMMAND_ERROR_IS_FATAL ANY)
  file(RENAME "${file}.smaller" "${file}")
endforeach()
