// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/input_list.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/series/frame_picture.hpp"
#include "core/volume_files/volume_files.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace coarsen {

namespace {

bool isSameImage(const ListedInput& a, const ListedInput& b) {
    return a.name == b.name && a.page == b.page;
}

bool holds(const std::vector<ListedInput>& inputs, const ListedInput& input) {
    return std::ranges::any_of(inputs, [&](const ListedInput& other) { return isSameImage(other, input); });
}

std::string called(const ListedInput& input) {
    return input.page == 0 ? input.name : input.name + ", page " + std::to_string(input.page);
}

std::string bytesText(const std::filesystem::path& file) {
    try {
        return std::to_string(inputBytes(file));
    } catch (const InputError&) {
        return "missing";
    }
}

/// Sizes in bytes of the frame's file and of those of its channels.
std::string bytesText(const FrameSource& source) {
    std::string text = bytesText(source.file);
    for (const std::filesystem::path& file : furtherFiles(source))
        text += "+" + bytesText(file);
    return text;
}

}  // namespace

ListedInput inputOf(const FrameSource& frame) {
    return {frame.name, frame.page, bytesText(frame), shortest(frame.timeS)};
}

std::vector<ListedInput> inputsOf(const ImageSeries& series) {
    std::vector<ListedInput> inputs;
    inputs.reserve(series.frames.size());
    for (const FrameSource& source : series.frames)
        inputs.push_back(inputOf(source));
    return inputs;
}

void requireSameBeginning(const std::vector<ListedInput>& before, const std::vector<ListedInput>& now) {
    const auto [then, today] = std::ranges::mismatch(before, now, isSameImage);
    if (then == before.end()) return;
    if (!holds(now, *then))
        throw InputError(called(*then), "the earlier run had it, and it is not among the images now",
                         "put it back, or measure everything again with --force");
    if (today != now.end() && !holds(before, *today))
        throw InputError(called(*today), "it is new, and by its name it belongs before the last image of the earlier run",
                         "only images after the last one can be added; take it out, or measure everything again with --force");
    throw InputError(called(*then), "it has another place among the images than in the earlier run",
                     "name the images in the same order, or measure everything again with --force");
}

}  // namespace coarsen
