// SPDX-License-Identifier: GPL-3.0-or-later
// Sheets, pop-overs and the recipe's fly-out by keyboard, what a click beside them does, and where an export goes.
#include "app/window/document/settings_store.hpp"
#include "app/window/figures/export_folder.hpp"
#include "app/window/panels/export/export_sheet.hpp"
#include "app/window/panels/growth/growth_panel.hpp"
#include "app/window/panels/notices/status_line.hpp"
#include "app/window/panels/recipe/recipe_panel.hpp"
#include "app/window/panels/recipe/recipe_rail.hpp"
#include "app/window/panels/sheets/help_window.hpp"
#include "app/window/panels/sheets/popovers.hpp"
#include "app/window/panels/start/left_sessions.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"
#include "app/window/views/image_view.hpp"
#include "app/window/views/timeline.hpp"
#include "tests/window/menu_fixture.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QTableView>
#include <QTextBrowser>
#include <QToolButton>

namespace coarsen::window {

class SheetsTest : public WindowTest {
    Q_OBJECT

    static constexpr int frames = 4;

    ExportSheet* sheet() { return part<ExportSheet>("export-sheet"); }
    QString said() { return window_->findChild<StatusLine*>()->text(); }
    /// As the user's keyboard does it: to whatever has the focus, a list that is dropped down first.
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(window_->windowHandle(), key, modifiers);
        takeEvents();
    }
    QWidget* focus() { return QApplication::focusWidget(); }
    bool isIn(const QWidget* sheet) { return focus() && sheet->isAncestorOf(focus()); }
    QWidget* popover() {
        QWidget* const popup = QApplication::activePopupWidget();
        return popup && popup->objectName() == "popover" ? popup : nullptr;
    }

private slots:
    void initTestCase() {
        qputenv("HOME", folder_.filePath("home").toUtf8());
        for (const char* name : {"settings", "home", "sessions"})
            QDir().mkpath(folder_.filePath(name));
        writeGrowingSeries(folder_.filePath("growing"), frames, 12, 20);
        writeGrowingSeries(folder_.filePath("another"), frames, 14, 20);
    }
    void init() {
        newWindow();
        QVERIFY(QTest::qWaitForWindowActive(window_.get(), timeoutMs));
        open("growing");
        analyseAll();
    }
    void aPixelSizeThatIsNoneIsExplainedUntilItIsTypedAnew() {
        for (auto* const chip : window_->findChildren<QToolButton*>())
            if (chip->objectName() == "chip-size") QTest::mouseClick(chip, Qt::LeftButton);
        QWidget* const sheet = popover();
        QVERIFY(sheet);
        auto* const problem = sheet->findChild<QLabel*>("pixel-size-problem");
        auto* const width = sheet->findChildren<QLineEdit*>().front();
        for (const char* words : {"abc", "0", "-3", "10 apples"}) {
            width->selectAll();
            QTest::keyClicks(width, words);
            QVERIFY(!problem->isVisible());
            QTest::keyClick(width, Qt::Key_Return);
            QVERIFY2(problem->isVisible() && sheet->isVisible() && width->hasFocus(), words);
        }
        width->selectAll();
        QTest::keyClicks(width, "0,5");
        QTest::keyClick(width, Qt::Key_Return);
        QVERIFY(!sheet->isVisible());
        QCOMPARE(document().session().calibration.pixelWidthUm, 0.5);
    }

    void cleanup() { window_.reset(); }

    void theExportSheetTakesTheFocusKeepsItAndGivesItBack() {
        QWidget* const before = focus();
        QVERIFY(before);
        key(Qt::Key_E, Qt::ControlModifier);
        QVERIFY(sheet()->isVisible());
        QCOMPARE(focus(), part<QPushButton>("export-go"));
        const int undone = document().changes().undoStack().index();
        QSet<QWidget*> visited;
        for (int i = 0; i < 60; ++i) {
            key(i < 40 ? Qt::Key_Tab : Qt::Key_Backtab);
            QVERIFY2(isIn(sheet()), qPrintable(QString::number(i)));
            visited << focus();
        }
        for (const char* name : {"export-growth", "export-c2d-figure", "export-size", "export-folder", "export-go"})
            QVERIFY2(visited.contains(part<QWidget>(name)), name);

        key(Qt::Key_X);  // a single letter is not meant for the window behind
        QVERIFY(document().session().excluded.empty());
        QCOMPARE(document().changes().undoStack().index(), undone);
        key(Qt::Key_Escape);
        QVERIFY(!sheet()->isVisible());
        QCOMPARE(focus(), before);
    }

    void returnExportsAndSpaceTicks() {
        key(Qt::Key_E, Qt::ControlModifier);
        part<QLineEdit>("export-folder")->setText(folder_.filePath("by key"));
        auto* const frame = part<QCheckBox>("export-frame");
        frame->setFocus();
        const bool was = frame->isChecked();
        key(Qt::Key_Space);
        QCOMPARE(frame->isChecked(), !was);
        int files = 0;
        connect(sheet(), &ExportSheet::done, this, [&](int count, const QString&, const QString&) { files = count; });

        key(Qt::Key_Return);

        QVERIFY(!sheet()->isVisible());
        COMES_TRUE(files > 0);
        QVERIFY(QFile::exists(folder_.filePath("by key/results.csv")));
    }

    void returnReplacesNothing() {
        const QString folder = folder_.filePath("twice");
        const QString results = folder + "/results.csv";
        QDir().mkpath(folder);
        QFile earlier(results);
        QVERIFY(earlier.open(QIODevice::WriteOnly) && earlier.write("kept") == 4);
        earlier.close();
        const auto primary = [this](const char* name) { return part<QPushButton>(name)->property("primary").toBool(); };
        int files = 0;
        connect(sheet(), &ExportSheet::done, this, [&](int count, const QString&, const QString&) { files = count; });
        key(Qt::Key_E, Qt::ControlModifier);
        QCOMPARE(focus(), part<QPushButton>("export-go"));
        part<QLineEdit>("export-folder")->setText(folder);
        QCOMPARE(part<QPushButton>("export-go")->text(), "Export to " + QFileInfo(folder).fileName() + "-2");
        QVERIFY(part<QPushButton>("export-replace")->isVisible());
        QCOMPARE(focus(), part<QPushButton>("export-go"));
        QVERIFY(primary("export-go") && !primary("export-replace"));

        part<QCheckBox>("export-frame")->setFocus();  // Return is the sheet's
        key(Qt::Key_Return);

        COMES_TRUE(files > 0);
        QVERIFY(QFile::exists(folder + "-2/results.csv"));
        QVERIFY(earlier.open(QIODevice::ReadOnly));
        QCOMPARE(earlier.readAll(), QByteArray("kept"));
        key(Qt::Key_E, Qt::ControlModifier);  // and so when it is opened on such a folder
        QCOMPARE(part<QPushButton>("export-go")->text(), "Export to " + QFileInfo(folder).fileName() + "-3");
        part<QLineEdit>("export-folder")->setText(folder_.filePath("new"));
        QVERIFY(!part<QPushButton>("export-replace")->isVisible());
        part<QLineEdit>("export-folder")->setText(folder);
        files = 0;
        QTest::mouseClick(part<QPushButton>("export-replace"), Qt::LeftButton);
        COMES_TRUE(files > 0);
        QFile replaced(results);
        QVERIFY(replaced.open(QIODevice::ReadOnly) && replaced.readAll().size() > 4);
        QVERIFY(!QFile::exists(folder + "-3"));
    }

    void whatThereIsNothingOfHasNoTick() {
        auto* const drift = part<QCheckBox>("export-shifts");
        const auto openAndClose = [this] {
            window_->showExportSheet();
            key(Qt::Key_Escape);
        };
        openAndClose();
        QVERIFY(!drift->isVisibleTo(sheet()));
        document().changes().setValue("stabilise.on", true);
        settle();
        analyseAll();
        openAndClose();
        QVERIFY(drift->isVisibleTo(sheet()) && drift->isChecked());
        drift->setChecked(false);
        document().changes().setValue("stabilise.on", false);
        settle();
        openAndClose();
        document().changes().setValue("stabilise.on", true);
        settle();
        openAndClose();
        QVERIFY(drift->isVisibleTo(sheet()) && !drift->isChecked());  // as it was left
    }

    void aListOrAFieldTakesEscapeAndReturnBeforeTheSheet() {
        key(Qt::Key_E, Qt::ControlModifier);
        auto* const size = part<QComboBox>("export-size");
        size->setFocus();
        for (const Qt::Key closing : {Qt::Key_Escape, Qt::Key_Return}) {
            key(Qt::Key_Space);
            COMES_TRUE(size->view()->isVisible());
            key(closing);
            COMES_TRUE(!size->view()->isVisible());
            QVERIFY(sheet()->isVisible());
        }
        auto* const into = part<QLineEdit>("export-folder");
        const QString before = into->text();
        into->setFocus();
        into->selectAll();
        key(Qt::Key_S);
        QCOMPARE(into->text(), QString("s"));
        key(Qt::Key_Escape);
        QCOMPARE(into->text(), before);
        QVERIFY(sheet()->isVisible());
        key(Qt::Key_Escape);
        QVERIFY(!sheet()->isVisible());
    }

    void aPopoverIsWorkedByKeysAndClosesFromTheInside() {
        QWidget* const chip = part<QToolButton>("export");
        showTimePopover(document(), chip);
        QVERIFY(popover());
        auto* const source = popover()->findChild<QComboBox*>();
        QVERIFY(isIn(popover()));
        source->setFocus();
        key(Qt::Key_Space);
        COMES_TRUE(source->view()->isVisible());
        key(Qt::Key_Escape);
        COMES_TRUE(!source->view()->isVisible());
        QVERIFY(popover());
        auto* const field = popover()->findChildren<QLineEdit*>().front();
        const QString before = field->text();
        field->setFocus();
        field->selectAll();
        key(Qt::Key_7);
        QCOMPARE(field->text(), QString("7"));
        key(Qt::Key_Escape);
        QVERIFY(popover());
        QCOMPARE(field->text(), before);
        key(Qt::Key_Escape);
        COMES_TRUE(!popover());

        showCalibrationPopover(document(), chip, [] {});
        popover()->findChildren<QLineEdit*>().front()->selectAll();
        key(Qt::Key_4);
        key(Qt::Key_Tab);
        key(Qt::Key_Return);
        COMES_TRUE(!popover());
        QCOMPARE(document().session().calibration.pixelWidthUm, 4.0);
        document().changes().undoStack().undo();

        showEnginePopover(document(), chip);
        QVERIFY(isIn(popover()));
        key(Qt::Key_Escape);
        COMES_TRUE(!popover());

        const auto chooseAmongFilters = [&](const QString& name) {
            showEnginePopover(document(), chip);
            for (QRadioButton* const button :
                 popover()->findChild<QWidget*>("convolution-engines")->findChildren<QRadioButton*>())
                if (button->text() == name) button->click();
            COMES_TRUE(!popover());
        };
        chooseAmongFilters("cpu-fft");
        QCOMPARE(document().run().machine().convolution, QString("cpu-fft"));
        QCOMPARE(document().run().machine().name, QString("auto"));
        chooseAmongFilters("auto");
        settle();
    }

    void theRecipesFlyOutTakesTheFocusAndItsFieldsFollowByTab() {
        auto* const image = window_->findChild<ImageView*>();
        image->setFocusPolicy(Qt::StrongFocus);
        image->setFocus();
        emit window_->findChild<RecipeRail*>()->stepWanted("fit");
        auto* const flyOut = part<QWidget>("recipe-sheet");
        COMES_TRUE(flyOut->isVisible());
        QCOMPARE(focus(), part<QWidget>("step-fit"));
        key(Qt::Key_Tab);
        QCOMPARE(focus(), part<QWidget>("fit.model"));
        for (int i = 0; i < 30; ++i) {
            key(Qt::Key_Tab);
            QVERIFY(isIn(flyOut));
        }
        auto* const model = part<QComboBox>("fit.model");
        model->setFocus();
        for (const Qt::Key closing : {Qt::Key_Escape, Qt::Key_Return}) {
            key(Qt::Key_Space);
            COMES_TRUE(model->view()->isVisible());
            key(closing);
            COMES_TRUE(!model->view()->isVisible());
            QVERIFY(flyOut->isVisible());
            QCOMPARE(window_->findChild<RecipePanel*>()->openedStep(), QString("fit"));
        }
        key(Qt::Key_Escape);
        QVERIFY(!flyOut->isVisible());
        QCOMPARE(focus(), image);
    }

    void theFirstClickOnTheRailShowsTheWholeStep() {
        auto* const rail = window_->findChild<RecipeRail*>();
        emit rail->stepWanted("flatten");
        auto* const flyOut = part<QWidget>("recipe-sheet");
        COMES_TRUE(flyOut->isVisible());
        takeEvents();
        key(Qt::Key_Escape);
        QVERIFY(!flyOut->isVisible());

        emit rail->stepWanted("fit");

        auto* const row = part<QWidget>("step-fit");
        auto* const room = window_->findChild<RecipePanel*>()->findChild<QScrollArea*>()->viewport();
        takeEvents();
        QVERIFY(part<QWidget>("fit.bootstrap")->isVisible());
        QVERIFY(row->height() <= room->height());
        QVERIFY2(row->mapTo(room, QPoint(0, row->height())).y() <= room->height() + 1,
                 qPrintable(QString::number(row->mapTo(room, QPoint(0, row->height())).y())));
        QVERIFY(row->mapTo(room, QPoint()).y() >= 0);
    }

    void theSheetStaysAsItIsWhateverItHasToSay() {
        window_->showExportSheet();
        takeEvents();
        auto* const into = part<QLineEdit>("export-folder");
        auto* const words = part<QLabel>("export-existing");
        const auto places = [&] {
            QList<QRect> all{sheet()->geometry()};
            for (const char* name : {"export-go", "export-folder", "export-frame"})
                all << QRect(part<QWidget>(name)->mapTo(window_.get(), QPoint()), part<QWidget>(name)->size());
            return all;
        };
        into->setText(folder_.filePath("not there yet"));
        takeEvents();
        const QList<QRect> before = places();
        const QString folder = folder_.filePath("full");
        QDir().mkpath(folder);
        part<QPushButton>("export-everything")->click();
        for (const QString name :
             {"growth.pdf", "growth.svg", "c1d.pdf", "c1d.svg", "c2d.pdf", "c2d.svg", "results.csv", "c1d.csv", "fit.json"})
            QVERIFY(QFile(folder + "/" + name).open(QIODevice::WriteOnly));
        into->setText(folder);
        takeEvents();
        QVERIFY2(words->text().contains("more"), qPrintable(words->text()));
        QVERIFY(words->heightForWidth(words->width()) <= words->height());
        QVERIFY(part<QPushButton>("export-replace")->isVisible());
        QCOMPARE(places(), before);
        key(Qt::Key_Escape);
        document().changes().toggleExcluded(1);
        settle();
        window_->showExportSheet();
        takeEvents();
        QCOMPARE(places(), before);
        const int indent = part<QWidget>("export-excluded")->mapTo(sheet(), QPoint()).x();
        QVERIFY(indent >= part<QWidget>("export-growth")->mapTo(sheet(), QPoint()).x() + 16);
    }

    void aClickBesideTheSheetOnlyClosesIt() {
        window_->showExportSheet();
        takeEvents();
        const int frame = document().frame().index();
        auto* const timeline = window_->findChild<Timeline*>();
        const QPoint at = sheet()->mapTo(window_.get(), QPoint());
        QVERIFY(window_->rect().contains(QRect(at, sheet()->size())));
        const QPoint beside(at.x() - 20, timeline->mapTo(window_.get(), timeline->rect().center()).y());
        QTest::mouseClick(window_->windowHandle(), Qt::LeftButton, {}, beside);
        takeEvents();
        QVERIFY(!sheet()->isVisible());
        QCOMPARE(document().frame().index(), frame);
        QTest::mouseClick(window_->windowHandle(), Qt::LeftButton, {}, beside);
        COMES_TRUE(document().frame().index() != frame);
    }

    void anExportGoesIntoAFolderOfTheSeriesOwn() {
        const auto into = [this] {
            window_->showExportSheet();
            const QString text = part<QLineEdit>("export-folder")->text();
            key(Qt::Key_Escape);
            return text;
        };
        const QString atHome = folder_.filePath("home/coarsen-results/growing");
        QCOMPARE(into(), atHome);
        const QString session = folder_.filePath("sessions/june.coarsen");
        document().saveSession(session.toStdString());
        settle();
        QCOMPARE(into(), atHome);  // it does not change its mind

        window_->openPaths({session});
        COMES(QString::fromStdString(document().session().file.string()), session);
        settle();
        COMES(into(), folder_.filePath("sessions/coarsen-results/june"));
        window_->openPaths({folder_.filePath("another")});
        COMES(into(), folder_.filePath("home/coarsen-results/another"));
        settle();
    }

    void aTextThatIsNoFolderIsRefusedInWords() {
        window_->showExportSheet();
        auto* const into = part<QLineEdit>("export-folder");
        auto* const words = part<QLabel>("export-existing");
        QVERIFY(QFile(folder_.filePath("a file")).open(QIODevice::WriteOnly));
        const std::pair<QString, QString> refused[] = {{"Power law\nn = 0.81", "line breaks"},
                                                       {"R = 0.81 t", "full path"},
                                                       {"", "Choose a folder"},
                                                       {folder_.filePath("a file/deeper"), "is a file"},
                                                       {"/" + QString(300, 'a'), "too long"}};
        for (const auto& [text, why] : refused) {
            into->setText(text);
            QVERIFY2(words->text().contains(why), qPrintable(words->text()));
            QVERIFY(!part<QPushButton>("export-go")->isEnabled());
            key(Qt::Key_Return);
            QVERIFY(sheet()->isVisible());
        }
        QCOMPARE(exportFolderOf(" ~/new "), folder_.filePath("home/new"));
        into->setText(folder_.filePath("new"));
        QVERIFY(part<QPushButton>("export-go")->isEnabled());
    }

    void exportAgainOfASeriesThatWasNotExportedAsksWhereTo() {
        const auto again = [this] {
            for (QAction* action : window_->actions())
                if (action->text() == "Export again") action->trigger();
        };
        again();
        QVERIFY(sheet()->isVisible());
        key(Qt::Key_Escape);
        QVERIFY(!sheet()->isVisible());
    }

    void looksOfAChartThatIsNotTickedAreKept() {
        const auto box = [this](const char* name) { return part<QCheckBox>(name); };
        window_->showExportSheet();
        box("export-residuals")->setChecked(false);
        box("export-result")->setChecked(true);
        box("export-growth")->setChecked(false);
        part<QLineEdit>("export-folder")->setText(folder_.filePath("looks"));
        int written = 0;
        connect(window_->findChild<ExportSheet*>(), &ExportSheet::done, this, [&](int count) { written = count; });
        QTest::mouseClick(part<QPushButton>("export-go"), Qt::LeftButton);
        COMES_TRUE(written > 0);
        init();  // another window
        window_->showExportSheet();
        QVERIFY(!box("export-growth")->isChecked() && !box("export-result")->isVisibleTo(sheet()));
        box("export-growth")->setChecked(true);
        QVERIFY(box("export-result")->isVisibleTo(sheet()) && box("export-result")->isChecked());
        QVERIFY(!box("export-residuals")->isChecked());
        settings()->remove("export");
    }

    void whatIsCopiedIsSaidInTheStatusBar() {
        const auto edit = [this](const QString& words) {
            for (QAction* action : window_->actions())
                if (action->text() == words) action->trigger();
        };
        edit("Copy the growth chart");
        QCOMPARE(said(), QString("The growth chart is copied"));
        edit("Copy the result");
        QCOMPARE(said(), QString("The result is copied as a sentence"));
        edit("Copy the table");
        QCOMPARE(said(), QString("The table is copied, 4 rows"));
        document().changes().setExcluded({0, 1, 2, 3}, true);
        settle();
        edit("Copy the result");
        QCOMPARE(said(), QString("There is no fit to copy"));
        QVERIFY(!QApplication::clipboard()->text().isEmpty());
        document().changes().undoStack().undo();
        settle();
        auto* const chart = part<QCustomPlot>("growth-chart");
        const QPoint empty = chart->axisRect(0)->bottomRight() - QPoint(4, 4);
        chooseAt(chart, "Copy figure", empty);
        QCOMPARE(said(), QString("The figure is copied"));
        chooseAt(chart, "Copy data", empty);
        COMES(said(), QString("The data are copied, 5 lines"));

        document().saveSession(folder_.filePath("sessions/said.coarsen").toStdString());
        COMES_TRUE(said().startsWith("Saved "));
        window_->openPaths({folder_.filePath("another")});
        COMES_TRUE(said().isEmpty());  // it spoke of another series
        settle();
    }

    void aRightClickOnARowOrTheImageOpensTheFramesMenu() {
        window_->findChild<QToolButton*>("table")->click();
        takeEvents();
        auto* const table = part<QTableView>("frame-table");
        const QPoint row = table->visualRect(table->model()->index(2, 1)).center();
        QMenu* menu = menuAt(table->viewport(), row);
        QVERIFY(menu);
        QVERIFY(linesOf(menu).contains("Exclude frame 2"));
        QCOMPARE(document().frame().index(), 2);
        QVERIFY(table->selectionModel()->isRowSelected(2));
        menu->close();
        settle();

        auto* const image = window_->findChild<ImageView*>();
        chooseAt(image, "Exclude frame 2");
        QVERIFY(document().session().excluded.contains(2));
        document().changes().undoStack().undo();
        key(Qt::Key_P);
        QVERIFY(!menuAt(image, image->rect().center()));  // its right button pans
        key(Qt::Key_Escape);
    }

    void theFocusIsARingAndNothingElse() {
        window_->showExportSheet();
        key(Qt::Key_Tab);
        const std::initializer_list<QWidget*> controls{part<QPushButton>("export-everything"), part<QCheckBox>("export-growth"),
                                                       part<QToolButton>("export")};
        for (QWidget* control : controls) {
            part<QPushButton>("export-go")->setFocus(Qt::TabFocusReason);
            const QRect inside = control->rect().adjusted(qobject_cast<QCheckBox*>(control) ? 18 : 3, 3, -3, -3);
            const QImage without = control->grab().toImage();
            control->setFocus(Qt::TabFocusReason);
            QVERIFY(control->hasFocus());
            const QImage with = control->grab().toImage();
            QVERIFY(with != without);
            QCOMPARE(with.copy(inside), without.copy(inside));
        }
    }

    void sessionsLeftUnsavedAreShownWhole() {
        LeftSessions left;
        left.resize(900, 400);
        left.setRowsShown(2);
        left.QWidget::show();
        QList<LeftSession> sessions;
        for (const char* name : {"first", "second", "third"})
            sessions << LeftSession{.file = name, .name = name, .written = {}};
        left.show(sessions);
        takeEvents();
        auto* const room = left.findChild<QScrollArea*>()->viewport();
        int whole = 0;
        for (const QFrame* row : left.findChildren<QFrame*>("left-session")) {
            const QRect place(row->mapTo(room, QPoint()), row->size());
            QVERIFY(room->rect().contains(place) || !room->rect().intersects(place));
            whole += room->rect().contains(place);
        }
        QCOMPARE(whole, 2);
        auto* const more = left.findChild<QLabel*>("left-more");
        QVERIFY(more->isVisible() && more->text().startsWith("1 more"));
        left.show(sessions.mid(1));
        takeEvents();
        QVERIFY(!more->isVisible());
    }

    void theKeysFitASmallScreenAndTheMenusShowWhatIsOn() {
        window_->resize(1024, 640);
        key(Qt::Key_F1);
        auto* const help = window_->findChild<HelpWindow*>();
        QVERIFY(help && help->isVisible());
        QVERIFY2(help->height() <= 600, qPrintable(QString::number(help->height())));
        const QString words = help->findChild<QTextBrowser*>()->toPlainText();
        QVERIFY(words.contains("Ctrl+E") && words.contains(rMaxText()) && !words.contains("R_max"));
        help->close();

        const auto tickOf = [this](const QString& line) {
            bool isTicked = false;
            for (QMenu* menu : part<QMenuBar>("menus")->findChildren<QMenu*>()) {
                emit menu->aboutToShow();
                for (const QAction* action : menu->actions())
                    if (action->text().section('\t', 0, 0) == line) isTicked = isTicked || action->isChecked();
            }
            return isTicked;
        };
        QVERIFY(tickOf("Wipe between two stages"));
        QVERIFY(!tickOf("Logarithmic axes"));
        key(Qt::Key_L);
        key(Qt::Key_S);
        QVERIFY(tickOf("Logarithmic axes"));
        QVERIFY(!tickOf("Wipe between two stages") && tickOf("Two stages side by side"));
        QCOMPARE(tickOf("As the desktop") + tickOf("Light") + tickOf("Dark"), 1);
    }

    void theRecipesFlyOutLeavesInSightWhatItsStepChanges() {
        auto* const rail = window_->findChild<RecipeRail*>();
        auto* const flyOut = part<QWidget>("recipe-sheet");
        const auto rectOf = [this](const QWidget* widget) {
            return QRect(widget->mapTo(window_.get(), QPoint()), widget->size());
        };
        const QRect frame = rectOf(window_->findChild<ImageView*>());
        emit rail->stepWanted("flatten");
        QVERIFY(flyOut->isVisible());
        QVERIFY(!rectOf(flyOut).intersects(frame));
        QVERIFY(rectOf(flyOut).right() <= window_->width());

        const int before = flyOut->x();
        auto* const head = part<QWidget>("recipe-head");
        QTest::mousePress(head, Qt::LeftButton, {}, {100, 10});
        QTest::mouseMove(head, {-60, 10});
        QTest::mouseRelease(head, Qt::LeftButton, {}, {-60, 10});
        QCOMPARE(flyOut->x(), before - 160);
        key(Qt::Key_Escape);
        emit rail->stepWanted("fit");
        QCOMPARE(flyOut->x(), before - 160);  // where the user has put it
        key(Qt::Key_Escape);

        resizeTo({1920, 1080});
        resizeTo({1366, 768});
        emit rail->stepWanted("fit");
        QVERIFY(!rectOf(flyOut).intersects(rectOf(window_->findChild<QCustomPlot*>("growth-chart"))));
        key(Qt::Key_Escape);
    }

    void aListOpensBelowItsButtonAndNotOverThePanelBeside() {
        window_->move(-600, 0);  // the panel is on the screen that tests have
        auto* const quantity = button("quantity");
        const QRect panel(window_->growth().mapToGlobal(QPoint()), window_->growth().size());
        QRect opened;
        QTimer::singleShot(0, this, [&] {
            COMES_TRUE(QApplication::activePopupWidget() != nullptr);
            opened = QApplication::activePopupWidget()->geometry();
            QApplication::activePopupWidget()->close();
        });
        quantity->showMenu();
        QVERIFY2(opened.left() >= panel.left(), qPrintable(QString("%1 left of %2").arg(opened.left()).arg(panel.left())));
        QVERIFY(opened.top() >= quantity->mapToGlobal(QPoint(0, quantity->height())).y() - 1);
    }

    void whatWentWellIsSaidQuietly() {
        auto* const notices = button("notices");
        document().notices().clear();
        document().notices().raise({Notice::Kind::information, "3 files exported", "They are in the folder.", -1});
        QVERIFY(notices->isVisible());
        for (const QColor& loud : {theme().warn, theme().error})
            QVERIFY2(!notices->styleSheet().contains(loud.name()), qPrintable(notices->styleSheet()));
        document().notices().raise({Notice::Kind::warning, "Something is doubtful", "Look.", -1});
        QVERIFY(notices->styleSheet().contains(theme().warn.name()));
        document().notices().raise({Notice::Kind::failure, "Something failed", "Look.", -1});
        QVERIFY(notices->styleSheet().contains(theme().error.name()));
        document().notices().clear();
    }

    void theRecipeIsCopiedAsALineForAShell() {
        document().changes().setValue("flatten.order", std::int64_t{3});
        settle();
        QTest::mouseClick(button("copy-command-line"), Qt::LeftButton);
        const QString line = QApplication::clipboard()->text();
        QVERIFY2(line.startsWith("coarsen-cli analyze ") && line.contains(" --set flatten.order=3"), qPrintable(line));
        QCOMPARE(said(), QString("The command line is copied"));
        document().changes().toggleExcluded(0);
        QTest::mouseClick(button("copy-command-line"), Qt::LeftButton);
        QVERIFY2(said().contains("excluded"), qPrintable(said()));
        document().changes().undoStack().undo();
        document().changes().undoStack().undo();
        settle();
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(SheetsTest)
#include "sheets_test.moc"
