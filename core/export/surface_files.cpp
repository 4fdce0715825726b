// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/surface_files.hpp"

#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/levelset/distance.hpp"
#include "core/volume/write_nifti.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace coarsen {

namespace {

/// Little-endian, whatever this machine is.
void append(std::string& bytes, std::uint32_t number) {
    for (int shift = 0; shift < 32; shift += 8)
        bytes.push_back(static_cast<char>(number >> shift & 0xFFU));
}

void append(std::string& bytes, double number) {
    append(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(number)));
}

}  // namespace

SurfaceUnit unitOf(const Spacing& spacing) {
    return spacing.isInUm ? SurfaceUnit{spacing.perPx(), "um"} : SurfaceUnit{};
}

bool writeDistanceNifti(const std::filesystem::path& file, const LevelSet& distance, const std::stop_token& stop,
                        const std::optional<Placement>& placement) {
    const SurfaceUnit unit = unitOf(distance.spacing);
    std::vector<float> values;
    values.reserve(distance.phi.size());
    for (const float phi : distance.phi)
        values.push_back(static_cast<float>(static_cast<double>(phi) * unit.perPx));
    const std::string reach = shortest(static_cast<float>(distanceReachPx * unit.perPx));
    return writeNifti(file, Volume(distance.size, distance.spacing, std::move(values), distance.valid),
                      "signed distance in " + unit.name + ", < 0 inside, at most " + reach, stop, placement);
}

void writeSurfacePly(const std::filesystem::path& file, const SurfaceAnswer& answer, const SurfaceDisplacement* moved) {
    const SurfaceMesh& mesh = answer.mesh;
    const SurfaceUnit unit = unitOf(answer.distance.spacing);
    std::string bytes = "ply\nformat binary_little_endian 1.0\ncomment lengths in " + unit.name + ", curvatures in 1/" +
                        unit.name + " and 1/" + unit.name + "^2; the middle of the first voxel is the origin\nelement vertex " +
                        std::to_string(mesh.vertices.size()) +
                        "\nproperty float x\nproperty float y\nproperty float z\nproperty float mean_curvature\n"
                        "property float gaussian_curvature\n";
    std::vector<const std::vector<float>*> lengths;
    const auto addLength = [&](const char* name, const SurfaceDisplacement& displacement) {
        bytes += std::string("property float ") + name + '\n';
        lengths.push_back(&displacement.px);
    };
    if (answer.removed) addLength("removed_noise", *answer.removed);
    if (moved) addLength("distance_moved", *moved);
    bytes += "element face " + std::to_string(mesh.triangles.size()) + "\nproperty list uchar uint vertex_indices\nend_header\n";
    bytes.reserve(bytes.size() + (20 + 4 * lengths.size()) * mesh.vertices.size() + 13 * mesh.triangles.size());
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
        for (const float side : mesh.vertices[v])
            append(bytes, static_cast<double>(side) * unit.perPx);
        const bool isKnown = answer.curvatures.isKnown[v] != 0;
        append(bytes, isKnown ? static_cast<double>(answer.curvatures.mean[v]) / unit.perPx : unknown);
        append(bytes, isKnown ? static_cast<double>(answer.curvatures.gaussian[v]) / (unit.perPx * unit.perPx) : unknown);
        for (const std::vector<float>* const length : lengths)
            append(bytes, static_cast<double>((*length)[v]) * unit.perPx);
    }
    for (const SurfaceMesh::Triangle& triangle : mesh.triangles) {
        bytes.push_back(3);
        for (const std::uint32_t vertex : triangle)
            append(bytes, vertex);
    }
    writeWhole(file, bytes);
}

void writeSurfaceStl(const std::filesystem::path& file, const SurfaceAnswer& answer) {
    const SurfaceMesh& mesh = answer.mesh;
    const SurfaceUnit unit = unitOf(answer.distance.spacing);
    std::string bytes = "binary STL, lengths in " + unit.name;
    bytes.resize(80, ' ');
    append(bytes, static_cast<std::uint32_t>(mesh.triangles.size()));
    bytes.reserve(bytes.size() + 50 * mesh.triangles.size());
    for (const SurfaceMesh::Triangle& triangle : mesh.triangles) {
        std::array<std::array<double, 3>, 3> corners;
        for (std::size_t corner = 0; corner < 3; ++corner)
            for (std::size_t axis = 0; axis < 3; ++axis)
                corners[corner][axis] = static_cast<double>(mesh.vertices[triangle[corner]][axis]) * unit.perPx;
        std::array<double, 3> normal{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::size_t one = (axis + 1) % 3, two = (axis + 2) % 3;
            normal[axis] = (corners[1][one] - corners[0][one]) * (corners[2][two] - corners[0][two]) -
                           (corners[1][two] - corners[0][two]) * (corners[2][one] - corners[0][one]);
        }
        const double length = std::hypot(normal[0], normal[1], normal[2]);
        for (const double part : normal)
            append(bytes, length > 0 ? part / length : 0.0);
        for (const auto& corner : corners)
            for (const double side : corner)
                append(bytes, side);
        bytes.append(2, '\0');
    }
    writeWhole(file, bytes);
}

std::string curvatureCsv(const SurfaceAnswer& answer, const SurfaceDisplacement* moved) {
    const CurvatureHistogram& histogram = answer.histogram;
    const double perPx = unitOf(answer.distance.spacing).perPx;
    std::string text = "quantity,from,to,share\n";
    const auto add = [&](const char* name, double most, const std::vector<double>& shares) {
        const double wide = 2 * most / static_cast<double>(shares.size());
        for (std::size_t i = 0; i < shares.size(); ++i) {
            const double from = -most + wide * static_cast<double>(i);
            text += std::string(name) + ',' + shortest(from) + ',' + shortest(from + wide) + ',' + shortest(shares[i]) + '\n';
        }
    };
    add("h", histogram.mostH / perPx, histogram.h);
    add("k", histogram.mostK / (perPx * perPx), histogram.k);
    if (answer.removed) add("removed_noise", answer.removed->shares.most * perPx, answer.removed->shares.shares);
    if (moved) add("distance_moved", moved->shares.most * perPx, moved->shares.shares);
    return text;
}

std::string surfaceCsvHeader() {
    return "frame,s_v,s_v_err,volume_fraction,volume_fraction_err,h_mean,h_mean_err,h_sd,h_sd_err,k_mean,k_mean_err,euler,euler_"
           "err,"
           "genus,genus_err,pieces,pieces_err,s_v_per_px,s_v_per_px_err,euler_per_px3,euler_per_px3_err,length_unit\n";
}

std::string surfaceCsvRow(int frame, const SurfaceMeasures& measures, const SurfaceUnit& unit) {
    std::string row = std::to_string(frame);
    const auto add = [&](const Estimate& estimate, double factor) {
        row.append(",").append(shortest(estimate.value * factor)).append(",").append(shortest(estimate.error * factor));
    };
    add(measures.areaPerVolume, 1 / unit.perPx);
    add(measures.volumeFraction, 1);
    add(measures.meanH, 1 / unit.perPx);
    add(measures.sdH, 1 / unit.perPx);
    add(measures.meanK, 1 / (unit.perPx * unit.perPx));
    add(measures.euler, 1);
    add(measures.genus, 1);
    add(measures.pieces, 1);
    add(measures.areaPerVolume, 1);
    add(measures.eulerPerPx3, 1);
    return row + "," + unit.name + "\n";
}

}  // namespace coarsen
