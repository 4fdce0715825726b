// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/memory.hpp"

#include <cstdlib>  // says whether this is glibc

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace coarsen {

void keepFreedMemory() {
#if defined(__GLIBC__)
    constexpr int largest = 32 << 20;  // the most it takes; larger blocks still come from and go back to the system
    mallopt(M_MMAP_THRESHOLD, largest);
    mallopt(M_TRIM_THRESHOLD, 2 * largest);
#endif
}

}  // namespace coarsen
