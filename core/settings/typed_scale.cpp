// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/settings/typed_scale.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/physical_size.hpp"
#include "core/base/time_unit.hpp"
#include "core/base/typed_length.hpp"
#include "core/base/units.hpp"
#include "core/settings/fields.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

namespace coarsen {

namespace {

constexpr const char *sizeName = "pixel_size", *intervalName = "interval", *noSize = "none";

Calibration calibrationFrom(const std::string& text) {
    if (text == noSize) return {};
    std::vector<std::string> parts;
    std::istringstream list(text);
    for (std::string part; std::getline(list, part, ',');)
        parts.push_back(part);
    const auto hasUnit = [](const std::string& part) { return typedLengthUm(part, std::nan("")).has_value(); };
    const auto side = [&](std::size_t i) { return i < parts.size() ? typedLengthUm(parts[i]).value_or(0) : 0; };
    Calibration calibration;
    calibration.pixelWidthUm = side(0);
    calibration.pixelHeightUm = parts.size() == 1 ? side(0) : side(1);
    calibration.pixelDepthUm = side(2);
    calibration.source = "typed";
    const bool areNumbers =
        parts.size() <= 3 && std::ranges::all_of(parts, [](const std::string& part) { return typedLengthUm(part).has_value(); });
    if (areNumbers && parts.size() == 3 && std::ranges::count_if(parts, hasUnit) % 3 != 0)
        throw SettingError(sizeName, "'" + text + "' has a unit after some of its numbers",
                           "write it after each, as 2mm,2mm,5mm, or after none (micrometres)");
    const bool isWhole = parts.size() < 3 ? calibration.isKnown() : parts.size() == 3 && calibration.isOfVolumes();
    if (!isWhole)
        throw SettingError(sizeName, "'" + text + "' is no size in micrometres" + (areNumbers ? ": " + sidesRule() : ""),
                           "write 8.3, 500nm, 8.3,8.5 for width and height, or 0.5,0.5,1.5 with the depth of voxels");
    return calibration;
}

std::string textOfSize(const std::optional<Calibration>& size) {
    if (!size) return {};
    if (!size->isKnown()) return noSize;
    return shortest(size->pixelWidthUm) + "," + shortest(size->pixelHeightUm) +
           (size->pixelDepthUm > 0 ? "," + shortest(size->pixelDepthUm) : "");
}

double intervalFrom(const std::string& text) {
    const auto typed = typedTime(text);
    if (!typed)
        throw SettingError(intervalName, "'" + text + "' is no time",
                           "write it in seconds, as 60, or with its unit (" + std::string(timeUnitsInWords) + "), as 10min");
    if (!(typed->seconds > 0)) throw SettingError(intervalName, "it must be above 0 seconds", "write --interval 60");
    return typed->seconds;
}

}  // namespace

const Fields<TypedScale>& TypedScale::fields() {
    using S = TypedScale;
    static const Fields<S> list = {
        spelledField<S>(
            sizeName, [](const S& scale) { return textOfSize(scale.pixelSize); },
            [](S& scale, const std::string& text) { scale.pixelSize = calibrationFrom(text); },
            {.label = "Pixel size",
             .help = "Micrometres per pixel, or with its unit, 500nm; of volumes a voxel's three sides, or one of a cube; none "
                     "ignores the file's [from the file, else pixels only]",
             .form = "X[,Y[,Z]]"}),
        spelledField<S>(
            intervalName, [](const S& scale) { return scale.intervalS ? shortest(*scale.intervalS) : std::string(); },
            [](S& scale, const std::string& text) { scale.intervalS = intervalFrom(text); },
            {.label = "Interval",
             .help = "Equal spacing of the frames, in seconds or with a unit: 10min, 2h, 0.5d",
             .form = "TIME"}),
    };
    return list;
}

}  // namespace coarsen
