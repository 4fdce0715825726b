// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/hdf5_program/hdf5_reader.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/units.hpp"
#include "core/base/utf8.hpp"
#include "core/volume/formats/library_program.hpp"
#include "core/volume/formats/stated_steps.hpp"
#include "core/volume/formats/stored_voxels.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace coarsen::hdf5 {

namespace {

namespace fs = std::filesystem;

constexpr volumes::LibraryProgram ours{programName, "the HDF5 library", "HDF5 files",
                                       "install the whole of Coarsen with the HDF5 library, or save the volume as TIFF or NIfTI",
                                       "save it as TIFF or NIfTI"};

InputError cannotBe(const fs::path& file) {
    return volumes::tooMuch(ours, file, "what the HDF5 library says of it cannot be");
}

/// Throws what the verdict means where it is no volume.
void requireRead(const Answer& answer, const fs::path& file, const std::string& dataset) {
    const std::string words = volumes::answeredText(answer.words, sizeof answer.words);
    const std::string choose =
        words.empty() ? "it has no dataset of two to five axes and numbers" : "choose one by --dataset: " + words;
    const std::string name = displayName(file),
                      which = dataset.empty() ? "its dataset" : "its dataset '" + printable(dataset) + "'";
    switch (answer.verdict) {
        case Verdict::read:
            return;
        case Verdict::notOpened:
        case Verdict::damaged:
            throw volumes::damaged(file, words);
        case Verdict::noDataset:
            throw InputError(name, "it has no dataset '" + printable(dataset) + "'", choose);
        case Verdict::severalOrNone:
            if (words.empty()) throw InputError(name, choose, "save the volume as one");
            throw SeveralVolumes(file, "it has several datasets that could be meant", choose);
        case Verdict::otherAxes:
            throw InputError(name, which + " has other axes than t, z, y and x in this order (" + words + ")",
                             "choose another, or save it with its axes in this order");
        case Verdict::severalPictures:
            throw SeveralVolumes(file, "it holds several pictures that could be meant", choose);
        case Verdict::noSuchPart:
            throw InputError(name, which + " has no such time or channel", "choose one that it has");
        case Verdict::noNumbers:
            throw InputError(name, which + " holds other things than numbers of 8 to 64 bits",
                             "save it as 16-bit or 32-bit numbers");
        case Verdict::packedOtherwise:
            throw InputError(name, which + " is packed by " + words + ", which the HDF5 library does not have here",
                             "pack it by gzip or not at all, as by: h5repack -f GZIP=4 " + name + " packed.h5");
        case Verdict::notUnderstood:
            throw InputError(name, "the HDF5 library of this machine cannot open its dataset " + words,
                             "where a newer library wrote it (libver='latest'), save it with libver='earliest'; else copy it "
                             "again from where it was made");
        case Verdict::isElsewhere:
            throw InputError(name, "the voxels of " + which + " are in other files", "save them in one file");
    }
    throw cannotBe(file);
}

std::uintmax_t bytesOf(const VolumeHeader& header) {
    return std::uintmax_t{header.size.voxels()} * volumes::sampleBytes(header.type);
}

/// Asks about a time and a channel of a dataset.
void ask(const fs::path& program, const fs::path& file, Question question, const VolumeChoice& choice, std::uintmax_t bytes,
         const std::function<bool(const NextBytes&)>& take, const std::stop_token& stop = {}) {
    volumes::converse(ours, program, file,
                      {std::string(1, static_cast<char>(question)), choice.dataset, std::to_string(choice.time),
                       std::to_string(choice.channel)},
                      bytes, take, stop);
}

VolumeHeader askHeader(const fs::path& program, const fs::path& file, const std::string& dataset) {
    std::optional<VolumeHeader> header;
    const std::uintmax_t size = FileReader(file).size();
    VolumeChoice choice;
    choice.dataset = dataset;
    ask(program, file, Question::header, choice, 0, [&](const NextBytes& next) {
        header = headerFrom(next, file, dataset, size);
        return header.has_value();
    });
    return *header;
}

/// The header that a shape describes, where it can be true.
VolumeHeader headerOf(const Shape& said, const fs::path& file, std::uintmax_t fileBytes) {
    VolumeHeader header;
    header.size = volumes::checkedSides(file, said.width, said.height, said.depth);
    constexpr std::int64_t mostTimes = 1 << 24, mostChannels = 1 << 16;
    const bool isImpossible = said.type > static_cast<std::uint32_t>(SampleType::f64) || said.times < 1 ||
                              said.times > mostTimes || said.channels < 1 || said.channels > mostChannels;
    if (isImpossible) throw cannotBe(file);
    header.type = static_cast<SampleType>(said.type);
    header.format = "HDF5";
    header.times = static_cast<int>(said.times);
    header.channels = static_cast<int>(said.channels);
    volumes::checkPromise(file, header, bytesOf(header), fileBytes);
    const auto step = [&](std::size_t axis) {
        const bool isSaid = (said.isStepSaid >> axis & 1U) != 0;
        return volumes::StatedStep{isSaid ? std::optional(said.step[axis]) : std::nullopt,
                                   volumes::answeredText(said.unit[axis], sizeof said.unit[axis])};
    };
    volumes::takeSteps({step(0), step(1), step(2)}, volumes::answeredText(said.by, sizeof said.by), UnitDialect::any, header);
    const auto second = secondsIn(volumes::answeredText(said.unit[3], sizeof said.unit[3]));
    if (header.times > 1 && second && (said.isStepSaid >> 3 & 1U) != 0 && std::isfinite(said.step[3]) && said.step[3] > 0)
        header.intervalS = said.step[3] * *second;
    return header;
}

/// The samples of a time and a channel as values, into a volume that may be one slice; empty after a stop.
Volume askValues(const fs::path& program, const fs::path& file, const VolumeHeader& header, const VolumeChoice& choice,
                 const std::stop_token& stop = {}) {
    const std::uintmax_t size = FileReader(file).size();
    volumes::GrowingVolume volume(file, header.size, std::size_t{4} << 20);
    const auto take = [&](const NextBytes& next) {
        const auto again = headerFrom(next, file, choice.dataset, size);
        if (again && (again->size != header.size || again->type != header.type))
            throw InputError(displayName(file), "it changed while it was read", "try again when it is written");
        return again && voxelsFrom(next, header, volume);
    };
    ask(program, file, Question::voxels, choice, bytesOf(header) + size, take, stop);
    return stop.stop_requested() ? Volume() : volume.finish(header.spacing);
}

}  // namespace

std::optional<VolumeHeader> headerFrom(const NextBytes& next, const fs::path& file, const std::string& dataset,
                                       std::uintmax_t fileBytes) {
    Answer answer;
    if (!next(std::as_writable_bytes(std::span(&answer, 1)))) return std::nullopt;
    if (answer.seam != seamVersion) throw volumes::notHere(ours, file, "belongs to another version of Coarsen");
    requireRead(answer, file, dataset);
    VolumeHeader header = headerOf(answer.shape, file, fileBytes);
    if (const std::string taken = volumes::answeredText(answer.words, sizeof answer.words); !taken.empty())
        volumes::addRemark(header.remark, "Of its datasets " + taken + " is read; --dataset takes another.");
    return header;
}

std::optional<std::vector<NamedVolume>> listFrom(const NextBytes& next, const fs::path& file, std::uintmax_t fileBytes) {
    Answer answer;
    if (!next(std::as_writable_bytes(std::span(&answer, 1)))) return std::nullopt;
    if (answer.seam != seamVersion) throw volumes::notHere(ours, file, "belongs to another version of Coarsen");
    requireRead(answer, file, {});
    std::vector<NamedVolume> list;
    for (std::int64_t i = 0; i < std::min(answer.shape.width, mostEntries); ++i) {
        Entry entry;
        if (!next(std::as_writable_bytes(std::span(&entry, 1)))) return std::nullopt;
        try {
            list.push_back(
                {std::string(entry.name, ::strnlen(entry.name, sizeof entry.name)), headerOf(entry.shape, file, fileBytes)});
        } catch (const InputError&) {  // it cannot be read: nobody is asked to choose it
        }
    }
    const auto isPicture = [](const NamedVolume& one) { return one.header.size.depth == 1; };
    if (!std::ranges::all_of(list, isPicture)) std::erase_if(list, isPicture);
    return list;
}

bool voxelsFrom(const NextBytes& next, const VolumeHeader& header, volumes::GrowingVolume& volume) {
    constexpr std::size_t piece = std::size_t{1} << 18;
    const std::size_t sample = volumes::sampleBytes(header.type);
    const bool mayBeNoNumber = header.type == SampleType::f32 || header.type == SampleType::f64;
    volumes::StoredVoxels inOurOrder;
    inOurOrder.isBigEndian = std::endian::native == std::endian::big;
    std::vector<std::byte> bytes(piece * sample);
    while (volume.missing() > 0) {
        const std::size_t count = std::min(piece, volume.missing());
        if (!next(std::span(bytes).first(count * sample))) return false;
        volumes::unpackVoxels(header.type, bytes.data(), 1, inOurOrder, volume.next(count));
        if (mayBeNoNumber) volume.maskNotFinite();
    }
    return true;
}

Volume ask(const fs::path& program, const fs::path& file, const VolumeChoice& choice, const std::stop_token& stop) {
    const VolumeHeader header = askHeader(program, file, choice.dataset);
    volumes::requireSlices(file, header.size);
    volumes::checkChoice(file, header, choice);
    return askValues(program, file, header, choice, stop);
}

VolumeHeader headerOf(const fs::path& file, const std::string& dataset) {
    return askHeader(volumes::installed(ours, file), file, dataset);
}

Volume volumeOf(const fs::path& file, const VolumeChoice& choice, const std::stop_token& stop) {
    return ask(volumes::installed(ours, file), file, choice, stop);
}

Volume pictureOf(const fs::path& file, const VolumeHeader& header, const VolumeChoice& choice) {
    return askValues(volumes::installed(ours, file), file, header, choice);
}

std::vector<NamedVolume> listOf(const fs::path& file) {
    std::vector<NamedVolume> list;
    const std::uintmax_t size = FileReader(file).size();
    ask(volumes::installed(ours, file), file, Question::list, VolumeChoice{}, 0, [&](const NextBytes& next) {
        auto found = listFrom(next, file, size);
        if (!found) return false;
        list = *std::move(found);
        return true;
    });
    return list;
}

}  // namespace coarsen::hdf5
