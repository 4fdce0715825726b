// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/device.hpp"

#include "gpu/device/check.hpp"

#include <cstddef>

namespace coarsen::gpu {

namespace {
constexpr int oldestMajor = 8;  // tensor-core products of bytes in this shape begin with compute capability 8.0
}

void Device::makeCurrent() const {
    check(cudaSetDevice(index), "start");
}

int multiprocessorsInUse() {
    static const std::vector<int> ofDevice = [] {
        std::vector<int> counts;
        for (const Device& device : devices().devices)
            counts.push_back(device.multiprocessors);
        return counts;
    }();
    int index = 0;
    check(cudaGetDevice(&index), "ask which one is in use");
    return ofDevice.at(static_cast<std::size_t>(index));
}

DeviceList devices() {
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess) {  // any error means the same here: nothing to compute on
        cudaGetLastError();                           // clears it
        return {{}, "no NVIDIA driver"};
    }
    if (count == 0) return {{}, "no NVIDIA GPU"};
    DeviceList list;
    for (int index = 0; index < count; ++index) {
        Device device;
        device.index = index;
        cudaDeviceProp properties{};
        if (cudaGetDeviceProperties(&properties, index) != cudaSuccess) {
            cudaGetLastError();
            device.unavailable = "the NVIDIA GPU does not answer";
        } else {
            device.name = properties.name;
            device.multiprocessors = properties.multiProcessorCount;
            device.sharedBytesPerBlock = static_cast<int>(properties.sharedMemPerBlockOptin);
            if (properties.major < oldestMajor)
                device.unavailable = "this GPU is too old (compute capability below " + std::to_string(oldestMajor) + ".0)";
        }
        list.devices.push_back(std::move(device));
    }
    return list;
}

}  // namespace coarsen::gpu
