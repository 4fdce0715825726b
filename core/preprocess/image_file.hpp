// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/image.hpp"

#include <memory>
#include <string>

namespace coarsen {

/// A picture that a step's setting names (flat field, dark image, mask): one grey channel of float32, kept while its file stays
/// the same. Throws SettingError naming `key` when it cannot be read or is not width x height.
std::shared_ptr<const Image> imageFile(const std::string& key, const std::string& file, int width, int height);

}  // namespace coarsen
