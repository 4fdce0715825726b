// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/memory.hpp"

#include "gpu/device/check.hpp"

#include <cstdio>

namespace coarsen::gpu {

namespace {

std::string gigabytes(std::size_t bytes) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f GB", 1e-9 * static_cast<double>(bytes));
    return text;
}

}  // namespace

void requireFree(std::size_t bytes, std::size_t given, const std::string& doing, const VolumeSize& size) {
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), "tell its memory");
    if (bytes <= free + given) return;
    throw OutOfGpuMemory("GPU",
                         doing + " of " + std::to_string(size.width) + " × " + std::to_string(size.height) + " × " +
                             std::to_string(size.depth) + " voxels needs " + gigabytes(bytes) + " of its memory, and " +
                             gigabytes(free + given) + " are free",
                         "close other programs that use it, bin or crop the volume, or choose a CPU engine");
}

}  // namespace coarsen::gpu
