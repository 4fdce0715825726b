// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/thread_pool.hpp"
#include "gpu/device/buffer.hpp"
#include "gpu/device/device.hpp"

#include <cstddef>
#include <span>
#include <stop_token>
#include <vector>

namespace coarsen::gpu {

/// Brings what lies in ordinary memory to the device and back in pieces: threads copy them into and from pinned memory, as one
/// alone is slower than the link, and each piece crosses while the next is copied.
///
/// Use, given `const Device& device, const Stream& stream, std::span<const float> values, float* there`:
///
///     HostDeviceCopier copier(0);
///     const HostDeviceCopier::Load load(values, there);
///     copier.send({&load, 1}, device, stream, {});
class HostDeviceCopier {
public:
    explicit HostDeviceCopier(int threads);  ///< 0: all, but not more than help

    struct Load {
        const void* from;
        void* to;
        std::size_t bytes;

        template <typename T>
        Load(std::span<const T> numbers, T* there) : from(numbers.data()), to(there), bytes(there ? numbers.size_bytes() : 0) {}
    };
    /// Queues them; what they come from may change afterwards. After a stop they are not whole.
    void send(std::span<const Load> loads, const Device& device, const Stream& stream, std::stop_token stop);

    /// Fills the volumes, all of one length, once the stream has got there. A stream of its own brings the pieces.
    void fetch(std::span<const float* const> from, std::span<std::vector<float>> to, const Device& device, const Stream& stream);

private:
    static constexpr std::size_t pieceBytes = std::size_t{1} << 20;
    static constexpr std::size_t placesOfThread = 4;

    ThreadPool pool_;
    std::size_t places_;  ///< for a piece each; a thread has every `pool_.size()`-th
    PinnedBuffer<std::byte> pinned_;
    std::vector<Event> areDone_;  ///< one a place: what crossed last
    Stream back_;                 ///< by which answers come
    Event isThere_;
};

}  // namespace coarsen::gpu
