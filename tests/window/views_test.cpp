// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows beside the main path: drift, ratio of lengths, S(q), C1D by sectors, elongation.
#include "app/window/figures/export_all.hpp"
#include "app/window/figures/export_items.hpp"
#include "app/window/panels/export/export_sheet.hpp"
#include "app/window/panels/growth/growth_panel.hpp"
#include "app/window/plots/plot_data.hpp"
#include "app/window/plots/time_series.hpp"
#include "app/window/theme/plot_style.hpp"
#include "app/window/views/growth_view.hpp"
#include "app/window/views/map_view.hpp"
#include "core/image/write_png.hpp"
#include "core/measure/focus.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/window/menu_fixture.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QCheckBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QTest>
#include <qcustomplot.h>

#include <cmath>
#include <numbers>

namespace coarsen::window {

class ViewsTest : public WindowTest {
    Q_OBJECT

    static constexpr int frames = 6, jumpAt = 4;

    QString axisOfGrowth() { return plot("growth-chart")->axisRect(0)->axis(QCPAxis::atLeft)->label(); }
    /// Chooses what the growth chart shows, as a user does.
    void chooseQuantity(const QString& word) {
        auto* const menu = window_->findChild<QMenu*>("quantities");
        menu->popup(QPoint());
        chooseOf(menu, word);
        settle();
    }
    static QStringList namesIn(QCPLegend* legend) {
        QStringList names;
        for (int i = 0; i < legend->itemCount(); ++i)
            names << qobject_cast<QCPPlottableLegendItem*>(legend->item(i))->plottable()->name().section(' ', 0, 0);
        return names;
    }
    /// All points of all graphs without a line: the markers.
    static QList<QPointF> markersIn(QCustomPlot* plot) {
        QList<QPointF> places;
        for (int i = 0; i < plot->graphCount(); ++i)
            if (plot->graph(i)->lineStyle() == QCPGraph::lsNone)
                for (const QCPGraphData& point : *plot->graph(i)->data())
                    places << QPointF(point.key, point.value);
        return places;
    }

private slots:
    void initTestCase() {
        RingSettings growing;
        growing.width = 240, growing.height = 180, growing.frames = frames;
        growing.rMaxFromPx = 12, growing.rMaxToPx = 24;
        writeRingSeries(folder_.filePath("growing").toStdString(), growing);
        RingSettings drifting = growing;
        drifting.law = RingLaw::constant, drifting.rMaxFromPx = drifting.rMaxToPx = 16;
        drifting.zoom = true;  // the same pattern in every frame
        drifting.faults.driftPx = 3;
        writeRingSeries(folder_.filePath("drifting").toStdString(), drifting);
        for (const char* name : {"growing", "drifting"})
            for (const char* file : {"/truth.csv", "/truth.json"})
                QFile::remove(folder_.filePath(name) + file);
        // From the fifth frame on the picture sits 25 px farther right.
        const QDir moved(folder_.filePath("drifting"));
        const QStringList names = moved.entryList({"*.png"}, QDir::Files, QDir::Name);
        for (int frame = jumpAt; frame < frames; ++frame) {
            const Image image = ringFrame(drifting, frame).image;
            std::vector<std::uint8_t> pixels;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    pixels.push_back(static_cast<std::uint8_t>(image.at(std::max(0, x - 25), y)));
            writeGreyPng(moved.filePath(names[frame]).toStdString(), Image(image.width(), image.height(), std::move(pixels)));
        }
    }
    void init() { newWindow(); }
    void cleanup() { window_.reset(); }

    void theDriftIsPlottedWithItsJumpBeforeAnythingIsMeasured() {
        open("drifting");
        document().changes().setValue("stabilise.on", true);
        settle();

        chooseQuantity("drift");

        QVERIFY(plot("time-series-chart")->isVisible());
        QVERIFY(!plot("growth-chart")->isVisible());
        QVERIFY(!button("log")->isVisible());
        const TimeSeries timeSeries = driftTimeSeries(*document().growth().data());
        QCOMPARE(timeSeries.flagged, std::vector<int>{jumpAt});
        QVERIFY(std::abs(timeSeries.curves[0].value[jumpAt] - timeSeries.curves[0].value[jumpAt - 1] - 25) < 3);
        QVERIFY(std::abs(timeSeries.curves[1].value[jumpAt] - timeSeries.curves[1].value[jumpAt - 1]) < 3);
        QCOMPARE(plot("time-series-chart")->yAxis->label(), QString("Drift since the first frame (px)"));
        QVERIFY(wordsIn(plot("time-series-chart"), "jump, frame 4"));
        for (const TimeSeries::Curve& curve : timeSeries.curves)
            for (int frame = 0; frame < frames; ++frame)
                QVERIFY(markersIn(plot("time-series-chart")).contains(QPointF(timeSeries.time[frame], curve.value[frame])));
    }

    void aClickOnThePlotOfTheDriftGoesToTheFrame() {
        open("drifting");
        document().changes().setValue("stabilise.on", true);
        settle();
        window_->growth().setQuantity(GrowthQuantity::drift);
        takeEvents();
        QCustomPlot* const chart = plot("time-series-chart");
        chart->replot();
        const TimeSeries timeSeries = driftTimeSeries(*document().growth().data());

        QTest::mouseClick(
            chart, Qt::LeftButton, {},
            QPointF(chart->xAxis->coordToPixel(timeSeries.time[2]), chart->yAxis->coordToPixel(timeSeries.curves[1].value[2]))
                .toPoint());

        QCOMPARE(document().frame().index(), 2);
        settle();
    }

    void theDriftInMicrometresFollowsThePixelSize() {
        open("drifting");
        document().changes().setValue("stabilise.on", true);
        settle();
        const double px = driftTimeSeries(*document().growth().data()).curves[0].value[5];
        document().changes().setCalibration({2, 3, "typed"});
        settle();

        const TimeSeries timeSeries = driftTimeSeries(*document().growth().data());

        QCOMPARE(timeSeries.curves[0].value[5], 2 * px);
        QCOMPARE(timeSeries.unit, QString("µm"));
    }

    void withoutStabiliseTheDriftSaysWhyThereIsNone() {
        open("growing");
        window_->growth().setQuantity(GrowthQuantity::drift);
        takeEvents();

        QVERIFY(driftTimeSeries(*document().growth().data()).isEmpty());
        const auto labels = plot("time-series-chart")->findChildren<QLabel*>();
        QVERIFY(
            std::ranges::any_of(labels, [](QLabel* label) { return label->isVisible() && label->text().contains("Stabilise"); }));
    }

    void tenThousandFramesAreAllInTheChartWithTheirErrorsJoined() {
        constexpr int many = 10000;
        GrowthData data;
        data.timesAreSeconds = false;
        data.points.resize(many);
        for (int frame = 0; frame < many; ++frame) {
            FrameResult row;
            row.frame = frame;
            row.timeS = frame;
            row.status = FrameStatus::ok;
            row.rMax.px = 20 + frame % 7;
            row.rMax.errorPx = frame == 5000 ? 9 : 1;
            row.rMax.quality = Quality::good;
            data.points[static_cast<std::size_t>(frame)].row = shared(std::move(row));
            data.points[static_cast<std::size_t>(frame)].isMeasured = true;
        }
        data.findUnits();
        QCustomPlot canvas;
        canvas.resize(800, 500);
        GrowthPlot chart(&canvas, Theme::light());
        chart.show(data, 5000, false);
        canvas.replot();

        QCOMPARE(markersIn(&canvas).count(QPointF(5000, 20 + 5000 % 7)), 2);  // its mark and where one is
        QVERIFY(markersIn(&canvas).size() > many);
        double highest = 0;
        int joined = 0;
        for (int i = 0; i < canvas.graphCount(); ++i)
            for (const QCPGraphData& point : *canvas.graph(i)->data())
                if (std::isnan(point.value))
                    ++joined;  // the gap after each bar
                else
                    highest = std::max(highest, point.value);
        QVERIFY(joined > 500 && joined <= 1024);
        QCOMPARE(highest, 20 + 5000 % 7 + 9.0);
        const QPointF place(chart.chart()->axis(QCPAxis::atBottom)->coordToPixel(9999),
                            chart.chart()->axis(QCPAxis::atLeft)->coordToPixel(20 + 9999 % 7));
        QVERIFY(chart.frameNear(place.x(), place.y(), 3) >= 9900);
    }

    void theRotationIsPlottedInDegreesWhereThereIsOne() {
        GrowthData data;
        data.isStabilised = true;
        data.points.resize(2);
        for (int frame = 0; frame < 2; ++frame) {
            FrameResult row;
            row.timeS = 60 * frame;
            data.points[static_cast<std::size_t>(frame)].row = shared(std::move(row));
        }
        data.findUnits();
        Survey survey;
        survey.drift.shifts = {{0, 0, 1, 0}, {3, 1, 0.9, 0}};
        survey.drift.isKnown = {true, false};
        data.survey = std::make_shared<const Survey>(survey);
        QVERIFY(rotationTimeSeries(data).isEmpty());

        survey.drift.shifts[1].rotationDeg = 0.5;
        data.survey = std::make_shared<const Survey>(survey);
        const TimeSeries timeSeries = rotationTimeSeries(data);

        QCOMPARE(timeSeries.curves.size(), std::size_t(1));
        QCOMPARE(timeSeries.curves[0].value, (std::vector<double>{0, 0.5}));
        QCOMPARE(timeSeries.isGuessed, (std::vector<bool>{false, true}));
        QCOMPARE(timeSeries.label, QString("Rotation since the first frame (°)"));
        data.isStabilised = false;
        QVERIFY(rotationTimeSeries(data).isEmpty());
    }

    void theFigureOfTheDriftIsWrittenWhereThereIsOne() {
        ExportChoice choice;
        choice.items = {"growth", "c1d-figure", "c2d-figure", "frame", "shifts"};
        const auto written = [&](const QString& folder) {
            int files = -1;
            exportAll(document(), QDir(folder), choice, [&](int count, const QString&) { files = count; });
            comesTrue([&] { return files >= 0; });
            return files;
        };
        open("drifting");
        QCOMPARE(written(folder_.filePath("still")), 4 * 3);
        QVERIFY(!QFile::exists(folder_.filePath("still/shifts.svg")));

        document().changes().setValue("stabilise.on", true);
        settle();
        QCOMPARE(written(folder_.filePath("moved")), 5 * 3);
        QFile svg(folder_.filePath("moved/shifts.svg"));
        QVERIFY(svg.open(QIODevice::ReadOnly));
        QVERIFY(svg.readAll().contains("jump, frame 4"));
    }

    void theFiguresOfTheSpectrumAndTheSectorsAndTheirTableAreWrittenWhenChosen() {
        open("growing");
        document().changes().setValue("measure.sectors", std::int64_t{3});
        settle();
        analyseAll();
        ExportChoice choice;
        choice.items = {"spectrum-figure", "sectors-figure", "c1d"};
        const QDir out(folder_.filePath("spectra"));
        int files = -1;
        exportAll(document(), out, choice, [&](int count, const QString&) { files = count; });
        COMES_TRUE(files >= 0);

        const QStringList names = choice.fileNames(document().session());
        QCOMPARE(names.size(), 2 * 3 + 2);
        QCOMPARE(files, static_cast<int>(names.size()));
        for (const QString& name : names)
            QVERIFY2(out.exists(name), qPrintable(name));
        const auto textOf = [&](const char* name) {
            QFile file(out.filePath(name));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QVERIFY(textOf("spectrum.svg").contains("rad/px"));
        QVERIFY(textOf("sectors.svg").contains("120°"));
        QCOMPARE(textOf("sectors.csv").count('\n'), 1 + frames * 3 * (document().frame().preview()->map->maxLag() + 1));
    }

    void theExportSheetOffersTheDriftOnlyWhereThereIsOne() {
        open("drifting");
        window_->showExportSheet();
        auto* const box = window_->findChild<QCheckBox*>("export-shifts");
        QVERIFY(box->isHidden());
        window_->findChild<ExportSheet*>()->hide();

        document().changes().setValue("stabilise.on", true);
        settle();
        window_->showExportSheet();
        QVERIFY(box->isEnabled());
    }

    void theMenuOfTheGrowthPanelChoosesTheLengthThatIsPlottedAndFitted() {
        open("growing");
        analyseAll();
        QCOMPARE(axisOfGrowth(), rMaxText() + " (px)");
        QCOMPARE(button("quantity")->text(), rMaxText());

        chooseQuantity("first zero");

        QCOMPARE(axisOfGrowth(), QString("First zero (px)"));
        QCOMPARE(button("quantity")->text(), QString("first zero"));
        QCOMPARE(document().recipe().fit.length, std::string("r_zero"));
        const GrowthData& growth = *document().growth().data();
        for (const GrowthData::Point& point : growth.points)
            QVERIFY(markersIn(plot("growth-chart"))
                        .contains(QPointF(growth.timeOf(point.result()), point.result().lengths["r_zero"].px)));

        document().changes().undoStack().undo();
        settle();
        QCOMPARE(axisOfGrowth(), rMaxText() + " (px)");
        QCOMPARE(button("quantity")->text(), rMaxText());
    }

    void theLengthsOfTheStructureFactorAreOfferedWhereItIsMeasured() {
        open("growing");
        auto* const menu = window_->findChild<QMenu*>("quantities");
        menu->popup(QPoint());  // it is filled as it comes
        int named = 0;
        for (const QAction* action : menu->actions())
            if (action->text().startsWith(QStringLiteral("2π/q"))) {
                ++named;
                QVERIFY(!action->isEnabled());
            }
        menu->close();
        QCOMPARE(named, 2);

        document().changes().setValue("measure.structure_factor", true);
        settle();
        chooseQuantity(QStringLiteral("2π/q₁"));

        QCOMPARE(document().recipe().fit.length, std::string("l_q1"));
        QCOMPARE(axisOfGrowth(), QStringLiteral("2π/q₁ (px)"));
    }

    void theRatioOfFirstZeroAndRMaxIsPlottedWithItsTrend() {
        open("growing");
        analyseAll();

        chooseQuantity("first zero / " + rMaxText());

        QCustomPlot* const chart = plot("time-series-chart");
        QVERIFY(chart->isVisible());
        QCOMPARE(chart->yAxis->label(), "First zero / " + rMaxText());
        const GrowthData& growth = *document().growth().data();
        for (const GrowthData::Point& point : growth.points)
            QVERIFY(markersIn(chart).contains(
                QPointF(growth.timeOf(point.result()), point.result().lengths["r_zero"].px / point.result().rMax.px)));
        QCOMPARE(chart->graph(0)->dataCount(), frames);  // the trend
        QVERIFY(wordsIn(chart, "grows"));

        document().changes().toggleExcluded(2);
        settle();
        QVERIFY(std::isnan(ratioTimeSeries(*document().growth().data()).curves[0].value[2]));
    }

    void contrastAndSharpnessArePlottedAgainstTheFirstFrames() {
        open("growing");
        analyseAll();

        chooseQuantity("contrast and sharpness: in focus?");

        QCustomPlot* const chart = plot("time-series-chart");
        QVERIFY(chart->isVisible());
        QCOMPARE(chart->yAxis->label(), "Contrast and sharpness (% of the first frame's)");
        const TimeSeries timeSeries = focusTimeSeries(*document().growth().data());
        QCOMPARE(timeSeries.curves.size(), std::size_t(2));
        QCOMPARE(timeSeries.curves[0].value.front(), 100.0);
        QCOMPARE(timeSeries.curves[1].value.front(), 100.0);
        const auto contrastOf = [this](std::size_t frame) {
            const FrameResult& row = document().growth().data()->points[frame].result();
            return focusOf(unpacked(row.profile), row.rMax.px).contrast;
        };
        QCOMPARE(timeSeries.curves[0].value[3], 100 * contrastOf(3) / contrastOf(0));
        QVERIFY2(wordsIn(chart, "no loss of contrast"), qPrintable(timeSeries.note));
        QVERIFY(timeSeriesData(timeSeries).contains("sharpness (%)"));
        QVERIFY(exportItem("focus").isThere(document()));
        ExportSource source;
        source.growth = document().growth().data();
        QCOMPARE(exportItem("focus").figures(source).size(), std::size_t(1));
        source.growth = std::make_shared<const GrowthData>();
        QVERIFY(exportItem("focus").figures(source).empty());

        document().changes().toggleExcluded(2);
        settle();
        QVERIFY(std::isnan(focusTimeSeries(*document().growth().data()).curves[0].value[2]));
    }

    void aLossOfFocusIsSaidInTheChartOfContrast() {
        GrowthData data;
        data.fits.resize(1);
        for (int frame = 0; frame < 12; ++frame) {
            const double R = 20 + frame, width = 0.15, contrast = 100 - 4 * frame;
            FrameResult row;
            row.frame = frame;
            row.timeS = frame;
            row.image.widthPx = row.image.heightPx = 500;
            row.rMax.px = R;
            row.rMax.errorPx = 0.05;
            row.rMax.quality = Quality::good;
            row.profile.variance = contrast * contrast;
            for (int r = 0; r <= 80; ++r) {
                const double z = 7.0156 * r / R;
                row.profile.value.push_back(static_cast<float>(std::cyl_bessel_j(0, z) * std::exp(-z * z * width * width / 2)));
            }
            data.fits.front().frames.push_back(frame);
            data.points.push_back({.row = shared(std::move(row)), .isMeasured = true});
        }
        data.fits.front().model = data.settings.chosenModel();
        data.findUnits();

        const TimeSeries timeSeries = focusTimeSeries(data);

        QVERIFY(std::abs(timeSeries.curves[0].value.back() - 56) < 1);
        QVERIFY2(timeSeries.note.contains("of its contrast over the fit"), qPrintable(timeSeries.note));
    }

    void theStructureFactorIsPlottedWithItsPeakAndFirstMoment() {
        open("growing");
        QTest::mouseClick(button("spectrum"), Qt::LeftButton);

        QCustomPlot* const chart = plot("spectrum-plot");
        QVERIFY(chart->isVisible());
        QVERIFY(!plot("c1d-plot")->isVisible());
        const Spectrum& spectrum = document().frame().preview()->spectrum;
        QVERIFY(std::abs(spectrum.firstMoment.px / document().frame().preview()->lengths.rMax.px - 0.926) <
                0.05);  // science/other-lengths.md
        const auto markers = markersIn(chart);
        QCOMPARE(markers.size(), 2);
        QCOMPARE(markers[0].x(), 2 * std::numbers::pi / spectrum.firstMoment.px);
        QCOMPARE(markers[1].x(), 2 * std::numbers::pi / spectrum.peak.px);
        QCOMPARE(markers[1].y(), 1.0);
        QCOMPARE(chart->xAxis->label(), QString("q (rad/px)"));

        QTest::mouseClick(button("log-spectrum"), Qt::LeftButton);
        QCOMPARE(chart->xAxis->scaleType(), QCPAxis::stLogarithmic);
        QCOMPARE(chart->yAxis->scaleType(), QCPAxis::stLogarithmic);
        for (const QCPGraphData& point : *chart->graph(0)->data())
            QVERIFY(point.key > 0 && point.value > 0);
    }

    void theStructureFactorOfACalibratedSeriesIsInRadiansPerMicrometre() {
        open("growing");
        window_->setProfileMode(ProfileMode::spectrum);
        const double q = markersIn(plot("spectrum-plot"))[0].x();
        document().changes().setCalibration({2, 2, "typed"});
        settle();

        QCOMPARE(plot("spectrum-plot")->xAxis->label(), QString("q (rad/µm)"));
        QCOMPARE(markersIn(plot("spectrum-plot"))[0].x(), q / 2);
        QVERIFY(wordsIn(plot("spectrum-plot"), "µm"));
        QVERIFY(!wordsIn(plot("spectrum-plot"), "rad/µm"));  // no room
        resizeTo({1920, 1080});
        QVERIFY(wordsIn(plot("spectrum-plot"), "rad/µm"));
    }

    void theSectorsAreFourOrAsManyAsTheRecipeSays() {
        open("growing");
        QTest::mouseClick(button("sectors"), Qt::LeftButton);

        QCustomPlot* const chart = plot("sector-plot");
        QVERIFY(chart->isVisible());
        QCOMPARE(namesIn(chart->legend), (QStringList{"0°", "45°", "90°", "135°"}));
        const Sector& third = document().frame().preview()->sectors[2];
        QCOMPARE(third.angleDeg, 90.0);
        QVERIFY(markersIn(chart).contains(QPointF(third.rMax.px, third.rMax.c1d)));

        document().changes().setValue("measure.sectors", std::int64_t{6});
        settle();
        QCOMPARE(namesIn(chart->legend), (QStringList{"0°", "30°", "60°", "90°", "120°", "150°"}));
        QCOMPARE(document().frame().preview()->row.sectors.size(), std::size_t(6));

        document().changes().setValue("measure.sectors", std::int64_t{2});
        settle();
        QCOMPARE(namesIn(chart->legend), (QStringList{"0°", "90°"}));
    }

    void noTwoOfEighteenSectorsLookAlike() {
        for (const Theme& theme : {Theme::light(), Theme::night()}) {
            std::set<std::pair<QRgb, int>> looks;
            for (int i = 0; i < 18; ++i)
                looks.emplace(seriesStyle(i, theme).colour.rgb(), seriesStyle(i, theme).dash);
            QCOMPARE(looks.size(), std::size_t(18));
        }
    }

    void theEllipseIsDrawnOnTheMapWhereTheElongationIsMeasured() {
        open("growing");
        QCustomPlot* const map = window_->findChild<MapView*>()->plot();
        const auto curve = [&] {
            for (int i = 0; i < map->plottableCount(); ++i)
                if (auto* const found = qobject_cast<QCPCurve*>(map->plottable(i)); found && found->dataCount() > 10)
                    return found;
            return static_cast<QCPCurve*>(nullptr);
        };
        QVERIFY(!curve());

        document().changes().setValue("measure.anisotropy", true);
        settle();

        const Anisotropy& found = document().frame().preview()->row.anisotropy;
        QVERIFY(curve());
        double longest = 0, shortest = 1e9;
        for (const QCPCurveData& point : *curve()->data()) {
            longest = std::max(longest, std::hypot(point.key, point.value));
            shortest = std::min(shortest, std::hypot(point.key, point.value));
        }
        QVERIFY(std::abs(longest / shortest - 1 - found.elongation) < 0.01);
        QVERIFY(std::abs(std::sqrt(longest * shortest) / document().frame().preview()->lengths.rZero.px - 1) < 0.05);
        QVERIFY(wordsIn(map, "longer at"));

        document().changes().undoStack().undo();
        settle();
        QVERIFY(!curve());
        QVERIFY(!wordsIn(map, "longer at"));
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(ViewsTest)
#include "views_test.moc"
