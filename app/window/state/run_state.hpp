// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace coarsen::window {

/// The frames that an analysis is asked for.
enum class Extent { unmeasured, outOfDate, all };

/// Knows what is measured of a session and whether it is of what is chosen today, which frames are wanted again, and what a row
/// means that arrives late. It measures nothing: whoever does says when a run begins and ends, and brings its rows.
class RunState {
public:
    /// Keeps the results of this session, which outlives it.
    explicit RunState(Session& session) : session_(session) {}

    void adopt();  ///< another session is open: rows of a run for the one before are dropped from now on

    const std::set<int>& upToDate() const { return upToDate_; }
    int toMeasure() const;  ///< frames that wait or are out of date
    bool isComplete() const { return toMeasure() == 0; }
    /// The frames to measure; those never measured without the ones whose files are being written.
    std::vector<int> framesOf(Extent extent, const std::set<int>& unfinished) const;
    /// The results of what is chosen today. Where there is none: those of the earlier recipe that measured most of them, for a
    /// fit to two recipes' lengths is of neither.
    std::vector<SharedResult> shown() const;
    /// Frames that could not be measured although nothing is wrong with their place in the series: worth another try.
    std::vector<int> failures() const;

    /// After a change of the recipe, of a file that it names or of the pixels' shape. Whether results of before are out of date,
    /// or again up to date.
    bool rejudge();
    void markersMoved(const std::map<int, double>& before);  ///< frames whose marker is another are wanted again
    void startOver();  ///< all frames are to be measured again; after a run that is cancelled results are what they were
    void wantAgain(const std::vector<int>& frames);  ///< for what their results were made of is no longer so
    void forget(const std::vector<int>& frames);     ///< as if they had never been measured
    /// Frames wanted again that are still out of date; they are wanted no longer.
    std::vector<int> takeWanted();

    void begin(bool isOfWanted);  ///< a run with what is chosen now; `isOfWanted`: of nothing but frames wanted again
    bool isUnderWay() const { return run_.has_value(); }
    bool isRunOverSeries() const;  ///< a run with today's recipe, of more than frames wanted again
    void keep(const SharedResult& row);
    void keep(const NeighbourCorrelations& neighbourCorrelations);
    /// Ends the run; true where the whole series is measured now and may be judged: not after a run over frames wanted again.
    bool end(bool cancelled);

private:
    /// Settings that the run under way measures with.
    struct Run {
        ResultKeys keys;
        bool isOfWanted = false;
    };

    Session& session_;
    ResultKeys today_;  ///< of what is chosen now
    std::set<int> upToDate_, wanted_;
    std::optional<Run> run_;
};

}  // namespace coarsen::window
