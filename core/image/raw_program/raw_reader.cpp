// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/raw_program/raw_reader.hpp"

#include "core/base/descriptor.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/installed_part.hpp"
#include "core/base/memory.hpp"
#include "core/image/decode.hpp"
#include "core/image/formats/formats.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>
#include <string>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>

namespace coarsen::raw {

namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

InputError notHere(const fs::path& file, const std::string& reason) {
    return InputError(displayName(file), "Coarsen cannot read camera raw pictures here: " + reason,
                      "install LibRaw and the whole of Coarsen, or convert the picture to a TIFF of 16 bits without gamma");
}

InputError tooMuchForLibRaw(const fs::path& file, const std::string& reason) {
    return InputError(displayName(file), "it is damaged (" + reason + ")",
                      "copy it again from the camera, or convert it to a TIFF of 16 bits without gamma");
}

std::string ourProgram() {
    return "its program " + std::string(programName);
}

/// Why an answer is none.
[[noreturn]] void refuse(const ProcessEnd& end, const fs::path& file) {
    if (end.wasTooLong) throw tooMuchForLibRaw(file, "LibRaw does not finish reading it");
    if (end.signal == SIGKILL) throw std::bad_alloc();  // as the system ends who takes the last of its memory
    constexpr int notLoaded = 127;                      // its loader misses a library
    if (end.signal == 0 && end.status == notLoaded) throw notHere(file, ourProgram() + " does not start");
    const char* const words = end.signal != 0 ? ::sigdescr_np(end.signal) : nullptr;
    throw tooMuchForLibRaw(file, "LibRaw crashed while reading it" + (words ? ": " + std::string(words) : ""));
}

/// Throws what the verdict means where it is no picture.
void requireRead(const Answer& answer, const fs::path& file) {
    const std::string words(answer.words, ::strnlen(answer.words, sizeof answer.words));
    switch (answer.verdict) {
        case Verdict::read:
            return;
        case Verdict::unknown:
            throw InputError(displayName(file), "it is no camera's raw picture that LibRaw " + words + " knows",
                             "convert it to DNG, or to a TIFF of 16 bits without gamma");
        case Verdict::isFloat:
            throw InputError(displayName(file), "its raw values are floating-point numbers, which Coarsen does not read",
                             "convert it to a TIFF of 16 or 32 bits without gamma");
        case Verdict::endsTooSoon:
            throw InputError(displayName(file), "it ends before its picture does", formats::copyAgain);
        case Verdict::damaged:
            throw formats::damaged(file, words);
        case Verdict::outOfMemory:
            throw std::bad_alloc();
        case Verdict::notAccepted:
            break;
    }
    throw tooMuchForLibRaw(file, "what LibRaw says of it cannot be");
}

/// A file in memory alone.
int memoryFile(std::span<const std::byte> bytes, const fs::path& file) {
    Descriptor made(::memfd_create("picture", MFD_CLOEXEC));
    while (made.get() >= 0 && !bytes.empty()) {
        const ssize_t put = ::write(made.get(), bytes.data(), bytes.size());
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) break;
        bytes = bytes.subspan(static_cast<std::size_t>(put));
    }
    if (made.get() >= 0 && bytes.empty()) return made.release();
    if (errno == ENOMEM || errno == ENOSPC) throw std::bad_alloc();
    throw notHere(file, "it cannot be given to " + ourProgram() + " (" + std::generic_category().message(errno) + ")");
}

/// Limits for a picture of so many bytes: ten times what a slow machine takes for it, and what this one has.
ProcessLimits limitsFor(std::size_t size) {
    constexpr std::size_t libraries = std::size_t{256} << 20;
    const auto computing = 2s + std::chrono::seconds(size >> 20);
    return {memoryBudget() + libraries, computing, 1min + 20 * computing};
}

}  // namespace

std::optional<Picture> pictureFrom(const std::function<bool(std::span<std::byte>)>& next, Question question,
                                   const fs::path& file) {
    Answer answer;
    if (!next(std::as_writable_bytes(std::span(&answer, 1)))) return std::nullopt;
    if (answer.seam != seamVersion) throw notHere(file, ourProgram() + " belongs to another version of Coarsen");
    const bool isHeaderRead = answer.sensorWidth != 0 || answer.sensorHeight != 0 || answer.colours != 0;
    if (isHeaderRead || answer.verdict == Verdict::read) {
        checkDeclaredSize(file, answer.sensorWidth, answer.sensorHeight, 4, 2);
        if (answer.colours != 1 && answer.colours != 3)
            throw InputError(displayName(file),
                             "its sensor sees " + std::to_string(answer.colours) + " colours, which Coarsen does not read",
                             "develop it into a TIFF of 16 bits with the camera's own program");
    }
    requireRead(answer, file);
    checkDeclaredSize(file, answer.width, answer.height, answer.colours, 2);
    Picture picture{answer.width, answer.height, answer.colours, {}};
    if (question == Question::size) return picture;
    const std::size_t count = static_cast<std::size_t>(answer.width) * static_cast<std::size_t>(answer.height) *
                              static_cast<std::size_t>(answer.colours);
    picture.samples.reserve(count);
    while (picture.samples.size() < count) {  // piece by piece: no memory is filled for what never comes
        constexpr std::size_t piece = std::size_t{1} << 19;
        const std::size_t before = picture.samples.size();
        picture.samples.resize(std::min(count, before + piece));
        if (!next(std::as_writable_bytes(std::span(picture.samples).subspan(before)))) return std::nullopt;
    }
    return picture;
}

Picture ask(const fs::path& program, Question question, int descriptor, const ProcessLimits& limits, const fs::path& file) {
    try {
        LimitedProcess process(
            program, {std::to_string(::getpid()), std::string(1, static_cast<char>(question)), std::to_string(maxPixels)},
            descriptor, limits);
        if (auto picture = pictureFrom([&](std::span<std::byte> to) { return process.read(to); }, question, file))
            return *std::move(picture);
        refuse(process.end(), file);
    } catch (const std::system_error& error) {
        if (error.code() == std::errc::not_enough_memory) throw std::bad_alloc();
        throw notHere(file, ourProgram() + " does not start (" + error.code().message() + ")");
    }
}

Picture askProgram(Question question, int descriptor, std::size_t size, const fs::path& file) {
    const fs::path program = installedPart(programName);
    if (program.empty()) throw notHere(file, ourProgram() + " is not there");
    return ask(program, question, descriptor, limitsFor(size), file);
}

Picture askProgram(Question question, std::span<const std::byte> picture, const fs::path& file) {
    const Descriptor held(memoryFile(picture, file));
    return askProgram(question, held.get(), picture.size(), file);
}

}  // namespace coarsen::raw
