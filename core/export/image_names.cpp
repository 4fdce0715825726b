// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/image_names.hpp"

#include "core/series/volume_series.hpp"

#include <algorithm>
#include <map>

namespace coarsen {

namespace {

std::string fourDigits(std::size_t number) {
    const std::string digits = std::to_string(number);
    return std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0') + digits;
}

std::string withoutCapitals(std::string name) {
    std::ranges::transform(name, name.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return name;
}

}  // namespace

std::vector<std::string> imageNames(const ImageSeries& series) {
    const bool hasPages = std::ranges::any_of(series.frames, [](const FrameSource& source) { return source.page > 0; });
    std::vector<std::string> names;
    for (const FrameSource& source : series.frames)
        names.push_back(stemOf(source.file).string() +
                        (hasPages ? "_p" + fourDigits(static_cast<std::size_t>(source.page)) : ""));
    // A name that several were given may meet one that a file has: a.png, a.tif and a_f0000.png. Each round tells more apart.
    for (bool areAlike = true; areAlike;) {
        std::map<std::string, int> sharing;
        for (const std::string& name : names)
            ++sharing[withoutCapitals(name)];
        areAlike = false;
        for (std::size_t frame = 0; frame < names.size(); ++frame)
            if (sharing[withoutCapitals(names[frame])] > 1) {
                names[frame] += "_f" + fourDigits(frame);
                areAlike = true;
            }
    }
    return names;
}

}  // namespace coarsen
