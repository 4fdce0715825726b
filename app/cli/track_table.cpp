// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/track_table.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <fcntl.h>
#include <iostream>
#include <unistd.h>

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

TrackTable::TrackTable(const std::string& folder, bool replaces, ProgressReport& report) : report_(report) {
    if (!folder.empty()) {
        path_ = std::filesystem::path(folder) / "track.csv";
        output_.emplace(folder, Paths{path_}, UsersFiles{}, replaces);
        makeFile();
    }
    write("time_s,dx_px,dy_px,err_px,likeness,latency_ms\n");
    keep();
}

void TrackTable::makeFile() {
    file_.reset(::open(path_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (file_.get() < 0)
        throw StorageError(displayName(path_), "it cannot be written", "check the folder's permissions and free space");
}

void TrackTable::append(std::string_view text) const {
    while (!text.empty()) {
        const ssize_t put = ::write(file_.get(), text.data(), text.size());
        if (put < 0 && errno == EINTR) continue;
        if (put < 0)
            throw StorageError(displayName(path_), "it cannot be written to its end", "free space; the lines before are whole");
        text.remove_prefix(static_cast<std::size_t>(put));
    }
}

void TrackTable::add(double timeS, const FoundShift& found, double latencyMs) {
    const auto orEmpty = [](double number, int decimals) { return std::isnan(number) ? "" : fixed(number, decimals); };
    const ShiftError error = found.error();
    const Shift& shift = found.shift;
    const double correlation = shift.isFound() ? shift.correlation : std::nan("");
    write(fixed(timeS, 6) + ',' + orEmpty(shift.x, 4) + ',' + orEmpty(shift.y, 4) + ',' +
          orEmpty(std::max(error.xPx, error.yPx), 4) + ',' + orEmpty(correlation, 4) + ',' + fixed(latencyMs, 3) + '\n');
}

void TrackTable::write(const std::string& line) {
    if (!isClosed_ && !(std::cout << line << std::flush)) isClosed_ = true;
    kept_ += line;
}

void TrackTable::keep() {
    if (isFile() && !isStillAt(path_, file_.get())) {  // what was written is still there for who has it open
        const Descriptor before(file_.release());
        output_->renew(report_);
        makeFile();
        std::array<char, 1 << 16> part;
        off_t at = 0;
        for (ssize_t got; (got = ::pread(before.get(), part.data(), part.size(), at)) > 0; at += got)
            append({part.data(), static_cast<std::size_t>(got)});
    }
    if (isFile()) append(kept_);
    kept_.clear();
}

}  // namespace coarsen::cli
