// SPDX-License-Identifier: GPL-3.0-or-later
// Surfaces as files, read here by their formats' own rules.
#include "core/export/surface_files.hpp"

#include "core/base/files.hpp"
#include "core/selftest/known_surfaces.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

namespace coarsen {
namespace {

using Place = std::array<double, 3>;

struct Triangles {
    std::vector<std::array<Place, 3>> corners;

    double area() const {
        double sum = 0;
        for (const auto& [a, b, c] : corners)
            sum += std::hypot(crossOf(a, b, c)[0], crossOf(a, b, c)[1], crossOf(a, b, c)[2]) / 2;
        return sum;
    }
    /// By the divergence theorem; negative where the corners run clockwise seen from outside.
    double volume() const {
        double sum = 0;
        for (const auto& [a, b, c] : corners)
            sum +=
                (a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])) /
                6;
        return sum;
    }
    static Place crossOf(const Place& a, const Place& b, const Place& c) {
        Place cross;
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
            cross[i] = (b[j] - a[j]) * (c[k] - a[k]) - (b[k] - a[k]) * (c[j] - a[j]);
        }
        return cross;
    }
};

template <typename Number>
Number numberAt(const std::string& bytes, std::size_t at) {
    Number number;
    std::memcpy(&number, bytes.data() + at, sizeof number);
    return number;
}

struct Ply {
    std::vector<std::string> properties;
    std::vector<std::vector<double>> vertices;
    Triangles triangles;
};

Ply plyOf(const std::string& bytes) {
    Ply ply;
    std::istringstream header(bytes);
    std::size_t vertices = 0, faces = 0;
    for (std::string line; std::getline(header, line) && line != "end_header";) {
        std::istringstream words(line);
        std::string first, second, third;
        words >> first >> second >> third;
        if (second == "vertex") vertices = std::stoul(third);
        if (second == "face") faces = std::stoul(third);
        if (first == "property" && second == "float") ply.properties.push_back(third);
    }
    auto at = static_cast<std::size_t>(header.tellg());
    for (std::size_t v = 0; v < vertices; ++v) {
        std::vector<double>& values = ply.vertices.emplace_back();
        for (std::size_t i = 0; i < ply.properties.size(); ++i, at += 4)
            values.push_back(static_cast<double>(numberAt<float>(bytes, at)));
    }
    for (std::size_t f = 0; f < faces; ++f) {
        EXPECT_EQ(bytes[at++], 3);
        std::array<Place, 3> corners;
        for (Place& corner : corners) {
            const std::vector<double>& vertex = ply.vertices.at(numberAt<std::uint32_t>(bytes, at));
            std::copy_n(vertex.begin(), 3, corner.begin());
            at += 4;
        }
        ply.triangles.corners.push_back(corners);
    }
    EXPECT_EQ(at, bytes.size());
    return ply;
}

class SurfaceFiles : public testing::Test {
protected:
    static constexpr Spacing spacing{0.5, 0.5, 1, true};
    static constexpr VolumeSize size{33, 29, 17};
    static constexpr double radiusUm = 5;
    static constexpr Place middleUm{8, 7, 7.5};
    TemporaryFolder folder;

    static SurfaceAnswer answerOf(double radius, DenoiseMethod denoise) {
        const double px = spacing.perPx();
        const LevelSet set = levelSetOf(ball(middleUm[0] / px, middleUm[1] / px, middleUm[2] / px, radius / px), size, spacing);
        std::vector<float> grey;
        for (const float distance : set.phi)
            grey.push_back(100 - 60 * std::tanh(distance / 1.5F));
        SurfaceSettings settings;
        settings.level.level = 100;
        settings.level.smoothPx = 0;
        settings.denoise.method = denoise;
        settings.threads = 1;
        return *measureSurface(Volume(size, spacing, std::move(grey)), settings);
    }
    std::string bytesOf(const char* name) const {
        const std::vector<std::byte> bytes = readWhole(folder / name);
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
};

TEST_F(SurfaceFiles, ThePlyHasTheAreaOfTheTableAndTheBallsNumbers) {
    const SurfaceAnswer answer = answerOf(radiusUm, DenoiseMethod::none);

    writeSurfacePly(folder / "surface.ply", answer);

    const Ply ply = plyOf(bytesOf("surface.ply"));
    EXPECT_THAT(ply.properties, testing::ElementsAre("x", "y", "z", "mean_curvature", "gaussian_curvature"));
    const double perVolume = answer.measures.areaPerVolume.value / spacing.perPx(),
                 volume = (size.width - 1) * (size.height - 1) * (size.depth - 1) *  // between the voxels' centres
                          spacing.x * spacing.y * spacing.z;
    EXPECT_NEAR(ply.triangles.area(), perVolume * volume, 1e-4 * perVolume * volume);
    EXPECT_NEAR(ply.triangles.area() / (4 * M_PI * radiusUm * radiusUm), 1, 0.01);
    EXPECT_NEAR(ply.triangles.volume() / (4 * M_PI / 3 * std::pow(radiusUm, 3)), 1, 0.02);
    for (const std::vector<double>& vertex : ply.vertices)
        ASSERT_NEAR(std::hypot(vertex[0] - middleUm[0], vertex[1] - middleUm[1], vertex[2] - middleUm[2]), radiusUm, 0.06);
}

TEST_F(SurfaceFiles, ThePlySaysHowFarItWasMoved) {
    const SurfaceAnswer answer = answerOf(radiusUm, DenoiseMethod::curvature), former = answerOf(4.2, DenoiseMethod::curvature);
    const SurfaceDisplacement moved = surfaceDisplacement(answer.mesh, former.distance);

    writeSurfacePly(folder / "surface.ply", answer, &moved);

    const Ply ply = plyOf(bytesOf("surface.ply"));
    EXPECT_THAT(ply.properties,
                testing::ElementsAre("x", "y", "z", "mean_curvature", "gaussian_curvature", "removed_noise", "distance_moved"));
    const double px = spacing.perPx(), flowUm2 = 0.75 * px * px;
    const auto radius = [&](double before) { return std::sqrt(before * before - 4 * flowUm2); };
    for (const std::vector<double>& vertex : ply.vertices) {
        ASSERT_NEAR(vertex[5], radius(radiusUm) - radiusUm, 0.06);
        ASSERT_NEAR(vertex[6], radius(radiusUm) - radius(4.2), 0.08);
    }
    const std::string table = curvatureCsv(answer, &moved);
    for (const char* const quantity : {"\nh,", "\nk,", "\nremoved_noise,", "\ndistance_moved,"})
        EXPECT_THAT(table, testing::HasSubstr(quantity));
    EXPECT_THAT(curvatureCsv(answerOf(radiusUm, DenoiseMethod::none)), testing::Not(testing::HasSubstr("removed")));
}

TEST_F(SurfaceFiles, TheStlHasTheSameTrianglesAndTheirNormals) {
    const SurfaceAnswer answer = answerOf(radiusUm, DenoiseMethod::none);
    writeSurfacePly(folder / "surface.ply", answer);

    writeSurfaceStl(folder / "surface.stl", answer);

    const std::string bytes = bytesOf("surface.stl");
    const auto count = static_cast<std::size_t>(numberAt<std::uint32_t>(bytes, 80));
    ASSERT_EQ(bytes.size(), 84 + 50 * count);
    EXPECT_NE(bytes.substr(0, 5), "solid");  // which would be one of words
    const Ply ply = plyOf(bytesOf("surface.ply"));
    ASSERT_EQ(count, ply.triangles.corners.size());
    Triangles triangles;
    for (std::size_t t = 0; t < count; ++t) {
        const auto placeAt = [&](std::size_t i) {
            Place place;
            for (std::size_t axis = 0; axis < 3; ++axis)
                place[axis] = static_cast<double>(numberAt<float>(bytes, 84 + 50 * t + 12 * i + 4 * axis));
            return place;
        };
        triangles.corners.push_back({placeAt(1), placeAt(2), placeAt(3)});
        const Place normal = placeAt(0), cross = Triangles::crossOf(placeAt(1), placeAt(2), placeAt(3));
        const double twice = std::hypot(cross[0], cross[1], cross[2]);
        if (twice < 1e-4) continue;  // in float32 it has no direction
        for (std::size_t axis = 0; axis < 3; ++axis)
            ASSERT_NEAR(normal[axis], cross[axis] / twice, 1e-2);
    }
    EXPECT_NEAR(triangles.area(), ply.triangles.area(), 1e-3);
    EXPECT_NEAR(triangles.volume(), ply.triangles.volume(), 1e-3);
}

TEST_F(SurfaceFiles, TheNiftiHasItsAxesInOrder) {
    const SurfaceAnswer answer = answerOf(radiusUm, DenoiseMethod::none);

    writeDistanceNifti(folder / "phi.nii", answer.distance);

    const std::string bytes = bytesOf("phi.nii");
    ASSERT_EQ(bytes.size(), 352 + 4 * size.voxels());
    EXPECT_EQ(numberAt<std::int32_t>(bytes, 0), 348);
    const std::array<int, 3> counts{size.width, size.height, size.depth};
    const Place sides{spacing.x, spacing.y, spacing.z};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        EXPECT_EQ(numberAt<std::int16_t>(bytes, 42 + 2 * axis), counts[axis]);
        EXPECT_FLOAT_EQ(numberAt<float>(bytes, 80 + 4 * axis), static_cast<float>(sides[axis]));
    }
    EXPECT_EQ(bytes[123] & 7, 3);  // micrometres
    for (const auto& [x, y, z] : {std::array{16, 14, 3}, {7, 14, 7}, {16, 5, 7}, {16, 14, 12}, {25, 12, 8}}) {
        const auto at = static_cast<std::size_t>(x + size.width * (y + size.height * z));  // x runs fastest
        const double truth = std::hypot(x * spacing.x - middleUm[0], y * spacing.y - middleUm[1], z * spacing.z - middleUm[2]);
        EXPECT_NEAR(numberAt<float>(bytes, 352 + 4 * at), truth - radiusUm, 0.05) << x << ' ' << y << ' ' << z;
    }
}

}  // namespace
}  // namespace coarsen
