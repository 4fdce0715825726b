// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/row_times.hpp"

#include <cmath>
#include <cstddef>
#include <utility>

namespace coarsen {

SharedResult atTimeOf(const FrameSource& source, const SharedResult& row) {
    const bool isSame = row->timeS == source.timeS || (std::isnan(row->timeS) && std::isnan(source.timeS));
    if (isSame && row->timeSource == source.timeSource) return row;  // most, each time that images come
    FrameResult timed = *row;
    timed.timeS = source.timeS, timed.timeSource = source.timeSource;
    return shared(std::move(timed));
}

void retime(FrameResults& rows, const ImageSeries& series) {
    for (auto& [frame, row] : rows)
        row = atTimeOf(series.frames[static_cast<std::size_t>(frame)], row);
}

}  // namespace coarsen
