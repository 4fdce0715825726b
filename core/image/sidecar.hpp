// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/facts.hpp"
#include "core/image/raw_image.hpp"

#include <filesystem>
#include <optional>

namespace coarsen {

/// Path of the text in which an electron microscope writes about a picture: the `.txt` of its stem beside it, in small letters
/// or in capitals.
std::filesystem::path sidecarOf(const std::filesystem::path& picture);

/// Reads what that text states of a picture of these sides; nothing where there is none, or one that no instrument wrote.
std::optional<FileFacts> sidecarFacts(const std::filesystem::path& picture, int width, int height);

/// Adds the same to the header of a picture. What its own file states comes first.
void addSidecar(ImageHeader& header, const std::filesystem::path& picture);

}  // namespace coarsen
