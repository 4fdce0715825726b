// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>

namespace coarsen::volumes {

/// Gives the samples of planes that a file does not store one after the other: chunks of an array, frames that are packed each by
/// itself. For any number of threads.
class PlaneSource {
public:
    PlaneSource() = default;
    virtual ~PlaneSource() = default;
    PlaneSource(const PlaneSource&) = delete;
    PlaneSource& operator=(const PlaneSource&) = delete;

    /// Samples of planes from `first` on, counted as StoredVolume counts them (z first, then times, then channels), each plane
    /// row by row, as many as `to` holds bytes of. Throws InputError where they cannot be read. After a stop `to` is unfinished.
    virtual void read(std::uintmax_t first, std::uintmax_t count, std::span<std::byte> to, const std::stop_token& stop) const = 0;

    /// Planes that are best read together, and the bytes that reading them takes besides.
    virtual std::uintmax_t together() const { return 1; }
    virtual std::size_t besides() const { return 0; }
};

}  // namespace coarsen::volumes
