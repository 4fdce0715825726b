// SPDX-License-Identifier: GPL-3.0-or-later
// Growth laws and a length that the window does not know, in its lists: cards, charts, words and report must show them.
#include "app/window/figures/figures.hpp"
#include "app/window/figures/report_text.hpp"
#include "app/window/plots/expectation.hpp"
#include "app/window/plots/fit_words.hpp"
#include "app/window/theme/choice_words.hpp"
#include "app/window/views/growth_view.hpp"
#include "app/window/views/model_card.hpp"
#include "tests/support/made_up_lists.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QSignalSpy>
#include <QTest>

#include <cmath>

namespace coarsen::window {

class MadeUpLawTest : public WindowTest {
    Q_OBJECT

    static constexpr int frames = 12;
    static constexpr double hour = 3600;

    /// Frames an hour apart whose R_max grows as 2 + 0.1 sqrt(t), nearly.
    static std::shared_ptr<const GrowthData> grown(const std::string& model, FitWeights weights = FitWeights::error,
                                                   double t0S = 0) {
        auto data = std::make_shared<GrowthData>();
        data->settings.model = model;
        data->settings.weights = weights;
        data->settings.t0S = t0S;
        data->points.resize(frames);
        GrowthSeries series;
        series.neighbourCorrelation = 0.5;
        for (int frame = 0; frame < frames; ++frame) {
            FrameResult row;
            row.frame = frame;
            row.timeS = (frame + 1) * hour;
            row.status = FrameStatus::ok;
            row.rMax = {2 + 0.1 * std::sqrt(row.timeS) + (frame % 2 ? 0.01 : -0.01), 0.05, 0.3, Quality::good, ""};
            series.points.push_back({.frame = frame,
                                     .time = row.timeS,
                                     .length = row.rMax.px,
                                     .error = row.rMax.errorPx,
                                     .cMax = 0.3,
                                     .domains = 400});
            GrowthData::Point& point = data->points[static_cast<std::size_t>(frame)];
            point.row = shared(std::move(row));
            point.isMeasured = point.isInFit = true;
        }
        data->fits = fitGrowth(series, data->settings);
        data->findUnits();
        return data;
    }

    static void everyLaw() {
        QTest::addColumn<QString>("law");
        for (const GrowthModel& law : test::madeUpLaws())
            QTest::newRow(law.key.c_str()) << QString::fromStdString(law.key);
    }
    static QStringList symbolsOf(const GrowthData& data) {
        QStringList symbols;
        for (const FitParameter& parameter : data.chosenFit()->parameters)
            symbols << symbolOf(growthModelNamed(data.chosenFit()->model).parameter(parameter.name)) + " = ";
        return symbols;
    }

private slots:
    void cardTellsEveryParameter_data() { everyLaw(); }
    void cardTellsEveryParameter() {
        QFETCH(QString, law);
        for (const FitWeights weights : {FitWeights::error, FitWeights::none})
            for (const double t0S : {0.0, -hour}) {
                const auto data = grown(law.toStdString(), weights, t0S);
                ModelCard card(law);

                card.show(*data);

                QVERIFY(card.result().startsWith(symbolsOf(*data).front()));
                for (const QString& symbol : symbolsOf(*data))
                    QVERIFY2(card.sentence().contains(symbol), qPrintable(card.sentence()));
                QVERIFY(card.sentence().contains(equationOf(*data, law.toStdString())));
                QVERIFY(!card.toolTip().isEmpty());
                for (const int width : {90, 180, 400})
                    QVERIFY(card.lines(width).size() >= 3);
            }
    }

    void cardOfALawThatCannotBeFittedSaysWhy() {
        GrowthData data = *grown("made-up");
        for (GrowthFit& fit : data.fits)
            if (fit.model == "made-up") {
                fit = {};
                fit.model = "made-up";
                fit.reason = "all frames have the same time";
            }
        ModelCard card("made-up");

        card.show(data);

        QVERIFY(card.result().isEmpty());
        QVERIFY(card.toolTip().contains("the same time"));
    }

    void viewShowsItsCardAmongTheOthers_data() { everyLaw(); }
    void viewShowsItsCardAmongTheOthers() {
        QFETCH(QString, law);
        GrowthView view;
        view.resize(1100, 500);
        view.show(grown(law.toStdString()), 3);

        auto* const card = view.findChild<ModelCard*>("model-" + law);

        QVERIFY(card && !card->isHidden());
        QVERIFY(!view.grab().isNull());
        QSignalSpy chosen(&view, &GrowthView::modelChosen);
        QTest::mouseClick(card, Qt::LeftButton);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen.front().front().toString(), law);
    }

    void reportHasARowForEveryParameter_data() { everyLaw(); }
    void reportHasARowForEveryParameter() {
        QFETCH(QString, law);
        ReportContent content;
        content.growth = grown(law.toStdString());
        content.session.recipe = defaultRecipe();
        content.session.recipe.fit = content.growth->settings;

        QStringList named;
        for (const TextTable::Row& row : fitTable(*content.growth).rows)
            if (row.isStrong && row.cells.size() > 2) named << row.cells[1];
        QStringList expected;
        for (const FitParameter& parameter : content.growth->chosenFit()->parameters)
            expected << symbolOf(growthModelNamed(law.toStdString()).parameter(parameter.name));
        QCOMPARE(named, expected);

        const QString label = QString::fromStdString(growthModelNamed(law.toStdString()).label);
        QVERIFY(reportAnswer(content).startsWith(label));
        QVERIFY(std::ranges::any_of(recipeFacts(content), [&](const Fact& fact) { return fact.text.contains(label); }));
        QCOMPARE(frameTable(*content.growth).rows.size(), std::size_t(frames));

        Report report(content);
        while (report.drawNext()) {
        }
        QVERIFY(report.pdf().startsWith("%PDF"));
    }

    void chartHasItsLineItsWordsAndWhatComesNext_data() { everyLaw(); }
    void chartHasItsLineItsWordsAndWhatComesNext() {
        QFETCH(QString, law);
        const auto data = grown(law.toStdString());

        QVERIFY(headline(*data).contains(" = "));
        for (const QString& symbol : symbolsOf(*data))
            QVERIFY2(resultWords(*data, true).contains(symbol), qPrintable(resultWords(*data, true)));
        QVERIFY(lineWords(*data).line.contains(equationOf(*data, law.toStdString())));
        for (const bool logarithmic : {false, true}) {
            QCustomPlot canvas;
            canvas.resize(640, 420);
            canvas.setViewport(QRect(0, 0, 640, 420));
            GrowthPlot plot(&canvas, Theme::light());
            plot.setLook({.result = true});
            plot.show(*data, 2, logarithmic);
            canvas.replot();

            QVERIFY(wordsIn(&canvas, symbolsOf(*data).front()));
        }
    }

    void choicesAreNamedByTheLists() {
        for (const GrowthModel& law : test::madeUpLaws())
            QCOMPARE(choiceWords("fit.model", law.key), QString::fromStdString(law.label));
        QCOMPARE(choiceWords("fit.length", "r_made_up"), QString("made-up length"));
        GrowthData data;
        data.settings.length = "r_made_up";
        QCOMPARE(data.lengthLabel(), QString("made-up length"));
        QCOMPARE(equationOf(data, "made-up"), QString("made-up length = Q + w t^(1/2)"));
    }

    /// From the recipe to the chart and back to the session, as a user would meet it.
    void wholeWindowMeasuresWithIt() {
        writeGrowingSeries(inFolder("growing"), 5, 12, 18);
        newWindow();
        open("growing");
        Recipe recipe = document().session().recipe;
        recipe.fit.model = "made-up";
        document().changes().setRecipe(recipe, "made up");
        analyseAll();
        COMES_TRUE(document().growth().data()->isComplete);

        const GrowthFit* const fit = document().growth().data()->chosenFit();
        QVERIFY(fit && fit->isFitted());
        const auto* const card = part<ModelCard>("model-made-up");
        QVERIFY(card);
        COMES_TRUE(card->result().startsWith("Q = "));
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(MadeUpLawTest)
#include "made_up_law_test.moc"
