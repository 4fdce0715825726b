// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/facts_table.hpp"

#include "core/base/clock_time.hpp"
#include "core/base/numbers.hpp"
#include "core/series/frame_picture.hpp"
#include "core/series/frame_sizes.hpp"
#include "core/series/sizes_offered.hpp"
#include "core/series/volume_series.hpp"
#include "core/volume_files/read_volume.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen {

namespace {

std::string secondsText(double seconds) {
    return shortest(seconds) + " s";
}

std::string momentText(const Moment& moment) {
    return moment.isClock ? clockText(moment.seconds) : secondsText(moment.seconds);
}

std::string umText(const PixelSize& size) {
    const auto side = [](double um) { return shortest(static_cast<float>(um)); };
    std::string text = side(size.x);
    if (size.y != size.x || size.z > 0) text += " \u00D7 " + side(size.y);
    if (size.z > 0) text += " \u00D7 " + side(size.z);
    return text + " \u00B5m";
}

/// Whose word it is that a frame has this time.
std::pair<std::string, Trust> sourceOf(TimeSource source) {
    switch (source) {
        case TimeSource::filename:
            return {"the file's name", Trust::stated};
        case TimeSource::exif:
            return {"a clock of acquisition", Trust::stated};
        case TimeSource::tiff:
            return {"the file", Trust::stated};
        case TimeSource::video:
            return {"the film's clock", Trust::inherited};
        case TimeSource::interval:
            return {"an interval", Trust::typed};
        case TimeSource::table:
            return {"a table", Trust::typed};
        case TimeSource::mtime:
            return {"the date of the file", Trust::typed};
        case TimeSource::index:
            break;
    }
    return {"its place in the series", Trust::typed};
}

/// Collects them.
class Facts {
public:
    Facts(const ImageSeries& series, int frame, const Calibration& ofSeries)
        : series_(series), source_(series.frames[static_cast<std::size_t>(frame)]), file_(displayName(source_.file)) {
        addWhatCounts(frame, ofSeries);
        if (series.volumes)
            addVolume(volumeHeader(source_.file, volumeOf(series, source_)));
        else
            addPicture(frameHeader(source_));
        if (const auto time = timeFromName(stemOf(source_.file).string()))
            add("Time in the name", momentText({time->seconds, time->isClock}), file_, Trust::stated);
    }

    std::vector<FactRow> rows;

private:
    void add(const std::string& fact, const std::string& value, const std::string& by, Trust trust) {
        rows.push_back({fact, value, by, std::string(nameOf(trust))});
    }

    void addWhatCounts(int frame, const Calibration& ofSeries) {
        const auto [by, trust] = sourceOf(source_.timeSource);
        if (source_.timeSource == TimeSource::index)
            rows.push_back({"Time that counts", "none: frame " + std::to_string(frame), by, ""});
        else if (std::isfinite(source_.timeS))
            add("Time that counts", secondsText(source_.timeS), by, trust);
        else
            rows.push_back({"Time that counts", "none", source_.problem, ""});
        const Calibration& size = sizeOf(source_, ofSeries);
        const std::string fact = series_.volumes ? "Voxel size that counts" : "Pixel size that counts";
        if (!size.isKnown()) return rows.push_back({fact, "none", "", ""});
        rows.push_back({fact, umText({size.pixelWidthUm, size.pixelHeightUm, size.pixelDepthUm}), size.source,
                        size.isTyped() ? std::string(nameOf(Trust::typed)) : trustOfSize(size)});
    }

    /// As what the file states of that size is trusted; nothing where it states another.
    std::string trustOfSize(const Calibration& size) const {
        for (const SizeOffer& offer : sizesOffered(series_.first))
            if (areOfOneSize(offer.size, {size.pixelWidthUm, size.pixelHeightUm, 0})) return std::string(nameOf(offer.trust));
        return "";
    }

    void addPicture(ImageHeader header) {
        if (!header.facts.scenes.empty())
            takeScene(header, std::min(series_.first.scene, static_cast<int>(header.facts.scenes.size()) - 1));
        const FileFacts& facts = header.facts;
        add("Format", header.format, file_, Trust::stated);
        if (!facts.writer.empty()) add("Written by", facts.writer, file_, Trust::stated);
        add("Picture",
            std::to_string(header.width) + " \u00D7 " + std::to_string(header.height) + " px, " +
                std::to_string(header.channels) + (header.channels == 1 ? " sample, " : " samples, ") +
                std::to_string(header.bitsPerSample) + " bit",
            header.format, Trust::stated);
        const std::string writer = facts.writer.empty() ? header.format : facts.writer;
        if (facts.bitsInUse) add("Bits in use", std::to_string(*facts.bitsInUse), writer, Trust::stated);
        if (facts.pictureRows)
            add("Rows of the picture", std::to_string(facts.pictureRows->value) + ", below them is an info bar",
                facts.pictureRows->by, facts.pictureRows->trust);
        if (!facts.describedBy.empty()) add("Described by", facts.describedBy, file_, Trust::stated);
        addPages(header, writer);
        addTimes(header);
        for (const SizeOffer& offer : sizesOffered(header))
            add("Pixel size", areSides({offer.size.x, offer.size.y}) ? umText(offer.size) : "none that can be", offer.by,
                offer.trust);
        if (facts.isPerCentimetre) add("Pixel size counts", "per centimetre", "TIFF's tags", Trust::stated);
        addUnread(facts.unread);
        if (!header.remark.empty()) addUnread({header.remark});
    }

    void addPages(const ImageHeader& header, const std::string& writer) {
        const FileFacts& facts = header.facts;
        add("Pages", std::to_string(header.pages), writer, Trust::stated);
        if (facts.scenes.size() > 1)
            add("Positions", std::to_string(facts.scenes.size()) + ", of which " + std::to_string(header.scene + 1) + " is read",
                writer, Trust::stated);
        if (const SceneFacts* const scene = sceneOf(header)) {
            if (scene->isStated)
                add("Pages are",
                    std::to_string(scene->times) + " times, " + std::to_string(scene->slices) + " slices, " +
                        std::to_string(scene->channels) + " channels",
                    writer, Trust::stated);
            if (!scene->name.empty()) add("Name of the picture", scene->name, writer, Trust::stated);
        }
        for (const auto& [fact, count] : {std::pair{"Thumbnails and overviews", facts.reduced},
                                          {"Masks", facts.masks},
                                          {"Pages beyond those it says it has", facts.unclaimed}})
            if (count > 0) add(fact, std::to_string(count) + ", left out", writer, Trust::stated);
    }

    void addTimes(const ImageHeader& header) {
        const FileFacts& facts = header.facts;
        std::vector<Stated<double>> intervals = facts.intervalsS;
        if (const SceneFacts* const scene = sceneOf(header)) {
            for (const Stated<Moment>& clock : scene->beginnings)
                add("Begun at", momentText(clock.value), clock.by, clock.trust);
            intervals.insert(intervals.begin(), scene->intervalsS.begin(), scene->intervalsS.end());
            for (const PlaneFacts& plane : scene->planes)
                if (plane.page == source_.page && (plane.file.empty() || plane.file == source_.file.filename().string()))
                    for (const Stated<Moment>& time : plane.times)
                        add("Time of the page", momentText(time.value), time.by, time.trust);
        }
        for (const Stated<double>& interval : intervals)
            add("Interval", secondsText(interval.value), interval.by, interval.trust);
        for (const Stated<Moment>& time : facts.times)
            add("Date", momentText(time.value), time.by, time.trust);
        if (facts.replayPerS)
            add("Speed of replay", shortest(*facts.replayPerS) + " pictures a second", "ImageJ fps", Trust::offered);
    }

    void addVolume(const VolumeHeader& header) {
        add("Format", header.format, file_, Trust::stated);
        add("Volume",
            std::to_string(header.size.width) + " \u00D7 " + std::to_string(header.size.height) + " \u00D7 " +
                std::to_string(header.size.depth) + " voxels",
            header.format, Trust::stated);
        if (header.channels > 1) add("Channels", std::to_string(header.channels), header.format, Trust::stated);
        if (header.times > 1) add("Times", std::to_string(header.times), header.format, Trust::stated);
        if (header.intervalS) add("Interval", secondsText(*header.intervalS), header.format, Trust::stated);
        const Spacing& voxel = header.spacing;
        if (voxel.isInUm || header.isDefaultSize)
            add("Voxel size", umText({voxel.x, voxel.y, voxel.z}), header.format,
                header.isDefaultSize ? Trust::offered : Trust::stated);
        else
            add("Shape of a voxel", shortest(voxel.x) + " : " + shortest(voxel.y) + " : " + shortest(voxel.z), header.format,
                Trust::stated);
        if (!header.remark.empty()) addUnread({header.remark});
    }

    void addUnread(const std::vector<std::string>& unread) {
        for (const std::string& words : unread)
            rows.push_back({"Not understood", words, file_, "not read"});
    }

    const ImageSeries& series_;
    const FrameSource& source_;
    std::string file_;
};

/// A value in one cell of a table.
std::string inOneCell(std::string text) {
    std::ranges::replace_if(
        text, [](char letter) { return letter == '\t' || letter == '\n' || letter == '\r'; }, ' ');
    return text;
}

}  // namespace

std::string_view nameOf(Trust trust) {
    switch (trust) {
        case Trust::typed:
            return "typed";
        case Trust::stated:
            return "stated";
        case Trust::inherited:
            return "inherited";
        case Trust::offered:
            break;
    }
    return "offered";
}

std::vector<FactRow> factsOfFrame(const ImageSeries& series, int frame, const Calibration& ofSeries) {
    return Facts(series, frame, ofSeries).rows;
}

std::string tabbedText(const std::vector<FactRow>& facts) {
    std::string text = "fact\tvalue\tsaid by\ttrust\n";
    for (const FactRow& row : facts)
        text += inOneCell(row.fact) + "\t" + inOneCell(row.value) + "\t" + inOneCell(row.by) + "\t" + inOneCell(row.trust) + "\n";
    return text;
}

}  // namespace coarsen
