// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/track_table.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>

namespace coarsen::cli {

namespace {
constexpr double shortestMs = 1e-3, perBin = 1.01;
}

void Latencies::add(double ms) {
    const double bin = std::log(std::max(ms, shortestMs) / shortestMs) / std::log(perBin);
    ++counts_[static_cast<std::size_t>(std::min<double>(bin, bins - 1))];
    ++count_;
    worst_ = std::max(worst_, ms);
}

double Latencies::percentileMs(double part) const {
    const auto wanted = static_cast<std::size_t>(std::ceil(part * static_cast<double>(count_)));
    std::size_t below = 0;
    for (int bin = 0; bin < bins; ++bin)
        if ((below += counts_[static_cast<std::size_t>(bin)]) >= wanted)
            return std::min(worst_, shortestMs * std::pow(perBin, bin + 1));
    return worst_;
}

TrackTable::TrackTable(const std::filesystem::path& file) : path_(file) {
    if (!file.empty()) {
        file_.open(file, std::ios::binary | std::ios::trunc);
        if (!file_)
            throw StorageError(displayName(file), "it cannot be written", "check the folder's permissions and free space");
    }
    write("time_s,dx_px,dy_px,err_px,likeness,latency_ms\n");
    keep();
}

void TrackTable::add(double timeS, const FoundShift& found, double latencyMs) {
    const auto orEmpty = [](double number, int decimals) { return std::isnan(number) ? "" : fixed(number, decimals); };
    const ShiftError error = found.error();
    const Shift& shift = found.shift;
    const double likeness = shift.isFound() ? shift.likeness : std::nan("");
    write(fixed(timeS, 6) + ',' + orEmpty(shift.x, 4) + ',' + orEmpty(shift.y, 4) + ',' +
          orEmpty(std::max(error.xPx, error.yPx), 4) + ',' + orEmpty(likeness, 4) + ',' + fixed(latencyMs, 3) + '\n');
}

void TrackTable::write(const std::string& line) {
    if (!isClosed_ && !(std::cout << line << std::flush)) isClosed_ = true;
    kept_ += line;
}

void TrackTable::keep() {
    if (file_.is_open() && !(file_ << kept_ << std::flush))
        throw StorageError(displayName(path_), "it cannot be written to its end", "free space; the lines before are whole");
    kept_.clear();
}

}  // namespace coarsen::cli
