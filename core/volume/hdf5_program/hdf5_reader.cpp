// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/hdf5_program/hdf5_reader.hpp"

#include "core/base/descriptor.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/installed_part.hpp"
#include "core/base/memory.hpp"
#include "core/base/units.hpp"
#include "core/base/utf8.hpp"
#include "core/volume/formats/stored_voxels.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <system_error>
#include <unistd.h>

namespace coarsen::hdf5 {

namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

InputError notHere(const fs::path& file, const std::string& reason) {
    return InputError(displayName(file),
                      "Coarsen cannot read HDF5 files here: its program " + std::string(programName) + " " + reason,
                      "install the whole of Coarsen with the HDF5 library, or save the volume as TIFF or NIfTI");
}

InputError tooMuchForHdf5(const fs::path& file, const std::string& reason) {
    return InputError(displayName(file), "it is damaged (" + reason + ")",
                      std::string(volumes::copyAgain) + ", or save it as TIFF or NIfTI");
}

/// Why an answer is none.
[[noreturn]] void refuse(const ProcessEnd& end, const fs::path& file) {
    if (end.wasTooLong) throw tooMuchForHdf5(file, "the HDF5 library does not come to an end with it");
    if (end.signal == SIGKILL) throw std::bad_alloc();  // as the system ends who takes the last of its memory
    constexpr int notLoaded = 127;                      // its loader misses a library
    if (end.signal == 0 && end.status == notLoaded) throw notHere(file, "does not start");
    if (end.signal == 0) throw tooMuchForHdf5(file, "the HDF5 library cannot read all its voxels");
    const char* const words = ::sigdescr_np(end.signal);
    throw tooMuchForHdf5(file, "the HDF5 library broke down while reading it" + (words ? ": " + std::string(words) : ""));
}

/// Throws what the verdict means where it is no volume.
void requireRead(const Answer& answer, const fs::path& file, const std::string& dataset) {
    const std::string words = printable(std::string(answer.words, ::strnlen(answer.words, sizeof answer.words)));
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
            throw InputError(name, "it holds several pictures (" + words + "), and which of them is meant is not said",
                             "save the one to be measured in a file of its own");
        case Verdict::noSuchPart:
            throw InputError(name, which + " has no such time or channel", "choose one that it has");
        case Verdict::noNumbers:
            throw InputError(name, which + " holds other things than numbers of 8 to 64 bits",
                             "save it as 16-bit or 32-bit numbers");
        case Verdict::isElsewhere:
            throw InputError(name, "the voxels of " + which + " are in other files", "save them in one file");
    }
    throw tooMuchForHdf5(file, "what the HDF5 library says of it cannot be");
}

Descriptor opened(const fs::path& file) {
    const FileReader reader(file);  // says why it cannot be read
    return Descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
}

/// For unpacking `bytes`: what a slow machine takes, and more.
ProcessLimits limitsFor(std::uintmax_t bytes) {
    constexpr std::size_t libraries = std::size_t{768} << 20;
    const auto computing = 10s + std::chrono::seconds(bytes >> 24);
    return {std::min(memoryBudget(), std::size_t{4} << 30) + libraries, computing, 1min + 20 * computing};
}

std::uintmax_t bytesOf(const VolumeHeader& header) {
    return std::uintmax_t{header.size.voxels()} * volumes::sampleBytes(header.type);
}

/// Starts the program and lets `take` listen to it, which says whether the answer came to its end.
void converse(const fs::path& program, const fs::path& file, Question question, const VolumeChoice& choice, std::uintmax_t bytes,
              const std::function<bool(const NextBytes&)>& take) {
    const Descriptor source = opened(file);
    try {
        LimitedProcess process(program,
                               {std::to_string(::getpid()), std::string(1, static_cast<char>(question)), choice.dataset,
                                std::to_string(choice.time), std::to_string(choice.channel)},
                               source.get(), limitsFor(bytes));
        if (!take([&](std::span<std::byte> to) { return process.read(to); })) refuse(process.end(), file);
    } catch (const std::system_error& error) {
        if (error.code() == std::errc::not_enough_memory) throw std::bad_alloc();
        throw notHere(file, "does not start (" + error.code().message() + ")");
    }
}

VolumeHeader askHeader(const fs::path& program, const fs::path& file, const std::string& dataset) {
    std::optional<VolumeHeader> header;
    const std::uintmax_t size = FileReader(file).size();
    VolumeChoice choice;
    choice.dataset = dataset;
    converse(program, file, Question::header, choice, 0, [&](const NextBytes& next) {
        header = headerFrom(next, file, dataset, size);
        return header.has_value();
    });
    return *header;
}

fs::path ourProgram(const fs::path& file) {
    fs::path program = installedPart(programName);
    if (program.empty()) throw notHere(file, "is not there");
    return program;
}

std::string textIn(const char* text, std::size_t room) {
    return printable(std::string(text, ::strnlen(text, room)));
}

/// The sides of a voxel, or of a pixel: in micrometres where each axis has a unit of length, their shape alone where none has
/// one.
void takeSteps(const Shape& said, VolumeHeader& header) {
    const std::string by = textIn(said.by, sizeof said.by);
    std::array<double, 3> um{}, bare{};
    bool isInUm = true, isBare = true, isSomeInUm = false;
    const std::size_t axes = header.size.depth > 1 ? 3 : 2;
    for (std::size_t i = 0; i < axes; ++i) {
        const std::string unit = textIn(said.unit[i], sizeof said.unit[i]);
        const auto inUm = unit.empty() ? std::nullopt : micrometresIn(unit);
        const bool isSaid = (said.isStepSaid >> i & 1U) != 0;
        isInUm = isInUm && inUm && isSaid;
        isSomeInUm = isSomeInUm || (inUm && isSaid);
        isBare = isBare && unit.empty() && isSaid;
        um[i] = said.step[i] * inUm.value_or(1);
        bare[i] = said.step[i];
        if (!unit.empty() && !inUm && unit != "px" && unit != "pixel")
            volumes::addRemark(header.remark, "Its unit '" + unit + "' (" + by + ") is no length, and is not used.");
    }
    if (axes == 2) um[2] = um[0], bare[2] = bare[0];
    if (isInUm) {
        header.spacing = volumes::statedSpacing(um, true, header.remark);
    } else if (isBare) {
        header.spacing = volumes::statedSpacing(bare, false, header.remark);
        header.withoutUnit = by;
    } else if (isSomeInUm) {
        volumes::addRemark(header.remark,
                           "It states the size of its voxels along some axes alone (" + by + "), which is not used.");
    }
}

/// The header that a shape describes, where it can be true.
VolumeHeader headerOf(const Shape& said, const fs::path& file, std::uintmax_t fileBytes) {
    VolumeHeader header;
    header.size = volumes::checkedSides(file, said.width, said.height, said.depth);
    constexpr std::int64_t mostTimes = 1 << 24, mostChannels = 1 << 16;
    const bool cannotBe = said.type > static_cast<std::uint32_t>(SampleType::f64) || said.times < 1 || said.times > mostTimes ||
                          said.channels < 1 || said.channels > mostChannels;
    if (cannotBe) throw tooMuchForHdf5(file, "what the HDF5 library says of it cannot be");
    header.type = static_cast<SampleType>(said.type);
    header.format = "HDF5";
    header.times = static_cast<int>(said.times);
    header.channels = static_cast<int>(said.channels);
    volumes::checkPromise(file, header, bytesOf(header), fileBytes);
    takeSteps(said, header);
    const auto second = secondsIn(textIn(said.unit[3], sizeof said.unit[3]));
    if (header.times > 1 && second && (said.isStepSaid >> 3 & 1U) != 0 && std::isfinite(said.step[3]) && said.step[3] > 0)
        header.intervalS = said.step[3] * *second;
    return header;
}

/// The samples of a time and a channel as values, into a volume that may be one slice.
Volume askValues(const fs::path& program, const fs::path& file, const VolumeHeader& header, const VolumeChoice& choice) {
    const std::uintmax_t size = FileReader(file).size();
    volumes::GrowingVolume volume(file, header.size, std::size_t{4} << 20);
    converse(program, file, Question::voxels, choice, bytesOf(header) + size, [&](const NextBytes& next) {
        const auto again = headerFrom(next, file, choice.dataset, size);
        if (again && (again->size != header.size || again->type != header.type))
            throw InputError(displayName(file), "it changed while it was read", "try again when it is written");
        return again && voxelsFrom(next, header, volume);
    });
    return volume.finish(header.spacing);
}

}  // namespace

std::optional<VolumeHeader> headerFrom(const NextBytes& next, const fs::path& file, const std::string& dataset,
                                       std::uintmax_t fileBytes) {
    Answer answer;
    if (!next(std::as_writable_bytes(std::span(&answer, 1)))) return std::nullopt;
    if (answer.seam != seamVersion) throw notHere(file, "belongs to another version of Coarsen");
    requireRead(answer, file, dataset);
    VolumeHeader header = headerOf(answer.shape, file, fileBytes);
    if (const std::string taken = textIn(answer.words, sizeof answer.words); !taken.empty())
        volumes::addRemark(header.remark, "Of its datasets " + taken + " is read; --dataset takes another.");
    return header;
}

std::optional<std::vector<NamedVolume>> listFrom(const NextBytes& next, const fs::path& file, std::uintmax_t fileBytes) {
    Answer answer;
    if (!next(std::as_writable_bytes(std::span(&answer, 1)))) return std::nullopt;
    if (answer.seam != seamVersion) throw notHere(file, "belongs to another version of Coarsen");
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

Volume ask(const fs::path& program, const fs::path& file, const VolumeChoice& choice) {
    const VolumeHeader header = askHeader(program, file, choice.dataset);
    volumes::requireSlices(file, header.size);
    volumes::checkChoice(file, header, choice);
    return askValues(program, file, header, choice);
}

VolumeHeader headerOf(const fs::path& file, const std::string& dataset) {
    return askHeader(ourProgram(file), file, dataset);
}

Volume volumeOf(const fs::path& file, const VolumeChoice& choice) {
    return ask(ourProgram(file), file, choice);
}

Volume pictureOf(const fs::path& file, const VolumeHeader& header, int time, int channel) {
    VolumeChoice choice;
    choice.time = time;
    choice.channel = channel;
    return askValues(ourProgram(file), file, header, choice);
}

std::vector<NamedVolume> listOf(const fs::path& file) {
    std::vector<NamedVolume> list;
    const std::uintmax_t size = FileReader(file).size();
    converse(ourProgram(file), file, Question::list, VolumeChoice{}, 0, [&](const NextBytes& next) {
        auto found = listFrom(next, file, size);
        if (!found) return false;
        list = *std::move(found);
        return true;
    });
    return list;
}

}  // namespace coarsen::hdf5
