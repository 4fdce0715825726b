// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/state/epoch.hpp"
#include "app/window/state/fit_state.hpp"
#include "app/window/state/run_state.hpp"
#include "app/window/state/sequence_cache.hpp"
#include "app/window/state/survey_state.hpp"
#include "app/window/state/watch_state.hpp"
#include "core/session/session.hpp"

namespace coarsen::window {

/// State of what is open, with all that is known of it: the parts of a document share it.
struct Opened {
    Opened() { session.recipe = defaultRecipe(); }
    Opened(const Opened&) = delete;  // the states refer to this very session
    Opened& operator=(const Opened&) = delete;

    Session session;
    std::vector<std::filesystem::path> inputs;  ///< files and folders that it was opened from
    RunState measured{session};
    SurveyState surveys{session};
    FitState fits{session};
    WatchState watch;
    Epoch frames;  ///< of the series: another one is open, or their number, files, times or order are others

    bool isOpen() const { return !session.series.frames.empty(); }
    int frameCount() const { return static_cast<int>(session.series.frames.size()); }
    const FrameSequence& sequence() const { return sequence_.of(session.series, frames.now()); }
    const FrameSource& source(int frame) const { return session.series.frames[static_cast<std::size_t>(frame)]; }

private:
    mutable SequenceCache sequence_;
};

}  // namespace coarsen::window
