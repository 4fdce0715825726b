// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/desk/file_dialogs.hpp"

#include "app/window/panels/parts/save_dialog.hpp"
#include "core/base/files.hpp"
#include "core/export/targets.hpp"
#include "core/image/decode.hpp"
#include "core/recipe/recipe_json.hpp"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>

#include <algorithm>

namespace coarsen::window {

namespace {

std::filesystem::path pathOf(const QString& file) {
    return QFile::encodeName(file).toStdString();
}

}  // namespace

FileDialogs::FileDialogs(Document& document, QWidget* over) : QObject(over), document_(document), over_(over) {}

void FileDialogs::open(const QStringList& paths) {
    if (paths.isEmpty()) return;
    const auto isSession = [](const QString& path) { return path.endsWith(sessionEnding) || path.endsWith(projectEnding); };
    if (paths.size() == 1 && isSession(paths.front())) return document_.openSession(pathOf(paths.front()));
    std::vector<std::filesystem::path> inputs;
    for (const QString& path : paths)
        inputs.push_back(pathOf(path));
    if (std::ranges::all_of(paths, isSession)) return document_.samples().open(inputs);  // they are looked at together
    document_.open(inputs);
}

void FileDialogs::askFolder() {
    const QString folder = QFileDialog::getExistingDirectory(over_, tr("Open a folder of images"));
    if (!folder.isEmpty()) open({folder});
}

void FileDialogs::askWatchedFolder() {
    const QString folder = QFileDialog::getExistingDirectory(over_, tr("Watch a folder that an experiment is writing to"));
    if (!folder.isEmpty()) document_.watchFolder(pathOf(folder));
}

void FileDialogs::askFiles() {
    QStringList patterns;
    for (const ImageFormat& format : imageFormats())
        for (const std::string& extension : format.extensions)
            patterns << "*" + QString::fromStdString(extension);
    open(QFileDialog::getOpenFileNames(over_, tr("Open images"), {}, tr("Images (%1);;All files (*)").arg(patterns.join(' '))));
}

void FileDialogs::askSession() {
    const QString file = QFileDialog::getOpenFileName(over_, tr("Open a session"), {}, tr("Sessions (*.coarsen)"));
    if (!file.isEmpty()) open({file});
}

void FileDialogs::askCompared() {
    if (!document_.isOpen()) return;
    const QString file =
        QFileDialog::getOpenFileName(over_, tr("Compare with another session of this series"), {}, tr("Sessions (*.coarsen)"));
    if (!file.isEmpty()) document_.growth().compareWith(pathOf(file));
}

void FileDialogs::add(const QStringList& paths) {
    if (paths.isEmpty()) return;
    std::vector<std::filesystem::path> added;
    for (const QString& path : paths)
        added.push_back(pathOf(path));
    document_.samples().add(added);
}

void FileDialogs::askAddedFolder() {
    const QString folder =
        QFileDialog::getExistingDirectory(over_, tr("Add a folder of images, or one with a folder for each series"));
    if (!folder.isEmpty()) add({folder});
}

void FileDialogs::askAddedFiles() {
    add(QFileDialog::getOpenFileNames(over_, tr("Add sessions, films or stacks"), {},
                                      tr("Sessions (*.coarsen *.coarsen-project);;All files (*)")));
}

void FileDialogs::askProject() {
    const QString file =
        QFileDialog::getOpenFileName(over_, tr("Open a project of several series"), {}, tr("Projects (*.coarsen-project)"));
    if (!file.isEmpty()) open({file});
}

void FileDialogs::saveProject() {
    if (!document_.isOpen()) return;
    if (document_.samples().projectFile().empty()) return saveProjectAs();
    document_.samples().saveProject(document_.samples().projectFile());
}

void FileDialogs::saveProjectAs() {
    if (!document_.isOpen()) return;
    const std::filesystem::path known = document_.samples().projectFile();
    const QString chosen =
        askWhereToSave(over_, tr("Save the project, with sessions of all its series"),
                       known.empty() ? QStringLiteral("samples.coarsen-project") : QString::fromStdString(known.string()),
                       {tr("Projects (*.coarsen-project)")});
    if (!chosen.isEmpty()) document_.samples().saveProject(pathOf(chosen), true);  // the dialog asked
}

void FileDialogs::saveSession() {
    if (!document_.isOpen()) return;
    if (document_.sessionFile().empty()) return saveSessionAs();
    document_.saveSession(document_.sessionFile());
}

void FileDialogs::saveSessionAs() {
    if (!document_.isOpen()) return;
    const QString chosen =
        askWhereToSave(over_, tr("Save the session"), QString::fromStdString(document_.session().series.name) + ".coarsen",
                       {tr("Sessions (*.coarsen)")});
    if (!chosen.isEmpty()) document_.saveSession(pathOf(chosen), true);  // the dialog asked whether to replace what is there
}

void FileDialogs::loadRecipe() {
    const QString file = QFileDialog::getOpenFileName(over_, tr("Load a recipe"), {}, tr("Recipes (*.json);;All files (*)"));
    if (file.isEmpty()) return;
    document_.background().run(
        [=, this]() -> Background::Result {
            const auto bytes = readWhole(file.toStdString());
            const Recipe recipe = recipeFromJson({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, file.toStdString());
            return [=, this] { document_.changes().setRecipe(recipe, tr("recipe %1").arg(QFileInfo(file).fileName())); };
        },
        [this](const QString& problem) {
            document_.notices().raise({Notice::Kind::failure, tr("The recipe was not loaded"), problem, -1});
        });
}

void FileDialogs::saveRecipe() {
    const QString file = askWhereToSave(over_, tr("Save the recipe"), "recipe.json", {tr("Recipes (*.json)")});
    if (file.isEmpty()) return;
    document_.background().run(
        [file = pathOf(file), recipe = document_.recipe(), users = usersFiles(document_.session())]() -> Background::Result {
            requireFree({file}, users, Existing::replaced);
            writeWhole(file, std::string_view(recipeJson(recipe)));
            return {};
        },
        [this](const QString& problem) {
            document_.notices().raise({Notice::Kind::failure, tr("The recipe was not saved"), problem, -1});
        });
}

}  // namespace coarsen::window
