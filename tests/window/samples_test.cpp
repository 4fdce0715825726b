// SPDX-License-Identifier: GPL-3.0-or-later
// Several series open together: added, looked at in turn, measured beside the open one, named and grouped, drawn together, saved
// as a project and found again after the end.
#include "app/window/document/left_session_store.hpp"
#include "app/window/figures/export_all.hpp"
#include "app/window/figures/samples_export.hpp"
#include "app/window/panels/growth/growth_panel.hpp"
#include "app/window/panels/samples/sample_views.hpp"
#include "app/window/panels/samples/samples_look.hpp"
#include "app/window/panels/samples/samples_panel.hpp"
#include "app/window/panels/sheets/hold_choice.hpp"
#include "app/window/plots/sample_charts.hpp"
#include "app/window/theme/plot_style.hpp"
#include "app/window/values/sample_groups.hpp"
#include "app/window/views/growth_view.hpp"
#include "app/window/views/sample_list.hpp"
#include "app/window/views/samples_table.hpp"
#include "core/base/error.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QCheckBox>
#include <QDragEnterEvent>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QRadioButton>
#include <QTest>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

class SamplesTest : public WindowTest {
    Q_OBJECT

    static constexpr int frames = 5;

    Samples& samples() { return document().samples(); }
    const SamplesData& data() { return *samples().data(); }
    GrowthPanel& growth() { return window_->growth(); }
    QCustomPlot& chart() { return *growth().view()->plot(); }
    SamplesTable& table() { return *growth().samples()->table(); }
    QString cell(int row, int column) { return table().model()->index(row, column).data().toString(); }
    std::filesystem::path path(const QString& name) { return inFolder(name).toStdString(); }

    void add(const QStringList& names) {
        std::vector<std::filesystem::path> paths;
        for (const QString& name : names)
            paths.push_back(path(name));
        samples().add(paths);
        settle();
    }
    void lookAt(int sample) {
        samples().lookAt(sample);
        settle();
    }
    void edit(int row, SamplesTableModel::Column column, const QString& text) {
        table().model()->setData(table().model()->index(row, column), text, Qt::EditRole);
        settle();
    }
    /// The graphs of samples that have points, which stand on a layer of their own.
    std::vector<const QCPGraph*> marks() {
        std::vector<const QCPGraph*> found;
        for (int i = 0; i < chart().graphCount(); ++i)
            if (const QCPGraph* const graph = chart().graph(i);
                graph->layer()->name() == "samples" && graph->lineStyle() == QCPGraph::lsNone && graph->dataCount() > 0)
                found.push_back(graph);
        return found;
    }
    void inTwoGroups() {
        add({"b.coarsen", "c.coarsen"});
        edit(0, SamplesTableModel::group, "cold");
        edit(1, SamplesTableModel::group, "cold");
    }
    QStringList laws() {
        QStringList laws;
        for (const ShownSample& one : data().samples)
            laws << QString::fromStdString(one.sample->settings.chosenModel());
        return laws;
    }
    QString notice(const QString& title) {
        for (const Notice& one : document().notices().list())
            if (one.title == title) return one.text;
        return {};
    }
    void writeSessionOf(const QString& series, const QString& file, double pixelSizeUm = 0.5) {
        newWindow();
        open(series);
        if (pixelSizeUm > 0) document().changes().setCalibration({pixelSizeUm, pixelSizeUm, "typed"});
        settle();
        analyseAll();
        document().saveSession(path(file), true);
        settle();
        window_.reset();
    }
    QList<LeftSession> leftBehind() {
        QList<LeftSession> left = leftSessions();
        return left;
    }

private slots:
    void initTestCase() {
        writeGrowingSeries(inFolder("20C-1"), frames, 10, 18);
        writeGrowingSeries(inFolder("20C-2"), frames, 10.4, 18.6);
        writeGrowingSeries(inFolder("35C-1"), frames, 12, 24);
        QDir().mkpath(inFolder("both"));
        for (const char* name : {"20C-1", "35C-1"}) {
            QDir().mkpath(inFolder("both/") + name);
            for (const QString& file : QDir(inFolder(name)).entryList(QDir::Files))
                QFile::copy(inFolder(name) + "/" + file, inFolder("both/") + name + "/" + file);
        }
        writeSessionOf("20C-1", "a.coarsen");
        writeSessionOf("20C-2", "b.coarsen");
        writeSessionOf("35C-1", "c.coarsen");
        writeSessionOf("35C-1", "pixels.coarsen", 0);
    }
    void init() {
        for (const QString& file : QDir(inFolder("settings")).entryList({"recovery*"}))
            QFile::remove(inFolder("settings/" + file));
        newWindow({1600, 900});
        open("a.coarsen");
    }
    void cleanup() { window_.reset(); }

    void oneSeriesHasNoneOfIt() {
        QVERIFY(!samples().data() && !samples().isSeveral());
        QVERIFY(!growth().samples()->panel()->isVisibleTo(window_.get()));
        QVERIFY(!button("samples-tab")->isVisibleTo(window_.get()));
        QVERIFY(marks().empty());
        window_->showExportSheet();
        QVERIFY(!part<QCheckBox>("export-samples-growth")->isVisibleTo(window_.get()));
        QVERIFY(!exportItem("samples-tables").isThere(document()));
    }

    void drawsAnotherBesideTheOpenOneInItsUnitsFromItsOwnOrigin() {
        add({"c.coarsen"});
        QVERIFY(samples().isSeveral());
        QCOMPARE(data().samples.size(), std::size_t{2});
        QVERIFY(growth().samples()->panel()->isVisibleTo(window_.get()));
        QCOMPARE(marks().size(), std::size_t{1});
        const Session other = readSession(path("c.coarsen"));
        QCOMPARE(marks().front()->dataCount(), frames);
        const GrowthData& shown = *document().growth().data();
        for (int frame = 0; frame < frames; ++frame) {
            const QCPGraphData& point = *marks().front()->data()->at(frame);
            const FrameResult& row = *other.results.at(frame);
            QVERIFY(std::abs(point.key - row.timeS * shown.timeUnit().perBase) < 1e-9);
            QVERIFY(std::abs(point.value - row.rMax.px * 0.5 * shown.lengthUnit().perBase) < 1e-9);
        }
        QVERIFY(chart().axisRect(0)->axis(QCPAxis::atLeft)->range().upper > marks().front()->data()->at(frames - 1)->value);
        QCOMPARE(cell(1, SamplesTableModel::name), QString("c"));
        QVERIFY2(cell(1, SamplesTableModel::firstValue).contains(QChar(0x00B1)),
                 qPrintable(cell(1, SamplesTableModel::firstValue)));
        QCOMPARE(cell(1, SamplesTableModel::frames), QString("5 of 5"));
    }

    void aSeriesThatIsOpenIsNotAddedTwice() {
        add({"c.coarsen", "c.coarsen", "a.coarsen"});
        QCOMPARE(data().samples.size(), std::size_t{2});
    }

    void looksAtAnotherAndKeepsWhatWasChangedInTheFirst() {
        add({"c.coarsen"});
        document().changes().setExcluded({2}, true);
        settle();
        lookAt(1);
        QCOMPARE(document().session().file, path("c.coarsen"));
        QVERIFY(document().session().excluded.empty());
        QVERIFY(!document().changes().undoStack().canUndo());
        QCOMPARE(data().lookedAt, 1);
        QCOMPARE(data().at(0).sample->counts.excluded, 1);
        lookAt(0);
        QVERIFY(document().session().excluded.contains(2));
        QCOMPARE(document().session().file, path("a.coarsen"));
        document().saveSession(path("a2.coarsen"), true);  // what it was before is not written
        settle();
        QVERIFY(readSession(path("a.coarsen")).excluded.empty());
    }

    void aClickInTheListLooksAtItAndItsBoxHidesIt() {
        add({"c.coarsen"});
        SampleList& list = *growth().samples()->panel()->list();
        QCOMPARE(list.count(), 2);
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualItemRect(list.item(1)).center());
        settle();
        QCOMPARE(data().lookedAt, 1);
        list.item(0)->setCheckState(Qt::Unchecked);
        settle();
        QVERIFY(!data().at(0).entry.isShown);
        QVERIFY(marks().empty());
        QVERIFY(document().changes().undoStack().undoText().contains("hiding"));
        document().changes().undoStack().undo();
        settle();
        QVERIFY(data().at(0).entry.isShown);
        QCOMPARE(marks().size(), std::size_t{1});
    }

    void repeatsOfAGroupAreAveragedAndTheirMeanIsDrawnLarge() {
        add({"b.coarsen", "c.coarsen"});
        edit(0, SamplesTableModel::group, "cold");
        edit(1, SamplesTableModel::group, "cold");
        edit(0, SamplesTableModel::x, "20");
        edit(1, SamplesTableModel::x, "20,0");
        edit(2, SamplesTableModel::x, "35");
        QCOMPARE(data().conditions.size(), std::size_t{2});
        QVERIFY(data().conditions.front().isMean());
        QCOMPARE(data().conditions.front().joined.repeats, 2);
        QCOMPARE(table().model()->rowCount(), 4);
        QVERIFY(cell(3, SamplesTableModel::name).contains("cold"));
        // One repeat is open, the other pale; the other condition; the mean of two.
        QCOMPARE(marks().size(), std::size_t{3});
        const double mean = (data().at(0).sample->growth.points[0].length + data().at(1).sample->growth.points[0].length) / 2;
        QVERIFY(std::abs(data().conditions.front().joined.growth.points[0].length - mean) < 1e-9);
        edit(1, SamplesTableModel::x, "warm");
        QCOMPARE(data().at(1).entry.x, 20.0);  // it was not taken
        document().changes().undoStack().undo();
        document().changes().undoStack().undo();
        document().changes().undoStack().undo();
        document().changes().undoStack().undo();
        settle();
        QCOMPARE(data().conditions.size(), std::size_t{3});
        QVERIFY(std::isnan(data().at(0).entry.x));
    }

    void aLawIsOfTheWholeGroupAndNoOtherAndUndoneAsOne() {
        inTwoGroups();
        const int changes = document().changes().undoStack().index();
        document().changes().setValue("fit.model", std::string("line"));
        settle();
        QCOMPARE(document().changes().undoStack().index(), changes + 1);
        QCOMPARE(laws(), QStringList({"line", "line", "origin-line"}));
        QCOMPARE(data().conditions.front().joined.settings.chosenModel(), std::string("line"));
        for (const std::string& note : data().conditions.front().joined.notes)
            QVERIFY2(note.find("different laws") == std::string::npos, note.c_str());
        QCOMPARE(cell(1, SamplesTableModel::law), QString("Straight line"));
        document().changes().undoStack().undo();
        settle();
        QCOMPARE(laws(), QStringList({"origin-line", "origin-line", "origin-line"}));
        document().changes().undoStack().redo();
        settle();
        QCOMPARE(laws(), QStringList({"line", "line", "origin-line"}));
        lookAt(2);
        samples().measureAlike();  // by its recipe, but for the law of the other group
        settle();
        QCOMPARE(laws(), QStringList({"line", "line", "origin-line"}));
        lookAt(1);
        QCOMPARE(document().recipe().fit.chosenModel(), std::string("line"));
    }

    void t0MovesForThoseOfTheGroupThatShareIt() {
        inTwoGroups();
        document().changes().setValue("fit.t0", -3600.0);
        settle();
        QCOMPARE(data().at(1).sample->settings.t0S, std::optional(-3600.0));
        QCOMPARE(data().at(2).sample->settings.t0S, std::optional(0.0));
        lookAt(1);
        document().changes().setTimes(document().session().times, -60, TimeUnit::automatic, {});  // as the pop-over does alone
        settle();
        document().changes().setValue("fit.t0", -120.0);
        settle();
        QCOMPARE(data().at(0).sample->settings.t0S, std::optional(-3600.0));
    }

    void whatIsTypedHoldsForTheGroupUnlessTheUserSaysOtherwise() {
        inTwoGroups();
        HoldChoice choice(document(), Samples::Holders::group);
        QCOMPARE(choice.holders(), Samples::Holders::group);
        QCOMPARE(choice.findChild<QRadioButton*>("hold-for-group")->text(), QString("the 2 series of cold"));
        choice.carryOut("times", {.intervalS = 30, .t0S = -60}, [] {});
        settle();
        QCOMPARE(data().at(1).sample->settings.t0S, std::optional(-60.0));
        QCOMPARE(data().at(1).sample->growth.points[1].time, 30.0);
        QCOMPARE(data().at(2).sample->settings.t0S, std::optional(0.0));
        lookAt(2);
        QCOMPARE(HoldChoice(document(), Samples::Holders::group).holders(), Samples::Holders::none);
    }

    void theResultOfTheGroupIsTheHeadline() {
        inTwoGroups();
        const auto& headline = *part<QLabel>("group-result");
        QVERIFY(headline.isVisibleTo(window_.get()));
        QVERIFY2(headline.text().contains("cold, mean of 2 repeats: v = "), qPrintable(headline.text()));
        QVERIFY2(headline.text().contains("Cards: a alone"), qPrintable(headline.text()));
        QVERIFY(growth().view()->resultSentence().startsWith("cold, mean of 2 repeats: v = "));
        QVERIFY(growth().view()->resultSentence().contains("\na: v = "));
        resizeTo({1366, 768});
        growth().showSamplesTable(true);
        settle();
        QVERIFY(!headline.isVisibleTo(window_.get()));  // the cards alone have room over a table
        lookAt(2);
        growth().setTableShown(false);
        QVERIFY(!headline.isVisibleTo(window_.get()));
        QVERIFY(!growth().view()->resultSentence().contains("mean of"));
    }

    void ratesOfSeveralLawsNameTheirLaw() {
        inTwoGroups();
        QVERIFY(!cell(0, SamplesTableModel::firstValue).contains("line"));
        document().changes().setValue("fit.model", std::string("power"));
        settle();
        QVERIFY2(cell(0, SamplesTableModel::firstValue).contains("Straight line"),
                 qPrintable(cell(0, SamplesTableModel::firstValue)));
        QVERIFY(!cell(2, SamplesTableModel::firstValue).contains("origin"));  // its law stands beside it
        const QStringList copied = table().tabSeparated().split('\n');
        QVERIFY2(copied[0].contains("standard error\tlaw"), qPrintable(copied[0]));
        QVERIFY(copied[1].contains("\tline\t") && copied[3].contains("\torigin-line\t"));
        for (int row = 0; row < 3; ++row)
            edit(row, SamplesTableModel::x, "20");
        QVERIFY(columnChart(data(), "x", "rate", 0).note.contains("a, b by Straight line; c by Through origin"));
    }

    void rateAgainstXHasAPlaceForEachSampleAndMean() {
        add({"b.coarsen", "c.coarsen"});
        for (int row = 0; row < 2; ++row)
            edit(row, SamplesTableModel::group, "cold");
        edit(0, SamplesTableModel::x, "20");
        edit(1, SamplesTableModel::x, "20");
        samples().setXLabel("temperature (°C)");
        settle();
        ColumnChart chart = columnChart(data(), "x", "rate", 0);
        QCOMPARE(chart.points.size(), std::size_t{3});
        QVERIFY2(chart.note.contains("c"), qPrintable(chart.note));  // it has no number
        QCOMPARE(chart.xLabel, QString("temperature (°C)"));
        const auto mean = std::ranges::find_if(chart.points, &ColumnChart::Point::isMean);
        QVERIFY(mean != chart.points.end());
        const GrowthFit& fit = *data().conditions.front().joined.chosenFit();
        QVERIFY(std::abs(mean->y - fit.parameters.front().value / data().timeUnit().perBase) < 1e-9 * mean->y);
        growth().samples()->setChart(SampleChart::columns);
        settle();
        QVERIFY(plot("sample-columns-chart")->isVisibleTo(window_.get()));
        growth().setQuantity(GrowthQuantity::length);
        QVERIFY(chart_isShown());
        QVERIFY(collapseChart(samples().data()).curves.size() == 3);
    }

    void anotherUnitIsSaidInWordsAndNotDrawn() {
        add({"pixels.coarsen"});
        QVERIFY(marks().empty());
        QVERIFY2(data().at(1).whyNotDrawn.contains("in pixels"), qPrintable(data().at(1).whyNotDrawn));
        QVERIFY(cell(1, table().model()->columnCount() - 1).contains("give it a pixel size"));
        QCOMPARE(cell(1, SamplesTableModel::firstValue), QString());
        document().changes().setCalibration({});
        settle();
        QCOMPARE(data().at(1).whyNotDrawn, QString());
        QCOMPARE(marks().size(), std::size_t{1});
    }

    void anotherLengthIsSaidInWordsAndNotDrawn() {
        add({"c.coarsen"});
        document().changes().setValue("fit.length", std::string("r_zero"));
        settle();
        QVERIFY(marks().empty());
        QVERIFY2(data().at(1).whyNotDrawn.contains("choose the same length"), qPrintable(data().at(1).whyNotDrawn));
    }

    void aFolderIsMeasuredBesideTheOpenOneByItsRecipe() {
        document().changes().setValue("flatten.on", false);
        settle();
        add({"35C-1"});
        QCOMPARE(data().toMeasure, 2);  // the open one is out of date
        QVERIFY(part<QPushButton>("samples-measure")->isVisibleTo(window_.get()));
        QVERIFY(part<QPushButton>("samples-measure")->text().contains("2 series"));
        QTest::mouseClick(part<QPushButton>("samples-measure"), Qt::LeftButton);
        settle();
        QCOMPARE(data().toMeasure, 0);
        QCOMPARE(data().at(1).sample->counts.measured, frames);
        QVERIFY(!part<QPushButton>("samples-measure")->isVisibleTo(window_.get()));
        QCOMPARE(data().lookedAt, 0);
        QCOMPARE(document().run().framesToMeasure(), 0);
        lookAt(1);
        QVERIFY(!document().recipe().step("flatten")->isOn());
        QCOMPARE(document().session().results.size(), std::size_t(frames));
        QCOMPARE(document().run().framesToMeasure(), 0);
        QVERIFY(!document().session().fits.empty());
    }

    void allAreMeasuredByTheRecipeOfTheOpenOneWithT0OfTheirOwn() {
        add({"c.coarsen"});
        document().changes().setValue("flatten.on", false);
        document().changes().setValue("fit.t0", -3600.0);
        settle();
        samples().measureAlike();
        settle();
        QCOMPARE(data().at(1).sample->counts.measured, frames);
        lookAt(1);
        QVERIFY(!document().recipe().step("flatten")->isOn());
        QCOMPARE(document().recipe().fit.t0S, std::optional(0.0));
        QCOMPARE(document().run().framesToMeasure(), 0);
    }

    void aFolderOfFoldersBringsASeriesEachWithNumbersFromTheirNames() {
        add({"both"});
        QCOMPARE(data().samples.size(), std::size_t{3});
        QCOMPARE(data().at(1).name(), QString("20C-1"));
        QCOMPARE(data().at(1).entry.x, 20.0);
        QCOMPARE(data().at(2).entry.x, 35.0);
        QCOMPARE(data().xLabel, QString("temperature (°C)"));
        QCOMPARE(document().changes().undoStack().undoText(), QString("adding 2 series"));
        document().changes().undoStack().undo();
        settle();
        QVERIFY(!samples().isSeveral());
        QVERIFY(!growth().samples()->panel()->isVisibleTo(window_.get()));
    }

    void aRunUnderWayGoesOnWhenAnotherIsLookedAt() {
        add({"c.coarsen"});
        document().run().analyse(true);
        QVERIFY(document().run().isRunning());
        lookAt(1);
        QCOMPARE(data().at(0).sample->counts.measured, frames);
        QCOMPARE(data().at(0).sample->counts.outOfDate, 0);
        QVERIFY(!samples().isMeasuring());
    }

    void whatCannotBeReadIsSaidAndTheOthersStand() {
        add({"gone.coarsen", "c.coarsen"});
        QCOMPARE(data().samples.size(), std::size_t{3});
        QCOMPARE(data().at(1).state, SampleState::failed);
        QVERIFY2(data().at(1).words.contains("gone.coarsen"), qPrintable(data().at(1).words));
        QCOMPARE(data().at(2).sample->counts.measured, frames);
        lookAt(1);  // says why, and nothing else
        QCOMPARE(data().lookedAt, 0);
    }

    void aProjectIsSavedWithItsSessionsAndOpensAgain() {
        add({"35C-1", "c.coarsen"});
        samples().measure();
        settle();
        edit(1, SamplesTableModel::name, "warm one");
        edit(1, SamplesTableModel::x, "35");
        samples().setXLabel("temperature (°C)");
        growth().samples()->chartView()->setColumns("x", "exponent");
        growth().samples()->setChart(SampleChart::columns);
        growth().showSamplesTable(false);
        growth().setLogarithmic(true);
        samples().saveProject(path("desk.coarsen-project"), true);
        settle();
        QCOMPARE(notice("The project was not saved"), QString());
        const Project saved = readProject(path("desk.coarsen-project"));
        QCOMPARE(saved.series.size(), std::size_t{3});
        QCOMPARE(saved.series[0].path, path("a.coarsen"));
        QCOMPARE(saved.series[1].path, path("desk-sessions/warm_one.coarsen"));
        QCOMPARE(readSession(saved.series[1].path).results.size(), std::size_t(frames));

        newWindow({1600, 900});
        window_->openPaths({inFolder("desk.coarsen-project")});
        COMES_TRUE(document().isOpen() && samples().isSeveral());
        settle();
        QCOMPARE(data().samples.size(), std::size_t{3});
        QCOMPARE(data().xLabel, QString("temperature (°C)"));
        QCOMPARE(data().at(1).name(), QString("warm one"));
        QCOMPARE(data().at(1).sample->counts.measured, frames);
        QCOMPARE(data().toMeasure, 0);
        QCOMPARE(document().session().file, path("a.coarsen"));
        QCOMPARE(growth().samples()->chart(), SampleChart::columns);
        QCOMPARE(growth().samples()->chartView()->yColumn(), std::string("exponent"));
        QVERIFY(button("table")->isChecked() && !button("samples-tab")->isChecked());
        QVERIFY(growth().view()->isLogarithmic());
    }

    void howSamplesAreLookedAtIsKeptAsText() {
        const SamplesLook look{SampleChart::collapse, "rate", "exponent", false, true, true};
        QVERIFY(samplesLookFrom(jsonOf(look)) == look);
        QVERIFY(samplesLookFrom("{}") == SamplesLook{});
        QVERIFY(samplesLookFrom(R"({"chart":"of another version","x":7})") == SamplesLook{});
        for (const char* none : {"", "[1]", "null", "{"})
            QVERIFY2(!samplesLookFrom(none), none);
    }

    void theShownSeriesIsRemovedAndTheNextOneShown() {
        add({"b.coarsen", "c.coarsen"});
        lookAt(1);
        samples().remove({1});
        settle();
        QCOMPARE(data().samples.size(), std::size_t{2});
        QCOMPARE(document().session().file, path("c.coarsen"));
        QCOMPARE(cell(0, SamplesTableModel::name), QString("a"));
        document().changes().undoStack().undo();
        settle();
        QCOMPARE(data().samples.size(), std::size_t{3});
        QCOMPARE(cell(1, SamplesTableModel::name), QString("b"));
        document().changes().undoStack().redo();
        settle();
        samples().remove({1});  // behind it is none
        settle();
        QCOMPARE(document().session().file, path("a.coarsen"));
        QVERIFY(!samples().isSeveral());
        QVERIFY(std::filesystem::exists(path("c.coarsen")));
    }

    void allOfThemTakenOffIsAsClosing() {
        add({"b.coarsen"});
        samples().remove({0, 1});
        settle();
        QVERIFY(!document().isOpen() && !samples().isSeveral());
    }

    void foldersOpenedSideBySideHaveTheNamesAndGroupsOfTheirPaths() {
        for (const char* one : {"20C/a", "20C/b", "35C/a"}) {
            QDir().mkpath(inFolder(QString("nested/") + one));
            const QString from = inFolder(QString(one).startsWith("20C") ? "20C-1" : "35C-1");
            for (const QString& file : QDir(from).entryList(QDir::Files))
                QFile::copy(from + "/" + file, inFolder(QString("nested/") + one + "/" + file));
        }
        const auto openThem = [&](const std::filesystem::path& within) {
            samples().open({path("nested/20C/a"), path("nested/20C/b"), path("nested/35C/a")}, within);
            COMES_TRUE(document().isOpen() && samples().isSeveral());
            settle();
            QCOMPARE(data().at(1).name(), QString("20C/b"));
            QCOMPARE(data().at(1).entry.group, std::string("20C"));
            QCOMPARE(data().at(2).entry.x, 35.0);
            QCOMPARE(data().xLabel, QString("temperature (°C)"));
        };
        openThem({});
        openThem(path("nested"));
        QCOMPARE(data().toMeasure, 3);
        QTest::mouseClick(part<QPushButton>("samples-measure"), Qt::LeftButton);  // the one looked at, too
        COMES_TRUE(data().toMeasure == 0 && !samples().isBusy());
        settle();
        QCOMPARE(data().at(0).sample->counts.measured, frames);
        QCOMPARE(data().at(2).sample->counts.measured, frames);
    }

    void whatIsNotSavedIsOfferedTogetherAtTheNextStart() {
        add({"35C-1"});
        samples().measure();
        settle();
        edit(1, SamplesTableModel::name, "warm one");
        document().changes().setExcluded({1}, true);
        settle();
        window_.reset();
        const QList<LeftSession> left = leftBehind();
        QCOMPARE(left.size(), 1);
        QCOMPARE(left.front().series, 2);
        QVERIFY2(left.front().name.contains("warm one"), qPrintable(left.front().name));
        newWindow({1600, 900});
        document().openSession(left.front().file);
        COMES_TRUE(document().isOpen() && samples().isSeveral());
        settle();
        QCOMPARE(data().at(1).name(), QString("warm one"));
        QCOMPARE(data().at(1).sample->counts.measured, frames);
        QVERIFY(document().session().excluded.contains(1));
        samples().saveProject(path("again.coarsen-project"), true);
        settle();
        window_.reset();
        QVERIFY(leftBehind().isEmpty());
    }

    void anotherSeriesTakesThePlaceOfAll() {
        add({"c.coarsen"});
        open("b.coarsen");
        QVERIFY(!samples().isSeveral() && !samples().data());
        QVERIFY(marks().empty());
    }

    void aDropOnTheRightHalfAddsToWhatIsOpenAndOneOnTheLeftOpens() {
        QMimeData mime;
        mime.setUrls({QUrl::fromLocalFile(inFolder("c.coarsen"))});
        const auto drop = [&](double part) {
            const QPoint place(static_cast<int>(part * window_->width()), 300);
            QDragEnterEvent enter(place, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
            QDragMoveEvent move(place, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
            QDropEvent letGo(place, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
            QCoreApplication::sendEvent(window_.get(), &enter);
            QCoreApplication::sendEvent(window_.get(), &move);
            QVERIFY(part_("drop-choice")->isVisible());
            QCoreApplication::sendEvent(window_.get(), &letGo);
            QVERIFY(!part_("drop-choice")->isVisible());
            settle();
        };
        drop(0.75);
        QVERIFY(samples().isSeveral());
        QCOMPARE(document().session().file, path("a.coarsen"));
        drop(0.25);
        QVERIFY(!samples().isSeveral());
        QCOMPARE(document().session().file, path("c.coarsen"));
    }

    void severalSessionsAreOpenedTogether() {
        newWindow({1600, 900});
        window_->openPaths({inFolder("a.coarsen"), inFolder("c.coarsen")});
        COMES_TRUE(document().isOpen() && samples().isSeveral());
        settle();
        QCOMPARE(data().samples.size(), std::size_t{2});
    }

    void isExportedAsFiguresAndTables() {
        add({"b.coarsen", "c.coarsen"});
        edit(0, SamplesTableModel::x, "20");
        edit(2, SamplesTableModel::x, "35");
        ExportChoice choice;
        choice.items = {"samples-growth", "samples-x", "samples-collapse", "samples-tables"};
        choice.formats = {"svg"};
        bool isEnded = false;
        QString problem;
        exportAll(document(), QDir(inFolder("figures")), choice, [&](int, const QString& why) { isEnded = true, problem = why; });
        COMES_TRUE(isEnded);
        QCOMPARE(problem, QString());
        for (const char* file :
             {"growth-samples.svg", "rate-x.svg", "exponent-x.svg", "collapse.svg", "groups.csv", "growth.csv", "collapse.csv"})
            QVERIFY2(QFile::exists(inFolder("figures/") + file), file);
        QFile svg(inFolder("figures/growth-samples.svg")), summary(inFolder("figures/summary.csv"));
        QVERIFY(svg.open(QIODevice::ReadOnly) && summary.open(QIODevice::ReadOnly));
        const QByteArray drawn = svg.readAll();
        for (int style = 0; style < 3; ++style)
            QVERIFY(drawn.contains(seriesStyle(style, Theme::light()).colour.name().toUtf8()));
        QVERIFY(summary.readAll().count("\nc,") == 1);
    }

    void aProjectIsExportedWithoutAWindow() {
        Project project;
        project.series = {
            {.path = path("a.coarsen"), .x = 20}, {.path = path("c.coarsen"), .x = 35}, {.path = path("gone.coarsen")}};
        writeProject(path("drawn.coarsen-project"), project);
        QVERIFY(holdsSamples(path("drawn.coarsen-project")));
        QVERIFY(!holdsSamples(path("a.coarsen")));
        const int files = exportSamples(path("drawn.coarsen-project"), QDir(inFolder("drawn")), Existing::refused);
        QCOMPARE(files, 4 + 4 * 3);
        QVERIFY(QFile::exists(inFolder("drawn/rate-x.pdf")));
        QVERIFY_THROWS_EXCEPTION(StorageError,
                                 exportSamples(path("drawn.coarsen-project"), QDir(inFolder("drawn")), Existing::refused));
    }

    void groupsAndNumbersAreReadFromNames() {
        const auto named = [](const std::vector<std::string>& names, bool onlyNumbered) {
            std::vector<ProjectSeries> series;
            for (const std::string& name : names)
                series.push_back({.path = "/", .name = name});
            return groupsFromNames(series, onlyNumbered);
        };
        const NamedGroups both = named({"20C-1", "20C-2", "35C_a", "35C_b", "alone 50C"}, true);
        QCOMPARE(both.series[1].group, std::string("20C"));
        QCOMPARE(both.series[1].x, 20.0);
        QCOMPARE(both.series[3].group, std::string("35C"));
        QCOMPARE(both.series[4].group, std::string());
        QCOMPARE(both.series[4].x, 50.0);
        QCOMPARE(both.xLabel, std::string("temperature (°C)"));
        QCOMPARE(named({"sample-1", "sample-2"}, true).series[0].group, std::string());
        QCOMPARE(named({"sample-1", "sample-2"}, false).series[0].group, std::string("sample"));
        QCOMPARE(named({"20C", "30C"}, false).series[0].group, std::string());
    }

private:
    QWidget* part_(const char* name) { return part<QWidget>(name); }
    bool chart_isShown() { return chart().isVisibleTo(window_.get()); }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(SamplesTest)
#include "samples_test.moc"
