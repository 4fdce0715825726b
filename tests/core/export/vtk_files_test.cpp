// SPDX-License-Identifier: GPL-3.0-or-later
// VTK's files, read here by the rules of its format.
#include "core/export/vtk_files.hpp"

#include "core/base/files.hpp"
#include "core/selftest/known_surfaces.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <pugixml.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace coarsen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A file of VTK XML with appended raw data.
class VtkXml {
public:
    explicit VtkXml(const std::filesystem::path& file) {
        const std::vector<std::byte> bytes = readWhole(file);
        const std::string all(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        const std::string start = "<AppendedData encoding=\"raw\">\n_", end = "\n</AppendedData>\n</VTKFile>\n";
        const std::size_t at = all.find(start);
        EXPECT_NE(at, std::string::npos);
        EXPECT_TRUE(all.ends_with(end));
        text_ = all.substr(0, at);
        data_ = all.substr(at + start.size(), all.size() - end.size() - at - start.size());
        EXPECT_TRUE(document_.load_string((text_ + "</VTKFile>").c_str()));  // what stands before the data is XML
        for (const auto& found : document_.select_nodes("//DataArray"))
            end_ = std::max<std::size_t>(end_, found.node().attribute("offset").as_ullong() + 8 + lengthOf(found.node()));
        EXPECT_EQ(end_, data_.size()) << "nothing is left over";
    }

    const std::string& text() const { return text_; }
    pugi::xml_node at(const char* path) const { return document_.select_node(path).node(); }
    std::vector<std::string> arrays() const {
        std::vector<std::string> names;
        for (const auto& found : document_.select_nodes("//PointData/DataArray"))
            names.emplace_back(found.node().attribute("Name").value());
        return names;
    }
    template <typename Number>
    std::vector<Number> numbers(const std::string& name) const {
        const pugi::xml_node array = at(("//DataArray[@Name='" + name + "']").c_str());
        std::vector<Number> values(lengthOf(array) / sizeof(Number));
        std::memcpy(values.data(), data_.data() + array.attribute("offset").as_ullong() + 8, values.size() * sizeof(Number));
        return values;
    }

private:
    std::size_t lengthOf(const pugi::xml_node& array) const {
        std::uint64_t length = 0;
        std::memcpy(&length, data_.data() + array.attribute("offset").as_ullong(), sizeof length);
        return length;
    }
    std::string text_, data_;
    pugi::xml_document document_;
    std::size_t end_ = 0;
};

std::vector<double> numbersIn(const pugi::xml_attribute& attribute) {
    std::istringstream words(attribute.value());
    std::vector<double> numbers;
    for (double number; words >> number;)
        numbers.push_back(number);
    return numbers;
}

const Placement turned{{{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}}, {7, 8, 9}, 1};

TEST(VtkFiles, OfVolumesHaveVoxelsWhereTheHeaderLaysThem) {
    const TemporaryFolder folder;
    const VolumeSize size{4, 3, 2};
    std::vector<float> values(size.voxels());
    std::vector<std::uint8_t> valid(size.voxels(), 1);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(i);
    valid[5] = 0;

    writeVolumeVti(folder / "a.vti", Volume(size, {0.5, 0.5, 2, true}, values, valid), turned, "grey", "values -- & <more>");

    const VtkXml vti(folder / "a.vti");
    const pugi::xml_node image = vti.at("/VTKFile[@type='ImageData'][@byte_order='LittleEndian']/ImageData");
    EXPECT_STREQ(image.attribute("WholeExtent").value(), "0 3 0 2 0 1");
    EXPECT_STREQ(image.child("Piece").attribute("Extent").value(), "0 3 0 2 0 1");
    EXPECT_THAT(numbersIn(image.attribute("Origin")), ElementsAre(7, 8, 9));
    EXPECT_THAT(numbersIn(image.attribute("Spacing")), ElementsAre(0.5, 0.5, 2));
    EXPECT_THAT(numbersIn(image.attribute("Direction")), ElementsAre(0, -1, 0, 1, 0, 0, 0, 0, 1));
    EXPECT_THAT(vti.text(), HasSubstr("values - &amp; &lt;more&gt;; lengths in um"));
    EXPECT_THAT(vti.arrays(), ElementsAre("grey", "valid"));
    const std::vector<float> read = vti.numbers<float>("grey");
    ASSERT_EQ(read.size(), 24U);
    EXPECT_EQ(read[23], 23);
    EXPECT_TRUE(std::isnan(read[5]));
    EXPECT_EQ(vti.numbers<std::uint8_t>("valid")[5], 0);
    EXPECT_EQ(vti.numbers<std::uint8_t>("valid")[6], 1);
}

TEST(VtkFiles, OfVectorsHaveThemPointByPoint) {
    const TemporaryFolder folder;
    const std::vector<float> x{1, 2}, y{3, 4}, z{5, 6};

    writeVti(folder / "u.vti", {{2, 1, 1}, {1, 1, 3, false}}, {{"u", {x, y, z}}}, "u");

    const VtkXml vti(folder / "u.vti");
    EXPECT_THAT(vti.numbers<float>("u"), ElementsAre(1, 3, 5, 2, 4, 6));
    EXPECT_EQ(vti.at("//DataArray").attribute("NumberOfComponents").as_int(), 3);
    const double px = std::cbrt(3.0);  // without a unit lengths are in cubes of a voxel's volume, as a surface's
    EXPECT_NEAR(numbersIn(vti.at("//ImageData").attribute("Spacing"))[2], 3 / px, 1e-12);
    EXPECT_THAT(vti.text(), HasSubstr("lengths in px"));
    EXPECT_THROW(writeVti(folder / "v.vti", {{3, 1, 1}, {}}, {{"u", {x, y, z}}}, "u"), std::invalid_argument);
}

TEST(VtkFiles, OfASurfaceHaveItsNumbersAtItsVertices) {
    const TemporaryFolder folder;
    const Spacing spacing{0.5, 0.5, 1, true};
    const VolumeSize size{33, 29, 17};
    const double px = spacing.perPx();
    const LevelSet set = levelSetOf(ball(8 / px, 7 / px, 7.5 / px, 5 / px), size, spacing);
    std::vector<float> grey;
    for (const float distance : set.phi)
        grey.push_back(100 - 60 * std::tanh(distance / 1.5F));
    SurfaceSettings settings;
    settings.level.level = 100;
    settings.level.smoothPx = 0;
    settings.denoise.method = DenoiseMethod::none;
    settings.threads = 1;
    const SurfaceAnswer answer = *measureSurface(Volume(size, spacing, std::move(grey)), settings);
    const SurfaceDisplacement moved = surfaceDisplacement(answer.mesh, answer.distance);

    writeSurfaceVtp(folder / "s.vtp", answer, &moved, turned);
    writeDistanceVti(folder / "phi.vti", answer.distance, turned);

    const VtkXml vtp(folder / "s.vtp"), vti(folder / "phi.vti");
    const pugi::xml_node piece = vtp.at("/VTKFile[@type='PolyData']/PolyData/Piece");
    const std::size_t vertices = answer.mesh.vertices.size(), triangles = answer.mesh.triangles.size();
    EXPECT_EQ(piece.attribute("NumberOfPoints").as_ullong(), vertices);
    EXPECT_EQ(piece.attribute("NumberOfPolys").as_ullong(), triangles);
    EXPECT_THAT(vtp.arrays(), ElementsAre("mean_curvature", "gaussian_curvature", "distance_moved"));
    const std::vector<float> points = vtp.numbers<float>("Points"), h = vtp.numbers<float>("mean_curvature"),
                             off = vtp.numbers<float>("distance_moved"), phi = vti.numbers<float>("distance");
    ASSERT_EQ(points.size(), 3 * vertices);
    double area = 0, sum = 0;
    for (std::size_t v = 0; v < vertices; ++v) {
        // x runs along the space's y, y against its x
        ASSERT_NEAR(std::hypot(points[3 * v] - (7 - 7), points[3 * v + 1] - (8 + 8), points[3 * v + 2] - (9 + 7.5)), 5, 0.06);
        ASSERT_NEAR(off[v], 0, 0.02);
        if (std::isnan(h[v])) continue;
        area += 1;
        sum += static_cast<double>(h[v]);
    }
    EXPECT_GT(area, 100);
    EXPECT_NEAR(sum / area, 1 / 5.0, 0.01);
    const std::vector<std::int32_t> corners = vtp.numbers<std::int32_t>("connectivity"),
                                    ends = vtp.numbers<std::int32_t>("offsets");
    ASSERT_EQ(corners.size(), 3 * triangles);
    EXPECT_EQ(corners[4], static_cast<std::int32_t>(answer.mesh.triangles[1][1]));
    EXPECT_EQ(ends.front(), 3);
    EXPECT_EQ(ends.back(), static_cast<std::int32_t>(3 * triangles));
    EXPECT_NEAR(phi[size.index(16, 14, 7)], answer.distance.phi[size.index(16, 14, 7)] * px, 1e-5);
    EXPECT_NEAR(phi[size.index(16, 4, 7)], 0, 0.2);
}

}  // namespace
}  // namespace coarsen
