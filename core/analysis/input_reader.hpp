// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/shared_file.hpp"
#include "core/image/raw_image.hpp"
#include "core/series/frame_picture.hpp"
#include "core/series/image_series.hpp"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace coarsen {

/// Facts of a frame's files once they were read, whatever its picture turns out to be.
struct InputFacts {
    std::string hash, channelsHash;
    std::uintmax_t size = 0;
    std::optional<Calibration> otherSize = {};  ///< of its pixels, which the file states and the series does not know
    double saturated = std::numeric_limits<double>::quiet_NaN();
};

/// Reads the frames' files of a series for one worker, each once for its hash and its pictures. Files of several frames stay in
/// memory until the frame of another is read.
class InputReader {
public:
    InputReader(const ImageSeries& series, bool sharesOneFile, std::stop_token stop = {})
        : series_(series), sharesOneFile_(sharesOneFile), stop_(std::move(stop)) {}

    /// The frame's own file. Throws InputError when it cannot be read. Null after a stop.
    std::shared_ptr<const SharedFile> file(int frame, InputFacts& facts);
    /// The frame's picture; `withChannels`: with its further channels, whose files are read and hashed, too. Throws InputError.
    /// Empty after a stop.
    RawImage picture(int frame, const SharedFile& file, bool withChannels, InputFacts& facts);

    /// The files of a frame that is a volume, hashed; one of several times once. Throws InputError. Unknown after a stop.
    void hashVolume(int frame, InputFacts& facts);

private:
    const FrameSource& source(int frame) const { return series_.frames[static_cast<std::size_t>(frame)]; }
    bool isBesideOthersOfItsFile(int frame) const;

    const ImageSeries& series_;
    bool sharesOneFile_;
    std::stop_token stop_;
    std::shared_ptr<const SharedFile> kept_;
    std::vector<ChannelFile> keptChannels_;
    std::filesystem::path hashedFile_;  ///< the last that was a volume's
    InputFacts hashed_;
};

}  // namespace coarsen
