// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/formats/formats.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace coarsen::formats {

const char* const copyAgain = "copy it again from the camera";

InputError endsEarly(const std::filesystem::path& file, std::size_t bytesThere, std::size_t bytesNeeded) {
    const bool inKilobytes = bytesThere >= 10000;
    const auto amount = [&](std::size_t bytes) { return std::to_string(inKilobytes ? (bytes + 500) / 1000 : bytes); };
    return InputError(displayName(file),
                      "it ends after " + amount(bytesThere) + " of " + amount(bytesNeeded) + (inKilobytes ? " kB" : " bytes"),
                      copyAgain);
}

InputError damaged(const std::filesystem::path& file, const std::string& reason) {
    return InputError(displayName(file), "it is damaged (" + reason + ")", copyAgain);
}

bool isGrey(const std::vector<Rgb>& palette) {
    return std::all_of(palette.begin(), palette.end(),
                       [](const Rgb& colour) { return colour.red == colour.green && colour.green == colour.blue; });
}

}  // namespace coarsen::formats
