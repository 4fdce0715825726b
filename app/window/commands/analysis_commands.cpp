// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/commands/commands.hpp"
#include "app/window/document/document.hpp"
#include "app/window/panels/sheets/comparison_dialog.hpp"
#include "app/window/panels/sheets/facts_dialog.hpp"
#include "app/window/workspace/file_dialogs.hpp"
#include "app/window/workspace/status_bar.hpp"
#include "app/window/workspace/top_bar.hpp"

#include <QCoreApplication>
#include <QMainWindow>

namespace coarsen::window {

namespace {

struct AnalysisWords {
    Q_DECLARE_TR_FUNCTIONS(AnalysisWords)
};

}  // namespace

CommandGroup analysisCommands(const Actors& actors) {
    const auto tr = [](const char* words) { return AnalysisWords::tr(words); };
    const auto isOpen = whenOpen(actors);
    Document& document = actors.document;
    const auto endRangeHere = [&document](RangeEnd end) {
        return [&document, end] {
            if (document.frame().index() >= 0) document.changes().setFitRangeEnd(end, document.frame().index());
        };
    };
    return {
        tr("&Analysis"),
        true,
        {{.key = "analyse",
          .words = tr("Analyse"),
          .shortcuts = {Qt::Key_F5},
          .run = [&document] { document.run().analyse(false); },
          .isEnabled = isOpen},
         {.key = "analyse.all",
          .words = tr("Analyse all again"),
          .shortcuts = {QKeySequence("Shift+F5")},
          .run = [&document] { document.run().analyse(true); },
          .isEnabled = isOpen},
         {.key = "cancel",
          .words = tr("Cancel"),
          .shortcuts = {Qt::Key_Escape},
          .run = [&document] { document.run().cancel(); },
          .isEnabled = [&document] { return document.isBusy(); },
          .needs = tr("Nothing is being measured"),
          .sheet = tr("The innermost thing: a list, what is being typed, a sheet, a tool, the run; it pauses while a folder is "
                      "watched")},
         {.key = "fit.from",
          .words = tr("Fit range starts at this frame"),
          .shortcuts = {Qt::Key_I},
          .run = endRangeHere(RangeEnd::from),
          .isEnabled = isOpen,
          .isAfterLine = true},
         {.key = "fit.to",
          .words = tr("Fit range ends at this frame"),
          .shortcuts = {Qt::Key_O},
          .run = endRangeHere(RangeEnd::to),
          .isEnabled = isOpen},
         {.key = "fit.all",
          .words = tr("Fit all frames"),
          .run = [&document] { document.changes().setFitRange({}); },
          .isEnabled = isOpen},
         {.key = "against",
          .words = tr("Compare frames…"),
          .shortcuts = {Qt::Key_V},
          .run = [&document, &window = actors.window] { showComparison(document, &window); },
          .isEnabled = whenPictures(actors),
          .needs = needsPictures(),
          .isAfterLine = true,
          .sheet = tr("Compare this frame with another one, or with a file: how far its content moved")},
         {.key = "compare",
          .words = tr("Compare with…"),
          .run = [&files = actors.files] { files.askCompared(); },
          .isEnabled = isOpen,
          .isAfterLine = true},
         {.key = "compare.stop",
          .words = tr("Stop comparing"),
          .run = [&document] { document.growth().stopComparing(); },
          .isEnabled = [&document] { return document.isOpen() && document.growth().isComparing(); },
          .needs = tr("No other session is shown: Compare with… opens one")},
         {.key = "pixel-size",
          .words = tr("Pixel size…"),
          .run = [&bar = actors.bar] { bar.askPixelSize(); },
          .isEnabled = isOpen,
          .isAfterLine = true},
         {.key = "times", .words = tr("Times and t₀…"), .run = [&bar = actors.bar] { bar.askTimes(); }, .isEnabled = isOpen},
         {.key = "facts",
          .words = tr("What the files say…"),
          .run = [&document, &window = actors.window] { showFacts(document, &window); },
          .isEnabled = isOpen},
         {.key = "engine", .words = tr("Engine…"), .run = [&status = actors.status] { status.askEngine(); }}}};
}

}  // namespace coarsen::window
