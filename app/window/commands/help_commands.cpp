// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/commands/commands.hpp"
#include "app/window/document/document.hpp"
#include "app/window/panels/sheets/help_window.hpp"
#include "app/window/panels/sheets/manual.hpp"
#include "app/window/panels/sheets/manual_window.hpp"
#include "app/window/panels/sheets/self_test_dialog.hpp"
#include "app/window/theme/words.hpp"
#include "app/window/workspace/demonstrations.hpp"
#include "app/window/workspace/guided_tour.hpp"
#include "app/window/workspace/top_bar.hpp"
#include "app/window/workspace/workspace.hpp"
#include "core/base/version.hpp"

#include <QCoreApplication>
#include <QMainWindow>

namespace coarsen::window {

namespace {

struct HelpWords {
    Q_DECLARE_TR_FUNCTIONS(HelpWords)
};

QString listOf(const EngineList& engines) {
    QString list;
    for (const auto& engine : engines) {
        const EngineDescription& about = engine->description();
        list += QStringLiteral("<li>%1: %2</li>")
                    .arg(QString::fromStdString(about.name),
                         QString::fromStdString(about.unavailable.empty() ? about.device : about.unavailable));
    }
    return list;
}

}  // namespace

CommandGroup helpCommands(const Actors& actors) {
    const auto tr = [](const char* words) { return HelpWords::tr(words); };
    const auto show = [&window = actors.window](const QString& title, const QString& text) {
        (new HelpWindow(title, text, &window))->show();
    };
    const auto openManual = [&window = actors.window](const char* place) { ManualWindow::open(place, &window); };
    Document& document = actors.document;
    return {tr("&Help"),
            true,
            {{.key = "tour", .words = tr("Tour"), .run = [&] { startTour(document, actors.workspace, actors.bar); }},
             {.key = "sample", .words = tr("Demonstration series"), .run = [&document] { openSample(document); }},
             {.key = "sample.crossover",
              .words = tr("When a law does not hold"),
              .run =
                  [=, &document] {
                      openCrossover(document);
                      show(tr("When a law does not hold"), helpText("crossover"));
                  }},
             {.key = "help.keys",
              .words = tr("Keys"),
              .shortcuts = {Qt::Key_F1},
              .run = [=, &actors] { show(tr("Keys"), actors.shortcutSheet()); },
              .isAfterLine = true,
              .sheet = tr("These keys")},
             {.key = "help.contents", .words = tr("Manual"), .run = [=] { openManual("README"); }},
             {.key = "help.manual",
              .words = tr("Steps and growth laws"),
              .run = [=] { show(tr("Steps and growth laws"), manualPage()); }},
             {.key = "help.r-max", .words = tr("What is %1?").arg(rMaxText()), .run = [=] { openManual("lengths"); }},
             {.key = "help.trust", .words = tr("When to trust a result"), .run = [=] { openManual("trust"); }},
             {.key = "help.files", .words = tr("Formats, times and pixel size"), .run = [=] { openManual("formats"); }},
             {.key = "help.channels", .words = tr("Colours, axes and channels"), .run = [=] { openManual("channels"); }},
             {.key = "help.volumes", .words = tr("Volumes"), .run = [=] { openManual("volumes"); }},
             {.key = "self-test",
              .words = tr("Self-test…"),
              .run = [&] { (new SelfTestDialog(document.run().machine().engines, &actors.window))->show(); }},
             {.key = "help.citation",
              .words = tr("How to cite"),
              .run =
                  [=, &window = actors.window] {
                      const QString references = helpText("citation", "bib").replace("%1", version);
                      auto* const page = new HelpWindow(
                          tr("How to cite"), helpText("citation").arg(QString(version), references.toHtmlEscaped()), &window);
                      page->offerCopy(tr("Copy BibTeX"), references);
                      page->show();
                  }},
             {.key = "help.about", .words = tr("About"), .run = [=, &document] {
                  show(tr("About"), helpText("about").arg(QCoreApplication::applicationVersion(), qVersion(),
                                                          listOf(document.run().machine().engines.correlation)));
              }}}};
}

}  // namespace coarsen::window
