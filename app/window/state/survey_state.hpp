// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/state/epoch.hpp"
#include "app/window/state/run_state.hpp"
#include "core/analysis/survey.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace coarsen::window {

/// Knows which survey of a session's series is held, whether it is of today's settings and of all frames, whether one is under
/// way, and which analysis waits for it. It surveys nothing: `want` says what is to be done.
class SurveyState {
public:
    enum class Task {
        none,
        stop,   ///< the survey under way, if there is one, is for nothing
        begin,  ///< anew, and stop the one under way
        extend  ///< extends the held survey over the frames that have come meanwhile
    };

    /// The session outlives it.
    explicit SurveyState(const Session& session) : session_(session) {}

    std::shared_ptr<const Survey> held() const;   ///< of today's settings; of the whole series or of its first frames
    std::shared_ptr<const Survey> whole() const;  ///< of all frames
    std::string heldKey() const;                  ///< another one for each survey; empty without one
    bool isUnderWay() const { return isUnderWay_; }
    int framesSeen() const { return framesSeen_; }  ///< by the survey under way

    void adopt();  ///< another session is open: nothing is held or under way
    /// For what is chosen today. `isPaused`: what is held is not extended now.
    Task want(bool isPaused);
    /// The same for an analysis that needs it: it is taken once the survey is done. One that was cancelled or failed begins
    /// again.
    Task wantFor(Extent analysis, bool isPaused);
    /// The analysis that waited for the survey; nothing while one is under way.
    std::optional<Extent> takeAnalysis();
    void makeOld();             ///< the images are others, or stand elsewhere: what was found is no longer so
    void makeOldUnlessWhole();  ///< dust that stands still is looked for in all frames, not only in those there were

    void saw(int frames) { framesSeen_ = frames; }
    /// Takes it; what it says that the one before did not.
    std::vector<std::string> found(std::shared_ptr<const Survey> survey);
    void ended();  ///< it failed or was cancelled, and so is the analysis that waited

private:
    std::string keyToday() const;  ///< empty: the recipe needs none

    const Session& session_;
    Epoch images_;
    std::shared_ptr<const Survey> survey_;
    std::string key_;  ///< settings and files that survey_ was or is being found for
    bool isUnderWay_ = false;
    int framesSeen_ = 0;
    std::optional<Extent> analysis_;
};

}  // namespace coarsen::window
