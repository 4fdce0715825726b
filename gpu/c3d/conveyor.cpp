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
      areFree_(threads_ * piecesOfThread),
      ways_(threads_) {}

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

void Conveyor::fetch(std::span<const float* const> from, std::span<std::vector<float>> to, const Device& device,
                     const Stream& stream) {
    constexpr std::size_t length = pieceBytes / sizeof(float);
    const std::size_t count = to.front().size(), perVolume = (count + length - 1) / length, all = perVolume * to.size();
    stream.wait();
    std::atomic<std::size_t> next = 0;
    const std::size_t threads = std::min(threads_, all);
    parallelFor(threads, static_cast<int>(threads), [&](std::size_t thread) {
        device.makeCurrent();
        const Stream& way = ways_[thread];
        struct Piece {
            std::size_t number, place;
        };
        const auto here = [&](const Piece& piece) { return reinterpret_cast<float*>(pieces_.get() + piece.place * pieceBytes); };
        const auto begin = [&](const Piece& piece) { return piece.number % perVolume * length; };
        const auto lengthOf = [&](const Piece& piece) { return std::min(length, count - begin(piece)); };
        const auto ask = [&](std::size_t turn) {
            const Piece piece{next++, thread * piecesOfThread + turn % piecesOfThread};
            if (piece.number >= all) return piece;
            check(cudaMemcpyAsync(here(piece), from[piece.number / perVolume] + begin(piece), lengthOf(piece) * sizeof(float),
                                  cudaMemcpyDeviceToHost, way.get()),
                  "send its answer");
            areFree_[piece.place].record(way);
            return piece;
        };
        std::size_t turn = 0;
        for (Piece piece = ask(turn); piece.number < all;) {
            const Piece following = ask(++turn);
            check(cudaEventSynchronize(areFree_[piece.place].get()), "send its answer");
            std::copy_n(here(piece), lengthOf(piece), to[piece.number / perVolume].data() + begin(piece));
            piece = following;
        }
    });
}

}  // namespace coarsen::gpu
