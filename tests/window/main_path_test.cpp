// SPDX-License-Identifier: GPL-3.0-or-later
// The window's main path, without a screen: open, look, analyse, exclude, undo, change, export, save, reopen.
#include "app/window/figures/export_all.hpp"
#include "app/window/main_window.hpp"
#include "app/window/panels/notices/notice_callout.hpp"
#include "app/window/panels/recipe/analyse_control.hpp"
#include "app/window/panels/recipe/recipe_panel.hpp"
#include "app/window/theme/words.hpp"
#include "app/window/views/frame_table.hpp"
#include "app/window/views/growth_view.hpp"
#include "app/window/views/image_view.hpp"
#include "app/window/views/map_view.hpp"
#include "app/window/views/profile_view.hpp"
#include "core/correlate/engines.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/window/menu_fixture.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QDir>
#include <QFile>
#include <QLabel>
#include <QMenuBar>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>
#include <qcustomplot.h>

namespace coarsen::window {

class MainPathTest : public WindowTest {
    Q_OBJECT

    static constexpr int frames = 6;

    QString series() const { return folder_.filePath("series"); }

    QLabel* labelNamed(const QString& text) {
        for (QLabel* label : window_->findChildren<QLabel*>())
            if (label->text() == text) return label;
        return nullptr;
    }
    /// Where the views lie in the window; empty while hidden.
    QList<QRect> panelPlaces() {
        QList<QRect> places;
        for (const QWidget* view : std::initializer_list<QWidget*>{
                 window_->findChild<ImageView*>(), window_->findChild<MapView*>(), window_->findChild<ProfileView*>(),
                 growthChart(), window_->findChild<FrameTable*>()})
            places << (view->isVisible() ? QRect(view->mapTo(window_.get(), QPoint()), view->size()) : QRect());
        return places;
    }
    QCustomPlot* growthChart() { return window_->findChild<QCustomPlot*>("growth-chart"); }
    /// Where a frame's point stands on the growth chart.
    QPoint pointOf(int frame) {
        growthChart()->replot();
        const auto growth = document().growth().data();
        const FrameResult& row = growth->points[static_cast<std::size_t>(frame)].result();
        const QCPAxisRect* const chart = growthChart()->axisRect(0);
        return {static_cast<int>(chart->axis(QCPAxis::atBottom)->coordToPixel(growth->timeOf(row))),
                static_cast<int>(chart->axis(QCPAxis::atLeft)->coordToPixel(growth->lengthOf(row.rMax)))};
    }
    /// Takes a handle of the fit range along the time axis; the button stays down.
    QWidget* dragHandle(const char* name, int by) {
        growthChart()->replot();
        auto* const handle = window_->findChild<QWidget*>(name);
        const QPoint from = handle->mapTo(growthChart(), handle->rect().center());
        QTest::mousePress(handle, Qt::LeftButton, {}, handle->rect().center());
        QTest::mouseMove(handle, handle->mapFrom(growthChart(), from + QPoint(by, 0)));
        growthChart()->replot();
        return handle;
    }
    /// Ctrl and drag around two points; then the entry of the menu that begins with the word.
    void chooseOfBand(int first, int last, const QString& word) {
        const QPoint from = pointOf(first) + QPoint(-8, 12), to = pointOf(last) + QPoint(8, -12);
        QTest::mousePress(growthChart(), Qt::LeftButton, Qt::ControlModifier, from);
        QTest::mouseMove(growthChart(), to);
        QTest::mouseRelease(growthChart(), Qt::LeftButton, Qt::ControlModifier, to);
        auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        chooseOf(menu, word);
        settle();
    }
    void release(QWidget* handle) {
        QTest::mouseRelease(handle, Qt::LeftButton);
        settle();
    }

private slots:
    void initTestCase() {
        RingSettings settings;
        settings.width = 240, settings.height = 180, settings.frames = frames;
        settings.rMaxFromPx = 12, settings.rMaxToPx = 24;
        writeRingSeries(series().toStdString(), settings);
        QFile::remove(series() + "/truth.csv");
        QFile::remove(series() + "/truth.json");
    }
    void init() { newWindow(); }
    void cleanup() { window_.reset(); }

    void openingShowsTheFirstFrameAndAnalysesNothing() {
        open("series");

        QCOMPARE(document().frameCount(), frames);
        QCOMPARE(document().frame().index(), 0);
        QVERIFY(document().frame().preview()->map);
        QVERIFY(document().frame().preview()->lengths.rMax.isFound());
        QVERIFY(document().session().results.empty());
    }

    void analysingFitsTheGrowthLaw() {
        open("series");

        analyseAll();

        QCOMPARE(document().run().framesToMeasure(), 0);
        const GrowthFit* const fit = document().growth().data()->chosenFit();
        QVERIFY(fit && fit->isFitted());
        QCOMPARE(fit->frames.size(), std::size_t(frames));
        const double truth = 12.0 / 18000;  // R_max doubles over five intervals of an hour, so the first frame is five hours old
        QVERIFY(std::abs(fit->parameters[0].value / truth - 1) < 0.05);
    }

    void nothingMovesBesideTheButtonThatAnalyses() {
        open("series");
        const auto places = [this] {
            QList<QRect> found;
            for (const char* name : {"chip-size", "chip-times", "export"})
                found << window_->findChild<QToolButton*>(name)->geometry();
            return found << window_->findChild<AnalyseControl*>()->geometry();
        };
        const QList<QRect> before = places();
        document().run().analyse(false);
        QVERIFY(document().run().isRunning());
        takeEvents();
        QCOMPARE(places(), before);
        settle();
        QCOMPARE(document().run().framesToMeasure(), 0);
        QCOMPARE(places(), before);
    }

    void menusAndButtonsAreWholeInASmallWindow() {
        newWindow({1024, 640});
        document().open({series().toStdString()});  // without a quench: a chip more
        COMES_TRUE(document().isOpen() && !document().isOpening());
        settle();
        const auto* const menus = window_->findChild<QMenuBar*>("menus");
        QVERIFY(menus->width() >= menus->sizeHint().width());
        for (const char* name : {"chip-size", "chip-times", "quench-unset", "export"}) {
            const auto* const button = window_->findChild<QToolButton*>(name);
            QVERIFY2(button->isVisible() && button->width() >= button->minimumSizeHint().width(), name);
            QVERIFY2(button->mapTo(window_.get(), QPoint(button->width(), 0)).x() <= window_->width(), name);
        }
    }

    void whatASmallScreenDoesNotShowIsScrolledTo() {
        open("series");
        window_->setMinimumSize(640, 400);
        resizeTo({800, 500});
        auto* const room = qobject_cast<QScrollArea*>(window_->centralWidget());
        auto* const button = window_->findChild<QToolButton*>("export");
        room->ensureWidgetVisible(button);
        takeEvents();
        QVERIFY(!button->visibleRegion().isEmpty());
        QCOMPARE(room->horizontalScrollBar()->maximum(), 1024 - room->viewport()->width());
        QVERIFY(room->verticalScrollBar()->maximum() > 0);
        document().frame().show(0);
        QTest::keyClick(window_.get(), Qt::Key_Right);
        COMES(document().frame().index(), 1);  // the keys are still the frames'
    }

    void settingsForExpertsAreFoldedAwayAndSaidWhereTheyAreChanged() {
        newWindow({1600, 900});
        open("series");
        window_->findChild<RecipePanel*>()->openStep("measure");
        settle();
        const auto fold = [this] { return window_->findChild<QToolButton*>("advanced-measure"); };
        const auto field = [this](const char* name) { return window_->findChild<QWidget*>(name); };
        QVERIFY(field("measure.max_lag")->isVisible() && fold()->isVisible());
        QVERIFY(!field("measure.prominence")->isVisible());
        QCOMPARE(fold()->text(), QString("Advanced"));
        QTest::mouseClick(fold(), Qt::LeftButton);
        takeEvents();
        QVERIFY(field("measure.prominence")->isVisible());
        document().changes().setValue("measure.prominence", 0.04);
        settle();
        QCOMPARE(fold()->text(), QString("Advanced, 1 changed"));
        QVERIFY(field("measure.prominence")->isVisible());  // it stays open
    }

    void previewAndSeriesGiveTheSameNumber() {
        open("series");
        analyseAll();

        QCOMPARE(document().session().results.at(0)->rMax.px, document().frame().preview()->row.rMax.px);
    }

    void excludingAFrameTakesItOutOfTheFitAndUndoPutsItBack() {
        open("series");
        analyseAll();

        QTest::keyClick(window_.get(), Qt::Key_X);
        settle();
        QCOMPARE(document().growth().data()->chosenFit()->frames.size(), std::size_t(frames - 1));

        document().changes().undoStack().undo();
        settle();
        QCOMPARE(document().growth().data()->chosenFit()->frames.size(), std::size_t(frames));
    }

    void aChangedStepPutsResultsOutOfDateAndUndoBringsThemBack() {
        open("series");
        analyseAll();

        document().changes().setValue("flatten.order", std::int64_t{3});
        QCOMPARE(document().run().framesToMeasure(), frames);
        QVERIFY(document().growth().data()->points[0].isStale);

        document().changes().undoStack().undo();
        QCOMPARE(document().run().framesToMeasure(), 0);
        settle();
    }

    void aSettingThatDoesNotFitRaisesANoticeAndChangesNothing() {
        open("series");

        document().changes().setValue("flatten.order", std::int64_t{99});

        QCOMPARE(std::get<std::int64_t>(valueOf(document().recipe(), "flatten.order")), 2);
        QCOMPARE(document().notices().list().size(), std::size_t(1));
    }

    void theLastFrameAskedForIsTheOneShown() {
        open("series");

        for (const int frame : {1, 2, 3, 4, 5, 2})
            document().frame().show(frame);
        settle();

        QCOMPARE(document().frame().preview()->frame, 2);
        QVERIFY(!document().frame().isStale());
    }

    void dustIsPaintedWithTheMouseAndUndoneStrokeByStroke() {
        open("series");
        auto* const image = window_->findChild<ImageView*>();
        const auto masked = [&] {
            for (const StagePicture& stage : *document().frame().preview()->stages)
                if (stage.key == "dust") return stage.maskedPercent;
            return -1.0;
        };
        const double before = masked();
        const auto stroke = [&](QPoint from, QPoint to, Qt::KeyboardModifiers keys = {}) {
            QTest::mousePress(image, Qt::LeftButton, keys, from);
            QTest::mouseMove(image, (from + to) / 2);
            QTest::mouseMove(image, to);
            QTest::mouseRelease(image, Qt::LeftButton, keys, to);
            settle();
        };
        const QPoint centre = image->rect().center();

        QTest::keyClick(window_.get(), Qt::Key_B);
        stroke(centre - QPoint(40, 0), centre + QPoint(40, 0));
        const double painted = masked();
        QVERIFY2(painted > before + 1, qPrintable(QString::number(painted)));
        QCOMPARE(document().changes().undoStack().undoText(), QString("painting dust"));
        stroke(centre - QPoint(40, 0), centre + QPoint(40, 0), Qt::AltModifier);
        QVERIFY(masked() < painted - 1);
        QCOMPARE(document().changes().undoStack().undoText(), QString("erasing dust"));

        document().changes().undoStack().undo();
        settle();
        QCOMPARE(masked(), painted);
        document().changes().undoStack().undo();
        settle();
        QCOMPARE(masked(), before);
        QVERIFY(document().recipe() == recipeOfTests());
        QTest::keyClick(window_.get(), Qt::Key_Escape);
        stroke(centre, centre + QPoint(30, 10));  // pans again
        QVERIFY(document().recipe() == recipeOfTests());
    }

    void aStrokeOfOneFrameLeavesTheOthers() {
        open("series");
        QTest::keyClick(window_.get(), Qt::Key_B);
        for (QToolButton* button : window_->findChild<QWidget*>("brush-bar")->findChildren<QToolButton*>())
            if (button->text() == "This frame") button->click();
        auto* const image = window_->findChild<ImageView*>();
        QTest::mouseClick(image, Qt::LeftButton, {}, image->rect().center());
        settle();

        const std::vector<Stroke> strokes =
            strokesFromText(std::get<std::string>(valueOf(document().recipe(), "dust.strokes")), "dust.strokes");
        QCOMPARE(strokes.size(), std::size_t{1});
        QCOMPARE(strokes[0].frame, 0);
        QVERIFY(std::abs(strokes[0].path.at(0).x - 120) < 2);
        QVERIFY(std::abs(strokes[0].path.at(0).y - 90) < 2);
    }

    void anotherFlatFieldOfTheSameNameMakesResultsOutOfDate() {
        const QString flat = folder_.filePath("flat.png");
        const auto brightness = [&](int value) {
            QImage picture(240, 180, QImage::Format_Grayscale8);
            for (int y = 0; y < 180; ++y)
                for (int x = 0; x < 240; ++x)
                    picture.scanLine(y)[x] = static_cast<uchar>(value + x / 4);
            QFile::remove(flat);
            QVERIFY(picture.save(flat));
        };
        brightness(100);
        open("series");
        document().changes().setValue("flatten.flat", flat.toStdString());
        document().changes().setValue("flatten.method", std::string("files"));
        settle();
        analyseAll();
        QCOMPARE(document().run().framesToMeasure(), 0);

        brightness(160);
        analyseAll();  // looks at the file first: all frames are measured again

        QCOMPARE(document().run().framesToMeasure(), 0);
        QVERIFY(document().session().files.contains(flat.toStdString()));
        const std::string now = document().session().files.at(flat.toStdString());
        QCOMPARE(now, fileHashes(document().recipe()).at(flat.toStdString()));
        for (const auto& [frame, key] : document().session().resultKeys)
            QCOMPARE(key.measurement, measurementHash(document().recipe(), document().session().files));
    }

    void stabilisingShowsTheDriftOfTheFrameAndAnalysesWithIt() {
        open("series");
        document().changes().setValue("stabilise.on", true);
        analyseAll();  // waits for the drift first

        QVERIFY(!document().run().isSurveying());
        document().frame().show(3);
        settle();
        const FrameResult& row = *document().session().results.at(3);
        QCOMPARE(document().frame().preview()->row.image.drift.xPx, row.image.drift.xPx);
        QVERIFY(std::hypot(row.image.drift.xPx, row.image.drift.yPx) < 60);
        QVERIFY(window_->findChild<QToolButton*>("stage-stabilise")->isVisible());

        document().changes().setValue("stabilise.on", false);
        settle();
        QCOMPARE(document().frame().preview()->row.image.drift.xPx, 0.0);
        QVERIFY(!window_->findChild<QToolButton*>("stage-stabilise")->isVisible());
    }

    void aCropDraggedOnTheImageIsMeasured() {
        open("series");
        QTest::keyClick(window_.get(), Qt::Key_C);
        auto* const image = window_->findChild<ImageView*>();
        const QPoint middle = image->rect().center();

        QTest::mousePress(image, Qt::LeftButton, {}, middle - QPoint(60, 40));
        QTest::mouseMove(image, middle);
        QTest::mouseMove(image, middle + QPoint(60, 40));
        QTest::mouseRelease(image, Qt::LeftButton, {}, middle + QPoint(60, 40));
        settle();

        QVERIFY(document().frame().preview()->width() < 240);
        QCOMPARE(std::get<std::int64_t>(valueOf(document().recipe(), "crop.width")), document().frame().preview()->width());
    }

    void aClickOnAPointGoesToItsFrame() {
        open("series");
        analyseAll();

        QTest::mouseClick(growthChart(), Qt::LeftButton, {}, pointOf(4));

        QCOMPARE(document().frame().index(), 4);
        settle();
    }

    void aDraggedHandleSetsTheFitRangeInOneStep() {
        open("series");
        analyseAll();
        const double ofFrame2 = document().session().series.frames[2].timeS;

        QWidget* const handle = dragHandle("fit-range-from", pointOf(2).x() - pointOf(0).x());
        QCOMPARE(handle->geometry().right(), pointOf(2).x());  // shown at once
        QVERIFY(!document().recipe().fit.fromS);               // fitted when it is let go
        release(handle);

        QCOMPARE(document().recipe().fit.fromS, std::optional(ofFrame2));
        QCOMPARE(document().growth().data()->chosenFit()->frames.size(), std::size_t(frames - 2));
        QCOMPARE(document().changes().undoStack().count(), 1);
        QCOMPARE(document().changes().undoStack().undoText(), QString("change of the fit range"));

        document().changes().undoStack().undo();
        settle();
        QVERIFY(!document().recipe().fit.fromS);
        QCOMPARE(document().growth().data()->chosenFit()->frames.size(), std::size_t(frames));
    }

    void aHandleDraggedBeyondTheLastFrameOpensThatEnd() {
        open("series");
        analyseAll();
        document().frame().show(3);
        QTest::keyClick(window_.get(), Qt::Key_O);
        settle();
        QCOMPARE(document().growth().data()->chosenFit()->frames.size(), std::size_t(4));

        release(dragHandle("fit-range-to", pointOf(5).x() - pointOf(3).x() + 40));

        QVERIFY(!document().recipe().fit.toS);
        QCOMPARE(document().growth().data()->chosenFit()->frames.size(), std::size_t(frames));
    }

    void theHandlesOfTheFitRangeDoNotPassEachOther() {
        open("series");
        analyseAll();
        document().changes().setFitRange({{}, document().session().series.frames[3].timeS});
        settle();

        release(dragHandle("fit-range-from", pointOf(5).x() - pointOf(0).x()));

        QCOMPARE(document().recipe().fit.fromS, std::optional(document().session().series.frames[2].timeS));
    }

    void aBandAroundPointsExcludesAndIncludesThemInOneStep() {
        open("series");
        analyseAll();
        document().changes().toggleExcluded(2);
        settle();

        chooseOfBand(1, 3, "Exclude 2 frames");
        QCOMPARE(document().session().excluded, (std::set{1, 2, 3}));
        QCOMPARE(document().changes().undoStack().undoText(), QString("exclusion of 2 frames"));

        document().changes().undoStack().undo();
        QCOMPARE(document().session().excluded, std::set{2});

        chooseOfBand(1, 4, "Include 1 frame");
        QVERIFY(document().session().excluded.empty());
        QCOMPARE(document().frame().index(), 0);  // the band goes to no frame
    }

    void aDoubleClickOnAHeaderMaximisesThePanelAndAnotherRestoresTheLayout() {
        open("series");
        auto* const workArea = window_->findChild<QSplitter*>("work-area");
        workArea->setSizes({600, 700});
        takeEvents();
        const auto before = panelPlaces();

        for (QLabel* label :
             {labelNamed("Frame 0"), labelNamed("C2D"), window_->findChild<QLabel*>("profile-quality"), labelNamed("Growth")}) {
            QTest::mouseDClick(label, Qt::LeftButton);
            takeEvents();
            QCOMPARE(label->parentWidget()->parentWidget()->size(), workArea->size());

            QTest::mouseDClick(label, Qt::LeftButton);
            takeEvents();
            QCOMPARE(panelPlaces(), before);
        }
    }

    void theKeyMaximisesThePanelWithTheFocusAndEscapeRestores() {
        open("series");
        QVERIFY(QTest::qWaitForWindowActive(window_.get(), timeoutMs));
        takeEvents();
        const auto before = panelPlaces();
        window_->findChild<ProfileView*>()->plot()->setFocus();

        QTest::keyClick(window_.get(), Qt::Key_F10);
        QVERIFY(window_->findChild<ProfileView*>()->isVisible());
        QVERIFY(!window_->findChild<ImageView*>()->isVisible());

        QTest::keyClick(window_.get(), Qt::Key_Escape);
        takeEvents();
        QCOMPARE(panelPlaces(), before);
    }

    void theKeyMaximisesThePanelThatTheMouseCameTo() {
        open("series");
        QVERIFY(QTest::qWaitForWindowActive(window_.get(), timeoutMs));
        // Through the window, which then tells the views that the mouse enters and leaves them.
        QTest::mouseMove(window_->windowHandle(), panelPlaces()[0].center());
        QTest::mouseMove(window_->windowHandle(), panelPlaces()[1].center());

        QTest::keyClick(window_.get(), Qt::Key_F10);

        QVERIFY(window_->findChild<MapView*>()->isVisible());
        QVERIFY(!window_->findChild<ImageView*>()->isVisible());
    }

    void aMaximisedPanelStaysSoWhenTheWindowChangesItsClass() {
        open("series");
        const auto thereAndBack = [&] {
            resizeTo({1366, 990});
            resizeTo({1366, 768});
        };
        thereAndBack();
        const auto before = panelPlaces();

        QTest::mouseDClick(labelNamed("Growth"), Qt::LeftButton);
        thereAndBack();
        QVERIFY(!window_->findChild<ImageView*>()->isVisible());

        QTest::keyClick(window_.get(), Qt::Key_Escape);
        takeEvents();
        QCOMPARE(panelPlaces(), before);
    }

    void aDamagedFrameIsNamedAndTheOthersGoOn() {
        const QString damaged = folder_.filePath("damaged");
        QDir().mkpath(damaged);
        const QStringList names = QDir(series()).entryList({"*.png"}, QDir::Files, QDir::Name);
        for (const QString& name : names)
            QFile::copy(series() + "/" + name, damaged + "/" + name);
        QFile broken(damaged + "/" + names[2]);
        QVERIFY(broken.open(QIODevice::ReadWrite));
        broken.resize(broken.size() / 2);
        broken.close();
        open(damaged);

        analyseAll();

        QCOMPARE(document().growth().cellStates()[2], CellState::failed);
        QCOMPARE(document().growth().data()->chosenFit()->frames.size(), std::size_t(frames - 1));
        QVERIFY(window_->findChild<NoticeCallout*>()->isVisible());
        QVERIFY(document().notices().list().back().text.contains(names[2]) ||
                document().notices().list().back().text.contains("ends"));
    }

    void aFolderWithoutImagesIsRefusedInWords() {
        const QString empty = folder_.filePath("empty");
        QDir().mkpath(empty);

        window_->openPaths({empty});
        COMES_TRUE(!document().isOpening());

        QVERIFY(!document().isOpen());
        QVERIFY(!document().notices().list().empty());
    }

    void aRunCanBeCancelledAndKeepsWhatItMeasured() {
        open("series");
        document().run().analyse(false);
        document().run().cancel();
        settle();

        QVERIFY(!document().run().isRunning());
        QVERIFY(document().run().framesToMeasure() + static_cast<int>(document().session().results.size()) == frames);
    }

    void theSelfTestFillsItsTableAndCanBeCancelled() {
        for (QAction* action : window_->actions())
            if (action->text().startsWith("Self-test")) action->trigger();
        auto* const dialog = window_->findChild<QDialog*>("self-test");
        QVERIFY(dialog && dialog->isVisible());
        auto* const table = dialog->findChild<QTableWidget*>();

        QTest::mouseClick(dialog->findChild<QPushButton*>("self-test-quick"), Qt::LeftButton);
        COMES_TRUE(table->rowCount() > 0);
        QVERIFY(!dialog->findChild<QPushButton*>("self-test-quick")->isEnabled());
        QTest::mouseClick(dialog->findChild<QPushButton*>("self-test-cancel"), Qt::LeftButton);

        COMES_TRUE(dialog->findChild<QPushButton*>("self-test-quick")->isEnabled());
        QVERIFY(dialog->findChild<QLabel*>("self-test-words")->text().startsWith("Cancelled"));
        QCOMPARE(table->item(0, table->columnCount() - 1)->text(), "ok");
        dialog->reject();
        COMES_TRUE(!window_->findChild<QDialog*>("self-test"));
    }

    void exportWritesEveryFigureAndTable() {
        open("series");
        analyseAll();
        const QDir out(folder_.filePath("export"));
        ExportChoice choice;
        choice.items = {"growth", "c1d-figure", "c2d-figure", "frame", "results", "c1d", "fit", "session"};
        int written = -1;

        exportAll(document(), out, choice, [&](int files, const QString& problem) { written = problem.isEmpty() ? files : -2; });
        COMES_TRUE(written != -1);

        const QStringList names = choice.fileNames(document().session());
        for (const QString& name : names)
            QVERIFY2(out.exists(name), qPrintable(name));
        QCOMPARE(names.size(), 4 * 3 + 4);
        QCOMPARE(written, static_cast<int>(names.size()));
        QFile svg(out.filePath("growth.svg"));
        QVERIFY(svg.open(QIODevice::ReadOnly));
        QVERIFY(svg.readAll().contains("<text"));
    }

    void aSavedSessionReopensAsItWas() {
        open("series");
        analyseAll();
        document().changes().toggleExcluded(3);
        settle();
        const QString file = folder_.filePath("saved.coarsen");
        document().saveSession(file.toStdString());
        COMES_TRUE(QFile::exists(file));
        settle();
        const Session before = document().session();

        MainWindow second(cpuEngines());
        open(second, file);

        const Session& after = second.document().session();
        QVERIFY(after.recipe == before.recipe);
        QCOMPARE(after.excluded, before.excluded);
        QCOMPARE(after.results.size(), before.results.size());
        QCOMPARE(after.results.at(5)->rMax.px, before.results.at(5)->rMax.px);
        QCOMPARE(second.document().run().framesToMeasure(), 0);
    }

    void bothThemesAndSizesShowEveryPanel() {
        open("series");
        analyseAll();
        for (const bool dark : {true, false}) {
            for (const QSize size : {QSize(1366, 768), QSize(1920, 1080), QSize(1024, 640)}) {
                window_->chooseTheme(dark);
                resizeTo(size);
                QVERIFY(window_->findChild<ImageView*>()->width() >= 300);
                QVERIFY(window_->findChild<GrowthView*>()->width() >= 400);
            }
        }
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(MainPathTest)
#include "main_path_test.moc"
