// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/c3d/host_device_copier.hpp"

#include "core/base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace coarsen::gpu {

namespace {
constexpr int mostThreads = 8;
}

HostDeviceCopier::HostDeviceCopier(int threads)
    : pool_(static_cast<std::size_t>(std::min(threadCount(threads), mostThreads))),
      places_(pool_.size() * placesOfThread),
      pinned_(places_ * pieceBytes),
      areDone_(places_) {}

void HostDeviceCopier::send(std::span<const Load> loads, const Device& device, const Stream& stream, std::stop_token stop) {
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
    std::atomic<std::size_t> next = 0;
    pool_.run([&](std::size_t thread) {
        device.makeCurrent();
        std::size_t turn = 0;
        for (std::size_t i = next++; i < pieces.size() && !stop.stop_requested(); i = next++) {
            const Piece& piece = pieces[i];
            const std::size_t place = thread + turn++ % placesOfThread * pool_.size();
            check(cudaEventSynchronize(areDone_[place].get()), "receive a volume");
            std::byte* const here = pinned_.get() + place * pieceBytes;
            std::memcpy(here, piece.from, piece.bytes);
            check(cudaMemcpyAsync(piece.to, here, piece.bytes, cudaMemcpyHostToDevice, stream.get()), "receive a volume");
            areDone_[place].record(stream);
        }
    });
}

void HostDeviceCopier::fetch(std::span<const float* const> from, std::span<std::vector<float>> to, const Device& device,
                             const Stream& stream) {
    constexpr std::size_t length = pieceBytes / sizeof(float);
    const std::size_t count = to.front().size(), perVolume = (count + length - 1) / length, all = perVolume * to.size();
    const auto here = [&](std::size_t piece) { return reinterpret_cast<float*>(pinned_.get() + piece % places_ * pieceBytes); };
    const auto begin = [&](std::size_t piece) { return piece % perVolume * length; };
    const auto lengthOf = [&](std::size_t piece) { return std::min(length, count - begin(piece)); };
    const auto ask = [&](std::size_t piece) {
        check(cudaMemcpyAsync(here(piece), from[piece / perVolume] + begin(piece), lengthOf(piece) * sizeof(float),
                              cudaMemcpyDeviceToHost, back_.get()),
              "send its answer");
        areDone_[piece % places_].record(back_);
    };
    device.makeCurrent();
    isThere_.record(stream);
    back_.waitFor(isThere_);
    for (std::size_t piece = 0; piece < std::min(places_, all); ++piece)
        ask(piece);
    pool_.run([&](std::size_t thread) {
        device.makeCurrent();
        for (std::size_t piece = thread; piece < all; piece += pool_.size()) {  // each place is one thread's alone
            check(cudaEventSynchronize(areDone_[piece % places_].get()), "send its answer");
            std::copy_n(here(piece), lengthOf(piece), to[piece / perVolume].data() + begin(piece));
            if (piece + places_ < all) ask(piece + places_);
        }
    });
}

}  // namespace coarsen::gpu
