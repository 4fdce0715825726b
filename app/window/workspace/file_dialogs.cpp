// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workspace/file_dialogs.hpp"

#include "app/window/document/slices.hpp"
#include "app/window/panels/parts/open_dialog.hpp"
#include "app/window/panels/parts/save_dialog.hpp"
#include "app/window/panels/sheets/batch_dialog.hpp"
#include "app/window/panels/sheets/conversion_dialog.hpp"
#include "app/window/panels/start/dataset_chooser.hpp"
#include "app/window/panels/start/series_chooser.hpp"
#include "core/base/files.hpp"
#include "core/ensemble/grouping.hpp"
#include "core/export/targets.hpp"
#include "core/image/decode.hpp"
#include "core/recipe/recipe_json.hpp"
#include "core/series/volume_series.hpp"
#include "core/session/series_name.hpp"
#include "core/volume/formats/stored_format.hpp"

#include <QFile>
#include <QFileInfo>
#include <QInputDialog>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace coarsen::window {

namespace {

std::filesystem::path pathOf(const QString& file) {
    return QFile::encodeName(file).toStdString();
}

}  // namespace

FileDialogs::FileDialogs(Document& document, QWidget* over) : QObject(over), document_(document), over_(over) {
    connect(&document_, &Document::seriesFoundBelow, this, &FileDialogs::askWhichSeries);
    connect(&document_, &Document::pagesFound, this, &FileDialogs::askWhatPagesAre);
    connect(&document_, &Document::datasetsFound, this, &FileDialogs::askWhichDataset);
    connect(&document_, &Document::positionsFound, this, &FileDialogs::askWhichPosition);
    connect(&document_, &Document::openFailed, this, [this] { areGroups_ = false; });
    const auto group = [this] {
        if (std::exchange(areGroups_, false) && document_.isOpen())
            document_.changes().setEnsemble(byFolder(document_.session().series));
    };
    connect(&document_, &Document::opened, this, group, Qt::QueuedConnection);  // once all of it is open
}

void FileDialogs::open(const QStringList& paths) {
    areGroups_ = false;
    if (paths.isEmpty()) return;
    const auto isSession = [](const QString& path) { return path.endsWith(sessionEnding) || path.endsWith(projectEnding); };
    if (paths.size() == 1 && isSession(paths.front())) return document_.openSession(pathOf(paths.front()));
    std::vector<std::filesystem::path> inputs;
    for (const QString& path : paths)
        inputs.push_back(pathOf(path));
    if (std::ranges::all_of(paths, isSession)) return document_.samples().open(inputs);  // they are opened together
    document_.open(inputs);
}

void FileDialogs::openMany(const QStringList& folders) {
    open(folders);
    areGroups_ = folders.size() > 1;
}

void FileDialogs::askWhichSeries(const std::filesystem::path& folder, const std::vector<FolderOfImages>& below) {
    auto* const chooser = new SeriesChooser(folder, below, over_);
    connect(chooser, &SeriesChooser::oneWanted, this, [this](const QString& one) { open({one}); });
    connect(chooser, &SeriesChooser::manyWanted, this, &FileDialogs::openMany);
    connect(chooser, &SeriesChooser::samplesWanted, this, [this, folder](const QStringList& folders) {
        std::vector<std::filesystem::path> inputs;
        for (const QString& one : folders)
            inputs.push_back(pathOf(one));
        document_.samples().open(inputs, folder);
    });
    connect(chooser, &SeriesChooser::volumesWanted, this, [this](const QStringList& folders) {
        std::vector<std::filesystem::path> inputs;
        for (const QString& one : folders)
            inputs.push_back(pathOf(one));
        document_.open(inputs, {}, {}, {}, SeriesOpening{.areVolumes = true});
    });
    connect(chooser, &SeriesChooser::allWanted, this, &FileDialogs::openBatch);
    chooser->open();
}

/// Asks once whether pages are slices or times, for a session keeps the answer (decision V2).
void FileDialogs::askWhatPagesAre(const std::vector<std::filesystem::path>& inputs, int files, int pages) {
    auto* const question =
        new QMessageBox(QMessageBox::Question, tr("Volumes or pictures"),
                        tr("The first of %1 files has %2 pages, and does not say what they are.").arg(files).arg(pages),
                        QMessageBox::Cancel, over_);
    question->setObjectName("volumes-or-pictures");
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setInformativeText(
        tr("As volumes each file is a frame, and its pages are the slices. As pictures the first page of "
           "each file is taken, or all pages, one file after the other. A session keeps the answer."));
    const auto offer = [&](const QString& words, const char* name, const SeriesOpening& how) {
        QPushButton* const button = question->addButton(words, QMessageBox::AcceptRole);
        button->setObjectName(name);
        connect(button, &QAbstractButton::clicked, this, [this, inputs, how] { document_.open(inputs, {}, {}, {}, how); });
        return button;
    };
    question->setDefaultButton(offer(tr("Volumes"), "as-volumes", {.areVolumes = true}));
    offer(tr("Pictures"), "as-pictures", {});
    offer(tr("All pages"), "as-pages", {.joins = true});
    question->open();
}

/// A session keeps the answer.
void FileDialogs::askWhichDataset(const std::vector<std::filesystem::path>& inputs, const std::filesystem::path& file,
                                  const std::vector<NamedVolume>& datasets) {
    auto* const chooser = new DatasetChooser(file, datasets, {}, over_);
    connect(chooser, &DatasetChooser::chosen, this, [this, inputs](const NamedVolume& dataset) {
        document_.open(inputs, {}, {}, {}, SeriesOpening{.dataset = dataset.name});
    });
    chooser->open();
}

void FileDialogs::askDataset() {
    if (!document_.isOpen()) return;
    document_.background().run(
        [this, series = document_.session().series]() -> Background::Result {
            const bool areVolumes = series.volumes.has_value();
            const FrameSource& first = series.frames.front();
            return [this, datasets = datasetsOf(series), file = first.file, now = datasetOf(series), areVolumes] {
                if (datasets.empty() || !document_.isOpen() || document_.session().series.frames.front().file != file) return;
                auto* const chooser = new DatasetChooser(file, datasets, now, over_);
                connect(chooser, &DatasetChooser::chosen, this, [this, areVolumes, now](const NamedVolume& dataset) {
                    if (areVolumes) return chooseDataset(document_.changes(), document_.session().series, dataset);
                    if (dataset.header.size.depth > 1) return document_.open(SeriesOpening{.dataset = dataset.name});
                    if (dataset.name != now) document_.openDataset(dataset.name);
                });
                chooser->open();
            };
        },
        [](const QString&) {});  // the frames say what is wrong with their files
}

/// A session keeps the answer.
void FileDialogs::askWhichPosition(const QStringList& positions) {
    auto* const chooser = new QInputDialog(over_);
    chooser->setObjectName("position-chooser");
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setWindowTitle(tr("Positions on the sample"));
    chooser->setLabelText(tr("The files hold %1 positions. The one to measure:").arg(positions.size()));
    chooser->setOption(QInputDialog::UseListViewForComboBoxItems);
    chooser->setComboBoxItems(positions);
    chooser->setOkButtonText(tr("Open"));
    connect(chooser, &QInputDialog::textValueSelected, this, [this, positions](const QString& name) {
        document_.open(SeriesOpening{.position = static_cast<int>(positions.indexOf(name)) + 1});
    });
    chooser->open();
}

void FileDialogs::askFolder() {
    const QString formats = QString::fromStdString(volumes::folderFormats());
    const QString title = tr("Open a folder of images, or one that is a data set (%1)").arg(formats);
    const QString folder = chosenFolder(over_, FileKind::images, title);
    if (!folder.isEmpty()) open({folder});
}

void FileDialogs::askBatch() {
    const QString folder = chosenFolder(over_, FileKind::images, tr("Measure many series: a folder with a folder for each"));
    openBatch(folder);
}

void FileDialogs::openBatch(const QString& parentOrTable) {
    if (!batch_) {
        batch_ = new BatchDialog(document_, over_);
        connect(batch_, &BatchDialog::projectWanted, this, [this](const QString& project) { open({project}); });
    }
    batch_->show();
    batch_->raise();
    if (!parentOrTable.isEmpty()) batch_->look(parentOrTable);
}

void FileDialogs::askWatchedFolder() {
    const QString folder = chosenFolder(over_, FileKind::images, tr("Watch a folder that an experiment is writing to"));
    if (!folder.isEmpty()) document_.watch(pathOf(folder));
}

void FileDialogs::askFiles() {
    QStringList patterns;
    for (const ImageFormat& format : imageFormats())
        for (const std::string& extension : format.extensions)
            patterns << "*" + QString::fromStdString(extension);
    for (const std::string& ending : volumeEndings())
        patterns << "*" + QString::fromStdString(ending);
    QStringList ofMicroscopes;
    for (const std::string_view ending : convertibleEndings)
        ofMicroscopes << "*" + QString::fromStdString(std::string(ending));
    open(chosenFiles(over_, FileKind::images, tr("Open images or volumes"),
                     {tr("Images and volumes (%1)").arg(patterns.join(' ')),
                      tr("Microscopes' own files, to be converted (%1)").arg(ofMicroscopes.join(' ')), tr("All files (*)")}));
}

void FileDialogs::convert(const std::vector<std::filesystem::path>& files, const QString& folder) {
    QStringList names;
    for (const std::filesystem::path& file : files)
        names << QFile::decodeName(QByteArray::fromStdString(file.string()));
    auto* const dialog = new ConversionDialog(document_, names, folder, over_);
    connect(dialog, &ConversionDialog::written, this, [this](const QString& written) { open({written}); });
    dialog->show();
}

void FileDialogs::askSession() {
    const QString file = chosenFile(over_, FileKind::session, tr("Open a session"), {tr("Sessions (*.coarsen)")});
    if (!file.isEmpty()) open({file});
}

void FileDialogs::askCompared() {
    if (!document_.isOpen()) return;
    const QString file =
        chosenFile(over_, FileKind::compared, tr("Compare with another session of this series"), {tr("Sessions (*.coarsen)")});
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
        chosenFolder(over_, FileKind::images, tr("Add a folder of images, or one with a folder for each series"));
    if (!folder.isEmpty()) add({folder});
}

void FileDialogs::askAddedFiles() {
    add(chosenFiles(over_, FileKind::session, tr("Add sessions, films or stacks"),
                    {tr("Sessions (*.coarsen *.coarsen-project)"), tr("All files (*)")}));
}

void FileDialogs::askProject() {
    const QString file =
        chosenFile(over_, FileKind::session, tr("Open a project of several series"), {tr("Projects (*.coarsen-project)")});
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
                       {tr("Projects (*.coarsen-project)")}, FileKind::session);
    if (!chosen.isEmpty()) document_.samples().saveProject(pathOf(chosen), true);  // the dialog asked
}

void FileDialogs::saveSession() {
    if (!document_.isOpen()) return;
    if (document_.session().file.empty()) return saveSessionAs();
    document_.saveSession(document_.session().file);
}

void FileDialogs::saveSessionAs() {
    if (!document_.isOpen()) return;
    const QString name = QString::fromStdString(seriesName(document_.session())).replace('/', '-');
    const QString chosen =
        askWhereToSave(over_, tr("Save the session"), name + ".coarsen", {tr("Sessions (*.coarsen)")}, FileKind::saved);
    if (!chosen.isEmpty()) document_.saveSession(pathOf(chosen), true);  // the dialog asked whether to replace what is there
}

void FileDialogs::loadRecipe() {
    const QString file = chosenFile(over_, FileKind::recipe, tr("Load a recipe"), {tr("Recipes (*.json)"), tr("All files (*)")});
    if (file.isEmpty()) return;
    document_.background().run(
        [=, this]() -> Background::Result {
            const auto bytes = readWhole(file.toStdString());
            const Recipe recipe = recipeFromJson({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, file.toStdString());
            return
                [=, this] { document_.changes().setRecipe(recipe, tr("choice of recipe %1").arg(QFileInfo(file).fileName())); };
        },
        [this](const QString& problem) {
            document_.notices().raise({Notice::Kind::failure, tr("The recipe was not loaded"), problem, -1});
        });
}

void FileDialogs::saveRecipe() {
    const QString file = askWhereToSave(over_, tr("Save the recipe"), "recipe.json", {tr("Recipes (*.json)")}, FileKind::recipe);
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
