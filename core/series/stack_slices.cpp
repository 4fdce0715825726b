// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/stack_slices.hpp"

#include "core/base/error.hpp"
#include "core/series/notes.hpp"
#include "core/series/volume_series.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace coarsen {

namespace {

bool saysWhatItsPagesAre(const ImageSeries& series) {
    const ImageHeader& first = series.first;
    return (first.pages > 1 || !first.stack.table.empty()) && first.stack.pages() == first.pages && !series.frames.empty() &&
           std::ranges::all_of(series.frames, [&](const FrameSource& frame) { return frame.file == series.frames.front().file; });
}

void requireSlice(const ImageSeries& series, int slice) {
    if (!saysWhatItsPagesAre(series))
        throw SettingError("--z", "the input is no stack that says what its pages are", "leave it out");
    const int slices = series.first.stack.slices;
    if (slice < 1 || slice > slices)
        throw SettingError("--z", "there is no slice " + std::to_string(slice) + ": the stack has " + std::to_string(slices),
                           "write 1 to " + std::to_string(slices));
}

std::string countOf(int number, const char* what) {
    return std::to_string(number) + " " + what + (number > 1 ? "s" : "");
}

/// Says what the pages are, and which of them are used; nothing where they are nothing but pages.
void sayPages(ImageSeries& series, std::optional<int> slice) {
    const StackLayout& stack = series.first.stack;
    if (stack.pages() != series.first.pages) return;
    const std::string times = stack.times > 1 ? " at each of " + std::to_string(stack.times) + " times" : "";
    const std::string layout =
        "Its pages are " + countOf(stack.channels, "channel") + " and " + countOf(stack.slices, "slice") + times;
    if (stack.channels > 1)
        say(series, "pages.channels", layout + ": the channels are folded into a frame, and the first is measured.",
            "--set channels.use=image", "--set channels.use=... takes another.");
    if (slice && stack.channels * stack.slices > 1) {
        say(series, "pages.slice", layout + "; slice " + std::to_string(*slice) + " is used.", "--z");
    } else if (stack.slices > 1 && stack.times > 1) {
        say(series, "pages.slice", layout + "; the first slice of each is used.", "--z 2", "--z N takes another, --volumes all.");
    } else if (stack.slices > 1) {
        say(series, "pages.slices-as-frames",
            layout + ", no times: its slices are measured one after the other, which is no time series.", "--volumes",
            "--volumes takes them as a volume.");
    } else if (series.first.facts.callsAllSlices && stack.times >= leastSlices) {
        say(series, "pages.slices-as-frames",
            "Its " + std::to_string(stack.times) + " pages are taken for times: ImageJ calls whatever it stacks slices.",
            "--volumes", "--volumes takes them as a volume.");
    }
    if (std::ranges::find(stack.table, -1) != stack.table.end())
        say(series, "pages.missing",
            std::to_string(std::ranges::count(stack.table, -1)) + " of the " + std::to_string(stack.pages()) +
                " pages that it promises are not there; the others are measured.");
}

}  // namespace

int slicesToChoose(const ImageSeries& series) {
    const StackLayout& stack = series.first.stack;
    return saysWhatItsPagesAre(series) && stack.slices > 1 ? stack.slices : 0;
}

std::optional<int> sliceOf(const ImageSeries& series) {
    const StackLayout& stack = series.first.stack;
    if (slicesToChoose(series) == 0 || static_cast<int>(series.frames.size()) != stack.times) return {};
    for (int slice = 0; slice < stack.slices; ++slice)
        if (series.frames.front().page == stack.pageOf(0, slice)) return slice + 1;
    return {};
}

ImageSeries ofSlice(ImageSeries series, std::optional<int> slice) {
    if (slice) requireSlice(series, *slice);
    const ImageHeader& first = series.first;
    const StackLayout& stack = first.stack;
    for (const char* const code : {"pages.slice", "pages.channels", "pages.missing"})
        unsay(series, code);
    sayPages(series, slice);

    FrameSource frame = series.frames.front();
    frame.page = 0, frame.channelPages.clear(), frame.channelFiles.clear();
    frame.timeSource = TimeSource::index, frame.problem.clear();
    series.frames.clear();
    const bool isStated = stack.pages() == first.pages;
    const bool areSlices = isStated && stack.times == 1 && stack.slices > 1 && !slice;
    const int frames = !isStated ? first.pages : areSlices ? stack.slices : stack.times;
    for (int i = 0; i < frames; ++i) {
        const int time = areSlices ? 0 : i, z = areSlices ? i : slice.value_or(1) - 1;
        frame.timeS = i;
        frame.page = isStated ? stack.pageOf(time, z) : i;
        frame.channelPages.clear();
        for (int channel = 0; isStated && stack.channels > 1 && channel < stack.channels; ++channel)
            frame.channelPages.push_back(stack.pageOf(time, z, channel));
        const bool isThere = frame.page >= 0 && std::ranges::find(frame.channelPages, -1) == frame.channelPages.end();
        if (isThere) series.frames.push_back(frame);
    }
    if (series.frames.empty())
        throw InputError(series.name, "not one of the pages that it promises is there",
                         "copy it again, or export it again as one file");
    return series;
}

}  // namespace coarsen
