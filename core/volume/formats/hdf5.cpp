// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.hpp"
#include "core/volume/formats/formats.hpp"
#include "core/volume/hdf5_program/hdf5_reader.hpp"

#include <string_view>

namespace coarsen::volumes {

namespace {

/// The mark stands at the start, or behind a block of the user's own.
bool hasMarkOfHdf5(std::span<const std::byte> start) {
    using namespace std::string_view_literals;
    constexpr std::string_view mark = "\x89HDF\r\n\x1a\n"sv;
    const std::string_view text(reinterpret_cast<const char*>(start.data()), start.size());
    constexpr std::size_t shortestBlock = 512;
    return text.starts_with(mark) || (text.size() > shortestBlock && text.substr(shortestBlock).starts_with(mark));
}

}  // namespace

bool isHdf5(const std::filesystem::path& file) {
    constexpr std::size_t enough = 1024;
    return hasMarkOfHdf5(FileReader(file).start(enough));
}

VolumeFormat hdf5() {
    return {"HDF5", hasMarkOfHdf5,
            [](const std::filesystem::path& file, const VolumeChoice& choice) {
                const VolumeHeader header = coarsen::hdf5::headerOf(file, choice.dataset);
                requireSlices(file, header.size);
                checkChoice(file, header, choice);
                return header;
            },
            [](const std::filesystem::path& file, const VolumeChoice& choice, const std::stop_token& stop) {
                return coarsen::hdf5::volumeOf(file, choice, stop);
            }};
}

}  // namespace coarsen::volumes
