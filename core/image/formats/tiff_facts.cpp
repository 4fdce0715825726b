// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/formats/tiff_facts.hpp"

#include "core/image/conventions/density.hpp"
#include "core/image/conventions/described_axes.hpp"
#include "core/image/conventions/ome.hpp"
#include "core/image/conventions/regular_planes.hpp"
#include "core/image/formats/exif.hpp"
#include "core/image/orientation.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <utility>

namespace coarsen::formats {

namespace {

/// The directories that are pictures: all of them where none is.
std::vector<int> picturesOf(const std::vector<TiffDirectory>& pages) {
    std::vector<int> pictures;
    for (std::size_t i = 0; i < pages.size(); ++i)
        if (!pages[i].isReduced && !pages[i].isMask) pictures.push_back(static_cast<int>(i));
    if (pictures.empty())
        for (std::size_t i = 0; i < pages.size(); ++i)
            pictures.push_back(static_cast<int>(i));
    return pictures;
}

/// Programs for which the date of a TIFF is when it was saved.
bool isDateOfSaving(const TiffWords& words) {
    const auto isBy = [&](std::string_view program) {
        return words.software.starts_with(program) || words.description.starts_with(program);
    };
    return isBy("ImageJ") || isBy("tifffile") || isBy("ImageMagick") || isBy("SCIFIO") || words.description.starts_with("{\"");
}

void addDates(const TiffWords& words, const std::vector<int>& pictures, FileFacts& facts) {
    const Trust trust = isDateOfSaving(words) ? Trust::offered : Trust::inherited;
    const auto stamped = [&](const std::string& text) -> std::optional<Stated<Moment>> {
        const auto seconds = exifTimeS(text);
        if (!seconds) return std::nullopt;
        return Stated<Moment>{{*seconds, true}, trust, "TIFF DateTime"};
    };
    if (words.pages.empty()) return;
    if (const auto first = stamped(words.pages[static_cast<std::size_t>(pictures.front())].dateTime))
        facts.times.push_back(*first);
    // Where only the first page has one, it is when the file was written.
    const auto dated =
        std::ranges::count_if(pictures, [&](int page) { return !words.pages[static_cast<std::size_t>(page)].dateTime.empty(); });
    if (dated < 2) return;
    for (SceneFacts& scene : facts.scenes)
        for (PlaneFacts& plane : scene.planes)
            if (plane.file.empty() && plane.page >= 0 && plane.page < static_cast<int>(words.pages.size()))
                if (const auto time = stamped(words.pages[static_cast<std::size_t>(plane.page)].dateTime))
                    plane.times.push_back(*time);
}

/// Pages that the description does not speak of; none where it speaks of several files, which may hold others' pages.
int unclaimedPages(const FileFacts& facts, int pages) {
    std::set<int> claimed;
    for (const SceneFacts& scene : facts.scenes)
        for (const PlaneFacts& plane : scene.planes) {
            if (!plane.file.empty()) return 0;
            if (plane.page >= 0) claimed.insert(plane.page);
        }
    return claimed.empty() ? 0 : std::max(0, pages - static_cast<int>(claimed.size()));
}

/// Facts that Micro-Manager states of each picture.
std::optional<FileFacts> factsOfPages(const TiffWords& words, const std::vector<int>& pictures) {
    std::vector<std::optional<conventions::MicroManagerPage>> pages;
    for (const int picture : pictures)
        if (static_cast<std::size_t>(picture) < words.pages.size())
            pages.push_back(words.pages[static_cast<std::size_t>(picture)].microManager);
    return conventions::microManagerFacts(pages, words.summary);
}

/// Where Micro-Manager says 1 µm, which stands there, too, where nobody calibrated, the OME-XML that it writes beside says so as
/// well, and is no better founded.
void doubtSizes(const std::vector<Stated<PixelSize>>& ofPages, std::vector<Stated<PixelSize>>& sizes) {
    const auto isInherited = std::ranges::find(ofPages, Trust::inherited, &Stated<PixelSize>::trust) != ofPages.end();
    for (Stated<PixelSize>& size : sizes)
        if (isInherited && size.value.x == 1 && size.value.y == 1) size.trust = Trust::inherited;
}

/// Adds to OME's words what Micro-Manager says besides: times of planes that have none, a size of pixels, the bits in use.
void addFactsOfPages(const FileFacts& ofPages, const std::vector<int>& pictures, FileFacts& facts) {
    std::map<int, const PlaneFacts*> known;
    for (const SceneFacts& scene : ofPages.scenes) {
        for (const PlaneFacts& plane : scene.planes)
            if (plane.page >= 0) known[pictures[static_cast<std::size_t>(plane.page)]] = &plane;
        for (SceneFacts& described : facts.scenes)
            doubtSizes(scene.sizes, described.sizes);
        for (const Stated<PixelSize>& size : scene.sizes)
            if (std::ranges::find(facts.sizes, size) == facts.sizes.end()) facts.sizes.push_back(size);
    }
    for (SceneFacts& scene : facts.scenes)
        for (PlaneFacts& plane : scene.planes)
            if (const auto found = known.find(plane.page); plane.file.empty() && plane.times.empty() && found != known.end())
                plane.times = found->second->times;
    if (!facts.bitsInUse) facts.bitsInUse = ofPages.bitsInUse;
}

/// Adds what the instrument states to what a program says of the same file; its sizes come first.
void addInstrument(const FileFacts& instrument, FileFacts& facts) {
    facts.sizes.insert(facts.sizes.begin(), instrument.sizes.begin(), instrument.sizes.end());
    facts.times.insert(facts.times.end(), instrument.times.begin(), instrument.times.end());
    facts.unread.insert(facts.unread.end(), instrument.unread.begin(), instrument.unread.end());
    facts.pictureRows = instrument.pictureRows;
    if (instrument.withoutUnit) facts.withoutUnit = instrument.withoutUnit;
}

/// Keeps a density beside the tags of an instrument that states no size: it may be one of paper, or count in 1/nm.
void offerDensity(const TiffWords& words, FileFacts& facts) {
    FileFacts density;
    conventions::addDensity(words.resolution, "the TIFF's resolution", density);
    for (Stated<PixelSize>& size : density.sizes) {
        size.trust = Trust::offered;
        facts.sizes.push_back(size);
    }
}

}  // namespace

int picturesIn(const TiffWords& words) {
    return words.pages.size() == 1 ? words.picturesBehindOne : static_cast<int>(picturesOf(words.pages).size());
}

FileFacts tiffFacts(const TiffWords& words) {
    const std::vector<int> pictures = picturesOf(words.pages);
    const bool isAlone = words.pages.size() == 1;
    const int count = picturesIn(words);

    std::optional<FileFacts> stated =
        conventions::omeFacts(words.description, static_cast<int>(words.pages.size()), words.fileName);
    const bool countsAllDirectories = stated.has_value();
    const std::optional<FileFacts> ofPages = factsOfPages(words, pictures);
    if (stated && ofPages) addFactsOfPages(*ofPages, pictures, *stated);
    if (!stated) stated = ofPages;
    const bool isOfInstrument = !stated && words.instrument && !words.instrument->scenes.empty();
    if (isOfInstrument) stated = words.instrument;
    if (!stated) stated = conventions::imageJFacts(words.description, words.resolution, count);
    if (!stated) stated = conventions::shapedFacts(words.description, count);
    if (!stated) stated = conventions::scifioFacts(words.description, count);
    if (words.instrument && stated && !isOfInstrument) addInstrument(*words.instrument, *stated);
    if (!stated) stated = words.instrument;
    FileFacts facts = stated.value_or(FileFacts{});
    const bool isSized =
        !facts.sizes.empty() || std::ranges::any_of(facts.scenes, [](const SceneFacts& scene) { return !scene.sizes.empty(); });
    // Micro-Manager writes a density of 1 µm where nobody calibrated, and ImageJ's is in its own unit.
    if (!isSized && words.instrument)
        offerDensity(words, facts);
    else if (!isSized && !ofPages && facts.writer != "ImageJ")
        conventions::addDensity(words.resolution, "the TIFF's resolution", facts);

    if (!isSized && facts.writer == "tifffile") conventions::addNumberWithoutUnit(words.resolution, facts.writer, facts);

    for (const TiffDirectory& page : words.pages) {
        facts.reduced += page.isReduced && !countsAllDirectories;
        facts.masks += page.isMask && !page.isReduced && !countsAllDirectories;
    }
    if (static_cast<int>(pictures.size()) == static_cast<int>(words.pages.size())) facts.reduced = facts.masks = 0;
    const bool isBehindOthers = pictures.front() > 0;  // a picture alone is told from the thumbnail before it
    if (facts.scenes.empty() && (count > 1 || isBehindOthers)) {
        SceneFacts scene;
        scene.times = count;
        scene.isStated = false;
        if (conventions::placeInOrder(scene, "TZC", count)) facts.scenes.push_back(std::move(scene));
    }
    if (!countsAllDirectories && !isAlone)
        for (SceneFacts& scene : facts.scenes)
            for (PlaneFacts& plane : scene.planes)
                if (plane.page >= 0) plane.page = pictures[static_cast<std::size_t>(plane.page)];
    addDates(words, pictures, facts);
    const auto bits = std::bit_width(words.maxSampleValue);  // 4095 is a camera of 12 bits; other values are a picture's own
    if (!facts.bitsInUse && bits > 8 && words.maxSampleValue == (1u << bits) - 1) facts.bitsInUse = static_cast<int>(bits);
    facts.unclaimed = unclaimedPages(facts, count);
    return facts;
}

void makeUpright(FileFacts& facts, int orientation) {
    const auto swapAll = [](std::vector<Stated<PixelSize>>& sizes) {
        for (auto& size : sizes)
            std::swap(size.value.x, size.value.y);
    };
    if (swapsSides(orientation)) {
        swapAll(facts.sizes);
        for (SceneFacts& scene : facts.scenes)
            swapAll(scene.sizes);
    }
    if (orientation == 1) return;
    if (facts.pictureRows) facts.unread.push_back(facts.pictureRows->by + ", for the picture is turned");
    facts.pictureRows.reset();
}

}  // namespace coarsen::formats
