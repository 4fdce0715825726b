// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/formats/library_program.hpp"

#include "core/base/descriptor.hpp"
#include "core/base/files.hpp"
#include "core/base/installed_part.hpp"
#include "core/base/limited_process.hpp"
#include "core/base/memory.hpp"
#include "core/base/utf8.hpp"
#include "core/volume/formats/formats.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <system_error>
#include <unistd.h>

namespace coarsen::volumes {

namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

/// Why an answer is none.
[[noreturn]] void refuseEnd(const LibraryProgram& ours, const ProcessEnd& end, const fs::path& file) {
    const std::string library = ours.library;
    if (end.wasTooLong) throw tooMuch(ours, file, library + " does not finish reading it");
    if (end.signal == SIGKILL) throw std::bad_alloc();  // as the system ends who takes the last of its memory
    constexpr int notLoaded = 127;                      // its loader misses a library
    if (end.signal == 0 && end.status == notLoaded) throw notHere(ours, file, "does not start");
    if (end.signal == 0) throw tooMuch(ours, file, library + " cannot read all its voxels");
    const char* const words = ::sigdescr_np(end.signal);
    throw tooMuch(ours, file, library + " crashed while reading it" + (words ? ": " + std::string(words) : ""));
}

Descriptor openedForReading(const fs::path& file) {
    const FileReader reader(file);  // says why it cannot be read
    return Descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
}

/// For unpacking `bytes`: what a slow machine takes, and more.
ProcessLimits limitsFor(std::uintmax_t bytes) {
    constexpr std::size_t libraries = std::size_t{768} << 20;
    const auto computing = 10s + std::chrono::seconds(bytes >> 24);
    return {std::min(memoryBudget(), std::size_t{4} << 30) + libraries, computing, 1min + 20 * computing};
}

}  // namespace

InputError notHere(const LibraryProgram& ours, const fs::path& file, const std::string& reason) {
    return InputError(displayName(file),
                      "Coarsen cannot read " + std::string(ours.files) + " here: its program " + ours.name + " " + reason,
                      ours.install);
}

InputError tooMuch(const LibraryProgram& ours, const fs::path& file, const std::string& reason) {
    return InputError(displayName(file), "it is damaged (" + reason + ")", std::string(copyAgain) + ", or " + ours.instead);
}

fs::path installed(const LibraryProgram& ours, const fs::path& file) {
    fs::path program = installedPart(ours.name);
    if (program.empty()) throw notHere(ours, file, "is not there");
    return program;
}

void converse(const LibraryProgram& ours, const fs::path& program, const fs::path& file, std::vector<std::string> words,
              std::uintmax_t bytes, const std::function<bool(const NextBytes&)>& take, const std::stop_token& stop) {
    const Descriptor source = openedForReading(file);
    words.insert(words.begin(), std::to_string(::getpid()));
    try {
        LimitedProcess process(program, std::move(words), source.get(), limitsFor(bytes));
        const bool isWhole = take([&](std::span<std::byte> to) { return process.read(to, stop); });
        if (!isWhole && !stop.stop_requested()) refuseEnd(ours, process.end(), file);
    } catch (const std::system_error& error) {
        if (error.code() == std::errc::not_enough_memory) throw std::bad_alloc();
        throw notHere(ours, file, "does not start (" + error.code().message() + ")");
    }
}

std::string answeredText(const char* text, std::size_t room) {
    return printable(std::string(text, ::strnlen(text, room)));
}

}  // namespace coarsen::volumes
