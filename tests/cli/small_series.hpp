// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_journal.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/support/temporary_folder.hpp"

#include <filesystem>
#include <fstream>
#include <string>

namespace coarsen::test {

/// Six small ring pictures, R_max 14 to 20 px, an hour apart from the quench on, in `images` of a folder of their own.
class SmallSeries {
public:
    explicit SmallSeries(int frames = 6, int width = 240, int height = 180) {
        RingSettings settings;
        settings.width = width;
        settings.height = height;
        settings.frames = frames;
        settings.rMaxFromPx = 14;
        settings.rMaxToPx = 20;
        settings.seed = 4;
        writeRingSeries(images(), settings);
    }
    std::filesystem::path images() const { return folder_ / "images"; }
    std::filesystem::path operator/(const std::string& name) const { return folder_ / name; }
    std::filesystem::path image(int index) const {
        return openSeries({images()}).frames.at(static_cast<std::size_t>(index)).file;
    }

private:
    TemporaryFolder folder_;
};

/// How far the run into that folder has got.
inline int linesOfJournal(const std::filesystem::path& folder) {
    std::ifstream text(folder / RunJournal::fileName);
    int lines = 0;
    for (std::string line; std::getline(text, line);)
        ++lines;
    return lines;
}

}  // namespace coarsen::test
