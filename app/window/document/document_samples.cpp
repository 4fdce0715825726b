// SPDX-License-Identifier: GPL-3.0-or-later
// Which of several series is the one that is open.
#include "app/window/document/document.hpp"
#include "core/session/relocate.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

namespace coarsen::window {

void Document::connectSamples() {
    connect(this, &Document::resultsChanged, &samples_, &Samples::refresh);
    connect(this, &Document::choicesChanged, &samples_, &Samples::refresh);
    connect(this, &Document::sessionSaved, &samples_, [this] {
        if (samples_.isSeveral()) samples_.keepSoon();  // what was kept of this one for the next start is gone
    });
    changes_.setFollowers(
        [this](const FitSettings& before, const FitSettings& after) { return samples_.followers(before, after); });
    connect(&samples_, &Samples::lookWanted, this, &Document::lookAtSample);
    connect(&samples_, &Samples::closeWanted, this, &Document::close);
    connect(&samples_, &Samples::openFailed, this,
            [this](const QString& problem) { failToOpen(tr("The project was not opened"), problem); });
    connect(&samples_, &Samples::saving, this, [this] { recovery_.stop(); });  // a change from now on starts it again
    connect(&samples_, &Samples::notSaved, this, &Document::keepForRecovery);
    connect(&samples_, &Samples::sessionSaved, this, [this](const std::filesystem::path& file) {
        opened_.session.file = file;
        std::error_code gone;
        savedHere_[file] = std::filesystem::last_write_time(file, gone);
        emit choicesChanged();
    });
}

HeldSeries Document::held() const {
    HeldSeries held;
    held.session = std::make_shared<const Session>(opened_.session);
    held.file = opened_.session.file;
    held.kept = recoveryFile_;
    held.saved = saved_;
    held.isChecked = true;
    held.frame = frame_.index();
    return held;
}

void Document::lookAtSample(int series) {
    const bool isUnderWay = run_.isRunning();
    run_.letGo();  // what comes from now on belongs to the background
    HeldSeries next = samples_.swap(series, isUnderWay);
    isLooking_ = true;
    adopt(*next.session, next.file, next.kept);
    isLooking_ = false;
    saved_ = next.saved;
    if (next.frame > 0) frame_.show(std::min(next.frame, frameCount() - 1));
    if (!next.isChecked) inputs_.check();
    background_.run(
        [this, images = session().series, asked = opened_.frames.now()]() -> Background::Result {
            return [this, missing = framesWithoutFile(images), asked] {
                if (!opened_.frames.isOver(asked)) inputs_.tellMissing(missing, {});
            };
        },
        [](const QString&) {});  // only a warning is missing then
}

}  // namespace coarsen::window
