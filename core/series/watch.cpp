// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/watch.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/image/decode.hpp"
#include "core/series/frame_picture.hpp"
#include "core/series/named_axes.hpp"
#include "core/series/notes.hpp"
#include "core/series/volume_series.hpp"
#include "core/volume/formats/stored_format.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <set>
#include <sys/stat.h>
#include <system_error>
#include <utility>

namespace coarsen {

namespace fs = std::filesystem;

namespace {

/// Tells whether a file with a volume's name holds pictures: asked of each listing, and read again only where the file is
/// another.
bool arePictures(const ListedFile& first, const std::string& dataset) {
    static std::mutex mutex;
    static std::optional<std::pair<ListedFile, std::string>> asked;
    static bool answer = false;
    const std::lock_guard lock(mutex);
    if (std::pair now{first, dataset}; asked != now) {
        answer = holdsPictures(first.file, dataset);
        asked = std::move(now);
    }
    return answer;
}

bool isReadableVolume(const fs::path& file) {
    try {
        volumeHeader(file);
        return true;
    } catch (const SeveralVolumes&) {
        return true;
    } catch (const InputError&) {  // it is being written
        return false;
    }
}

bool isBefore(const ListedFile& a, const ListedFile& b) {
    return naturalLess(displayName(a.file), displayName(b.file));
}

}  // namespace

std::vector<ListedFile> imagesIn(const fs::path& folder, const std::string& dataset) {
    std::error_code failed;
    std::vector<ListedFile> files, maybe;
    fs::directory_iterator entry(folder, failed);
    for (; !failed && entry != fs::directory_iterator(); entry.increment(failed)) {
        const fs::path& file = entry->path();
        if (file.filename().native().starts_with('.') || !isFrameFile(file)) continue;
        std::error_code gone;  // renamed since it was listed: the next listing has it by its new name
        const bool isFile = entry->is_regular_file(gone);
        const auto bytes = isFile ? entry->file_size(gone) : 0;
        const auto changed = isFile && !gone ? entry->last_write_time(gone) : fs::file_time_type{};
        struct stat status {};
        if (isFile && !gone && ::stat(file.c_str(), &status) == 0)
            (isImageFile(file) ? files : maybe)
                .push_back({file, bytes, changed, status.st_ctim.tv_sec * std::int64_t{1'000'000'000} + status.st_ctim.tv_nsec});
    }
    if (failed)
        throw InputError(displayName(folder), "the folder cannot be read (" + failed.message() + ")",
                         "check the disk or network folder");
    if (!maybe.empty() && arePictures(*std::ranges::min_element(maybe, isBefore), dataset))
        files.insert(files.end(), maybe.begin(), maybe.end());
    std::ranges::sort(files, isBefore);
    return files;
}

void requireNoVolumes(const fs::path& folder, const std::string& dataset) {
    std::error_code failed;
    fs::directory_iterator entry(folder, failed);
    for (; !failed && entry != fs::directory_iterator(); entry.increment(failed))
        if ((isVolumeFile(entry->path()) && !holdsPictures(entry->path(), dataset) && isReadableVolume(entry->path())) ||
            volumes::isFolderInput(entry->path()))
            throw InputError(displayName(folder),
                             "it holds volumes or arrays (" + displayName(entry->path()) + "), which are not watched",
                             "open it as it is, and once more when further volumes have come");
}

WatchedFolder watchOf(const std::vector<std::string>& frames, const std::string& dataset) {
    WatchedFolder folder;
    folder.dataset = dataset;
    for (const std::string& name : frames)
        folder.files[name].isFrame = true;
    if (!frames.empty()) {
        folder.last = *std::max_element(frames.begin(), frames.end(), naturalLess);
        folder.files[folder.last].isExpected = true;
    }
    return folder;
}

std::string whyItCannotGrow(const ImageSeries& series) {
    const auto isSaid = [&](const char* code) {
        return std::ranges::find(series.notes, code, &Said::code) != series.notes.end();
    };
    const auto isSingleFile = [&](const FrameSource& frame) {
        return frame.page == 0 && frame.file.parent_path() == series.folder;
    };
    if (series.volumes) return series.name + " holds volumes";
    if (!series.frames.empty() && volumes::isFolderInput(series.frames.front().file))
        return series.name + " holds arrays in folders";
    if (isSaid("files.set")) return "the files of " + series.name + " are one image";
    if (std::ranges::any_of(series.frames, [](const FrameSource& frame) { return !frame.channelFiles.empty(); }))
        return "several files of " + series.name + ", its channels, are one frame";
    const bool isSingle = !series.frames.empty() && (series.frames.size() > 1 || series.first.pages < 2) &&
                          std::ranges::all_of(series.frames, isSingleFile);
    if (!isSingle) return series.name + " is a stack or a film";
    if (isSaid("pages.scene") || isSaid("pages.slice"))
        return "of " + series.name + " one position or slice is taken, and new images may be of another";
    return {};
}

bool canGrow(const ImageSeries& series) {
    return whyItCannotGrow(series).empty();
}

FolderNews newsOf(WatchedFolder& folder, std::span<const ListedFile> listing, double nowS,
                  const std::function<bool(const fs::path&)>& isWhole) {
    FolderNews news;
    for (const ListedFile& listed : listing) {
        const std::string name = displayName(listed.file);
        const bool isNew = !folder.files.contains(name);
        WatchedFolder::Seen& seen = folder.files[name];
        if (isNew) {
            seen.isExpected = true;
            // Those that lay there when the watch began were left out by the user's choice.
            seen.isEarly = !folder.last.empty() && naturalLess(name, folder.last);
            if (seen.isEarly && folder.isListed) news.early.push_back(name);
        }
        const bool isUnchanged = seen.as == listed, wasAway = std::exchange(seen.isAway, false);
        if (wasAway && isUnchanged && seen.isFrame) news.returned.push_back(listed.file);
        if (!isUnchanged) {
            if (seen.as && seen.isFrame) seen.isExpected = seen.isRewritten = true;
            seen.as = listed;
            seen.unchangedSinceS = nowS;
        }
        if (seen.isEarly || !seen.isExpected) continue;

        const bool isOld = nowS - seen.unchangedSinceS >= writingTimeoutS;
        const bool isInTurn = seen.isFrame || (news.unfinished.empty() && news.arrived.size() < arrivalsAtOnce);
        if (!isInTurn || !isUnchanged || !(isOld || isWhole(listed.file))) {
            news.unfinished.push_back(name);
            continue;
        }
        seen.isExpected = false;
        if (!seen.isFrame) {
            news.arrived.push_back(listed.file);
            folder.last = name;
            seen.isFrame = true;
        } else if (std::exchange(seen.isRewritten, false)) {
            news.rewritten.push_back(listed.file);
        }
    }
    folder.isListed = true;
    std::set<std::string> there;
    for (const ListedFile& listed : listing)
        there.insert(displayName(listed.file));
    for (auto& [name, seen] : folder.files)
        if (!there.contains(name)) seen.isAway = true;
    return news;
}

namespace {

bool decodes(const fs::path& file, const std::string& dataset) {
    try {
        if (isReadInPieces(file))
            imageHeader(file, dataset);
        else
            decode(file);
        return true;
    } catch (const InputError&) {  // half-written; what stays so becomes a frame that says why
        return false;
    }
}

}  // namespace

FolderNews lookAt(const fs::path& folder, WatchedFolder& known, std::stop_token stop) {
    const std::vector<ListedFile> listing = imagesIn(folder, known.dataset);
    if (listing.empty() && !known.files.empty())
        throw InputError(displayName(folder), "it is empty", "check the disk or network folder");
    const std::chrono::duration<double> now = std::chrono::steady_clock::now().time_since_epoch();
    return newsOf(known, listing, now.count(),
                  [&](const fs::path& file) { return !stop.stop_requested() && decodes(file, known.dataset); });
}

void waitForNextListing(std::stop_token stop, std::chrono::milliseconds interval) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_for(lock, stop, interval, [] { return false; });
}

namespace {

/// New frames have the kind of time that the others have. A single frame does not say yet which kind that is.
TimeChoice settled(const ImageSeries& series, const TimeChoice& choice) {
    if (choice.kind != TimeChoice::Kind::automatic || series.frames.size() < 2) return choice;
    TimeChoice same = choice;
    switch (series.frames.front().timeSource) {
        case TimeSource::filename:
            same.kind = TimeChoice::Kind::filename;
            break;
        case TimeSource::exif:
            same.kind = TimeChoice::Kind::exif;
            break;
        case TimeSource::tiff:
            if (!series.first.facts.times.empty())
                same.kind = TimeChoice::Kind::exif;  // else the interval that every file states
            break;
        case TimeSource::index:
            same.kind = TimeChoice::Kind::index;
            break;
        case TimeSource::video:
        case TimeSource::interval:
        case TimeSource::table:
        case TimeSource::mtime:
            break;
    }
    return same;
}

}  // namespace

ImageSeries withFrames(ImageSeries series, std::span<const fs::path> files, const TimeChoice& choice) {
    const TimeChoice times = settled(series, choice);
    const std::size_t before = series.frames.size();
    std::map<fs::path, std::string> known;  // by folder and name without extension
    for (const FrameSource& frame : series.frames)
        known.emplace(fs::path(frame.file).replace_extension(), frame.name);
    for (const fs::path& file : files) {
        const auto [same, isNew] = known.emplace(fs::path(file).replace_extension(), displayName(file));
        if (!isNew) {
            say(series, "files.same-stem",
                displayName(file) + " is left out: it is taken for the picture of " + same->second + ", which came first.");
            continue;
        }
        FrameSource frame;
        frame.file = file;
        frame.name = displayName(file);
        if (!series.frames.empty()) frame.dataset = series.frames.front().dataset;
        series.frames.push_back(std::move(frame));
        if (series.first.width > 0) continue;
        try {
            series.first = frameHeader(series.frames.back());
        } catch (const InputError&) {
            continue;  // the frame will be named as failed when it is measured
        }
    }
    if (const std::string axis = axisBesideTimes(series); !axis.empty())
        throw InputError(
            series.name,
            "the names of its images now say several " + axis + ", and a folder that is watched has one frame a file",
            "watch a folder of one of them, or open this one as it is when all images have come");
    if (times.kind != TimeChoice::Kind::exif || before < 2 || !series.frames.front().problem.empty()) {
        assignTimes(series, times);
        return series;
    }
    // Clock times count from the first frame; the other frames' headers are not read again.
    ImageSeries fresh = series;
    fresh.frames.erase(fresh.frames.begin() + 1, fresh.frames.begin() + static_cast<std::ptrdiff_t>(before));
    assignTimes(fresh, times);
    std::copy(fresh.frames.begin() + 1, fresh.frames.end(), series.frames.begin() + static_cast<std::ptrdiff_t>(before));
    return series;
}

}  // namespace coarsen
