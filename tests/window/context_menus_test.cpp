// SPDX-License-Identifier: GPL-3.0-or-later
// The menus of a point of the growth chart, of a step and of the table's header, and what they begin.
#include "app/window/main_window.hpp"
#include "app/window/panels/growth/growth_panel.hpp"
#include "app/window/views/image_view.hpp"
#include "core/correlate/engines.hpp"
#include "core/measure/lengths.hpp"
#include "tests/window/menu_fixture.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QHeaderView>
#include <QLabel>
#include <QPointer>
#include <QSignalSpy>
#include <QTableView>

namespace coarsen::window {

class ContextMenusTest : public WindowTest {
    Q_OBJECT

    static constexpr int frames = 4;

    QCustomPlot* profile() { return window_->findChild<QCustomPlot*>("c1d-plot"); }
    /// The growth chart of the measured series, with its first frame looked at.
    QCustomPlot* measuredChart() {
        analyseAll();
        document().frame().show(0);
        settle();
        return window_->findChild<QCustomPlot*>("growth-chart");
    }

private slots:
    void initTestCase() { writeGrowingSeries(folder_.filePath("growing"), frames, 12, 20); }
    void init() {
        newWindow();
        open("growing");
        profile()->replot();
    }
    void cleanup() { window_.reset(); }

    void aPointOfTheChartHasItsMenu() {
        QCustomPlot* const chart = measuredChart();
        chart->replot();
        const auto data = document().growth().data();  // as it is now
        const GrowthData& growth = *data;
        const auto* const rect = chart->axisRect(0);
        const GrowthData::Point& point = growth.points[2];
        const QPoint place = placeOfPoint(*chart, growth, 2);
        chooseAt(chart, "Go to frame 2", place);
        QCOMPARE(document().frame().index(), 2);
        chooseAt(chart, "Exclude frame 2", place);
        QVERIFY(document().session().excluded.contains(2));
        document().changes().undoStack().undo();
        settle();
        chart->replot();

        QApplication::clipboard()->clear();
        chooseAt(chart, "Copy data", QPoint(rect->right() - 4, rect->bottom() - 4));
        COMES(clipboardTable().size(), frames + 1);
        QCOMPARE(clipboardTable()[3][2].toDouble(), growth.lengthOf(point.result().rMax));
        const double fitted = growth.chosenFit()->valueAt(point.result().timeS);
        QVERIFY(std::abs(clipboardTable()[3][6].toDouble() - 100 * (point.result().rMax.px / fitted - 1)) < 1e-9);
    }

    void aFrameIsMeasuredAgainFromItsMenusAndOnlyThisOne() {
        auto* const image = window_->findChild<ImageView*>();
        chooseAt(image, "Measure frame 0");
        settle();
        QCOMPARE(document().session().results.size(), std::size_t(1));
        QCustomPlot* const chart = measuredChart();
        chart->replot();
        for (const bool isChart : {true, false}) {
            const auto before = document().session().results;
            const int frame = isChart ? 2 : 0;
            const QString words = QString("Measure frame %1 again").arg(frame);

            if (isChart)
                chooseAt(chart, words, placeOfPoint(*chart, *document().growth().data(), frame));
            else
                chooseAt(image, words);
            settle();

            for (const auto& [one, row] : document().session().results)
                QCOMPARE(row == before.at(one), one != frame);
            QCOMPARE(document().run().framesToMeasure(), 0);
        }
        QCOMPARE(document().changes().undoStack().count(), 0);  // no choice was changed
    }

    void keysOnTheStartPageDoNothing() {
        MainWindow empty(cpuEngines());
        empty.show();
        for (const Qt::Key key : {Qt::Key_J, Qt::Key_X, Qt::Key_C, Qt::Key_I, Qt::Key_O, Qt::Key_Right, Qt::Key_Space, Qt::Key_G})
            QTest::keyClick(&empty, key);
        for (QAction* action : empty.actions())
            if (action->text().startsWith("Exclude or include")) action->trigger();
        QCOMPARE(empty.document().changes().undoStack().count(), 0);
        QVERIFY(empty.document().session().excluded.empty());
    }

    void aMenuOfASeriesClosesWhenAnotherOneIsOpened() {
        QMenu* const menu = menuAt(window_->findChild<ImageView*>(), QPoint(60, 60));
        QVERIFY(menu && menu->isVisible());
        const QPointer<QMenu> watched = menu;
        window_->openPaths({folder_.filePath("growing")});
        COMES_TRUE(!watched || !watched->isVisible());
        settle();
    }

    void theKeysOfTheTableAreTheFrames() {
        window_->resize(1600, 1000);
        measuredChart();
        auto* const table = window_->findChild<QTableView*>("frame-table");
        window_->growth().setTableShown(true);
        takeEvents();
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Down);
        QCOMPARE(document().frame().index(), 1);
        QTest::keyClick(table, Qt::Key_X);
        QCOMPARE(document().session().excluded, std::set{1});
        QTest::keyClick(table, Qt::Key_Right);
        QCOMPARE(document().frame().index(), 2);
        settle();
    }

    void aMarkerThatIsDraggedIsLetGoWhenAnotherFrameComes() {
        measuredChart();
        profile()->replot();
        const double px = document().frame().preview()->lengths.rMax.px;
        const QPoint marker(static_cast<int>(profile()->xAxis->coordToPixel(px)), profile()->axisRect()->center().y());
        QTest::mousePress(profile(), Qt::LeftButton, {}, marker);
        QTest::mouseMove(profile(), marker + QPoint(30, 0));
        document().frame().show(1);
        settle();
        QTest::mouseRelease(profile(), Qt::LeftButton, {}, marker + QPoint(30, 0));
        QVERIFY(document().session().manualRMaxPx.empty());
    }

    void theCropIsLeftByItsKeyAndByEscape() {
        auto* const image = window_->findChild<ImageView*>();
        for (const int width : {1366, 1600})
            for (const Qt::Key leave : {Qt::Key_C, Qt::Key_Escape}) {
                resizeTo({width, 800});
                QTest::keyClick(window_.get(), Qt::Key_C);
                const auto dragged = [&] {
                    QTest::mousePress(image, Qt::LeftButton, {}, image->rect().center());
                    QTest::mouseMove(image, image->rect().center() + QPoint(60, 40));
                    QTest::mouseRelease(image, Qt::LeftButton, {}, image->rect().center() + QPoint(60, 40));
                    return document().changes().undoStack().count();
                };
                const int before = document().changes().undoStack().count();
                QVERIFY(dragged() > before);
                QTest::keyClick(window_.get(), leave);
                const int then = document().changes().undoStack().count();
                QCOMPARE(dragged(), then);
                settle();
            }
    }

    void aFitRangeEndsAtAFrameByItsMenusAndByKeys() {
        QCustomPlot* const chart = measuredChart();
        chart->replot();
        const auto timeOf = [this](int frame) { return document().session().series.frames[frame].timeS; };
        const auto range = [this] { return std::pair(document().recipe().fit.fromS, document().recipe().fit.toS); };
        using Range = decltype(range());

        chooseAt(chart, "Fit range from here", placeOfPoint(*chart, *document().growth().data(), 1));
        QVERIFY(range() == Range(timeOf(1), {}));
        QCOMPARE(document().changes().undoStack().undoText(), "change of the start of the fit range");
        settle();
        chart->replot();
        chooseAt(chart, "Fit range to here", placeOfPoint(*chart, *document().growth().data(), 2));
        QVERIFY(range() == Range(timeOf(1), timeOf(2)));
        QCOMPARE(document().changes().undoStack().undoText(), "change of the end of the fit range");
        QCOMPARE(document().frame().index(), 0);

        chooseAt(window_->findChild<ImageView*>(), "Fit range to here");  // frame 0, before the start
        QVERIFY(range() == Range({}, timeOf(0)));
        document().frame().show(3);
        settle();
        QTest::keyClick(window_.get(), Qt::Key_I);  // past the end
        QVERIFY(range() == Range(timeOf(3), {}));
        QTest::keyClick(window_.get(), Qt::Key_O);
        QVERIFY(range() == Range(timeOf(3), timeOf(3)));
        document().changes().setFitRange({});
        QVERIFY(range() == Range());
        QCOMPARE(document().changes().undoStack().undoText(), "fit to all frames");
        QCOMPARE(document().changes().undoStack().count(), 6);
    }

    void rMaxIsSetByHandFromTheChartWithKeysAndWithTheMouse() {
        QCustomPlot* const chart = measuredChart();
        auto* const view = window_->findChild<ProfileView*>();
        auto* const explanation = window_->findChild<QLabel*>("marker-explanation");
        const auto grab = [&] {
            settle();
            chart->replot();
            chooseAt(chart, "Set", placeOfPoint(*chart, *document().growth().data(), 2));
            COMES_TRUE(view->isMarkerGrabbed());
            QVERIFY(explanation->isVisible());
        };
        const auto marker = [this] {
            const auto& markers = document().session().manualRMaxPx;
            const auto found = markers.find(2);
            return found == markers.end() ? 0 : rMaxNear(document().frame().preview()->profile, found->second, {}).px;
        };

        grab();
        QCOMPARE(document().frame().index(), 2);
        settle();
        QVERIFY(view->isMarkerGrabbed());  // the parts of the answer that come later leave it in hand
        const double automatic = document().frame().preview()->lengths.rMax.px;
        std::vector<double> maxima;  // beyond it
        for (double px = automatic + 1; px < document().frame().preview()->profile.r.back(); ++px)
            if (const double at = rMaxNear(document().frame().preview()->profile, px, {}).px;
                at > automatic + 0.5 && (maxima.empty() || at > maxima.back() + 0.5))
                maxima.push_back(at);
        QVERIFY(!maxima.empty());
        QSignalSpy dragged(view, &ProfileView::markerDragged);
        QTest::keyClick(profile(), Qt::Key_Right);
        QCOMPARE(document().frame().index(), 2);  // the key is the marker's
        QCOMPARE(dragged.last()[0].toDouble(), maxima[0]);
        QTest::keyClick(profile(), Qt::Key_Left);
        QCOMPARE(dragged.last()[0].toDouble(), automatic);
        QTest::keyClick(profile(), Qt::Key_Right);
        QTest::keyClick(profile(), Qt::Key_Return);
        QCOMPARE(marker(), maxima[0]);
        QVERIFY(!view->isMarkerGrabbed() && !explanation->isVisible());
        settle();
        QCOMPARE(document().session().results.at(2)->rMax.quality, Quality::manual);

        grab();
        const QPoint there(qRound(profile()->xAxis->coordToPixel(automatic)), profile()->axisRect()->center().y());
        QTest::mouseMove(profile(), there);
        COMES(dragged.last()[0].toDouble(), automatic);
        QTest::keyClick(profile(), Qt::Key_Escape);
        QVERIFY(!view->isMarkerGrabbed() && !explanation->isVisible());
        QCOMPARE(dragged.last()[0].toDouble(), maxima[0]);
        QCOMPARE(marker(), maxima[0]);

        grab();
        QTest::mouseClick(profile(), Qt::LeftButton, {}, there);
        QCOMPARE(marker(), automatic);
        QVERIFY(!view->isMarkerGrabbed());

        grab();
        document().frame().show(0);
        QVERIFY(!view->isMarkerGrabbed());
        QCOMPARE(marker(), automatic);
    }

    void aMaximumIsChosenForAllFramesFromC1d() {
        measuredChart();
        settle();
        profile()->replot();
        const double automatic = document().frame().preview()->lengths.rMax.px;
        const auto pxToUnit = document().session().calibration.isKnown() ? document().session().calibration.umPerPx() : 1.0;
        const QPoint there(qRound(profile()->xAxis->coordToPixel(automatic * pxToUnit)), profile()->axisRect()->center().y());
        const int before = document().changes().undoStack().count();
        chooseAt(profile(), "Follow", there);
        QCOMPARE(document().session().manualRMaxPx.size(), std::size_t{frames});
        QCOMPARE(document().changes().undoStack().count(), before + 1);
        settle();
        QVERIFY(std::ranges::all_of(document().session().results,
                                    [](const auto& row) { return row.second->rMax.quality == Quality::manual; }));
        document().changes().undoStack().undo();
        QVERIFY(document().session().manualRMaxPx.empty());
        settle();
        chooseAt(profile(), "In all frames the first one", there);
        QCOMPARE(document().recipe().measure.maximum, MaximumRule::first);
        settle();
    }

    void aStepIsSwitchedAndResetFromItsMenu() {
        resizeTo({1920, 1080});
        document().changes().setValue("flatten.order", std::int64_t{3});
        settle();
        auto* const row = window_->findChild<QWidget*>("step-flatten");
        chooseAt(row, "Switch off", {60, 12});
        QVERIFY(!document().recipe().step("flatten")->isOn());
        settle();
        chooseAt(row, "Reset", {60, 12});
        QVERIFY(document().recipe() == recipeOfTests());
        settle();
    }

    void theHeaderOfTheTableChoosesItsColumns() {
        window_->growth().setTableShown(true);
        takeEvents();
        auto* const table = window_->findChild<QTableView*>("frame-table");
        QWidget* const header = table->horizontalHeader()->viewport();
        chooseAt(header, "Quality", {20, 8});
        QVERIFY(table->isColumnHidden(5));
        QVERIFY(!table->isColumnHidden(6));
        chooseAt(header, "Quality", {20, 8});
        QVERIFY(!table->isColumnHidden(5));
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(ContextMenusTest)
#include "context_menus_test.moc"
