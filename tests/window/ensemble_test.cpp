// SPDX-License-Identifier: GPL-3.0-or-later
// Images as an ensemble: groups by folder or by a table, pooled beside the series.
#include "app/window/figures/ensemble_export.hpp"
#include "app/window/figures/export_all.hpp"
#include "app/window/figures/export_items.hpp"
#include "app/window/figures/report_text.hpp"
#include "app/window/panels/growth/grouping_menu.hpp"
#include "app/window/panels/growth/growth_panel.hpp"
#include "app/window/values/ensemble_file.hpp"
#include "app/window/views/ensemble_view.hpp"
#include "app/window/views/growth_view.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QLabel>
#include <QTest>
#include <QToolButton>
#include <qcustomplot.h>

#include <cmath>

namespace coarsen::window {

class EnsembleTest : public WindowTest {
    Q_OBJECT

    static constexpr int images = 4;

    void writeGroup(const QString& name, double xiPx, std::uint64_t seed, double pixelSizeUm = 0) const {
        ExponentialSettings settings;
        settings.width = 160, settings.height = 140, settings.frames = images;
        settings.xiPx = xiPx, settings.seed = seed, settings.pixelSizeUm = pixelSizeUm;
        writeExponentialSeries(inFolder(name).toStdString(), settings);
    }
    EnsembleView& view() { return *window_->growth().ensemble(); }
    const EnsembleData::Group& group(std::size_t which) { return view().data()->groups.at(which); }
    bool showsGroups(std::size_t count) {
        return comesTrue([&] { return view().data() && view().data()->groups.size() == count; });
    }
    /// True once the view shows the images of both groups, as they come.
    bool showsAllImages() {
        return comesTrue([&] {
            return view().data() && view().data()->groups.size() == 2 && group(0).images.size() == images &&
                   group(1).images.size() == images;
        });
    }
    void openBoth(const QString& first = "20C", const QString& second = "35C") {
        Recipe recipe = recipeOfTests();
        set(recipe, "flatten.on", false);
        set(recipe, "fit.length", std::string("xi"));
        recipe.fit.t0S.reset();
        document().open({inFolder(first).toStdString(), inFolder(second).toStdString()}, {}, recipe);
        COMES_TRUE(document().isOpen() && !document().isOpening());
        settle();
    }

private slots:
    void initTestCase() {
        writeGroup("20C", 4, 1);
        writeGroup("35C", 7, 2);
    }
    void init() {
        newWindow();
        openBoth();
    }

    void showsGroupsInPlaceOfTheSeries() {
        QTest::mouseClick(button("as-ensemble"), Qt::LeftButton);
        QVERIFY(view().isVisibleTo(window_.get()));
        QVERIFY(!window_->growth().view()->isVisibleTo(window_.get()));
        COMES_TRUE(view().data() && view().data()->empty.contains("No image is measured yet"));
        analyseAll();
        QVERIFY(showsAllImages());
        QCOMPARE(group(0).name, QString("20C"));
        QCOMPARE(group(0).images.size(), std::size_t{images});
        QVERIFY2(std::abs(group(0).value - 4) < 0.6, qPrintable(QString::number(group(0).value)));
        QVERIFY2(std::abs(group(1).value - 7) < 1.5, qPrintable(QString::number(group(1).value)));
        QVERIFY(group(1).error > 0);
        QVERIFY2(group(0).words.contains("4 images: image-to-image scatter"), qPrintable(group(0).words));
        QVERIFY(part<QLabel>("ensemble-words")->text().contains("35C"));
        QCOMPARE(button("grouping")->text(), QString("2 groups"));

        document().changes().undoStack().undo();
        QVERIFY(!document().session().ensemble);
        QVERIFY(!view().isVisibleTo(window_.get()));
        QVERIFY(button("as-series")->isChecked());
    }

    void goesToTheImageThatIsClicked() {
        window_->growth().setEnsemble(true);
        analyseAll();
        QVERIFY(showsAllImages());
        view().plot()->replot();
        const auto& points = *view().plot()->graph(0)->data();
        QCOMPARE(points.size(), 2 * images);
        const QCPGraphData last = *(points.constEnd() - 1);
        QTest::mouseClick(
            view().plot(), Qt::LeftButton, Qt::NoModifier,
            QPointF(view().plot()->xAxis->coordToPixel(last.key), view().plot()->yAxis->coordToPixel(last.value)).toPoint());
        QCOMPARE(document().frame().index(), 2 * images - 1);
    }

    void leavesExcludedImagesOut() {
        window_->growth().setEnsemble(true);
        analyseAll();
        QVERIFY(showsAllImages());
        document().changes().setExcluded({0, 1, 2, 3}, true);
        QVERIFY(showsGroups(1));
        QCOMPARE(group(0).name, QString("35C"));
        document().changes().setExcluded({4, 5, 6}, true);
        COMES_TRUE(view().data()->groups.size() == 1 && group(0).images.size() == 1);
        QVERIFY2(group(0).words.contains("one image: no scatter"), qPrintable(group(0).words));
    }

    void doesNotPoolImagesWhosePixelsDiffer() {
        writeGroup("fine", 4, 3, 2);
        writeGroup("coarse", 4, 4, 3);
        openBoth("fine", "coarse");
        window_->growth().setEnsemble(true);
        analyseAll();
        COMES_TRUE(view().data() && view().data()->empty.contains("fine/"));  // first it is that none is measured
        const QString why = view().data()->empty;
        QVERIFY2(why.contains("fine/") && why.contains("coarse/") && why.contains("2 µm") && why.contains("3 µm"),
                 qPrintable(why));
        QVERIFY(view().data()->groups.empty());

        document().changes().setCalibration({2.5, 2.5, "typed"});
        QVERIFY(showsAllImages());
        document().changes().undoStack().undo();
        COMES_TRUE(!view().data()->empty.isEmpty());
        const FrameGroup one = document().session().ensemble->groups.front();
        document().changes().setExcluded(one.frames, true);
        QVERIFY(showsGroups(1));
        QVERIFY(group(0).error > 0);
    }

    void itsReportHasLengthsInPlaceOfGrowth() {
        window_->growth().setEnsemble(true);
        analyseAll();
        QVERIFY(showsAllImages());
        const TextTable table = lengthTable(*view().data(), *document().growth().data());
        const auto row = std::ranges::find_if(table.rows, [](const TextTable::Row& one) { return one.isStrong; });
        QVERIFY(row != table.rows.end());
        QVERIFY2(row->cells.join('|').contains(" to "), qPrintable(row->cells.join('|')));
        QCOMPARE(row->cells.last(), QString("4/4"));
        ReportContent content = reportContent(document(), false);
        const TextTable series = frameTable(*content.growth), pooled = frameTable(*content.growth, true);
        QCOMPARE(pooled.header.size(), series.header.size() - 1);
        QVERIFY(!pooled.header.join('|').contains("Time"));
        QCOMPARE(pooled.rows.front().cells.size(), series.rows.front().cells.size() - 1);
        QCOMPARE(pooled.rows.front().cells.last(), series.rows.front().cells.last());
        content.ensemble = view().data();
        QVERIFY2(reportAnswer(content).contains("35C: "), qPrintable(reportAnswer(content)));
        QVERIFY(reportSubtitle(content).startsWith("8 images"));
        QVERIFY(std::ranges::none_of(originFacts(content), [](const Fact& fact) { return fact.name == "Time"; }));
        Report report(content);
        while (report.drawNext()) {
        }
        QVERIFY(report.pdf().startsWith("%PDF"));
    }

    void groupsByATable() {
        QFile table(inFolder("conditions.csv"));
        QVERIFY(table.open(QIODevice::WriteOnly));
        table.write("file,temperature_C\n");
        for (const FrameSource& source : document().session().series.frames)
            if (source.name.starts_with("20C"))
                table.write((source.name + (source.name.ends_with("t0s.png") ? ",10\n" : ",20\n")).c_str());
        table.close();
        window_->growth().setEnsemble(true);
        analyseAll();
        auto* const menu = part<GroupingMenu>("groupings");
        menu->readColumns(inFolder("conditions.csv"));
        COMES_TRUE(document().session().ensemble->column == "temperature_C");
        COMES_TRUE(view().data() && view().data()->condition == "temperature_C");
        QCOMPARE(group(0).x, 10.0);
        QCOMPARE(group(0).images.size(), std::size_t{1});
        QCOMPARE(group(1).images.size(), std::size_t{images - 1});

        menu->readColumns(inFolder("20C") + "/truth.json");
        QVERIFY(comesTrue([&] {
            return std::ranges::any_of(document().notices().list(),
                                       [](const Notice& notice) { return notice.title == "The table cannot be read"; });
        }));
        QCOMPARE(document().session().ensemble->column, std::string("temperature_C"));
    }

    void hasNoTimeThatAQuenchCouldBegin() {
        auto* const chip = part<QToolButton>("quench-unset");
        QVERIFY(chip->isVisibleTo(window_.get()));
        QVERIFY(exportItem("growth").isThere(document()));
        window_->growth().setEnsemble(true);
        QVERIFY(!chip->isVisibleTo(window_.get()));
        QVERIFY(!exportItem("growth").isThere(document()));
        document().changes().undoStack().undo();
        QVERIFY(chip->isVisibleTo(window_.get()));
    }

    /// As coarsen-cli ensemble writes it.
    void drawsWhatTheCommandLineWrote() {
        QVERIFY(QDir().mkpath(inFolder("out")));
        const std::filesystem::path file = inFolder("out/ensemble.json").toStdString();
        writeWhole(file, std::string_view(R"({"schema":1,"kind":"ensemble","length":"xi","x":"T","pixel_size_um":0.5,"groups":[
            {"name":"T=20","x":20,"images":[{"status":"ok","lengths":{"xi":{"value_px":8,"err_px":1}}},{"status":"ok","lengths":{}}],
             "lengths":{"xi":{"value_px":9,"err_px":0.5}}},
            {"name":"T=30","x":30,"images":[{"status":"failed","lengths":{}}],"lengths":{"xi":{"value_px":null}}}]})"));
        writeWhole(inFolder("out/c1d_T_20.csv").toStdString(),
                   std::string_view("r_px,r_um,c,c_err,n\n0,0,1,0,9\n1,0.5,0.25,,7\n2,1,,,5\n"));
        const EnsembleFile read = readEnsembleFile(file);
        QCOMPARE(read.data.condition, QString("T"));
        QCOMPARE(read.data.groups.size(), std::size_t{2});
        QCOMPARE(read.data.groups[0].value, 4.5);
        QCOMPARE(read.data.groups[0].error, 0.25);
        QCOMPARE(read.data.groups[0].images.size(), std::size_t{1});
        QCOMPARE(read.data.groups[0].images[0].value, 4.0);
        QVERIFY(std::isnan(read.data.groups[1].value));
        QCOMPARE(read.data.curves.size(), std::size_t{1});
        QCOMPARE(read.data.curves[0].r, (QVector<double>{0, 0.5}));
        QCOMPARE(read.data.curves[0].value, (QVector<double>{1, 0.25}));

        QVERIFY(isEnsembleFile(file));
        QCOMPARE(exportEnsemble(file, QDir(inFolder("drawn")), Existing::refused), 6);
        for (const char* name : {"ensemble.pdf", "ensemble-c1d.png"})
            QVERIFY(QFile::exists(inFolder("drawn/") + name));
        QVERIFY_EXCEPTION_THROWN(exportEnsemble(file, QDir(inFolder("drawn")), Existing::refused), StorageError);
        QVERIFY(QFile::remove(inFolder("out/c1d_T_20.csv")));
        QVERIFY_EXCEPTION_THROWN(readEnsembleFile(file), InputError);
    }

    void drawsInPixelsWhereTheirSizeIsNotKnown() {
        QVERIFY(QDir().mkpath(inFolder("plain")));
        const std::filesystem::path file = inFolder("plain/ensemble.json").toStdString();
        writeWhole(inFolder("plain/c1d_a.csv").toStdString(), std::string_view("r_px,r_um,c,c_err,n\n0,,1,0,9\n2,,0.25,,7\n"));
        for (const char* const unknown : {"null", "0"}) {  // earlier versions wrote 0
            writeWhole(
                file,
                std::string(R"({"schema":1,"kind":"ensemble","length":"xi","x":"","pixel_size_um":)") + unknown +
                    R"(,"groups":[{"name":"a","x":null,"images":[{"status":"ok","lengths":{"xi":{"value_px":8,"err_px":1}}}],
                                 "lengths":{"xi":{"value_px":9,"err_px":0.5}}}]})");
            const EnsembleFile read = readEnsembleFile(file);
            QCOMPARE(read.unit, QString("px"));
            QCOMPARE(read.data.unit, QString("px"));
            QCOMPARE(read.data.groups[0].value, 9.0);
            QCOMPARE(read.data.groups[0].images[0].error, 1.0);
            QCOMPARE(read.data.curves[0].r, (QVector<double>{0, 2}));
        }
    }

    void isKeptInTheSessionAndExported() {
        window_->growth().setEnsemble(true);
        analyseAll();
        document().saveSession(inFolder("kept.coarsen").toStdString());
        settle();
        newWindow();
        open("kept.coarsen");
        QVERIFY(showsGroups(2));
        QVERIFY(button("as-ensemble")->isChecked());

        ExportChoice choice;
        choice.items = {"ensemble", "ensemble-table"};
        choice.formats = {"svg"};
        bool isEnded = false;
        QString problem;
        exportAll(document(), QDir(inFolder("figures")), choice, [&](int, const QString& why) { isEnded = true, problem = why; });
        COMES_TRUE(isEnded);
        QCOMPARE(problem, QString());
        QVERIFY(QFile::exists(inFolder("figures/ensemble.svg")));
        QFile csv(inFolder("figures/ensemble.csv"));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        bool isFound = false;
        for (const QByteArray& line : csv.readAll().split('\n'))
            if (line.startsWith("35C,,4,xi,")) {
                isFound = true;
                QVERIFY(std::abs(line.split(',')[4].toDouble() - group(1).value) < 1e-6);
            }
        QVERIFY(isFound);
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(EnsembleTest)
#include "ensemble_test.moc"
