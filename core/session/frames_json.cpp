// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/frames_json.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace coarsen {

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
