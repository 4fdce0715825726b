// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/facts.hpp"
#include "core/image/image.hpp"

#include <optional>
#include <string>
#include <vector>

namespace coarsen {

/// A picture as its file holds it, upright (EXIF orientation applied) and with palette and MINISWHITE resolved:
/// 1 channel grey, 2 grey + alpha, 3 RGB, 4 RGBA. Larger is brighter.
struct RawImage {
    Image image;
    int bitsPerSample = 8;                    ///< as stored: 1 to 32; the brightest value is 2^bits - 1
    bool hasAlpha = false;                    ///< the last channel is opacity, not light
    std::string format;                       ///< "PNG", "TIFF", ... for the window's title line
    bool isLinear = false;                    ///< proportional to the light, as a camera's raw values and floats are; else sRGB
    std::vector<Image> furtherChannels = {};  ///< of a stack that keeps them on pages of their own: those after this one
};

/// Meaning of a file's pages, where it says so. Pages stand in `order`, the first letter's index running fastest, or where
/// `table` has them.
struct StackLayout {
    int channels = 1, slices = 1, times = 1;
    std::string order = "CZT";
    std::optional<double> intervalS = {};  ///< between two times
    std::vector<int> table = {};           ///< the page of each, by order "CZT"; -1: it was promised and is not there

    int pages() const { return channels * slices * times; }
    int pageOf(int time, int slice = 0, int channel = 0) const;  ///< each counting from 0
    /// Seconds between frames of a stack of times; of one of slices the interval is none between frames.
    std::optional<double> frameIntervalS() const { return slices == 1 || times > 1 ? intervalS : std::nullopt; }
    bool operator==(const StackLayout&) const = default;
};

/// Properties of a picture that are known without decoding its pixels.
struct ImageHeader {
    int width = 0, height = 0, channels = 1, bitsPerSample = 8;
    int pages = 1;  ///< pictures of the scene, those promised included; of a film its frames
    std::string format;
    StackLayout stack = {};               ///< of the scene
    std::string remark = {};              ///< remark on the file for the user; else empty
    std::string remarkCode = "file.cut";  ///< under which it is said
    FileFacts facts = {};
    int scene = 0;   ///< of the facts' that `pages` and `stack` are of
    int planes = 1;  ///< channels of a microscope that a page holds in planes of its own
};

/// Makes the first of a picture's channels the picture, and the others its further ones.
void keepChannelsApart(RawImage& raw);

/// Makes a header one of a scene of its file, from 0.
void takeScene(ImageHeader& header, int scene);

/// The size of its pixels, the best that is stated or inherited; nothing of what is only offered.
std::optional<PixelSize> statedSize(const ImageHeader& header);

/// The scene that a header is of; null where the file has no pages to speak of.
const SceneFacts* sceneOf(const ImageHeader& header);

}  // namespace coarsen
