// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/commands/commands.hpp"
#include "app/window/document/document.hpp"
#include "app/window/panels/correlation/correlation_panels.hpp"
#include "app/window/views/timeline.hpp"
#include "app/window/workspace/workspace.hpp"

#include <QCoreApplication>
#include <QInputDialog>
#include <QMainWindow>

namespace coarsen::window {

namespace {

struct SeriesWords {
    Q_DECLARE_TR_FUNCTIONS(SeriesWords)
};

void askFrame(Document& document, QWidget* over) {
    bool isChosen = false;
    const int frame = QInputDialog::getInt(over, SeriesWords::tr("Go to frame"), SeriesWords::tr("Frame"),
                                           document.frame().index(), 0, document.frameCount() - 1, 1, &isChosen);
    if (isChosen) document.frame().show(frame);
}

/// The next frame that failed, is weak or has no maximum.
void showNextProblem(Document& document) {
    const std::vector<CellState> states = document.growth().cellStates();
    const FrameSequence& sequence = document.sequence();
    const int count = static_cast<int>(states.size());
    for (int step = 1; step <= count; ++step) {
        const int place = (sequence.placeOf(document.frame().index()) + step) % count;
        const int frame = sequence.frames[static_cast<std::size_t>(place)];
        const CellState state = states[static_cast<std::size_t>(frame)];
        if (state == CellState::failed || state == CellState::weak || state == CellState::noPeak)
            return document.frame().show(frame);
    }
}

}  // namespace

CommandGroup seriesCommands(const Actors& actors) {
    const auto tr = [](const char* words) { return SeriesWords::tr(words); };
    const auto isOpen = whenOpen(actors);
    Document& document = actors.document;
    const auto go = [&document](int frames) { return [&document, frames] { document.frame().showNeighbour(frames); }; };
    return {tr("Series"),
            false,
            {{.key = "go.back",
              .words = tr("One frame back, forward"),
              .shortcuts = {Qt::Key_Left},
              .run = go(-1),
              .isEnabled = isOpen,
              .isRepeated = true},
             {.key = "go.on",
              .words = tr("One frame back, forward"),
              .shortcuts = {Qt::Key_Right},
              .run = go(1),
              .isEnabled = isOpen,
              .isRepeated = true},
             {.key = "go.back-10",
              .words = tr("Ten frames back, forward"),
              .shortcuts = {QKeySequence("Shift+Left")},
              .run = go(-10),
              .isEnabled = isOpen,
              .isRepeated = true},
             {.key = "go.on-10",
              .words = tr("Ten frames back, forward"),
              .shortcuts = {QKeySequence("Shift+Right")},
              .run = go(10),
              .isEnabled = isOpen,
              .isRepeated = true},
             {.key = "go.first",
              .words = tr("First, last frame"),
              .shortcuts = {Qt::Key_Home},
              .run = [&document] { document.frame().show(document.sequence().first()); },
              .isEnabled = isOpen},
             {.key = "go.last",
              .words = tr("First, last frame"),
              .shortcuts = {Qt::Key_End},
              .run = [&document] { document.frame().show(document.sequence().last()); },
              .isEnabled = isOpen},
             {.key = "go.to",
              .words = tr("Go to frame"),
              .shortcuts = {Qt::Key_G},
              .run = [&] { askFrame(document, &actors.window); },
              .isEnabled = isOpen},
             {.key = "go.problem",
              .words = tr("Next problem"),
              .shortcuts = {Qt::Key_J},
              .run = [&document] { showNextProblem(document); },
              .isEnabled = isOpen,
              .isRepeated = true},
             {.key = "play",
              .words = tr("Play or pause"),
              .shortcuts = {Qt::Key_Space},
              .run = [&timeline = actors.workspace.timeline()] { timeline.setPlaying(!timeline.isPlaying()); },
              .isEnabled = isOpen},
             {.key = "marker.clear",
              .words = tr("Set R_max of this frame back to automatic, after its marker was dragged"),
              .shortcuts = {Qt::Key_Delete, Qt::Key_Backspace},
              .run =
                  [&document] {
                      const int frame = document.frame().index();
                      if (document.changes().hasMarker(frame)) document.changes().setMarker(frame, std::nullopt);
                  },
              .isEnabled = isOpen},
             {.key = "direction",
              .words = tr("C2D along a line or over a sector, drawn over C1D"),
              .shortcuts = {Qt::Key_D},
              .run = [&correlation = actors.workspace.correlation()] { correlation.nextDirection(); },
              .isEnabled = whenPictures(actors),
              .needs = needsPictures()}}};
}

}  // namespace coarsen::window
