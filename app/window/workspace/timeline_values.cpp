// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workspace/timeline_values.hpp"

#include "app/window/document/document.hpp"
#include "app/window/theme/words.hpp"
#include "app/window/views/timeline.hpp"

#include <map>
#include <utility>
#include <vector>

namespace coarsen::window {

namespace {

void showSeries(Timeline& timeline, const Document& document) {
    if (!document.isOpen()) return;
    std::vector<double> times;
    for (const FrameSource& source : document.session().series.frames)
        times.push_back(source.timeS - document.times().origin());
    timeline.showSeries(std::move(times), document.growth().data()->timeUnit(), document.sequence());
    timeline.showStates(document.growth().cellStates());
    timeline.setCurrentFrame(document.frame().index());
}

void showResults(Timeline& timeline, const Document& document) {
    timeline.showStates(document.growth().cellStates());
    std::map<int, QString> failures;
    for (const auto& [frame, row] : document.session().results)
        if (row->status == FrameStatus::failed) failures[frame] = translated(row->message);
    timeline.showFailures(std::move(failures));
}

void showWatch(Timeline& timeline, const Document& document) {
    const WatchStatus& watch = document.watch().status();
    WatchCell cell;
    cell.canWatch = document.watch().isPossible();
    cell.isOn = watch.isOn && !watch.isAwaitingFirst;
    cell.follows = watch.follows;
    cell.isAway = watch.isAway;
    cell.words =
        watch.isAway     ? Timeline::tr("the folder is away")
        : watch.isPaused ? Timeline::tr("paused, F5 measures on")
        : watch.unfinished > 0
            ? Timeline::tr("%1 being written").arg(counted(watch.unfinished, Timeline::tr("image"), Timeline::tr("images")))
            : Timeline::tr("waiting for the next image");
    timeline.showWatch(cell);
}

}  // namespace

void connectTimeline(Timeline& timeline, Document& document) {
    const auto hear = [&](auto news, auto show) {
        QObject::connect(&document, news, &timeline, [&timeline, &document, show] { show(timeline, document); });
    };
    QObject::connect(&document, &Document::opened, &timeline, &Timeline::clearThumbnails);
    hear(&Document::opened, showSeries);
    hear(&Document::opened, showWatch);
    hear(&Document::choicesChanged, showSeries);
    hear(&Document::resultsChanged, showResults);
    hear(&Document::watchChanged, showWatch);
    hear(&Document::runChanged, [](Timeline& running, const Document& shown) {
        running.setRunning(shown.run().isRunning() ? shown.run().progress().frame : -1);
    });
    QObject::connect(&document, &Document::frameChanged, &timeline, &Timeline::setCurrentFrame);
    QObject::connect(&document, &Document::thumbnailMade, &timeline, &Timeline::setThumbnail);
    QObject::connect(&document, &Document::thumbnailFailed, &timeline, &Timeline::setUnreadable);
    QObject::connect(&timeline, &Timeline::frameChosen, &document.frame(), &ShownFrame::show);
    QObject::connect(&timeline, &Timeline::watchWanted, &document.watch(), &Watch::setOn);
    QObject::connect(&timeline, &Timeline::followWanted, &document.watch(), &Watch::setFollowing);
}

}  // namespace coarsen::window
