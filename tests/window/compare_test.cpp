// SPDX-License-Identifier: GPL-3.0-or-later
// A result beside another: two sessions of one series in the growth chart, in the table and in an export.
#include "app/window/figures/export_all.hpp"
#include "app/window/panels/growth/growth_panel.hpp"
#include "app/window/plots/other_session_words.hpp"
#include "app/window/plots/plot_data.hpp"
#include "app/window/theme/plot_style.hpp"
#include "app/window/views/frame_table.hpp"
#include "app/window/views/growth_view.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QAction>
#include <QLabel>
#include <QTest>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

class CompareTest : public WindowTest {
    Q_OBJECT

    static constexpr int frames = 6, otherLength = 9, otherDifference = 10;

    const GrowthData& growth() { return *document().growth().data(); }
    QCustomPlot& chart() { return *window_->growth().view()->plot(); }
    FrameTable& table() { return *window_->growth().table(); }
    QString cell(int row, int column) { return table().model()->index(row, column).data().toString(); }
    QAction* line(const QString& words) {
        for (QAction* action : window_->actions())
            if (action->text() == words) return action;
        return nullptr;
    }
    /// The rings' graph: of all in the chart the one in their colour with no line.
    const QCPGraph* rings() {
        for (int i = 0; i < chart().graphCount(); ++i) {
            const QCPGraph* const graph = chart().graph(i);
            if (graph->lineStyle() == QCPGraph::lsNone && graph->scatterStyle().pen().color() == seriesStyle(2, theme()).colour)
                return graph;
        }
        return nullptr;
    }
    void compareWith(const QString& file) {
        document().growth().compareWith(inFolder(file).toStdString());
        settle();
    }
    QString refusal() {
        for (const Notice& notice : document().notices().list())
            if (notice.title == "Nothing is compared") return notice.text;
        return {};
    }
    void writeSessionOf(const QString& series, const QString& file, const QString& key = {}, const FieldValue& value = {}) {
        newWindow();
        open(series);
        if (!key.isEmpty()) document().changes().setValue(key.toStdString().c_str(), value);
        settle();
        analyseAll();
        document().saveSession(inFolder(file).toStdString(), true);
        settle();
        window_.reset();
    }

private slots:
    void initTestCase() {
        writeGrowingSeries(inFolder("series"), frames, 12, 20);
        writeGrowingSeries(inFolder("stranger"), 3, 14, 15);
        writeSessionOf("series", "here.coarsen");
        writeSessionOf("series", "other.coarsen", "flatten.on", false);
        writeSessionOf("stranger", "stranger.coarsen");
    }
    void init() {
        newWindow({1600, 900});
        open("here.coarsen");
    }
    void cleanup() { window_.reset(); }

    void showsTheOtherAsRingsWithItsLawAndNamesBoth() {
        QVERIFY(rings() && rings()->dataCount() == 0);
        QVERIFY(!part<QLabel>("other-session")->isVisibleTo(window_.get()));
        compareWith("other.coarsen");
        QCOMPARE(refusal(), QString());

        const Session other = readSession(inFolder("other.coarsen").toStdString());
        QCOMPARE(rings()->dataCount(), frames);
        for (int frame = 0; frame < frames; ++frame) {
            const QCPGraphData& ring = *rings()->data()->at(frame);
            QVERIFY(std::abs(ring.key - growth().timeOf(growth().points[std::size_t(frame)].result())) < 1e-9);
            QVERIFY(std::abs(ring.value - growth().lengthOf(other.results.at(frame)->rMax)) < 1e-9);
        }
        QVERIFY(growth().otherSession->other->fit);
        chart().replot();
        QVERIFY(wordsIn(&chart(), "points: here.coarsen (cpu-fft)"));
        QVERIFY(wordsIn(&chart(), "rings: other.coarsen (cpu-fft),\nflatten off"));
        QVERIFY(part<QLabel>("other-session")->toolTip().contains("There flatten off; here flatten on"));
        QVERIFY(chart().axisRect(0)->axis(QCPAxis::atLeft)->range().upper >
                growth().lengthOf(other.results.at(frames - 1)->rMax));
    }

    void saysMeanAndLargestDifferenceAndShowsEachInTheTable() {
        QVERIFY(table().isColumnHidden(otherLength) && table().isColumnHidden(otherDifference));
        compareWith("other.coarsen");
        QVERIFY(!table().isColumnHidden(otherLength) && !table().isColumnHidden(otherDifference));

        const Session here = readSession(inFolder("here.coarsen").toStdString());
        const Session other = readSession(inFolder("other.coarsen").toStdString());
        double mean = 0, largest = 0;
        for (int frame = 0; frame < frames; ++frame) {
            const LengthScale &mine = here.results.at(frame)->rMax, &its = other.results.at(frame)->rMax;
            const double difference = its.px - mine.px;
            mean += difference / frames;
            if (std::abs(difference) > std::abs(largest)) largest = difference;
            QCOMPARE(cell(frame, otherLength), significant(its.px, 5));
            const QString errors = number(difference / std::max(mine.errorPx, its.errorPx), 1);
            const QString shown = cell(frame, otherDifference);
            QVERIFY2(shown.endsWith("(" + errors + ")"), qPrintable(shown));
            QVERIFY2(std::abs(shown.section(' ', 0, 0).replace(QChar(0x2212), '-').toDouble() - difference) <=
                         0.005 * mine.errorPx + 0.005 * its.errorPx,
                     qPrintable(shown));
        }
        QVERIFY(largest != 0);
        const QString sentence = part<QLabel>("other-session")->text();
        QVERIFY(part<QLabel>("other-session")->isVisibleTo(window_.get()));
        const auto signedText = [](double px) { return (px > 0 ? "+" : "") + significant(px, 2); };
        QVERIFY2(sentence.contains(QString("differs by %1 px on average").arg(signedText(mean))), qPrintable(sentence));
        QVERIFY2(sentence.contains(QString("most by %1 px (frame ").arg(signedText(largest))), qPrintable(sentence));
        QVERIFY2(sentence.contains("within the errors in "), qPrintable(sentence));
        const QStringList copied = growthData(growth()).split('\n')[1].split('\t');
        QCOMPARE(copied.size(), 9);
        QVERIFY(std::abs(copied[7].toDouble() - other.results.at(0)->rMax.px) < 1e-9);
        QVERIFY(table().tabSeparated().section('\n', 0, 0).endsWith("\tother_r_max_px\tdifference_errors"));
    }

    void namesTwoSessionsOfOneNameByTheirFolders() {
        QDir().mkpath(inFolder("blurred"));
        QVERIFY(QFile::copy(inFolder("other.coarsen"), inFolder("blurred/here.coarsen")));
        compareWith("blurred/here.coarsen");
        QVERIFY2(refusal().isEmpty(), qPrintable(refusal()));
        QCOMPARE(growth().otherSession->other->name, std::string("blurred/here.coarsen"));
        QCOMPARE(growth().otherSession->name, QDir(folder_.path()).dirName().toStdString() + "/here.coarsen");
    }

    void followsWhatIsMeasuredAndExcludedHere() {
        compareWith("other.coarsen");
        document().changes().setExcluded({1}, true);
        settle();
        QCOMPARE(growth().otherSession->comparison.counted, frames - 1);
        document().changes().setValue("flatten.on", false);
        settle();
        QCOMPARE(growth().otherSession->comparison.counted, 0);  // no row here is of the present recipe
        QVERIFY(part<QLabel>("other-session")->text().contains("only there 5"));
        analyseAll();
        QVERIFY2(part<QLabel>("other-session")->text().contains("is the same in all of 5 frames"),
                 qPrintable(part<QLabel>("other-session")->text()));
        QVERIFY(otherSessionLegend(growth()).endsWith("same recipe"));
    }

    void stopsAndForgetsWithAnotherSeries() {
        QVERIFY(line("Compare with…") && line("Compare with…")->isEnabled());
        compareWith("other.coarsen");
        QVERIFY(document().growth().isComparing());
        document().growth().stopComparing();
        QCOMPARE(rings()->dataCount(), 0);
        QVERIFY(!part<QLabel>("other-session")->isVisibleTo(window_.get()) && table().isColumnHidden(otherLength));
        compareWith("other.coarsen");
        open("stranger.coarsen");
        QVERIFY(!document().growth().isComparing());
    }

    void refusesWhatIsNoSessionOfTheSeriesAndKeepsWhatIsCompared() {
        compareWith("other.coarsen");
        compareWith("stranger.coarsen");
        QVERIFY2(refusal().contains("stranger.coarsen") && refusal().contains("another"), qPrintable(refusal()));
        QCOMPARE(growth().otherSession->other->name, std::string("other.coarsen"));
        document().notices().withdraw(document().notices().list().back().number);
        compareWith("no.coarsen");
        QVERIFY2(refusal().contains("no.coarsen"), qPrintable(refusal()));
    }

    void isExported() {
        QVERIFY(!exportItem("comparison-table").isThere(document()));
        compareWith("other.coarsen");
        QVERIFY(exportItem("comparison-table").isThere(document()));
        ExportChoice choice;
        choice.items = {"growth", "comparison-table"};
        choice.formats = {"svg"};
        bool isEnded = false;
        QString problem;
        exportAll(document(), QDir(inFolder("figures")), choice, [&](int, const QString& why) { isEnded = true, problem = why; });
        COMES_TRUE(isEnded);
        QCOMPARE(problem, QString());
        QFile csv(inFolder("figures/comparison.csv")), svg(inFolder("figures/growth.svg"));
        QVERIFY(csv.open(QIODevice::ReadOnly) && svg.open(QIODevice::ReadOnly));
        QCOMPARE(csv.readAll().count('\n'), frames + 1);
        QVERIFY(svg.readAll().contains(seriesStyle(2, Theme::light()).colour.name().toUtf8()));
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(CompareTest)
#include "compare_test.moc"
