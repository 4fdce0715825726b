// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/memory.hpp"
#include "core/volume/hdf5_program/hdf5_reader.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <cstring>

/// Fuzzes the answer of a coarsen-hdf5 whose memory its file has overwritten: whatever it is, what is taken for a volume is one.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace coarsen;
    setMemoryBudget(std::size_t{64} << 20);
    std::span<const std::byte> left = fuzz::bytesOf(data, size);
    const auto next = [&](std::span<std::byte> to) {
        if (left.size() < to.size()) return false;
        std::memcpy(to.data(), left.data(), to.size());
        left = left.subspan(to.size());
        return true;
    };
    fuzz::parseOrRefuse([&] {
        const std::filesystem::path file = "volume.h5";
        constexpr std::uintmax_t fileBytes = 4096;
        const auto header = hdf5::headerFrom(next, file, "dataset", fileBytes);
        if (!header) return;
        volumes::GrowingVolume growing(file, header->size, 0);
        if (!hdf5::voxelsFrom(next, *header, growing)) return;
        const Volume volume = growing.finish(header->spacing);
        fuzz::require(volume.values().size() == header->size.voxels());
    });
    left = fuzz::bytesOf(data, size);
    fuzz::parseOrRefuse([&] {
        constexpr std::uintmax_t fileBytes = 4096;
        const auto list = hdf5::listFrom(next, "volume.h5", fileBytes);
        if (list) fuzz::require(list->size() <= static_cast<std::size_t>(hdf5::mostEntries));
    });
    return 0;
}
