// SPDX-License-Identifier: GPL-3.0-or-later
// VTK's XML formats as https://docs.vtk.org/en/latest/design_documents/VTKFileFormats.html describes them, with appended raw
// data.
#include "core/export/vtk_files.hpp"

#include "core/base/files.hpp"
#include "core/base/numbers.hpp"

#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <utility>

namespace coarsen {

namespace {

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie in memory");

constexpr float none = std::numeric_limits<float>::quiet_NaN();

std::string inXml(const std::string& text) {
    std::string safe;
    for (const char letter : text)
        safe += letter == '&'   ? "&amp;"
                : letter == '<' ? "&lt;"
                : letter == '>' ? "&gt;"
                : letter == '"' ? "&quot;"
                                : std::string(1, letter);
    return safe;
}

std::string listed(const auto& numbers) {
    std::string text;
    for (const auto& number : numbers)
        text += (text.empty() ? "" : " ") + shortest(static_cast<double>(number));
    return text;
}

/// A file under way: XML, and behind it the blocks that its arrays name by their place.
class VtkFile {
public:
    VtkFile(const std::string& type, const std::string& remark) {
        std::string words = remark;  // two hyphens end a comment
        for (std::size_t at; (at = words.find("--")) != std::string::npos;)
            words.replace(at, 2, "-");
        xml_ = "<?xml version=\"1.0\"?>\n<VTKFile type=\"" + type +
               "\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<!-- " + inXml(words) + " -->\n";
    }

    void add(const std::string& xml) { xml_ += xml; }

    void addArray(const VtkArray& array, std::size_t points) {
        if (array.components.empty()) {
            require(array.flags.size() == points);
            declare(array.name, "UInt8", 1);
            begin(points);
            append(array.flags.data(), array.flags.size());
            return;
        }
        declare(array.name, "Float32", array.components.size());
        begin(points * array.components.size() * sizeof(float));
        for (const std::span<const float>& component : array.components)
            require(component.size() == points);
        if (array.components.size() == 1) return append(array.components[0].data(), points);
        for (std::size_t i = 0; i < points; ++i)
            for (const std::span<const float>& component : array.components)
                append(&component[i], 1);
    }

    template <typename Number, std::size_t each>
    void addPlain(const std::string& name, const std::string& type, const std::vector<std::array<Number, each>>& numbers,
                  std::size_t components) {
        declare(name, type, components);
        begin(numbers.size() * each * sizeof(Number));
        for (const auto& some : numbers)
            append(some.data(), each);
    }

    void write(const std::filesystem::path& file) {
        std::string all = std::move(xml_) + "<AppendedData encoding=\"raw\">\n_";
        all.reserve(all.size() + blocks_.size() + 40);
        all += blocks_;
        all += "\n</AppendedData>\n</VTKFile>\n";
        writeWhole(file, all);
    }

private:
    static void require(bool isTrue) {
        if (!isTrue) throw std::invalid_argument("VTK: as many numbers as points");
    }
    void declare(const std::string& name, const std::string& type, std::size_t components) {
        xml_ += "<DataArray type=\"" + type + "\" Name=\"" + inXml(name) + "\" NumberOfComponents=\"" +
                std::to_string(components) + "\" format=\"appended\" offset=\"" + std::to_string(blocks_.size()) + "\"/>\n";
    }
    void begin(std::size_t bytes) {
        const std::uint64_t length = bytes;
        blocks_.reserve(blocks_.size() + sizeof length + bytes);
        append(&length, 1);
    }
    template <typename Number>
    void append(const Number* numbers, std::size_t count) {
        blocks_.append(reinterpret_cast<const char*>(numbers), count * sizeof(Number));
    }

    std::string xml_, blocks_;
};

void addPointData(VtkFile& vtk, const std::vector<VtkArray>& arrays, std::size_t points) {
    vtk.add("<PointData" + (arrays.empty() ? std::string() : " Scalars=\"" + inXml(arrays.front().name) + "\"") + ">\n");
    for (const VtkArray& array : arrays)
        vtk.addArray(array, points);
    vtk.add("</PointData>\n");
}

double perSide(const Spacing& spacing) {
    return unitOf(spacing).perPx / spacing.perPx();
}

}  // namespace

std::string VtkGrid::unit() const {
    return unitOf(spacing).name;
}

std::array<double, 3> VtkGrid::sides() const {
    const double per = perSide(spacing);
    return {spacing.x * per, spacing.y * per, spacing.z * per};
}

std::array<double, 3> VtkGrid::origin() const {
    if (!placement) return {};
    const double per = perSide(spacing);
    return {placement->origin[0] * per, placement->origin[1] * per, placement->origin[2] * per};
}

std::array<double, 3> VtkGrid::turned(const std::array<double, 3>& alongVoxels) const {
    if (!placement) return alongVoxels;
    std::array<double, 3> answer{};
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (std::size_t i = 0; i < 3; ++i)
            answer[i] += alongVoxels[axis] * placement->axes[axis][i];
    return answer;
}

std::array<std::vector<float>, 3> displacementIn(const VtkGrid& grid, const std::array<std::vector<float>, 3>& u) {
    const std::array<double, 3> sides = grid.sides();
    std::array<std::vector<float>, 3> lengths;
    for (std::vector<float>& component : lengths)
        component.reserve(u[0].size());
    for (std::size_t i = 0; i < u[0].size(); ++i) {
        std::array<double, 3> here;
        for (std::size_t axis = 0; axis < 3; ++axis)
            here[axis] = static_cast<double>(u[axis][i]) * sides[axis];
        here = grid.turned(here);
        for (std::size_t axis = 0; axis < 3; ++axis)
            lengths[axis].push_back(static_cast<float>(here[axis]));
    }
    return lengths;
}

void writeVti(const std::filesystem::path& file, const VtkGrid& grid, const std::vector<VtkArray>& arrays,
              const std::string& remark) {
    const VolumeSize& size = grid.size;
    const std::string extent =
        "0 " + std::to_string(size.width - 1) + " 0 " + std::to_string(size.height - 1) + " 0 " + std::to_string(size.depth - 1);
    std::array<double, 9> direction{};  // row by row; its columns are where x, y and z run
    for (std::size_t axis = 0; axis < 3; ++axis) {
        std::array<double, 3> unit{};
        unit[axis] = 1;
        const std::array<double, 3> runs = grid.turned(unit);
        for (std::size_t i = 0; i < 3; ++i)
            direction[3 * i + axis] = runs[i];
    }
    VtkFile vtk("ImageData", remark + "; lengths in " + grid.unit());
    vtk.add("<ImageData WholeExtent=\"" + extent + "\" Origin=\"" + listed(grid.origin()) + "\" Spacing=\"" +
            listed(grid.sides()) + "\" Direction=\"" + listed(direction) + "\">\n<Piece Extent=\"" + extent + "\">\n");
    addPointData(vtk, arrays, size.voxels());
    vtk.add("</Piece>\n</ImageData>\n");
    vtk.write(file);
}

void writeVolumeVti(const std::filesystem::path& file, const Volume& volume, const std::optional<Placement>& placement,
                    const std::string& name, const std::string& remark) {
    const VtkGrid grid{volume.size(), volume.spacing(), placement};
    if (volume.isAllValid()) return writeVti(file, grid, {{name, {volume.values()}}}, remark);
    std::vector<float> values(volume.values().begin(), volume.values().end());
    for (std::size_t i = 0; i < values.size(); ++i)
        if (volume.valid()[i] == 0) values[i] = none;
    writeVti(file, grid, {{name, {values}}, {"valid", {}, volume.valid()}}, remark);
}

void writeVtp(const std::filesystem::path& file, const std::vector<std::array<float, 3>>& points,
              const std::vector<std::array<std::uint32_t, 3>>& triangles, const std::vector<VtkArray>& arrays,
              const std::string& remark) {
    constexpr std::size_t mostPoints = std::numeric_limits<std::int32_t>::max();
    if (points.size() > mostPoints || 3 * triangles.size() > mostPoints) throw std::length_error("VTK: fewer than 2^31 corners");
    VtkFile vtk("PolyData", remark);
    vtk.add("<PolyData>\n<Piece NumberOfPoints=\"" + std::to_string(points.size()) +
            "\" NumberOfVerts=\"0\" NumberOfLines=\"0\" NumberOfStrips=\"0\" NumberOfPolys=\"" +
            std::to_string(triangles.size()) + "\">\n");
    addPointData(vtk, arrays, points.size());
    vtk.add("<Points>\n");
    vtk.addPlain("Points", "Float32", points, 3);
    vtk.add("</Points>\n<Polys>\n");
    vtk.addPlain("connectivity", "Int32", triangles, 1);
    std::vector<std::array<std::int32_t, 1>> ends;
    ends.reserve(triangles.size());
    for (std::size_t t = 1; t <= triangles.size(); ++t)
        ends.push_back({static_cast<std::int32_t>(3 * t)});
    vtk.addPlain("offsets", "Int32", ends, 1);
    vtk.add("</Polys>\n</Piece>\n</PolyData>\n");
    vtk.write(file);
}

void writeSurfaceVtp(const std::filesystem::path& file, const SurfaceAnswer& answer, const SurfaceDisplacement* moved,
                     const std::optional<Placement>& placement) {
    const SurfaceMesh& mesh = answer.mesh;
    const VtkGrid grid{answer.distance.size, answer.distance.spacing, placement};
    const double perPx = unitOf(grid.spacing).perPx;
    const std::array<double, 3> origin = grid.origin();
    std::vector<std::array<float, 3>> points;
    points.reserve(mesh.vertices.size());
    for (const SurfaceMesh::Vertex& vertex : mesh.vertices) {
        std::array<double, 3> place;
        for (std::size_t axis = 0; axis < 3; ++axis)
            place[axis] = static_cast<double>(vertex[axis]) * perPx;
        place = grid.turned(place);
        std::array<float, 3>& point = points.emplace_back();
        for (std::size_t axis = 0; axis < 3; ++axis)
            point[axis] = static_cast<float>(origin[axis] + place[axis]);
    }
    const auto scaled = [&](const std::vector<float>& values, double factor, bool isKnownEverywhere) {
        std::vector<float> answers;
        answers.reserve(values.size());
        for (std::size_t v = 0; v < values.size(); ++v)
            answers.push_back(isKnownEverywhere || answer.curvatures.isKnown[v] != 0
                                  ? static_cast<float>(static_cast<double>(values[v]) * factor)
                                  : none);
        return answers;
    };
    std::vector<std::pair<std::string, std::vector<float>>> numbers;
    numbers.emplace_back("mean_curvature", scaled(answer.curvatures.mean, 1 / perPx, false));
    numbers.emplace_back("gaussian_curvature", scaled(answer.curvatures.gaussian, 1 / (perPx * perPx), false));
    if (answer.removed) numbers.emplace_back("removed_noise", scaled(answer.removed->px, perPx, true));
    if (moved) numbers.emplace_back("distance_moved", scaled(moved->px, perPx, true));
    std::vector<VtkArray> arrays;
    for (const auto& [name, values] : numbers)
        arrays.push_back({name, {values}});
    const std::string unit = grid.unit();
    writeVtp(file, points, mesh.triangles, arrays,
             "lengths in " + unit + ", curvatures in 1/" + unit + " and 1/" + unit + "^2; NaN where not known");
}

void writeDistanceVti(const std::filesystem::path& file, const LevelSet& distance, const std::optional<Placement>& placement) {
    const double perPx = unitOf(distance.spacing).perPx;
    std::vector<float> values;
    values.reserve(distance.phi.size());
    for (const float phi : distance.phi)
        values.push_back(static_cast<float>(static_cast<double>(phi) * perPx));
    writeVolumeVti(file, Volume(distance.size, distance.spacing, std::move(values), distance.valid), placement, "distance",
                   "signed distance, below 0 inside");
}

}  // namespace coarsen
