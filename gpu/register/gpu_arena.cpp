// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/gpu_arena.hpp"

#include "core/base/parallel.hpp"
#include "gpu/device/memory.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <sys/mman.h>
#include <utility>

namespace coarsen::gpu {

namespace {

constexpr std::size_t allSums = GpuArena::otherPlace * mostSums + shiftSums;
constexpr std::size_t mostFetched = 4;   // volumes: u and J
constexpr std::size_t mostOfDevice = 4;  // a quarter of its memory is kept for the next one

VolumeSides sidesOfVolume(const VolumeSize& size) {
    return {size.width, size.height, size.depth};
}

/// Most blocks of that volume, of those half as fine, and of some of their slices, which may have more.
std::size_t mostBlocks(VolumeSize size) {
    std::size_t most = 0;
    for (bool isLast = false; !isLast;) {
        for (int slices = 1; slices <= size.depth; ++slices)
            most = std::max(most, static_cast<std::size_t>(blocksOf(sidesOfVolume({size.width, size.height, slices}))));
        isLast = size.width == 1 && size.height == 1 && size.depth == 1;
        size = {(size.width + 1) / 2, (size.height + 1) / 2, (size.depth + 1) / 2};
    }
    return most;
}

/// New memory is then got in fewer and larger pieces; where the system has none, nothing changes.
void askForLargePages(void* memory, std::size_t bytes) {
    constexpr std::uintptr_t large = std::uintptr_t{2} << 20;
    const std::uintptr_t begin = (reinterpret_cast<std::uintptr_t>(memory) + large - 1) / large * large,
                         end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) / large * large;
    if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}

std::vector<std::vector<float>> newVolumes(std::size_t volumes, std::size_t count) {
    std::vector<std::vector<float>> made(volumes);
    parallelFor(volumes, static_cast<int>(volumes), [&](std::size_t v) {
        made[v].reserve(count);
        askForLargePages(made[v].data(), count * sizeof(float));
        made[v].resize(count);
    });
    return made;
}

}  // namespace

GpuArena::GpuArena(const Device& device)
    : device_((device.makeCurrent(), device)),
      copier_(0),
      ticket_(deviceCopy(std::vector<unsigned>{0})),
      kept_(deviceCopy(std::vector<double>(allSums))),
      answers_(allSums) {}

void GpuArena::clear(std::size_t bytes, const VolumeSize& size) {
    device_.makeCurrent();
    const std::size_t parts = shiftSums * mostBlocks(size), needed = bytes + roomOf(parts * sizeof(double));
    taken_ = 0;
    if (needed > memory_.size()) {
        stream_.wait();
        requireFree(needed, memory_.size(), "registration", size);
        memory_ = {};
        memory_ = DeviceBuffer<std::byte>(needed);
    }
    parts_ = take<double>(parts);
}

void* GpuArena::takeBytes(std::size_t bytes) {
    const std::size_t at = std::exchange(taken_, taken_ + roomOf(bytes));
    if (taken_ > memory_.size()) throw EngineError("GPU", "a registration needs more memory than it asked for", "report this");
    return memory_.get() + at;
}

SumRoom GpuArena::sums(std::size_t place) const {
    return {parts_, ticket_.get(), answers_.get() + place * mostSums, kept_.get() + place * mostSums};
}

void GpuArena::expect(std::size_t count) {
    expected_ = std::async([count] { return newVolumes(mostFetched, count); });
}

std::vector<std::vector<float>> GpuArena::fetch(std::span<const float* const> volumes, std::size_t count) {
    std::vector<std::vector<float>> fetched;
    if (expected_.valid()) fetched = expected_.get();
    if (fetched.empty() || fetched.front().size() != count) fetched = newVolumes(volumes.size(), count);
    fetched.resize(volumes.size());
    copier_.fetch(volumes, fetched, device_, stream_);
    return fetched;
}

void GpuArena::rest() noexcept {
    cudaSetDevice(device_.index);
    cudaStreamSynchronize(stream_.get());
    if (expected_.valid()) expected_.wait();
    expected_ = {};
    std::size_t free = 0, total = 0;
    if (cudaMemGetInfo(&free, &total) != cudaSuccess || memory_.size() > total / mostOfDevice) memory_ = {};
}

GpuArenas::GpuArenas(const Device& device) : device_(device), kept_(std::make_shared<Kept>()) {}

std::shared_ptr<GpuArena> GpuArenas::borrow() const {
    std::unique_ptr<GpuArena> place;
    {
        const std::lock_guard lock(kept_->mutex);
        place = std::move(kept_->idle);
    }
    if (!place) place = std::make_unique<GpuArena>(device_);
    return {place.release(), [kept = kept_](GpuArena* lent) {
                std::unique_ptr<GpuArena> back(lent);
                back->rest();
                const std::lock_guard lock(kept->mutex);
                if (!kept->idle) kept->idle = std::move(back);
            }};
}

}  // namespace coarsen::gpu
