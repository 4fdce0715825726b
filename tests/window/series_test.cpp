// SPDX-License-Identifier: GPL-3.0-or-later
// R_max and the quench moved by hand, and C1D of the whole series.
#include "app/window/figures/export_all.hpp"
#include "app/window/panels/export/export_sheet.hpp"
#include "app/window/panels/growth/growth_panel.hpp"
#include "app/window/theme/plot_style.hpp"
#include "app/window/views/frame_table.hpp"
#include "app/window/views/growth_view.hpp"
#include "app/window/views/map_view.hpp"
#include "app/window/views/series_view.hpp"
#include "app/window/workers/curves_worker.hpp"
#include "core/measure/lengths.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QCheckBox>
#include <QDir>
#include <QFile>
#include <QMenu>
#include <QTest>
#include <QToolButton>
#include <qcustomplot.h>

#include <algorithm>
#include <numbers>

namespace coarsen::window {

namespace {

/// Rows whose C1D is one function of R / R_max, R_max = 20 px at time 0, growing by 10 px until the last.
std::shared_ptr<GrowthData> selfSimilar(int frames, int length) {
    auto data = std::make_shared<GrowthData>();
    for (int frame = 0; frame < frames; ++frame) {
        GrowthData::Point point;
        point.isMeasured = true;
        FrameResult row;
        row.frame = frame;
        row.timeS = frame;
        row.rMax.px = 20 + 10.0 * frame / (frames - 1);
        row.lengths["r_zero"].px = row.rMax.px / 4;
        for (int r = 0; r < length; ++r)
            row.profile.value.push_back(
                static_cast<float>(std::cos(2 * std::numbers::pi * r / row.rMax.px) / (1 + 0.1 * r / row.rMax.px)));
        point.row = shared(std::move(row));
        data->points.push_back(std::move(point));
    }
    data->findUnits();
    return data;
}

}  // namespace

class SeriesTest : public WindowTest {
    Q_OBJECT

    static constexpr int frames = 6;

    void openMeasured() {
        open("growing");
        analyseAll();
        document().frame().show(2);
        settle();
        plot("c1d-plot")->replot();
    }
    const FrameResult& row(int frame) { return *document().session().results.at(frame); }
    /// A place on C1D at that radius in px (the series is not calibrated).
    QPoint onProfile(double px) {
        const auto* const rect = plot("c1d-plot")->axisRect();
        return {static_cast<int>(std::lround(plot("c1d-plot")->xAxis->coordToPixel(px))), rect->center().y()};
    }
    /// C1D's second maximum after R_max, as a sample.
    double nextMaximum() {
        const RadialProfile& profile = document().frame().preview()->profile;
        auto r = static_cast<std::size_t>(1.5 * document().frame().preview()->lengths.rMax.px);
        while (r + 1 < profile.size() && !(profile.value[r] >= profile.value[r - 1] && profile.value[r] > profile.value[r + 1]))
            ++r;
        return profile.r[r];
    }
    void dragMarkerTo(double px) {
        QCustomPlot* const chart = plot("c1d-plot");
        QTest::mousePress(chart, Qt::LeftButton, {}, onProfile(document().frame().preview()->lengths.rMax.px));
        QTest::mouseMove(chart, onProfile(px));
        QTest::mouseRelease(chart, Qt::LeftButton, {}, onProfile(px));
    }
    bool isOnGrowthChart(const QPointF& place) {
        QCustomPlot* const chart = plot("growth-chart");
        for (int i = 0; i < chart->graphCount(); ++i)
            for (const QCPGraphData& point : *chart->graph(i)->data())
                if (chart->graph(i)->lineStyle() == QCPGraph::lsNone && QPointF(point.key, point.value) == place) return true;
        return false;
    }
    void showSeries(SeriesMode mode) {
        QTest::mouseClick(window_->findChild<QToolButton*>("series"), Qt::LeftButton);
        window_->setSeriesMode(mode);
        COMES_TRUE(plot("series-plot")->xAxis->label().size() > 0);
        plot("series-plot")->replot();
    }
    static std::vector<QCPGraph*> filled(QCustomPlot* plot) {
        std::vector<QCPGraph*> graphs;
        for (int i = 0; i < plot->graphCount(); ++i)
            if (plot->graph(i)->dataCount() > 0) graphs.push_back(plot->graph(i));
        return graphs;
    }

private slots:
    void initTestCase() { writeGrowingSeries(folder_.filePath("growing"), frames, 12, 24); }
    void init() { newWindow(); }
    void cleanup() { window_.reset(); }

    void theMarkerSnapsToTheMaximumWhereItIsDropped() {
        openMeasured();
        const FrameResult before = row(2), other = row(3);
        const double wanted = nextMaximum();

        dragMarkerTo(wanted + 1);
        settle();

        QCOMPARE(row(2).rMax.quality, Quality::manual);
        QVERIFY(std::abs(row(2).rMax.px - wanted) < 1);
        QVERIFY(row(2).rMax.errorPx > 0);
        QCOMPARE(row(2).rMax.px, rMaxNear(document().frame().preview()->profile, wanted, {}).px);
        for (const int frame : {2, 3})  // of both pairs: R_max has a part in it
            QVERIFY(std::isfinite(neighbourCorrelationOf(document().session().neighbourCorrelations, frame)));
        QCOMPARE(row(3).rMax.px, other.rMax.px);
        QCOMPARE(document().run().framesToMeasure(), 0);
        QCOMPARE(document().frame().preview()->row.rMax.px, row(2).rMax.px);
        QVERIFY(document().session().isUpToDate(2));
        const GrowthData& growth = *document().growth().data();
        QVERIFY(isOnGrowthChart({growth.timeOf(row(2)), row(2).rMax.px}));
        QVERIFY(!isOnGrowthChart({growth.timeOf(before), before.rMax.px}));
        QVERIFY(growth.points[2].isInFit);
        QVERIFY(window_->findChild<FrameTable*>()->tabSeparated().split('\n')[3].contains("\tmanual\t"));
    }

    void oneDragIsOneStepToUndoAndTheTableFollows() {
        openMeasured();
        const FrameResult before = row(2);
        const NeighbourCorrelations correlationsBefore = document().session().neighbourCorrelations;
        dragMarkerTo(nextMaximum());
        settle();
        const double manual = row(2).rMax.px;
        QCOMPARE(document().changes().undoStack().count(), 1);

        document().changes().undoStack().undo();
        settle();
        QCOMPARE(row(2).rMax.px, before.rMax.px);
        QCOMPARE(row(2).rMax.errorPx, before.rMax.errorPx);
        QCOMPARE(row(2).rMax.quality, before.rMax.quality);
        for (const int frame : {2, 3})
            QCOMPARE(neighbourCorrelationOf(document().session().neighbourCorrelations, frame),
                     neighbourCorrelationOf(correlationsBefore, frame));
        QCOMPARE(document().run().framesToMeasure(), 0);

        document().changes().undoStack().redo();
        settle();
        QCOMPARE(row(2).rMax.px, manual);
    }

    void undoneWhileTheFrameIsMeasuredItEndsAutomatic() {
        openMeasured();
        const double before = row(2).rMax.px;
        document().changes().setMarker(2, nextMaximum());
        document().changes().undoStack().undo();
        settle();

        QCOMPARE(row(2).rMax.px, before);
        QCOMPARE(row(2).rMax.quality, Quality::good);
        QVERIFY(document().session().isUpToDate(2));
    }

    void aMarkerMovedDuringARunIsInTheResults() {
        open("growing");
        document().frame().show(5);
        settle();
        document().run().analyse(false);
        COMES_TRUE(document().session().results.contains(0));
        document().changes().setMarker(0, nextMaximum());
        settle();

        QCOMPARE(row(0).rMax.quality, Quality::manual);
        QCOMPARE(document().run().framesToMeasure(), 0);
    }

    void deleteAndTheMenuGoBackToAutomatic() {
        openMeasured();
        const double before = row(2).rMax.px;
        dragMarkerTo(nextMaximum());
        settle();
        QTest::keyClick(window_.get(), Qt::Key_Delete);
        settle();
        QCOMPARE(row(2).rMax.px, before);
        QVERIFY(!document().changes().hasMarker(2));

        dragMarkerTo(nextMaximum());
        settle();
        emit plot("c1d-plot")->customContextMenuRequested(onProfile(30));
        auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        QVERIFY(menu->actions().size() <= 7);
        const QMenu* const ofRMax = menu->actions().back()->menu();
        QVERIFY(ofRMax);
        const auto actions = ofRMax->actions();
        const auto back = std::ranges::find(actions, rMaxText() + " back to automatic", &QAction::text);
        QVERIFY(back != actions.end());
        (*back)->trigger();
        menu->close();
        settle();
        QCOMPARE(row(2).rMax.px, before);
    }

    void beforeTheSeriesIsMeasuredAMarkerMeasuresNothing() {
        open("growing");
        const double wanted = nextMaximum();
        plot("c1d-plot")->replot();
        QTest::mouseDClick(plot("c1d-plot"), Qt::LeftButton, {}, onProfile(wanted));
        settle();

        QCOMPARE(document().frame().preview()->row.rMax.quality, Quality::manual);
        QVERIFY(document().session().results.empty());
    }

    void aClickOnTheMarkerWithoutADragChangesNothing() {
        openMeasured();
        QTest::mouseClick(plot("c1d-plot"), Qt::LeftButton, {}, onProfile(document().frame().preview()->lengths.rMax.px));
        QVERIFY(!document().changes().hasMarker(2));
        QCOMPARE(document().changes().undoStack().count(), 0);
    }

    void theRingOnTheMapIsTheSameMarker() {
        openMeasured();
        const double wanted = nextMaximum();
        QCustomPlot* const map = window_->findChild<MapView*>()->plot();
        map->replot();
        const auto onMap = [&](double px) {
            return QPoint(static_cast<int>(std::lround(map->xAxis->coordToPixel(px))),
                          static_cast<int>(std::lround(map->yAxis->coordToPixel(0))));
        };
        QTest::mousePress(map, Qt::LeftButton, {}, onMap(document().frame().preview()->lengths.rMax.px));
        QTest::mouseMove(map, onMap(wanted));
        QTest::mouseRelease(map, Qt::LeftButton, {}, onMap(wanted));
        settle();

        QCOMPARE(row(2).rMax.quality, Quality::manual);
        QVERIFY(std::abs(row(2).rMax.px - wanted) < 1);
    }

    void theSessionRemembersTheMarker() {
        openMeasured();
        dragMarkerTo(nextMaximum());
        settle();
        const double manual = row(2).rMax.px;
        const QString file = folder_.filePath("marked.coarsen");
        document().saveSession(file.toStdString());
        settle();
        newWindow();
        open(file);

        QVERIFY(document().changes().hasMarker(2));
        QCOMPARE(row(2).rMax.px, manual);
        QCOMPARE(document().run().framesToMeasure(), 0);
    }

    void theQuenchIsDraggedAlongTheTimeAxisInOneStep() {
        openMeasured();
        QCustomPlot* const chart = plot("growth-chart");
        chart->replot();
        auto* const flag = window_->findChild<QWidget*>("quench");
        QVERIFY(flag->isVisible());
        const QCPAxis* const axis = chart->axisRect(0)->axis(QCPAxis::atBottom);
        const double perPixel =
            axis->range().size() / chart->axisRect(0)->width() / document().growth().data()->timeUnit().perBase;
        const QPoint from(3, 10);
        QTest::mousePress(flag, Qt::LeftButton, {}, from);
        for (const int by : {-10, -10, -20})
            QTest::mouseMove(flag, from + QPoint(by, 0));  // the flag follows, so each is 10 or 20 px further
        QTest::mouseRelease(flag, Qt::LeftButton);
        settle();

        const double t0 = *document().recipe().fit.t0S;
        QVERIFY2(std::abs(t0 + 40 * perPixel) < 3 * perPixel, qPrintable(QString::number(t0 / perPixel)));
        QCOMPARE(document().changes().undoStack().count(), 1);
        for (const GrowthFit& fit : document().growth().data()->fits)
            if (fit.model != "power-t0") QCOMPARE(fit.t0, t0);
        document().changes().undoStack().undo();
        settle();
        QCOMPARE(document().recipe().fit.t0S, 0.0);

        window_->growth().setLogarithmic(true);
        chart->replot();
        QVERIFY(!flag->isVisible());  // time 0 is nowhere
    }

    void theOverlayHasEveryFrameInItsColourAndScaledTheirMaximaMeet() {
        openMeasured();
        showSeries(SeriesMode::curves);
        QCustomPlot* const chart = plot("series-plot");
        COMES(filled(chart).size(), std::size_t(frames + 1));  // and the frame looked at
        QCOMPARE(chart->xAxis->label(), QString("R (px)"));
        std::set<QRgb> colours;
        for (int i = 0; i < frames; ++i) {
            colours.insert(filled(chart)[i]->pen().color().rgb());
            QCOMPARE(filled(chart)[i]->data()->at(7)->value, row(i).profile.value[7]);
        }
        QCOMPARE(colours.size(), std::size_t(frames));

        window_->setSeriesMode(SeriesMode::scaled);
        for (int i = 0; i < frames; ++i)
            QCOMPARE(filled(chart)[i]->data()->at(7)->key, 7 / row(i).rMax.px);
    }

    void curvesOfASelfSimilarSeriesFallOnEachOther() {
        QCustomPlot canvas;
        canvas.resize(500, 300);
        SeriesPlot content(&canvas, Theme::light());
        const SeriesCurves curves = curvesOf(selfSimilar(9, 100));
        const auto spread = [&] {
            double widest = 0;
            const auto graphs = filled(&canvas);
            for (const QCPGraph* graph : graphs)
                for (const QCPGraphData& point : *graph->data()) {
                    const auto next = graphs.front()->data()->findBegin(point.key, false);
                    if (next == graphs.front()->data()->constEnd() || next == graphs.front()->data()->constBegin()) continue;
                    const auto before = std::prev(next);
                    const double part = (point.key - before->key) / (next->key - before->key);
                    if (point.key < 2)
                        widest = std::max(widest, std::abs(before->value + part * (next->value - before->value) - point.value));
                }
            return widest;
        };

        content.show(curves, SeriesMode::scaled, -1);
        QCOMPARE(filled(&canvas).size(), std::size_t(9));
        QVERIFY2(spread() < 0.03, qPrintable(QString::number(spread())));

        GrowthData shrunk = *curves.growth;
        for (GrowthData::Point& point : shrunk.points) {
            FrameResult row = point.result();
            row.rMax.px = 25;
            point.row = shared(std::move(row));
        }
        content.show(curvesOf(std::make_shared<GrowthData>(shrunk)), SeriesMode::scaled, -1);
        QVERIFY(spread() > 0.2);
    }

    void theImageHasAGapWhereAFrameIsMissingAndALineAlongRMax() {
        auto data = selfSimilar(9, 60);
        data->points[4].isExcluded = true;
        const SeriesCurves curves = curvesOf(data);
        const auto cell = [&](double part, int r) {
            return curves
                .cells[static_cast<std::size_t>(r * curves.columns) + static_cast<std::size_t>(part * (curves.columns - 1))];
        };

        QCOMPARE(cell(0, 20), data->points[0].result().profile.value[20]);
        QCOMPARE(cell(1, 20), data->points[8].result().profile.value[20]);
        QVERIFY(std::isnan(cell(0.5, 20)));
        QCOMPARE(curves.lineR.size(), std::size_t(8));
        QCOMPARE(curves.lineR.back(), 30.0);
        QCOMPARE(curves.lastR, 59.0);
        QVERIFY(curves.limit > 0.5 && curves.limit <= 1);
    }

    void aClickOnTheImageGoesToTheFrame() {
        openMeasured();
        showSeries(SeriesMode::image);
        QCustomPlot* const chart = plot("series-plot");
        COMES(chart->yAxis->label(), QString("R (px)"));
        chart->replot();
        QTest::mouseClick(
            chart, Qt::LeftButton, {},
            QPoint(chart->xAxis->coordToPixel(document().growth().data()->timeOf(row(4))), chart->axisRect()->center().y()));

        QCOMPARE(document().frame().index(), 4);
        settle();
    }

    /// However many frames there are, the window's thread draws as much as of a short series: the rest is the worker's.
    void tenThousandFramesAreNoMoreToDrawThanAThousand() {
        const auto madeOf = [this](int count) {
            CurvesWorker worker;
            std::shared_ptr<const SeriesCurves> made;
            connect(&worker, &CurvesWorker::made, this,
                    [&](std::shared_ptr<const SeriesCurves> curves) { made = std::move(curves); });
            worker.ask(selfSimilar(count, 250));
            [&] { COMES_TRUE(!worker.isUnderWay()); }();
            return made;
        };
        const auto many = madeOf(10000), some = madeOf(1000);
        QVERIFY(many && some);
        const auto drawn = [](SeriesView& view, const std::shared_ptr<const SeriesCurves>& curves) {
            view.show(curves);
            int count = 0;
            for (int i = 0; i < view.plot()->graphCount(); ++i)
                count += view.plot()->graph(i)->dataCount();
            for (int i = 0; i < view.plot()->plottableCount(); ++i)
                if (const auto* const map = qobject_cast<QCPColorMap*>(view.plot()->plottable(i)); map && map->visible())
                    count += map->data()->keySize() * map->data()->valueSize();
            return count;
        };
        SeriesView view;
        view.resize(500, 300);
        static_cast<QWidget&>(view).show();  // what is not seen is not drawn
        for (const SeriesMode mode : {SeriesMode::curves, SeriesMode::scaled, SeriesMode::image}) {
            view.setMode(mode);
            const int ofMany = drawn(view, many), ofSome = drawn(view, some);
            const QString counts = QString("%1, %2: %3").arg(int(mode)).arg(ofMany).arg(ofSome);
            QVERIFY2(ofSome > 1000 && ofMany < 1.1 * ofSome, qPrintable(counts));
        }
        QCOMPARE(many->chosen.size(), SeriesCurves::mostCurves);
        QCOMPARE(many->chosen.front(), 0);
        QCOMPARE(many->chosen.back(), 9999);
    }

    void theColoursOfTimeGrowLighterEvenly() {
        for (const bool dark : {false, true}) {
            double before = -1;
            for (int i = 0; i <= 10; ++i) {
                const QColor colour = timeColour(i / 10.0, dark);
                const double light = 0.2126 * colour.redF() + 0.7152 * colour.greenF() + 0.0722 * colour.blueF();
                QVERIFY(light > before);
                before = light;
            }
        }
    }

    void theFiguresOfTheSeriesAreWrittenWhereItIsMeasured() {
        ExportChoice choice;
        choice.items = {"growth", "c1d-figure", "c2d-figure", "frame", "series-figures"};
        choice.formats = {"svg", "pdf"};
        const auto written = [&](const QString& folder) {
            int files = -1;
            exportAll(document(), QDir(folder), choice, [&](int count, const QString&) { files = count; });
            comesTrue([&] { return files >= 0; });
            return files;
        };
        open("growing");
        window_->showExportSheet();
        auto* const box = window_->findChild<QCheckBox*>("export-series-figures");
        QVERIFY(box->isHidden());
        window_->findChild<ExportSheet*>()->hide();
        QCOMPARE(written(folder_.filePath("unmeasured")), 4 * 2);

        analyseAll();
        window_->showExportSheet();
        QVERIFY(box->isEnabled());
        window_->findChild<ExportSheet*>()->hide();
        QCOMPARE(written(folder_.filePath("measured")), 7 * 2);
        QFile svg(folder_.filePath("measured/c1d-image.svg"));
        QVERIFY(svg.open(QIODevice::ReadOnly));
        QVERIFY(svg.readAll().contains("R (px)"));
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(SeriesTest)
#include "series_test.moc"
