// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.hpp"

#include <filesystem>
#include <string>

namespace coarsen {

/// Name of a series in titles, reports, metadata and folders: the name that the user gave it, else its `usualName`.
/// Printable (core/base/utf8.hpp).
std::string seriesName(const Session& session);

/// Name of a series where the user gives none: the session's file name, unless that is `session.coarsen`, as the command line
/// calls all of them; else, of a film, a stack or one image, its file's name; else the folder's, or where that only says that
/// there are images in it (`frames`, `images`, `img`, `data`, `png`, `tif`, `raw`, in whatever case) the name of the folder
/// above.
std::string usualName(const Session& session);

/// The same of a session's file, a folder, or a file of images that is not open.
std::string nameByPath(const std::filesystem::path& path);

/// True where one file was opened that holds all frames (a film, a stack, an image), and not its folder.
bool isOneFile(const ImageSeries& series);

}  // namespace coarsen
