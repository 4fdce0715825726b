// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/check.hpp"

#include <string>

namespace coarsen::gpu {

void check(cudaError_t status, const char* doing) {
    if (status == cudaSuccess) return;
    cudaGetLastError();  // clears it; an error that stays comes again with the next call
    if (status == cudaErrorMemoryAllocation)
        throw OutOfGpuMemory("GPU", std::string("it has not enough memory free to ") + doing,
                             "close other programs that use it, or choose a CPU engine");
    throw EngineError("GPU", std::string("it failed to ") + doing + " (" + cudaGetErrorString(status) + ")",
                      "choose a CPU engine; if it happens again, restart the program");
}

}  // namespace coarsen::gpu
