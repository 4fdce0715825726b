// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/reading_cases.hpp"

#include "core/base/files.hpp"
#include "core/base/parallel.hpp"
#include "core/base/sha256.hpp"
#include "core/image/decode.hpp"

#include <tiffio.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <functional>
#include <random>
#include <span>
#include <string>
#include <sys/uio.h>
#include <unistd.h>

namespace coarsen::bench {

namespace {

using Bytes = std::vector<std::byte>;
using Path = std::filesystem::path;

constexpr std::uint32_t width = 1500, height = 750;

[[noreturn]] void fail(const std::string& what) {
    std::fprintf(stderr, "series_bench: %s\n", what.c_str());
    std::exit(1);
}

int opened(const Path& file, int flags) {
    const int descriptor = ::open(file.c_str(), flags | O_CLOEXEC);
    if (descriptor < 0) fail("a frame cannot be opened");
    return descriptor;
}

/// The least that reading takes: into memory that is there already.
void readInto(Bytes& buffer, const Path& file) {
    const int descriptor = opened(file, O_RDONLY);
    while (true) {
        const ssize_t got = ::read(descriptor, buffer.data(), buffer.size());
        if (got < 0) fail("a frame cannot be read");
        if (got < static_cast<ssize_t>(buffer.size())) break;
    }
    ::close(descriptor);
}

/// As a run takes in a frame's file (see run_series.cpp).
void readHashAndDecode(const Path& file) {
    const auto read = pictureFile(file, false);
    if (read->sha256().empty() || imageHeader(*read, file).width == 0 || decode(*read, file).image.isEmpty()) std::abort();
}

void dropFromCache(const Path& file) {
    const int descriptor = opened(file, O_RDONLY);
    ::posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED);
    ::close(descriptor);
}

bool isOutOfCache(const Path& file) {
    const int descriptor = opened(file, O_RDONLY);
    std::byte first{};
    const iovec piece{&first, 1};
    const bool isOut = ::preadv2(descriptor, &piece, 1, 0, RWF_NOWAIT) < 0 && errno == EAGAIN;
    ::close(descriptor);
    return isOut;
}

/// CPU time of all threads of this process so far.
double cpuMs() {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

class Cases {
public:
    Cases(const ImageSeries& series, int threads) : series_(series), threads_(threads) {
        std::size_t largest = 0;
        for (const FrameSource& frame : series.frames)
            largest = std::max(largest, static_cast<std::size_t>(std::filesystem::file_size(frame.file)));
        buffers_.assign(static_cast<std::size_t>(threads), Bytes(largest + 1));
    }

    std::vector<Timing> all() {
        const std::string alone = "reading alone", program = "reading, hashing and decoding";
        const auto read = [](const Path& file, Bytes& buffer) { readInto(buffer, file); };
        const auto take = [](const Path& file, Bytes&) { readHashAndDecode(file); };
        std::vector<Timing> timings{timed(alone, read), timed("hashing alone", hashing()), timed("decoding alone", decoding()),
                                    timed(program, take)};
        timings.back().ratioTo[alone] = timings.front().medianMs / timings.back().medianMs;
        dropAll();
        if (isOutOfCache(series_.frames.front().file) && isOutOfCache(series_.frames.back().file)) {
            const std::string cold = ", from the disk";
            timings.push_back(timedCold(alone + cold, read));
            timings.push_back(timedCold(program + cold, take));
            timings.back().ratioTo[alone + cold] = timings[timings.size() - 2].medianMs / timings.back().medianMs;
        }
        return timings;
    }

private:
    using Work = std::function<void(const Path& file, Bytes& buffer)>;

    /// One thread a buffer, as a run has one worker a thread.
    void overFrames(const Work& work) {
        std::atomic<std::size_t> next{0};
        parallelFor(buffers_.size(), threads_, [&](std::size_t thread) {
            for (std::size_t i = next++; i < series_.frames.size(); i = next++)
                work(series_.frames[i].file, buffers_[thread]);
        });
    }

    /// Each thread has the first frame's bytes.
    Work hashing() {
        return [bytes = readWhole(series_.frames.front().file)](const Path&, Bytes&) {
            if (sha256(bytes).empty()) std::abort();
        };
    }
    Work decoding() {
        return [bytes = readWhole(series_.frames.front().file)](const Path& file, Bytes&) {
            if (imageHeader(bytes, file).width == 0 || decode(bytes, file).image.isEmpty()) std::abort();
        };
    }

    std::string name() const {
        return std::to_string(series_.frames.size()) + " frames of " + std::to_string(series_.first.width) + " x " +
               std::to_string(series_.first.height) + " px, " + std::to_string(threads_) +
               (threads_ == 1 ? " thread" : " threads");
    }

    Timing timed(const std::string& what, const Work& work) {
        overFrames(work);
        return medianOf(what, work, 7, [] {});
    }
    Timing timedCold(const std::string& what, const Work& work) {
        return medianOf(what, work, 3, [&] { dropAll(); });
    }

    Timing medianOf(const std::string& what, const Work& work, std::size_t runs, const std::function<void()>& prepare) {
        using Clock = std::chrono::steady_clock;
        std::vector<double> wall(runs), cpu(runs);
        for (std::size_t run = 0; run < runs; ++run) {
            prepare();
            const double cpuBefore = cpuMs();
            const auto before = Clock::now();
            overFrames(work);
            wall[run] = std::chrono::duration<double, std::milli>(Clock::now() - before).count();
            cpu[run] = cpuMs() - cpuBefore;
        }
        std::ranges::sort(wall);
        std::ranges::sort(cpu);
        return {name(), what, wall[runs / 2], wall.front(), {}, cpu[runs / 2]};
    }

    void dropAll() {
        for (const FrameSource& frame : series_.frames)
            dropFromCache(frame.file);
    }

    const ImageSeries& series_;
    const int threads_;
    std::vector<Bytes> buffers_;
};

}  // namespace

void writeStoredSeries(const Path& folder, int frames) {
    std::mt19937 random(1);
    std::vector<std::uint8_t> pixels(std::size_t{width} * height);
    std::ranges::generate(pixels, [&] { return static_cast<std::uint8_t>(random() >> 24); });
    for (int frame = 0; frame < frames; ++frame) {
        pixels[0] = static_cast<std::uint8_t>(frame);
        pixels[1] = static_cast<std::uint8_t>(frame >> 8);
        const Path file = folder / ("frame_" + std::to_string(frame) + ".tif");
        TIFF* const tiff = TIFFOpen(file.c_str(), "w");
        if (!tiff) fail("a frame cannot be written");
        TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, width);
        TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, height);
        TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, height);
        TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
        TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
        TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
        const bool isWritten = TIFFWriteEncodedStrip(tiff, 0, pixels.data(), static_cast<tmsize_t>(pixels.size())) > 0;
        TIFFClose(tiff);
        const int descriptor = opened(file, O_RDONLY);
        if (!isWritten || ::fsync(descriptor) != 0) fail("a frame cannot be written");
        ::close(descriptor);
    }
}

std::vector<Timing> readingCases(const ImageSeries& series, int threads) {
    return Cases(series, threads).all();
}

}  // namespace coarsen::bench
