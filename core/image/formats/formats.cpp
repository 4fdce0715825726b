// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/formats/formats.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"

#include <algorithm>
#include <cmath>

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

std::optional<double> pixelSizeUm(double pixelsPerMetre) {
    if (!std::isfinite(pixelsPerMetre) || pixelsPerMetre <= 0) return std::nullopt;
    const double dotsPerInch = pixelsPerMetre * 0.0254;
    constexpr double usual[] = {72,  75,  90,  92,  96,  100, 110, 120, 144, 150, 160, 168, 180, 192,  200,
                                220, 240, 250, 266, 288, 300, 350, 360, 400, 500, 600, 720, 800, 1000, 1200};
    for (const double dots : usual)
        if (std::abs(dotsPerInch - dots) < 0.03 + 1e-4 * dots) return std::nullopt;
    return 1e6 / pixelsPerMetre;
}

bool isGrey(const std::vector<Rgb>& palette) {
    return std::all_of(palette.begin(), palette.end(),
                       [](const Rgb& colour) { return colour.red == colour.green && colour.green == colour.blue; });
}

}  // namespace coarsen::formats
