// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/stack_slices.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace coarsen {

namespace {

bool saysWhatItsPagesAre(const ImageSeries& series) {
    const ImageHeader& first = series.first;
    return first.pages > 1 && first.stack.pages() == first.pages && !series.frames.empty() &&
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

/// What the pages are, and which of them are used; empty where they are nothing but pages.
std::string noteOf(const ImageHeader& first, std::optional<int> slice) {
    const StackLayout& stack = first.stack;
    if (stack.pages() != first.pages || (!slice && stack.channels * stack.slices == 1)) return {};
    const auto count = [](int number, const char* what) { return std::to_string(number) + " " + what + (number > 1 ? "s" : ""); };
    const std::string layout = count(stack.channels, "channel") + " and " + count(stack.slices, "slice");
    const std::string times = " at each of " + std::to_string(stack.times) + " times";
    if (slice)
        return "Its pages are " + layout + (stack.times > 1 ? times : "") + "; slice " + std::to_string(*slice) + " is used.";
    if (stack.times > 1) return "Its pages are " + layout + times + "; only the first channel's first slice is used.";
    return "Its " + std::to_string(first.pages) + " pages are " + layout + ", no times: this is not a time series.";
}

}  // namespace

int slicesToChoose(const ImageSeries& series) {
    const StackLayout& stack = series.first.stack;
    return saysWhatItsPagesAre(series) && (stack.slices > 1 || stack.times == 1) ? stack.slices : 0;
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
    for (const std::string& before : {noteOf(first, {}), noteOf(first, sliceOf(series))})
        std::erase(series.notes, before);
    if (std::string note = noteOf(first, slice); !note.empty()) series.notes.push_back(std::move(note));

    const bool isTold = stack.pages() == first.pages && stack.channels * stack.slices > 1;
    const bool isTimes = isTold && (stack.times > 1 || slice);
    FrameSource frame = series.frames.front();
    frame.page = 0, frame.channelPages.clear();
    frame.timeSource = TimeSource::index, frame.problem.clear();
    const int frames = isTimes ? stack.times : first.pages;
    series.frames.assign(static_cast<std::size_t>(frames), frame);
    for (int time = 0; time < frames; ++time) {
        FrameSource& source = series.frames[static_cast<std::size_t>(time)];
        source.timeS = time;
        const int z = slice.value_or(1) - 1;
        source.page = isTimes ? stack.pageOf(time, z) : time;
        for (int channel = 0; isTimes && stack.channels > 1 && channel < stack.channels; ++channel)
            source.channelPages.push_back(stack.pageOf(time, z, channel));
    }
    return series;
}

}  // namespace coarsen
