// SPDX-License-Identifier: GPL-3.0-or-later
// A filter in the window: its kernel in the recipe, what it passes in S(q), its file.
#include "app/window/panels/recipe/kernel_view.hpp"
#include "app/window/panels/recipe/recipe_panel.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QImage>
#include <QPushButton>

#include <cmath>

namespace coarsen::window {

class FilterTest : public WindowTest {
    Q_OBJECT

    KernelView* kernel() {
        for (auto* one : window_->findChildren<KernelView*>())
            if (one->isVisible()) return one;
        return nullptr;
    }
    void choose(const QString& key, const FieldValue& value) {
        document().changes().setValue(key, value);
        settle();
    }
    /// The curve with as many points as the response has.
    const QCPGraph* responseIn(QCustomPlot* chart) {
        const auto& preview = document().frame().preview();
        for (int i = 0; i < chart->graphCount(); ++i)
            if (!preview->spectrum.filter.q.empty() &&
                chart->graph(i)->dataCount() == static_cast<int>(preview->spectrum.filter.q.size()))
                return chart->graph(i);
        return nullptr;
    }

private slots:
    void initTestCase() { writeGrowingSeries(folder_.filePath("growing"), 3, 12, 20); }
    void init() {
        newWindow({1920, 1080});
        open("growing");
        window_->findChild<RecipePanel*>()->openStep("filter");
        settle();
    }
    void cleanup() { window_.reset(); }

    void theRowDrawsTheKernelAndSaysWhatComputesIt() {
        QVERIFY(!kernel());  // off
        choose("filter.on", true);

        QVERIFY(kernel());
        QVERIFY2(kernel()->accessibleName().contains("9 × 9 · cpu-"), qPrintable(kernel()->accessibleName()));
        QVERIFY2(kernel()->accessibleName().endsWith("ns a pixel"), qPrintable(kernel()->accessibleName()));
        const QImage picture = document().frame().preview()->filter->picture;
        QCOMPARE(picture.size(), QSize(9, 9));
        QCOMPARE(picture.pixelIndex(4, 4), 255);
        QVERIFY(picture.pixelIndex(0, 0) < 10);
        const QImage drawn = kernel()->grab().toImage();
        const auto lightness = [&](int x, int y) {
            return drawn.pixelColor(QPoint(x, y) * drawn.devicePixelRatio()).lightness();
        };
        QVERIFY(lightness(43, 50) < lightness(3, 12) - 100);  // its middle, its corner

        choose("filter.kind", std::string("dog"));
        QVERIFY2(kernel()->accessibleName().contains("33 × 33"), qPrintable(kernel()->accessibleName()));
        QCOMPARE(document().frame().preview()->filter->picture.pixelIndex(0, 16), 127);  // hardly below 0, in the scale's middle
        choose("filter.on", false);
        QVERIFY(!kernel());
    }

    void aLargeKernelIsDrawnOfEveryFewTapsWithItsMiddle() {
        choose("filter.sigma", 70.0);
        choose("filter.on", true);

        const QImage picture = document().frame().preview()->filter->picture;
        QVERIFY(picture.width() > 80 && picture.width() <= 168);
        int highest = 0;
        for (int x = 0; x < picture.width(); ++x)
            highest = std::max(highest, picture.pixelIndex(x, picture.height() / 2));
        QCOMPARE(highest, 255);
    }

    void whatItPassesStandsInTheStructureFactor() {
        window_->setProfileMode(ProfileMode::spectrum);
        QCustomPlot* const chart = plot("spectrum-plot");
        QVERIFY(!wordsIn(chart, "filter passes"));
        choose("filter.sigma", 3.0);
        choose("filter.on", true);

        QVERIFY(wordsIn(chart, "filter passes"));
        QVERIFY(wordsIn(chart, "% of the amplitude at the peak"));
        const QCPGraph* const curve = responseIn(chart);
        QVERIFY(curve);
        for (const QCPGraphData& point : *curve->data())
            QVERIFY(std::abs(point.value - std::exp(-9 * point.key * point.key / 2)) < 0.01);
        document().changes().setCalibration({2, 2, "typed"});
        settle();
        for (const QCPGraphData& point : *responseIn(chart)->data())  // per micrometre
            QVERIFY(std::abs(point.value - std::exp(-36 * point.key * point.key / 2)) < 0.01);

        choose("filter.on", false);
        QVERIFY(!wordsIn(chart, "filter passes"));
    }

    void aKernelsFileCountsAndIsAskedForWhereNoneIsNamed() {
        choose("filter.kind", std::string("file"));
        choose("filter.on", true);
        QVERIFY2(document().frame().preview()->problem.find("no file is named") != std::string::npos,
                 document().frame().preview()->problem.c_str());
        auto* const button = window_->findChild<QPushButton*>("filter.file");
        QVERIFY(button && button->isVisible());
        QVERIFY(!kernel());

        QFile file(folder_.filePath("kernel.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("0,1,0\n1,-4,1\n0,1,0\n");
        file.close();
        choose("filter.file", file.fileName().toStdString());

        QVERIFY(document().frame().preview()->problem.empty());
        QVERIFY2(kernel() && kernel()->accessibleName().contains("3 × 3"), "no kernel");
        QCOMPARE(document().frame().preview()->filter->picture.pixelIndex(1, 1), 0);
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(FilterTest)
#include "filter_test.moc"
