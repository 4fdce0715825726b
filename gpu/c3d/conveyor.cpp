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

void Conveyor::send(std::span<const Load> loads, const Device& device, const Stream& stream, std::stop_token stop) {
    struct Piece {
        const std::byte* from;
        std::byte* to;
        std::size_t bytes;
    };
    std::vector<Piece> pieces;
    for (const Load& load : loads)
        for (std::size_t at = 0; at < load.bytes; at += pieceBytes)
            pieces.push_back({static_cast<const std::byte*>(load.from) + at, static_cast<std::byte*>(load.to) + at,
                              std::min(pieceBytes, load.bytes - at)});
    const std::size_t threads = std::min(threads_, pieces.size());
    std::atomic<std::size_t> next = 0;
    parallelFor(threads, static_cast<int>(threads), [&](std::size_t thread) {
        device.makeCurrent();
        std::size_t turn = 0;
        for (std::size_t i = next++; i < pieces.size() && !stop.stop_requested(); i = next++) {
            const Piece& piece = pieces[i];
            const std::size_t place = thread * piecesOfThread + turn++ % piecesOfThread;
            check(cudaEventSynchronize(areFree_[place].get()), "receive a volume");
            std::byte* const here = pieces_.get() + place * pieceBytes;
            std::memcpy(here, piece.from, piece.bytes);
            check(cudaMemcpyAsync(piece.to, here, piece.bytes, cudaMemcpyHostToDevice, stream.get()), "receive a volume");
            areFree_[place].record(stream);
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
