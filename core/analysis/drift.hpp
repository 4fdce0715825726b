// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convolve/engines.hpp"
#include "core/displace/shift.hpp"
#include "core/recipe/recipe.hpp"
#include "core/series/image_series.hpp"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen {

class RunningMean;

/// Parts of a volume's drift that a picture's has not.
struct VolumeDrift {
    double zPx = 0;       ///< slices behind the first
    double variance = 0;  ///< VolumeDriftFollower's, that the next one's weight hangs on
};

/// The drift of a series: the survey that the stabilise step needs before any frame can be moved. Immutable once found.
struct Drift {
    std::vector<Shift> shifts;  ///< one a frame of the series, against the first; `isFound` false: taken from the frame before
    std::vector<ShiftError>
        errors;                 ///< one a frame; unknown where `isKnown` is false, and after such a frame where shifts add up
    std::vector<bool> isKnown;  ///< true where that frame could be compared
    std::vector<double> partsDifferPx;        ///< one a frame: FoundShift::partsDifferPx of its comparison
    std::vector<std::string> notes;           ///< jumps and frames that could not be compared, as sentences
    FoundShift last;                          ///< of the last frame: what the next one's is added to
    std::shared_ptr<const RunningMean> mean;  ///< of all these frames, where they were compared with it: what the next one needs
    std::vector<VolumeDrift> ofVolumes;       ///< one a frame of a series of volumes
    std::vector<int> order;                   ///< in which they were compared; what the lists above hold is by frame all the same

    bool isEmpty() const { return shifts.empty(); }
    ShiftError errorOf(std::size_t frame) const { return frame < errors.size() ? errors[frame] : ShiftError{}; }
};

/// The frames that lie farther from the one before than 8 times the usual move, and than 3 px.
std::vector<int> jumpsIn(const std::vector<Shift>& shifts);

/// True where a step moves frames back by their drift: stabilise, align.
bool needsDrift(const Recipe& recipe);

/// Compares what the crop will leave of every frame, after the steps before stabilise, with the one before it in the series'
/// order (shifts are added up), with the first, or with the running mean of those before it. The answer does not depend on
/// threads. `progress(done, total)` is called from any thread, never two at once. Empty after a stop. `seriesMedian`: for a dust
/// step that needs it. `before`: the drift of the series' first frames, which is kept where the others come behind them; the
/// answer is the same as without it.
Drift findDrift(const ImageSeries& series, const Recipe& recipe, int threads, const std::function<void(int, int)>& progress = {},
                std::stop_token stop = {}, const Image& seriesMedian = {}, const Drift& before = {},
                const ConvolutionRequest& convolution = {});

/// The recipe without the shapes that hold for one frame only: parts of frames that lie elsewhere do not tell how their content
/// moves.
Recipe recipeInEveryFrame(Recipe recipe);

/// True where the frames that were compared are still the series' first ones, in that order.
bool isOfBeginning(const Drift& drift, const ImageSeries& series);

/// Adds what the user should know: frames that were not compared, moves far beyond the usual ones, parts that move differently.
void addDriftNotes(Drift& drift, ShiftReference reference);

/// Part of the drift that the steps need for that frame; none beyond its last one.
FrameDrift frameDrift(const Drift& drift, int frame);

}  // namespace coarsen
