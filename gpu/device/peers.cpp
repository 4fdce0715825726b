// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/peers.hpp"

#include "gpu/device/check.hpp"

namespace coarsen::gpu {

namespace {

bool mayRead(const Device& reader, const Device& read) {
    int may = 0;
    if (reader.index == read.index) return true;
    if (cudaDeviceCanAccessPeer(&may, reader.index, read.index) == cudaSuccess && may != 0) {
        reader.makeCurrent();
        const cudaError_t status = cudaDeviceEnablePeerAccess(read.index, 0);
        if (status == cudaSuccess || status == cudaErrorPeerAccessAlreadyEnabled) may = 2;
    }
    cudaGetLastError();  // that it is so already, or cannot be, is an answer
    return may == 2;
}

}  // namespace

bool letEachReadAll(const std::vector<Device>& devices) {
    bool may = true;
    for (const Device& reader : devices)
        for (const Device& read : devices)
            may = may && mayRead(reader, read);
    return may;
}

}  // namespace coarsen::gpu
