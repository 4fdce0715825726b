// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/conventions/labelled_planes.hpp"

#include "core/base/numbers.hpp"
#include "core/image/conventions/regular_planes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace coarsen::conventions {

namespace {

/// The labels of one axis, and the rank of each.
class Labels {
public:
    void add(const std::string& label) {
        if (ranks_.try_emplace(label, 0).second) labels_.push_back(label);
    }
    void settle() {
        const bool areNumbers =
            std::ranges::all_of(labels_, [](const std::string& label) { return parseInteger(label).has_value(); });
        if (areNumbers) std::ranges::sort(labels_, {}, [](const std::string& label) { return *parseInteger(label); });
        for (std::size_t i = 0; i < labels_.size(); ++i)
            ranks_[labels_[i]] = static_cast<int>(i);
    }
    int rankOf(const std::string& label) const { return ranks_.at(label); }
    int count() const { return static_cast<int>(labels_.size()); }
    const std::vector<std::string>& all() const { return labels_; }

private:
    std::map<std::string, int> ranks_;
    std::vector<std::string> labels_;
};

SceneFacts sceneOfLabels(const std::string& name, const std::vector<const LabelledPlane*>& planes) {
    std::array<Labels, 3> axes;
    for (const LabelledPlane* const one : planes)
        axes[0].add(one->t), axes[1].add(one->z), axes[2].add(one->c);
    for (Labels& axis : axes)
        axis.settle();
    SceneFacts scene;
    scene.name = name;
    scene.times = axes[0].count(), scene.slices = axes[1].count(), scene.channels = axes[2].count();
    scene.labels = {axes[0].all(), axes[1].all(), axes[2].all()};
    if (!placeInOrder(scene, "CZT", 0)) return {};
    for (const LabelledPlane* const one : planes) {
        const int t = axes[0].rankOf(one->t), z = axes[1].rankOf(one->z), c = axes[2].rankOf(one->c);
        PlaneFacts& placed = scene.planes[static_cast<std::size_t>((t * scene.slices + z) * scene.channels + c)];
        placed = one->plane;
        placed.t = t, placed.z = z, placed.c = c;
    }
    return scene;
}

bool areAlikeSizes(const std::vector<Stated<PixelSize>>& a, const std::vector<Stated<PixelSize>>& b) {
    constexpr double tolerance = 1e-3;
    if (a.empty() || b.empty()) return a.empty() == b.empty();
    return std::abs(a.front().value.x - b.front().value.x) <= tolerance * std::abs(a.front().value.x);
}

}  // namespace

std::vector<SceneFacts> scenesOfLabels(std::span<const LabelledPlane> planes) {
    Labels names;
    std::map<std::string, std::vector<const LabelledPlane*>> ofScene;
    for (const LabelledPlane& one : planes)
        names.add(one.scene), ofScene[one.scene].push_back(&one);
    names.settle();
    std::vector<SceneFacts> scenes;
    std::size_t places = 0;
    for (const std::string& name : names.all()) {
        scenes.push_back(sceneOfLabels(name, ofScene[name]));
        places += scenes.back().planes.size();
        if (scenes.back().planes.empty() || places > mostPromisedPlanes) return {};
    }
    return scenes;
}

FileFacts joinedFacts(std::span<const NamedFacts> files) {
    if (files.empty()) return {};
    FileFacts joined = files.front().facts;
    joined.scenes.clear();
    joined.unclaimed = 0;
    std::vector<LabelledPlane> planes;
    std::map<std::string, const SceneFacts*> first;
    bool isOneSize = true;
    for (const auto& [file, facts] : files) {
        joined.unclaimed += facts.unclaimed;
        for (const std::string& unread : facts.unread)
            if (std::ranges::find(joined.unread, unread) == joined.unread.end()) joined.unread.push_back(unread);
        for (const SceneFacts& scene : facts.scenes) {
            const SceneFacts& known = *first.try_emplace(scene.name, &scene).first->second;
            isOneSize = isOneSize && areAlikeSizes(known.sizes, scene.sizes);
            for (const PlaneFacts& plane : scene.planes) {
                if (plane.page < 0) continue;
                const auto label = [&](std::size_t axis, int index) {
                    const auto& labels = scene.labels[axis];
                    return labels.empty() ? std::to_string(index) : labels[static_cast<std::size_t>(index)];
                };
                planes.push_back({scene.name, label(0, plane.t), label(1, plane.z), label(2, plane.c), plane});
                if (plane.file.empty()) planes.back().plane.file = file;
            }
        }
    }
    joined.scenes = scenesOfLabels(planes);
    if (!isOneSize) joined.unread.push_back("sizes of pixels that differ from file to file");
    for (SceneFacts& scene : joined.scenes)
        if (isOneSize) scene.sizes = first.at(scene.name)->sizes;
    return joined;
}

}  // namespace coarsen::conventions
