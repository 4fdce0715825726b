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
      pieces_(std::max(threads_, mostFetched) * piecesOfThread * pieceBytes),
      areFree_(std::max(threads_, mostFetched) * piecesOfThread) {}

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

std::vector<std::vector<float>> Conveyor::fetch(std::span<const float* const> volumes, std::size_t count, const Device& device,
                                                const Stream& stream) {
    constexpr std::size_t piece = pieceBytes / sizeof(float);
    stream.wait();
    std::vector<std::vector<float>> fetched(volumes.size());
    parallelFor(volumes.size(), static_cast<int>(volumes.size()), [&](std::size_t v) {
        device.makeCurrent();
        const Stream own;
        const auto place = [&](std::size_t at) { return v * piecesOfThread + at / piece % piecesOfThread; };
        const auto here = [&](std::size_t at) { return reinterpret_cast<float*>(pieces_.get() + place(at) * pieceBytes); };
        const auto ask = [&](std::size_t at) {
            if (at >= count) return;
            check(cudaMemcpyAsync(here(at), volumes[v] + at, std::min(piece, count - at) * sizeof(float), cudaMemcpyDeviceToHost,
                                  own.get()),
                  "send its answer");
            areFree_[place(at)].record(own);
        };
        fetched[v].reserve(count);
        ask(0);
        for (std::size_t at = 0; at < count; at += piece) {
            ask(at + piece);
            check(cudaEventSynchronize(areFree_[place(at)].get()), "send its answer");
            fetched[v].insert(fetched[v].end(), here(at), here(at) + std::min(piece, count - at));
        }
    });
    return fetched;
}

}  // namespace coarsen::gpu
