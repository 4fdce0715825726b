// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

/// Float32 values, little-endian, as base64 (RFC 4648): exact, NaN included, in two thirds of the digits.
std::string base64Of(const std::vector<float>& values);

/// Throws InputError when the text is not base64 of whole floats.
std::vector<float> floatsFromBase64(std::string_view text);

}  // namespace coarsen
