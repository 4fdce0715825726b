// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/engines.hpp"
#include "gpu/unavailable_engine.hpp"

#include <cuda_runtime_api.h>

#include <string>

namespace coarsen::gpu {

namespace {

constexpr int oldestMajor = 8;  // tensor-core integer products begin with compute capability 8.0

struct Device {
    std::string name;         ///< product name, empty without a device
    std::string unavailable;  ///< why no engine can use it
};

Device firstDevice() {
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess) {  // any error means the same here: nothing to compute on
        cudaGetLastError();                           // clears it
        return {"", "no NVIDIA driver"};
    }
    if (count == 0) return {"", "no NVIDIA GPU"};
    cudaDeviceProp properties{};
    if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) {
        cudaGetLastError();
        return {"", "the NVIDIA GPU does not answer"};
    }
    if (properties.major < oldestMajor) return {properties.name, "this GPU is too old (compute capability below 8.0)"};
    return {properties.name, "this version has no GPU kernels yet"};
}

}  // namespace

EngineList engines() {
    const Device device = firstDevice();
    return {unavailableEngine("gpu-direct", device.name, device.unavailable),
            unavailableEngine("gpu-fft", device.name, device.unavailable)};
}

}  // namespace coarsen::gpu
