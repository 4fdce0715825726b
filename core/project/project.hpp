// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

/// One of several samples that are open together.
struct ProjectSeries {
    std::filesystem::path path = {};  ///< absolute: a session's file, or images that have none yet
    std::string name = {};            ///< the user's; empty: nameByPath()
    std::string group = {};           ///< repeats of one condition have the same one; empty: a condition of its own
    double x = std::numeric_limits<double>::quiet_NaN();  ///< the condition as a number; NaN: none
    std::string note = {};
    bool isShown = true;  ///< in charts and tables of all

    std::string shownName() const;  ///< the user's, else what it is called without one
    bool isSession() const;         ///< by its name, whether it is there or not

    friend bool operator==(const ProjectSeries& a, const ProjectSeries& b) {
        const bool isSameX = a.x == b.x || (a.x != a.x && b.x != b.x);  // NaN is NaN
        return a.path == b.path && a.name == b.name && a.group == b.group && isSameX && a.note == b.note &&
               a.isShown == b.isShown;
    }
};

/// Several series that are open together: a value, kept as NAME.coarsen-project.
struct Project {
    std::string xLabel = {};  ///< meaning of x, with its unit: "temperature (°C)"; empty: nobody has said
    std::vector<ProjectSeries> series = {};
    int lookedAt = 0;           ///< the one that frame, C2D and C1D follow; 0 also where there is none
    std::string viewJson = {};  ///< the window's own, opaque here; empty: none

    bool operator==(const Project&) const = default;
};

inline constexpr const char* projectEnding = ".coarsen-project";

/// Reads and writes a project, JSON of schema 1; batch.json is one, too. Paths are stored relative to the file's folder, so that
/// both can be moved together. Throws InputError (not a project, a newer schema, damaged) / StorageError.
Project readProject(const std::filesystem::path& file);
void writeProject(const std::filesystem::path& file, const Project& project);
std::string projectJson(const Project& project, const std::filesystem::path& relativeTo);
Project projectFromJson(std::string_view json, const std::filesystem::path& file);

}  // namespace coarsen
