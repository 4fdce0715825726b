// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/raw_image.hpp"

#include <algorithm>
#include <array>

namespace coarsen {

int StackLayout::pageOf(int time, int slice, int channel) const {
    if (!table.empty()) return table[static_cast<std::size_t>((time * slices + slice) * channels + channel)];
    int page = 0, stride = 1;
    for (const char dimension : order) {
        page += stride * (dimension == 'C' ? channel : dimension == 'Z' ? slice : time);
        stride *= dimension == 'C' ? channels : dimension == 'Z' ? slices : times;
    }
    return page;
}

namespace {

/// True where the table is what an order of the axes gives, which then says it all.
bool isInOrder(const StackLayout& layout, std::string_view order) {
    StackLayout regular{layout.channels, layout.slices, layout.times, std::string(order)};
    std::size_t i = 0;
    for (int time = 0; time < layout.times; ++time)
        for (int slice = 0; slice < layout.slices; ++slice)
            for (int channel = 0; channel < layout.channels; ++channel)
                if (layout.table[i++] != regular.pageOf(time, slice, channel)) return false;
    return true;
}

StackLayout layoutOf(const SceneFacts& scene) {
    StackLayout layout{scene.channels, scene.slices, scene.times};
    layout.table.assign(static_cast<std::size_t>(layout.pages()), -1);
    for (const PlaneFacts& plane : scene.planes)
        layout.table[static_cast<std::size_t>((plane.t * scene.slices + plane.z) * scene.channels + plane.c)] = plane.page;
    constexpr std::array orders{"CZT", "ZCT", "CTZ", "ZTC", "TCZ", "TZC"};
    const auto* const order = std::ranges::find_if(orders, [&](const char* one) { return isInOrder(layout, one); });
    if (order != orders.end()) layout.order = *order, layout.table.clear();
    return layout;
}

}  // namespace

const SceneFacts* sceneOf(const ImageHeader& header) {
    const auto& scenes = header.facts.scenes;
    return static_cast<std::size_t>(header.scene) < scenes.size() ? &scenes[static_cast<std::size_t>(header.scene)] : nullptr;
}

std::optional<PixelSize> statedSize(const ImageHeader& header) {
    std::vector<Stated<PixelSize>> sizes;
    if (const SceneFacts* const scene = sceneOf(header)) sizes = scene->sizes;
    sizes.insert(sizes.end(), header.facts.sizes.begin(), header.facts.sizes.end());
    const auto best = std::ranges::min_element(sizes, {}, &Stated<PixelSize>::trust);
    return best == sizes.end() || best->trust == Trust::offered ? std::nullopt : std::optional(best->value);
}

void takeScene(ImageHeader& header, int scene) {
    header.scene = scene;
    const SceneFacts* const taken = sceneOf(header);
    if (!taken) return;
    const StackLayout layout = layoutOf(*taken);
    header.pages = layout.pages();
    header.stack = taken->isStated || !layout.table.empty() ? layout : StackLayout{};
    const auto& intervals = taken->intervalsS.empty() ? header.facts.intervalsS : taken->intervalsS;
    if (!intervals.empty() && intervals.front().trust != Trust::offered) header.stack.intervalS = intervals.front().value;
}

void keepChannelsApart(RawImage& raw) {
    const Image all = raw.image;
    const auto channelOf = [&](int channel) {
        return all.visit(
            [&](auto plane) {
                using Pixel = typename decltype(plane)::value_type;
                return Image(all.width(), all.height(), std::vector<Pixel>(plane.begin(), plane.end()));
            },
            channel);
    };
    raw.image = channelOf(0);
    for (int channel = 1; channel < all.channels(); ++channel)
        raw.furtherChannels.push_back(channelOf(channel));
}

}  // namespace coarsen
