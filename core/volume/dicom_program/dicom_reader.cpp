// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/dicom_program/dicom_reader.hpp"

#include "core/base/clock_time.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/base/physical_size.hpp"
#include "core/volume/formats/stated_steps.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <memory>
#include <utility>

namespace coarsen::dicom {

namespace {

namespace fs = std::filesystem;
using volumes::NextBytes;
using volumes::StoredVolume;

constexpr volumes::LibraryProgram ours{programName, "GDCM", "DICOM files",
                                       "build Coarsen where GDCM is (package libgdcm-dev), or convert it to NIfTI (dcm2niix)",
                                       "convert it to NIfTI (dcm2niix)"};

InputError cannotBe(const fs::path& file) {
    return volumes::tooMuch(ours, file, "what GDCM says of it cannot be");
}

/// Throws what the verdict means where nothing is read.
void requireRead(const Answer& answer, const fs::path& file) {
    const std::string words = volumes::answeredText(answer.words, sizeof answer.words), name = displayName(file);
    switch (answer.verdict) {
        case Verdict::read:
            return;
        case Verdict::notOpened:
            throw volumes::tooMuch(ours, file, "GDCM cannot make sense of it");
        case Verdict::noPicture:
            throw InputError(name, "it is a DICOM file without a picture", "open one of the pictures beside it");
        case Verdict::notRead:
            throw InputError(name, words + ", which Coarsen does not read", "convert it to NIfTI (dcm2niix) or TIFF (Fiji)");
        case Verdict::broken:
            throw volumes::damaged(file, "its samples cannot be unpacked");
        case Verdict::endsEarly:
            throw volumes::damaged(file, "it ends before its samples do");
    }
    throw cannotBe(file);
}

std::optional<Answer> answerFrom(const NextBytes& next, const fs::path& file) {
    Answer answer;
    if (!next(std::as_writable_bytes(std::span(&answer, 1)))) return std::nullopt;
    if (answer.seam != seamVersion) throw volumes::notHere(ours, file, "belongs to another version of Coarsen");
    requireRead(answer, file);
    constexpr std::int64_t mostFrames = 1 << 20;
    const bool isType = answer.type <= static_cast<std::uint32_t>(SampleType::s32);
    const bool areScales = std::isfinite(answer.slope) && answer.slope != 0 && std::isfinite(answer.intercept);
    const bool isTrue = isType && (answer.colours == 1 || answer.colours == 3) && answer.axis <= FrameAxis::times && areScales &&
                        answer.frames >= 1 && answer.frames <= mostFrames;
    if (!isTrue) throw cannotBe(file);
    return answer;
}

/// Frames that the program unpacks.
class Frames : public volumes::PlaneSource {
public:
    Frames(fs::path program, fs::path file, const Answer& answer, std::size_t frameBytes, std::uintmax_t fileBytes)
        : program_(std::move(program)), file_(std::move(file)), answer_(answer), frameBytes_(frameBytes), fileBytes_(fileBytes) {}

    void read(std::uintmax_t first, std::uintmax_t count, std::span<std::byte> to, const std::stop_token& stop) const override {
        const std::vector<std::string> words{std::string(1, static_cast<char>(Question::frames)), std::to_string(first),
                                             std::to_string(count)};
        const auto take = [&](const NextBytes& next) {
            const auto again = answerFrom(next, file_);
            if (again && !isSame(*again))
                throw InputError(displayName(file_), "it changed while it was read", "try again when it is written");
            return again && next(to);
        };
        volumes::converse(ours, program_, file_, words, to.size() + fileBytes_, take, stop);
    }
    std::uintmax_t together() const override {
        constexpr std::size_t mostBytes = std::size_t{256} << 20;
        return std::max<std::uintmax_t>(1, mostBytes / frameBytes_);
    }

private:
    bool isSame(const Answer& other) const {
        return other.type == answer_.type && other.colours == answer_.colours && other.width == answer_.width &&
               other.height == answer_.height && other.frames == answer_.frames;
    }

    fs::path program_, file_;
    Answer answer_;
    std::size_t frameBytes_;
    std::uintmax_t fileBytes_;
};

template <std::size_t room>
std::string textIn(const char (&text)[room]) {
    return volumes::answeredText(text, room);
}

/// How far pixels and slices are from each other. A slice by itself says nothing of others.
void takeSteps(const Answer& answer, StoredVolume& stored) {
    VolumeHeader& header = stored.header;
    const auto step = [&](std::size_t axis) -> volumes::StatedStep {
        const StatedNumber& said = answer.stepMm[axis];
        return said.by[0] == '\0' ? volumes::StatedStep{} : volumes::StatedStep{said.value, "mm"};
    };
    const std::string by = textIn(answer.stepMm[0].by), depthBy = textIn(answer.stepMm[2].by);
    if (by == "ImagerPixelSpacing")
        volumes::addRemark(header.remark,
                           "Its pixel size is that on the detector (ImagerPixelSpacing), where what is measured is enlarged.");
    constexpr double um = 1000;
    if (header.size.depth == 1 || step(2).length) {
        volumes::takeSteps({step(0), step(1), step(2)}, "DICOM", UnitDialect::any, header);
        if (header.size.depth > 1 && depthBy == "SliceThickness")
            volumes::addRemark(header.remark,
                               "How far its slices are apart is not said; their thickness (SliceThickness) is taken.");
    } else if (step(0).length && step(1).length) {
        const double x = *step(0).length * um, y = *step(1).length * um;
        header.spacing = volumes::spacingOfPixels(x, y, header.remark);
        if (areSides({x, y})) stored.facts.sizes.push_back({{x, y, 0}, Trust::stated, "DICOM " + by});
    }
}

/// The values that samples mean.
void takeValues(const Answer& answer, StoredVolume& stored) {
    double& slope = stored.voxels.slope;
    double& intercept = stored.voxels.intercept;
    slope = answer.slope;
    intercept = answer.intercept;
    const int inUse = static_cast<int>(answer.bitsInUse), bits = bitsOf(stored.header.type);
    const bool isPlain = slope == 1 && intercept == 0 && answer.isInverted == 0;
    const bool hasSign =
        stored.header.type != SampleType::u8 && stored.header.type != SampleType::u16 && stored.header.type != SampleType::u32;
    if (!isPlain && answer.isInverted == 0)
        volumes::addRemark(stored.header.remark, "Its values are scaled as its header says: times " + shortest(slope) +
                                                     ", plus " + shortest(intercept) + ".");
    if (answer.isInverted != 0) {
        const double ends =
            hasSign ? -1 : std::exp2(std::clamp(inUse, 1, bits)) - 1;  // the least and the largest sample together
        intercept += slope * ends;
        slope = -slope;
        volumes::addRemark(stored.header.remark, "Its small samples are bright (MONOCHROME1): they are turned round.");
    }
    if (answer.padding.by[0] != '\0') stored.voxels.blank = answer.padding.value;
    if (isPlain && !hasSign && inUse > 1 && inUse < bits) stored.facts.bitsInUse = inUse;
}

void takeTimes(const Answer& answer, StoredVolume& stored) {
    const double interval = answer.intervalS.value;
    if (answer.intervalS.by[0] != '\0' && stored.header.times > 1 && std::isfinite(interval) && interval > 0)
        stored.header.intervalS = interval;
    const std::string date = textIn(answer.date), by = textIn(answer.dateBy);
    if (date.empty()) return;
    const bool isOfTaking = by.starts_with("Acquisition");
    if (const auto clock = clockTime(date))
        stored.facts.times.push_back(
            {{clock->seconds, true, clock->zone}, isOfTaking ? Trust::stated : Trust::inherited, "DICOM " + by});
    else
        stored.facts.unread.push_back(by + " '" + date + "'");
}

void takePlace(const Answer& answer, StoredVolume& stored) {
    if (answer.isPlaced == 0) return;
    Placement placement;
    placement.perUnit = 1000;  // millimetres
    std::ranges::copy(answer.origin, placement.origin.begin());
    auto& [x, y, z] = placement.axes;
    std::ranges::copy(answer.axes[0], x.begin());
    std::ranges::copy(answer.axes[1], y.begin());
    z = {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
    constexpr double tolerance = 1e-3;
    for (const auto& axis : placement.axes)
        if (!(std::abs(std::hypot(axis[0], axis[1], axis[2]) - 1) < tolerance)) return;
    if (!std::ranges::all_of(placement.origin, [](double place) { return std::isfinite(place); })) return;
    if (stored.header.size.depth > 1)
        volumes::takePlacement(stored.header, placement);
    else
        stored.header.placement = placement;
}

}  // namespace

std::optional<StoredVolume> describedBy(const NextBytes& next, const fs::path& program, const fs::path& file,
                                        std::uintmax_t fileBytes) {
    const auto answer = answerFrom(next, file);
    if (!answer) return std::nullopt;
    StoredVolume stored;
    VolumeHeader& header = stored.header;
    const bool areTimes = answer->axis == FrameAxis::times;
    header.format = "DICOM";
    header.size = volumes::checkedSides(file, answer->width, answer->height, areTimes ? 1 : answer->frames);
    header.times = areTimes ? static_cast<int>(answer->frames) : 1;
    header.type = static_cast<SampleType>(answer->type);
    stored.voxels.file = file;
    stored.voxels.isBigEndian = std::endian::native == std::endian::big;
    stored.voxels.interleaved = static_cast<int>(answer->colours);
    stored.voxels.volumes = static_cast<std::uintmax_t>(header.times);
    header.channels = stored.voxels.interleaved;
    stored.arePlanesStated = answer->axis != FrameAxis::notStated;
    const std::size_t frameBytes =
        header.size.slice() * static_cast<std::size_t>(answer->colours) * volumes::sampleBytes(header.type);
    volumes::checkPromise(file, header, std::uintmax_t{frameBytes} * static_cast<std::uintmax_t>(answer->frames), fileBytes);
    takeSteps(*answer, stored);
    takeValues(*answer, stored);
    takeTimes(*answer, stored);
    takePlace(*answer, stored);
    if (const std::string words = textIn(answer->words); !words.empty()) volumes::addRemark(header.remark, words);
    stored.voxels.planes = std::make_shared<const Frames>(program, file, *answer, frameBytes, fileBytes);
    return stored;
}

StoredVolume describe(const fs::path& file) {
    const fs::path program = volumes::installed(ours, file);
    const std::uintmax_t size = FileReader(file).size();
    std::optional<StoredVolume> stored;
    volumes::converse(ours, program, file, {std::string(1, static_cast<char>(Question::header)), "0", "0"}, 0,
                      [&](const NextBytes& next) {
                          stored = describedBy(next, program, file, size);
                          return stored.has_value();
                      });
    return *std::move(stored);
}

}  // namespace coarsen::dicom
