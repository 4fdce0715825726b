// SPDX-License-Identifier: GPL-3.0-or-later
// The codecs of Zarr, of chunks that numcodecs 0.15.2 has packed.
#include "core/image/decode.hpp"
#include "tests/core/volume/zarr_writer.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// A chunk of 16 x 16 numbers of 16 bits, 300 y + x / 8, as it is packed.
struct PackedChunk {
    std::string name, compressor, hex;
};

std::ostream& operator<<(std::ostream& out, const PackedChunk& chunk) {
    return out << chunk.name;
}

std::string bytesOfHex(const std::string& hex) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    return bytes;
}

class Packed : public testing::TestWithParam<PackedChunk> {
protected:
    fs::path make(const std::string& bytes) const {
        const fs::path store = folder_.path() / "x.zarr";
        putFile(store / ".zarray", zarray("[16, 16]", "[16, 16]", "<u2", GetParam().compressor));
        putFile(store / "0.0", bytes);
        return store;
    }

private:
    TemporaryFolder folder_;
};
INSTANTIATE_TEST_SUITE_P(
    Zarr, Packed,
    testing::Values(
        PackedChunk{"bloscLz4", R"({"id": "blosc", "cname": "lz4", "clevel": 5, "shuffle": 1})",
                    "020121010002000000020000b5000000140000009d0000001b0001001b0102002a2c0102001b2d02002a580202001b590200"
                    "2a840302001b8502002ab00402001bb102002adc0502001bdd02002a080702001b0902002a340802001b3502002a60090200"
                    "1b6102002a8c0a02001b8d02002ab80b02001bb902002ae40c02001be502002a100e02001b1102002a3c0f02001b3d02002a"
                    "681002001b6902002a94110200f00195119511951195119511951195119511"},
        PackedChunk{"bloscLz4hc", R"({"id": "blosc", "cname": "lz4hc", "clevel": 9, "shuffle": 2})",
                    "020124010002000000020000a3000000140000008b0000008c00005555aaaaffff08000f1400010008000e140002010013aa"
                    "01000810000f1c00010c280000010044555555550800001c0020ffff800028aaaa18000008000418000008000c3800040c00"
                    "081000046c00003000043c000410000830000f4c00050c54000c5c000c88000f0c00010f5800050f8000010f0c00250c7000"
                    "0e5c000f180002500055555555"},
        PackedChunk{"bloscZstd", R"({"id": "blosc", "cname": "zstd", "clevel": 5, "shuffle": 1})",
                    "0201910100020000000200006a000000140000005200000028b52ffd60000145020004030000012c012d580259840385b004"
                    "b1dc05dd0807093408356009618c0a8db80bb9e40ce5100e113c0f3d68106994119520a810801fe0c710fee407a9aaaaaa4a"
                    "5555a9262c1f"},
        PackedChunk{"bloscZlib", R"({"id": "blosc", "cname": "zlib", "clevel": 5, "shuffle": 0})",
                    "020160010002000000020000780000001400000060000000785e5dc1bb1540300005d0c4e74870903de8e8d8838e8e3de8e8"
                    "d8838e5de8d843fddebd4220495389335a5bb8a1a38d27ba3bf8a0b78b1faa3cac69ae70415b8d3b3afb78a167802ffa86f8"
                    "a349840d2d635cd13ec1035d0ddee80f5a8972e1"},
        PackedChunk{"zlib", R"({"id": "zlib", "level": 9})",
                    "78da5dc1bb1540300005d0c4e74870903de8e8d8838e8e3de8e8d8838e5de8d843fddebd4220495389335a5bb8a1a38d27ba"
                    "3bf8a0b78b1faa3cac69ae70415b8d3b3afb78a167802ffa86f8a349840d2d635cd13ec1035d0ddee80f5a8972e1"},
        PackedChunk{"gzip", R"({"id": "gzip", "level": 9})",
                    "1f8b080096cd0a6b02ff5dc1bb1540300005d0c4e74870903de8e8d8838e8e3de8e8d8838e5de8d843fddebd422049538933"
                    "5a5bb8a1a38d27ba3bf8a0b78b1faa3cac69ae70415b8d3b3afb78a167802ffa86f8a349840d2d635cd13ec1035d0ddee80f"
                    "b92f3c4a00020000"},
        PackedChunk{"zstd", R"({"id": "zstd", "level": 9})",
                    "28b52ffd60000145020004030000012c012d580259840385b004b1dc05dd0807093408356009618c0a8db80bb9e40ce5100e"
                    "113c0f3d68106994119520a810801fe0c710fee407a9aaaaaa4a5555a9262c1f"}),
    [](const auto& each) { return each.param.name; });

TEST_P(Packed, ChunksAreUnpacked) {
    const fs::path store = make(bytesOfHex(GetParam().hex));

    const Image image = decode(store).image;

    ASSERT_EQ(image.width(), 16);
    ASSERT_EQ(image.height(), 16);
    for (int y = 0; y < 16; ++y)
        for (int x = 0; x < 16; ++x)
            ASSERT_EQ(image.at(x, y), 300 * y + x / 8) << x << ", " << y;
}

/// Blosc's and Zstandard's frames need not have one, and these have none.
TEST_P(Packed, ChunksWithAWrongBitAreRefusedWhereTheyHaveAChecksum) {
    const bool hasChecksum = GetParam().name == "zlib" || GetParam().name == "gzip";
    const std::string whole = bytesOfHex(GetParam().hex);
    const auto read = [&](const std::string& bytes) {
        std::vector<double> values;
        const Image image = decode(make(bytes)).image;
        for (int y = 0; y < 16; ++y)
            for (int x = 0; x < 16; ++x)
                values.push_back(image.at(x, y));
        return values;
    };
    const std::vector<double> right = read(whole);
    int silent = 0;
    for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
        std::string bytes = whole;
        bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ 1 << bit % 8);
        try {
            silent += read(bytes) != right;
        } catch (const InputError&) {
        }
    }
    if (hasChecksum)
        EXPECT_EQ(silent, 0);
    else
        RecordProperty("silent", silent);
}

TEST_P(Packed, ChunksThatAreCutAreRefused) {
    const std::string whole = bytesOfHex(GetParam().hex);
    for (const std::size_t length : {std::size_t{0}, std::size_t{5}, whole.size() / 2, whole.size() - 1}) {
        const fs::path store = make(whole.substr(0, length));

        EXPECT_THAT(zarrRefusal([&] { decode(store); }), HasSubstr("it is damaged")) << length;
    }
    EXPECT_THAT(zarrRefusal([&] { decode(make(whole + "more")); }), HasSubstr("it is damaged"));
}

}  // namespace
}  // namespace coarsen::test
