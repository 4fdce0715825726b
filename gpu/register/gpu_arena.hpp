// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/volume.hpp"
#include "gpu/c3d/host_device_copier.hpp"
#include "gpu/device/buffer.hpp"
#include "gpu/device/device.hpp"
#include "gpu/register/kernels/voxel_tasks.hpp"

#include <cstddef>
#include <future>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace coarsen::gpu {

/// Where one registration at a time is done: a queue of a device, memory that is handed out piece by piece, and what the link to
/// the computer and sums over all voxels need.
///
/// Use, given `const Device& device, const VolumeSize& size`:
///
///     GpuArena arena(device);
///     arena.clear(GpuArena::roomOf(size.voxels() * sizeof(float)), size);
///     float* const field = arena.take<float>(size.voxels());  // until the next clear
class GpuArena {
public:
    explicit GpuArena(const Device& device);

    const Device& device() const { return device_; }
    const Stream& stream() const { return stream_; }
    HostDeviceCopier& copier() { return copier_; }

    /// Takes back all that was handed out and makes sure of so many bytes for volumes of that size and coarser ones. Throws
    /// OutOfGpuMemory.
    void clear(std::size_t bytes, const VolumeSize& size);
    /// Uninitialised; the next `clear` takes it back.
    template <typename T>
    T* take(std::size_t count) {
        return static_cast<T*>(takeBytes(count * sizeof(T)));
    }
    /// Bytes that `take` uses up for so many, alignment included.
    static constexpr std::size_t roomOf(std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

    /// Places in which sums over all voxels lie until others are made there: four of each of two levels, and one of neither.
    static constexpr std::size_t placesOfLevel = 4, otherPlace = 2 * placesOfLevel;
    SumRoom sums(std::size_t place) const;
    const double* answers(std::size_t place) const { return answers_.get() + place * mostSums; }  ///< once the stream got there

    /// Begins to get the computer's memory for four volumes of so many numbers: it takes longer to get than to fill.
    void expect(std::size_t count);
    /// Up to four volumes of so many numbers, once the stream has got there.
    std::vector<std::vector<float>> fetch(std::span<const float* const> volumes, std::size_t count);

    /// Waits for the queue, and keeps no more memory than others can do without.
    void rest() noexcept;

private:
    static constexpr std::size_t alignment = 256;

    void* takeBytes(std::size_t bytes);

    Device device_;
    Stream stream_;
    HostDeviceCopier copier_;
    DeviceBuffer<unsigned> ticket_;
    DeviceBuffer<double> kept_;
    PinnedBuffer<double> answers_;  ///< written by the kernels themselves
    DeviceBuffer<std::byte> memory_;
    std::size_t taken_ = 0;
    double* parts_ = nullptr;
    std::future<std::vector<std::vector<float>>> expected_;
};

/// Arenas of one device. One is kept while nobody needs it, for all that it holds takes longer to get than a small volume to
/// register.
class GpuArenas {
public:
    explicit GpuArenas(const Device& device);
    /// For its holders alone.
    std::shared_ptr<GpuArena> borrow() const;

private:
    struct Kept {
        std::mutex mutex;
        std::unique_ptr<GpuArena> idle;
    };
    Device device_;
    std::shared_ptr<Kept> kept_;
};

}  // namespace coarsen::gpu
