// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/descriptor.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

struct z_stream_s;

namespace coarsen::volumes {

/// How the bytes of a file are packed. `zlib` takes gzip's frame, too.
enum class Packing { none, gzip, zlib };

/// gzip by its first bytes, else none. Throws InputError where the file cannot be read.
Packing packingOf(const std::filesystem::path& file);

/// No deflated byte unpacks to more than so many.
inline constexpr std::uintmax_t mostUnpacked = 1032;

/// The bytes that a file holds from `offset` on, in order, unpacked as they are asked for. Throws InputError where it cannot be
/// read or its packed data are damaged.
class VoxelBytes {
public:
    VoxelBytes(std::filesystem::path file, Packing packing, std::uintmax_t offset = 0);
    ~VoxelBytes();
    VoxelBytes(const VoxelBytes&) = delete;
    VoxelBytes& operator=(const VoxelBytes&) = delete;

    /// A place in packed data that reading can go on from, with what unpacking knows there.
    struct Mark;
    std::shared_ptr<const Mark> mark() const;
    void goOnFrom(const Mark& mark);  ///< of the same file

    /// The next bytes; fewer only where the file ends, though it be in the midst of packed data.
    std::size_t read(std::span<std::byte> to);
    /// Passes over so many, or all that there are; fewer after a stop.
    void skip(std::uintmax_t count, const std::stop_token& stop = {});
    /// For who has read all but `following` bytes that there should be: unpacks those, too, and throws where packed data are
    /// more, or fewer, where their checksum or their length does not fit, or where other things than zeros stand behind them.
    void checkEnd(std::uintmax_t following);

private:
    std::size_t readStored(std::span<std::byte> to);
    bool beginsAgain();
    void fill();
    void checkNothingFollows();

    std::filesystem::path file_;
    Packing packing_;
    Descriptor source_;
    std::uintmax_t at_;
    std::vector<std::byte> packed_;       // what is read of the file and not unpacked yet lies in it
    std::unique_ptr<z_stream_s> stream_;  // none of bytes that are not packed
    bool isGzip_ = false;                 // in its frame, of which several may follow each other
    bool isAtEnd_ = false;                // packed data ended as they should
};

}  // namespace coarsen::volumes
