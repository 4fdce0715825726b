// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/formats/ngff.hpp"

#include "core/base/utf8.hpp"
#include "core/volume/formats/formats.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace coarsen::volumes {

namespace {

using Json = nlohmann::json;

const Json& memberOf(const Json& object, const char* key) {
    static const Json nothing;
    if (!object.is_object()) return nothing;
    const auto found = object.find(key);
    return found == object.end() ? nothing : *found;
}

std::string wordOf(const Json& object, const char* key) {
    const Json& value = memberOf(object, key);
    return value.is_string() ? printable(value.get<std::string>()) : std::string();
}

std::vector<NgffAxis> axesOf(const Json& stated) {
    std::vector<NgffAxis> axes;
    for (const Json& axis : stated.is_array() ? stated : Json::array()) {
        std::string name = axis.is_string() ? printable(axis.get<std::string>()) : wordOf(axis, "name");
        std::ranges::transform(name, name.begin(), [](char letter) {
            return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
        });
        axes.push_back({name, wordOf(axis, "unit"), {}});
    }
    return axes;
}

/// The steps along each axis, slowest first, as transformations of coordinates say them; empty: none is said.
struct Scales {
    std::vector<double> steps;
    std::string unread;  ///< a transformation that is not understood, with which no step is known; else empty

    /// Shifts do nothing to the steps.
    void apply(const Json& transformations) {
        for (const Json& one : transformations.is_array() ? transformations : Json::array()) {
            const std::string type = wordOf(one, "type");
            if (type == "identity" || type == "translation") continue;
            const Json& factors = memberOf(one, "scale");
            const bool isScale = type == "scale" && factors.is_array() && (steps.empty() || factors.size() == steps.size()) &&
                                 std::ranges::all_of(factors, [](const Json& factor) { return factor.is_number(); });
            if (!isScale) {
                unread = "a transformation of its coordinates ('" + type + "'), so that its scales are not used";
                continue;
            }
            steps.resize(factors.size(), 1);
            for (std::size_t axis = 0; axis < steps.size(); ++axis)
                steps[axis] *= factors[axis].get<double>();
        }
    }
};

/// The level whose samples lie closest, which the format says is the first; -1 where no level is described.
int finestOf(const Json& levels) {
    int finest = -1;
    double least = 0;
    for (std::size_t i = 0; levels.is_array() && i < levels.size(); ++i) {
        if (wordOf(levels[i], "path").empty()) continue;
        Scales scales;
        scales.apply(memberOf(levels[i], "coordinateTransformations"));
        const double side = scales.steps.empty() ? 0 : std::abs(scales.steps.back());
        if (finest >= 0 && (side == 0 || least == 0 || side >= least)) continue;
        finest = static_cast<int>(i);
        least = side;
    }
    return finest;
}

NgffImage imageOf(const Json& multiscales, const Json& omero, const std::filesystem::path& folder) {
    NgffImage image;
    const Json& stated = multiscales[0];
    const Json& levels = memberOf(stated, "datasets");
    const int finest = finestOf(levels);
    if (finest < 0) throw damaged(folder, "its multiscales name no array");
    const Json& level = levels[static_cast<std::size_t>(finest)];
    image.path = wordOf(level, "path");
    image.images = static_cast<int>(multiscales.size());
    image.levels = static_cast<int>(levels.size());
    image.axes = axesOf(memberOf(stated, "axes"));
    Scales scales;
    scales.apply(memberOf(level, "coordinateTransformations"));
    scales.apply(memberOf(stated, "coordinateTransformations"));
    if (!scales.steps.empty() && scales.steps.size() != image.axes.size())
        scales.unread =
            "scales of " + std::to_string(scales.steps.size()) + " axes, where it names " + std::to_string(image.axes.size());
    if (!scales.unread.empty())
        image.unread.push_back(scales.unread);
    else
        for (std::size_t i = 0; i < scales.steps.size(); ++i)
            image.axes[i].scale = scales.steps[i];
    const Json& channels = memberOf(omero, "channels");
    for (const Json& channel : channels.is_array() ? channels : Json::array())
        image.channels.push_back(wordOf(channel, "label"));
    return image;
}

}  // namespace

NgffGroup ngffGroupOf(std::string_view text, const std::filesystem::path& folder) {
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object()) throw damaged(folder, "its attributes are no JSON object");
    const Json& inner = json.contains("zarr_format") ? memberOf(json, "attributes") : json;
    const Json& attributes = memberOf(inner, "ome").is_object() ? memberOf(inner, "ome") : inner;
    NgffGroup group;
    group.isPlate = memberOf(attributes, "plate").is_object() || memberOf(attributes, "well").is_object();
    group.isOfSeries = !memberOf(attributes, "bioformats2raw.layout").is_null();
    const Json& multiscales = memberOf(attributes, "multiscales");
    if (multiscales.is_array() && !multiscales.empty()) group.image = imageOf(multiscales, memberOf(attributes, "omero"), folder);
    return group;
}

}  // namespace coarsen::volumes
