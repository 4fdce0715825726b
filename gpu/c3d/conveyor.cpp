// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/c3d/conveyor.hpp"

#include "core/base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace coarsen::gpu {

namespace {
constexpr int mostThreads = 8;
}

Conveyor::Conveyor(int threads)
    : threads_(static_cast<std::size_t>(std::min(threadCount(threads), mostThreads))),
      pieces_(threads_ * piecesOfThread * pieceBytes),
      areFree_(threads_ * piecesOfThread) {}

void Conveyor::send(const void* from, void* to, std::size_t bytes, const Device& device, const Stream& stream,
                    std::stop_token stop) {
    const std::size_t count = (bytes + pieceBytes - 1) / pieceBytes, threads = std::min(threads_, count);
    std::atomic<std::size_t> next = 0;
    parallelFor(threads, static_cast<int>(threads), [&](std::size_t thread) {
        device.makeCurrent();
        std::size_t turn = 0;
        for (std::size_t i = next++; i < count && !stop.stop_requested(); i = next++) {
            const std::size_t piece = thread * piecesOfThread + turn++ % piecesOfThread, at = i * pieceBytes;
            const std::size_t length = std::min(pieceBytes, bytes - at);
            check(cudaEventSynchronize(areFree_[piece].get()), "receive a volume");
            std::byte* const here = pieces_.get() + piece * pieceBytes;
            std::memcpy(here, static_cast<const std::byte*>(from) + at, length);
            check(cudaMemcpyAsync(static_cast<std::byte*>(to) + at, here, length, cudaMemcpyHostToDevice, stream.get()),
                  "receive a volume");
            areFree_[piece].record(stream);
        }
    });
}

}  // namespace coarsen::gpu
