// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/convolve/multiprocessor.hpp"

#include "gpu/device/check.hpp"

namespace coarsen::gpu {

Multiprocessor multiprocessorOf(const Device& device) {
    const auto attribute = [&](cudaDeviceAttr which) {
        int value = 0;
        check(cudaDeviceGetAttribute(&value, which, device.index), "say what it has");
        return value;
    };
    return {static_cast<std::size_t>(attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor)),
            static_cast<std::size_t>(device.sharedBytesPerBlock),
            static_cast<std::size_t>(attribute(cudaDevAttrReservedSharedMemoryPerBlock)),
            attribute(cudaDevAttrMaxRegistersPerMultiprocessor),
            attribute(cudaDevAttrMaxThreadsPerMultiProcessor),
            attribute(cudaDevAttrMaxThreadsPerBlock),
            attribute(cudaDevAttrMaxBlocksPerMultiprocessor)};
}

}  // namespace coarsen::gpu
