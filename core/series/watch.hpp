// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/image_series.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen {

/// One image file as a folder lists it. A file that is being written changes from one listing to the next.
struct ListedFile {
    std::filesystem::path file;
    std::uintmax_t bytes = 0;
    std::filesystem::file_time_type changed;
    std::int64_t touchedNs = 0;  ///< when the system last noted any change of it: another file in its place has its size and time

    bool operator==(const ListedFile&) const = default;
};

/// The folder's files with an image's extension, in natural order, and those with a volume's where the first one holds pictures
/// (`dataset`: where it is HDF5, these); hidden files and subfolders are left out, as openSeries does. Throws InputError when the
/// folder is gone or cannot be read to its end.
std::vector<ListedFile> imagesIn(const std::filesystem::path& folder, const std::string& dataset = {});

/// Volumes are not watched: throws InputError naming the folder where it holds a file of them. One that cannot be read yet is
/// none.
void requireNoVolumes(const std::filesystem::path& folder, const std::string& dataset = {});

/// State that a watch remembers of a folder between two listings: a value.
struct WatchedFolder {
    struct Seen {
        std::optional<ListedFile> as;  ///< at the last listing; nothing before the first
        double unchangedSinceS = 0;
        bool isFrame = false;      ///< of the series
        bool isEarly = false;      ///< sorts before the last frame: named once and left out
        bool isExpected = false;   ///< not known to be whole
        bool isRewritten = false;  ///< a frame whose file has changed
        bool isAway = false;       ///< not there at the last listing
    };
    std::map<std::string, Seen> files;  ///< by name
    std::string last;                   ///< the name of the last frame
    bool isListed = false;
    std::string dataset = {};  ///< of the pictures, where they lie in HDF5 files
};

/// The watch of the folder that the series was opened from. Empty names: a folder without an image yet.
WatchedFolder watchOf(const std::vector<std::string>& frames, const std::string& dataset = {});

/// Why the series cannot grow with its folder, for a sentence that begins with what does: pictures in single files, all in one
/// folder, each of which is a frame. Empty: it can.
std::string whyItCannotGrow(const ImageSeries& series);
bool canGrow(const ImageSeries& series);

/// Changes that one listing brought.
struct FolderNews {
    std::vector<std::filesystem::path> arrived;    ///< new and whole; in natural order, behind all frames
    std::vector<std::filesystem::path> rewritten;  ///< frames whose file is another, and whole again
    std::vector<std::string> unfinished;           ///< files not yet whole, new ones and frames: asked again at the next listing
    std::vector<std::filesystem::path> returned;   ///< frames whose file was away and is back as it was
    std::vector<std::string> early;                ///< new, but their names sort before the last frame's: said once, left out

    bool operator==(const FolderNews&) const = default;
};

/// Seconds after which a file that still cannot be decoded, and no longer changes, is taken as it is: it becomes a frame that
/// says what is wrong with it.
inline constexpr double writingTimeoutS = 5;

/// So many files at most arrive with one listing, for each is decoded before.
inline constexpr std::size_t arrivalsAtOnce = 32;

/// Compares a listing with what was there. A new file is whole when two listings agree on it and `isWhole` (it decodes); the
/// files behind one that is not yet whole wait, so that frames keep the order of their names. The last frame is doubted at the
/// first listing: it may have been opened half-written. `nowS` is any clock that does not go back.
FolderNews newsOf(WatchedFolder& folder, std::span<const ListedFile> listing, double nowS,
                  const std::function<bool(const std::filesystem::path&)>& isWhole);

/// A watched folder is listed so often. Listing works where notifications of the system do not: on network folders, and on those
/// that go away and come back.
inline constexpr std::chrono::seconds listedEvery{1};

/// Lists the folder and says what is new; nothing is decoded after a stop. Throws InputError when the folder is away: gone, not
/// readable, or empty although it had images (a mount point without its network folder).
FolderNews lookAt(const std::filesystem::path& folder, WatchedFolder& known, std::stop_token stop);

/// Until the next listing is due, or a stop.
void waitForNextListing(std::stop_token stop, std::chrono::milliseconds interval = listedEvery);

/// The series with these files behind its frames, and with times of the kind that it has; frames keep their index. Reads the new
/// files' headers only where times stand there. A file of the name of a frame with another extension is that picture once more,
/// and left out, which is said. Throws InputError for a time table that cannot be read, and where the names now say that some of
/// the files are other channels, positions or slices of what is there.
ImageSeries withFrames(ImageSeries series, std::span<const std::filesystem::path> files, const TimeChoice& choice);

}  // namespace coarsen
