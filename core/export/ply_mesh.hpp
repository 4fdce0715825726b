// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace coarsen {

/// A surface of polygons as a PLY file has it: any program's, with whatever it says of its vertices.
struct PlyMesh {
    /// Property of the vertices: its name and its type, "float".
    struct Property {
        std::string name, type;
    };
    std::vector<std::string> comments;
    std::vector<Property> properties;
    std::vector<double> values;                     ///< of each vertex those of all properties
    std::vector<std::vector<std::uint32_t>> faces;  ///< their corners among the vertices

    std::size_t vertices() const { return properties.empty() ? 0 : values.size() / properties.size(); }
    std::optional<std::size_t> property(const std::string& name) const;
    std::array<double, 3> place(std::size_t vertex) const;  ///< x, y, z
    void setPlace(std::size_t vertex, const std::array<double, 3>& place);
    /// Leaves vertices that are to be kept, of which the others' faces go as well. `isKept`: one for each vertex.
    void keep(const std::vector<std::uint8_t>& isKept);

private:
    std::array<std::size_t, 3> places() const;
};

/// Reads PLY: text, or binary of either order of bytes. Throws InputError where it is damaged, has no x, y, z, or elements beside
/// vertices and faces.
PlyMesh readPly(const std::filesystem::path& file);

/// Writes binary little-endian PLY. Throws StorageError.
void writePly(const std::filesystem::path& file, const PlyMesh& mesh);

}  // namespace coarsen
