// SPDX-License-Identifier: GPL-3.0-or-later
// A frame against another: pictures cut from one larger one, so that every move is known.
#include "app/window/panels/sheets/comparison_dialog.hpp"

#include "app/window/plots/flow_plot.hpp"
#include "app/window/views/image_view.hpp"
#include "tests/window/menu_fixture.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

#include <cmath>
#include <random>

namespace coarsen::window {

class ComparisonDialogTest : public WindowTest {
    Q_OBJECT

    static constexpr int width = 320, height = 240;
    /// Where the pictures are cut from: content sits right of and below the first one's by these.
    static constexpr int dx[] = {0, 3, 3, -6}, dy[] = {0, -2, -2, 9};

    /// Blobs of light in random places, 5 px across.
    static QImage scene(unsigned seed = 7) {
        constexpr int margin = 40, blobs = 900;
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> x(0, width + 2 * margin), y(0, height + 2 * margin), light(0.3, 1);
        std::vector<double> field(static_cast<std::size_t>((width + 2 * margin) * (height + 2 * margin)), 0.0);
        for (int blob = 0; blob < blobs; ++blob) {
            const double cx = x(random), cy = y(random), strength = light(random);
            for (int row = std::max(0, int(cy) - 9); row < std::min(height + 2 * margin, int(cy) + 10); ++row)
                for (int column = std::max(0, int(cx) - 9); column < std::min(width + 2 * margin, int(cx) + 10); ++column)
                    field[static_cast<std::size_t>(row * (width + 2 * margin) + column)] +=
                        strength * std::exp(-((column - cx) * (column - cx) + (row - cy) * (row - cy)) / 12.5);
        }
        QImage picture(width + 2 * margin, height + 2 * margin, QImage::Format_Grayscale8);
        for (int row = 0; row < picture.height(); ++row)
            for (int column = 0; column < picture.width(); ++column)
                picture.scanLine(row)[column] = static_cast<uchar>(
                    std::min(250.0, 30 + 110 * field[static_cast<std::size_t>(row * picture.width() + column)]));
        return picture;
    }

    ComparisonDialog* dialog() { return part<ComparisonDialog>("comparison"); }
    QString headline() { return part<QLabel>("comparison-headline")->text(); }
    QString facts() { return part<QLabel>("comparison-facts")->text(); }
    /// Opens it over this frame and waits for the answer.
    void compare(int frame) {
        document().frame().show(frame);
        settle();
        QTest::keyClick(window_.get(), Qt::Key_V);
        QVERIFY(dialog());
        answer();
    }
    /// Until the answer to what is chosen now is shown: the frame looked at may still be on its way when something is chosen.
    void answer() {
        QVERIFY2(comesToRest([this] { return window_->isBusy() || dialog()->isBusy(); }), qPrintable(headline()));
    }
    void chooseGrey() {
        part<QComboBox>("comparison-stage")->setCurrentIndex(1);
        answer();
    }
    void verifyShift(double x, double y, double within) {
        const auto& shown = dialog()->shown();
        QVERIFY(shown && shown->isMoveKnown());
        const Shift shift = shown->displacement->shift();
        QVERIFY2(std::abs(shift.x - x) < within && std::abs(shift.y - y) < within,
                 qPrintable(QStringLiteral("%1, %2").arg(shift.x).arg(shift.y)));
    }

private slots:
    void initTestCase() {
        QDir().mkpath(inFolder("moved"));
        const QImage all = scene();
        for (int i = 0; i < 4; ++i)
            QVERIFY(all.copy(40 - dx[i], 40 - dy[i], width, height).save(inFolder(QStringLiteral("moved/frame_%1.png").arg(i))));
        QImage flat(width, height, QImage::Format_Grayscale8);
        flat.fill(90);
        QVERIFY(flat.save(inFolder("flat.png")));
        QVERIFY(scene(8).copy(40, 40, width, height).save(inFolder("other.png")));
        QVERIFY(all.copy(0, 0, 200, 100).save(inFolder("small.png")));
        QVERIFY(all.copy(40 - 11, 40, width, height).save(inFolder("eleven.png")));
    }
    void init() {
        newWindow();
        open("moved");
    }
    void cleanup() { window_.reset(); }

    void theFrameBeforeIsWhatItIsComparedWithFirst() {
        compare(1);
        verifyShift(3, -2, 0.1);  // the recipe takes light away, which does not move
        QVERIFY2(headline().startsWith("Frame 1 sits ") && headline().contains(" right of and ") &&
                     headline().endsWith(" above frame 0."),
                 qPrintable(headline()));
        QVERIFY2(facts().startsWith("r is 1.000 at the peak, 0.3") && facts().contains("second peak"), qPrintable(facts()));
        chooseGrey();
        verifyShift(3, -2, 0.01);
    }

    void theArrowsSayTheSame() {
        compare(1);
        chooseGrey();
        const Comparison& shown = *dialog()->shown();
        QCOMPARE(shown.patchPx, 60);  // a quarter of the shorter side
        QCOMPARE(shown.stepPx, 30);
        int good = 0;
        for (const PatchMove& patch : shown.flow) {
            if (!patch.isValid) continue;
            ++good;
            QVERIFY(std::abs(patch.move.x - 3) < 0.1 && std::abs(patch.move.y + 2) < 0.1);
        }
        QVERIFY2(good > 0.9 * double(shown.flow.size()) && good > 40, qPrintable(QString::number(good)));
        QCOMPARE(arrowFactor(shown), 5);  // 5 x 3.6 px are less than 0.8 x 30 px, 10 x are not
        part<QSpinBox>("comparison-patch")->setValue(32);
        answer();
        QCOMPARE(dialog()->shown()->patchPx, 32);
        QVERIFY(dialog()->shown()->flow.size() > 200);
        QVERIFY2(facts().contains("patches of 32 px"), qPrintable(facts()));
    }

    void anotherFrameAndTheFirstAreComparedAndTheFrameIsFollowed() {
        compare(1);
        dialog()->choose(ComparisonDialog::Other::first);
        chooseGrey();
        verifyShift(3, -2, 0.01);
        document().frame().show(3);
        answer();
        verifyShift(-6, 9, 0.01);
        QVERIFY2(headline().contains(" left of and ") && headline().endsWith(" below frame 0."), qPrintable(headline()));
        dialog()->chooseFrame(1);
        answer();
        verifyShift(-9, 11, 0.01);
        QVERIFY(headline().endsWith("frame 1."));
        dialog()->chooseFrame(3);
        QVERIFY2(headline().contains("itself"), qPrintable(headline()));
        QVERIFY(!part<QPushButton>("comparison-copy")->isEnabled());
    }

    void theQuestionAskedLastWins() {
        compare(1);
        for (const int frame : {2, 3, 1, 3})
            document().frame().show(frame);
        answer();
        QCOMPARE(dialog()->shown()->here, QString("frame 3"));
        verifyShift(-9, 11, 0.1);
    }

    void whatCannotBeComparedIsSaid() {
        compare(0);
        QVERIFY2(headline().startsWith("No frame comes before"), qPrintable(headline()));
        QVERIFY(!dialog()->shown());
        document().frame().show(2);
        answer();
        QCOMPARE(headline(), QString("Frame 2 and frame 1 are the same, pixel for pixel."));
        QVERIFY(dialog()->shown()->flow.empty());
        dialog()->chooseFile(inFolder("flat.png"));
        answer();
        QVERIFY2(headline().contains("no contrast") && headline().contains("flat.png"), qPrintable(headline()));
        dialog()->chooseFile(inFolder("small.png"));
        answer();
        QVERIFY2(headline().contains("small.png has 200 × 100 pixels") && headline().contains("320 × 240"),
                 qPrintable(headline()));
        dialog()->chooseFile(inFolder("none.png"));
        answer();
        QVERIFY2(headline().contains("none.png"), qPrintable(headline()));
        QVERIFY(!part<QPushButton>("comparison-save")->isEnabled());
    }

    void aFileIsComparedByNameAndAPeakAtTheEdgeIsDoubted() {
        compare(0);
        dialog()->chooseFile(inFolder("eleven.png"));
        chooseGrey();
        verifyShift(-11, 0, 0.01);
        QVERIFY2(headline().endsWith(" eleven.png."), qPrintable(headline()));
        QVERIFY(!facts().contains("edge of the range"));
        part<QSpinBox>("comparison-range")->setValue(8);
        answer();
        QVERIFY2(facts().contains("edge of the range"), qPrintable(facts()));
        QCOMPARE(dialog()->shown()->displacement->map.maxLag(), 8);
    }

    void whatHasNothingInCommonHasNoPlace() {
        compare(0);
        dialog()->chooseFile(inFolder("other.png"));
        answer();
        QVERIFY2(headline().startsWith("Frame 0 has no clear shift to other.png"), qPrintable(headline()));
        QVERIFY2(facts().contains("nothing in common") && !facts().contains("middle one"), qPrintable(facts()));
    }

    void theMapEndsWhereThereIsNothingToSee() {
        compare(1);
        QCOMPARE(dialog()->shown()->displacement->map.maxLag(), height / 2);
        const CorrelationMap& map = *dialog()->shown()->map;
        QVERIFY2(map.maxLag() >= 24 && map.maxLag() < 60, qPrintable(QString::number(map.maxLag())));
        QCOMPARE(map.at(3, -2), dialog()->shown()->displacement->peak.value);
        part<QSpinBox>("comparison-range")->setValue(100);
        answer();
        QCOMPARE(dialog()->shown()->map->maxLag(), 100);
        part<QSpinBox>("comparison-patch")->setValue(3);  // more than there can be told anything by
        answer();
        QCOMPARE(dialog()->shown()->patchPx, 16);
    }

    /// More lags than a screen shows come in squares, made by the worker; the peak stays where and as high as it is.
    void aWideRangeIsDrawnInSquares() {
        constexpr int side = 1300, x = 700, y = -401;
        QDir().mkpath(inFolder("far"));
        std::mt19937 random(5);
        QImage all(side + std::abs(x), side + std::abs(y), QImage::Format_Grayscale8);
        for (int row = 0; row < all.height(); ++row)
            for (int column = 0; column < all.width(); ++column)
                all.scanLine(row)[column] = static_cast<uchar>(random() % 256);
        QVERIFY(all.copy(x, 0, side, side).save(inFolder("far/frame_0.png")));
        QVERIFY(all.copy(0, -y, side, side).save(inFolder("far/frame_1.png")));
        open("far");
        compare(1);
        chooseGrey();
        part<QSpinBox>("comparison-range")->setValue(1200);
        answer();
        verifyShift(x, y, 0.1);
        const Comparison& shown = *dialog()->shown();
        QCOMPARE(shown.lagsPerCell, 3);
        QCOMPARE(shown.map->maxLag(), 400);
        QCOMPARE(shown.map->at((x + 1) / 3, (y - 1) / 3), shown.displacement->peak.value);
        auto* const chart = part<QWidget>("comparison-map")->findChild<QCustomPlot*>();
        QCOMPARE(chart->xAxis->range().upper, 1200.0);
    }

    void theWheelZoomsIntoTheMap() {
        compare(1);
        auto* const chart = part<QWidget>("comparison-map")->findChild<QCustomPlot*>();
        const double all = chart->xAxis->range().size();
        wheel(chart, chart->axisRect()->center(), 3);
        QVERIFY(chart->xAxis->range().size() < 0.6 * all);
        QTest::mouseDClick(chart, Qt::LeftButton, {}, chart->axisRect()->center());
        QCOMPARE(chart->xAxis->range().size(), all);
    }

    void theScaleIsTaken() {
        document().changes().setCalibration({0.5, 0.5, "typed"});
        settle();
        compare(3);
        chooseGrey();  // 9 and 11 px
        QVERIFY2(facts().startsWith("That is 4.5") && facts().contains("5.5") && facts().contains("in all 7.1") &&
                     facts().contains("µm"),
                 qPrintable(facts()));
    }

    void numbersAreCopiedAndTheFigureIsSaved() {
        compare(1);
        part<QPushButton>("comparison-copy")->click();
        const QList<QStringList> rows = clipboardTable();
        QCOMPARE(rows[0], (QStringList{"frame", "frame 1"}));
        QCOMPARE(rows[2][0], QString("dx_px"));
        QVERIFY(std::abs(rows[2][1].toDouble() - 3) < 0.1);
        QVERIFY(rows.size() > 40);
        for (const char* file : {"against.png", "against.svg", "against.pdf"}) {
            dialog()->save(inFolder(file));
            QVERIFY2(QFileInfo(inFolder(file)).size() > 5000, file);
        }
        const QImage figure(inFolder("against.png"));
        QVERIFY(figure.width() > 1500 && figure.height() > 700);
    }

    void aFramesMenuOpensItOverThatFrame() {
        document().frame().show(3);
        settle();
        chooseAt(window_->findChild<ImageView*>(), "Compare frames");
        QVERIFY(dialog());
        answer();
        verifyShift(-9, 11, 0.1);
        QTest::keyClick(dialog(), Qt::Key_Escape);
        COMES_TRUE(!dialog());
    }

    void itIsCancelledAndClosesWithTheSeries() {
        compare(1);
        document().frame().show(3);
        part<QPushButton>("comparison-cancel")->click();
        QVERIFY(!dialog()->isBusy());
        QVERIFY2(headline().startsWith("Cancelled"), qPrintable(headline()));
        dialog()->choose(ComparisonDialog::Other::before);  // what it was before: asked again
        QVERIFY(dialog()->isBusy());
        answer();
        verifyShift(-9, 11, 0.1);
        open("moved");
        COMES_TRUE(!dialog());
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(ComparisonDialogTest)
#include "comparison_dialog_test.moc"
