// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/series/image_series.hpp"

#include <algorithm>

namespace coarsen {

std::vector<int> framesInRange(std::string_view text, int frameCount) {
    const std::string setting = "frames " + std::string(text);
    std::vector<std::optional<long long>> parts;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t end = std::min(text.find(':', from), text.size());
        const std::string_view part = text.substr(from, end - from);
        const auto number = parseInteger(part);
        if (!part.empty() && !number)
            throw SettingError(setting, "'" + std::string(part) + "' is not a whole number",
                               "write FIRST:LAST or FIRST:LAST:STEP");
        parts.push_back(number);
        from = end + 1;
    }
    if (parts.size() < 2 || parts.size() > 3)
        throw SettingError(setting, "it is not a range", "write FIRST:LAST or FIRST:LAST:STEP, as 0:60 or 10::2");

    const long long count = frameCount;
    const auto limit = [&](const std::optional<long long>& part, long long otherwise) {
        if (!part) return otherwise;
        return std::clamp(*part < 0 ? std::max(*part, -count) + count : *part, 0LL, count);
    };
    const long long first = limit(parts[0], 0), last = limit(parts[1], count);
    const long long step = parts.size() == 3 && parts[2] ? *parts[2] : 1;
    if (step < 1) throw SettingError(setting, "the step is " + std::to_string(step), "choose a step of 1 or more");

    std::vector<int> frames;
    for (long long frame = first; frame < last; frame += std::min(step, count))
        frames.push_back(static_cast<int>(frame));
    if (frames.empty())
        throw SettingError(setting, "it holds none of the " + std::to_string(frameCount) + " frames",
                           "frames count from 0, and the last is not included");
    return frames;
}

}  // namespace coarsen
