// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does when asked: menus, keys, files, drops, help.
#include "app/window/document/preferences.hpp"
#include "app/window/document/settings_store.hpp"
#include "app/window/figures/figure_file.hpp"
#include "app/window/main_window.hpp"
#include "app/window/panels/analyse_control.hpp"
#include "app/window/panels/correlation_panels.hpp"
#include "app/window/panels/export_sheet.hpp"
#include "app/window/panels/frame_panel.hpp"
#include "app/window/panels/growth_menu.hpp"
#include "app/window/panels/growth_panel.hpp"
#include "app/window/panels/help_window.hpp"
#include "app/window/panels/panel_maximiser.hpp"
#include "app/window/panels/popovers.hpp"
#include "app/window/panels/preferences_dialog.hpp"
#include "app/window/panels/recipe_panel.hpp"
#include "app/window/panels/recipe_rail.hpp"
#include "app/window/panels/save_dialog.hpp"
#include "app/window/panels/self_test_dialog.hpp"
#include "app/window/panels/start_page.hpp"
#include "app/window/panels/tick.hpp"
#include "app/window/panels/tour.hpp"
#include "app/window/views/frame_table.hpp"
#include "app/window/views/growth_view.hpp"
#include "app/window/views/image_view.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/version.hpp"
#include "core/export/targets.hpp"
#include "core/image/decode.hpp"
#include "core/recipe/recipe_json.hpp"
#include "core/synth/synthetic_series.hpp"

#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QDesktopServices>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenuBar>
#include <QMimeData>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QUrl>

#include <algorithm>

namespace coarsen::window {

void MainWindow::makeMenus() {
    auto* const bar = findChild<QMenuBar*>("menus");
    const auto add = [this](QMenu* menu, const QString& words, const QKeySequence& keys, auto action) {
        QAction* const made = menu->addAction(words);
        made->setShortcut(keys);
        made->setShortcutContext(Qt::WindowShortcut);
        connect(made, &QAction::triggered, this, action);
        addAction(made);
        return made;
    };
    QMenu* const file = bar->addMenu(tr("&File"));
    add(file, tr("Open folder…"), QKeySequence::Open, [this] { askFolder(); });
    add(file, tr("Open files…"), QKeySequence("Ctrl+Shift+O"), [this] { askFiles(); });
    add(file, tr("Watch folder…"), QKeySequence("Ctrl+Shift+W"), [this] { askWatchedFolder(); });
    add(file, tr("Open session…"), {}, [this] { askSession(); });
    leftMenu_ = file->addMenu(tr("Not saved"));
    leftMenu_->setObjectName("not-saved");
    leftMenu_->menuAction()->setVisible(false);
    file->addSeparator();
    add(file, tr("Save session"), QKeySequence::Save, [this] { saveSession(false); });
    add(file, tr("Save session as…"), QKeySequence("Ctrl+Shift+S"), [this] { saveSession(true); });
    add(file, tr("Load recipe…"), {}, [this] { loadRecipe(); });
    add(file, tr("Save recipe…"), {}, [this] { saveRecipe(); });
    file->addSeparator();
    add(file, tr("Export…"), QKeySequence("Ctrl+E"), [this] { showExportSheet(); });
    add(file, tr("Export again"), QKeySequence("Ctrl+Shift+E"), [this] {
        if (!exportSheet_->repeat()) showExportSheet();
    });
    file->addSeparator();
    add(file, tr("Quit"), QKeySequence::Quit, [this] { close(); });

    QMenu* const edit = bar->addMenu(tr("&Edit"));
    QUndoStack& stack = document_.undoStack();
    QAction* const undo = stack.createUndoAction(this, tr("Undo"));
    undo->setShortcut(QKeySequence::Undo);
    QAction* const redo = stack.createRedoAction(this, tr("Redo"));
    redo->setShortcut(QKeySequence("Ctrl+Shift+Z"));
    edit->addAction(undo);
    edit->addAction(redo);
    edit->addSeparator();
    add(edit, tr("Copy the growth chart"), {}, [this] {
        if (!document_.isOpen()) return;
        const GrowthQuantity quantity = growth_->view()->quantity();
        const Figure figure = quantity == GrowthQuantity::length
                                  ? growthFigure(document_.growth(), growth_->view()->isLogarithmic())
                                  : courseFigure(courseOf(quantity, *document_.growth()));
        const FigureSize size;
        const double scale = double(size.pngPixels().width()) / size.logicalPixels().width();
        QApplication::clipboard()->setImage(pictureOf(figure, size.logicalPixels(), scale));
        document_.say(tr("The growth chart is copied"));
    });
    add(edit, tr("Copy the table"), {}, [this] { growth_->copyTable(); });
    add(edit, tr("Copy the result"), {}, [this] { growth_->copyResult(); });
    edit->addSeparator();
    add(edit, tr("Exclude or include this frame\tX"), {}, [this] {
        if (document_.isOpen()) document_.toggleExcluded(document_.currentFrame());
    });
    edit->addSeparator();
    add(edit, tr("Settings…"), QKeySequence("Ctrl+,"), [this] {
        auto* const dialog = new PreferencesDialog(this);
        connect(dialog, &PreferencesDialog::changed, this, &MainWindow::adopt);
        dialog->open();
    });

    QMenu* const view = bar->addMenu(tr("&View"));
    QMenu* const themes = view->addMenu(tr("Theme"));
    themes->setObjectName("themes");
    for (const auto& [words, look] : {std::pair{tr("As the desktop"), Preferences::Look::system},
                                      {tr("Light"), Preferences::Look::light},
                                      {tr("Dark"), Preferences::Look::dark}}) {
        QAction* const theme = add(themes, words, {}, [this, look = look] {
            Preferences wanted = preferences();
            wanted.look = look;
            setPreferences(wanted);
            adopt(wanted);
        });
        tick(themes, theme, [look = look] { return preferences().look == look; });
    }
    view->addSeparator();
    QAction* const logarithmic =
        add(view, tr("Logarithmic axes\tL"), {}, [this] { growth_->setLogarithmic(!growth_->view()->isLogarithmic()); });
    tick(view, logarithmic, [this] { return growth_->view()->isLogarithmic(); });
    QAction* const table = add(view, tr("Table\tT"), {}, [this] { growth_->setTableShown(!growth_->isTableShown()); });
    tick(view, table, [this] { return !growth_->table()->isHidden(); });
    frame_->addActions(view);
    QMenu* const panels = view->addMenu(tr("Panels"));
    const std::pair<QString, QWidget*> places[] = {{tr("Frame"), frameRows_->widget(0)},
                                                   {tr("C2D"), correlation_->mapPanel()},
                                                   {tr("C1D"), correlation_->profilePanel()},
                                                   {tr("Growth"), columns_->widget(1)}};
    int digit = 1;
    for (const auto& [words, panel] : places) {
        QAction* const alone = add(panels, words, QKeySequence(QStringLiteral("Ctrl+%1").arg(digit++)), [this, panel = panel] {
            if (!document_.isOpen()) return;
            const bool isBack = maximiser_->maximised() == panel;
            maximiser_->restore();
            correlation_->showPanel(panel);
            if (!isBack) maximiser_->maximise(panel);
        });
        tick(panels, alone, [this, panel = panel] { return maximiser_->maximised() == panel; });
    }
    panels->addSeparator();
    add(panels, tr("Maximise panel"), QKeySequence("F10"), [this] {
        if (document_.isOpen()) maximiser_->toggle();
    });
    add(view, tr("Reset layout"), {}, [this] {
        maximiser_->restore();
        isArranged_ = false;
        arrange();
    });
    QAction* const full =
        add(view, tr("Full screen"), QKeySequence("F11"), [this] { isFullScreen() ? showNormal() : showFullScreen(); });
    tick(view, full, [this] { return isFullScreen(); });

    QMenu* const analysis = bar->addMenu(tr("&Analysis"));
    add(analysis, tr("Analyse"), QKeySequence("F5"), [this] { document_.analyse(false); });
    add(analysis, tr("Analyse all again"), QKeySequence("Shift+F5"), [this] { document_.analyse(true); });
    add(analysis, tr("Cancel\tEsc"), {}, [this] { document_.cancel(); });
    analysis->addSeparator();
    add(analysis, tr("Fit range starts at this frame\tI"), {}, [this] { endFitRangeHere(RangeEnd::from); });
    add(analysis, tr("Fit range ends at this frame\tO"), {}, [this] { endFitRangeHere(RangeEnd::to); });
    add(analysis, tr("Fit all frames"), {}, [this] { document_.setFitRange({}); });
    analysis->addSeparator();
    add(analysis, tr("Pixel size…"), {}, [this] { askPixelSize(); });
    add(analysis, tr("Times and t₀…"), {}, [this] { showTimePopover(document_, timeChip_); });
    add(analysis, tr("Engine…"), {}, [this] { showEnginePopover(document_, engineButton_); });

    QMenu* const help = bar->addMenu(tr("&Help"));
    add(help, tr("Tour"), {}, [this] { startTour(); });
    add(help, tr("Demonstration series"), {}, [this] { openSample(); });
    add(help, tr("When a law does not hold"), {}, [this] { openCrossover(); });
    help->addSeparator();
    add(help, tr("Keys"), QKeySequence("F1"), [this] { showHelp(tr("Keys"), keysTable()); });
    add(help, tr("What is %1?").arg(rMaxText()), {}, [this] {
        showHelp(
            tr("What is R_max?"),
            tr("<p><b>R_max</b> is the radius of the second maximum of C1D, the average of the autocorrelation over circles: the "
               "distance at which the "
               "pattern most resembles itself again. For a structure with one wavelength λ it is 1.117 λ in two dimensions.</p>"
               "<p>Hold the gauge (R), the orange circle, against the image: its radius should reach from one domain to the next "
               "of the same kind.</p>"));
    });
    add(help, tr("When not to trust it"), {}, [this] {
        showHelp(
            tr("When not to trust it"),
            tr("<ul><li><b>weak</b>: the maximum stands no higher than chance lifts one in so few domains, or less than 0.06 of "
               "C1D without its noise. Or R_max is known to no better than 10 %: two maxima compete. Or it lies within two "
               "errors of the end of the range, or the pattern is stripes.</li>"
               "<li>Small circles on C1D are its other maxima. A right click takes the first, or follows the one there through "
               "all "
               "frames.</li>"
               "<li>A <b>dotted ring</b> about a point: the frame stands apart from those before and after it, in its length "
               "or in R_half, which blur widens and noise narrows.</li>"
               "<li><b>edge</b>: it lies at the end of the range and is no maximum. Increase the largest offset.</li>"
               "<li>Fewer than five domains across the image: the error of one frame exceeds 2 %.</li>"
               "<li>A background blur narrower than R_max sets R_max itself.</li>"
               "<li>Time that does not count from the quench: neither rate nor exponent can be trusted. Where t₀ is not known "
               "(<b>t₀ unset</b> at the top), only laws that need no origin of time are fitted.</li></ul>"
               "<p>And the fit:</p>"
               "<ul><li><b>misses points by up to …</b>: the law does not describe the points (their residuals exceed "
               "what the points' errors can leave). Its standard errors are too small then, however small they look: try another "
               "law or range, and say in the paper how far the exponent moves.</li>"
               "<li><b>exponent n by start of the fit</b>, in the growth panel's list, shows how far: the power law fitted from "
               "each frame on. A plateau can be published; n that drifts is that of a crossover, of an offset or of a wrong "
               "t₀. Its points share frames, so neighbours move together.</li>"
               "<li><b>local</b>, in the same chart: the exponent of the frames within 0.15 decade about each.</li>"
               "<li><b>Weights</b>: by 1/R² (new recipes) early frames that do not follow the law yet move it little; by each "
               "frame's error the early frames, which show many domains, decide alone; equal weights let the late ones speak. "
               "Where they disagree, the law is not the right one.</li>"
               "<li><b>± points, ± shared</b>: frames that show the same domains err together. The first is what the error would "
               "be without that, the second what is added. It does not shrink with more frames, and no residual shows it.</li>"
               "<li><b>the data prefer …</b>, <b>lowest AIC</b>: which of these laws describes the points best, by a difference "
               "of "
               "AIC of more than 10; not that it is right.</li></ul>"));
    });
    add(help, tr("Self-test…"), {}, [this] { (new SelfTestDialog(document_.engines(), this))->show(); });
    add(help, tr("How to cite"), {}, [this] {
        showHelp(tr("How to cite"), tr("<p>Coarsen %1, and the method: Lu et al., <i>Orders-of-magnitude performance increases "
                                       "in GPU-accelerated correlation of images from the "
                                       "International Space Station</i>, J. Real-Time Image Proc. 5, 179 (2010).</p>")
                                        .arg(version));
    });
    add(help, tr("About"), {}, [this] {
        QString engines;
        for (const auto& engine : document_.engines()) {
            const EngineDescription& about = engine->description();
            engines += QStringLiteral("<li>%1: %2</li>")
                           .arg(QString::fromStdString(about.name),
                                QString::fromStdString(about.unavailable.empty() ? about.device : about.unavailable));
        }
        showHelp(
            tr("About"),
            tr("<p><b>Coarsen %1</b>, GPL-3.0-or-later. Qt %2.</p><p>Engines:</p><ul>%3</ul>").arg(version, qVersion(), engines));
    });
}

void MainWindow::openSample() {
    const auto sample = sampleFolder();
    if (sample.empty()) return;
    Recipe recipe = defaultRecipe();
    recipe.fit.t0S = -36000;  // its README
    document_.open({sample / "frames"}, {}, recipe);
}

void MainWindow::openCrossover() {
    const auto sample = sampleFolder("sample-crossover");
    if (sample.empty()) return;
    TimeChoice times;
    times.kind = TimeChoice::Kind::table;
    times.table = sample / "truth.csv";
    Recipe recipe = defaultRecipe();
    recipe.fit.t0S = 0;  // the table counts from the quench
    document_.open({sample / "frames"}, times, recipe);
    showHelp(tr("When a law does not hold"),
             tr("<p>This simulated mixture separates by diffusion first and by flow later: its R_max follows neither a line "
                "through the origin nor a power law. Press F5 and look how Coarsen says so:</p>"
                "<ul><li>The chosen card says by how much the law <b>misses points</b>; the residuals below the chart bend "
                "instead of scattering.</li>"
                "<li>Above the chart stands which law <b>the data prefer</b>. The choice stays yours.</li>"
                "<li>In the list of the growth panel, <b>exponent n by start of the fit</b> drifts: there is no single "
                "exponent.</li></ul>"
                "<p>Then a range of times where a law does hold (drag the two handles above the chart), or another law, is "
                "honest; a small error of a law that misses its points is not.</p>"));
}

void MainWindow::openSynthetic() {
    document_.background().run(
        [this]() -> Background::Result {
            const std::filesystem::path folder = stateFolder() / "synthetic series";
            RingSettings ring;
            ring.width = 800, ring.height = 600, ring.frames = 20;
            ring.rMaxFromPx = 16, ring.rMaxToPx = 60;
            ring.faults = {.light = 0.3, .dust = 30, .driftPx = 0, .noise = 0.3};
            std::filesystem::remove_all(folder);
            writeRingSeries(folder, ring);
            return [this, folder] { document_.open({folder}); };
        },
        [this](const QString& problem) {
            document_.raise({Notice::Kind::failure, tr("The synthetic series was not made"), problem, -1});
        });
}

void MainWindow::startTour() {
    if (!document_.isOpen()) {
        connect(&document_, &Document::opened, this, &MainWindow::startTour, Qt::SingleShotConnection);
        return openSample();
    }
    if (findChild<Tour*>()) return;
    settings()->setValue("tour_seen", true);
    new Tour(
        centralWidget(),
        {{timeline_, tr("The series"),
          tr("One cell a frame. Drag, or press the arrow keys, to go through time. The bar below a cell says how far it is: "
             "empty is waiting, grey is measured.")},
         {frameRows_->widget(0), tr("The frame"),
          tr("What each step of the recipe makes of it: Raw, Grey, Flat, Dust … Final. The wipe compares the two that its tags "
             "name. The orange circle has the radius R_max: hold it against the structure. Z is a loupe, P plots grey values "
             "along a line.")},
         {isNarrow_ ? static_cast<QWidget*>(rail_) : recipeHome_, tr("The recipe"),
          tr("One row a step. The number says what the step does to R_max of this frame, so no correction moves the result in "
             "silence. Click a row to change it; Ctrl+Z takes it back.")},
         {correlation_, tr("The correlation"),
          tr("C2D is the autocorrelation map, C1D its average over circles. R_max is the second maximum: the distance at which "
             "the pattern resembles itself again. The band is two standard errors.")},
         {timeChip_, tr("Time"),
          tr("Growth laws need the time of the quench, t₀. Set it here, and the unit of time; the pixel size beside it.")},
         {analyse_, tr("Analyse"), tr("F5 measures all frames in the background. Esc cancels; what is measured stays.")},
         {columns_->widget(1), tr("The growth"),
          tr("R_max against time, three models at once: click a card to choose. Click a point to go to its frame, X leaves a "
             "frame out, and the two handles above set the range of the fit.")},
         {exportButton_, tr("Export"), tr("Figures for a journal's column, tables, and a session that anybody can run again.")}});
}

void MainWindow::showHelp(const QString& title, const QString& text) {
    (new HelpWindow(title, text, this))->show();
}

// ---- files

void MainWindow::openPaths(const QStringList& paths) {
    if (paths.isEmpty()) return;
    if (paths.size() == 1 && paths.front().endsWith(".coarsen")) return document_.openSession(paths.front().toStdString());
    std::vector<std::filesystem::path> inputs;
    for (const QString& path : paths)
        inputs.emplace_back(QFile::encodeName(path).toStdString());
    document_.open(inputs);
}

void MainWindow::askFolder() {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Open a folder of images"));
    if (!folder.isEmpty()) openPaths({folder});
}

void MainWindow::askWatchedFolder() {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Watch a folder that an experiment is writing to"));
    if (!folder.isEmpty()) document_.watchFolder(QFile::encodeName(folder).toStdString());
}

void MainWindow::askFiles() {
    QStringList patterns;
    for (const ImageFormat& format : imageFormats())
        for (const std::string& extension : format.extensions)
            patterns << "*" + QString::fromStdString(extension);
    openPaths(
        QFileDialog::getOpenFileNames(this, tr("Open images"), {}, tr("Images (%1);;All files (*)").arg(patterns.join(' '))));
}

void MainWindow::askSession() {
    const QString file = QFileDialog::getOpenFileName(this, tr("Open a session"), {}, tr("Sessions (*.coarsen)"));
    if (!file.isEmpty()) openPaths({file});
}

void MainWindow::saveSession(bool as) {
    if (!document_.isOpen()) return;
    std::filesystem::path file = document_.sessionFile();
    bool isConfirmed = false;  // that it replaces what is there
    if (as || file.empty()) {
        const QString chosen =
            askWhereToSave(this, tr("Save the session"), QString::fromStdString(document_.session().series.name) + ".coarsen",
                           {tr("Sessions (*.coarsen)")});
        if (chosen.isEmpty()) return;
        file = QFile::encodeName(chosen).toStdString();
        isConfirmed = true;
    }
    document_.saveSession(file, isConfirmed);
}

void MainWindow::loadRecipe() {
    const QString file = QFileDialog::getOpenFileName(this, tr("Load a recipe"), {}, tr("Recipes (*.json);;All files (*)"));
    if (file.isEmpty()) return;
    document_.background().run(
        [=, this]() -> Background::Result {
            const auto bytes = readWhole(file.toStdString());
            const Recipe recipe = recipeFromJson({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, file.toStdString());
            return [=, this] { document_.setRecipe(recipe, tr("recipe %1").arg(QFileInfo(file).fileName())); };
        },
        [this](const QString& problem) {
            document_.raise({Notice::Kind::failure, tr("The recipe was not loaded"), problem, -1});
        });
}

void MainWindow::saveRecipe() {
    const QString file = askWhereToSave(this, tr("Save the recipe"), "recipe.json", {tr("Recipes (*.json)")});
    if (file.isEmpty()) return;
    document_.background().run(
        [file = std::filesystem::path(QFile::encodeName(file).toStdString()), recipe = document_.recipe(),
         users = usersFiles(document_.session())]() -> Background::Result {
            requireFree({file}, users, Existing::replaced);
            writeWhole(file, std::string_view(recipeJson(recipe)));
            return {};
        },
        [this](const QString& problem) {
            document_.raise({Notice::Kind::failure, tr("The recipe was not saved"), problem, -1});
        });
}

void MainWindow::showExportSheet() {
    if (!document_.isOpen()) return;
    const QPoint corner = exportButton_->mapTo(centralWidget(), QPoint());
    const int resultEnds = growth_->view()->mapTo(centralWidget(), QPoint(0, growth_->view()->cardsHeight())).y();
    exportSheet_->open(QRect(corner, exportButton_->size()), resultEnds, growth_->view()->isLogarithmic());
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!event->mimeData()->hasUrls()) return;
    event->acceptProposedAction();
    dropFrame_->setStyleSheet(QStringLiteral("border: 2px solid %1;").arg(theme().accent.name()));
    dropFrame_->setGeometry(centralWidget()->rect());
    dropFrame_->show();
    dropFrame_->raise();
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*) {
    dropFrame_->hide();
}

void MainWindow::dropEvent(QDropEvent* event) {
    dropFrame_->hide();
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile()) paths << url.toLocalFile();
    openPaths(paths);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    document_.cancel();
    QMainWindow::closeEvent(event);
}

// ---- frames and keys

void MainWindow::frameMenu(int frame, const QPoint& at) {
    auto* const menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const bool excluded = document_.session().excluded.contains(frame);
    menu->addAction(excluded ? tr("Include frame %1").arg(frame) : tr("Exclude frame %1").arg(frame), this,
                    [=, this] { document_.toggleExcluded(frame); });
    menu->addAction(wordsOfMeasuring(document_, frame), this, [=, this] { document_.measureAgain({frame}); });
    menu->addAction(tr("Fit range from here"), this, [=, this] { document_.setFitRangeEnd(RangeEnd::from, frame); });
    menu->addAction(tr("Fit range to here"), this, [=, this] { document_.setFitRangeEnd(RangeEnd::to, frame); });
    const FrameSource& source = document_.session().series.frames[static_cast<std::size_t>(frame)];
    menu->addAction(tr("Show in folder"), this, [folder = source.file.parent_path()] {
        QDesktopServices::openUrl(QUrl::fromLocalFile(QString::fromStdString(folder.string())));
    });
    menu->addAction(tr("Copy name"), this, [this, name = QString::fromStdString(source.name)] {
        QApplication::clipboard()->setText(name);
        document_.say(tr("%1 is copied").arg(name));
    });
    menu->popup(at);
}

void MainWindow::framesMenu(const std::vector<int>& frames, const QPoint& at) {
    auto* const menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    std::vector<int> excluded, included;
    for (const int frame : frames)
        (document_.session().excluded.contains(frame) ? excluded : included).push_back(frame);
    const auto offer = [&](const QString& words, const std::vector<int>& which, bool exclude) {
        if (which.empty()) return;
        const QString count = counted(static_cast<int>(which.size()), tr("frame"), tr("frames"));
        menu->addAction(words.arg(count), this, [=, this] { document_.setExcluded(which, exclude); });
    };
    offer(tr("Exclude %1"), included, true);
    offer(tr("Include %1"), excluded, false);
    menu->popup(at);
}

void MainWindow::nextProblem() {
    const auto states = document_.cellStates();
    const int count = static_cast<int>(states.size());
    for (int step = 1; step <= count; ++step) {
        const int frame = (document_.currentFrame() + step) % count;
        const CellState state = states[static_cast<std::size_t>(frame)];
        if (state == CellState::failed || state == CellState::weak || state == CellState::noPeak)
            return document_.showFrame(frame);
    }
}

void MainWindow::endFitRangeHere(RangeEnd end) {
    if (document_.isOpen() && document_.currentFrame() >= 0) document_.setFitRangeEnd(end, document_.currentFrame());
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
    // Single letters act only when no text field has the focus: those take the key before it comes here.
    const int frame = document_.currentFrame();
    const bool shift = event->modifiers() & Qt::ShiftModifier;
    if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) return QMainWindow::keyPressEvent(event);
    if (!document_.isOpen() && event->key() != Qt::Key_Escape) return QMainWindow::keyPressEvent(event);
    switch (event->key()) {
        case Qt::Key_Left:
            document_.showFrame(frame - (shift ? 10 : 1));
            break;
        case Qt::Key_Right:
            document_.showFrame(frame + (shift ? 10 : 1));
            break;
        case Qt::Key_Home:
            document_.showFrame(0);
            break;
        case Qt::Key_End:
            document_.showFrame(document_.frameCount() - 1);
            break;
        case Qt::Key_Space:
            timeline_->setPlaying(!timeline_->isPlaying());
            break;
        case Qt::Key_X:
            if (!event->isAutoRepeat()) document_.toggleExcluded(frame);
            break;
        case Qt::Key_Delete:
        case Qt::Key_Backspace:
            if (document_.hasMarker(frame)) document_.setMarker(frame, std::nullopt);
            break;
        case Qt::Key_I:
            endFitRangeHere(RangeEnd::from);
            break;
        case Qt::Key_O:
            endFitRangeHere(RangeEnd::to);
            break;
        case Qt::Key_J:
            nextProblem();
            break;
        case Qt::Key_C:
            isNarrow_ ? openRecipeOverFrame("crop")
                      : recipe_->openStep(recipe_->openedStep() == "crop" ? QString() : QStringLiteral("crop"));
            break;
        case Qt::Key_L:
            growth_->setLogarithmic(!growth_->view()->isLogarithmic());
            break;
        case Qt::Key_D:
            correlation_->nextDirection();
            break;
        case Qt::Key_T:
            growth_->setTableShown(!growth_->isTableShown());
            break;
        case Qt::Key_G: {
            bool ok = false;
            const int chosen =
                QInputDialog::getInt(this, tr("Go to frame"), tr("Frame"), frame, 0, document_.frameCount() - 1, 1, &ok);
            if (ok) document_.showFrame(chosen);
            break;
        }
        case Qt::Key_Escape:
            if (exportSheet_->isVisible())
                exportSheet_->hide();
            else if (frame_->leaveTool())
                frame_->image()->setFocus();
            else if (recipeSheet_->isVisible())
                recipeSheet_->hide();
            else if (recipe_->openedStep() == "crop")
                recipe_->openStep({});
            else if (maximiser_->maximised())
                maximiser_->restore();
            else
                document_.cancel();
            break;
        default:
            if (!frame_->takeKey(event->key())) QMainWindow::keyPressEvent(event);
    }
}

}  // namespace coarsen::window
