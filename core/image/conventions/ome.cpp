// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/conventions/ome.hpp"

#include "core/base/clock_time.hpp"
#include "core/base/numbers.hpp"
#include "core/base/units.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <pugixml.hpp>

namespace coarsen::conventions {

namespace {

constexpr int mostPlanes = 1 << 20;

std::string_view withoutPrefix(std::string_view name) {
    const auto colon = name.find(':');
    return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

bool isElement(const pugi::xml_node& node, std::string_view name) {
    return withoutPrefix(node.name()) == name;
}

std::vector<pugi::xml_node> elements(const pugi::xml_node& parent, std::string_view name) {
    std::vector<pugi::xml_node> found;
    for (const pugi::xml_node& child : parent.children())
        if (isElement(child, name)) found.push_back(child);
    return found;
}

/// A file's name without any folder: what belongs to a set lies beside it, and a text names no other place that is read.
std::string nameAlone(std::string_view path) {
    const std::string_view name = path.substr(path.find_last_of("/\\") + 1);
    return name == "." || name == ".." ? std::string() : std::string(name);
}

/// A count of an axis, at least 1.
int countOf(const pugi::xml_node& node, const char* name) {
    const auto count = parseInteger(node.attribute(name).value());
    return count && *count >= 1 && *count <= mostPlanes ? static_cast<int>(*count) : 1;
}

std::optional<int> indexOf(const pugi::xml_node& node, const char* name) {
    const auto index = parseInteger(node.attribute(name).value());
    return index && *index >= 0 && *index < mostPlanes ? std::optional(static_cast<int>(*index)) : std::nullopt;
}

/// An attribute with its unit, in µm or seconds. What cannot be read is named in `unread`.
template <typename UnitsIn>
std::optional<double> measured(const pugi::xml_node& node, const std::string& name, UnitsIn unitsIn, FileFacts& facts) {
    const pugi::xml_attribute written = node.attribute(name.c_str());
    if (!written || std::string_view(written.value()).empty()) return std::nullopt;
    const pugi::xml_attribute unit = node.attribute((name + "Unit").c_str());
    const auto number = parseNumber(written.value());
    const std::optional<double> factor = unit ? unitsIn(std::string_view(unit.value())) : std::optional<double>(1);
    if (number && factor) return *number * *factor;
    if (unit && isNoUnit(unit.value())) return std::nullopt;
    facts.unread.push_back(number ? name + "Unit '" + unit.value() + "'" : name + " '" + written.value() + "'");
    return std::nullopt;
}

std::optional<double> omeMicrometres(const pugi::xml_node& node, const std::string& name, FileFacts& facts) {
    return measured(
        node, name, [](std::string_view unit) { return micrometresIn(unit, UnitDialect::xml); }, facts);
}

std::optional<double> omeSeconds(const pugi::xml_node& node, const std::string& name, FileFacts& facts) {
    return measured(
        node, name, [](std::string_view unit) { return secondsIn(unit, UnitDialect::xml); }, facts);
}

std::string quoted(const pugi::xml_node& node, const std::string& name) {
    const std::string unit = node.attribute((name + "Unit").c_str()).value();
    return name + "=" + node.attribute(name.c_str()).value() + (unit.empty() ? "" : " " + unit);
}

/// The planes of a scene in the order that the file counts them.
class Planes {
public:
    Planes(const pugi::xml_node& pixels, SceneFacts& scene) : scene_(scene) {
        std::string order = pixels.attribute("DimensionOrder").value();
        order_ = order.size() == 5 && order.starts_with("XY") ? order.substr(2) : "CZT";
        scene.planes.resize(static_cast<std::size_t>(count()));
        for (int i = 0; i < count(); ++i) {
            PlaneFacts& plane = scene.planes[static_cast<std::size_t>(i)];
            int left = i;
            for (const char axis : order_) {
                int& index = axis == 'T' ? plane.t : axis == 'Z' ? plane.z : plane.c;
                index = left % sizeOf(axis), left /= sizeOf(axis);
            }
            plane.page = -1;
        }
    }

    int count() const { return scene_.times * scene_.slices * scene_.channels; }

    /// The plane's place in the file's order; nothing beyond an axis.
    std::optional<int> placeOf(int t, int z, int c) const {
        if (t >= scene_.times || z >= scene_.slices || c >= scene_.channels) return std::nullopt;
        int place = 0, step = 1;
        for (const char axis : order_) {
            place += step * (axis == 'T' ? t : axis == 'Z' ? z : c);
            step *= sizeOf(axis);
        }
        return place;
    }

    PlaneFacts* at(int place) { return place < count() ? &scene_.planes[static_cast<std::size_t>(place)] : nullptr; }

private:
    int sizeOf(char axis) const { return axis == 'T' ? scene_.times : axis == 'Z' ? scene_.slices : scene_.channels; }

    SceneFacts& scene_;
    std::string order_;
};

/// The file whose words are read.
struct OmeSource {
    int pages = 0;
    std::string_view name, uuid;
};

/// Places each plane in the directory that holds it, by TiffData; without any the pages stand in order from `nextPage` on.
void placePlanes(const pugi::xml_node& pixels, Planes& planes, int samplesPerPixel, const OmeSource& source, int& nextPage,
                 FileFacts& facts) {
    const auto data = elements(pixels, "TiffData");
    if (data.empty()) {
        for (int i = 0; i < planes.count(); ++i)
            planes.at(i)->page = nextPage++;
        return;
    }
    for (const pugi::xml_node& block : data) {
        const auto stated = indexOf(block, "IFD");
        const int firstC = indexOf(block, "FirstC").value_or(0) / samplesPerPixel;
        const auto begin = planes.placeOf(indexOf(block, "FirstT").value_or(0), indexOf(block, "FirstZ").value_or(0), firstC);
        const int most = stated ? 1 : planes.count();
        const int count = std::min(indexOf(block, "PlaneCount").value_or(most), planes.count());
        std::string file;
        bool isNowhere = false;  // in a file that has an identifier and no name
        for (const pugi::xml_node& uuid : elements(block, "UUID")) {
            file = nameAlone(uuid.attribute("FileName").value());
            const std::string_view id = uuid.text().get();
            isNowhere = file.empty() && !id.empty() && !source.uuid.empty() && id != source.uuid;
        }
        if (isNowhere) facts.unread.push_back("TiffData of a file that has a UUID and no name");
        if (file == source.name) file.clear();
        for (int i = 0; begin && i < count && !isNowhere; ++i)
            if (PlaneFacts* const plane = planes.at(*begin + i)) plane->page = stated.value_or(0) + i, plane->file = file;
    }
}

void readTimes(const pugi::xml_node& pixels, Planes& planes, int samplesPerPixel, FileFacts& facts) {
    for (const pugi::xml_node& plane : elements(pixels, "Plane")) {
        const auto t = indexOf(plane, "TheT"), z = indexOf(plane, "TheZ"), c = indexOf(plane, "TheC");
        const auto place = planes.placeOf(t.value_or(0), z.value_or(0), c.value_or(0) / samplesPerPixel);
        const auto delta = place ? omeSeconds(plane, "DeltaT", facts) : std::nullopt;
        if (!delta || !std::isfinite(*delta)) continue;
        PlaneFacts* const taken = planes.at(*place);
        if (taken && taken->times.empty()) taken->times.push_back({{*delta, false}, Trust::stated, "OME DeltaT"});
    }
}

void readSizes(const pugi::xml_node& pixels, SceneFacts& scene, FileFacts& facts) {
    const auto x = omeMicrometres(pixels, "PhysicalSizeX", facts), y = omeMicrometres(pixels, "PhysicalSizeY", facts),
               z = omeMicrometres(pixels, "PhysicalSizeZ", facts);
    if (!x && !y) return;
    const std::string by = "OME " + quoted(pixels, x ? "PhysicalSizeX" : "PhysicalSizeY");
    scene.sizes.push_back({{x.value_or(y.value_or(0)), y.value_or(x.value_or(0)), z.value_or(0)}, Trust::stated, by});
}

SceneFacts sceneOf(const pugi::xml_node& image, const pugi::xml_node& pixels, FileFacts& facts, const OmeSource& source,
                   int& nextPage) {
    SceneFacts scene;
    scene.name = image.attribute("Name").value();
    scene.times = countOf(pixels, "SizeT"), scene.slices = countOf(pixels, "SizeZ");
    // SizeC counts the samples of a page of colours, too.
    int samplesPerPixel = 1;
    for (const pugi::xml_node& channel : elements(pixels, "Channel"))
        samplesPerPixel = std::max(samplesPerPixel, countOf(channel, "SamplesPerPixel"));
    const int samples = countOf(pixels, "SizeC");
    const bool areColours = (samples == 3 || samples == 4) && double{1} * scene.times * scene.slices == source.pages;
    if (elements(pixels, "Channel").empty() && areColours) samplesPerPixel = samples;  // as many pages as there are pictures
    if (samples % samplesPerPixel != 0) samplesPerPixel = 1;
    scene.channels = samples / samplesPerPixel;
    if (double{1} * scene.times * scene.slices * scene.channels > mostPlanes) {
        facts.unread.push_back("SizeT, SizeZ and SizeC, which promise more pages than a file has");
        scene.times = scene.slices = scene.channels = 1;
    }

    Planes planes(pixels, scene);
    placePlanes(pixels, planes, samplesPerPixel, source, nextPage, facts);
    for (PlaneFacts& plane : scene.planes)
        if (plane.file.empty() && plane.page >= source.pages) plane.page = -1;
    readTimes(pixels, planes, samplesPerPixel, facts);
    readSizes(pixels, scene, facts);
    if (const auto interval = omeSeconds(pixels, "TimeIncrement", facts); interval && *interval > 0 && std::isfinite(*interval))
        scene.intervalsS.push_back({*interval, Trust::stated, "OME " + quoted(pixels, "TimeIncrement")});
    for (const pugi::xml_node& date : elements(image, "AcquisitionDate"))
        if (const auto moment = clockTime(date.text().get()))
            scene.beginnings.push_back({{moment->seconds, true, moment->zone}, Trust::stated, "OME AcquisitionDate"});
    if (const auto bits = indexOf(pixels, "SignificantBits"); bits && *bits > 0) facts.bitsInUse = *bits;
    return scene;
}

}  // namespace

std::optional<FileFacts> omeFacts(std::string_view xml, int pages, std::string_view ownName) {
    const auto start = xml.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (start == std::string_view::npos || xml[start] != '<') return std::nullopt;
    pugi::xml_document document;
    document.load_buffer(xml.data() + start, xml.size() - start);  // of a damaged text what comes before the damage is kept
    pugi::xml_node root;
    for (const pugi::xml_node& child : document.children())
        if (isElement(child, "OME")) root = child;
    if (!root) return std::nullopt;

    FileFacts facts;
    facts.writer = "OME-XML";
    const OmeSource source{pages, ownName, root.attribute("UUID").value()};
    int nextPage = 0;
    for (const pugi::xml_node& image : elements(root, "Image"))
        for (const pugi::xml_node& pixels : elements(image, "Pixels"))
            facts.scenes.push_back(sceneOf(image, pixels, facts, source, nextPage));
    for (const pugi::xml_node& elsewhere : elements(root, "BinaryOnly")) {
        facts.describedBy = nameAlone(elsewhere.attribute("MetadataFile").value());
        if (facts.describedBy.empty()) facts.unread.push_back("BinaryOnly, which names no file that describes the images");
    }
    std::ranges::sort(facts.unread);
    const auto again = std::ranges::unique(facts.unread);
    facts.unread.erase(again.begin(), again.end());
    return facts;
}

}  // namespace coarsen::conventions
