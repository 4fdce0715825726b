// SPDX-License-Identifier: GPL-3.0-or-later
// The growth chart as it stands in a paper: where the law is fitted and where it is only continued, what a figure has beside
// them.
#include "app/window/figures/figure_file.hpp"
#include "app/window/figures/figures.hpp"
#include "app/window/panels/export/export_sheet.hpp"
#include "app/window/plots/axis_limits.hpp"
#include "app/window/plots/fit_words.hpp"
#include "app/window/plots/growth_plot.hpp"
#include "app/window/plots/time_series.hpp"
#include "app/window/views/frame_table.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QCheckBox>
#include <QFontMetricsF>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

#include <cmath>

namespace coarsen::window {

class GrowthFigureTest : public WindowTest {
    Q_OBJECT

    static constexpr int frames = 20, first = 6, last = 14;  ///< of the series; of the fit
    static constexpr double hour = 3600;
    static constexpr QSize column = {331, 281};

    /// Frames an hour apart, the first one an hour after the quench; the power law is fitted to a part of them.
    static GrowthData grown(const FitSettings& settings) {
        GrowthData data;
        data.settings = settings;
        data.points.resize(frames);
        GrowthSeries series;
        for (int frame = 0; frame < frames; ++frame) {
            FrameResult row;
            row.frame = frame;
            row.timeS = frame * hour;
            row.status = FrameStatus::ok;
            row.rMax.px = 10 * std::cbrt(frame + 1.0) * (frame % 2 ? 1.01 : 0.99);
            row.rMax.errorPx = 0.2;
            row.rMax.quality = Quality::good;
            if (frame == 1) row.rMax.quality = Quality::weak;
            if (frame == 2) row.rMax.quality = Quality::manual;
            series.points.push_back({.frame = frame, .time = row.timeS, .length = row.rMax.px, .error = row.rMax.errorPx});
            GrowthData::Point& point = data.points[static_cast<std::size_t>(frame)];
            point.row = shared(std::move(row));
            point.isMeasured = true;
        }
        data.fits = fitGrowth(series, settings);
        for (const int frame : data.chosenFit()->frames)
            data.points[static_cast<std::size_t>(frame)].isInFit = true;
        data.findUnits();
        return data;
    }
    static FitSettings fitOfAPart() {
        FitSettings settings;
        settings.model = "power";
        settings.t0S = -hour;
        settings.fromS = first * hour;
        settings.toS = last * hour;
        return settings;
    }

    struct Chart {
        QCustomPlot canvas;
        GrowthPlot plot{&canvas, Theme::light()};

        explicit Chart(const GrowthData& data, bool logarithmic = false, const GrowthLook& look = {}, QSize size = {640, 420}) {
            canvas.resize(size);
            canvas.setViewport(QRect({}, size));
            plot.setHandled(false);
            plot.setLook(look);
            plot.show(data, -1, logarithmic);
            canvas.replot();
        }
        /// The time axis' stretch of all lines of that style in ink, from the first to the last.
        QList<QCPRange> stretches(Qt::PenStyle style) const {
            QList<QCPRange> found;
            for (int i = 0; i < canvas.graphCount(); ++i) {
                const QCPGraph& line = *canvas.graph(i);
                if (line.lineStyle() == QCPGraph::lsNone || line.pen().style() != style || line.dataCount() < 50) continue;
                if (line.pen().color() != Theme::light().ink) continue;
                found << QCPRange(line.data()->constBegin()->key, std::prev(line.data()->constEnd())->key);
            }
            std::ranges::sort(found, {}, [](const QCPRange& one) { return one.lower; });
            return found;
        }
        QCPRange band() const {
            for (int i = 0; i < canvas.graphCount(); ++i)
                if (const auto* const low = canvas.graph(i)->channelFillGraph())
                    return {low->data()->constBegin()->key, std::prev(low->data()->constEnd())->key};
            return {};
        }
        /// Fill and shape of each point's mark at those times, in the chart or under it.
        QList<QCPScatterStyle> marksAt(const GrowthData& data, int frame, const QCPAxisRect* rect) const {
            const double t = data.timeOf(data.points[static_cast<std::size_t>(frame)].result());
            QList<QCPScatterStyle> found;
            for (int i = 0; i < canvas.graphCount(); ++i) {
                const QCPGraph& marks = *canvas.graph(i);
                if (marks.lineStyle() != QCPGraph::lsNone || marks.keyAxis()->axisRect() != rect) continue;
                for (const QCPGraphData& point : *marks.data())
                    if (point.key == t) found << marks.scatterStyle();
            }
            return found;
        }
        QString words() {
            QString all;
            for (int i = 0; i < canvas.itemCount(); ++i)
                if (const auto* const text = qobject_cast<QCPItemText*>(canvas.item(i)); text && text->visible())
                    all += text->text() + "\n";
            return all;
        }
    };

private slots:
    void tooFewVolumesForAVerdictSaySo() {
        GrowthData data;
        data.measuresSurfaces = true;
        data.points.resize(4);
        for (int frame = 0; frame < 4; ++frame) {
            FrameResult row;
            row.frame = frame;
            row.timeS = frame * hour;
            row.image.widthPx = 32;
            row.rMax.px = 10 + frame;
            row.rMax.errorPx = 0.1;
            row.rMax.quality = Quality::good;
            row.surface.emplace().measures.areaPerVolume = {0.1, 0.001};
            data.points[static_cast<std::size_t>(frame)].row = shared(std::move(row));
            data.points[static_cast<std::size_t>(frame)].isMeasured = true;
        }
        data.findUnits();
        const TimeSeries scaled = timeSeriesOf(GrowthQuantity::areaScaling, data);
        QVERIFY2(scaled.note.startsWith("no verdict: 4 volumes with a surface"), qPrintable(scaled.note));
    }

    void cleanup() { window_.reset(); }
    void initTestCase() { writeGrowingSeries(folder_.filePath("series"), 8, 12, 20); }

    void beyondTheFittedFramesTheLineIsDashedThinnerAndWithoutABand() {
        const GrowthData data = grown(fitOfAPart());
        for (const bool logarithmic : {false, true}) {
            const Chart chart(data, logarithmic);

            const double begins = first + 1, ends = last + 1;  // hours since the quench
            const auto solid = chart.stretches(Qt::SolidLine), dashed = chart.stretches(Qt::CustomDashLine);
            QCOMPARE(solid.size(), 1);
            QCOMPARE(solid[0].lower, begins);
            QCOMPARE(solid[0].upper, ends);
            QCOMPARE(chart.band().lower, begins);
            QCOMPARE(chart.band().upper, ends);
            QCOMPARE(dashed.size(), 2);
            QCOMPARE(dashed[0].upper, begins);
            QCOMPARE(dashed[1].lower, ends);
            const QCPRange axis = chart.plot.chart()->axis(QCPAxis::atBottom)->range();
            QVERIFY(dashed[0].lower < begins - 3 && dashed[1].upper == axis.upper);
        }
    }

    void aPartOfTheChartBeyondTheFitHasDashesOnly() {
        const GrowthData data = grown(fitOfAPart());
        Chart chart(data);
        chart.plot.chart()->axis(QCPAxis::atBottom)->setRange(last + 2, last + 4);
        chart.plot.followAxes(data);

        QVERIFY(chart.stretches(Qt::SolidLine).isEmpty());
        QCOMPARE(chart.stretches(Qt::CustomDashLine).size(), 1);
        QCOMPARE(chart.stretches(Qt::CustomDashLine)[0].lower, last + 2.0);
    }

    void aPointAtTheStartOfTimeIsSeenWholeAndTheAxisBeginsAt0OtherwiseOnly() {
        FitSettings settings = fitOfAPart();
        const Chart late(grown(settings));
        QCOMPARE(late.plot.chart()->axis(QCPAxis::atBottom)->range().lower, 0.0);

        settings.model = "line";
        settings.t0S = {};
        const GrowthData data = grown(settings);
        const Chart chart(data);
        const QList<QCPScatterStyle> marks = chart.marksAt(data, 0, chart.plot.chart());
        QCOMPARE(marks.size(), 1);
        const QCPAxis* const time = chart.plot.chart()->axis(QCPAxis::atBottom);
        QVERIFY(time->coordToPixel(0) - time->coordToPixel(time->range().lower) > marks[0].size() / 2);
    }

    void theDashesOfAnEarlierFitAreTheOnlyOnes() {
        GrowthData data = grown(fitOfAPart());
        data.isComplete = false;
        data.earlierFits = data.fits;
        const Chart chart(data);

        QCOMPARE(chart.stretches(Qt::SolidLine).size(), 1);
        QVERIFY(chart.stretches(Qt::CustomDashLine).isEmpty());
    }

    void pointsOutsideTheFitHaveTheSameMarkInAPalerTint() {
        const GrowthData data = grown(fitOfAPart());
        const Chart chart(data);
        const auto only = [&](int frame, const QCPAxisRect* rect) {
            const QList<QCPScatterStyle> marks = chart.marksAt(data, frame, rect);
            return marks.size() == 1 ? marks[0] : QCPScatterStyle();
        };
        const QColor full = Theme::light().rmax;
        for (const QCPAxisRect* rect : {chart.plot.chart(), chart.plot.residuals()}) {
            const QCPScatterStyle inside = only(first, rect), before = only(first - 1, rect), after = only(last + 1, rect);
            QCOMPARE(inside.brush().color(), full);
            QCOMPARE(before.brush().color(), after.brush().color());
            QVERIFY(before.brush().color().lightness() > full.lightness() + 40);
            QCOMPARE(before.shape(), inside.shape());
        }
        const QColor tint = only(0, chart.plot.chart()).brush().color();
        QCOMPARE(only(1, chart.plot.chart()).shape(), QCPScatterStyle::ssCustom);  // half filled
        QCOMPARE(only(1, chart.plot.chart()).brush().color(), tint);
        QCOMPARE(only(2, chart.plot.chart()).shape(), QCPScatterStyle::ssSquare);
        QCOMPARE(only(2, chart.plot.chart()).brush().color(), tint);
    }

    void errorBarsOfTheFitAreWhole() {
        GrowthData data = grown(fitOfAPart());
        const auto widen = [&](int frame, double errorPx) {
            GrowthData::Point& point = data.points[static_cast<std::size_t>(frame)];
            FrameResult row = point.result();
            row.rMax.errorPx = errorPx;
            point.row = shared(std::move(row));
        };
        widen(last, 15);
        widen(0, 400);  // outside the fit: it may run out of sight
        const FrameResult& row = data.points[last].result();
        const double R = data.lengthOf(data.grown(row)), bar = data.errorOf(data.grown(row));
        for (const bool isLogarithmic : {false, true}) {
            const Chart chart(data, isLogarithmic);
            const QCPRange lengths = chart.plot.chart()->axis(QCPAxis::atLeft)->range();
            QVERIFY(lengths.contains(R - bar) && lengths.contains(R + bar) && !lengths.contains(20 * R));
            const QCPRange residuals = chart.plot.residuals()->axis(QCPAxis::atLeft)->range();
            QVERIFY(residuals.contains(50) && residuals.contains(-50) && !residuals.contains(400));
        }
    }

    void excludedAndStalePointsKeepTheirMarks() {
        GrowthData data = grown(fitOfAPart());
        data.points[0].isExcluded = data.points[last + 1].isStale = true;
        const Chart chart(data);

        QCOMPARE(chart.marksAt(data, 0, chart.plot.chart())[0].shape(), QCPScatterStyle::ssCross);
        QCOMPARE(chart.marksAt(data, last + 1, chart.plot.chart())[0].brush().color(), Theme::light().plot);
    }

    void pointsThatArriveAreNotPaleBeforeTheirFitIsThere() {
        FitSettings settings = fitOfAPart();
        settings.toS.reset();
        GrowthData data = grown(settings);
        data.points.back().isInFit = false;
        QVERIFY(data.isLeftOut(data.points.back()));

        data.isRunning = true;

        QVERIFY(!data.isLeftOut(data.points.back()));
        QVERIFY(data.isLeftOut(data.points.front()));
    }

    void theLegendNamesWhatIsOutsideTheFitOnlyWhereSomethingIs() {
        FitSettings all = fitOfAPart();
        all.fromS.reset(), all.toS.reset();

        QVERIFY(Chart(grown(fitOfAPart())).words().contains("outside the fit"));
        QVERIFY(!Chart(grown(all)).words().contains("outside the fit"));
    }

    /// Before the words stands what they are about, in its colour.
    void theLegendHasTheSymbolsOfWhatItNames() {
        GrowthData data = grown(fitOfAPart());
        data.points[first].isExcluded = true;
        Chart chart(data);
        const QStringList lines = wordsIn(&chart.canvas, "band")->text().split('\n');
        const QCPItemText& words = *wordsIn(&chart.canvas, "band");
        const double rowHeight = QFontMetricsF(words.font()).boundingRect({}, Qt::TextDontClip, words.text()).height() /
                                 static_cast<double>(lines.size());
        QImage picture(chart.canvas.size(), QImage::Format_RGB32);
        picture.fill(Qt::white);
        QCPPainter painter(&picture);
        chart.canvas.toPainter(&painter);
        const auto reddest = [&](int row) {
            const QPointF at = words.topLeft->pixelPosition();
            int most = 0;
            for (int y = static_cast<int>(at.y() + row * rowHeight); y < at.y() + (row + 1) * rowHeight; ++y)
                for (int x = static_cast<int>(at.x()) - 28; x < static_cast<int>(at.x()) - 5; ++x) {
                    const QColor colour = picture.pixelColor(x, y);
                    most = std::max(most, colour.red() - colour.blue());
                }
            return most;
        };
        const auto rowOf = [&](const QString& part) {
            return static_cast<int>(lines.indexOf(QRegularExpression(".*" + part + ".*")));
        };
        for (const char* named : {"standard error", "band", "outside the fit", "excluded"})
            QVERIFY2(rowOf(named) >= 0, qPrintable(lines.join('|') + named));
        QVERIFY(reddest(rowOf("standard error")) > 100);
        QVERIFY(reddest(rowOf("band")) < 30);
        QVERIFY(reddest(rowOf("outside the fit")) > 30);  // a paler tint
        QVERIFY(!Chart(grown(fitOfAPart())).words().contains("excluded"));
        chart.plot.setHandled(true);  // in the window the axis says what the points are
        chart.plot.show(data, -1, false);
        QVERIFY(!chart.words().contains("standard error"));
    }

    /// SVG has no clipping: what lies beyond the axes is not there.
    void withOtherEndsOfTheAxesNothingIsDrawnOutsideThem() {
        GrowthData data = grown(fitOfAPart());
        for (const bool logarithmic : {false, true}) {
            Chart chart(data, logarithmic);
            const AxisLimits limits{{3, 12}, {14, 20}};
            setEnds(*chart.plot.chart()->axis(QCPAxis::atBottom), limits.x);
            setEnds(*chart.plot.chart()->axis(QCPAxis::atLeft), limits.y);
            chart.plot.followAxes(data);
            cutToAxes(chart.canvas);
            QCOMPARE(chart.plot.residuals()->axis(QCPAxis::atBottom)->range().upper, 12.0);
            int marks = 0;
            for (int i = 0; i < chart.canvas.graphCount(); ++i) {
                const QCPGraph& graph = *chart.canvas.graph(i);
                const QCPRange keys = graph.keyAxis()->range(), values = graph.valueAxis()->range();
                for (const QCPGraphData& point : *graph.data()) {
                    QVERIFY(point.key >= keys.lower - 1e-9 && point.key <= keys.upper + 1e-9);
                    if (std::isfinite(point.value))
                        QVERIFY(point.value >= values.lower - 1e-9 && point.value <= values.upper + 1e-9);
                    marks += graph.lineStyle() == QCPGraph::lsNone;
                }
            }
            QVERIFY(marks > 5);
            for (int i = 0; i < chart.canvas.plottableCount(); ++i)
                if (const auto* const bars = qobject_cast<QCPErrorBars*>(chart.canvas.plottable(i)))
                    if (const auto* const points = qobject_cast<QCPGraph*>(bars->dataPlottable()))
                        QCOMPARE(int(bars->data()->size()), points->dataCount());
        }
        QCustomPlot plot;
        plot.xAxis->setRange(0, 10);
        setEnds(*plot.xAxis, {20, {}});  // beyond the other end, which moves with it
        QCOMPARE(plot.xAxis->range(), QCPRange(20, 30));
        plot.xAxis->setScaleType(QCPAxis::stLogarithmic);
        setEnds(*plot.xAxis, {-1, 40});
        QCOMPARE(plot.xAxis->range(), QCPRange(20, 40));
    }

    void anEmptyLogarithmicChartHasNoSlopes() {
        GrowthData data = grown(fitOfAPart());
        QVERIFY(Chart(data, true).words().contains("1/3"));
        data.fits.clear();
        for (GrowthData::Point& point : data.points)
            point.isMeasured = false;

        Chart empty(data, true);

        QVERIFY2(empty.words().isEmpty(), qPrintable(empty.words()));
        for (int i = 0; i < empty.canvas.graphCount(); ++i)
            QCOMPARE(empty.canvas.graph(i)->dataCount(), 0);
    }

    void withoutResidualsTheChartHasTheTimeAxis() {
        const GrowthData data = grown(fitOfAPart());
        const Chart with(data), without(data, false, {.residuals = false});

        QCOMPARE(with.canvas.axisRectCount(), 2);
        QCOMPARE(without.canvas.axisRectCount(), 1);
        QVERIFY(without.plot.chart()->outerRect().bottom() > with.plot.chart()->outerRect().bottom() + 50);
        const QCPAxis& x = *without.plot.chart()->axis(QCPAxis::atBottom);
        QVERIFY(x.tickLabels());
        QCOMPARE(x.label(), QString("Time since quench (h)"));
        QVERIFY(with.plot.chart()->axis(QCPAxis::atBottom)->label().isEmpty());
    }

    void theResultIsTheLawItsParametersFramesAndWeights() {
        const GrowthData data = grown(fitOfAPart());
        const QString words = Chart(data, false, {.legend = false, .result = true}).words();

        const FitParameter& n = data.chosenFit()->parameters[1];
        QCOMPARE(n.name, std::string("n"));
        QVERIFY2(words.contains("n = " + withError(n.value, n.error, {}) + "\n"), qPrintable(words));
        QVERIFY(words.contains("A = "));
        QVERIFY(words.contains("9 frames, 7 to 15 h"));
        QVERIFY(words.contains("weights 1/error²"));
        QVERIFY(words.contains(equationOf(data, "power")));
        QVERIFY(!words.contains("band"));
        QVERIFY(!words.contains("line:"));
    }

    void theResultCanCarryErrorsScaledByTheMisfit() {
        FitSettings settings = fitOfAPart();
        settings.model = "origin-line";  // misses a cube root
        const GrowthData data = grown(settings);
        const FitParameter& v = data.chosenFit()->parameters[0];
        QVERIFY(v.errorScaled > 1.5 * v.error);

        const QString plain = Chart(data, false, {.result = true}).words();
        const QString scaled = Chart(data, false, {.result = true, .scaledErrors = true}).words();

        QVERIFY2(plain.contains(withError(v.value * hour, v.error * hour, {})), qPrintable(plain));
        QVERIFY2(scaled.contains(withError(v.value * hour, v.errorScaled * hour, {})), qPrintable(scaled));
        QVERIFY(scaled.contains("errors scaled by the misfit") && !plain.contains("scaled"));
    }

    void theTruthIsALineOnRequestAndAColumnOfTheTable() {
        GrowthData data = grown(fitOfAPart());
        const auto lineOf = [](const GrowthData& shown) {
            QList<QPointF> places;
            const Chart chart(shown);
            for (int i = 0; i < chart.canvas.graphCount(); ++i)
                if (chart.canvas.graph(i)->pen().style() == Qt::DotLine)
                    for (const QCPGraphData& place : *chart.canvas.graph(i)->data())
                        places << QPointF(place.key, place.value);
            return places;
        };
        const auto columnOf = [](const GrowthData& shown) {
            FrameTable table;
            table.show(std::make_shared<const GrowthData>(shown), 0);
            QStringList texts;
            for (int i = 0; i < table.model()->columnCount(); ++i)
                if (table.model()->headerData(i, Qt::Horizontal).toString().startsWith("True") && !table.isColumnHidden(i))
                    for (int row = 0; row < table.model()->rowCount(); ++row)
                        texts << table.model()->index(row, i).data().toString();
            return texts;
        };
        QVERIFY(lineOf(data).isEmpty());
        QVERIFY(columnOf(data).isEmpty());

        for (int frame = 0; frame < frames; ++frame)
            data.trueRMaxPx.push_back(10 * std::cbrt(frame + 1.0));
        QVERIFY(lineOf(data).isEmpty());
        QCOMPARE(columnOf(data).size(), frames);
        QCOMPARE(columnOf(data)[7], QString("20.000"));  // 10 * cbrt(8)
        data.isTruthShown = true;
        QCOMPARE(lineOf(data).size(), frames);
        QCOMPARE(lineOf(data)[7].x(), 8.0);
        QVERIFY(std::abs(lineOf(data)[7].y() - 20) < 1e-9);
        QVERIFY(Chart(data).words().contains("the true"));
    }

    void withoutLegendAndResultThereAreNoWords() {
        QVERIFY(Chart(grown(fitOfAPart()), false, {.legend = false}).words().isEmpty());
    }

    void inAFigureOfOneColumnAllWordsHaveAPlaceBesideThePoints() {
        const GrowthData data = grown(fitOfAPart());
        for (const bool logarithmic : {false, true}) {
            Chart chart(data, logarithmic, {.result = true}, column);
            QList<QRectF> places;
            for (const char* words : {"band", "n = "}) {
                const auto* const note = wordsIn(&chart.canvas, words);
                QVERIFY(note);
                places << QRectF(note->topLeft->pixelPosition(), note->bottomRight->pixelPosition());
                QVERIFY(QRectF(chart.plot.chart()->rect()).contains(places.back()));
                QVERIFY(chart.plot.framesIn(places.back()).empty());
            }
            QVERIFY(!places[0].intersects(places[1]));
        }
    }

    void slopesGiveWayToWordsThatWouldElseHidePoints() {
        const GrowthData data = grown(fitOfAPart());
        QVERIFY(Chart(data, true, {.result = true}).words().contains("1/3"));
        QVERIFY(!Chart(data, true, {.result = true}, column).words().contains("1/3"));
    }

    void aContinuedLineEndsWithTheChart() {
        const GrowthData data = grown(fitOfAPart());
        for (const bool logarithmic : {false, true}) {
            Chart chart(data, logarithmic);
            const QCPRange heights(14, 15);
            chart.plot.chart()->axis(QCPAxis::atLeft)->setRange(heights);
            chart.plot.followAxes(data);
            int drawn = 0;
            for (int i = 0; i < chart.canvas.graphCount(); ++i) {
                if (chart.canvas.graph(i)->pen().style() != Qt::CustomDashLine) continue;
                for (const QCPGraphData& point : *chart.canvas.graph(i)->data()) {
                    QVERIFY2(heights.contains(point.value), qPrintable(QString::number(point.value)));
                    ++drawn;
                }
            }
            QVERIFY(drawn > 3);
        }
    }

    void aFewPointsAreDrawnOverTheLineAndManyUnderIt() {
        const auto levelOfLine = [](Chart& chart) {
            for (int i = 0; i < chart.canvas.graphCount(); ++i) {
                const QCPGraph& line = *chart.canvas.graph(i);
                if (line.lineStyle() != QCPGraph::lsNone && line.pen().color() == Theme::light().ink && line.dataCount() > 50)
                    return line.layer()->index();
            }
            return -1;
        };
        GrowthData data = grown(fitOfAPart());
        Chart few(data);
        const int points = few.canvas.layer("main")->index();
        QVERIFY(levelOfLine(few) >= 0 && levelOfLine(few) < points);
        for (int more = 0; more < 100; ++more)
            data.points.push_back(data.points.back());
        Chart many(data);
        QVERIFY(levelOfLine(many) > points);
    }

    void everyOptionChangesTheFigure() {
        const auto data = std::make_shared<const GrowthData>(grown(fitOfAPart()));
        const auto drawn = [&](const GrowthLook& look) { return pictureOf(growthFigure(data, false, look), column, 1); };

        for (const GrowthLook& look : {GrowthLook{.residuals = false}, {.legend = false}, {.result = true}})
            QVERIFY(drawn(look) != drawn({}));
        QCOMPARE(drawn({.guides = false}), drawn({}));  // on linear axes there are none
        QVERIFY(Chart(*data, true).words().contains("1/3"));
        QVERIFY(!Chart(*data, true, {.guides = false}).words().contains("1/3"));
    }

    void theSheetOffersAndRemembersThemForTheGrowthChartOnly() {
        const auto openSheet = [this] {
            newWindow();
            open("series");
            analyseAll();
            window_->showExportSheet();
        };
        openSheet();
        const auto box = [&](const char* name) { return part<QCheckBox>(name); };
        QVERIFY(box("export-residuals")->isChecked() && box("export-legend")->isChecked() && !box("export-result")->isChecked());
        const auto* const preview = part<QLabel>("export-preview");
        for (const char* name : {"export-residuals", "export-legend", "export-result"}) {
            const QImage before = preview->pixmap().toImage();
            QTest::mouseClick(box(name), Qt::LeftButton, {}, QPoint(8, box(name)->height() / 2));
            QVERIFY2(comesTrue([&] { return preview->pixmap().toImage() != before; }), name);
        }
        QTest::mouseClick(part<QPushButton>("export-everything"), Qt::LeftButton);
        QVERIFY(!box("export-residuals")->isChecked() && box("export-result")->isChecked());  // they are no files

        box("export-growth")->setChecked(false);
        for (const char* name : {"export-residuals", "export-legend", "export-result"})
            QVERIFY2(!box(name)->isVisibleTo(window_.get()), name);
        box("export-growth")->setChecked(true);
        for (const char* name : {"export-residuals", "export-legend", "export-result"})
            QVERIFY2(box(name)->isVisibleTo(window_.get()), name);

        for (QCheckBox* one : window_->findChildren<QCheckBox*>())
            if (one->objectName().startsWith("export-")) one->setChecked(one == box("export-growth") || one == box("export-svg"));
        box("export-result")->setChecked(true);
        part<QLineEdit>("export-folder")->setText(folder_.filePath("written"));
        int files = 0;
        connect(window_->findChild<ExportSheet*>(), &ExportSheet::done, this, [&](int count) { files = count; });
        QTest::mouseClick(part<QPushButton>("export-go"), Qt::LeftButton);
        COMES(files, 1);
        QFile svg(folder_.filePath("written/growth.svg"));
        QVERIFY(svg.open(QIODevice::ReadOnly));
        const QByteArray text = svg.readAll();
        QVERIFY(text.contains("v = ") && !text.contains("Residual") && !text.contains("band"));

        openSheet();
        QVERIFY(!box("export-residuals")->isChecked() && !box("export-legend")->isChecked() && box("export-result")->isChecked());
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(GrowthFigureTest)
#include "growth_figure_test.moc"
