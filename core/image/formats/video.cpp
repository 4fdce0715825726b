// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/binary_numbers.hpp"
#include "core/base/files.hpp"
#include "core/image/formats/formats.hpp"
#include "core/image/formats/gif_pictures.hpp"
#include "core/image/video_module/loaded_module.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <memory>
#include <mutex>
#include <string_view>
#include <system_error>

namespace coarsen::formats {

namespace {

namespace fs = std::filesystem;
const video::Module& module(const fs::path& file) {
    try {
        return video::loadedModule();
    } catch (const video::Refusal& refusal) {
        throw InputError(displayName(file), "Coarsen cannot read films here: " + refusal.reason,
                         refusal.remedy + ", or convert the film to a TIFF stack");
    }
}

/// Calls `read` and gives its refusal the film's name.
template <typename Read>
auto named(const fs::path& file, Read read) {
    try {
        return read();
    } catch (const video::Refusal& refusal) {
        throw InputError(displayName(file), refusal.reason, refusal.remedy);
    }
}

/// A file as it is now.
struct Version {
    fs::path file;
    std::uintmax_t size = 0;
    fs::file_time_type changed;

    bool operator==(const Version&) const = default;
};

Version versionOf(const fs::path& file) {
    std::error_code ignored;  // opening it says what is wrong
    Version version{fs::absolute(file, ignored), 0, {}};
    version.size = fs::file_size(file, ignored);
    version.changed = fs::last_write_time(file, ignored);
    return version;
}

using ContentsPointer = std::shared_ptr<const video::Contents>;

/// The films read last are known; whoever else wants one that is being read through waits for it.
ContentsPointer contentsOf(const fs::path& file, const Version& version) {
    constexpr std::size_t mostKnown = 8;
    static std::mutex mutex;
    static std::deque<std::pair<Version, ContentsPointer>> known;
    const std::lock_guard lock(mutex);
    for (const auto& [one, contents] : known)
        if (one == version) return contents;
    auto contents = named(file, [&] { return module(file).contents(version.file.string()); });
    known.emplace_front(version, contents);
    if (known.size() > mostKnown) known.pop_back();
    return contents;
}

/// A thread's own decoder, which stays where it is in the film between two frames.
struct Place {
    Version version;
    ContentsPointer contents;
    std::shared_ptr<video::Reader> reader;
};

RawImage decodeVideo(std::span<const std::byte>, const fs::path& file, int page) {
    thread_local Place place;
    if (Version version = versionOf(file); !(place.version == version) || !place.reader) {
        place = {};
        ContentsPointer contents = contentsOf(file, version);
        auto reader = named(file, [&] { return module(file).reader(version.file.string(), contents); });
        place = {std::move(version), std::move(contents), std::move(reader)};
    }
    if (page < 0 || static_cast<std::size_t>(page) >= place.contents->packetOf.size())
        throw InputError(displayName(file), "it has no frame " + std::to_string(page) + " (the first is 0)");
    video::Picture picture = named(file, [&] { return module(file).picture(*place.reader, page); });
    RawImage raw;
    raw.image = std::visit(
        [&](auto& samples) {
            return Image(picture.width, picture.height, planar(std::move(samples), static_cast<std::size_t>(picture.channels)),
                         picture.channels);
        },
        picture.samples);
    raw.bitsPerSample = picture.bits;
    raw.format = "Video";
    return raw;
}

/// The size of the header tells it from a text that begins so.
bool isCine(std::span<const std::byte> start) {
    constexpr std::byte headerBytes{0x2C};
    return start.size() >= 4 && start[0] == std::byte{'C'} && start[1] == std::byte{'I'} && start[2] == headerBytes &&
           start[3] == std::byte{0};
}

/// A film's frames are its times, by the clock of its container, which is that of replay.
SceneFacts sceneOfFilm(const std::vector<double>& timesS, std::size_t frames) {
    SceneFacts scene;
    scene.times = static_cast<int>(frames);
    scene.isStated = false;
    scene.planes.resize(frames);
    for (std::size_t i = 0; i < frames; ++i) {
        scene.planes[i].t = scene.planes[i].page = static_cast<int>(i);
        if (i < timesS.size() && std::isfinite(timesS[i]))
            scene.planes[i].times.push_back({{timesS[i], false}, Trust::inherited, "the film"});
    }
    return scene;
}

/// A Phantom's own words (FFmpeg's libavformat/cinedec.c): pictures are taken at the camera's rate, in so many bits.
void takeCine(const fs::path& file, FileFacts& facts) {
    const FileReader reader(file);
    const auto number = [&](std::uint64_t at) {
        std::array<std::byte, 4> bytes{};
        const bool isThere = reader.readAt(static_cast<std::size_t>(at), bytes) == bytes.size();
        return isThere ? BinaryNumbers(bytes, false).at<std::uint32_t>(0) : 0;
    };
    constexpr std::uint64_t setupAt = 28, rateAt = 768, bitsAt = 896;
    const std::uint64_t setup = number(setupAt);
    const std::uint32_t rate = number(setup + rateAt), bits = number(setup + bitsAt);
    for (SceneFacts& scene : facts.scenes)
        for (PlaneFacts& plane : scene.planes)
            for (Stated<Moment>& time : plane.times)
                time = {time.value, Trust::stated, "CINE " + std::to_string(rate) + " pictures a second"};
    constexpr std::uint32_t leastBits = 8, mostBits = 16;
    if (bits > leastBits && bits < mostBits) facts.bitsInUse = static_cast<int>(bits);
}

/// True of a GIF without its end mark.
bool isCutGif(const FileReader& reader) {
    constexpr std::byte g{'G'}, endMark{0x3B};
    const std::vector<std::byte> start = reader.start(1);
    std::array<std::byte, 64> end{};
    const std::size_t from = reader.size() - std::min(reader.size(), end.size());
    const auto rest = std::span(end).first(reader.readAt(from, end));
    const auto last = std::ranges::find_if(rest.rbegin(), rest.rend(), [](std::byte byte) { return byte != std::byte{}; });
    return !start.empty() && start.front() == g && (last == rest.rend() || *last != endMark);
}

/// Says what a GIF or a CINE lacks: where they were cut libav reads what is there, without a word.
std::string remarkOnEnd(const FileReader& reader, std::size_t frames) {
    constexpr std::size_t enough = 24;
    const std::vector<std::byte> start = reader.start(enough);
    if (isCine(start)) {
        constexpr std::size_t countAt = 20;
        const auto promised = BinaryNumbers(start, false).at<std::uint32_t>(countAt);
        if (promised <= frames) return {};
        return "The film ends early: " + std::to_string(frames) + " of " + std::to_string(promised) + " frames are there.";
    }
    if (!isCutGif(reader)) return {};
    return "The film ends early: it lacks GIF's end mark, and pictures may be missing after frame " + std::to_string(frames - 1) +
           " (the first is 0).";
}

ImageHeader videoHeader(std::span<const std::byte>, std::size_t, const fs::path& file) {
    const ContentsPointer contents = contentsOf(file, versionOf(file));
    ImageHeader header;
    header.width = contents->width;
    header.height = contents->height;
    header.channels = contents->channels;
    header.bitsPerSample = contents->bits;
    const FileReader reader(file);
    std::size_t frames = contents->packetOf.size();
    if (isCutGif(reader)) frames = std::min(frames, std::max<std::size_t>(1, wholeGifPictures(reader)));
    header.facts.scenes.push_back(sceneOfFilm(contents->timesS, frames));
    if (isCine(reader.start(4))) takeCine(file, header.facts);
    takeScene(header, 0);
    header.remark = remarkOnEnd(reader, frames);
    if (header.remark.empty()) header.remark = contents->remark;
    header.format = "Video";
    return header;
}

bool isVideo(std::span<const std::byte> start) {
    const std::string_view text(reinterpret_cast<const char*>(start.data()), std::min<std::size_t>(start.size(), 16));
    if (text.size() < 12) return false;
    if (isCine(start) || text.starts_with("GIF87a") || text.starts_with("GIF89a")) return true;
    if (text.starts_with("\x30\x26\xB2\x75\x8E\x66\xCF\x11")) return true;  // ASF: WMV
    if (text.starts_with(std::string_view("\0\0\1\xBA", 4)) || text.starts_with(std::string_view("\0\0\1\xB3", 4)))
        return true;                                        // MPEG
    if (text.starts_with("\x1A\x45\xDF\xA3")) return true;  // Matroska, WebM
    if (text.starts_with("RIFF")) return text.substr(8, 4) == "AVI ";
    const std::string_view box = text.substr(4, 4), brand = text.substr(8, 4);
    if (box == "ftyp")  // the same box begins pictures
        return brand != "heic" && brand != "heix" && brand != "mif1" && brand != "msf1" && brand != "avif" && brand != "crx ";
    return box == "moov" || box == "mdat" || box == "wide" || box == "pnot";
}

}  // namespace

ImageFormat video() {
    return {"Video",     {".avi", ".mp4", ".m4v", ".mov", ".mkv", ".webm", ".gif", ".cine", ".wmv", ".asf", ".mpg", ".mpeg"},
            isVideo,     decodeVideo,
            videoHeader, true};
}

}  // namespace coarsen::formats
