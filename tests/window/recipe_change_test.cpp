// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of results and fits once they are not, or not all, of the present recipe.
#include "app/window/figures/report_text.hpp"
#include "app/window/panels/growth/growth_panel.hpp"
#include "app/window/panels/notices/notice_callout.hpp"
#include "app/window/plots/fit_words.hpp"
#include "app/window/views/growth_view.hpp"
#include "app/window/views/model_card.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QLabel>
#include <QTest>

namespace coarsen::window {

class RecipeChangeTest : public WindowTest {
    Q_OBJECT

    static constexpr int frames = 8;

    QCustomPlot* chart() { return window_->growth().view()->plot(); }
    /// Whole, as its tooltip has it; the header shows as much as it has room for.
    QString extent() { return window_->findChild<QLabel*>("growth-extent")->toolTip().section(" (F5", 0, 0); }
    QString card(const QString& model = "origin-line") {
        QStringList words;
        for (const ModelCard::Line& line : window_->findChild<ModelCard*>("model-" + model)->lines(400))
            words << line.words;
        return words.join(" | ");
    }
    /// Points of the lines of that style that run through the chart.
    int pointsOfLines(Qt::PenStyle style) {
        int points = 0;
        for (int i = 0; i < chart()->graphCount(); ++i)
            if (const QCPGraph* line = chart()->graph(i); line->pen().style() == style && line->dataCount() > 100)
                points += line->dataCount();
        return points;
    }
    int noticesOfStoppedRuns() {
        return static_cast<int>(std::ranges::count(document().notices().list(), QString("Run stopped: the settings changed"),
                                                   [](const Notice& notice) { return notice.title; }));
    }
    void expectAllOfAnEarlierRecipe() {
        QCOMPARE(extent(), QStringLiteral("0 of %1 of this recipe, points of an earlier one").arg(frames));
        QVERIFY2(card().contains(QStringLiteral("%1 points of an earlier recipe").arg(frames)), qPrintable(card()));
        QVERIFY(!card().contains("refitted"));
        QVERIFY(wordsIn(chart(), "fit of an earlier recipe"));
        QVERIFY(!wordsIn(chart(), "present recipe"));
        QVERIFY(window_->growth().view()->resultSentence().endsWith("measured with an earlier recipe"));
        QVERIFY(headline(*document().growth().data()).isEmpty());
        QVERIFY(reportAnswer(reportContent(document(), false)).contains("earlier"));
        QVERIFY(exponentTimeSeries(*document().growth().data()).isEmpty());
    }

private slots:
    void initTestCase() { writeGrowingSeries(folder_.filePath("series"), frames, 12, 18); }
    void init() {
        newWindow({1600, 900});
        open("series");
        analyseAll();
        QCOMPARE(extent(), QStringLiteral("%1 of %1 frames in the fit").arg(frames));
    }
    void cleanup() { window_.reset(); }

    void afterAStepIsSwitchedOffAllIsOfAnEarlierRecipe() {
        const int solid = pointsOfLines(Qt::SolidLine);
        document().changes().setValue("flatten.on", false);
        settle();

        expectAllOfAnEarlierRecipe();
        QVERIFY(pointsOfLines(Qt::SolidLine) < solid);
        QVERIFY(pointsOfLines(Qt::DashLine) > 0);
        document().changes().undoStack().undo();
        settle();
        QCOMPARE(extent(), QStringLiteral("%1 of %1 frames in the fit").arg(frames));
        QCOMPARE(pointsOfLines(Qt::SolidLine), solid);
    }

    void analysingAllAgainLeavesWhatThereWasWhenItIsCancelled() {
        const auto before = document().session().results;
        document().run().analyse(true);
        QVERIFY(document().run().isRunning());
        document().run().cancel();
        settle();

        QCOMPARE(document().run().framesToMeasure(), 0);
        QCOMPARE(extent(), QStringLiteral("%1 of %1 frames in the fit").arg(frames));
        QVERIFY(!wordsIn(chart(), "earlier"));
        for (const auto& [frame, row] : document().session().results)
            QCOMPARE(row->rMax.px, before.at(frame)->rMax.px);
    }

    void pixelsOfAnotherShapeOutdateAllResults() {
        document().changes().setCalibration({8, 8, "typed"});
        settle();
        QCOMPARE(document().run().framesToMeasure(), 0);
        document().changes().setCalibration({8, 10, "typed"});
        settle();
        QCOMPARE(document().run().framesToMeasure(), frames);
        analyseAll();
        QCOMPARE(document().run().framesToMeasure(), 0);
        document().changes().undoStack().undo();
        QCOMPARE(document().run().framesToMeasure(), frames);
        document().run().analyse(false);
        COMES_TRUE(document().run().framesToMeasure() < frames);  // in the middle of the run
        document().changes().setCalibration({8, 12, "typed"});
        settle();
        QCOMPARE(document().run().framesToMeasure(), frames);
    }

    void afterACropIsUndoneAllIsOfTheCroppedRecipe() {
        document().changes().setCrop(QRect(10, 10, 200, 150));
        settle();
        analyseAll();
        document().changes().undoStack().undo();
        settle();
        expectAllOfAnEarlierRecipe();
    }

    void aRunThatAChangeStopsIsToldOnceAndQuietly() {
        document().run().analyse(true);
        QVERIFY(document().run().isRunning());
        document().changes().setValue("flatten.order", std::int64_t{3});
        document().changes().setValue("flatten.order", std::int64_t{4});
        settle();

        QCOMPARE(noticesOfStoppedRuns(), 1);
        QVERIFY(!window_->findChild<NoticeCallout*>()->isVisible());
        QVERIFY(extent().contains("of 8 of this recipe"));
        document().changes().setValue("flatten.order", std::int64_t{2});
        settle();
        QCOMPARE(noticesOfStoppedRuns(), 1);  // nothing ran
    }

    void aFitIsNeverOfTwoRecipes() {
        const std::string file = folder_.filePath("mixed.coarsen").toStdString();
        Session session = document().session();
        for (int frame = 0; frame < frames; ++frame)
            session.resultKeys[frame].measurement = frame < 5 ? "of the first recipe" : "of the second";
        writeSession(file, session);
        open(QString::fromStdString(file));
        document().changes().setValue("fit.t0", -3600.0);
        settle();

        const GrowthData& growth = *document().growth().data();
        QVERIFY(growth.fitsAreEarlier);
        QCOMPARE(growth.chosenFit()->frames, (std::vector<int>{0, 1, 2, 3, 4}));
    }

    void whatIsMeasuredAndWhatWasAreToldApart() {
        GrowthData data = *document().growth().data();
        data.isComplete = false;
        data.earlierFits = data.fits;
        for (GrowthFit& fit : data.fits)
            fit.frames.resize(5);
        for (std::size_t i = 5; i < data.points.size(); ++i)
            data.points[i].isStale = true;
        QCustomPlot canvas;
        canvas.resize(700, 500);
        GrowthPlot plot(&canvas, theme());
        plot.show(data, 0, false);

        QVERIFY(wordsIn(&canvas, "present recipe, 5 points"));
        QVERIFY(wordsIn(&canvas, "earlier fit, 8 points"));
        QCOMPARE(data.extentText(), QString("5 of 8 of this recipe"));
        ModelCard one("origin-line");
        one.show(data);
        QVERIFY(one.toolTip().contains("5 points measured so far"));
        data.isRunning = true;
        one.show(data);
        QVERIFY(one.toolTip().contains("5 points, refitted as frames arrive"));
    }

    void aFittedQuenchSaysByWhichClock() {
        document().changes().setValue("fit.model", std::string("power-t0"));
        settle();
        QVERIFY(!card("power-t0").contains("on this axis"));
        document().changes().setValue("fit.t0", -7200.0);
        settle();

        const auto growth = document().growth().data();
        const GrowthFit& fit = *growth->chosenFit();
        QVERIFY2(fit.isFitted(), fit.reason.c_str());
        QVERIFY2(card("power-t0").contains("on this axis"), qPrintable(card("power-t0")));
        const auto* const one = window_->findChild<ModelCard*>("model-power-t0");
        const double onItsClock = fit.parameters.back().value - 7200;
        QVERIFY(one->toolTip().contains(timeText(onItsClock, growth->timeUnit())));
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(RecipeChangeTest)
#include "recipe_change_test.moc"
