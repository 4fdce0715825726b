// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/conventions/micro_manager.hpp"

#include "core/base/numbers.hpp"
#include "core/image/conventions/labelled_planes.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>

namespace coarsen::conventions {

namespace {

using Json = nlohmann::json;

constexpr std::array pageKeys{"Axes",        "completeCoords", "FrameIndex",   "Frame",
                              "SliceIndex",  "Slice",          "ChannelIndex", "PositionIndex",
                              "PixelSizeUm", "PixelSize_um",   "PixelAspect",  "ElapsedTime-ms",
                              "ZPositionUm", "ZPosition_um",   "BitDepth",     "ZPosition_um_Intended"};

/// An object of JSON without the members of others' names: Micro-Manager writes hundreds of properties into every page.
std::optional<Json> objectOf(std::string_view text, std::span<const char* const> keys) {
    const auto isWanted = [&](int depth, Json::parse_event_t event, const Json& parsed) {
        if (event != Json::parse_event_t::key || depth != 1) return true;
        return std::ranges::any_of(keys, [&](const char* key) { return parsed == key; });
    };
    Json json = Json::parse(text, isWanted, false);
    return json.is_object() ? std::optional(std::move(json)) : std::nullopt;
}

/// A number, also one in quotation marks.
std::optional<double> numberOf(const Json& value) {
    const auto number = value.is_number()   ? std::optional(value.get<double>())
                        : value.is_string() ? parseNumber(value.get_ref<const std::string&>())
                                            : std::nullopt;
    return number && std::isfinite(*number) ? number : std::nullopt;
}

std::optional<double> numberIn(const Json& json, const char* key) {
    const auto member = json.find(key);
    return member == json.end() ? std::nullopt : numberOf(*member);
}

/// The first of the keys that holds a number.
std::optional<double> numberIn(const Json& json, std::initializer_list<const char*> keys) {
    for (const char* const key : keys)
        if (const auto number = numberIn(json, key)) return number;
    return std::nullopt;
}

/// A place on an axis: a whole number or a name; empty where it is neither.
std::string labelOf(const Json& value) {
    constexpr double most = 1e9;
    const auto number = numberOf(value);
    if (number && *number == std::floor(*number) && std::abs(*number) < most) return std::to_string(static_cast<long>(*number));
    return value.is_string() && !number ? value.get<std::string>() : std::string();
}

void readAxes(const Json& json, std::map<std::string, std::string>& axes) {
    for (const char* const key : {"Axes", "completeCoords"})
        if (const auto places = json.find(key); places != json.end() && places->is_object())
            for (const auto& [axis, place] : places->items())
                if (std::string label = labelOf(place); !label.empty()) axes.try_emplace(axis, std::move(label));
    if (!axes.empty()) return;
    constexpr std::array<std::pair<const char*, const char*>, 6> older{{{"FrameIndex", "time"},
                                                                        {"Frame", "time"},
                                                                        {"SliceIndex", "z"},
                                                                        {"Slice", "z"},
                                                                        {"ChannelIndex", "channel"},
                                                                        {"PositionIndex", "position"}}};
    for (const auto& [key, axis] : older)
        if (const auto place = json.find(key); place != json.end())
            if (std::string label = labelOf(*place); !label.empty()) axes.try_emplace(axis, std::move(label));
}

/// Micro-Manager leaves an axis out where its index is 0.
std::string placeOn(const MicroManagerPage& page, const char* axis) {
    const auto place = page.axes.find(axis);
    return place == page.axes.end() ? "0" : place->second;
}

bool isAxisOfScene(const std::string& axis) {
    return axis != "time" && axis != "z" && axis != "channel";
}

/// The axes that tell one scene from another: of all that are no times, slices or channels those that differ.
std::set<std::string> axesOfScenes(std::span<const std::optional<MicroManagerPage>> pages) {
    std::map<std::string, std::set<std::string>> labels;
    for (const auto& page : pages)
        for (const auto& [axis, label] : page->axes)
            if (isAxisOfScene(axis)) labels[axis].insert(label);
    std::set<std::string> axes;
    for (const auto& [axis, its] : labels)
        if (its.size() > 1) axes.insert(axis);
    return axes;
}

std::string sceneName(const MicroManagerPage& page, const std::set<std::string>& axes) {
    if (axes.size() == 1 && axes.contains("position")) return placeOn(page, "position");
    std::string name;
    for (const std::string& axis : axes)
        name += (name.empty() ? "" : ", ") + axis + " " + placeOn(page, axis.c_str());
    return name;
}

std::vector<Stated<Moment>> timesOf(const MicroManagerPage& page) {
    if (!page.elapsedMs) return {};
    return {{{*page.elapsedMs / 1000, false}, Trust::stated, "Micro-Manager ElapsedTime-ms"}};
}

/// The distance of the slices that were taken at one time in one channel; nothing where they are not equally far from each other.
std::optional<double> sliceDistance(const SceneFacts& scene, std::span<const std::optional<MicroManagerPage>> pages) {
    constexpr double tolerance = 0.01;
    std::vector<double> heights;
    for (const PlaneFacts& plane : scene.planes)
        if (plane.t == 0 && plane.c == 0 && plane.page >= 0)
            if (const auto um = pages[static_cast<std::size_t>(plane.page)]->zUm) heights.push_back(*um);
    if (scene.slices < 2 || std::ssize(heights) != scene.slices) return std::nullopt;
    const double step = (heights.back() - heights.front()) / (scene.slices - 1);
    for (std::size_t i = 1; i < heights.size(); ++i)
        if (!(std::abs(heights[i] - heights[i - 1] - step) <= tolerance * std::abs(step))) return std::nullopt;
    return step == 0 ? std::nullopt : std::optional(std::abs(step));
}

/// The one size that the pages of a scene state, or the summary; nothing where they differ, which is said in `unread`.
std::optional<Stated<PixelSize>> sizeOfScene(const SceneFacts& scene, std::span<const std::optional<MicroManagerPage>> pages,
                                             const MicroManagerSummary& summary, std::vector<std::string>& unread) {
    constexpr double tolerance = 1e-3;
    std::optional<double> um, aspect;
    for (const PlaneFacts& plane : scene.planes) {
        if (plane.page < 0) continue;
        const MicroManagerPage& page = *pages[static_cast<std::size_t>(plane.page)];
        if (page.pixelSizeUm && um && std::abs(*page.pixelSizeUm - *um) > tolerance * std::abs(*um)) {
            unread.push_back("PixelSizeUm, which differs from page to page (" + shortest(*um) + ", " +
                             shortest(*page.pixelSizeUm) + ")");
            return std::nullopt;
        }
        if (!um) um = page.pixelSizeUm, aspect = page.pixelAspect;
    }
    if (!um) um = summary.pixelSizeUm;
    if (!um || *um == 0) return std::nullopt;
    const double heightUm = *um * (aspect && *aspect > 0 ? *aspect : 1);
    return Stated<PixelSize>{{*um, heightUm, sliceDistance(scene, pages).value_or(0)},
                             *um == 1 ? Trust::inherited : Trust::stated,
                             "Micro-Manager PixelSizeUm=" + shortest(*um)};
}

/// Names what was asked for and is not known to have been kept: it is no fact.
void sayWhatWasAsked(const MicroManagerSummary& summary, std::span<const std::optional<MicroManagerPage>> pages,
                     FileFacts& facts) {
    const bool haveTimes = std::ranges::any_of(pages, [](const auto& page) { return page->elapsedMs.has_value(); });
    if (!haveTimes && summary.intervalMs && *summary.intervalMs > 0)
        facts.intervalsS.push_back(
            {*summary.intervalMs / 1000, Trust::offered, "Micro-Manager Interval_ms=" + shortest(*summary.intervalMs)});
    const bool lacksDepth = std::ranges::any_of(facts.scenes, [](const SceneFacts& scene) {
        return scene.slices > 1 && (scene.sizes.empty() || scene.sizes.front().value.z == 0);
    });
    const bool wasSent = std::ranges::any_of(pages, [](const auto& page) { return page->wantedZUm.has_value(); });
    if (lacksDepth && summary.zStepUm && *summary.zStepUm != 0)
        facts.unread.push_back("z-step_um " + shortest(*summary.zStepUm) + ", the step that was asked for");
    else if (lacksDepth && wasSent)
        facts.unread.push_back("ZPosition_um_Intended, where the stage was sent");
}

}  // namespace

std::optional<MicroManagerPage> microManagerPage(std::string_view json) {
    const auto object = objectOf(json, pageKeys);
    if (!object) return std::nullopt;
    MicroManagerPage page;
    readAxes(*object, page.axes);
    page.elapsedMs = numberIn(*object, "ElapsedTime-ms");
    page.pixelSizeUm = numberIn(*object, {"PixelSizeUm", "PixelSize_um"});
    page.pixelAspect = numberIn(*object, "PixelAspect");
    page.zUm = numberIn(*object, {"ZPositionUm", "ZPosition_um"});
    page.wantedZUm = numberIn(*object, "ZPosition_um_Intended");
    constexpr double mostBits = 32;
    if (const auto bits = numberIn(*object, "BitDepth"); bits && *bits >= 1 && *bits <= mostBits)
        page.bits = static_cast<int>(*bits);
    const bool saysAnything = !page.axes.empty() || page.elapsedMs || page.pixelSizeUm || page.bits;
    return saysAnything ? std::optional(std::move(page)) : std::nullopt;
}

MicroManagerSummary microManagerSummary(std::string_view json) {
    constexpr std::array keys{"Interval_ms", "z-step_um", "PixelSizeUm", "PixelSize_um"};
    const auto object = objectOf(json, keys);
    if (!object) return {};
    return {numberIn(*object, "Interval_ms"), numberIn(*object, "z-step_um"), numberIn(*object, {"PixelSizeUm", "PixelSize_um"})};
}

std::optional<std::pair<std::size_t, std::size_t>> placeOfSummary(std::span<const std::byte> start) {
    constexpr std::uint32_t ofNdTiff = 483729, ofIndexMap = 54773648, ofSummary = 2355492;
    constexpr std::size_t word = 4;
    const bool isLittle = !start.empty() && start[0] == std::byte{'I'};
    const auto wordAt = [&](std::size_t at) {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < word && at + word <= start.size(); ++i)
            value = value << 8 | std::to_integer<std::uint32_t>(start[at + (isLittle ? word - 1 - i : i)]);
        return value;
    };
    const std::uint32_t kind = wordAt(8);
    if (kind != ofNdTiff && kind != ofIndexMap) return std::nullopt;
    for (const std::size_t at : {std::size_t{16}, std::size_t{20}, std::size_t{32}})  // by the version of the format
        if (wordAt(at) == ofSummary) return std::pair(at + 2 * word, std::size_t{wordAt(at + word)});
    return std::nullopt;
}

std::optional<FileFacts> microManagerFacts(std::span<const std::optional<MicroManagerPage>> pages,
                                           const MicroManagerSummary& summary) {
    const auto speaking = std::ranges::count_if(pages, [](const auto& page) { return page.has_value(); });
    if (speaking == 0) return std::nullopt;
    FileFacts facts;
    facts.writer = "Micro-Manager";
    if (speaking < std::ssize(pages)) {
        facts.unread.push_back("Micro-Manager's words, which " + std::to_string(speaking) + " of " +
                               std::to_string(pages.size()) + " pages have");
        return facts;
    }
    const std::set<std::string> ofScenes = axesOfScenes(pages);
    for (const std::string& axis : ofScenes)
        if (axis != "position" && axis != "row" && axis != "column")
            facts.unread.push_back("the axis '" + axis + "', whose pictures are taken for positions");
    std::vector<LabelledPlane> planes;
    std::set<std::array<std::string, 4>> places;
    for (std::size_t i = 0; i < pages.size(); ++i) {
        const MicroManagerPage& page = *pages[i];
        LabelledPlane& plane = planes.emplace_back(
            LabelledPlane{sceneName(page, ofScenes), placeOn(page, "time"), placeOn(page, "z"), placeOn(page, "channel"), {}});
        plane.plane.page = static_cast<int>(i);
        plane.plane.times = timesOf(page);
        places.insert({plane.scene, plane.t, plane.z, plane.c});
    }
    const bool tellApart = places.size() > 1;
    if (!tellApart)  // nothing tells the pages from each other: they are times
        for (std::size_t i = 0; i < planes.size(); ++i)
            planes[i].t = std::to_string(i);
    facts.scenes = scenesOfLabels(planes);
    if (facts.scenes.empty()) facts.unread.push_back("the axes of its pages, which span more places than a file has pages");
    for (SceneFacts& scene : facts.scenes) {
        scene.isStated = tellApart;
        if (const auto size = sizeOfScene(scene, pages, summary, facts.unread)) scene.sizes.push_back(*size);
    }
    sayWhatWasAsked(summary, pages, facts);
    const auto& bits = pages.front()->bits;
    if (bits && std::ranges::all_of(pages, [&](const auto& page) { return page->bits == bits; })) facts.bitsInUse = bits;
    return facts;
}

std::string dataSetOf(std::string_view fileName) {
    constexpr std::string_view mark = "NDTiffStack";
    std::string_view stem = fileName.substr(0, fileName.rfind('.'));
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    if (const auto last = stem.find_last_not_of("0123456789"); last != std::string_view::npos && stem[last] == '_')
        if (std::ranges::all_of(stem.substr(last + 1), isDigit) && last + 1 < stem.size()) stem = stem.substr(0, last);
    return stem.ends_with(mark) ? std::string(stem) : std::string();
}

std::vector<std::string> filesOfIndex(std::span<const std::byte> index) {
    constexpr std::size_t word = 4, wordsBehindName = 8;
    std::vector<std::string> files;
    std::set<std::string> known;
    std::size_t at = 0;
    const auto text = [&]() -> std::optional<std::string_view> {
        std::size_t length = 0;
        if (index.size() - at < word) return std::nullopt;
        for (std::size_t i = word; i-- > 0;)
            length = length << 8 | std::to_integer<std::size_t>(index[at + i]);
        at += word;
        if (index.size() - at < length) return std::nullopt;
        const std::string_view found(reinterpret_cast<const char*>(index.data()) + at, length);
        at += length;
        return found;
    };
    while (text()) {
        const auto name = text();
        if (!name || index.size() - at < wordsBehindName * word) break;
        at += wordsBehindName * word;
        std::string alone(name->substr(name->find_last_of("/\\") + 1));
        if (known.insert(alone).second) files.push_back(std::move(alone));
    }
    return files;
}

}  // namespace coarsen::conventions
