// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/job/region_of_frames.hpp"

#include <algorithm>
#include <functional>
#include <string>

namespace coarsen {

namespace {

/// The one of a selection's numbers that counts frames, from 1; 0: none.
using NumberOfFrame = std::function<int(const RoiPosition&)>;

/// How many of ImageJ's images are one frame: more than one where all frames are of one stack that has channels or slices.
int imagesOfAFrame(const ImageSeries& series) {
    const auto& frames = series.frames;
    const bool areOfOneFile =
        std::ranges::all_of(frames, [&](const FrameSource& source) { return source.file == frames.front().file; });
    const int count = static_cast<int>(frames.size()), pages = series.first.pages;
    return areOfOneFile && count > 1 && pages % count == 0 ? std::max(1, pages / count) : 1;
}

/// Nothing where all selections have one position, or none.
NumberOfFrame numberOfFrame(const RoiFile& rois, const ImageSeries& series) {
    const auto differs = [&](int RoiPosition::*number) {
        return std::ranges::any_of(rois.selections, [&](const RoiSelection& one) {
            return one.position.*number != rois.selections.front().position.*number;
        });
    };
    if (differs(&RoiPosition::time)) return [](const RoiPosition& position) { return position.time; };
    if (series.volumes) return {};
    if (differs(&RoiPosition::image))
        return [images = imagesOfAFrame(series)](const RoiPosition& position) {
            return position.image > 0 ? (position.image - 1) / images + 1 : 0;
        };
    const bool isOneTime = rois.selections.front().position.time <= 1;
    if (isOneTime && differs(&RoiPosition::slice)) return [](const RoiPosition& position) { return position.slice; };
    return {};
}

std::string placeOf(const RoiPosition& position) {
    if (position.image > 0) return "image " + std::to_string(position.image);
    if (position.time > 0) return "time " + std::to_string(position.time);
    return position.slice > 0 ? "slice " + std::to_string(position.slice) : "";
}

std::string perFrameWords(const RoiFile& rois, const Region& region, int frames) {
    int drawn = 0;
    for (int frame = 0; frame < frames; ++frame)
        drawn += isDrawnFor(frame, region);
    const auto everywhere = std::ranges::count(region, RegionShape::everyFrame, &RegionShape::frame);
    const auto behind = std::ranges::count_if(region, [&](const RegionShape& shape) { return shape.frame >= frames; });
    std::string text = "The regions of " + rois.name +
                       " hold each for its own frame, by their positions in ImageJ: " + std::to_string(drawn) + " of " +
                       std::to_string(frames) + (frames == 1 ? " frame has one." : " frames have one.");
    if (everywhere > 0) text += " Those without a position hold for all frames.";
    if (behind > 0) text += " Some are of frames after the last one.";
    if (drawn < frames) text += " Frames without one are not measured; one without a position would hold for all.";
    return text;
}

}  // namespace

RegionOfFrames regionOfFrames(const RoiFile& rois, const ImageSeries& series) {
    const int frames = static_cast<int>(series.frames.size());
    const NumberOfFrame number = numberOfFrame(rois, series);
    RegionOfFrames answer{unionOf(rois), {}};
    if (!number) {
        const std::string place = placeOf(rois.selections.front().position);
        const bool isOne = rois.selections.size() == 1;
        if (!place.empty() && frames > 1 && !series.volumes)
            answer.said = {"region.all-frames",
                           (isOne ? "The region of " + rois.name + " was" : "The regions of " + rois.name + " were all") +
                               " drawn on " + place + " of ImageJ's stack and " + (isOne ? "holds" : "hold") + " for all frames.",
                           ""};
        return answer;
    }
    answer.region.clear();
    for (const RoiSelection& one : rois.selections)
        for (RegionShape shape : one.region) {
            shape.frame = number(one.position) - 1;  // none is every frame
            answer.region.push_back(std::move(shape));
        }
    answer.said = {"region.per-frame", perFrameWords(rois, answer.region, frames), ""};
    return answer;
}

}  // namespace coarsen
