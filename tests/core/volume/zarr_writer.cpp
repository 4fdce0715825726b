// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/volume/zarr_writer.hpp"

#include <fstream>

namespace coarsen::test {

void putFile(const std::filesystem::path& file, const std::string& bytes) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << bytes;
}

std::string zarray(const std::string& shape, const std::string& chunks, const std::string& type, const std::string& compressor,
                   const std::string& more) {
    return R"({"zarr_format": 2, "shape": )" + shape + R"(, "chunks": )" + chunks + R"(, "dtype": ")" + type +
           R"(", "compressor": )" + compressor + R"(, "fill_value": 0, "filters": null, "order": "C")" + more + "}";
}

}  // namespace coarsen::test
