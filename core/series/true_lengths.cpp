// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/true_lengths.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen {

std::vector<double> trueLengths(const ImageSeries& series) {
    for (const std::filesystem::path& folder : {series.folder, series.folder.parent_path()}) {
        const std::filesystem::path file = folder / "truth.csv";
        std::error_code unknown;
        if (!std::filesystem::is_regular_file(file, unknown)) continue;
        try {
            const TimeTable table = readTimeTable(file, "r_max_px");
            std::vector<double> lengths;
            for (const FrameSource& frame : series.frames) {
                const auto row = table.seconds.find({frame.file.filename().string(), frame.page});
                lengths.push_back(row == table.seconds.end() ? std::nan("") : row->second);
            }
            if (std::ranges::any_of(lengths, [](double length) { return std::isfinite(length); })) return lengths;
        } catch (const InputError&) {
            continue;  // somebody else's truth
        }
    }
    return {};
}

}  // namespace coarsen
