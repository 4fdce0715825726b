// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/dicom_program/attributes.hpp"
#include "core/volume/dicom_program/frames.hpp"
#include "core/volume/volume_header.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <gdcmImageHelper.h>
#include <limits>

namespace coarsen::dicom {

namespace {

using gdcm::Tag;

const Tag pixelSpacing(0x0028, 0x0030), imagerPixelSpacing(0x0018, 0x1164), spacingBetweenSlices(0x0018, 0x0088),
    sliceThickness(0x0018, 0x0050), position(0x0020, 0x0032), orientation(0x0020, 0x0037), intercept(0x0028, 0x1052),
    slope(0x0028, 0x1053), gridOffsets(0x3004, 0x000C), frameTime(0x0018, 0x1063), frameTimes(0x0018, 0x1065),
    padding(0x0028, 0x0120), paddingLimit(0x0028, 0x0121);

template <std::size_t room>
void copyText(const std::string& text, char (&to)[room]) {
    to[text.copy(to, room - 1)] = '\0';
}

void put(StatedNumber& to, double value, const char* by) {
    to.value = value;
    copyText(by, to.by);
}

void addWords(Answer& answer, const std::string& sentence) {
    const std::string words = answer.words;
    copyText(words.empty() ? sentence : words + " " + sentence, answer.words);
}

SampleType typeOf(const gdcm::PixelFormat& format) {
    switch (format.GetScalarType()) {
        case gdcm::PixelFormat::UINT8:
            return SampleType::u8;
        case gdcm::PixelFormat::INT8:
            return SampleType::s8;
        case gdcm::PixelFormat::UINT16:
            return SampleType::u16;
        case gdcm::PixelFormat::INT16:
            return SampleType::s16;
        case gdcm::PixelFormat::UINT32:
            return SampleType::u32;
        case gdcm::PixelFormat::INT32:
            return SampleType::s32;
        default:
            throw Refused{Verdict::notRead, "its samples have " + std::to_string(format.GetBitsAllocated()) + " bits"};
    }
}

/// Names what the samples of its answer are.
void takeSamples(const gdcm::File& file, const StoredPixels& stored, Answer& answer) {
    answer.isInverted = textOf(file.GetDataSet(), Tag(0x0028, 0x0004)) == "MONOCHROME1";
    answer.type = static_cast<std::uint32_t>(SampleType::u8);
    constexpr unsigned usual = 8, colours = 3;
    answer.bitsInUse = usual;
    switch (stored.meaning) {
        case Meaning::bits:
            answer.bitsInUse = 1;
            return;
        case Meaning::ybr:
        case Meaning::ybr422:
            answer.colours = colours;
            return;
        case Meaning::palette:
            answer.colours = stored.palette.isGrey() ? 1 : colours;
            answer.bitsInUse = static_cast<std::uint32_t>(stored.palette.bits);
            if (answer.bitsInUse > usual) answer.type = static_cast<std::uint32_t>(SampleType::u16);
            return;
        case Meaning::grey:
        case Meaning::rgb:
            break;
    }
    const gdcm::PixelFormat format = gdcm::ImageHelper::GetPixelFormatValue(file);
    answer.type = static_cast<std::uint32_t>(typeOf(format));
    answer.bitsInUse = format.GetBitsStored();
    answer.colours = format.GetSamplesPerPixel();
}

/// The step between neighbours of a row of places: nothing where they are not equally far apart.
std::optional<double> evenStep(const std::vector<double>& places) {
    if (places.size() < 2) return std::nullopt;
    const double step = (places.back() - places.front()) / static_cast<double>(places.size() - 1);
    constexpr double tolerance = 0.01;
    for (std::size_t i = 1; i < places.size(); ++i)
        if (!(std::abs(places[i] - places[i - 1] - step) <= tolerance * std::abs(step)) || step == 0) return std::nullopt;
    return step;
}

/// Says where a length is written that is no number, or not as many as there should be.
void sayWhereNoLength(const FrameAttributes& attributes, const Tag& tag, const std::string& name, Answer& answer) {
    const gdcm::DataSet* const set = attributes.holding(0, pixelMeasures, tag);
    if (!set) return;
    if (const std::string said = textOf(*set, tag); !said.empty())
        addWords(answer, "Its " + name + " '" + said.substr(0, 20) + "' is no length, and is not used.");
}

struct Directions {
    std::array<double, 3> x{}, y{}, normal{};
};

std::optional<Directions> directionsOf(const FrameAttributes& attributes, std::size_t frame) {
    const std::vector<double> said = attributes.numbers(frame, planeOrientation, orientation);
    if (said.size() != 6) return std::nullopt;
    Directions found;
    std::copy_n(said.begin(), 3, found.x.begin());
    std::copy_n(said.begin() + 3, 3, found.y.begin());
    const auto& [x, y] = std::pair(found.x, found.y);
    found.normal = {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
    return found;
}

/// Where the frames lie along the normal of the first; empty where it is not said of each, or they are turned.
std::vector<double> placesOf(const FrameAttributes& attributes, const Directions& first, std::size_t frames) {
    std::vector<double> places;
    for (std::size_t i = 0; i < frames; ++i) {
        const std::vector<double> at = attributes.numbers(i, planePosition, position);
        const auto own = directionsOf(attributes, i);
        if (at.size() != 3 || !own || own->x != first.x || own->y != first.y) return {};
        places.push_back(at[0] * first.normal[0] + at[1] * first.normal[1] + at[2] * first.normal[2]);
    }
    return places;
}

/// How far its slices are from each other, and whether its frames are slices.
void takeSlices(const gdcm::DataSet& set, const FrameAttributes& attributes, Answer& answer) {
    const auto frames = static_cast<std::size_t>(answer.frames);
    const auto directions = directionsOf(attributes, 0);
    const std::vector<double> at = attributes.numbers(0, planePosition, position);
    if (directions && at.size() == 3) {
        answer.isPlaced = 1;
        std::ranges::copy(at, answer.origin);
        std::ranges::copy(directions->x, answer.axes[0]);
        std::ranges::copy(directions->y, answer.axes[1]);
    }
    const bool isOfFrames = attributes.holding(0, planePosition, position) != &set;
    const std::vector<double> places =
        directions && frames > 1 && isOfFrames ? placesOf(attributes, *directions, frames) : std::vector<double>();
    const std::vector<double> offsets = numbersOf(set, gridOffsets);
    const auto areSlices = [&](const std::vector<double>& along, const char* by) {
        if (frames < 2 || along.size() != frames) return false;
        if (std::ranges::all_of(along, [&](double place) { return place == along.front(); })) return false;
        answer.axis = FrameAxis::slices;
        if (const auto step = evenStep(along))
            put(answer.stepMm[2], std::abs(*step), by);
        else
            addWords(answer,
                     std::string("Its slices are not equally far apart (") + by + "), so that their distance is not used.");
        return true;
    };
    if (areSlices(places, "ImagePositionPatient") || areSlices(offsets, "GridFrameOffsetVector")) return;
    for (const auto& [tag, name] :
         {std::pair(spacingBetweenSlices, "SpacingBetweenSlices"), std::pair(sliceThickness, "SliceThickness")}) {
        const std::vector<double> step = attributes.numbers(0, pixelMeasures, tag);
        if (step.empty()) sayWhereNoLength(attributes, tag, name, answer);
        if (!step.empty() && step.front() != 0) return put(answer.stepMm[2], std::abs(step.front()), name);
    }
}

/// The sides of a pixel: rows first, as the attributes state them.
void takePixels(const FrameAttributes& attributes, Answer& answer) {
    for (const auto& [tag, name] :
         {std::pair(pixelSpacing, "PixelSpacing"), std::pair(imagerPixelSpacing, "ImagerPixelSpacing")}) {
        const std::vector<double> sides = attributes.numbers(0, pixelMeasures, tag);
        if (sides.size() != 2) {
            sayWhereNoLength(attributes, tag, name, answer);
            continue;
        }
        put(answer.stepMm[0], sides[1], name);
        put(answer.stepMm[1], sides[0], name);
        for (std::size_t i = 1; i < static_cast<std::size_t>(answer.frames); ++i)
            if (const auto own = attributes.numbers(i, pixelMeasures, tag); own.size() == 2 && own != sides)
                throw Refused{Verdict::notRead, "its frames differ in the size of a pixel"};
        return;
    }
}

void takeScale(const FrameAttributes& attributes, Answer& answer) {
    const auto scaleOf = [&](std::size_t frame) {
        const auto gain = attributes.numbers(frame, pixelValues, slope),
                   shift = attributes.numbers(frame, pixelValues, intercept);
        return std::pair(gain.empty() || gain.front() == 0 ? 1.0 : gain.front(), shift.empty() ? 0.0 : shift.front());
    };
    const auto first = scaleOf(0);
    for (std::size_t i = 1; i < static_cast<std::size_t>(answer.frames); ++i)
        if (scaleOf(i) != first) throw Refused{Verdict::notRead, "its frames are scaled each in their own way"};
    answer.slope = first.first;
    answer.intercept = first.second;
}

void takePadding(const gdcm::DataSet& set, bool isSigned, Answer& answer) {
    const auto blank = sampleOf(set, padding, isSigned), limit = sampleOf(set, paddingLimit, isSigned);
    if (blank && limit && *limit != *blank)
        addWords(answer, "Its range of padding values is not understood, and not masked.");
    else if (blank)
        put(answer.padding, *blank, "PixelPaddingValue");
}

void takeTimes(const gdcm::DataSet& set, Answer& answer) {
    if (answer.frames < 2 || answer.axis == FrameAxis::slices) return;
    constexpr double second = 1000;
    if (const auto interval = numberOf(set, frameTime); interval && *interval > 0) {
        answer.axis = FrameAxis::times;
        return put(answer.intervalS, *interval / second, "FrameTime");
    }
    std::vector<double> steps = numbersOf(set, frameTimes);
    if (steps.size() != static_cast<std::size_t>(answer.frames)) return;
    answer.axis = FrameAxis::times;
    steps.erase(steps.begin());  // of the first frame it is 0
    if (std::ranges::all_of(steps, [&](double step) { return step == steps.front() && step > 0; }))
        put(answer.intervalS, steps.front() / second, "FrameTimeVector");
    else
        addWords(answer, "Its frames are not equally far apart in time (FrameTimeVector), and their times are not used.");
}

/// "20260301" and "140500.25" as "2026-03-01 14:05:00.25".
std::string clockText(const std::string& date, const std::string& time) {
    if (date.size() < 8) return {};
    const std::string day = date.substr(0, 4) + "-" + date.substr(4, 2) + "-" + date.substr(6, 2);
    if (time.size() < 4) return {};
    return day + " " + time.substr(0, 2) + ":" + time.substr(2, 2) + ":" + (time.size() < 6 ? "00" : time.substr(4));
}

void takeDate(const gdcm::DataSet& set, Answer& answer) {
    const auto take = [&](const std::string& date, const std::string& time, const char* by) {
        const std::string text = clockText(date, time);
        if (text.empty() || answer.date[0] != '\0') return;
        copyText(text, answer.date);
        copyText(by, answer.dateBy);
    };
    const std::string both = textOf(set, {0x0008, 0x002A});
    constexpr std::size_t dateLetters = 8;
    if (both.size() > dateLetters) take(both.substr(0, dateLetters), both.substr(dateLetters), "AcquisitionDateTime");
    take(textOf(set, {0x0008, 0x0022}), textOf(set, {0x0008, 0x0032}), "AcquisitionDate");
    take(textOf(set, {0x0008, 0x0023}), textOf(set, {0x0008, 0x0033}), "ContentDate");
}

/// Names what changes values or sizes, and is not understood.
void takeUnread(const gdcm::DataSet& set, Answer& answer) {
    const std::pair<Tag, const char*> unread[] = {
        {{0x0028, 0x3000}, "Its table of values (ModalityLUTSequence) is not applied."},
        {{0x0040, 0x9096}, "What it says of its values in the world (RealWorldValueMappingSequence) is not applied."},
        {{0x3004, 0x000E}, "Its scale of doses (DoseGridScaling) is not applied."},
        {{0x0018, 0x6011}, "The sizes of its regions (SequenceOfUltrasoundRegions) are not used; --pixel-size gives one."}};
    for (const auto& [tag, sentence] : unread)
        if (set.FindDataElement(tag)) addWords(answer, sentence);
    if (const std::string ratio = textOf(set, Tag(0x0028, 0x0034));
        !ratio.empty() && ratio != "1\\1" && answer.stepMm[0].by[0] == '\0')
        addWords(answer, "The ratio of its pixels' sides (PixelAspectRatio " + ratio + ") is not used; --pixel-size gives them.");
}

}  // namespace

void requirePicture(const gdcm::File& file) {
    const gdcm::DataSet& set = file.GetDataSet();
    if (!set.FindDataElement(Tag(0x0028, 0x0010)) || !set.FindDataElement(Tag(0x0028, 0x0011))) throw Refused{Verdict::noPicture};
}

Answer described(const gdcm::File& file, const StoredPixels& stored) {
    const gdcm::DataSet& set = file.GetDataSet();
    Answer answer;
    answer.seam = seamVersion;
    takeSamples(file, stored, answer);
    const std::vector<unsigned> sides = gdcm::ImageHelper::GetDimensionsValue(file);
    if (sides.size() < 2) throw Refused{Verdict::noPicture};
    answer.width = sides[0];
    answer.height = sides[1];
    answer.frames = sides.size() > 2 ? sides[2] : 1;
    constexpr std::int64_t mostFrames = 1 << 20;
    if (answer.frames < 1 || answer.frames > mostFrames) throw Refused{Verdict::noPicture};
    const FrameAttributes attributes(set);
    takePixels(attributes, answer);
    takeSlices(set, attributes, answer);
    const auto type = static_cast<SampleType>(answer.type);
    takeScale(attributes, answer);
    if (stored.meaning == Meaning::grey || stored.meaning == Meaning::rgb)
        takePadding(set, type == SampleType::s8 || type == SampleType::s16 || type == SampleType::s32, answer);
    takeTimes(set, answer);
    takeDate(set, answer);
    takeUnread(set, answer);
    answer.verdict = Verdict::read;
    return answer;
}

}  // namespace coarsen::dicom
