// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/survey.hpp"

#include <filesystem>
#include <memory>
#include <string>

namespace coarsen {

inline constexpr const char* surveyFileName = "survey.json";  ///< beside the tables of a run

/// Key of what a survey was made of: the settings that it hangs on, and the files by name, page, size and time of writing.
std::string surveyKey(const ImageSeries& series, const Recipe& recipe, const FileHashes& files);

/// The survey of a whole series as JSON, the median of still dust in base64: what each frame's row needs besides the frame, so
/// that parts of the series can be measured at other times or places.
std::string surveyJson(const Survey& survey, const std::string& key);

/// The survey that was written with this key; nothing where there is no file, another's or a damaged one, for it can be made
/// again. One that was read cannot be extended when the series grows.
std::shared_ptr<const Survey> readSurvey(const std::filesystem::path& file, const std::string& key);

}  // namespace coarsen
