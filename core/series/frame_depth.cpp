// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/frame_depth.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/image/bits_in_use.hpp"
#include "core/series/frame_picture.hpp"
#include "core/series/notes.hpp"

#include <memory>
#include <optional>
#include <set>
#include <string>

namespace coarsen {

namespace {

std::optional<ShownBits> shownBitsOf(const FrameSource& frame, int stored) {
    try {
        std::shared_ptr<const SharedFile> file;
        return shownBits(framePicture(frame, false, file).image, stored);
    } catch (const InputError&) {  // the frame will be named as failed when it is measured
        return std::nullopt;
    }
}

void sayBits(ImageSeries& series, int bits, const std::string& reason, int white) {
    say(series, "depth.in-use",
        std::to_string(bits) + " of the " + std::to_string(series.first.bitsPerSample) + " bits of a sample are in use, " +
            reason + ": pixels at " + std::to_string(white) + " count as saturated.");
}

}  // namespace

void takeBitsInUse(ImageSeries& series) {
    constexpr int whole = 16;  // and fewer: beyond are floats
    ImageHeader& first = series.first;
    if (first.bitsPerSample <= 8 || first.bitsPerSample > whole || series.frames.empty()) return;
    if (std::optional<int>& bits = first.facts.bitsInUse; bits && *bits < first.bitsPerSample)
        return sayBits(series, *bits, "as the file says", (1 << *bits) - 1);
    const std::size_t count = series.frames.size();
    for (const std::size_t i : std::set{std::size_t{0}, count / 2, count - 1})
        if (const auto shown = shownBitsOf(series.frames[i], first.bitsPerSample)) {
            first.facts.bitsInUse = shown->bits;
            return sayBits(series, shown->bits,
                           "for " + fixed(100 * shown->share, 1) + " % of the pixels of " + series.frames[i].name +
                               " have the largest value",
                           shown->white);
        }
}

}  // namespace coarsen
