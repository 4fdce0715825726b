// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/run_remarks.hpp"

#include "core/image/bits_in_use.hpp"
#include "core/preprocess/false_colour.hpp"
#include "core/preprocess/grey.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace coarsen {

namespace {

/// Part of the pixels that are not wholly opaque.
double transparentShare(const Frame& raw) {
    if (!raw.hasAlpha || raw.image.isEmpty()) return 0;
    const double opaque = raw.image.holdsWholeNumbers() ? std::exp2(raw.bitsPerSample) - 1 : 1 / raw.greyUnit;
    return raw.image.visit(
        [&](auto alpha) {
            const auto count = std::ranges::count_if(alpha, [&](auto value) { return static_cast<double>(value) < opaque; });
            return static_cast<double>(count) / static_cast<double>(alpha.size());
        },
        raw.image.channels() - 1);
}

/// Part of the pixels of which some colour is NaN or infinite.
double noNumberShare(const Frame& raw) {
    if (raw.image.holdsWholeNumbers() || raw.image.isEmpty()) return 0;
    const int colours = raw.image.channels() - (raw.hasAlpha ? 1 : 0);
    double most = 0;
    for (int channel = 0; channel < colours; ++channel) {
        const auto pixels = raw.image.plane<float>(channel);
        const auto count = std::ranges::count_if(pixels, [](float value) { return !isNumber(value); });
        most = std::max(most, static_cast<double>(count) / static_cast<double>(pixels.size()));
    }
    return most;
}

std::string percentText(double share) {
    char text[32];
    std::snprintf(text, sizeof text, share < 0.001 ? "%.1g" : "%.3g", 100 * share);
    return std::string(text) + " % of its pixels";
}

}  // namespace

void RunRemarks::add(Remark remark, int frame, const FrameSource& source, double share) {
    if (share == 0) return;
    const std::lock_guard lock(mutex_);
    Seen& seen = seen_[static_cast<std::size_t>(remark)];
    if (seen.frames++ > 0 && frame > seen.first) return;
    seen.first = frame;
    seen.name = source.name;
    seen.share = share;
}

void RunRemarks::lookAt(const Frame& raw, const FrameSource& source) {
    add(opacity, raw.index, source, transparentShare(raw));
    add(noNumbers, raw.index, source, noNumberShare(raw));
}

void RunRemarks::lookAtDepth(const Frame& raw, const FrameSource& source, std::optional<int> bitsInUse) {
    if (bitsInUse && *bitsInUse < raw.bitsPerSample) return;
    const auto shown = shownBits(raw.image, raw.bitsPerSample);
    add(shallow, raw.index, source, shown ? shown->share : 0);
}

void RunRemarks::lookAt(const Volume& raw, int frame, const FrameSource& source) {
    const auto valid = raw.valid();
    if (valid.empty()) return;
    const auto masked = std::ranges::count(valid, std::uint8_t{0});
    add(noNumbers, frame, source, static_cast<double>(masked) / static_cast<double>(valid.size()));
}

void RunRemarks::lookAtSize(const FrameResult& row, const FrameSource& source) {
    add(row.ownUmPerPx > 0 ? otherSize : noSize, row.frame, source, 1);
}

void RunRemarks::lookAtColours(const Frame& raw, const FrameSource& source) {
    add(colourMap, raw.index, source, isFalseColour(raw) ? 1 : 0);
}

void RunRemarks::lookAtSteps(const Frame& finalFrame, const FrameSource& source) {
    add(subtraction, finalFrame.index, source, finalFrame.isLightSubtracted ? 1 : 0);
}

void RunRemarks::lookAtDeformation(const FrameResult& row, const FrameSource& source, bool isFound) {
    add(noDeformation, row.frame, source, isFound ? 0 : 1);
    add(onePeriodOff, row.frame, source, row.deformation && row.deformation->mayBeOnePeriodOff ? 1 : 0);
}

void RunRemarks::tell(int measured, const std::function<void(const std::string& what, const std::string& where)>& say) const {
    constexpr std::array<const char*, remarkCount> words{
        "Transparent pixels are measured as if they were opaque",
        "Pixels that are no numbers (NaN, infinite, fill values) are masked",
        "The largest value is one at which cameras of 10, 12 or 14 bits saturate, and saturation was judged by the bits that are "
        "stored",
        "Flatten has subtracted the background instead of dividing by it, since black is not 0 here",
        "In places the deformation may have locked one period off, as the column message says; frames closer in time, or "
        "align.levels, decide it",
        "The deformation was not found; the column message says why",
        "Files state another size of pixels than the first: each such frame has its own (um_per_px), and lengths in µm are by "
        "that",
        "Files state no size of pixels, unlike the first: lengths in µm are by that of the first",
        "Pictures are in false colour, that of a colour map: grey made of it is not what was measured; export them in grey"};
    const std::lock_guard lock(mutex_);
    for (std::size_t remark = 0; remark < seen_.size(); ++remark) {
        const Seen& seen = seen_[remark];
        if (seen.frames == 0) continue;
        std::string where = std::to_string(seen.frames) + " of " + std::to_string(measured) +
                            (measured == 1 ? " frame, " : " frames, first ") + seen.name;
        if (remark < subtraction) where += " (" + percentText(seen.share) + ")";
        say(words[remark], where + ".");
    }
}

}  // namespace coarsen
