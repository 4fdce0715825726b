// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/frames_json.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace coarsen {

namespace {

Json numberOrNull(const std::optional<double>& value) {
    return value ? Json(*value) : Json(nullptr);
}

}  // namespace

Json headerJson(const ImageHeader& first) {
    const auto size = statedSize(first);
    Json header{{"width", first.width},
                {"height", first.height},
                {"channels", first.channels},
                {"bits_per_sample", first.bitsPerSample},
                {"pages", first.pages},
                {"format", first.format},
                {"pixel_width_um", numberOrNull(size ? std::optional(size->x) : std::nullopt)},
                {"pixel_height_um", numberOrNull(size ? std::optional(size->y) : std::nullopt)},
                {"exif_time_s",
                 numberOrNull(first.facts.times.empty() ? std::nullopt : std::optional(first.facts.times.front().value.seconds))},
                {"frame_interval_s", numberOrNull(first.stack.frameIntervalS())}};
    if (const StackLayout& stack = first.stack; first.pages > 1 && stack.pages() == first.pages)
        header["stack"] = {
            {"channels", stack.channels}, {"slices", stack.slices}, {"times", stack.times}, {"order", stack.order}};
    if (!first.stack.table.empty() && header.contains("stack")) header["stack"]["pages"] = first.stack.table;
    if (first.scene > 0) header["scene"] = first.scene;
    if (first.facts.bitsInUse && *first.facts.bitsInUse < first.bitsPerSample) header["bits_in_use"] = *first.facts.bitsInUse;
    return header;
}

ImageHeader headerFrom(const JsonEntry& json) {
    ImageHeader first{json.at("width").whole<int>(),           json.at("height").whole<int>(), json.at("channels").whole<int>(),
                      json.at("bits_per_sample").whole<int>(), json.at("pages").whole<int>(),  json.at("format").text()};
    if (const auto scene = json.find("scene")) first.scene = scene->whole<int>();
    if (const auto bits = json.find("bits_in_use")) first.facts.bitsInUse = bits->whole<int>();
    if (const auto stack = json.find("stack")) first.stack = stackFrom(*stack, first.pages);
    if (const auto interval = json.find("frame_interval_s")) first.stack.intervalS = interval->optionalNumber();
    return first;
}

void takeStatedFacts(ImageHeader& first, const JsonEntry& json) {
    const auto width = json.at("pixel_width_um").optionalNumber(), height = json.at("pixel_height_um").optionalNumber();
    if (width && height) first.facts.sizes.push_back({{*width, *height}, Trust::stated, first.format});
    if (const auto time = json.at("exif_time_s").optionalNumber())
        first.facts.times.push_back({{*time, true}, Trust::stated, first.format});
}

Json volumesJson(const VolumeFrames& volumes) {
    const VolumeChoice& choice = volumes.choice;
    const VolumeHeader& first = volumes.first;
    return {{"raw", choice.raw ? Json(textOf(*choice.raw)) : Json(nullptr)},
            {"dataset", choice.dataset},
            {"channel", choice.channel + 1},
            {"depth", first.size.depth},
            {"times", first.times},
            {"channels", first.channels},
            {"spacing", {first.spacing.x, first.spacing.y, first.spacing.z}},
            {"spacing_is_um", first.spacing.isInUm}};
}

VolumeFrames volumesFrom(const JsonEntry& json, const ImageHeader& first) {
    VolumeFrames volumes;
    if (const JsonEntry raw = json.at("raw"); !raw.json().is_null()) {
        try {
            volumes.choice.raw = rawLayoutFromText(raw.text());
        } catch (const SettingError& error) {
            raw.refuse("is no layout of voxels: " + error.reason());
        }
    }
    volumes.choice.dataset = json.at("dataset").text();
    const int channel = json.at("channel").whole<int>();
    volumes.choice.channel = channel > 0 ? channel - 1 : -1;  // which the session's check refuses
    const std::vector<JsonEntry> sides = json.at("spacing").list(3);
    volumes.first.spacing = {sides[0].number(), sides[1].number(), sides[2].number(), json.at("spacing_is_um").truth()};
    volumes.first.size = {first.width, first.height, json.at("depth").whole<int>()};
    volumes.first.times = json.at("times").whole<int>();
    volumes.first.channels = json.at("channels").whole<int>();
    volumes.first.format = first.format;
    volumes.first.intervalS = first.stack.intervalS;
    return volumes;
}

StackLayout stackFrom(const JsonEntry& json, int pages) {
    StackLayout stack{json.at("channels").whole<int>(), json.at("slices").whole<int>(), json.at("times").whole<int>(),
                      json.at("order").text()};
    const bool isFull = std::min({stack.channels, stack.slices, stack.times}) > 0 && pages % stack.channels == 0 &&
                        pages / stack.channels % stack.slices == 0 && pages / stack.channels / stack.slices == stack.times;
    std::string order = stack.order;
    std::ranges::sort(order);
    if (!isFull || order != "CTZ") json.refuse("does not say what its " + std::to_string(pages) + " pages are");
    if (const auto table = json.find("pages")) {
        for (const JsonEntry& page : table->list())
            stack.table.push_back(page.whole<int>());
        const bool isWhole =
            std::ssize(stack.table) == stack.pages() && std::ranges::all_of(stack.table, [](int page) { return page >= -1; });
        if (!isWhole) table->refuse("does not name " + std::to_string(stack.pages()) + " pages");
    }
    return stack;
}

}  // namespace coarsen
