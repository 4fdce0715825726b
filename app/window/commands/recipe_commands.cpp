// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/commands/commands.hpp"
#include "app/window/document/command_line.hpp"
#include "app/window/document/presets.hpp"
#include "app/window/theme/words.hpp"
#include "app/window/workspace/file_dialogs.hpp"
#include "core/recipe/presets.hpp"

#include <QCoreApplication>
#include <QInputDialog>
#include <QMainWindow>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>

namespace coarsen::window {

namespace {

struct RecipeWords {
    Q_DECLARE_TR_FUNCTIONS(RecipeWords)
};

/// Fills a menu with the presets that ship with the program, then the user's own. The one that the recipe equals has a tick.
void fillWithPresets(QMenu* menu, const Actors& actors) {
    Document& document = actors.document;
    menu->clear();
    for (const Preset& preset : recipePresets()) {
        QAction* const line = menu->addAction(translated(preset.label), menu, [&document, &preset] {
            document.changes().setRecipe(presetFor(preset, document.recipe()),
                                         RecipeWords::tr("choice of preset %1").arg(translated(preset.label)));
        });
        line->setToolTip(translated(preset.help));
        line->setEnabled(document.isOpen());
        line->setCheckable(true);
        line->setChecked(document.isOpen() && presetOf(document.recipe()) == &preset);
    }
    if (!actors.presets.names().isEmpty()) menu->addSeparator();
    for (const QString& name : actors.presets.names())
        menu->addAction(QString(name).replace('&', "&&"), menu, [&presets = actors.presets, name] { presets.use(name); })
            ->setEnabled(document.isOpen());
}

QMenu* menuOfPresets(const Actors& actors, QMenu* parent) {
    auto* const menu = new QMenu(parent);
    menu->setObjectName("presets");
    menu->setToolTipsVisible(true);
    const auto fill = [menu, &actors] { fillWithPresets(menu, actors); };
    QObject::connect(menu, &QMenu::aboutToShow, menu, fill);
    QObject::connect(parent, &QMenu::aboutToShow, menu, [&presets = actors.presets] { presets.list(); });
    QObject::connect(&actors.presets, &Presets::listed, menu, fill);
    return menu;
}

/// `chosen` gets the text once the user says yes.
QInputDialog* askText(QWidget* over, const QString& title, const QString& label, const QString& yes,
                      const std::function<void(const QString&)>& chosen) {
    auto* const dialog = new QInputDialog(over);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    dialog->setLabelText(label);
    dialog->setOkButtonText(yes);
    QObject::connect(dialog, &QInputDialog::textValueSelected, over, chosen);
    return dialog;
}

void saveAsPreset(const Actors& actors, const QString& name) {
    Presets& presets = actors.presets;
    if (name.isEmpty()) return;
    if (!presets.names().contains(name)) return presets.save(name);
    auto* const question =
        new QMessageBox(QMessageBox::Question, RecipeWords::tr("Save as preset"),
                        RecipeWords::tr("There is a preset %1. Replace it by the recipe as it is now?").arg(name),
                        QMessageBox::Cancel, &actors.window);
    question->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(question->addButton(RecipeWords::tr("Replace"), QMessageBox::AcceptRole), &QAbstractButton::clicked,
                     &actors.window, [&presets, name] { presets.save(name); });
    question->open();
}

void askPresetName(const Actors& actors) {
    askText(&actors.window, RecipeWords::tr("Save as preset"), RecipeWords::tr("Name"), RecipeWords::tr("Save"),
            [&actors](const QString& typed) { saveAsPreset(actors, presetName(typed)); })
        ->open();
}

void askPresetToRemove(const Actors& actors) {
    QInputDialog* const dialog =
        askText(&actors.window, RecipeWords::tr("Remove preset"), RecipeWords::tr("The file of this preset is deleted"),
                RecipeWords::tr("Remove"), [&presets = actors.presets](const QString& name) { presets.remove(name); });
    dialog->setComboBoxItems(actors.presets.names());
    dialog->open();
}

}  // namespace

CommandGroup recipeCommands(const Actors& actors) {
    const auto tr = [](const char* words) { return RecipeWords::tr(words); };
    FileDialogs& files = actors.files;
    const auto isOpen = whenOpen(actors);
    return {tr("&Recipe"),
            true,
            {{.key = "recipe.presets",
              .words = tr("Presets"),
              .isEnabled = isOpen,
              .menu = [&actors](QMenu* parent) { return menuOfPresets(actors, parent); }},
             {.key = "recipe.preset.save",
              .words = tr("Save as preset…"),
              .run = [&actors] { askPresetName(actors); },
              .isEnabled = isOpen},
             {.key = "recipe.preset.remove",
              .words = tr("Remove preset…"),
              .run = [&actors] { askPresetToRemove(actors); },
              .isEnabled = [&presets = actors.presets] { return !presets.names().isEmpty(); },
              .needs = tr("There is no preset of your own: Save as preset… keeps one")},
             {.key = "recipe.load",
              .words = tr("Load recipe…"),
              .run = [&files] { files.loadRecipe(); },
              .isEnabled = isOpen,
              .isAfterLine = true},
             {.key = "recipe.save", .words = tr("Save recipe…"), .run = [&files] { files.saveRecipe(); }, .isEnabled = isOpen},
             {.key = "recipe.command-line",
              .words = tr("Copy as a command line"),
              .run = [&document = actors.document] { copyCommandLine(document); },
              .isEnabled = isOpen}}};
}

}  // namespace coarsen::window
