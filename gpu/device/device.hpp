// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace coarsen::gpu {

/// A GPU of this computer and what the kernels' sizes depend on.
struct Device {
    int index = 0;
    std::string name;         ///< the product's
    std::string unavailable;  ///< why it cannot be used; empty when it can
    int multiprocessors = 0;
    int sharedBytesPerBlock = 0;

    void makeCurrent() const;  ///< for the calling thread's CUDA calls; throws EngineError
};

struct DeviceList {
    std::vector<Device> devices;
    std::string unavailable;  ///< why there is none: "no NVIDIA driver"
};

/// Number of multiprocessors of the GPU that the calling thread's CUDA calls go to. Throws EngineError.
int multiprocessorsInUse();

/// All NVIDIA GPUs. Never throws: no driver, no GPU and a GPU too old are answers.
DeviceList devices();

}  // namespace coarsen::gpu
