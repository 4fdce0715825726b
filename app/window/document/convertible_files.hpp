// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <array>
#include <filesystem>
#include <string_view>
#include <vector>

namespace coarsen::window {

/// Endings of the files that `python -m coarsen import` makes OME-TIFF of, in small letters.
inline constexpr std::array<std::string_view, 3> convertibleEndings{".nd2", ".czi", ".lif"};

/// Files that Python's readers make OME-TIFF of, and where that is proposed to go.
struct ConvertibleFiles {
    std::vector<std::filesystem::path> files;  ///< none: nothing is proposed
    std::filesystem::path folder;              ///< beside the first file, and not there yet
};

/// Looks among files and in folders; none where other files are named among them. It reads folders: not for the window's thread.
ConvertibleFiles convertibleFiles(const std::vector<std::filesystem::path>& inputs);

QString pythonOnPath();   ///< path of python3, or of python; empty where there is none
QString pythonProgram();  ///< that of the preferences, else the one on PATH

}  // namespace coarsen::window
