// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyse_frame.hpp"
#include "core/analysis/neighbour_correlation.hpp"
#include "core/analysis/survey.hpp"
#include "core/analysis/volume_frame_measurer.hpp"
#include "core/base/memory.hpp"
#include "core/growth/growth_fit.hpp"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

struct Registration;

/// Everything that one run needs, by value: nothing of it changes while the run goes on.
struct RunRequest {
    ImageSeries series;
    Recipe recipe;
    Calibration calibration;
    EngineRequest engines;
    std::vector<int> frames;                   ///< frames of the series, ascending; empty: all
    std::optional<std::set<int>> wanted;       ///< frames to measure now; nothing: all that are not known
    std::set<int> excluded;                    ///< measured, but marked and left out of the fit
    std::map<int, double> manualRMaxPx;        ///< markers set by hand
    std::shared_ptr<const Survey> survey;      ///< when known already; else found first, where the recipe needs it
    std::optional<ImageHeader> usual;          ///< of most frames of the series, where it is known already
    FrameResults known;                        ///< rows that stand, and are not wanted anew
    int threads = 0;                           ///< all cores
    std::size_t memoryBytes = memoryBudget();  ///< that the run may take; frames that need more are not decoded
    bool keepsImages = false;                  ///< the listener wants them
};
std::vector<int> framesOf(const RunRequest& request);  ///< that are the series: all of it where it names none

struct RunProgress {
    int done = 0, total = 0;
    int frame = -1;                                                 ///< the one just finished
    double secondsLeft = std::numeric_limits<double>::quiet_NaN();  ///< from the median of the last frames
};

/// Calls that listeners hear from the run's threads. All but `measured`, `images`, `volumes` and `deformations` are never called
/// two at once; the last three may run beside them, one at a time too. An exception of a listener ends the run and reaches the
/// caller.
struct RunListener {
    std::function<void(const SharedResult&, const RunProgress&)> finished;  ///< each frame measured now, in the series' order
    /// Called with a row as soon as it is there, on the thread that measured it, in no order and beside all other calls: work
    /// that takes time belongs here, since in `finished` all threads would wait for it.
    std::function<void(const FrameResult&)> measured = {};
    /// How much of its pattern a frame shares with the one before it in the series (NaN: that is not known); before `finished` of
    /// the later of the two. Also of a known frame whose predecessor is measured now.
    std::function<void(int frame, double neighbourCorrelation)> compared = {};
    std::function<void(const FrameSource&, int index, const Frame&, const Measurer::Answer&)> images = {};  ///< for --save
    std::function<void(const FrameSource&, int index, const VolumeFrameMeasurer::Answer&)> volumes = {};    ///< the same
    /// The same: the flow between a frame and the one that it is compared with, with the size of a voxel.
    std::function<void(int index, const Registration&, const Spacing&)> deformations = {};
    std::function<void(const std::string&)> notice = {};  ///< an engine fell back, ...
    /// At the end: what was done to some frames without being asked for, as masking NaN, and to how many and which.
    std::function<void(const std::string& what, const std::string& where)> remarked = {};
    std::function<void(int done, int total)> surveyed = {};  ///< frames read for the survey, before any is measured
};

/// Results of a run, with what was known before it.
struct MeasuredSeries {
    FrameResults results;
    NeighbourCorrelations neighbourCorrelations;  ///< of the pairs of neighbours of which the run measured either

    std::vector<FrameResult> rows() const;  ///< in frame order
};

/// One row a frame. A bad frame becomes a `failed` row and the others go on. After a stop the rows measured so far. Each thread
/// takes the next frame and reads, hashes, decodes, preprocesses and measures it alone, so nothing waits for anything; memory is
/// bounded by fewer threads. The numbers do not depend on the number of threads, nor on which frames are known. A frame of
/// another size than most is refused. When an engine fails the CPU takes over. Throws SettingError (the recipe or engine does not
/// suit these images) and what listeners throw.
MeasuredSeries runSeries(const RunRequest& request, const RunListener& listener, std::stop_token stop = {});

/// The row's length of that key of lengthEstimators(); throws SettingError naming the known ones.
const LengthScale& lengthNamed(const FrameResult& row, std::string_view key);

/// R against time from the rows, which stand in the series' order, calibrated when known.
/// `neighbourCorrelations`: how much of its pattern each frame shares with the one before.
GrowthSeries growthSeries(const std::vector<FrameResult>& results, const NeighbourCorrelations& neighbourCorrelations,
                          const Calibration& calibration, const std::string& lengthKey = "r_max");

}  // namespace coarsen
