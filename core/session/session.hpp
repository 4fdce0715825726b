// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/frame_result.hpp"
#include "core/analysis/neighbour_correlation.hpp"
#include "core/base/time_unit.hpp"
#include "core/ensemble/grouping.hpp"
#include "core/growth/growth_fit.hpp"
#include "core/recipe/recipe.hpp"
#include "core/series/image_series.hpp"
#include "core/session/result_key.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

inline constexpr const char* sessionEnding = ".coarsen";

/// Everything needed to come back exactly: a value. C2D is not kept; it is computed again when shown.
struct Session {
    ImageSeries series;
    std::string name;            ///< that the user gave the series; empty: none (core/session/series_name.hpp)
    std::filesystem::path file;  ///< where it was read from or is saved; empty: it never was; not kept
    TimeChoice times;
    TimeUnit timeUnit = TimeUnit::automatic;     ///< that times are shown in; files stay in seconds
    std::map<std::string, TimeUnit> typedUnits;  ///< by setting ("fit.t0", "times.interval"): the unit it was typed in
    Calibration calibration;
    Recipe recipe;
    FileHashes files;  ///< of what the recipe's steps read, when last checked
    std::set<int> excluded;
    std::map<int, double> manualRMaxPx;
    std::optional<Grouping> ensemble;  ///< images in groups instead of frames in time; nothing: a series
    FrameResults results;
    NeighbourCorrelations neighbourCorrelations;
    std::map<int, ResultKey> resultKeys;  ///< what made each result: another than today's, or none, means out of date
    std::vector<GrowthFit> fits;
    std::map<std::string, std::string> outputs;  ///< tables that the run wrote beside the session: name and SHA-256
    std::string engine = "auto";
    std::string convolutionEngine = "auto";  ///< asked for: of steps that filter or blur
    std::string convolutionTuning;           ///< when the costs that `auto` went by were measured; empty: stated ones
    std::string device;
    std::string startedUtc, finishedUtc;  ///< ISO 8601
    std::string version;                  ///< of the program that wrote it
    std::vector<std::string> damages;     ///< sentences on what was left out when it was read; not kept
    std::string viewJson;                 ///< the window's own: shown frame, axes, panels; opaque here

    /// The keys of what is chosen now; hashes the recipe.
    ResultKeys keysOfToday() const;
    /// True where the frame has a result of what is chosen now (a change of the fit does not matter).
    bool isUpToDate(int frame) const;
    /// All frames with such a result.
    std::set<int> framesUpToDate() const;
    /// The rows in frame order, as fits and tables want them: marked by today's exclusions.
    std::vector<FrameResult> rows() const;
};

/// The session's results as its fits see them.
GrowthSeries growthOf(const Session& session);

/// Reads and writes `session.coarsen`, JSON of schema 1; input paths are stored relative to the file's folder, so both can be
/// moved together. Throws InputError (not a session, a newer schema, damaged) / StorageError.
Session readSession(const std::filesystem::path& file);
void writeSession(const std::filesystem::path& file, const Session& session);
std::string sessionJson(const Session& session, const std::filesystem::path& relativeTo);
Session sessionFromJson(std::string_view json, const std::filesystem::path& file);

/// Frames whose file is missing or differs in SHA-256 from what was measured.
struct InputCheck {
    std::vector<int> missing, changed;
    bool isUnchanged() const { return missing.empty() && changed.empty(); }
};
/// Reads every measured file, on so many threads (0: all cores). After a stop what was found until then.
InputCheck checkInputs(const Session& session, int threads = 0, std::stop_token stop = {});

}  // namespace coarsen
