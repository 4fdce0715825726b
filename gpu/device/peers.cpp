// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/peers.hpp"

#include "gpu/device/check.hpp"

#include <map>
#include <mutex>
#include <utility>

namespace coarsen::gpu {

namespace {

bool askedToRead(const Device& reader, const Device& read) {
    int may = 0;
    if (cudaDeviceCanAccessPeer(&may, reader.index, read.index) != cudaSuccess || may == 0) return false;
    reader.makeCurrent();
    const cudaError_t status = cudaDeviceEnablePeerAccess(read.index, 0);
    if (status != cudaSuccess) cudaGetLastError();  // clears it: that it cannot be is an answer
    return status == cudaSuccess || status == cudaErrorPeerAccessAlreadyEnabled;
}

/// Each pair is asked once: the second time would be an error.
bool mayRead(const Device& reader, const Device& read) {
    static std::mutex mutex;
    static std::map<std::pair<int, int>, bool> known;
    if (reader.index == read.index) return true;
    const std::lock_guard lock(mutex);
    const auto [found, isNew] = known.try_emplace({reader.index, read.index}, false);
    if (isNew) found->second = askedToRead(reader, read);
    return found->second;
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
