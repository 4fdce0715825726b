// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/frame_sizes.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/parallel.hpp"
#include "core/series/frame_picture.hpp"
#include "core/series/notes.hpp"
#include "core/series/sizes_offered.hpp"
#include "core/series/times_offered.hpp"

#include <algorithm>

namespace coarsen {

namespace {

std::string sidesText(const PixelSize& size) {
    const std::string across = fixed(size.x, 4), down = fixed(size.y, 4);
    // Floats and whole numbers of dots a metre have further digits, which nobody meant.
    const auto shorter = [](double um) { return significant(um, 6); };
    return (across == down ? shorter(size.x) : shorter(size.x) + " \u00D7 " + shorter(size.y)) + " \u00B5m";
}

std::string impossibleWords(const std::string& file, const PixelSize& size) {
    return file + " says that its pixels are " + impossibleSides({size.x, size.y}) + ": that is not used.";
}

constexpr const char *sizeFlag = "--pixel-size", *givesSize = "--pixel-size gives their size.",
                     *givesOne = "--pixel-size gives one for all.";

void sayWithoutUnit(ImageSeries& series, const Stated<PixelSize>& bare, const std::string& name) {
    const std::string across = shortest(static_cast<float>(bare.value.x)), down = shortest(static_cast<float>(bare.value.y));
    const std::string numbers = across == down ? across : across + " and " + down;
    say(series, "size.no-unit", "Pixels have no size: " + bare.by + " wrote " + numbers + " into " + name + " without a unit.",
        sizeFlag, "--pixel-size gives their size in \u00B5m.");
}

/// Size that the header states, judged; nothing where none is used. `first`: notes are made of it.
std::optional<Calibration> judged(const ImageHeader& header, SizeSource source, ImageSeries* series, const std::string& name) {
    const std::vector<SizeOffer> sizes = sizesOffered(header);
    const SizeOffer* const used = sizeTaken(sizes, source);
    if (!used) {
        if (series && header.facts.withoutUnit) sayWithoutUnit(*series, *header.facts.withoutUnit, name);
        const PixelSize offered = sizes.empty() ? PixelSize{} : sizes.front().size;
        if (series && !sizes.empty() && !areSides({offered.x, offered.y}))
            say(*series, "fact.unread", impossibleWords(name, offered), sizeFlag, givesSize);
        else if (series && offered.isDefault && source == SizeSource::best)
            say(*series, "size.default",
                "Pixels have no size: " + name + " states " + defaultSide(offered.x) +
                    " along each side, which programs write where nobody said a size.",
                "--size-from file", "--size-from file takes it.");
        else if (series && !sizes.empty() && source == SizeSource::best)
            say(*series, "size.density",
                "Pixels have no size: " + sizes.front().by + " of " + name + " would be " + sidesText(sizes.front().size) +
                    " a pixel, which is what printers and scanners write.",
                "--size-from density", "--size-from density takes it.");
        return std::nullopt;
    }
    const PixelSize size = used->size;
    Calibration calibration{size.x, size.y, header.format};
    if (!calibration.isKnown()) {
        if (series) say(*series, "fact.unread", impossibleWords(name, size), sizeFlag, givesSize);
        return std::nullopt;
    }
    if (!series) return calibration;
    if (used->trust == Trust::inherited)
        say(*series, "size.inherited",
            "Pixels are " + sidesText(size) + ", from " + used->by +
                (size.isDensity ? ", a density of dots: that is right only if the instrument wrote it."
                                : ", which stands there, too, where nobody measured the size."),
            "--size-from none");
    if (header.facts.isPerCentimetre && used->trust == Trust::stated)
        say(*series, "size.per-centimetre",
            "Pixels are " + sidesText(size) + ": ImageJ's unit is counted per centimetre here, as the TIFF's tags say.",
            sizeFlag);
    for (const SizeOffer& other : sizes)
        if (other.trust != Trust::offered && !areOfOneSize(other.size, size) &&
            Calibration{other.size.x, other.size.y, ""}.isKnown())
            say(*series, "size.conflict",
                "Pixels are " + sidesText(size) + ", from " + used->by + "; " + other.by + " says " + sidesText(other.size) + ".",
                sizeFlag);
    if (source != SizeSource::best)
        if (const SizeOffer* const best = sizeTaken(sizes, SizeSource::best); !best || !areOfOneSize(best->size, size))
            say(*series, "size.other", "Pixels are " + sidesText(size) + ", from " + used->by + ", as asked.", sizeFlag);
    return calibration;
}

struct FileSize {
    bool isRead = false;
    std::optional<Calibration> size;
    std::optional<double> intervalS;
    std::vector<std::string> unread;

    bool operator==(const FileSize& other) const {
        if (size.has_value() != other.size.has_value()) return false;
        return !size ||
               areOfOneSize({size->pixelWidthUm, size->pixelHeightUm}, {other.size->pixelWidthUm, other.size->pixelHeightUm});
    }
};

FileSize sizeInFile(const FrameSource& frame, SizeSource source) {
    try {
        const ImageHeader header = frameHeader(frame);
        const std::vector<Stated<double>>& intervals = header.facts.intervalsS;
        return {true, judged(header, source, nullptr, frame.name),
                intervals.empty() ? std::nullopt : std::optional(intervals.front().value), header.facts.unread};
    } catch (const InputError&) {  // the frame will be named as failed when it is measured
        return {};
    }
}

/// Sizes that the files of a folder state, in the order of the frames; nothing where the first, the middle and the last agree,
/// and of one image, for which one file speaks.
std::vector<FileSize> sizesInFiles(const ImageSeries& series, SizeSource source) {
    const std::size_t count = series.frames.size();
    if (count < 2 || isOneImage(series)) return {};
    const FileSize first = sizeInFile(series.frames.front(), source);
    const auto isAlike = [&](const FileSize& one) {
        return one.isRead && one == first && one.intervalS == first.intervalS && one.unread == first.unread;
    };
    if (isAlike(first) && isAlike(sizeInFile(series.frames[count / 2], source)) &&
        isAlike(sizeInFile(series.frames.back(), source)))
        return {};
    std::vector<FileSize> sizes(count);
    parallelFor(count, 0, [&](std::size_t i) { sizes[i] = sizeInFile(series.frames[i], source); });
    return sizes;
}

/// Says what other files state that is not understood; the first file's is said where it is opened.
void sayUnread(ImageSeries& series, const std::vector<FileSize>& files) {
    for (std::size_t i = 1; i < files.size(); ++i)
        for (const std::string& unread : files[i].unread)
            if (std::ranges::none_of(series.notes, [&](const Said& said) { return said.text.ends_with(unread + "."); }))
                say(series, "fact.unread", "Not understood in " + series.frames[i].name + ", and not used: " + unread + ".",
                    sizeFlag);
}

/// Names the intervals that files of one page state where these are not all the same: then they give no times.
void compareIntervals(ImageSeries& series, const std::vector<FileSize>& files) {
    std::vector<std::string> texts;
    for (const FileSize& file : files) {
        const std::string text = file.intervalS ? shortest(*file.intervalS) + " s" : "none";
        if (file.isRead && std::ranges::find(texts, text) == texts.end()) texts.push_back(text);
    }
    series.first.facts.intervalsDiffer = texts.size() > 1 ? enumeration(texts) : std::string();
}

std::string calibrationText(const Calibration& size) {
    return sidesText({size.pixelWidthUm, size.pixelHeightUm, 0});
}

/// Says which size the first file states where none is to be taken.
void sayLeftOut(ImageSeries& series) {
    if (const auto stated = judged(series.first, SizeSource::best, nullptr, series.frames.front().name))
        say(series, "size.other", "Pixels have no size, as asked; the files say " + calibrationText(*stated) + ".",
            "--size-from file");
}

void takeEachItsOwn(ImageSeries& series, const std::vector<FileSize>& sizes) {
    std::vector<std::string> lacking, texts;
    const FileSize* first = nullptr;
    bool isOne = true;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (!sizes[i].isRead) continue;
        if (!sizes[i].size) lacking.push_back(series.frames[i].name);
        if (sizes[i].size && !first) first = &sizes[i];
        isOne = isOne && (!first || !sizes[i].size || sizes[i] == *first);
        if (sizes[i].size && std::ranges::find(texts, calibrationText(*sizes[i].size)) == texts.end())
            texts.push_back(calibrationText(*sizes[i].size));
    }
    if (!first) return;
    if (!lacking.empty()) {
        series.calibration = {};
        return say(series, "size.some-lack",
                   "Pixels have no size: " + std::to_string(lacking.size()) + " of " + std::to_string(sizes.size()) +
                       " files state none (" + enumeration(lacking) + "), others " + enumeration(texts) + ".",
                   sizeFlag, givesOne);
    }
    series.calibration = *first->size;
    if (isOne) return;
    for (std::size_t i = 0; i < sizes.size(); ++i)
        series.frames[i].ownSize = sizes[i].size;
    say(series, "size.differs",
        "Frames have pixels of different size (" + enumeration(texts) +
            "): each is measured with its own size, so that lengths in \u00B5m are right and those in pixels are not comparable.",
        sizeFlag, givesOne);
}

}  // namespace

void takeSizes(ImageSeries& series, SizeSource source) {
    unsay(series, "size.");
    series.calibration = {};
    for (FrameSource& frame : series.frames)
        frame.ownSize.reset();
    if (series.frames.empty()) return;
    if (source == SizeSource::none) sayLeftOut(series);
    if (const auto size = judged(series.first, source, &series, series.frames.front().name)) series.calibration = *size;
    const std::vector<FileSize> files = sizesInFiles(series, source);
    sayUnread(series, files);
    compareIntervals(series, files);
    if (std::ranges::any_of(files, [&](const FileSize& file) { return !file.isRead || !(file == files.front()); }))
        takeEachItsOwn(series, files);
}

void takeTypedSize(ImageSeries& series, const Calibration& typed) {
    unsay(series, "size.");
    const bool haveOwn = haveOwnSizes(series);
    const Calibration& stated = series.calibration;
    if (!stated.isKnown()) return;
    const bool differs =
        haveOwn || !areOfOneSize({typed.pixelWidthUm, typed.pixelHeightUm}, {stated.pixelWidthUm, stated.pixelHeightUm});
    if (!typed.isKnown() || !differs) return;
    say(series, "size.other",
        "Pixels are " + calibrationText(typed) + ", as typed; the files say " + calibrationText(stated) +
            (haveOwn ? " and others." : "."),
        "--size-from file");
}

std::optional<Calibration> otherSizeIn(const ImageHeader& header, const FrameSource& frame, const ImageSeries& series,
                                       const Calibration& counting) {
    if (!series.comparesSizes || frame.ownSize || counting.isTyped() || !counting.isKnown() ||
        !(counting == series.calibration) || isOneImage(series))
        return std::nullopt;
    const std::vector<SizeOffer> offers = sizesOffered(header);
    const auto isCounting = [&](const SizeOffer& offer) {
        return areOfOneSize(offer.size, {counting.pixelWidthUm, counting.pixelHeightUm});
    };
    if (std::ranges::any_of(offers, isCounting)) return std::nullopt;
    return judged(header, SizeSource::best, nullptr, frame.name).value_or(Calibration{});
}

const Calibration& sizeOf(const FrameSource& frame, const Calibration& ofSeries) {
    return frame.ownSize && !ofSeries.isTyped() ? *frame.ownSize : ofSeries;
}

bool haveOwnSizes(const ImageSeries& series) {
    return std::ranges::any_of(series.frames, [](const FrameSource& frame) { return frame.ownSize.has_value(); });
}

ImageSeries withSizesThatCount(ImageSeries series, const Calibration& ofSeries) {
    if (ofSeries.isTyped())
        for (FrameSource& frame : series.frames)
            frame.ownSize.reset();
    return series;
}

}  // namespace coarsen
