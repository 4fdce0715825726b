// SPDX-License-Identifier: GPL-3.0-or-later
// A Zarr store: the version as a digit, the array's metadata, a zero, the group's attributes, a zero, and a chunk.
#include "core/base/memory.hpp"
#include "core/volume/formats/ngff.hpp"
#include "core/volume/formats/zarr_planes.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace {

using namespace coarsen;

/// Up to the next zero; `rest` is what is behind it.
std::string_view upToZero(std::string_view& rest) {
    const std::string_view part = rest.substr(0, rest.find('\0'));
    rest.remove_prefix(std::min(rest.size(), part.size() + 1));
    return part;
}

/// All planes of an array without a file, whose samples are all its fill value.
void readPlanes(const volumes::ZarrArray& array) {
    const volumes::ArrayAxes axes = volumes::axesOfBareArray(array.folder, array.shape);
    std::uintmax_t bytes = static_cast<std::uintmax_t>(bitsOf(array.type)) / 8;
    constexpr std::uintmax_t most = 1 << 16;
    for (const long long side : array.shape)
        if ((bytes *= static_cast<std::uintmax_t>(side)) > most) return;
    const volumes::ZarrPlanes planes(array, axes);
    const auto count = static_cast<std::uintmax_t>(planes.side(axes.z) * planes.side(axes.t) * planes.side(axes.c));
    std::vector<std::byte> samples(static_cast<std::size_t>(bytes));
    planes.read(0, count, samples, {});
    for (std::size_t i = 0; i < samples.size(); ++i)
        fuzz::require(samples[i] == array.fill[i % array.fill.size()]);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view rest = fuzz::textOf(data, size);
    if (rest.empty()) return -1;
    const int version = rest.front() == '2' ? 2 : 3;
    rest.remove_prefix(1);
    const std::string_view metadata = upToZero(rest), attributes = upToZero(rest);
    const std::filesystem::path folder = "/dev/null/x.zarr";  // there is nothing in it
    fuzz::parseOrRefuse([&] {
        const volumes::NgffGroup group = volumes::ngffGroupOf(attributes, folder);
        if (group.image) fuzz::require(!group.image->path.empty() && group.image->levels > 0);
    });
    fuzz::parseOrRefuse([&] {
        const volumes::ZarrArray array = volumes::zarrArrayOf(metadata, version, folder);
        fuzz::require(array.chunk.size() == array.shape.size() && array.order.size() == array.shape.size());
        fuzz::require(array.fill.size() == static_cast<std::size_t>(bitsOf(array.type)) / 8);
        constexpr std::size_t most = 1 << 18;
        if (array.chunkBytes() > most) return;
        fuzz::parseOrRefuse([&] {
            std::vector<std::byte> chunk(array.chunkBytes());
            volumes::unpackChunk(array.packing, std::as_bytes(std::span(rest)), chunk, folder);
        });
        readPlanes(array);
    });
    return 0;
}
