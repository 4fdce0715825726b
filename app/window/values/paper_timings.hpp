// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <filesystem>
#include <vector>

namespace coarsen::window {

/// Timings that `coarsen-cli bench --suite paper --json` wrote.
struct PaperTimings {
    struct Point {
        double maxLag = 0, ms = 0;
        double speedUp = 0;  ///< over simple C; NaN where that was left out
    };
    struct Curve {
        QString name;  ///< "cpu-fft, 2 threads"
        std::vector<Point> points;
    };
    struct Size {
        int width = 0, height = 0;
        std::vector<Curve> curves;  ///< in the file's order; of several numbers of threads the least and the most
    };
    QString machine, commit, date;
    std::vector<Size> sizes;
};

/// Throws InputError where the file cannot be read or is no such benchmark.
PaperTimings readPaperTimings(const std::filesystem::path& file);

}  // namespace coarsen::window
