// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/volume/packed_places.hpp"

#include "core/base/files.hpp"

#include <tiffio.h>

#include <hdf5.h>
#include <stdexcept>
#include <string>

namespace coarsen::test {

namespace {

using Places = std::vector<std::pair<std::size_t, std::size_t>>;

Places chunkIn(const std::filesystem::path& path) {
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), dataset = H5Dopen2(file, "/volume", H5P_DEFAULT),
                space = H5Dget_space(dataset);
    hsize_t offset[3] = {}, bytes = 0;
    unsigned mask = 0;
    haddr_t at = 0;
    const bool isFound = H5Dget_chunk_info(dataset, space, 0, offset, &mask, &at, &bytes) >= 0;
    H5Sclose(space);
    H5Dclose(dataset);
    H5Fclose(file);
    if (!isFound) throw std::runtime_error(path.string() + " has no chunk");
    return {{at, at + bytes}};
}

Places stripsIn(const std::filesystem::path& path) {
    Places strips;
    TIFF* const tiff = TIFFOpen(path.c_str(), "r");
    if (!tiff) throw std::runtime_error(path.string() + " is no TIFF");
    do
        for (std::uint32_t strip = 0; strip < TIFFNumberOfStrips(tiff); ++strip) {
            const auto at = static_cast<std::size_t>(TIFFGetStrileOffset(tiff, strip));
            strips.emplace_back(at, at + static_cast<std::size_t>(TIFFGetStrileByteCount(tiff, strip)));
        }
    while (TIFFReadDirectory(tiff));
    TIFFClose(tiff);
    return strips;
}

}  // namespace

Places packedPlaces(const std::filesystem::path& file) {
    if (file.extension() == ".h5") return chunkIn(file);
    if (file.extension() == ".tif") return stripsIn(file);
    const auto bytes = readWhole(file);
    const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    for (const auto& [ending, end] : {std::pair(".mha", std::string("LOCAL\n")), std::pair(".nrrd", std::string("\n\n")),
                                      std::pair(".dcm", std::string("\xE0\x7F\x10\0", 4))})
        if (file.extension() == ending) return {{text.find(end) + end.size(), bytes.size()}};
    return {{0, bytes.size()}};
}

}  // namespace coarsen::test
