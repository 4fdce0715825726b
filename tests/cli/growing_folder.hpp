// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/cli/small_series.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

namespace coarsen::test {

/// The images of a small series, which come into the folder `in` when they are told to.
class GrowingFolder {
public:
    explicit GrowingFolder(int frames = 6, int width = 240, int height = 180) : series_(frames, width, height) {
        for (const FrameSource& frame : openSeries({series_.images()}).frames)
            files_.push_back(frame.file);
        std::filesystem::create_directory(folder());
    }
    std::filesystem::path folder() const { return series_ / "in"; }
    std::filesystem::path operator/(const std::string& name) const { return series_ / name; }
    const std::filesystem::path& original(int index) const { return files_.at(static_cast<std::size_t>(index)); }
    std::filesystem::path image(int index) const { return folder() / original(index).filename(); }

    /// The image is there at once, as a download that is renamed when it is whole; `of`: with that one's picture.
    void add(int index, int of) const { bring(original(of), image(index)); }
    void add(int index) const { add(index, index); }
    void addFrom(int begin, int end) const {
        for (int index = begin; index < end; ++index)
            add(index);
    }
    static void bring(const std::filesystem::path& file, const std::filesystem::path& to) {
        const auto beside = to.parent_path() / ".coming";
        std::filesystem::copy_file(file, beside);
        std::filesystem::rename(beside, to);
    }

private:
    SmallSeries series_;
    std::vector<std::filesystem::path> files_;
};

/// The file's bytes without what a clock has a part in: dates, and a session's hashes of the tables, which have dates in them.
inline std::string withoutClocks(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    static const std::regex clocks("# date: [^\n]*|\"(started|finished)_utc\": *\"[^\"]*\"|\"outputs\": *\\[[^\\]]*\\]");
    return std::regex_replace(text, clocks, "");
}

/// How many frames the table has now; 0 where there is none yet.
inline int rowsOf(const std::filesystem::path& results) {
    std::ifstream text(results);
    int rows = -1;
    for (std::string line; std::getline(text, line);)
        if (!line.starts_with('#')) ++rows;
    return std::max(rows, 0);
}

}  // namespace coarsen::test
