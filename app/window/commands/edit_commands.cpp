// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/commands/commands.hpp"
#include "app/window/figures/figure_file.hpp"
#include "app/window/figures/samples_figures.hpp"
#include "app/window/panels/growth/growth_panel.hpp"
#include "app/window/panels/sheets/preferences_dialog.hpp"
#include "app/window/plots/time_series.hpp"
#include "app/window/views/growth_view.hpp"
#include "app/window/workspace/workspace.hpp"

#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QMainWindow>

namespace coarsen::window {

namespace {

struct EditWords {
    Q_DECLARE_TR_FUNCTIONS(EditWords)
};

/// As a picture, in the size and sharpness of an exported one.
void copyGrowthChart(Document& document, const GrowthView& view) {
    const GrowthQuantity quantity = view.quantity();
    const auto samples = document.samples().data();
    const Figure figure = samples && quantity == GrowthQuantity::length ? samplesFigure(samples, view.isLogarithmic())
                          : quantity == GrowthQuantity::length
                              ? growthFigure(document.growth().data(), view.isLogarithmic())
                              : timeSeriesFigure(timeSeriesOf(quantity, *document.growth().data()));
    const FigureSize size;
    const double scale = double(size.pngPixels().width()) / size.logicalPixels().width();
    QApplication::clipboard()->setImage(pictureOf(figure, size.logicalPixels(), scale));
    document.notices().say(EditWords::tr("The growth chart is copied"));
}

void askPreferences(const Actors& actors) {
    auto* const dialog = new PreferencesDialog(&actors.window);
    QObject::connect(dialog, &PreferencesDialog::changed, &actors.window, actors.adopt);
    dialog->open();
}

}  // namespace

CommandGroup editCommands(const Actors& actors) {
    const auto tr = [](const char* words) { return EditWords::tr(words); };
    const auto isOpen = whenOpen(actors);
    Document& document = actors.document;
    QUndoStack& stack = document.changes().undoStack();
    GrowthPanel& growth = actors.workspace.growth();
    return {
        tr("&Edit"),
        true,
        {{.key = "undo",
          .words = tr("Undo"),
          .shortcuts = {QKeySequence::Undo},
          .run = [&stack] { stack.undo(); },
          .isEnabled = [&stack] { return stack.canUndo(); },
          .needs = tr("Nothing was changed yet"),
          .object = [&stack] { return stack.undoText(); },
          .isRepeated = true},
         {.key = "redo",
          .words = tr("Redo"),
          .shortcuts = {QKeySequence("Ctrl+Shift+Z")},
          .run = [&stack] { stack.redo(); },
          .isEnabled = [&stack] { return stack.canRedo(); },
          .needs = tr("Nothing was undone"),
          .object = [&stack] { return stack.redoText(); },
          .isRepeated = true},
         {.key = "growth.copy",
          .words = tr("Copy the growth chart"),
          .run = [&] { copyGrowthChart(document, *growth.view()); },
          .isEnabled = isOpen,
          .isAfterLine = true},
         {.key = "table.copy", .words = tr("Copy the table"), .run = [&growth] { growth.copyTable(); }, .isEnabled = isOpen},
         {.key = "result.copy", .words = tr("Copy the result"), .run = [&growth] { growth.copyResult(); }, .isEnabled = isOpen},
         {.key = "frame.exclude",
          .words = tr("Exclude or include this frame"),
          .shortcuts = {Qt::Key_X},
          .run = [&document] { document.changes().toggleExcluded(document.frame().index()); },
          .isEnabled = isOpen,
          .isAfterLine = true},
         {.key = "settings",
          .words = tr("Settings…"),
          .shortcuts = {QKeySequence("Ctrl+,")},
          .run = [&actors] { askPreferences(actors); },
          .isAfterLine = true}}};
}

}  // namespace coarsen::window
