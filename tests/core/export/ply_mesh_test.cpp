// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/ply_mesh.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace coarsen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class PlyFiles : public testing::Test {
protected:
    TemporaryFolder folder;

    PlyMesh read(const std::string& bytes) const {
        writeWhole(folder / "a.ply", bytes);
        return readPly(folder / "a.ply");
    }
    std::string errorOf(const std::string& bytes) const {
        try {
            read(bytes);
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    }
};

const std::string text =
    "ply\nformat ascii 1.0\ncomment lengths in um\nelement vertex 4\nproperty double z\nproperty float x\nproperty float y\n"
    "property uchar red\nelement face 2\nproperty list uchar int vertex_index\nproperty float area\nend_header\n"
    "3 1 2 9\n6 4 5 8\n9 7 8 7\n12 10 nan 6\n3 0 1 2 0.5\n3 1 2 3 0.5\n";

TEST_F(PlyFiles, AreReadAsTextAndWrittenInBinary) {
    const PlyMesh mesh = read(text);
    writePly(folder / "b.ply", mesh);
    const PlyMesh again = readPly(folder / "b.ply");

    for (const PlyMesh& each : {mesh, again}) {
        ASSERT_EQ(each.vertices(), 4U);
        EXPECT_THAT(each.comments, ElementsAre("lengths in um"));
        EXPECT_EQ(each.place(1), (std::array{4.0, 5.0, 6.0}));
        EXPECT_EQ(each.values[3], 9);
        EXPECT_TRUE(std::isnan(each.place(3)[1]));
        EXPECT_THAT(each.faces, ElementsAre(std::vector<std::uint32_t>{0, 1, 2}, std::vector<std::uint32_t>{1, 2, 3}));
    }
    EXPECT_EQ(again.properties[0].type, "double");
    EXPECT_EQ(again.properties[3].type, "uchar");
}

TEST_F(PlyFiles, OfTheOtherOrderOfBytesAreRead) {
    std::string bytes =
        "ply\r\nformat binary_big_endian 1.0\r\nelement vertex 1\r\nproperty float x\r\nproperty short y\r\n"
        "property uchar z\r\nend_header\r\n";
    bytes += std::string("\x40\x20\0\0\x01\x02\x07", 7);

    EXPECT_EQ(read(bytes).place(0), (std::array{2.5, 258.0, 7.0}));
}

TEST_F(PlyFiles, LoseVerticesWithTheirFaces) {
    PlyMesh mesh = read(text);
    mesh.keep({0, 1, 1, 1});

    EXPECT_EQ(mesh.vertices(), 3U);
    EXPECT_EQ(mesh.place(0), (std::array{4.0, 5.0, 6.0}));
    EXPECT_THAT(mesh.faces, ElementsAre(std::vector<std::uint32_t>{0, 1, 2}));
}

TEST_F(PlyFiles, ThatAreDamagedAreRefused) {
    const auto with = [](const std::string& old, const std::string& other) {
        std::string changed = text;
        return changed.replace(changed.find(old), old.size(), other);
    };

    EXPECT_THAT(errorOf("solid cube\n"), HasSubstr("a.ply: it does not begin as PLY does"));
    EXPECT_THAT(errorOf("ply\nformat ascii 1.0\n"), HasSubstr("its header does not end"));
    EXPECT_THAT(errorOf(with("property float x", "property float w")), HasSubstr("its vertices have no x"));
    EXPECT_THAT(errorOf(with("element vertex 4", "element vertex 400000000000")), HasSubstr("it ends before all"));
    EXPECT_THAT(errorOf(with("3 1 2 3 0.5\n", "3 1 2 4 0.5\n")), HasSubstr("a face has a corner 4, and there are 4 vertices"));
    EXPECT_THAT(errorOf(with("3 1 2 3 0.5\n", "3 1 2")), HasSubstr("it ends before all"));
    EXPECT_THAT(errorOf(with("6 4 5 8", "6 4 five 8")), HasSubstr("'five' stands where a number is due"));
    EXPECT_THAT(errorOf(with("property float area", "property quaternion q")), HasSubstr("'property quaternion q'"));
    EXPECT_THAT(errorOf(with("element face 2", "element edge 2")), HasSubstr("neither vertices nor faces: edge"));
}

}  // namespace
}  // namespace coarsen
